"""The nouns that every part of lvbuild shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all that is asked, expected and set into its contexts.

    `id` is `<corpus>:<upstream id>`, in fact recall `needle:<id>`. `keywords` and
    `confusing_facts` are empty where the recipe has none; `needle` is empty outside fact recall.
    """

    id: str
    input: str
    answers: tuple[str, ...]
    keywords: str = ""
    confusing_facts: tuple[str, ...] = ()
    needle: str = ""


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
