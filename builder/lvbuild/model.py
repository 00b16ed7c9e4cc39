"""The nouns that every part of lvbuild shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Language = Literal["en", "zh"]
"""The languages a recipe can be in: English counts words, Chinese characters."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text of a corpus, NFC, with line feeds as newlines and no white space at either end.

    `id` is `<corpus>:<upstream id>`; `title` is for people and never enters a context.
    """

    id: str
    text: str
    title: str = ""


class Fact(NamedTuple):
    """A text that is set into a context: a "needle", "confusing", or of a role of a task's own."""

    role: str
    text: str


class Replacement(NamedTuple):
    """A pair of words, and how often it was used in a question's fields and its facts' texts."""

    original: str
    replacement: str
    uses: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all that is asked, expected and set into its contexts.

    `id` is `<corpus>:<upstream id>`, in fact recall `needle:<id>`. `keywords` are empty where the
    recipe has none. `supporting` are the ids of its supporting documents, in their order. The
    words are those after `replacements`, which are empty before.
    """

    id: str
    input: str
    answers: tuple[str, ...]
    keywords: str = ""
    facts: tuple[Fact, ...] = ()
    supporting: tuple[str, ...] = ()
    replacements: tuple[Replacement, ...] = ()

    @property
    def confusing_facts(self) -> tuple[str, ...]:
        """The texts of the facts that can be mistaken for its evidence."""
        return tuple(text for _, text in self.facts_of("confusing"))

    def facts_of(self, role: str) -> tuple[tuple[int, str], ...]:
        """Return the facts of a role: their places among all, and their texts."""
        return tuple((i, fact.text) for i, fact in enumerate(self.facts) if fact.role == role)

    @property
    def texts(self) -> tuple[str, ...]:
        """All that a record counts of it beside the passages: input, answers, facts."""
        return self.input, *self.answers, *(fact.text for fact in self.facts)


@dataclass(frozen=True, slots=True, order=True)
class Level:
    """A target length such as 16k = 16,000, counted in the recipe's unit."""

    size: int

    @property
    def label(self) -> str:
        """The level as file names and messages have it: 16k, 1.5k, 1000k.

        Always in thousands: what reads LV-Eval's files looks for a number with a k.
        """
        return f"{self.size / 1_000:.12g}k"

    @property
    def tolerance(self) -> float:
        """How far a record's length may be from the level: 0.5% of it."""
        return self.size * 0.005
