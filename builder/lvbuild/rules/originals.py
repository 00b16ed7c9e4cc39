"""Rules about originals: where they stand, and where they do not."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.characters import HAN
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import sought_original
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES, Pair
from lvbuild.text.replacing import Match, Replacer

_MOST_HITS = 20
_BESIDE = 12


def never_occurs(context: LintContext) -> Iterator[Breach]:
    """An original is replaced somewhere, or its row is a mistake."""
    used: set[tuple[str, Pair]] = set()
    for annotated in context.annotated.values():
        originals = [sought_original(placed.row) for placed in annotated.rows]
        uses = zip(originals, annotated.replaced[0].uses, strict=True)
        found = {original for original, times in uses if times}
        names = (placed.row.question_id for placed in annotated.rows)
        used.update(each for each in zip(names, originals, strict=True) if each[1] in found)
    unused = [
        placed
        for placed in context.replacements
        for name in [placed.row.question_id]
        if name == "*" or name in context.annotated
        if (name, sought_original(placed.row)) not in used
    ]
    hits = context.hits_of(unused) if unused else {}
    for placed in unused:
        if not hits[placed.line]:
            asked = context.annotated.get(placed.row.question_id)
            yield breach(placed, _nowhere(placed.row, asked.texts if asked else ()))


def _nowhere(row: ReplacementRow, texts: Iterable[str]) -> str:
    capital = row.kind == "term" and not row.everywhere and row.original[:1].isupper()
    if capital and any(row.original in text for text in texts):
        return (
            f"the original {row.original!r} is not replaced where it stands: a term with a capital"
            " is one at the beginning of a sentence alone; name another kind, or `everywhere`"
        )
    return (
        f"the original {row.original!r} stands by itself neither in the question's"
        " fields nor in its documents or the pool; mend or reject the row"
    )


def inside_words(context: LintContext) -> Iterator[Breach]:
    """An English original is no part of other words: a pair replaces whole ones alone.

    There it would stay, and may give the name away that is replaced elsewhere.
    """
    language = context.recipe.language
    if find_language(language).unit == "characters":
        return
    for annotated in context.annotated.values():
        replacer = Replacer([sought_original(placed.row) for placed in annotated.rows], language)
        texts = [(text, replacer.find(text)) for text in annotated.texts]
        for placed in annotated.own:
            found = [word for text, kept in texts for word in _left_inside(text, kept, placed.row)]
            if found:
                yield breach(
                    placed,
                    f"the original {placed.row.original!r} stands inside other words {len(found)}"
                    f" times and stays there ({found[0]!r}); give those words rows too",
                )


def across_words(context: LintContext) -> Iterator[Breach]:
    """A Chinese original does not straddle jieba's words, or half a word is replaced."""
    language = context.recipe.language
    if find_language(language).unit == "words":
        return
    starts = cache(lambda name: list(find_language(language).word_starts(context.texts[name])))
    for placed in context.replacements:
        if placed.row.kind in FIGURES:
            continue
        cut = [
            (name, match)
            for name, matches in context.hits[placed.line].items()
            for match in matches
            if _cuts_a_word(context.texts[name], match, starts(name), language)
        ]
        if cut:
            name, match = cut[0]
            text = context.texts[name]
            shown = text[max(match.start - _BESIDE, 0) : match.end + _BESIDE].replace("\n", " ")
            yield breach(
                placed,
                f"the original {placed.row.original!r} cuts words {len(cut)} times, first in"
                f" {name} (…{shown}…); use a longer original",
            )


def many_hits(context: LintContext) -> Iterator[Breach]:
    """A name is of its question alone: a pair changes it wherever it stands in a context."""
    for placed in context.replacements:
        if placed.row.kind not in NAMES:
            continue
        annotated = context.annotated.get(placed.row.question_id)
        own = set(annotated.supporting) if annotated else set()
        hits = {name: len(found) for name, found in context.hits[placed.line].items()}
        outside = sum(count for name, count in hits.items() if name not in own)
        if outside > _MOST_HITS:
            yield breach(
                placed,
                f"the name {placed.row.original!r} stands {outside} times outside the question's"
                " documents: it may be a common word; use a longer original",
            )


def _left_inside(text: str, matches: Sequence[Match], row: ReplacementRow) -> Iterator[str]:
    """Yield the words that hold an original, of those that no match covers."""
    if row.kind in FIGURES or row.original not in text:
        return
    for found in re.finditer(rf"\w*{re.escape(row.original)}\w*", text):
        start = found.start() + found[0].index(row.original)
        inside = any(match.start <= start < match.end for match in matches)
        if found[0] != row.original and not inside:
            yield found[0]


def _cuts_a_word(text: str, match: Match, starts: list[int], language: LanguageCode) -> bool:
    """Tell whether a match straddles words.

    What it leaves may be a word of kind (市). Where all that it has besides a cut word is single
    characters, jieba does not know the name, and the cut word is its guess.
    """
    first, last = bisect_right(starts, match.start) - 1, bisect_left(starts, match.end)
    before, after = text[starts[first] : match.start], text[match.end : starts[last]]
    cut_before = HAN.search(before) is not None
    cut_after = HAN.search(after) is not None and not find_language(language).is_of_kind(after)
    if last - first == 1 or (cut_before and cut_after):
        return cut_before or cut_after
    whole = starts[first + cut_before : last + 1 - cut_after]
    return cut_before != cut_after and any(b - a > 1 for a, b in pairwise(whole))
