"""Other words for what rows replace, drawn as suggestions are."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Proposer, UsedWords
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES

_TRIES = 12
"""How often words are drawn for what has too few that are new."""

_OVERLAP = 2
"""Characters, where no spaces part words, that a name and what stands beside it share of another.
"""
_YEAR = re.compile("[12][0-9]{3}")
_LISTED = re.compile(r"(\s*、\s*|,\s+)")
_APART = re.compile("[·・‧•･．]")
"""What parts transcribed names, whose parts are drawn together."""
_LATIN = re.compile("[A-Za-zÀ-ɏ]")
_WIDE = re.compile(r"[\u3400-\u9fff]")
_ORDER: Sequence[Kind] = ("date", "number", "person", "place", "organisation", "title")
"""People come before what is called after them."""

Words = Mapping[str, Sequence[str]]
"""New words by what they stand for."""


@dataclass(frozen=True, slots=True)
class Told:
    """What questions that share documents ask, with their answers, and all of their texts.

    `originals` are what their rows replace.
    """

    asked: Sequence[tuple[str, str]]
    documents: Sequence[str]
    texts: Sequence[str]
    originals: Sequence[str]


@dataclass(frozen=True, slots=True)
class Family:
    """Originals whose words go together: the forms of a name, or the figures of some texts.

    `wanted` is how many new words each is to have, `had` are those that it had.
    """

    entity: Entity
    wanted: int
    had: Collection[str]


def families(
    rows: Sequence[ReplacementRow], wanted: Callable[[ReplacementRow], int]
) -> list[Family]:
    """Return the families of rows that belong together.

    Dates are one, since years move alike; terms are none, as no words are suggested for them.
    """
    found: list[list[ReplacementRow]] = []
    for row in rows:
        if row.kind not in NAMES | FIGURES:
            continue
        own = [rest for rest in found if any(_akin(row, other) for other in rest)]
        found = [rest for rest in found if rest not in own]
        found.append([*(other for rest in own for other in rest), row])
    return [
        Family(
            Entity(rest[0].kind, tuple(sorted({r.original for r in rest}, key=_fullest))),
            max(map(wanted, rest)),
            frozenset(word for row in rest for word in (row.replacement, *row.alternatives)),
        )
        for rest in sorted(found, key=lambda rest: _ORDER.index(rest[0].kind))
    ]


def _fullest(form: str) -> tuple[bool, bool, int, str]:
    """Return how forms are ordered: those in the letters of most names first, the longest first."""
    latin = _LATIN.search(form) is not None
    return _WIDE.search(form) is None, not latin, -len(form), form


def _akin(one: ReplacementRow, other: ReplacementRow) -> bool:
    if one.original == other.original:
        return True
    return one.kind == other.kind and (
        one.kind == "date" or (bool(one.entity) and one.entity == other.entity)
    )


class Drawer:
    """Draws words that stand in no text of a recipe's pool and for nothing else."""

    def __init__(
        self,
        language: LanguageCode,
        pool: Iterable[str],
        rows: Iterable[ReplacementRow],
        *seed: str | int,
    ) -> None:
        self._language, self._seed = language, seed
        self._taken = UsedWords("\n".join(pool), language)
        for row in rows:
            self._taken.add(row)

    def keep(self, row: ReplacementRow) -> None:
        """Keep the words of a row from being drawn again."""
        self._taken.add(row)

    def draw(
        self, told: Told, wanted: Sequence[Family], drawn_before: Words, *seed: str | int
    ) -> Words:
        """Return the words of each family for which there are as many as it wants.

        The first words of all families are one world, the second ones another: a name within
        another has the same new word in both, one that was drawn before too.
        """
        words: dict[str, list[str]] = {form: [] for each in wanted for form in each.entity.forms}
        own = (*self._seed, *seed)
        reading = _Reading(told, self._language, self._taken, *own)
        for family in wanted:
            if family.entity.kind in FIGURES:
                drawn = self._figures(family.entity, told, *own)
                versions = len(next(iter(drawn.values()), ())) * (
                    drawn.keys() >= {*family.entity.forms}
                )
                for place in range(versions):
                    new = {form: drawn[form][place] for form in family.entity.forms}
                    self._take(new, told, family, words)
        names = [family for family in wanted if family.entity.kind not in FIGURES]
        if not find_language(self._language).space:  # what stands in longer names comes first
            names.sort(key=lambda each: (each.entity.kind != "person", len(each.entity.forms[0])))
        for number in range(max((family.wanted for family in names), default=0)):
            world = _World(reading, number, *own)
            world.keep({old: new[number] for old, new in drawn_before.items() if new[number:]}, {})
            for family in names:
                for new, known in world.versions(family) if number < family.wanted else ():
                    if self._take(new, told, family, words):
                        world.keep(new, known)
                        break
        return {
            form: tuple(words[form])
            for each in wanted
            for form in each.entity.forms
            if len(words[form]) == each.wanted
        }

    def _take(
        self, new: Mapping[str, str], told: Told, family: Family, words: dict[str, list[str]]
    ) -> bool:
        """Take words that are new to a family that wants more, and make nothing that is replaced.

        Return whether they are taken.
        """
        had = {*family.had, *(word for form in new for word in words[form])}
        fits = had.isdisjoint(new.values()) and not any(
            self._makes(word, original) for word in new.values() for original in told.originals
        )
        fits = fits and all(len(words[form]) < family.wanted for form in new)
        for form, word in new.items() if fits else ():
            words[form].append(word)
        return fits and bool(new)

    def _makes(self, word: str, original: str) -> bool:
        """Tell whether a word holds an original, or would with what may stand beside it."""
        spoken = find_language(self._language)
        if spoken.holds(word, original):
            return True
        cuts = [space.start() for space in re.finditer(r"\s", original)]
        cuts = cuts if spoken.space else [*range(_OVERLAP, len(original))]
        return any(
            word.endswith(original[:cut])
            or (len(original) - cut >= _OVERLAP and word.startswith(original[cut:].lstrip()))
            for cut in cuts
        )

    def _figures(self, entity: Entity, told: Told, *seed: str | int) -> Words:
        """Return figures of the same shape: all years move alike, others by themselves."""
        lists, answers = rules_of(self._language).LISTS, [answer for _, answer in told.asked]
        parts = {form: find_figures([form], lists) for form in entity.forms}
        years, others = dict[str, None](), list[Entity]()
        for part in chain.from_iterable(parts.values()):
            is_year = part.sort == "year" or (
                entity.kind == "date" and all(map(_YEAR.fullmatch, part.forms))
            )
            years |= dict.fromkeys(part.forms) if is_year else {}
            others += [] if is_year else [part]
        every = [*others, Entity("date", tuple(years), "year")] if years else others
        new: dict[str, Sequence[str]] = {}
        for each in every:
            new |= figure_words(each, told.texts, answers, lists, Draws(*seed, each.forms[0])) or {}
        return {form: reworded for form in parts if (reworded := _replaced(form, new))}


