"""Texts that are looked through again and again, of which few hold what is looked for."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lvbuild.core.model import Language
from lvbuild.text.replacement import Match, Pair, Replacer, folded_variants

_WORD = re.compile(r"[^\W_]+")
_UNBROKEN = re.compile(r"\S+")
_MOST_LOOKED_UP = 3
_MOST_KEPT = 20_000


class SearchedTexts(Mapping[str, str]):
    """Texts by id, which know from the words in them which ones may hold a phrase.

    That is worth it where they are asked many times: the words are gathered at the first one, and
    what was found is kept. In English a phrase begins and ends between words, so that its words are
    those of the text; in Chinese its pairs of characters are.
    """

    def __init__(self, texts: Mapping[str, str], language: Language) -> None:
        self._texts = texts
        self._language = language
        self._first: Mapping[str, str] = {}
        self._kept = _Kept()

    def __getitem__(self, name: str) -> str:
        return self._texts[name] if name in self._texts else self._first[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._first
        yield from self._texts

    def __len__(self) -> int:
        return len(self._first) + len(self._texts)

    def __contains__(self, name: object) -> bool:
        return name in self._texts or name in self._first

    def with_first(self, texts: Mapping[str, str]) -> SearchedTexts:
        """Return these texts with others before them, which are looked through each time."""
        both = SearchedTexts(self._texts, self._language)
        both._first = {name: text for name, text in texts.items() if name not in self._texts}
        both._kept = self._kept
        return both

    def that_may_hold(self, phrases: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the texts that may hold one of several phrases, with their ids."""
        yield from self._first.items()
        if self._kept.index is None:
            self._kept.index = _Index(self._texts, self._language)
        for name in self._kept.index.names(phrases):
            yield name, self._texts[name]

    def found(self, phrases: Sequence[Pair]) -> dict[Pair, dict[str, list[Match]]]:
        """Return the matches of phrases, which differ, by the ids of the texts they stand in."""
        new = [phrase for phrase in phrases if phrase not in self._kept.matches]
        replacer = Replacer(new, self._language)
        matches: dict[Pair, dict[str, list[Match]]] = {phrase: {} for phrase in new}
        texts = SearchedTexts(self._texts, self._language)
        texts._kept = self._kept
        for name, text in texts.that_may_hold(replacer.phrases):
            for match in replacer.find(text):
                matches[new[match.pair]].setdefault(name, []).append(match)
        known = self._kept.with_matches(matches)
        found: dict[Pair, dict[str, list[Match]]] = {phrase: {} for phrase in phrases}
        replacer = Replacer(phrases, self._language)
        for name, text in self._first.items():
            for match in replacer.find(text):
                found[phrases[match.pair]].setdefault(name, []).append(match)
        for place, phrase in enumerate(phrases):
            for name, held in known[phrase].items():
                found[phrase][name] = [Match(place, *match[1:]) for match in held]
        return found


@dataclass
class _Kept:
    """What is kept of texts: their words, and where phrases stand that were looked for."""

    index: _Index | None = None
    matches: dict[Pair, dict[str, list[Match]]] = field(default_factory=dict)

    def with_matches(
        self, found: Mapping[Pair, dict[str, list[Match]]]
    ) -> Mapping[Pair, Mapping[str, Sequence[Match]]]:
        """Keep the matches of phrases, and return all that are kept; too many are forgotten."""
        both = {**self.matches, **found}
        self.matches = both if len(both) < _MOST_KEPT else dict(found)
        return both


class _Index:
    """The ids of texts by the words in them."""

    def __init__(self, texts: Mapping[str, str], language: Language) -> None:
        self._names = list(texts)
        self._language = language
        self._places: dict[str, array[int]] = {}
        for place, text in enumerate(texts.values()):
            for word in set(_words(text, language)):
                self._places.setdefault(word, array("I")).append(place)

    def names(self, phrases: Iterable[str]) -> Iterator[str]:
        """Yield the ids of the texts that hold the words of a phrase, the rarest at least."""
        places: set[int] = set()
        for phrase in phrases:
            places.update(self._holding(phrase))
        yield from (self._names[place] for place in sorted(places))

    def _holding(self, phrase: str) -> Iterable[int]:
        words = set(_words(phrase, self._language))
        if not words:
            return range(len(self._names))
        held = sorted((self._places.get(word, array("I")) for word in words), key=len)
        return set(held[0]).intersection(*held[1:_MOST_LOOKED_UP])


def _words(text: str, language: Language) -> Iterator[str]:
    text = folded_variants(text)
    if language == "en":
        yield from _WORD.findall(text)
        return
    for run in _UNBROKEN.findall(text):
        for first, second in pairwise(run):
            yield first + second
