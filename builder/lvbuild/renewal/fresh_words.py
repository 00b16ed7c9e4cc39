"""Other words for what rows replace, drawn as suggestions are."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Texts, UsedWords
from lvbuild.annotate.suggesting.figures import figure_words, find_figures
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.renewal.worlds import Reading, World, fullest
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES

_OVERLAP = 2
"""Characters, where no spaces part words, that tell one name in another."""
_YEAR = re.compile("[12][0-9]{3}")
_ORDER: Sequence[Kind] = ("date", "number", "person", "place", "organisation", "title")
"""People come before what is called after them."""

Words = Mapping[str, Sequence[str]]
"""New words by what they stand for."""


@dataclass(frozen=True, slots=True)
class Told:
    """The texts of questions that share documents, and the originals that their rows replace."""

    texts: Texts
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

    Terms are none, as no words are suggested for them.
    """
    found = kin([row for row in rows if row.kind in NAMES | FIGURES])

    def forms(rest: Sequence[ReplacementRow]) -> tuple[str, ...]:
        """Return the forms of a name, that which its rows call it by first, then the fullest."""
        called = {row.entity for row in rest}
        own = {row.original for row in rest}
        return tuple(sorted(own, key=lambda form: (form not in called, fullest(form))))

    return [
        Family(
            Entity(rest[0].kind, forms(rest)),
            max(map(wanted, rest)),
            frozenset(word for row in rest for word in row.words),
        )
        for rest in sorted(found, key=lambda rest: _ORDER.index(rest[0].kind))
    ]


def kin(rows: Sequence[ReplacementRow]) -> list[list[ReplacementRow]]:
    """Return rows by what their words go with: dates are one, since years move alike."""
    found: list[list[ReplacementRow]] = []
    for row in rows:
        own = [rest for rest in found if any(_akin(row, other) for other in rest)]
        found = [rest for rest in found if rest not in own]
        found.append([*(other for rest in own for other in rest), row])
    return found


def _akin(one: ReplacementRow, other: ReplacementRow) -> bool:
    if one.original == other.original:
        return True
    named = bool(one.entity) and one.entity == other.entity
    same = named or one.replacement == other.replacement  # two spellings of one name
    return one.kind == other.kind and (one.kind == "date" or same)


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
        self._taken = UsedWords("\n".join(pool), language).with_rows(rows)

    def keep(self, row: ReplacementRow) -> None:
        """Keep the words of a row from being drawn again."""
        self._taken.add([row])

    def draw(self, told: Told, wanted: Sequence[Family], *seed: str | int) -> Words:
        """Return the words of each family for which there are as many as it wants.

        The first words of all families are one world, the second ones another: a part that two
        names share has the same new word in both.
        """
        words: dict[str, list[str]] = {form: [] for each in wanted for form in each.entity.forms}
        own = (*self._seed, *seed)
        reading = Reading(told.texts, self._language, self._taken, *own)
        for family in wanted:
            if family.entity.kind in FIGURES:
                drawn = self._figures(family.entity, told, *own)
                for place in range(CHOICES if drawn.keys() >= {*family.entity.forms} else 0):
                    figures = {form: drawn[form][place] for form in family.entity.forms}
                    self._take(figures, told, family, words)
        names = [family for family in wanted if family.entity.kind not in FIGURES]
        for number in range(max((family.wanted for family in names), default=0)):
            world = World(reading, *own, number)
            for family in (each for each in names if number < each.wanted):
                for new, known in world.versions(family.entity, family.had):
                    if self._take(new, told, family, words):
                        world.keep(known)
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
        lists = rules_of(self._language).LISTS
        alone = {form: find_figures([form], lists) for form in entity.forms}
        # A form by itself may lack what tells that it is one.
        told_of = [] if all(alone.values()) else find_figures(told.texts.every, lists)
        parts = {
            form: found or [each for each in told_of if form in each.forms]
            for form, found in alone.items()
        }
        years, others = dict[str, None](), list[Entity]()
        for part in chain.from_iterable(parts.values()):
            told_year = entity.kind == "date" and all(map(_YEAR.fullmatch, part.forms))
            is_year = part.kind == "date" or told_year
            years |= dict.fromkeys(part.forms) if is_year else {}
            others += [] if is_year else [part]
        every = [*others, Entity("date", tuple(years))] if years else others
        new: dict[str, Sequence[str]] = {}
        for each in every:
            new |= figure_words(each, told.texts, lists, Draws(*seed, each.forms[0])) or {}
        return {form: reworded for form in parts if (reworded := _replaced(form, new))}


def _replaced(form: str, new: Words) -> Sequence[str]:
    """Return a date or number with its figures replaced by each of their new ones."""
    held = sorted((old for old in new if old in form), key=len, reverse=True)
    if not held:
        return ()
    finder = re.compile("|".join(map(re.escape, held)))
    each = ({old: new[old][number] for old in held} for number in range(CHOICES))
    return [finder.sub(lambda old, new=new: new[old[0]], form) for new in each]  # type: ignore[misc]
