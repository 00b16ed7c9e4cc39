"""Rules about answer keywords: without enough of them an answer scores 0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lvbuild.rules.rule import Breach, breach
from lvbuild.score import Scorer
from lvbuild.tables.annotated import AnnotatedQuestion
from lvbuild.tables.case import Case, question_id
from lvbuild.tables.occurrences import Texts
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import AnswerKeywordsRow, NeedleRow
from lvbuild.text.content import YES_NO, content
from lvbuild.text.normal import normalise
from lvbuild.text.phrases import bare

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


def keywords_score_nothing(case: Case) -> Iterator[Breach]:
    """A record's own answer does not score 0 by its keywords (LV-Eval's metric of keywords)."""
    if case.recipe.metric != "f1_keywords" or not case.recipe.answer_keywords:
        return
    scorer = Scorer(case.recipe)
    own = [
        (one, question.answers[0], question.keywords)
        for one in _rows(case)
        for question in one.annotated.questions
        if question.keywords != question.answers[0] or scorer.may_ignore(question.keywords)
    ]
    scorer.read_ahead(text for _, *texts in own for text in texts)
    told: set[str] = set()
    for one, answer, keywords in own:
        name = one.annotated.original.id
        if name not in told and scorer.score(answer, answer, keywords) == 0:
            told.add(name)
            yield breach(
                one.placed,
                f"by the keywords {keywords!r} the answer {answer!r} itself scores 0; take"
                " the answer's own words, as they are written there",
            )


def keywords_not_in_answer(case: Case) -> Iterator[Breach]:
    """Answer keywords are words of the answer, replaced or not (lveval.md, "How it was made")."""
    for one in _rows(case):
        for question in one.annotated.questions:
            answers = Texts(question.answers, case.recipe.language)
            missing = [word for word in _words(question.keywords) if not answers.say(word)]
            if missing:
                yield breach(
                    one.placed,
                    f"the keywords {', '.join(missing)} stand in no answer, such as"
                    f" {question.answers[0]!r}; take the answer's own words",
                )
                break


def keywords_say_yes_or_no(case: Case) -> Iterator[Breach]:
    """Keywords are no yes or no: "It is not necessary" would score 0 (LV-Eval's metric)."""
    for one in _rows(case):
        if bare(one.text).casefold() in YES_NO:
            yield breach(
                one.placed,
                f"the keywords {one.text!r} are not in a right answer of other words; leave the"
                " row out",
            )


def keywords_not_in_evidence(case: Case) -> Iterator[Breach]:
    """Keywords stand in the supporting documents, which the answer comes from (LV-Eval)."""
    language = case.recipe.language
    for one in _rows(case):
        texts = list(one.annotated.supporting.values())
        evidence = Texts(texts, language)
        missing = [
            word
            for word in _words(one.text)
            if word.casefold() not in YES_NO and not evidence.say(word)
        ]
        if language == "zh" and missing:
            runs = [_runs(text) for text in texts]
            missing = [word for word in missing if not _is_told(_runs(word), runs)]
        if texts and missing:
            yield breach(
                one.placed,
                f"the keywords {', '.join(missing)} stand in none of the supporting documents: a"
                " right answer may lack them; take words of the evidence",
            )


def _runs(text: str) -> set[str]:
    return content(normalise(text, "zh"), "zh", 2)


def _is_told(word: set[str], texts: list[set[str]]) -> bool:
    """Tell whether a text holds half of what a long Chinese word is made of."""
    return len(word) >= _LONG and any(2 * len(word & text) >= len(word) for text in texts)


def _rows(case: Case) -> Iterator[_Keywords]:
    """Yield the keywords of known questions, of several rows the first, which builds take."""
    seen = set()
    for placed in (*case.keywords, *case.needles):
        name = question_id(placed.row)
        annotated = case.annotated.get(name)
        if annotated is not None and name not in seen and getattr(placed.row, "keywords"):  # noqa: B009
            seen.add(name)
            yield _Keywords(placed, annotated)  # type: ignore[arg-type]


def _words(keywords: str) -> list[str]:
    return [word for each in _BETWEEN.split(keywords) if (word := each.strip(_BESIDE))]
