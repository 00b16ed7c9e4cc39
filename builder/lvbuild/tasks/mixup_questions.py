"""The questions of a mixup: their annotations, and their words after replacement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from lvbuild.assemble.escaped import EscapedText
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.mix.failures import QuestionTooLongError
from lvbuild.mix.mixup import without_others
from lvbuild.mix.supporting import Supporting, TrimmingError
from lvbuild.model import Fact, Question
from lvbuild.options import BuildOptions
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Placed, Table, Tables
from lvbuild.tables.replacing import replace_words
from lvbuild.tables.rows import AnswerKeywordsRow, ConfusingFactRow, ReplacementRow
from lvbuild.tasks.documents import CorpusDocuments, SplitDocument
from lvbuild.tasks.draws import draw_pairs, draws_for
from lvbuild.tasks.evidence import evidence_spans
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.replacement import Pair, Replacer

_R = TypeVar("_R", AnswerKeywordsRow, ConfusingFactRow)


@dataclass(frozen=True)
class MixupQuestion:
    """A question of a mixup: as upstream has it, annotated, and with its pairs' words replaced.

    `original` is in the original words, `replaced` after replacement, with `supporting` and the
    `documents` that these are outlines of. `changed` are the pool's documents that the pairs alter,
    by their places in it; `clashing` the places of those that hold a word which replaces a name.
    """

    source: CorpusQuestion
    original: Question
    pairs: tuple[Pair, ...]
    replaced: Question
    supporting: tuple[Supporting, ...]
    documents: tuple[SplitDocument, ...]
    changed: Mapping[int, SplitDocument] = field(default_factory=dict)
    clashing: frozenset[int] = frozenset()

    @property
    def id(self) -> str:
        """The question's id."""
        return self.source.id

    @cached_property
    def own(self) -> Mapping[str, SplitDocument]:
        """The documents that stand in its contexts in its own words, by id."""
        return {
            document.document_id: document for document in (*self.documents, *self.changed.values())
        }

    @property
    def escaped(self) -> dict[str, EscapedText]:
        """The same as they are written."""
        return {name: document.escaped for name, document in self.own.items()}


class Annotations:
    """The rows of the tables by question, for one variant."""

    def __init__(self, recipe: Recipe, tables: Tables, options: BuildOptions) -> None:
        self._recipe = recipe
        self._options = options
        only = options.approved_only
        self._facts = _by_question(tables.confusing_facts, only, "fact")
        self._keywords = _by_question(tables.answer_keywords, only, "keywords")
        self._rows: dict[str, list[Placed[ReplacementRow]]] = defaultdict(list)
        if (table := tables.replacements) is not None:
            for placed in table.used(only):
                self._rows[placed.row.question_id].append(placed)

    def annotate(self, question: CorpusQuestion) -> tuple[Question, tuple[Pair, ...]]:
        """Return a question with its annotations, and its pairs, as the variant chooses them."""
        facts = self._facts.get(question.id, [])
        if self._options.variant:
            draws = draws_for(
                self._recipe, self._options, "confusing facts", question_id=question.id
            )
            facts = draws.shuffled(facts)
        original = Question(
            id=question.id,
            input=question.input,
            answers=question.answers,
            keywords=" ".join(self._keywords.get(question.id, [])[:1]),
            facts=tuple(Fact("confusing", text) for text in facts[: self._recipe.confusing_facts]),
            supporting=question.supporting,
        )
        rows = [*self._rows["*"], *self._rows[question.id]]
        return original, draw_pairs(rows, self._recipe, self._options, question.id)


def _by_question(table: Table[_R] | None, only: bool, field: str) -> Mapping[str, list[str]]:
    """Return a field of the rows of each question."""
    found: dict[str, list[str]] = defaultdict(list)
    for placed in table.used(only) if table is not None else ():
        found[placed.row.question_id].append(getattr(placed.row, field))
    return found


class UnfitError(Exception):
    """A question cannot be asked, and why."""


@dataclass(frozen=True)
class QuestionReader:
    """Reads the questions of a mixup with their annotations and supporting documents.

    Questions with an answer of more than `answer_limit` units cannot be asked.
    """

    recipe: Recipe
    annotations: Annotations
    documents: CorpusDocuments
    counting: Counting
    answer_limit: int | None

    def read(self, source: CorpusQuestion) -> MixupQuestion:
        """Return a question with all that its contexts have of it.

        Raises UnfitError where no context of the smallest level can support it.
        """
        unit = plain_unit(self.recipe.unit, self.recipe.language)
        limit = self.answer_limit
        if limit is not None and any(count(answer, unit) > limit for answer in source.answers):
            raise UnfitError("an answer is over the limit")
        question = self._replaced(source)
        smallest = self.recipe.ascending_levels[0]
        try:
            without_others(question.replaced, question.supporting, smallest, self.counting)
        except (TrimmingError, QuestionTooLongError) as error:
            raise UnfitError(str(error)) from error
        return question

    def _replaced(self, source: CorpusQuestion) -> MixupQuestion:
        """Replace a question's words in its fields and in its supporting documents."""
        language = self.recipe.language
        original, pairs = self.annotations.annotate(source)
        replacer = Replacer(pairs, language)
        replaced = replace_words(original, pairs, replacer)
        texts = [replacer.replace(self.documents[name]) for name in source.supporting]
        marked = [replacer.replace(evidence).text for evidence in source.evidence]
        spans = evidence_spans([text for text, _ in texts], marked, replaced.answers[0], language)
        documents = tuple(
            self.documents.split(name, text, language, self.counting)
            for name, text in zip(source.supporting, texts, strict=True)
        )
        supporting = tuple(
            Supporting(document.outline, span)
            for document, span in zip(documents, spans, strict=True)
        )
        return MixupQuestion(source, original, pairs, replaced, supporting, documents)

    def unfit(self, sources: Iterable[CorpusQuestion]) -> dict[str, str]:
        """Return the questions that cannot be asked, by id, each with why."""
        reasons = {}
        for source in sources:
            try:
                self.read(source)
            except UnfitError as error:
                reasons[source.id] = str(error)
        return reasons
