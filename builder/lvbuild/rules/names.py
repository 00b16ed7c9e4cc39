"""Rules about names and their parts, and about what stays of an original."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from lvbuild.core.model import LanguageCode
from lvbuild.languages import Language, find_language
from lvbuild.questions.annotated import each_choice, own_texts
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import FIGURES, NAMES, Pair
from lvbuild.text.replacing import Match, Replacer

_PARTED = re.compile(r"[\s·・]+")
_HAN_NAME = re.compile(r"[\u3400-\u9fff]{3}")
_NAME_BEFORE = re.compile(r"(\b[A-Z][^\W\d_]+|\b[A-Z]\.)[ \n]\Z")
_NAME_AFTER = re.compile(r"[ \n]([A-Z][^\W\d_]+)\b")
_HAN_PART_BESIDE = re.compile("[·・]")
_BESIDE = 40
_WORD = re.compile(r"[^\W\d_]+")
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
            words = zip(each_choice(whole.row), each_choice(part.row), strict=True)
            unlike = [(new, own) for (new, _), (own, _) in words if own not in new]
            if unlike:
                new, own = unlike[0]
                yield breach(
                    part,
                    f"{part.row.original!r} becomes {own!r}, but {whole.row.original!r}, whose part"
                    f" it is, becomes {new!r}; take a part of that",
                )


def hits_strangers(context: LintContext) -> Iterator[Breach]:
    """A name of one word is no part of another person's, which a pair would change too."""
    language = context.recipe.language
    for placed in context.replacements:
        row = placed.row
        if row.kind != "person" or len(_PARTED.split(row.original)) > 1:
            continue
        annotated = context.annotated.get(row.question_id)
        own = " ".join(p.row.original for p in annotated.rows) if annotated else row.original
        supporting = annotated.supporting if annotated else {}
        for name, matches in context.hits[placed.line].items():
            strangers = (
                stranger
                for match in matches
                if name not in supporting
                and (stranger := _stranger(context.texts[name], match, own, language))
            )
            if stranger := next(strangers, ""):
                yield breach(
                    placed,
                    f"the original {row.original!r} is a part of another name, {stranger!r}, in"
                    f" {name}; use a longer original",
                )
                break


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
        if len(word) > 2 and not word[0].islower() and not find_language(language).is_of_kind(word)
    ]
    if len(words) < 2 or (row.kind != "person" and len(telling) > 1):
        return []
    return telling


def _stranger(text: str, match: Match, own: str, language: LanguageCode) -> str:
    """Return the longer name that a match is a part of, unless it is of the question's names."""
    before, after = text[max(match.start - _BESIDE, 0) : match.start], text[match.end :][:_BESIDE]
    word = text[match.start : match.end]
    if find_language(language).unit == "characters":
        joined = _HAN_PART_BESIDE.match(after) or _HAN_PART_BESIDE.search(before[-1:])
        return f"{before[-4:]}{word}{after[:4]}".strip() if joined else ""
    first, last = _NAME_BEFORE.search(before), _NAME_AFTER.match(after)
    earlier = before[: first.start()].rstrip() if first else ""
    # Where a sentence begins any word has a capital.
    opens = not earlier or earlier.endswith((".", "!", "?", '"', "”"))
    if first and first[1].rstrip(".") not in own and not opens:
        return "" if find_language(language).is_of_kind(first[1]) else f"{first[1]} {word}"
    if last and last[1] not in own and not find_language(language).is_of_kind(last[1]):
        return f"{word} {last[1]}"
    return ""


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
            is_small = row.kind == "term" and not row.everywhere and row.original.islower()
            if (small if is_small else whole).say(row.original):
                yield breach(
                    placed,
                    f"the original {row.original!r} stays in the question's texts in another"
                    " spelling or within a range; give what stands there a row",
                )


def stem_left(context: LintContext) -> Iterator[Breach]:
    """No word of an original's stem stays in its question's texts, where it would tell it."""
    if find_language(context.recipe.language).unit == "characters":
        return
    for annotated in context.annotated.values():
        replaced = annotated.replaced[0]
        texts = replaced.question.input, *replaced.texts
        new = {word for text in replaced.new for word in _WORD.findall(text)}
        words = {word for text in texts for word in _WORD.findall(text)} - new
        for placed in annotated.own:
            original = placed.row.original
            if placed.row.kind in FIGURES or not _WORD.fullmatch(original):
                continue
            others = {word.casefold() for word in words if original not in word}
            alike = sorted(
                word for word in others if Language.share_stem(original.casefold(), word)
            )
            if alike:
                yield breach(
                    placed,
                    f"of the original {original!r} words of the same stem stay in the"
                    f" question's texts ({', '.join(alike[:3])}); give those words rows too",
                )
