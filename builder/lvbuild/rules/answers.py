"""Rules about answers, their keywords, and needles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

from lvbuild.languages import find_language
from lvbuild.languages.phrases import bare
from lvbuild.questions.annotated import AnnotatedQuestion, ReplacedQuestion
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import Texts, say_each
from lvbuild.score.metric import metric_of
from lvbuild.tables.reading import Placed, question_id
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.counting import count

_OfQuestion = TypeVar("_OfQuestion", bound=tuple[AnnotatedQuestion, *tuple[Any, ...]])
_BETWEEN = re.compile(r"[\s，、；：。,;:]+")
_NUMBER = re.compile(r"(?<![A-Za-z\d])\d+(?:[.,]\d+)*(?![A-Za-z\d])")
_BESIDE = ".!?！？\"'“”‘’()（）"


def answer_lost(context: LintContext) -> Iterator[Breach]:
    """A replaced answer stands in the evidence as its original did, or none could find it."""
    asked = [*_replaced(context)]
    stood = say_each((context.evidence[each.original.id], old) for each, _, old, _ in asked)
    asked = [each for each, held in zip(asked, stood, strict=True) if held]
    stands = say_each((documents, new) for _, documents, _, new in asked)
    for annotated, _, old, new in _first(asked, (not held for held in stands)):
        yield breach(
            _row_of(annotated, old),
            f"the answer {old!r} becomes {new!r}, which stands in none of the supporting"
            " documents, where the answer stood; give what stands there a row",
        )


def answer_without_evidence(context: LintContext) -> Iterator[Breach]:
    """What is replaced in an answer stands in the evidence, or nothing bears the new answer out."""
    asked = [
        (annotated, answer, placed)
        for annotated in context.annotated.values()
        for answer in (annotated.original.answers if annotated.supporting else ())
        for placed in annotated.replaced_in(answer)
    ]
    evidence = ((context.evidence[each.original.id], p.row.original) for each, _, p in asked)
    for (_, answer, placed), stands in zip(asked, say_each(evidence), strict=True):
        if not stands:
            yield breach(
                placed,
                f"{placed.row.original!r} is replaced in the answer {answer!r}, but stands in none"
                " of the supporting documents; reject the row, or replace what stands there",
            )


def answer_left(context: LintContext) -> Iterator[Breach]:
    """A replaced answer's original stands in the evidence in no form, which would contradict it."""
    changed = [each for each in _replaced(context) if each[2] != each[3]]
    left = say_each((documents, old) for _, documents, old, _ in changed)
    changed = [each for each, held in zip(changed, left, strict=True) if held]
    within = say_each((Texts([new], context.language), old) for _, _, old, new in changed)
    for annotated, _, old, new in _first(changed, (not held for held in within)):
        yield breach(
            _row_of(annotated, old),
            f"the answer {old!r} becomes {new!r}, but stands in a supporting"
            " document still, perhaps written otherwise; give what stands there a row",
        )


def answer_unchanged(context: LintContext) -> Iterator[Breach]:
    """Rows change an answer, or who knows upstream's answers it without the context."""
    for name, annotated in context.annotated.items():
        if context.tables.replacements is None or annotated.original.facts_of("needle"):
            continue
        for old, new in _answers(annotated, annotated.replaced[0]).items():
            if old == new and old.casefold() not in context.language.yes_no:
                yield breach(context.first_row[name], f"no row changes the answer {old!r}")


def answer_not_borne_out(context: LintContext) -> Iterator[Breach]:
    """A supporting document says the answer, of a sentence or free text the numbers at least."""
    language = context.language
    for name, annotated in context.annotated.items():
        evidence = context.evidence[name]
        for answer in annotated.original.answers if annotated.supporting else ():
            long = count(answer, language.unit) > language.free_text
            free = long or answer.endswith((".", "。"))
            told = _NUMBER.findall(answer) if free else [answer]
            agrees = bare(_BETWEEN.split(answer)[0]).casefold() in language.yes_no
            lost = "" if agrees else next((each for each in told if not evidence.say(each)), "")
            if lost:
                yield breach(
                    context.first_row[name],
                    f"no supporting document says {lost!r}, which the answer {answer!r} tells;"
                    " correct it (of a corpus's question in the selection), or ask another",
                )


def question_gains_answer(context: LintContext) -> Iterator[Breach]:
    """A question holds its replaced answer only where it held the original one."""
    asked = [
        (annotated, question, place)
        for annotated in context.annotated.values()
        if not annotated.original.facts_of("needle")
        for question in annotated.questions
        for place in range(len(question.answers))
    ]
    held = say_each((Texts([q.input], context.language), q.answers[n]) for _, q, n in asked)
    for annotated, question, place in _first(asked, held):
        if question is not annotated.original:
            yield breach(
                _row_of(annotated, annotated.original.answers[place]),
                f"the question comes to hold its answer {question.answers[place]!r};"
                " take other words",
            )


