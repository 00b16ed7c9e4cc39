"""Rules about answers, their keywords, and needles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lvbuild.tables.case import Case, question_id
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import AnswerKeywordsRow, NeedleRow
from lvbuild.tables.rules.rule import Breach, breach
from lvbuild.text.phrases import holds

_BETWEEN = re.compile(r"[\s，、；：。,;:]+")
_BESIDE = ".!?！？\"'“”‘’()（）"


def answer_unchanged(case: Case) -> Iterator[Breach]:
    """A pair that covers an answer changes it (design.md, "Replacement": over all fields alike)."""
    for asked in case.asked.values():
        kept = set(asked.words.answers) & set(asked.wordings[0].question.answers)
        for placed in asked.own:
            original, language = placed.row.original, case.recipe.language
            for answer in asked.words.answers:
                covered = holds(original, answer, language) or holds(answer, original, language)
                if answer in kept and covered:
                    yield breach(
                        placed,
                        f"the answer {answer!r} stays as it is, though the original {original!r}"
                        " covers it; give the answer's own words a row",
                    )


def keywords_not_in_answer(case: Case) -> Iterator[Breach]:
    """Answer keywords are words of the answer (lveval.md, "How it was made")."""
    told: list[tuple[Placed[AnswerKeywordsRow] | Placed[NeedleRow], str]] = [
        *((placed, placed.row.keywords) for placed in case.keywords),
        *((placed, placed.row.keywords) for placed in case.needles),
    ]
    for placed, keywords in told:
        asked = case.asked.get(question_id(placed.row))
        if asked is None:
            continue
        missing = [
            word
            for word in (each.strip(_BESIDE) for each in _BETWEEN.split(keywords))
            if word and not any(holds(a, word, case.recipe.language) for a in asked.words.answers)
        ]
        if missing:
            yield breach(
                placed,
                f"the keywords {', '.join(missing)} stand in no answer, such as"
                f" {asked.words.answers[0]!r}; take the answer's own words",
            )


def needle_lacks_answer(case: Case) -> Iterator[Breach]:
    """A needle's fact holds its answer, whatever is replaced (lveval.md, factrecall)."""
    for placed in case.needles:
        for question in case.asked[question_id(placed.row)].questions:
            answer = question.answers[0]
            needles = question.facts_of("needle")
            if not any(holds(text, answer, case.recipe.language) for _, text in needles):
                yield breach(placed, f"the fact does not hold its answer {answer!r}; mend it")
                break


def question_holds_answer(case: Case) -> Iterator[Breach]:
    """A needle's question does not hold its answer (lveval.md, factrecall)."""
    for placed in case.needles:
        held = (
            answer
            for question in case.asked[question_id(placed.row)].questions
            for answer in question.answers
            if holds(question.input, answer, case.recipe.language)
        )
        if answer := next(held, ""):
            yield breach(placed, f"the question holds the answer {answer!r}; mend it")
