"""Rules about a question's own texts: what upstream wrote badly, and what answers it twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.case import Case
from lvbuild.text.damage import MISREAD

_MARKUP = re.compile(r"&(?:amp|nbsp|lt|gt|quot|#\d{2,6});|\\u[0-9a-f]{4}|</?[a-z]{1,10}/?>")
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_DAY = re.compile(r"\d{1,2}月\d{1,2}日")
_SENTENCE_ENDS = re.compile(r"(?<=[。！？!?\n])|(?<=[.])\s(?=[A-Z\"“])")


def damaged_text(case: Case) -> Iterator[Breach]:
    """Questions, answers and rows are text as it was written, not as it was misread."""
    for name, annotated in case.annotated.items():
        words = annotated.original
        fields = [("question", words.input), *(("answer", answer) for answer in words.answers)]
        if found := _damaged(fields):
            yield breach(case.first_row[name], f"{found}; select another question")
    for placed in case.rows:
        row = placed.row.model_dump(exclude={"note", "annotator", "status", "question_id"})
        texts = [(key, str(value)) for key, value in row.items()]
        if found := _damaged(texts):
            yield breach(placed, f"{found}; write it anew")


def _damaged(fields: list[tuple[str, str]]) -> str:
    for field, text in fields:
        if found := MISREAD.search(text) or _MARKUP.search(text):
            around = text[max(found.start() - 8, 0) : found.end() + 8]
            return f"the {field} holds damaged text ({around!r})"
    return ""


def two_dates(case: Case) -> Iterator[Breach]:
    """The evidence gives one date where the answer is a date, so that one answer is right."""
    for name, annotated in case.annotated.items():
        for pattern in (_YEAR, _DAY):
            told = pattern.findall(annotated.original.answers[0])
            if len(told) != 1:
                continue
            others = sorted(
                {
                    other
                    for text in annotated.supporting.values()
                    for sentence in _SENTENCE_ENDS.split(text)
                    if told[0] in sentence
                    for other in pattern.findall(sentence)
                }
                - set(told)
            )
            if others:
                yield breach(
                    case.first_row[name],
                    f"the sentence that holds the answer's date {told[0]} tells of"
                    f" {', '.join(others[:3])} too; see that the question asks for one of them",
                )
                break
