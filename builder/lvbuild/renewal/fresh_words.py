"""Other words for what rows replace, drawn as suggestions are."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, UsedWords
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.suggest import find_entities, rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES

_TRIES = 4
"""How often words are drawn for what has too few that are new."""

_OVERLAP = 2
"""Characters, where no spaces part words, that a name and what stands beside it share of another.
"""
_YEAR = re.compile("[12][0-9]{3}")

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
            Entity(
                rest[0].kind, tuple(sorted({r.original for r in rest}, key=lambda o: (-len(o), o)))
            ),
            max(map(wanted, rest)),
            frozenset(word for row in rest for word in (row.replacement, *row.alternatives)),
        )
        for rest in found
    ]


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
        self._language, self._rules, self._seed = language, rules_of(language), seed
        self._taken = UsedWords("\n".join(pool), language)
        for row in rows:
            self._taken.add(row)

    def keep(self, row: ReplacementRow) -> None:
        """Keep the words of a row from being drawn again."""
        self._taken.add(row)

    def draw(self, told: Told, wanted: Sequence[Family], *seed: str | int) -> Words:
        """Return the words of each family for which there are as many as it wants."""
        found = find_entities(told.documents, told.asked, self._language, self._taken.is_common)
        words: dict[str, list[str]] = {form: [] for each in wanted for form in each.entity.forms}
        for number in range(_TRIES):
            own = (*self._seed, *seed, number)
            proposer = self._rules.PROPOSER(told.texts, self._taken, *own)
            for family in wanted:
                entity, first = family.entity, family.entity.forms[0]
                if len(words[first]) >= family.wanted:
                    continue
                if entity.kind in FIGURES:
                    drawn = self._figures(entity, told, *own)
                else:
                    drawn = proposer.words(_known(entity, found)) or {}
                for place in range(CHOICES if drawn.keys() >= {*entity.forms} else 0):
                    new = {form: drawn[form][place] for form in entity.forms}
                    if len(words[first]) < family.wanted and self._fits(new, told, family, words):
                        for form, word in new.items():
                            words[form].append(word)
        return {
            form: tuple(words[form])
            for each in wanted
            for form in each.entity.forms
            if len(words[form]) == each.wanted
        }

    def _fits(self, new: Mapping[str, str], told: Told, family: Family, words: Words) -> bool:
        """Tell whether words are new to a family, and make nothing that a row replaces."""
        had = {*family.had, *(word for form in new for word in words[form])}
        return had.isdisjoint(new.values()) and not any(
            self._makes(word, original) for word in new.values() for original in told.originals
        )

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
        lists, answers = self._rules.LISTS, [answer for _, answer in told.asked]
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


def _known(entity: Entity, found: Iterable[Entity]) -> Entity:
    """Return an entity of rows with what the texts tell of it: its sort and gender."""
    forms = set(entity.forms)
    like = (each for each in found if each.kind == entity.kind and not forms.isdisjoint(each.forms))
    if (told := next(like, None)) is None:
        return entity
    return replace(entity, sort=told.sort, gender=told.gender)
