"""Rules about the words of a row by themselves: how they are written, and what their kind says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import each_choice
from lvbuild.tables.case import Case
from lvbuild.tables.kinds import FIGURES, HAN, shape
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.content import content

_STOPS = (".", "。", "．", ",", "，", ";", "；", ":", "：", "!", "！", "、")
_ABBREVIATED = re.compile(r"(?:\b[A-Z]|\b(?:Inc|Ltd|Co|Corp|Jr|Sr|St|Bros))\.\Z")
_BRACKETS = tuple(zip("(（[【《“「『", ")）]】》”」』", strict=True))
_LED = re.compile(r"(?:the|an?) ", re.IGNORECASE)
_DATED = "[元〇零一二三四五六七八九十百千0-9]|年|初|末|中|间|間|朝|代|时期|時期"
_FUNCTION_WORDS = re.compile(
    "[的了着是在有和与及或而也都就不这那其之他她它我你们个于以为被把从到对向中上下]+"
    "|我们|他们|她们|这个|那个|一个|什么|因为|所以|但是|如果|可以|没有|自己|以及|并且|其中"
)


def ill_written(case: Case) -> Iterator[Breach]:
    """A replacement begins and ends as its original does, with single spaces (design.md)."""
    for placed in case.replacements:
        row = placed.row
        choices = [*each_choice(row), (row.plural, f"the plural {row.plural!r}")]
        for word, told in choices:
            if problem := _ill_written(row, word):
                yield breach(placed, f"{told} {problem}")
                break


def _ill_written(row: ReplacementRow, word: str) -> str:
    stops = word.endswith(_STOPS) and not row.original.endswith(word[-1:])
    if stops and not _ABBREVIATED.search(word):
        return f"ends in {word[-1]!r}, and its original does not; leave it out"
    if row.kind != "title" and _LED.match(word) and not _LED.match(row.original):
        return f"begins with {word.split(maxsplit=1)[0]!r}, and its original does not; leave it out"
    if any(word.count(a) != word.count(b) for a, b in _BRACKETS) or _opens_quote(row, word):
        return "holds one of two brackets or quotation marks; write both or none"
    return "holds two spaces in a row; write one" if re.search(r"\s\s", word) else ""


def _opens_quote(row: ReplacementRow, word: str) -> bool:
    return word[:1] in {"'", '"'} and word.count(word[0]) == 1 and word[0] not in row.original


def without_content(case: Case) -> Iterator[Breach]:
    """An original is more than a word such as "of" (design.md: Chinese ones have 2 characters)."""
    for placed in case.replacements:
        original = placed.row.original
        if case.recipe.language == "en":
            empty = not content(original, "en")
        else:
            empty = _FUNCTION_WORDS.fullmatch(original) is not None
            empty = empty or (len(original) == 1 and HAN.match(original) is not None)
        if empty and placed.row.kind != "title":
            yield breach(
                placed,
                f"the original {original!r} stands in most texts and means too little by itself;"
                " use a longer original",
            )


def no_figure(case: Case) -> Iterator[Breach]:
    """A date or number holds a number, a month or an era (design.md, "Replacement": kinds)."""
    language = case.recipe.language
    for placed in case.replacements:
        row = placed.row
        if row.kind not in FIGURES or shape(row.original, language):
            continue
        annotated = case.annotated.get(row.question_id)
        if language == "zh" and row.kind == "date":
            era = re.compile(f"{re.escape(row.original)}(?:{_DATED})")
            if annotated is None or any(era.search(text) for text in annotated.texts):
                continue
        yield breach(
            placed,
            f"the original {row.original!r} is called a {row.kind}, but holds no number, month or"
            " era; give it the kind that it has",
        )
