"""Coined keys and values: each stands once in a recipe, and nowhere in its haystack."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Literal
from uuid import UUID

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws, Seeds
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.sample import Lexicon, Names

WordKind = Literal["words", "numbers", "uuids", "names"]
"""What a recipe's keys and values can be."""

Kind = WordKind | Literal["person", "place", "organisation", "number"]
"""What can be coined: what a recipe's can be, names of each kind, and short numbers."""

_FEW = 1_000
"""So many are drawn at a time and looked for in the texts in one pass."""
_SEVEN_DIGITS = re.compile(r"\d{7}")
_DRY = 20
"""Times that so many in a row may all be found in the texts."""


class UniqueWords:
    """Coins words that stand in none of some texts, in an order that follows from its draws."""

    def __init__(self, language: LanguageCode, seeds: Seeds, texts: Iterable[str]) -> None:
        self._language = find_language(language)
        self._seeds = seeds
        self._texts = [_folded(text) for text in texts]
        self._names = Names(language)
        self._streams: dict[str, Iterator[str]] = {}
        self._given: list[str] = []

    def __call__(self, kind: Kind) -> str:
        """Return a new one; raise UsageError where there are no more."""
        name = "person" if kind == "names" else kind
        if name not in self._streams:
            self._streams[name] = self._free(self._candidates(name))
        word = next(self._streams[name], None)
        if word is None:
            raise UsageError(
                f"{self._seeds.recipe}: there are not enough {kind} for all records, each with its"
                " own; take numbers or uuids, fewer decoys or a smaller count"
            )
        self._given.append(word)
        return word

    def stands_in(self, text: str) -> bool:
        """Return whether a text holds one of those that were given."""
        return bool(_standing(self._given, [_folded(text)]))

    def _free(self, candidates: Iterator[str]) -> Iterator[str]:
        return _standing_nowhere(candidates, self._texts)

    def _candidates(self, kind: str) -> Iterator[str]:
        draws = self._seeds.draws(kind)
        if kind == "words":
            file = Path(__file__).with_name("coined_words.json")
            parts = json.loads(file.read_text("utf-8"))[self._language.code]
            pairs = product(parts["first"], parts["second"])
            return iter(draws.shuffled([self._language.space.join(pair) for pair in pairs]))
        if kind == "uuids":
            return _new(lambda: _uuid(draws))
        if kind in {"numbers", "number"}:
            least = 10**6 if kind == "numbers" else 10**3
            return _new(lambda: str(draws.between(least, 10 * least - 1)))
        return _new_names(Lexicon(self._language.code), self._names, kind, draws)


class ToldWords(UniqueWords):
    """Coins the words of records again by their facts alone: those of all, and what is told `here`.

    Which words the texts had left free is seen by what is told: a word that no fact has was passed
    over, if one of this record's follows before any of another's. Else it was exchanged.
    """

    def __init__(self, language: LanguageCode, seeds: Seeds, told: Iterable[str]) -> None:
        super().__init__(language, seeds, ["\n".join(told)])
        self.here = ""

    def _free(self, candidates: Iterator[str]) -> Iterator[str]:
        [told], holds = self._texts, self._language.holds
        while few := list(islice(candidates, _FEW)):
            standing = _standing(few, [told])
            places = [n for n, word in enumerate(few) if word in standing and holds(told, word)]
            first = 0
            while first < len(few):
                until = next((place for place in places if place >= first), None)
                if until is None and places:
                    break  # the texts have the rest
                own = until is not None and holds(self.here, few[until])
                first = until if own and until is not None else first
                yield few[first]
                first += own or first != until


def _standing_nowhere(candidates: Iterator[str], texts: Sequence[str]) -> Iterator[str]:
    """Yield the words that no text holds.

    What yields holds nothing of what asks it: each would keep the other, and the texts with them.
    """
    dry = 0
    while few := list(islice(candidates, _FEW)):
        standing = _standing(few, texts)
        dry = dry + 1 if len(standing) == len(few) else 0
        if dry == _DRY:
            return
        yield from (word for word in few if word not in standing)


def _standing(words: Sequence[str], folded: Iterable[str]) -> set[str]:
    """Return the words that stand in a folded text: in any case, and across line breaks."""
    from ahocorasick_rs import AhoCorasick, MatchKind

    if not words:
        return set()
    automaton = AhoCorasick([_folded(word) for word in words], matchkind=MatchKind.Standard)
    found: set[int] = set()
    for text in folded:
        matches = automaton.find_matches_as_indexes(text, overlapping=True)
        found.update(number for number, _, _ in matches)
    return {words[number] for number in found}


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _new(draw: Callable[[], str]) -> Iterator[str]:
    """Yield what is drawn, each once; end where nothing new comes any more."""
    seen: set[str] = set()
    old = 0
    while old < _FEW:
        word = draw()
        old = old + 1 if word in seen else 0
        if not old:
            seen.add(word)
            yield word


def _new_names(lexicon: Lexicon, names: Names, kind: str, draws: Draws) -> Iterator[str]:
    def draw() -> str:
        if kind == "person":
            return lexicon.name(draws, kind, "woman" if draws.index(2) else "man")
        return lexicon.name(draws, "town" if kind == "place" else "firm")

    while True:
        yield names.give(draw)


def _uuid(draws: Draws) -> str:
    """Draw a UUID in which no coined number can stand: no seven digits in a row."""
    while True:
        digits = "".join(f"{draws.index(2**32):08x}" for _ in range(4))
        word = str(UUID(digits))
        if not _SEVEN_DIGITS.search(word):
            return word
