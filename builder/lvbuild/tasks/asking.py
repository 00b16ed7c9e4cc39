"""The questions of a mixup: which are asked, and their words before and after replacement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus
from lvbuild.errors import UsageError
from lvbuild.model import Fact, Question
from lvbuild.options import BuildOptions
from lvbuild.tables.reading import Placed, Table, Tables
from lvbuild.tables.rows import AnswerKeywordsRow, ConfusingFactRow, ReplacementRow
from lvbuild.tasks.words import question_draws, question_pairs
from lvbuild.text.replacement import Pair

if TYPE_CHECKING:
    from lvbuild.tasks.question_answering import QuestionAnswering

_R = TypeVar("_R", AnswerKeywordsRow, ConfusingFactRow)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a recipe asks it, in the original words, and the pairs that replace them."""

    source: CorpusQuestion
    words: Question
    pairs: tuple[Pair, ...]


class Candidates(NamedTuple):
    """The questions that a recipe may ask, in order, and those that it lists but cannot, by id."""

    questions: tuple[CorpusQuestion, ...]
    left_out: Mapping[str, str]


def candidates(
    recipe: QuestionAnswering,
    corpora: Sequence[QuestionCorpus],
    tables: Tables,
    options: BuildOptions,
) -> Candidates:
    """Return the questions of the selection, else all in a seeded order.

    Raises UsageError where the selection holds questions that the corpora lack.
    """
    known = {question.id: question for corpus in corpora for question in corpus.questions()}
    left_out = dict(chain.from_iterable(corpus.left_out() for corpus in corpora))
    if tables.selection is None:
        draws = question_draws(recipe, options, "-", "questions")
        return Candidates(tuple(known[name] for name in draws.shuffled(sorted(known))), left_out)
    selected = list(dict.fromkeys(placed.row.question_id for placed in tables.selection.used()))
    missing = [name for name in selected if name not in known and name not in left_out]
    if missing:
        raise UsageError(
            f"{tables.selection.path}: {len(missing)} of its {len(selected)} questions are in none"
            f" of the corpora {', '.join(recipe.asking)} (the first is {missing[0]}); give the"
            " whole corpora, or draw questions with --no-tables"
        )
    return Candidates(
        tuple(known[name] for name in selected if name in known),
        {name: left_out[name] for name in selected if name in left_out},
    )


class Annotations:
    """The rows of the tables by question, for one variant."""

    def __init__(self, recipe: QuestionAnswering, tables: Tables, options: BuildOptions) -> None:
        self._recipe = recipe
        self._options = options
        only = options.approved_only
        self._facts = _by_question(tables.confusing_facts, only, "fact")
        self._keywords = _by_question(tables.answer_keywords, only, "keywords")
        self._rows: dict[str, list[Placed[ReplacementRow]]] = defaultdict(list)
        if (table := tables.replacements) is not None:
            for placed in table.used(only):
                self._rows[placed.row.question_id].append(placed)

    def ask(self, question: CorpusQuestion) -> Asked:
        """Return a question with its annotations; in the variant's choice of them."""
        facts = self._facts.get(question.id, [])
        if self._options.variant:
            draws = question_draws(self._recipe, self._options, question.id, "confusing facts")
            facts = draws.shuffled(facts)
        words = Question(
            id=question.id,
            input=question.input,
            answers=question.answers,
            keywords=" ".join(self._keywords.get(question.id, [])[:1]),
            facts=tuple(Fact("confusing", text) for text in facts[: self._recipe.confusing_facts]),
            supporting=question.supporting,
        )
        rows = [*self._rows["*"], *self._rows[question.id]]
        return Asked(
            question, words, question_pairs(rows, self._recipe, self._options, question.id)
        )


def _by_question(table: Table[_R] | None, only: bool, field: str) -> Mapping[str, list[str]]:
    """Return a field of the rows of each question."""
    found: dict[str, list[str]] = defaultdict(list)
    for placed in table.used(only) if table is not None else ():
        found[placed.row.question_id].append(getattr(placed.row, field))
    return found
