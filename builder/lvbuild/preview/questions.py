"""The questions that a recipe may ask, with the ids by which its tables name them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus, named_corpora
from lvbuild.recipe import RecipeFile, load_recipe
from lvbuild.tables.reading import read_table, read_tables
from lvbuild.tables.rows import SelectionRow
from lvbuild.tasks.prepared import Choices
from lvbuild.tasks.source import gather


@dataclass(frozen=True, slots=True)
class ListedQuestion:
    """A question in its original words.

    `selected` says whether the selection names it, None where there is no selection; `left_out` why
    it cannot be asked, "" where it can.
    """

    question_id: str
    question: str
    answers: tuple[str, ...]
    supporting: tuple[str, ...] = ()
    selected: bool | None = None
    left_out: str = ""


def list_questions(
    recipe: str | Path,
    *,
    corpora: str | Path | None = None,
    sample: bool = False,
    offline: bool = False,
) -> list[ListedQuestion]:
    """List the needles of a recipe, or the questions of its corpora in their order.

    No table is needed but the needles. Raises UsageError (recipe, needles or selection) and
    MissingCorpusError.
    """
    file = load_recipe(recipe)
    folder = file.beside(f"annotations/{file.recipe.name}")
    if file.recipe.task == "fact_recall":
        needles = read_tables(folder, file.recipe, no_tables=True).needles
        rows = [placed.row for placed in needles.used()] if needles else []
        return [ListedQuestion(f"needle:{row.id}", row.question, row.answers) for row in rows]
    where = None if corpora is None else Path(corpora)
    choices = Choices(sample=sample, no_tables=True)
    [source] = gather([recipe], choices, corpora=where, offline=offline)
    asking: list[QuestionCorpus] = named_corpora(file.recipe.asking, source.corpora)  # type: ignore[assignment]
    selected = None if sample else _selected(file, folder)
    asked = [_listed(each, selected) for corpus in asking for each in corpus.questions()]
    left_out = [
        ListedQuestion(name, "", (), selected=_among(name, selected), left_out=why)
        for corpus in asking
        for name, why in corpus.left_out()
    ]
    return [*asked, *left_out]


def _selected(file: RecipeFile, folder: Path) -> set[str] | None:
    path = folder / "selection.jsonl"
    if not path.is_file():
        return None
    return {row.question_id for row in read_table(path, SelectionRow).rows}


def _listed(question: CorpusQuestion, selected: set[str] | None) -> ListedQuestion:
    return ListedQuestion(
        question.id,
        question.input,
        question.answers,
        question.supporting,
        _among(question.id, selected),
    )


def _among(question_id: str, selected: set[str] | None) -> bool | None:
    return None if selected is None else question_id in selected
