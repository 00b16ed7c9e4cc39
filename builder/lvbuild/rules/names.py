"""Rules about names and their parts, and about what stays of an original."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.questions.annotated import own_texts
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import NAMES, Pair
from lvbuild.text.replacing import Replacer

_PARTED = re.compile(r"[\s·・]+")
_HAN_NAME = re.compile(r"[\u3400-\u9fff]{3}")
_CAPITALISED = re.compile(r"\b[A-Z]\w*")


def part_left(context: LintContext) -> Iterator[Breach]:
    """Parts of a replaced name are replaced where they stand alone, or they tell the old one.

    A person's are all, another name's the one that is no word of kind: Tamble of the river Tamble.
    """
    language = context.recipe.language
    for annotated in context.annotated.values():
        pairs = [Pair(p.row.original, p.row.replacement, p.row.kind) for p in annotated.rows]
        texts = [*own_texts(annotated.replaced[0].question), *annotated.replaced[0].texts]
        known = {pair.original for pair in pairs}
        new = " ".join(annotated.replaced[0].new)
        parts = {
            placed.line: [
                part
                for part in _parts(placed.row, language)
                if part not in known and part not in new
            ]
            for placed in annotated.own
        }
        sought = sorted({part for own in parts.values() for part in own})
        finder = Replacer([Pair(part, part) for part in sought], language)
        found = {sought[match.pair] for text in texts for match in finder.find(text)}
        for placed in annotated.own:
            if left := [part for part in parts[placed.line] if part in found]:
                yield breach(
                    placed,
                    f"{left[0]!r} of {placed.row.original!r} stands alone in the question's texts"
                    " and stays there; give it a row",
                )


def part_unlike_whole(context: LintContext) -> Iterator[Breach]:
    """A part of a name becomes a part of what the whole becomes, or one person has two names."""
    by_characters = find_language(context.recipe.language).unit == "characters"
    for annotated in context.annotated.values():
        names = [placed for placed in annotated.rows if placed.row.kind in NAMES]
        for whole, part in permutations(names, 2):
            parts = whole.row.original if by_characters else _PARTED.split(whole.row.original)
            if part.row.original == whole.row.original or part.row.original not in parts:
                continue
            if len(whole.row.alternatives) != len(part.row.alternatives):
                given = len(part.row.alternatives), len(whole.row.alternatives)
                yield breach(
                    part,
                    f"{part.row.original!r} has {given[0]} alternatives and"
                    f" {whole.row.original!r}, whose part it is, {given[1]}; give both as many",
                )
                continue
            words = zip(context.choices(whole.row), context.choices(part.row), strict=True)
            unlike = [(new, own) for (new, _), (own, _) in words if own not in new]
            if unlike:
                new, own = unlike[0]
                yield breach(
                    part,
                    f"{part.row.original!r} becomes {own!r}, but {whole.row.original!r}, whose part"
                    f" it is, becomes {new!r}; take a part of that",
                )


def _parts(row: ReplacementRow, language: LanguageCode) -> list[str]:
    """Return the words of a name that may stand for all of it."""
    if row.kind not in NAMES or row.kind == "title":
        return []
    words = [word.strip(".,") for word in _PARTED.split(row.original)]
    if len(words) == 1 and find_language(language).unit == "characters":
        return (
            [row.original[1:]] if row.kind == "person" and _HAN_NAME.fullmatch(row.original) else []
        )
    telling = [
        word
        for word in words
        if len(word) > 2
        and not word[0].islower()
        and not word.isdecimal()  # a year, which tells no name
        and not find_language(language).is_of_kind(word)
    ]
    if len(words) < 2 or (row.kind != "person" and len(telling) > 1):
        return []
    return telling


def original_left(context: LintContext) -> Iterator[Breach]:
    """No other spelling of an original stays in its question's texts, where it would tell it."""
    language = context.recipe.language
    for annotated in context.annotated.values():
        replaced = annotated.replaced[0]
        texts = [*own_texts(replaced.question), *replaced.texts]
        new = Texts(["\n".join(replaced.new)], language)
        whole = Texts(texts, language)
        small = Texts((_CAPITALISED.sub("_", text) for text in texts), language)
        for placed in annotated.own:
            row = placed.row
            if new.say(row.original):
                continue  # that is a chain, or a row that shares its words
            # Terms leave capitalised words alone by design.
            is_small = row.kind == "term" and not row.any_case and row.original.islower()
            if (small if is_small else whole).say(row.original):
                yield breach(
                    placed,
                    f"the original {row.original!r} stays in the question's texts in another"
                    " spelling or within a range; give what stands there a row",
                )
