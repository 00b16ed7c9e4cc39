"""Where the words of rows stand in texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from lvbuild.model import Language
from lvbuild.tables.kinds import NAMES, is_of_kind
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.normal import NormalText, normal_phrase, normal_texts
from lvbuild.text.phrases import holds
from lvbuild.text.replacement import Match, Pair, Replacer, leftmost_longest

Hits = Mapping[str, Sequence[Match]]
"""The matches of a phrase, by the ids of the texts it stands in."""


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


def says(text: str, phrase: str, language: Language) -> bool:
    """Tell whether a text holds a phrase in these words, or in others that a reader takes for it.

    Such are 12 for twelve, é for e, traditional characters for simplified ones.
    """
    if holds(text, phrase, language):
        return True
    wanted = normal_phrase(phrase, language)
    return wanted is not None and wanted.stands_in(_normal(text, language))


@lru_cache(maxsize=512)
def _normal(text: str, language: Language) -> NormalText:
    return normal_texts([text], language)[0]


class Occurrences:
    """All occurrences of phrases in texts, each text looked through once for all of them."""

    def __init__(
        self, phrases: Iterable[Pair], texts: Mapping[str, str], language: Language
    ) -> None:
        self._phrases = list(dict.fromkeys(phrases))
        self._hits: dict[Pair, dict[str, list[Match]]] = {phrase: {} for phrase in self._phrases}
        hits = list(self._hits.values())
        replacer = Replacer(self._phrases, language)
        for text_id, text in texts.items():
            for match in replacer.find(text):
                hits[match.pair].setdefault(text_id, []).append(match)

    def of(self, phrase: Pair) -> Hits:
        """Return where a phrase stands that was looked for."""
        return self._hits[phrase]

    def replaced(self, phrases: Collection[Pair]) -> Mapping[Pair, Hits]:
        """Return, for the phrases of one question, the matches that a build would replace."""
        by_text: dict[str, list[Match]] = defaultdict(list)
        for phrase in phrases:
            for text_id, matches in self._hits[phrase].items():
                by_text[text_id] += matches
        kept: dict[Pair, dict[str, list[Match]]] = {phrase: {} for phrase in phrases}
        for text_id, matches in by_text.items():
            for match in leftmost_longest(matches):
                kept[self._phrases[match.pair]].setdefault(text_id, []).append(match)
        return dict(kept)
