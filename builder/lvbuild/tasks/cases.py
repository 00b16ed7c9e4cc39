"""The case that the rules of tables are held to: a mixup's rows with what its corpora have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lvbuild.corpora.corpus import QuestionCorpus
from lvbuild.options import BuildOptions
from lvbuild.tables.case import Case
from lvbuild.tables.reading import Tables
from lvbuild.tasks.asking import Annotations
from lvbuild.tasks.worded import Documents, UnfitError, fit
from lvbuild.text.counting import Counting

if TYPE_CHECKING:
    from lvbuild.tasks.question_answering import QuestionAnswering


def mixup_case(
    recipe: QuestionAnswering,
    tables: Tables,
    asking: Sequence[QuestionCorpus],
    documents: Documents,
    read_pool: Callable[[], Mapping[str, str]],
    *,
    approved_only: bool = False,
) -> Case:
    """Return a mixup's case, with the supporting documents of the questions that have rows."""
    case = Case(
        recipe,
        tables,
        sources={question.id: question for corpus in asking for question in corpus.questions()},
        unasked={name: why for corpus in asking for name, why in corpus.left_out()},
        read_pool=read_pool,
        approved_only=approved_only,
    )
    needed = {name for question in case.known for name in question.supporting}
    return replace(case, documents={name: documents[name] for name in sorted(needed)})


def unfit_questions(
    case: Case, documents: Documents, recipe: QuestionAnswering, counting: Counting
) -> dict[str, str]:
    """Return the known questions that no build can ask, each with why."""
    annotations = Annotations(recipe, case.tables, BuildOptions())
    reasons = {}
    for question in case.known:
        try:
            fit(annotations.ask(question), documents, recipe, counting)
        except UnfitError as error:
            reasons[question.id] = str(error)
    return reasons
