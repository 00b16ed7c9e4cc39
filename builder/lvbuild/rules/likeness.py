"""Rules about what a new word keeps of its original: gender, script, kind, what lies between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, repeat

from lvbuild.languages import Language
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.sample.words import FOLDERS, read_lists
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.pairs import NAMES

_LETTERS = re.compile(r"(?P<han>[\u3400-\u9fff])|(?P<latin>[A-Za-zÀ-ɏ])")
_CAPITAL = re.compile(r"[A-ZÀ-Þ\u3400-\u9fff]")
_ROMAN = re.compile(r"[IVXLC]+|[JS]r\.?")
_SPAN = re.compile(
    r"\b[Aa]ged? (\d{1,3})\b|\b(\d{1,3})[- ]years?\b|(?<!\d)(\d{1,3})(?:岁|歲|年間|年间|周年)"
)
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_NAME = re.compile(
    r"(?<![.?!] )(?<!^)\b[A-ZÀ-Þ][\w'’-]*[a-z](?: (?:(?:of|the|de|von) )?[A-ZÀ-Þ][\w'’-]*[a-z])+"
    r"|[《“\"]([^《》“”\"]{2,40})[》”\"]|[\u3400-\u9fff]{1,6}(?:[·・‧][\u3400-\u9fff]{1,6})+"
)


def another_gender(context: LintContext) -> Iterator[Breach]:
    """A person stays a woman or a man where the given name tells which."""
    code = context.recipe.language
    if code not in FOLDERS:
        return
    names = read_lists(code, "names")
    women, men = (set(names[told]) for told in ("woman", "man"))
    genders = {**dict.fromkeys(women - men, "woman"), **dict.fromkeys(men - women, "man")}
    for placed in context.replacements:
        # Of names without spaces single characters tell too little.
        first, *rest = placed.row.original.split()
        own = genders.get(first) if placed.row.kind == "person" and rest else None
        for word, told in context.choices(placed.row) if own else ():
            if (new := genders.get(word.partition(" ")[0], own)) != own:
                yield breach(
                    placed,
                    f"{told} is a {new}'s name, and {placed.row.original!r} a {own}'s; take one of"
                    " the same",
                )
                break


def another_script(context: LintContext) -> Iterator[Breach]:
    """A name is written as its original is: in the same letters, as its documents are."""
    for annotated in context.annotated.values():
        written = context.language.script("\n".join(annotated.supporting.values()))
        for placed in annotated.own:
            own = _letters(placed.row.original)
            alike = not context.language.strays(placed.row.original, written)
            for word, told in context.choices(placed.row) if placed.row.kind in NAMES else ():
                strays = context.language.strays(word, written) if alike else ""
                if strays or _letters(word) != own:
                    of = f" ({strays})" if strays else ""
                    yield breach(
                        placed,
                        f"{told} is not written in the characters of {placed.row.original!r} and"
                        f" the documents{of}; take a word in these",
                    )
                    break


def _letters(name: str) -> set[str | None]:
    return {found.lastgroup for found in _LETTERS.finditer(name)}


def person_of_kind(context: LintContext) -> Iterator[Breach]:
    """A person's new name ends in no word of kind, such as University, that the old one lacks."""
    for placed in context.replacements:
        row = placed.row
        own = _kind(row.original, context.language)
        for word, told in context.choices(row) if row.kind == "person" else ():
            if (new := _kind(word, context.language)) and not own:
                yield breach(
                    placed,
                    f"{told} ends in {new!r} as no person's name does, that of"
                    f" {row.original!r} neither; take a person's, or correct the kind",
                )
                break


def _kind(name: str, language: Language) -> str:
    """Return the word of kind that a name ends in, "" for none: Roman numerals are none."""
    last = name[-2:] if language.unit == "characters" else (name.split() or [""])[-1]
    ends = len(name) > len(last) > 1 and language.is_of_kind(last) and language.content(last)
    return last if ends and not _ROMAN.fullmatch(last) and _CAPITAL.match(last) else ""


def span_broken(context: LintContext) -> Iterator[Breach]:
    """Years that a document tells the distance of, such as a life and an age, move together.

    The replacements do, and so do the alternatives in each place: a variant takes those of one.
    """
    for annotated in context.annotated.values():
        moves: dict[int, list[int]] = {}
        rows: dict[int, Placed[ReplacementRow]] = {}
        for placed in annotated.own:
            for word, _ in context.choices(placed.row) if placed.row.kind == "date" else ():
                both = [_YEAR.findall(each) for each in (placed.row.original, word)]
                for old, new in zip(*both, strict=False):
                    if rows.setdefault(int(old), placed) is placed:
                        moves.setdefault(int(old), []).append(int(new) - int(old))
        for text in annotated.supporting.values():
            told = {int(number) for found in _SPAN.findall(text) for number in found if number}
            years = sorted({int(year) for year in _YEAR.findall(text)})
            for pair in combinations(years, 2):
                own = [year for year in pair if year in moves]
                each = zip(*(moves.get(year, repeat(0)) for year in pair), strict=False)
                if own and pair[1] - pair[0] in told and any(a != b for a, b in each):
                    yield breach(
                        rows[own[-1]],
                        f"{pair[1] - pair[0]} years lie between {pair[0]} and {pair[1]}, as a"
                        " document says; move both years by the same number",
                    )


def name_left(context: LintContext) -> Iterator[Breach]:
    """A name of the question that its documents have is replaced, or it tells where to look."""
    for annotated in context.annotated.values():
        originals = [placed.row.original for placed in annotated.rows]
        known = "\n".join(annotated.supporting.values())
        names = (found[1] or found[0] for found in _NAME.finditer(annotated.original.input))
        left = [
            name
            for name in names
            if name in known
            and not any(original in name or name in original for original in originals)
            # Words that documents have in small letters, too, may name no one thing.
            and not any(word.islower() and word in known for word in name.lower().split())
        ]
        if left and annotated.own:
            told = f"no row replaces {left[0]!r} of the question; give it one"
            yield breach(annotated.own[0], told)
