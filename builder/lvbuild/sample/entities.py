"""The nouns of the invented world: what is in it, and what is true of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from lvbuild.core.seeds import Draws


@dataclass(frozen=True, slots=True)
class Entity:
    """Something with a name: a sea, river, town, person, institution or work.

    `id` is `<kind>-<number>`, unique in the world; `short` is what a text calls it after the
    first mention: a person's surname, else the name again. `female`: a person of whom texts may
    say "she".
    """

    id: str
    kind: str
    name: str
    short: str
    female: bool = False


Value = Entity | int | str
"""Another entity, a whole number (texts write it as plain digits) or a term of the lexicon."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of an entity: `subject` stands in `relation` to `value`."""

    subject: Entity
    relation: str
    value: Value


class Lexicon(Protocol):
    """Names and terms of one language.

    A lexicon is made with `spare`: whether it gives the names that worlds have, or those of the
    same shape that are kept back from all worlds (see `names.is_kept_back`).

    A name that is taken, or that holds or stands in another name, is drawn again: so there must
    be many, and no institution or work may be named with the name of a town, river or person.
    """

    @property
    def terms(self) -> Mapping[str, tuple[str, ...]]:
        """Return the words of each term relation.

        Its keys: fish, craft, market_day, festival_month, profession, collected,
        institution_sort and work_sort (the last two are told as `sort`).
        """

    @property
    def teaching(self) -> frozenset[str]:
        """Return the sorts of institutions at which people study, at least one."""

    @property
    def keeping(self) -> frozenset[str]:
        """Return the sorts of institutions that keep works, at least one."""

    @property
    def treasures(self) -> Mapping[str, tuple[str, ...]]:
        """Return what can be the treasure of each sort of institution."""

    def sea(self, draws: Draws) -> str:
        """Draw a sea's name."""

    def river(self, draws: Draws) -> str:
        """Draw a river's name."""

    def town(self, draws: Draws, low: bool) -> str:
        """Draw a town's name; `low`: it lies low enough for a port."""

    def person(self, draws: Draws, female: bool) -> tuple[str, str]:
        """Draw a person's full name and its short form."""

    def institution(self, draws: Draws, kind_term: str) -> str:
        """Draw an institution's name, given its sort."""

    def work(self, draws: Draws, kind_term: str) -> str:
        """Draw a work's title, given its sort."""