def _replaced(form: str, new: Words) -> Sequence[str]:
    """Return a date or number with its figures replaced by each of their new ones."""
    held = sorted((old for old in new if old in form), key=len, reverse=True)
    if not held:
        return ()
    finder = re.compile("|".join(map(re.escape, held)))
    each = ({old: new[old][number] for old in held} for number in range(CHOICES))
    return [finder.sub(lambda old, new=new: new[old[0]], form) for new in each]  # type: ignore[misc]


class _Reading:
    """What texts tell of the names that rows replace, as suggestions read them.

    A name in Latin letters alone is an English one, whatever is written around it.
    """

    def __init__(
        self, told: Told, language: LanguageCode, taken: UsedWords, *seed: str | int
    ) -> None:
        self._told, self._language, self._taken = told, language, taken
        self._seed, self._read, self._proposers = seed, dict[str, Any](), dict[str, Proposer]()

    def code(self, entity: Entity) -> LanguageCode:
        """Return the language of whose words a name is made."""
        first = entity.forms[0]
        return "en" if _LATIN.search(first) and not _WIDE.search(first) else self._language

    def proposer(self, code: LanguageCode) -> Proposer:
        """Return what proposes words of a language, and none twice."""
        if code not in self._proposers:
            made = rules_of(code).PROPOSER(self._told.texts, self._taken, *self._seed)
            self._proposers[code] = made
        return self._proposers[code]

    def described(self, entity: Entity, had: Collection[str]) -> Entity:
        """Return a name with the sort and gender that texts tell, else its own words and others."""
        code = self.code(entity)
        rules, told = rules_of(code), self._told
        if code not in self._read:
            common = self._taken.is_common
            self._read[code] = rules.READING(told.documents, told.asked, common, ())
        found: Entity = rules.described(entity, had, self._read[code])
        return found


