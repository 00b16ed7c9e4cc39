"""What a rule of cleaning is: a name, and patterns with what stands for their matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Step(NamedTuple):
    """A pattern, and what stands for each of its matches.

    A group called `kept` that stands in what is new, too, is what stays of the match: places in
    it remain known.
    """

    pattern: re.Pattern[str]
    new: Callable[[re.Match[str]], str]


class Rule(NamedTuple):
    """A kind of noise, by the name that manifests and cards count it under.

    `steps` returns those to be taken in a text, one after another: none where a quick look shows
    that it has nothing of the kind.
    """

    name: str
    steps: Callable[[str], Sequence[Step]]


def always(new: str) -> Callable[[re.Match[str]], str]:
    """Return what lets the same stand for every match."""
    return lambda _: new


def before(found: re.Match[str]) -> str:
    """Return the character before a match, "" at the text's beginning."""
    return found.string[found.start() - 1] if found.start() else ""


def after(found: re.Match[str]) -> str:
    """Return the character after a match, "" at the text's end."""
    return found.string[found.end() : found.end() + 1]
