"""Where the words of rows stand in texts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import TypeVar

from lvbuild.core.model import LanguageCode
from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalText
from lvbuild.tables.rows import Kind
from lvbuild.text.pairs import NAMES, Pair
from lvbuild.text.replacing import VARIED, Replacer, folded_variants

T = TypeVar("T")

_APART = "\x03"
_AT_ONCE = 250_000
"""Characters."""


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
        if pair.kind in NAMES and not language.is_of_kind(pair.replacement)
    ]


class Texts:
    """Texts read once for all phrases that are looked for in them."""

    def __init__(self, texts: Iterable[str], language: Language) -> None:
        self.each = list(dict.fromkeys(texts))
        self.language = language
        self.normal: NormalText | None = None

    @cached_property
    def folded(self) -> str:
        """The texts without regard to case."""
        return _APART.join(self.each).casefold()

    def say(self, phrase: str) -> bool:
        """Tell whether a text holds a phrase in its words, or in others that a reader takes for it.

        Such are 12 for twelve, é for e, traditional characters for simplified ones.
        """
        return next(say_each([(self, phrase)]))


def say_each(asked: Iterable[tuple[Texts, str]]) -> Iterator[bool]:
    """Tell of texts and phrases whether the ones say the others, many at once.

    What costs most is to begin to read texts and phrases in their normal form.
    """
    for batch in _batched(asked, lambda each: sum(map(len, each[0].each))):
        yield from _said(batch)


def _said(asked: Sequence[tuple[Texts, str]]) -> list[bool]:
    as_written = [texts.language.folded_holds(texts.folded, phrase) for texts, phrase in asked]
    others = [each for each, written in zip(asked, as_written, strict=True) if not written]
    if not others:
        return as_written
    language = others[0][0].language
    unread = {id(texts): texts for texts, _ in others if texts.normal is None}
    each = list(dict.fromkeys(chain.from_iterable(texts.each for texts in unread.values())))
    forms = dict(zip(each, language.normal_texts(each), strict=True))
    for texts in unread.values():
        normal = [forms[text] for text in texts.each] or [NormalText("")]
        texts.normal = NormalText(*map(_APART.join, zip(*normal, strict=True)))
    wanted = language.normal_phrases([phrase for _, phrase in others], False)
    held = (
        bool(phrase and texts.normal and phrase.stands_in(texts.normal))
        for phrase, (texts, _) in zip(wanted, others, strict=True)
    )
    return [written or next(held) for written in as_written]


def stand_elsewhere(
    asked: Sequence[tuple[Pair, Collection[str]]], texts: Mapping[str, str], language: LanguageCode
) -> list[bool]:
    """Tell of phrases whether they stand in a text, each but for texts of its own, named by id.

    Texts are looked through for all that are not found yet, as far as there are any.
    """
    waiting = set(range(len(asked)))
    for part in _batched(texts.items(), lambda one: len(one[1])):
        places = sorted(waiting)
        replacer = Replacer([asked[place][0] for place in places], language)
        for name, text in _likely(part, replacer.phrases):
            found = {places[match.pair] for match in replacer.find(text)}
            waiting.difference_update(place for place in found if name not in asked[place][1])
    return [place not in waiting for place in range(len(asked))]


def that_may_hold(texts: Mapping[str, str], phrases: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield those of many texts that may hold one of several phrases, with their ids."""
    for part in _batched(texts.items(), lambda one: len(one[1])):
        yield from _likely(part, phrases)


def _batched(items: Iterable[T], size: Callable[[T], int]) -> Iterator[list[T]]:
    """Yield items together until they have many characters."""
    batch: list[T] = []
    characters = 0
    for item in items:
        batch.append(item)
        characters += size(item)
        if characters > _AT_ONCE:
            yield batch
            batch, characters = [], 0
    yield batch


def _likely(texts: Sequence[tuple[str, str]], phrases: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the texts that hold the longest word of a phrase, many looked through at once."""
    from ahocorasick_rs import AhoCorasick

    if not phrases:
        return
    words = {max(phrase.split(), key=len) for phrase in phrases}
    finder = AhoCorasick(words)
    ends = list(accumulate(len(text) + 1 for _, text in texts))
    together = "\n".join(text for _, text in texts)
    if not VARIED.isdisjoint("".join(words)):
        together = folded_variants(together)
    found = finder.find_matches_as_indexes(together)
    for place in sorted({bisect_right(ends, start) for _, start, _ in found}):
        yield texts[place]
