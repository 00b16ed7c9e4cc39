"""Rules about answers, their keywords, and needles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from lvbuild.languages import find_language
from lvbuild.questions.annotated import AnnotatedQuestion
from lvbuild.rules.context import LintContext, question_id
from lvbuild.rules.occurrences import Texts, says
from lvbuild.rules.rule import Breach, breach
from lvbuild.score.metric import metric_of
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import AnswerKeywordsRow, NeedleRow, ReplacementRow
from lvbuild.text.content import content
from lvbuild.text.normal import normalise
from lvbuild.text.phrases import bare, holds


def answer_unchanged(context: LintContext) -> Iterator[Breach]:
    """A pair that covers an answer changes it (design.md, "Replacement": over all fields alike)."""
    for annotated in context.annotated.values():
        kept = set(annotated.original.answers) & set(annotated.replaced[0].question.answers)
        for placed in annotated.own:
            original, language = placed.row.original, context.recipe.language
            for answer in annotated.original.answers:
                covered = holds(original, answer, language) or holds(answer, original, language)
                if answer in kept and covered:
                    yield breach(
                        placed,
                        f"the answer {answer!r} stays as it is, though the original {original!r}"
                        " covers it; give the answer's own words a row",
                    )


def answer_lost(context: LintContext) -> Iterator[Breach]:
    """A replaced answer stands in the evidence as its original did (lveval.md, step c)."""
    language = context.recipe.language
    for annotated in context.annotated.values():
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


def answer_left(context: LintContext) -> Iterator[Breach]:
    """A replaced answer's original stands in the evidence in no form, which would contradict it."""
    language = context.recipe.language
    for annotated in context.annotated.values():
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


def question_gains_answer(context: LintContext) -> Iterator[Breach]:
    """A question holds its replaced answer only where it held the original one."""
    language = context.recipe.language
    for annotated in context.annotated.values():
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


def needle_lacks_answer(context: LintContext) -> Iterator[Breach]:
    """A needle's fact holds its answer, whatever is replaced (lveval.md, factrecall).

    With the metric all_of every answer is asked for, and is in the fact.
    """
    for placed in context.needles:
        for question in context.annotated[question_id(placed.row)].questions:
            needles = [text for _, text in question.facts_of("needle")]
            lacking = (
                answer
                for answer in context.recipe.scored_answers(question.answers)
                if not any(holds(text, answer, context.recipe.language) for text in needles)
            )
            if answer := next(lacking, ""):
                yield breach(placed, f"the fact does not hold its answer {answer!r}; mend it")
                break


def question_holds_answer(context: LintContext) -> Iterator[Breach]:
    """A needle's question does not hold its answer (lveval.md, factrecall)."""
    for placed in context.needles:
        held = (
            answer
            for question in context.annotated[question_id(placed.row)].questions
            for answer in question.answers
            if says(question.input, answer, context.recipe.language)
        )
        if answer := next(held, ""):
            yield breach(placed, f"the question holds the answer {answer!r}; mend it")


_BETWEEN = re.compile(r"[\s，、；：。,;:]+")
_LONG = 4
_BESIDE = ".!?！？\"'“”‘’()（）"


@dataclass(frozen=True, slots=True)
class _Keywords:
    placed: Placed[AnswerKeywordsRow] | Placed[NeedleRow]
    annotated: AnnotatedQuestion

    @property
    def text(self) -> str:
        return self.placed.row.keywords


def keywords_score_nothing(context: LintContext) -> Iterator[Breach]:
    """A record's own answer does not score 0 by its keywords (LV-Eval's metric of keywords)."""
    metric = metric_of(context.recipe)
    if "keyword_recall" not in metric.keys or not context.recipe.answer_keywords:
        return
    own = [
        (one, question.answers[0], question.keywords)
        for one in _rows(context)
        for question in one.annotated.questions
        if question.keywords != question.answers[0] or metric.may_ignore(question.keywords)
    ]
    metric.read_ahead(text for _, *texts in own for text in texts)
    told: set[str] = set()
    for one, answer, keywords in own:
        name = one.annotated.original.id
        if name not in told and metric.score(answer, answer, keywords) == 0:
            told.add(name)
            yield breach(
                one.placed,
                f"by the keywords {keywords!r} the answer {answer!r} itself scores 0; take"
                " the answer's own words, as they are written there",
            )


def keywords_not_in_answer(context: LintContext) -> Iterator[Breach]:
    """Answer keywords are words of the answer, replaced or not (lveval.md, "How it was made")."""
    for one in _rows(context):
        for question in one.annotated.questions:
            answers = Texts(question.answers, context.recipe.language)
            missing = [word for word in _single_words(question.keywords) if not answers.say(word)]
            if missing:
                yield breach(
                    one.placed,
                    f"the keywords {', '.join(missing)} stand in no answer, such as"
                    f" {question.answers[0]!r}; take the answer's own words",
                )
                break


def keywords_say_yes_or_no(context: LintContext) -> Iterator[Breach]:
    """Keywords are no yes or no: "It is not necessary" would score 0 (LV-Eval's metric)."""
    for one in _rows(context):
        if bare(one.text).casefold() in find_language(context.recipe.language).yes_no:
            yield breach(
                one.placed,
                f"the keywords {one.text!r} are not in a right answer of other words; leave the"
                " row out",
            )


def keywords_not_in_evidence(context: LintContext) -> Iterator[Breach]:
    """Keywords stand in the supporting documents, which the answer comes from (LV-Eval)."""
    language = context.recipe.language
    for one in _rows(context):
        texts = list(one.annotated.supporting.values())
        evidence = Texts(texts, language)
        missing = [
            word
            for word in _single_words(one.text)
            if word.casefold() not in find_language(language).yes_no and not evidence.say(word)
        ]
        if missing and find_language(language).unit == "characters":
            runs = [content(normalise(text, language), language, 2) for text in texts]
            missing = [
                word
                for word in missing
                if not _is_told(content(normalise(word, language), language, 2), runs)
            ]
        if texts and missing:
            yield breach(
                one.placed,
                f"the keywords {', '.join(missing)} stand in none of the supporting documents: a"
                " right answer may lack them; take words of the evidence",
            )


def _is_told(word: set[str], texts: list[set[str]]) -> bool:
    """Tell whether a text holds half of what a long Chinese word is made of."""
    return len(word) >= _LONG and any(2 * len(word & text) >= len(word) for text in texts)


def _rows(context: LintContext) -> Iterator[_Keywords]:
    """Yield the keywords of known questions, of several rows the first, which builds take."""
    seen = set()
    for placed in (*context.keywords, *context.needles):
        name = question_id(placed.row)
        annotated = context.annotated.get(name)
        if annotated is not None and name not in seen and getattr(placed.row, "keywords"):  # noqa: B009
            seen.add(name)
            yield _Keywords(placed, annotated)  # type: ignore[arg-type]


def _single_words(keywords: str) -> list[str]:
    return [word for each in _BETWEEN.split(keywords) if (word := each.strip(_BESIDE))]
