"""All pairs at once, in one pass over a text.

An automaton finds every occurrence of every form of every pair, overlapping ones too. Of these the
ones that respect the borders are kept, and of those the leftmost, longest ones are replaced: in
this order, or a longer match that breaks a border would hide a shorter one that does not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, Self

from lvbuild.languages import Language, find_language
from lvbuild.languages.numerals import Numerals
from lvbuild.text.pairs import VARIANTS, Form, Pair, forms, free, starts_sentence

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick


_QUICK = range(10_000, 200_000)
"""Characters of phrases: of fewer no text is long enough, of more none is worth the making."""
_OTHER_SPACES = [chr(code) for code in range(0x3001) if chr(code).isspace() and code != 0x20]
VARIED = frozenset(VARIANTS.values())
"""Characters for which others may stand in a text."""
_RUN_OF_SPACES = re.compile("  +")


class Article(NamedTuple):
    """A place [start, end) before a match where the article has to become `word`."""

    start: int
    end: int
    word: str


class Match(NamedTuple):
    """An occurrence of `pair` (an index) at [start, end) of a text, and its new wording.

    Its possessive ending belongs to it. `derived` says in how many ways it is not as a table has
    it: McDonald with its ending gives way to McDonald's.
    """

    pair: int
    start: int
    end: int
    wording: str
    derived: int = 0
    article: Article | None = None


class Hit(NamedTuple):
    """A replaced place: the pair's index, and where its new wording stands in the new text.

    The index is below 0 where the pair is none of those asked about. `ahead` are the characters
    that the new text has more than the old, up to the wording's end.
    """

    pair: int
    start: int
    stop: int
    ahead: int


_HIT_START = itemgetter(Hit._fields.index("start"))


class Replaced(NamedTuple):
    """A text after replacement, and its replaced places in ascending order."""

    text: str
    hits: tuple[Hit, ...]


class Replacer:
    """Finds and replaces pairs in all their forms, between borders.

    `phrases` are those forms, with the usual quotation marks, hyphens and dots.
    """

    def __init__(self, pairs: Sequence[Pair], language: str) -> None:
        self._language = find_language(language)
        known = forms(pairs, self._language)
        self.phrases = tuple(known)
        self._varied = not VARIED.isdisjoint("".join(known))
        self._forms = list(known.values())
        self._spaced = any(" " in key for key in known)
        self._automaton = _finding(self.phrases) if known else None

    def find(self, text: str) -> list[Match]:
        """Return every occurrence that respects the borders, overlapping ones too.

        Where several pairs have the same original, there is a match for each.
        """
        if self._automaton is None:
            return []
        alike = folded_variants(text) if self._varied else text
        folded, unfold = _fold(alike) if self._spaced else (alike, None)
        found: list[Match] = []
        numerals: Numerals | None = None
        for number, start, end in self._automaton.find_matches_as_indexes(folded, overlapping=True):
            if unfold:
                start, end = unfold(start), unfold(end - 1) + 1  # noqa: PLW2901
            if free(text, start, end, self._language):
                for form in self._forms[number]:
                    if form.counts:
                        numerals = numerals or Numerals(text, self._language.numeral)
                        if numerals.cut_by(start, end, figure=form.figure):
                            continue
                    match = self._match(text, start, end, form)
                    if match is not None:
                        found.append(match)
        return found

    def replace(self, text: str) -> Replaced:
        """Replace all pairs in one pass; the new words are not looked at again."""
        return rewrite(text, self.find(text))

    def _match(self, text: str, start: int, end: int, form: Form) -> Match | None:
        wording, language = form.wording, self._language
        if form.opens or form.lifted:
            opening = starts_sentence(text, start, language)
            if form.opens and not opening:
                return None
            if form.lifted and opening:
                wording = wording[0].upper() + wording[1:]
        core, end = end, language.possessive_end(text, start, end)
        if end > core:
            capitals = text[end - 1] == "S" or (form.capitals and end == core + 1)
            wording = language.possessive(wording, text[core], form.many, capitals)
        changed = _changed_article(text, start, form, language) if form.article else None
        return Match(form.pair, start, end, wording, form.derived + (end > core), changed)


@lru_cache(maxsize=1)
def _finding(phrases: tuple[str, ...]) -> AhoCorasick:
    """Return what finds phrases, as a question's wordings share them.

    The quickest kind takes long to make.
    """
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    quick = sum(map(len, phrases)) in _QUICK
    kind = Implementation.DFA if quick else Implementation.ContiguousNFA
    return AhoCorasick(phrases, matchkind=MatchKind.Standard, implementation=kind)


def leftmost_longest(matches: Iterable[Match]) -> Iterator[Match]:
    """Yield the matches that are replaced: the leftmost, longest ones, none over another."""
    end = 0
    for match in sorted(matches, key=lambda m: (m.start, -m.end, m.derived, m.pair)):
        if match.start >= end:
            yield match
            end = match.end


def rewrite(text: str, matches: Iterable[Match]) -> Replaced:
    """Replace the leftmost-longest of the matches that do not overlap, and mend their articles."""
    pieces: list[str] = []
    hits: list[Hit] = []
    copied = length = 0
    for match in leftmost_longest(matches):
        article = match.article
        if article and article.start >= copied:
            pieces += text[copied : article.start], article.word
            length += article.start - copied + len(article.word)
            copied = article.end
        pieces += text[copied : match.start], match.wording
        length += match.start - copied
        start, length = length, length + len(match.wording)
        hits.append(Hit(match.pair, start, length, length - match.end))
        copied = match.end
    if not hits:
        return Replaced(text, ())
    pieces.append(text[copied:])
    return Replaced("".join(pieces), tuple(hits))


def original_offset(hits: Sequence[Hit], offset: int) -> int:
    """Return where in the old text a place of the new one is; within new words, at their end."""
    before = bisect_left(hits, offset, key=_HIT_START)
    if not before:
        return offset
    hit = hits[before - 1]
    return max(offset, hit.stop) - hit.ahead


def new_offset(hits: Sequence[Hit], offset: int) -> int:
    """Return where in the new text a place of the old one is; no replaced words reach over it."""
    before = bisect_right(hits, offset, key=lambda hit: hit.stop - hit.ahead)
    return offset + (hits[before - 1].ahead if before else 0)


def _changed_article(text: str, start: int, form: Form, language: Language) -> Article | None:
    """Return the a or an before a match as the new wording needs it, None where it is right."""
    place = language.article_before(text, start)
    if place is None:
        return None
    old = text[place[0] : place[1]]
    if old.lower() == form.article:
        return None
    if form.article == "a":
        return Article(*place, old[0])
    return Article(*place, "AN" if form.capitals and old == "A" else f"{old}n")


def folded_variants(text: str) -> str:
    """Return a text in which each quotation mark, hyphen or dot is the usual one of its kind."""
    for character, usual in VARIANTS.items():
        if character in text:
            text = text.replace(character, usual)
    return text


def _fold(text: str) -> tuple[str, Callable[[int], int] | None]:
    """Make every run of white space one space; return what maps places back where they moved."""
    for space in _OTHER_SPACES:
        if space in text:
            text = text.replace(space, " ")
    if "  " not in text:
        return text, None
    places: list[int] = []
    removed = [0]
    for run in _RUN_OF_SPACES.finditer(text):
        places.append(run.start() - removed[-1])
        removed.append(removed[-1] + len(run[0]) - 1)
    return _RUN_OF_SPACES.sub(" ", text), lambda place: place + removed[bisect_left(places, place)]


def disagreeing(one: Sequence[Match], other: Sequence[Match]) -> Iterator[tuple[Match, Match]]:
    """Yield the matches of two in one text that overlap and would not come to the same words.

    Each is without overlaps of its own, in ascending order. A match within another agrees with it
    where its new words are among the other's.
    """
    start = 0
    for match in one:
        while start < len(other) and other[start].end <= match.start:
            start += 1
        for place in range(start, len(other)):
            if other[place].start >= match.end:
                break
            if not (_covers(match, other[place]) or _covers(other[place], match)):
                yield match, other[place]


def uncovered(wanted: Iterable[Match], found: Sequence[Match]) -> Iterator[Match]:
    """Return those of some matches in a text that no other one covers with the same new words."""
    return (match for match in wanted if not any(_covers(other, match) for other in found))


def _covers(outer: Match, inner: Match) -> bool:
    if (outer.start, outer.end) == (inner.start, inner.end):
        return outer.wording == inner.wording
    within = outer.start <= inner.start and inner.end <= outer.end
    return within and inner.wording in outer.wording


ANOTHERS = -1
"""The pair of a hit that is none of those asked about."""


@dataclass(frozen=True)
class Reworded:
    """A text whose words pairs have replaced, `matches` being their places in the `original`."""

    original: str
    pairs: tuple[Pair, ...]
    matches: tuple[Match, ...]

    @classmethod
    def of(cls, text: str, pairs: Iterable[Pair], language: str) -> Self:
        """Replace pairs in a text, each once where it is given several times."""
        each = tuple(dict.fromkeys(pairs))
        return cls(text, each, tuple(leftmost_longest(Replacer(each, language).find(text))))

    @cached_property
    def replaced(self) -> Replaced:
        """The text as it then stands; its hits are another's."""
        return rewrite(self.original, [match._replace(pair=ANOTHERS) for match in self.matches])

    @cached_property
    def used(self) -> frozenset[Pair]:
        """The pairs that have replaced words in it."""
        return frozenset(self.pairs[match.pair] for match in self.matches)

    def pair_at(self, start: int, end: int) -> Pair | None:
        """Return the pair whose new words reach into [start, end) of the text as it stands."""
        hits = self.replaced.hits
        before = bisect_right(hits, end - 1, key=_HIT_START)
        if not before or hits[before - 1].stop <= start:
            return None
        return self.pairs[self.matches[before - 1].pair]

    def under(self, pairs: Sequence[Pair], matches: Iterable[Match]) -> Replaced:
        """Return the text with more pairs replaced, whose `matches` are in it as it stands.

        New words are not looked at again: neither what a pair has replaced that is among its own,
        nor a match that reaches into new words. Hits of pairs that are not given are another's;
        places in the old text are those of the original.
        """
        known = {pair: index for index, pair in enumerate(pairs)}
        kept = [
            match._replace(pair=known.get(self.pairs[match.pair], ANOTHERS))
            for match in self.matches
        ]
        done, place = set(self.pairs), partial(original_offset, self.replaced.hits)
        for match in matches:
            if pairs[match.pair] in done or self.pair_at(match.start, match.end):
                continue
            start, end, article = place(match.start), place(match.end), match.article
            if article:
                article = Article(place(article.start), place(article.end), article.word)
            kept.append(match._replace(start=start, end=end, article=article))
        return rewrite(self.original, kept)
