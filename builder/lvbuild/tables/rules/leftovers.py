"""Rules about what stays of an original: its stem, its other spellings, figures in a range."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.tables.annotated import own_texts
from lvbuild.tables.case import Case
from lvbuild.tables.kinds import FIGURES
from lvbuild.tables.occurrences import says
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tables.rules.rule import Breach, breach

_WORD = re.compile(r"[^\W\d_]+")
_CAPITALISED = re.compile(r"\b[A-Z]\w*")
_LEAST_STEM = 5
_SHARED_OF_SHORTER, _SHARED_OF_LONGER = 0.75, 0.5


def original_left(case: Case) -> Iterator[Breach]:
    """No other spelling of an original stays in its question's texts (design.md, "Replacement")."""
    language = case.recipe.language
    for asked in case.asked.values():
        wording = asked.wordings[0]
        texts = [*own_texts(wording.question), *wording.documents]
        new = "\n".join(wording.new)
        for placed in asked.own:
            row = placed.row
            if says(new, row.original, language):
                continue  # that is a chain, or a row that shares its words
            if any(says(_open_to(row, text), row.original, language) for text in texts):
                yield breach(
                    placed,
                    f"the original {row.original!r} stays in the question's texts in another"
                    " spelling or within a range; give what stands there a row",
                )


def stem_left(case: Case) -> Iterator[Breach]:
    """No word of an original's stem stays in its question's texts (lveval.md, step c)."""
    if case.recipe.language != "en":
        return
    for asked in case.asked.values():
        wording = asked.wordings[0]
        texts = wording.question.input, *wording.documents
        new = {word for text in wording.new for word in _WORD.findall(text)}
        words = {word for text in texts for word in _WORD.findall(text)} - new
        for placed in asked.own:
            original = placed.row.original
            if placed.row.kind in FIGURES or not _WORD.fullmatch(original):
                continue
            others = {word.casefold() for word in words if original not in word}
            alike = sorted(word for word in others if _shares_stem(original.casefold(), word))
            if alike:
                yield breach(
                    placed,
                    f"of the original {original!r} words of the same stem stay in the"
                    f" question's texts ({', '.join(alike[:3])}); give those words rows too",
                )


def _open_to(row: ReplacementRow, text: str) -> str:
    """Return a text without what a term leaves alone by design: capitalised words."""
    if row.kind == "term" and not row.everywhere and row.original.islower():
        return _CAPITALISED.sub("_", text)
    return text


def _shares_stem(original: str, word: str) -> bool:
    if word == original:
        return False
    shared = 0
    for a, b in zip(original, word, strict=False):
        if a != b:
            break
        shared += 1
    short, long = sorted((len(original), len(word)))
    return (
        shared >= _LEAST_STEM
        and shared >= _SHARED_OF_SHORTER * short
        and shared >= _SHARED_OF_LONGER * long
    )
