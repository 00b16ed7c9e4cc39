"""Replacing a question's words: all pairs at once, in one pass over a text.

An automaton finds every occurrence of every pair, overlapping ones too. Of these the ones that
respect the borders are kept, and of those the leftmost, longest ones are replaced: in this order,
or a longer match that breaks a border would hide a shorter one that does not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lvbuild.model import Language

_RUN_OF_SPACE = re.compile(r"\s{2,}|[^\S ]")
_THROUGH = ".,:/–"  # what joins digits to one number: 10,000 or 3.5 or 12:30


@dataclass(frozen=True, slots=True)
class Pair:
    """A word or phrase, and what stands for it. White space in the original matches any run."""

    original: str
    replacement: str


class Match(NamedTuple):
    """An occurrence of `pair` (an index) at [start, end) of a text, and its new wording."""

    pair: int
    start: int
    end: int
    wording: str


class Hit(NamedTuple):
    """A replaced place: the pair's index, and where its new wording starts in the new text."""

    pair: int
    start: int


class Replaced(NamedTuple):
    """A text after replacement, and its replaced places in ascending order."""

    text: str
    hits: tuple[Hit, ...]


class Replacer:
    """Finds and replaces pairs as they are written and in capitals, between borders.

    Borders: in English no letter or digit stands beside a match; in Chinese neither beside a Latin
    letter, and no digit beside a digit. In both a number is never cut out of a longer one, such as
    10 out of "10,000".
    """

    def __init__(self, pairs: Sequence[Pair], language: Language) -> None:
        from ahocorasick_rs import AhoCorasick, MatchKind

        self._language = language
        forms: dict[str, tuple[int, str]] = {}
        for index, pair in enumerate(pairs):
            forms.setdefault(" ".join(pair.original.split()), (index, pair.replacement))
        for index, pair in enumerate(pairs):
            capitals = " ".join(pair.original.upper().split())
            forms.setdefault(capitals, (index, pair.replacement.upper()))
        self._wordings = list(forms.values())
        self._automaton = AhoCorasick(list(forms), matchkind=MatchKind.Standard) if forms else None

    def find(self, text: str) -> list[Match]:
        """Return every occurrence that respects the borders, overlapping ones too."""
        if self._automaton is None:
            return []
        folded, removed = _fold(text)
        found = []
        matches = self._automaton.find_matches_as_indexes(folded, overlapping=True)
        for form, folded_start, folded_end in matches:
            start = _unfold(folded_start, removed)
            end = _unfold(folded_end - 1, removed) + 1
            if self._free(text, start, end):
                pair, wording = self._wordings[form]
                found.append(Match(pair, start, end, wording))
        return found

    def replace(self, text: str) -> Replaced:
        """Replace all pairs in one pass; the new words are not looked at again."""
        return rewrite(text, self.find(text))

    def _free(self, text: str, start: int, end: int) -> bool:
        return not (
            self._joined(text[start], text[start - 1 : start], text[start - 2 : start - 1])
            or self._joined(text[end - 1], text[end : end + 1], text[end + 1 : end + 2])
        )

    def _joined(self, edge: str, beside: str, beyond: str) -> bool:
        """Tell whether the edge of a match is one word or number with what stands beside it."""
        if not (beside and edge.isalnum()):
            return False
        if edge.isdecimal() and (beside.isdecimal() or (beside in _THROUGH and beyond.isdecimal())):
            return True
        if self._language == "en":
            return beside.isalnum()
        return _latin(edge) and (_latin(beside) or beside.isdecimal())


def rewrite(text: str, matches: Iterable[Match]) -> Replaced:
    """Replace the leftmost-longest of the matches that do not overlap."""
    pieces: list[str] = []
    hits: list[Hit] = []
    copied = length = 0
    for match in sorted(matches, key=lambda match: (match.start, -match.end)):
        if match.start < copied:
            continue
        pieces += text[copied : match.start], match.wording
        length += match.start - copied
        hits.append(Hit(match.pair, length))
        length += len(match.wording)
        copied = match.end
    if not hits:
        return Replaced(text, ())
    pieces.append(text[copied:])
    return Replaced("".join(pieces), tuple(hits))


def _latin(character: str) -> bool:
    return character.isalpha() and character < "\u2e80"


def _fold(text: str) -> tuple[str, tuple[list[int], list[int]]]:
    """Make every run of white space one space; tell after which places how much was left out."""
    places: list[int] = []
    totals: list[int] = []
    removed = 0

    def one_space(run: re.Match[str]) -> str:
        nonlocal removed
        if len(run[0]) > 1:
            places.append(run.start() - removed)
            removed += len(run[0]) - 1
            totals.append(removed)
        return " "

    return _RUN_OF_SPACE.sub(one_space, text), (places, totals)


def _unfold(offset: int, removed: tuple[list[int], list[int]]) -> int:
    """Map an offset of the folded text, of no space, to the text's own."""
    places, totals = removed
    before = bisect_right(places, offset - 1)
    return offset + (totals[before - 1] if before else 0)
