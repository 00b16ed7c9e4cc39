"""Checking the tables of recipes, row by row, before anything is built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from lvbuild.corpora.corpus import QuestionCorpus, named_corpora
from lvbuild.model import Document
from lvbuild.options import Folder, Recipes
from lvbuild.tables.case import Case
from lvbuild.tables.finding import Finding
from lvbuild.tables.reading import BrokenRow
from lvbuild.tables.rules import findings
from lvbuild.tasks.cases import mixup_case, unfit_questions
from lvbuild.tasks.pool import haystack_documents, pool_documents
from lvbuild.tasks.prepared import Choices
from lvbuild.tasks.source import Source, gather
from lvbuild.tasks.worded import Documents
from lvbuild.validation import checks_arguments


@checks_arguments
def check(
    recipes: Recipes,
    *,
    corpora: Folder | None = None,
    sample: bool = False,
    offline: bool = False,
) -> list[Finding]:
    """Check the rows of recipes' tables, all but the rejected ones, and return what is amiss.

    Findings come recipe by recipe, then by file and line. `corpora` is the folder of the corpora;
    `sample` takes the invented one, and for mixups the rows that come with it.

    Raises UsageError (recipe, or a table that is not there) and MissingCorpusError.
    """
    broken: list[BrokenRow] = []
    folder = None if corpora is None else Path(corpora)
    sources = gather(
        recipes, Choices(sample=sample), corpora=folder, offline=offline, broken=broken
    )
    return [finding for source in sources for finding in _of(source, broken)]


def read_case(source: Source) -> Case:
    """Read the questions of a recipe's corpora, and its pool when a rule needs it."""
    recipe, tables = source.file.recipe, source.tables
    if recipe.task == "fact_recall":
        haystack = source.corpora[recipe.haystack]
        return Case(recipe, tables, read_pool=lambda: _texts(haystack_documents(recipe, haystack)))
    asking: list[QuestionCorpus] = named_corpora(recipe.asking, source.corpora)  # type: ignore[assignment]
    distracting = named_corpora(recipe.distracting, source.corpora)
    documents = Documents(asking)
    read_pool = lambda: _texts(pool_documents(recipe, distracting))  # noqa: E731
    case = mixup_case(recipe, tables, asking, documents, read_pool)
    unfit = unfit_questions(case, documents, source.counters.levels)
    return replace(case, unasked={**case.unasked, **unfit})


def _of(source: Source, broken: Sequence[BrokenRow]) -> list[Finding]:
    folder = source.file.beside(f"annotations/{source.file.recipe.name}")
    own = [row for row in broken if row.path.parent == folder]
    return findings(replace(read_case(source), broken=own))


def _texts(documents: Iterable[Document]) -> dict[str, str]:
    return {document.id: document.text for document in documents}
