"""Rules about what confusing facts offer: an answer of the sort that the question asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.core.model import Language
from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import AnnotatedQuestion
from lvbuild.tables.asking import Sort, asked_for, is_of_sort, offers
from lvbuild.tables.case import Case
from lvbuild.tables.kinds import NAMES, has_figure, is_figure, is_of_kind
from lvbuild.tables.naming import names
from lvbuild.tables.particulars import particulars, shared
from lvbuild.tables.rows import ConfusingFactRow

_LEAST_PARTICULARS = 2
_SHORT = 5
_TITLE = re.compile("《[^》]+》")
_WANTED: dict[Sort, str] = {
    "person": "name of a person",
    "date": "date",
    "number": "number",
    "place": "name of a place",
}


def other_type(case: Case) -> Iterator[Breach]:
    """A confusing fact offers an answer of the type that is asked for (lveval.md, step b)."""
    for annotated in case.annotated.values():
        for placed in annotated.facts:
            if lacking := _lacking(annotated, placed.row):
                answer = annotated.original.answers[0]
                yield breach(
                    placed,
                    f"the fact offers no {lacking}, as the answer {answer!r} is one; tell of one",
                )


def _lacking(annotated: AnnotatedQuestion, row: ConfusingFactRow) -> str:
    """Return what a fact should offer and does not, "" where it does."""
    words, language = annotated.original, annotated.language
    question, answer = words.input, words.answers[0]
    if language == "zh" and _TITLE.fullmatch(answer):
        return "" if _TITLE.search(row.fact) else "title"
    sort = asked_for(question, language)
    # The fact's subject may be who was asked for, or stands where the question's stood.
    asked_for_it = sort == "person" and not _opens_with_name(annotated)
    known = question if asked_for_it else f"{question} {row.subject}"
    if sort and is_of_sort(answer, sort, language):
        return "" if offers(row.fact, sort, language, known) else _WANTED[sort]
    if is_figure(answer, language):
        return "" if has_figure(row.fact, language) else "number or date"
    if language == "en" and answer[:1].isupper() and len(answer.split()) < _SHORT:
        beside = f"{question} {row.subject}"
        if not any(name not in beside for name in names(row.fact, language, first=True)):
            return "name beside its subject"
        return _unnamed(answer, row.fact)
    return ""


def _opens_with_name(annotated: AnnotatedQuestion) -> bool:
    """Tell whether a question names its own subject first, and then asks about it."""
    words, language = annotated.original, annotated.language
    own = [placed.row.original for placed in annotated.rows if placed.row.kind in NAMES]
    first = next(names(words.input, language), "")
    return any(words.input.lstrip('《「“"').startswith(name) for name in (*own, first) if name)


def _unnamed(answer: str, fact: str) -> str:
    """Return the kind of thing that an English answer names and a fact only has as "a museum"."""
    kinds = [word for word in answer.split() if is_of_kind(word, "en") and word[:1].isupper()]
    for kind in kinds:
        plain = re.search(rf"\b(?:an?|two|three|some|several)\b[^.,;A-Z]*\b{kind.lower()}\b", fact)
        if plain and not re.search(rf"\b{kind}\b", fact):
            return f"name of its {kind.lower()}"
    return ""


def shares_no_particular(case: Case) -> Iterator[Breach]:
    """A confusing fact keeps something of what its question names (LV-Eval's do)."""
    language: Language = case.recipe.language
    for annotated in case.annotated.values():
        known = [placed.row.original for placed in annotated.rows if placed.row.kind in NAMES]
        question = annotated.original.input
        named = particulars(question, language, known)
        if len(named) < _LEAST_PARTICULARS:
            continue
        for placed in annotated.facts:
            each = [name for together in named for name in together]
            if not shared(each, question, placed.row.fact, language):
                yield breach(
                    placed,
                    f"the fact shares none of what the question names ({', '.join(each)}), so that"
                    " any of it tells them apart; keep one",
                )