def _replaced(context: LintContext) -> Iterator[tuple[AnnotatedQuestion, Texts, str, str]]:
    """Yield each answer and what it becomes, with its question and that one's replaced texts."""
    for annotated in context.annotated.values():
        for replaced in annotated.replaced:
            for old, new in _answers(annotated, replaced).items():
                yield annotated, Texts(replaced.texts, context.language), old, new


def _answers(annotated: AnnotatedQuestion, replaced: ReplacedQuestion) -> dict[str, str]:
    """Return what each answer becomes."""
    return dict(zip(annotated.original.answers, replaced.question.answers, strict=True))


def _first(asked: Iterable[_OfQuestion], found: Iterable[bool]) -> Iterator[_OfQuestion]:
    """Yield what was found first of each question."""
    told = set()
    for each, is_found in zip(asked, found, strict=True):
        if is_found and each[0].original.id not in told:
            told.add(each[0].original.id)
            yield each


def _row_of(annotated: AnnotatedQuestion, answer: str) -> Placed[ReplacementRow]:
    """Return the row that changes an answer, or that comes nearest to it.

    It may be another question's, which changes their evidence.
    """
    rows = [*annotated.rows, *chain.from_iterable(annotated.shared.values())]
    inside = (p for p in rows if find_language(annotated.language).holds(answer, p.row.original))
    around = (p for p in rows if p.row.original.casefold() in answer.casefold())
    return next(inside, None) or next(around, None) or rows[0]


def needle_lacks_answer(context: LintContext) -> Iterator[Breach]:
    """A needle's fact holds its answer, whatever is replaced: nothing else tells it.

    With the metric all_of every answer is asked for, and is in the fact.
    """
    holds = context.language.holds
    for placed in context.needles:
        for question in context.annotated[question_id(placed.row)].questions:
            needles = [text for _, text in question.facts_of("needle")]
            lacking = (
                answer
                for answer in context.recipe.scored_answers(question.answers)
                if not any(holds(text, answer) for text in needles)
            )
            if answer := next(lacking, ""):
                yield breach(placed, f"the fact does not hold its answer {answer!r}; mend it")
                break


def question_holds_answer(context: LintContext) -> Iterator[Breach]:
    """A needle's question does not hold its answer, or the context need not be read."""
    for placed in context.needles:
        held = (
            answer
            for question in context.annotated[question_id(placed.row)].questions
            for answer in question.answers
            if Texts([question.input], context.language).say(answer)
        )
        if answer := next(held, ""):
            yield breach(placed, f"the question holds the answer {answer!r}; mend it")


def keywords_score_nothing(context: LintContext) -> Iterator[Breach]:
    """A record's own answer does not score 0 by its keywords (LV-Eval's metric of keywords)."""
    metric = metric_of(context.recipe)
    if "keyword_recall" not in metric.keys or not context.recipe.answer_keywords:
        return
    own = [
        (annotated, placed, (question.answers[0], question.keywords))
        for placed, annotated in _rows(context)
        for question in annotated.questions
        if question.keywords != question.answers[0] or metric.may_ignore(question.keywords)
    ]
    nothing = (metric.score(answer, answer, keywords) == 0 for *_, (answer, keywords) in own)
    for _, placed, (answer, keywords) in _first(own, nothing):
        yield breach(
            placed,
            f"by the keywords {keywords!r} the answer {answer!r} itself scores 0; take"
            " the answer's own words, as they are written there",
        )


def keywords_not_in_answer(context: LintContext) -> Iterator[Breach]:
    """Answer keywords are words of the answer, replaced or not, as LV-Eval marked them."""
    for placed, annotated in _rows(context):
        for question in annotated.questions:
            answers = Texts(question.answers, context.language)
            missing = [word for word in _single_words(question.keywords) if not answers.say(word)]
            if missing:
                yield breach(
                    placed,
                    f"the keywords {', '.join(missing)} stand in no answer, such as"
                    f" {question.answers[0]!r}; take the answer's own words",
                )
                break


def keywords_say_yes_or_no(context: LintContext) -> Iterator[Breach]:
    """Keywords are no yes or no: "It is not necessary" would score 0 (LV-Eval's metric)."""
    for placed, _ in _rows(context):
        if bare(placed.row.keywords).casefold() in context.language.yes_no:
            yield breach(
                placed,
                f"the keywords {placed.row.keywords!r} are not in a right answer of other words;"
                " leave the row out",
            )


def _rows(context: LintContext) -> Iterator[tuple[Placed[Any], AnnotatedQuestion]]:
    """Yield the keywords of known questions, of several rows the first, which builds take."""
    seen = set()
    rows: list[Placed[Any]] = [*context.keywords, *context.needles]
    for placed in rows:
        name = question_id(placed.row)
        annotated = context.annotated.get(name)
        if annotated is not None and name not in seen and placed.row.keywords:
            seen.add(name)
            yield placed, annotated


def _single_words(keywords: str) -> list[str]:
    return [word for each in _BETWEEN.split(keywords) if (word := each.strip(_BESIDE))]
