"""Rules about answers, their keywords, and needles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import AnnotatedQuestion
from lvbuild.tables.case import Case, question_id
from lvbuild.tables.occurrences import Texts, says
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.phrases import holds


def answer_unchanged(case: Case) -> Iterator[Breach]:
    """A pair that covers an answer changes it (design.md, "Replacement": over all fields alike)."""
    for annotated in case.annotated.values():
        kept = set(annotated.original.answers) & set(annotated.replaced[0].question.answers)
        for placed in annotated.own:
            original, language = placed.row.original, case.recipe.language
            for answer in annotated.original.answers:
                covered = holds(original, answer, language) or holds(answer, original, language)
                if answer in kept and covered:
                    yield breach(
                        placed,
                        f"the answer {answer!r} stays as it is, though the original {original!r}"
                        " covers it; give the answer's own words a row",
                    )


def answer_lost(case: Case) -> Iterator[Breach]:
    """A replaced answer stands in the evidence as its original did (lveval.md, step c)."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        evidence = Texts(annotated.supporting.values(), language)
        stood = [answer for answer in annotated.original.answers if evidence.say(answer)]
        for replaced in annotated.replaced:
            new = dict(zip(annotated.original.answers, replaced.question.answers, strict=True))
            documents = Texts(replaced.documents, language)
            lost = (answer for answer in stood if not documents.say(new[answer]))
            if answer := next(lost, ""):
                yield breach(
                    _row_of(annotated, answer),
                    f"the answer {answer!r} becomes {new[answer]!r}, which stands in none of the"
                    " supporting documents, where the answer stood; give what stands there a row",
                )
                break


def answer_left(case: Case) -> Iterator[Breach]:
    """A replaced answer's original stands in the evidence in no form, which would contradict it."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        for replaced in annotated.replaced:
            new = dict(zip(annotated.original.answers, replaced.question.answers, strict=True))
            changed = [old for old in new if new[old] != old and not says(new[old], old, language)]
            documents = Texts(replaced.documents, language) if changed else None
            left = (answer for answer in changed if documents and documents.say(answer))
            if answer := next(left, ""):
                yield breach(
                    _row_of(annotated, answer),
                    f"the answer {answer!r} becomes {new[answer]!r}, but stands in a supporting"
                    " document still, perhaps written otherwise; give what stands there a row",
                )
                break


def question_gains_answer(case: Case) -> Iterator[Breach]:
    """A question holds its replaced answer only where it held the original one."""
    language = case.recipe.language
    for annotated in case.annotated.values():
        words = annotated.original
        if words.facts_of("needle"):
            continue
        had = any(says(words.input, answer, language) for answer in words.answers)
        for replaced in annotated.replaced if not had else ():
            new = replaced.question
            held = (answer for answer in new.answers if says(new.input, answer, language))
            if answer := next(held, ""):
                yield breach(
                    _row_of(annotated, words.answers[new.answers.index(answer)]),
                    f"the question comes to hold its answer {answer!r}; take other words",
                )
                break


def _row_of(annotated: AnnotatedQuestion, answer: str) -> Placed[ReplacementRow]:
    """Return the row that changes an answer, or that comes nearest to it.

    It may be another question's, which changes their evidence.
    """
    rows = [*annotated.rows, *chain.from_iterable(annotated.shared.values())]
    inside = (p for p in rows if holds(answer, p.row.original, annotated.language))
    around = (p for p in rows if p.row.original.casefold() in answer.casefold())
    return next(inside, None) or next(around, None) or rows[0]


def needle_lacks_answer(case: Case) -> Iterator[Breach]:
    """A needle's fact holds its answer, whatever is replaced (lveval.md, factrecall).

    With the metric all_of every answer is asked for, and is in the fact.
    """
    for placed in case.needles:
        for question in case.annotated[question_id(placed.row)].questions:
            needles = [text for _, text in question.facts_of("needle")]
            lacking = (
                answer
                for answer in case.recipe.scored_answers(question.answers)
                if not any(holds(text, answer, case.recipe.language) for text in needles)
            )
            if answer := next(lacking, ""):
                yield breach(placed, f"the fact does not hold its answer {answer!r}; mend it")
                break


def question_holds_answer(case: Case) -> Iterator[Breach]:
    """A needle's question does not hold its answer (lveval.md, factrecall)."""
    for placed in case.needles:
        held = (
            answer
            for question in case.annotated[question_id(placed.row)].questions
            for answer in question.answers
            if says(question.input, answer, case.recipe.language)
        )
        if answer := next(held, ""):
            yield breach(placed, f"the question holds the answer {answer!r}; mend it")