class _World:
    """What stands for what in one version of texts that belong together."""

    def __init__(self, reading: _Reading, number: int, *seed: str | int) -> None:
        self._reading, self._seed = reading, (*seed, number)
        self._known: dict[str, dict[str, str]] = {}
        self._made: dict[str, str] = {}

    def keep(self, new: Mapping[str, str], known: Mapping[str, dict[str, str]]) -> None:
        """Keep what stands for the forms of a name, and for the words of these, in other names."""
        self._known |= known
        stems = (each for code, each in known.items() if not find_language(code).space)
        for each in (*stems, new):
            self._made |= {old: word for old, word in each.items() if len(old) >= _OVERLAP}

    def versions(
        self, family: Family
    ) -> Iterator[tuple[dict[str, str], dict[str, dict[str, str]]]]:
        """Yield words for all forms of a family, each with what stands for their parts."""
        entity = self._reading.described(family.entity, family.had)
        code = self._reading.code(entity)
        forms = {form: _parts(form, entity.kind, self._made, code) for form in entity.forms}
        whole = [form for form, parts in forms.items() if len(parts) == 1]
        for number in range(_TRIES):
            known = {code: dict(self._known.get(code, {}))}
            new = self._version(replace(entity, forms=tuple(whole)), known, number) if whole else {}
            for form, parts in forms.items():
                if form not in whole:
                    made = (
                        self._made.get(part)
                        or (
                            part
                            if not is_name
                            else self._alone(entity, part, family, known, number)
                        )
                        for part, is_name in parts
                    )
                    pieces = list(made)
                    new[form] = "".join(pieces) if all(pieces) else ""
            for form in entity.forms:
                if not new.get(form) and _LATIN.search(form) and not _WIDE.search(form):
                    new[form] = self._alone(entity, form, family, known, number)
            if all(word and word != form for form, word in new.items()):
                yield {form: new[form] for form in entity.forms}, known

    def _alone(
        self,
        entity: Entity,
        part: str,
        family: Family,
        known: dict[str, dict[str, str]],
        number: int,
    ) -> str:
        own = self._reading.described(replace(entity, forms=(part,)), family.had)
        return self._version(own, known, number).get(part, "")

    def _version(
        self, entity: Entity, known: dict[str, dict[str, str]], number: int
    ) -> dict[str, str]:
        code = self._reading.code(entity)
        proposer = self._reading.proposer(code)
        draws = Draws(*self._seed, number, entity.forms[0])
        own = known.setdefault(code, dict(self._known.get(code, {})))
        made = proposer.version(entity, own, draws)
        return {form: made.get(form, "") for form in entity.forms}


def _parts(
    form: str, kind: Kind, made: Mapping[str, str], code: LanguageCode
) -> list[tuple[str, bool]]:
    """Return the parts of a name, and whether each is a name itself: those of a list, and others.

    Where no space parts words, it parts at the names that have new words.
    """
    finder, spoken = _LISTED.pattern, find_language(code)
    if spoken.space and kind != "place":
        return [(form, True)]
    if not spoken.space and not _APART.search(form):
        held = sorted((o for o in made if o in form and o != form), key=len, reverse=True)
        finder = "|".join([finder, *(f"({re.escape(old)})" for old in held)])
    pieces = [piece for piece in re.split(finder, form) if piece]
    named = [
        (p, p in made or not (len(p) < _OVERLAP or _LISTED.fullmatch(p) or spoken.is_of_kind(p)))
        for p in pieces
    ]
    several = sum(is_name for _, is_name in named) > 1 or any(
        len(p) >= _OVERLAP for p in pieces[1:]
    )
    return named if several else [(form, True)]
