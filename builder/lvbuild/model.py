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
