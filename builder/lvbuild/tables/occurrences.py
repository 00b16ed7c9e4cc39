"""Where the words of rows stand in texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import attrgetter

from lvbuild.core.model import Language
from lvbuild.tables.kinds import NAMES, is_of_kind
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.tables.searched import SearchedTexts
from lvbuild.text.normal import NormalText, normal_phrase, normal_texts
from lvbuild.text.phrases import folded_holds
from lvbuild.text.replacement import Match, Pair, Replacer, leftmost_longest

Hits = Mapping[str, Sequence[Match]]
"""The matches of a phrase, by the ids of the texts it stands in."""

_Hits = dict[str, list[Match]]
_APART = "\x03"
_start = attrgetter("start")


def sought(phrase: str, kind: Kind) -> Pair:
    """Return the pair that finds a new word as if it were replaced; rows of one word share it."""
    return Pair(phrase, phrase, kind)


def sought_names(pairs: Iterable[Pair], language: Language) -> list[Pair]:
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

    def __init__(self, texts: Iterable[str], language: Language) -> None:
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


def says(text: str, phrase: str, language: Language) -> bool:
    """Tell whether a text holds a phrase; what looks for several has its `Texts`."""
    return Texts([text], language).say(phrase)


class Occurrences:
    """All occurrences of phrases in texts, each text looked through once for all of them."""

    def __init__(
        self, phrases: Iterable[Pair], texts: Mapping[str, str], language: Language
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
    phrases: Sequence[Pair], texts: Mapping[str, str], language: Language
) -> dict[Pair, _Hits]:
    if isinstance(texts, SearchedTexts):
        return texts.found(phrases)
    hits: list[_Hits] = [{} for _ in phrases]
    replacer = Replacer(phrases, language)
    for text_id, text in texts.items():
        for match in replacer.find(text):
            hits[match.pair].setdefault(text_id, []).append(match)
    return dict(zip(phrases, hits, strict=True))
