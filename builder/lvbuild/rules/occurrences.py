"""Where the words of rows stand in texts."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import attrgetter

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.normal import NormalText
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.names import is_of_kind
from lvbuild.text.normal import normal_phrase, normal_texts
from lvbuild.text.phrases import folded_holds
from lvbuild.text.replacement import Match, Pair, Replacer, folded_variants, leftmost_longest
from lvbuild.text.replacement.forms import NAMES

_WORD = re.compile(r"[^\W_]+")
_MOST_LOOKED_UP = 3
_MOST_KEPT = 20_000


class SearchedTexts(Mapping[str, str]):
    """Texts by id, which know from the words in them which ones may hold a phrase.

    That is worth it where they are asked many times: the words are gathered at the first one, and
    what was found is kept. In English a phrase begins and ends between words, so that its words are
    those of the text; in Chinese its pairs of characters are.
    """

    def __init__(self, texts: Mapping[str, str], language: LanguageCode) -> None:
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

    def __init__(self, texts: Mapping[str, str], language: LanguageCode) -> None:
        self._names = list(texts)
        self._language = language
        self._places: dict[str, array[int]] = {}
        for place, text in enumerate(texts.values()):
            for word in set(find_language(language).index_terms(folded_variants(text))):
                self._places.setdefault(word, array("I")).append(place)

    def names(self, phrases: Iterable[str]) -> Iterator[str]:
        """Yield the ids of the texts that hold the words of a phrase, the rarest at least."""
        places: set[int] = set()
        for phrase in phrases:
            places.update(self._holding(phrase))
        yield from (self._names[place] for place in sorted(places))

    def _holding(self, phrase: str) -> Iterable[int]:
        words = set(find_language(self._language).index_terms(folded_variants(phrase)))
        if not words:
            return range(len(self._names))
        held = sorted((self._places.get(word, array("I")) for word in words), key=len)
        return set(held[0]).intersection(*held[1:_MOST_LOOKED_UP])


Hits = Mapping[str, Sequence[Match]]
"""The matches of a phrase, by the ids of the texts it stands in."""

_Hits = dict[str, list[Match]]
_APART = "\x03"
_start = attrgetter("start")


def sought(phrase: str, kind: Kind) -> Pair:
    """Return the pair that finds a new word as if it were replaced; rows of one word share it."""
    return Pair(phrase, phrase, kind)


def sought_names(pairs: Iterable[Pair], language: LanguageCode) -> list[Pair]:
    """Return the pairs that find the words which replace names: no other document may hold them.

    Words of kind alone, such as River, are no names.
    """
    return [
        sought(pair.replacement, pair.kind)
        for pair in pairs
        if pair.kind in NAMES and not is_of_kind(pair.replacement, language)
    ]


def sought_original(row: ReplacementRow) -> Pair:
    """Return the pair that finds a row's original; rows of one original share it."""
    return Pair(row.original, row.original, row.kind, row.plural, row.everywhere)


class Texts:
    """Texts read once for all phrases that are looked for in them."""

    def __init__(self, texts: Iterable[str], language: LanguageCode) -> None:
        self._texts = list(dict.fromkeys(texts))
        self._language = language

    def say(self, phrase: str) -> bool:
        """Tell whether a text holds a phrase in its words, or in others that a reader takes for it.

        Such are 12 for twelve, é for e, traditional characters for simplified ones.
        """
        if folded_holds(self._folded, phrase, self._language):
            return True
        wanted = normal_phrase(phrase, self._language)
        return wanted is not None and wanted.stands_in(self._normal)

    @cached_property
    def _folded(self) -> str:
        return _APART.join(self._texts).casefold()

    @cached_property
    def _normal(self) -> NormalText:
        forms = normal_texts(self._texts, self._language)
        return NormalText(
            _APART.join(form.folded for form in forms),
            _APART.join(form.cased for form in forms),
            _APART.join(form.compounds for form in forms),
        )


def says(text: str, phrase: str, language: LanguageCode) -> bool:
    """Tell whether a text holds a phrase; what looks for several has its `Texts`."""
    return Texts([text], language).say(phrase)


class Occurrences:
    """All occurrences of phrases in texts, each text looked through once for all of them."""

    def __init__(
        self, phrases: Iterable[Pair], texts: Mapping[str, str], language: LanguageCode
    ) -> None:
        self._phrases = list(dict.fromkeys(phrases))
        self._places = {phrase: place for place, phrase in enumerate(self._phrases)}
        self._hits = _hits(self._phrases, texts, language)

    def of(self, phrase: Pair) -> Hits:
        """Return where a phrase stands that was looked for."""
        return self._hits[phrase]

    def replaced(self, phrases: Collection[Pair]) -> Mapping[Pair, Hits]:
        """Return, for the phrases of one question, the matches that a build would replace.

        Texts that hold the first phrases come first.
        """
        here = {self._places[phrase] for phrase in phrases}
        kept = {phrase: self._hits[phrase] for phrase in phrases}
        contested = [one for one in phrases if not self._rivals[self._places[one]].isdisjoint(here)]
        by_text: dict[str, list[Match]] = defaultdict(list)
        for phrase in contested:
            kept[phrase] = {}
            for text_id, matches in self._hits[phrase].items():
                by_text[text_id] += matches
        for text_id, matches in by_text.items():
            for match in leftmost_longest(matches):
                kept[self._phrases[match.pair]].setdefault(text_id, []).append(match)
        texts = dict.fromkeys(chain.from_iterable(self._hits[phrase] for phrase in phrases))
        rank = {text_id: place for place, text_id in enumerate(texts)}.__getitem__
        return {
            phrase: {text_id: hits[text_id] for text_id in sorted(hits, key=rank)}
            for phrase, hits in kept.items()
        }

    @cached_property
    def _rivals(self) -> Sequence[set[int]]:
        """The places of the phrases that a match of each phrase overlaps somewhere."""
        by_text: dict[str, list[Match]] = defaultdict(list)
        for hits in self._hits.values():
            for text_id, matches in hits.items():
                by_text[text_id] += matches
        rivals: list[set[int]] = [set() for _ in self._phrases]
        for matches in by_text.values():
            open_: list[Match] = []
            for match in sorted(matches, key=_start):
                open_ = [other for other in open_ if other.end > match.start]
                for other in open_:
                    rivals[match.pair].add(other.pair)
                    rivals[other.pair].add(match.pair)
                open_.append(match)
        return rivals


def _hits(
    phrases: Sequence[Pair], texts: Mapping[str, str], language: LanguageCode
) -> dict[Pair, _Hits]:
    if isinstance(texts, SearchedTexts):
        return texts.found(phrases)
    hits: list[_Hits] = [{} for _ in phrases]
    replacer = Replacer(phrases, language)
    for text_id, text in texts.items():
        for match in replacer.find(text):
            hits[match.pair].setdefault(text_id, []).append(match)
    return dict(zip(phrases, hits, strict=True))
