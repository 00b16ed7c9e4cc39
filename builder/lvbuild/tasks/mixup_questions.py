"""The questions of a mixup: their annotations, and their words after replacement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from typing import TypeVar

from lvbuild.core.model import Fact, Question
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.reading.why_not_asked import why_not_asked
from lvbuild.mixing.documents import CorpusDocuments, SplitDocument
from lvbuild.mixing.plan import Passage, QuestionTooLongError, TrimmingError
from lvbuild.mixing.plans.mixer import without_others
from lvbuild.mixing.plans.supporting import TRIMMED, Supporting, units_between
from lvbuild.questions.annotated import replace_words
from lvbuild.questions.shared_evidence import Owners
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Placed, Table, Tables
from lvbuild.tables.rows import AnswerKeywordsRow, ConfusingFactRow, ReplacementRow
from lvbuild.tasks.draws import draw_alternative, drawn_pairs, draws_for
from lvbuild.tasks.evidence import answer_span, evidence_spans
from lvbuild.tasks.wording import Wording
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.escaped import EscapedText
from lvbuild.text.replacement import Pair, Replaced, Replacer, leftmost_longest
from lvbuild.text.replacement.reworded import uncovered

_R = TypeVar("_R", AnswerKeywordsRow, ConfusingFactRow)


@dataclass(frozen=True)
class MixupQuestion:
    """A question of a mixup: as upstream has it, annotated, and with its pairs' words replaced.

    `original` is in the original words, `replaced` after replacement, with `supporting` and the
    `documents` that these are outlines of, and the `passages` of them that stand in its contexts.
    `changed` are the pool's documents that the pairs alter, by their places in it; `clashing` the
    places of those that hold a word which replaces a name.
    """

    source: CorpusQuestion
    original: Question
    pairs: tuple[Pair, ...]
    replaced: Question
    supporting: tuple[Supporting, ...]
    documents: tuple[SplitDocument, ...]
    passages: tuple[Passage, ...] = ()
    changed: Mapping[int, SplitDocument] = field(default_factory=dict)
    clashing: frozenset[int] = frozenset()

    @property
    def id(self) -> str:
        """The question's id."""
        return self.source.id

    @property
    def passage_sizes(self) -> Iterator[tuple[int, bool]]:
        """The units of each supporting passage, and whether it is the whole document."""
        for one, passage in zip(self.supporting, self.passages, strict=True):
            yield units_between(one.outline, passage.start, passage.stop), passage.whole

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
    """The rows of the tables by question, for one variant.

    Questions that share evidence by `owners` have one choice of words.
    """

    def __init__(
        self, recipe: Recipe, tables: Tables, options: BuildOptions, owners: Owners
    ) -> None:
        self._recipe = recipe
        self._options = options
        self._owners = owners
        self._facts = _by_question(tables.confusing_facts)
        self._keywords = _by_question(tables.answer_keywords)
        self._rows: dict[str, list[Placed[ReplacementRow]]] = defaultdict(list)
        if (table := tables.replacements) is not None:
            for placed in table.used:
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
            keywords=" ".join(row.keywords for row in self._keywords.get(question.id, [])[:1]),
            facts=tuple(
                Fact("confusing", row.fact, row.home)
                for row in facts[: self._recipe.confusing_facts]
            ),
            supporting=question.supporting,
        )
        rows = [*self._rows["*"], *self._rows[question.id]]
        return original, drawn_pairs(rows, self._alternative(question.id))

    def own_pairs(self, question_id: str) -> tuple[Pair, ...]:
        """Return the pairs of the rows that only this question has."""
        return drawn_pairs(self._rows[question_id], self._alternative(question_id))

    def _alternative(self, question_id: str) -> int | None:
        together = self._owners.together(question_id)
        rows = chain.from_iterable(self._rows[name] for name in ("*", *together))
        return draw_alternative(rows, self._recipe, self._options, together[0])


def _by_question(table: Table[_R] | None) -> Mapping[str, list[_R]]:
    """Return the rows of each question."""
    found: dict[str, list[_R]] = defaultdict(list)
    for placed in table.used if table is not None else ():
        found[placed.row.question_id].append(placed.row)
    return found


class UnfitError(Exception):
    """A question cannot be asked, and why."""


@dataclass(frozen=True)
class QuestionReader:
    """Reads the questions of a mixup with their annotations and supporting documents.

    Questions with an answer of more than `answer_limit` units cannot be asked.
    """

    recipe: Recipe
    options: BuildOptions
    annotations: Annotations
    documents: CorpusDocuments
    wording: Wording
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
            passages, _ = without_others(
                question.replaced, question.supporting, smallest, smallest, self.counting
            )
        except (TrimmingError, QuestionTooLongError) as error:
            raise UnfitError(str(error)) from error
        return replace(question, passages=tuple(passages))

    def _replaced(self, source: CorpusQuestion) -> MixupQuestion:
        """Replace a question's words in its fields and in its supporting documents.

        In these all questions that they are evidence of replace words.
        """
        language = self.recipe.language
        original, pairs = self.annotations.annotate(source)
        replacer = Replacer(pairs, language)
        replaced = replace_words(original, pairs, replacer)

        def new(text: str, *documents: str) -> Replaced:
            reworded = self.wording.reword(text, documents)
            return reworded.under(pairs, replacer.find(reworded.replaced.text))

        texts = [new(self.documents[name], name) for name in source.supporting]
        marked = [new(evidence, *source.supporting).text for evidence in source.evidence]
        if words := self._said_otherwise(original, pairs, replacer):
            told = "rows of another question replace it in the evidence, and none in this one"
            raise UnfitError(f"it says {words!r}, but {told}")
        spans = evidence_spans([text for text, _ in texts], marked, replaced.answers[0], language)
        lengths = draws_for(self.recipe, self.options, "lengths", question_id=source.id)
        documents = tuple(
            self.documents.split(name, text, language, self.counting)
            for name, text in zip(source.supporting, texts, strict=True)
        )
        supporting = tuple(
            Supporting(
                document.outline,
                span,
                span and answer_span(document, span, replaced.answers[0], not marked, language),
                lengths.uniform(*TRIMMED) * self.recipe.ascending_levels[0].size,
                partial(document.lean, language=language),
            )
            for document, span in zip(documents, spans, strict=True)
        )
        return MixupQuestion(source, original, pairs, replaced, supporting, documents)

    def _said_otherwise(self, question: Question, pairs: Sequence[Pair], replacer: Replacer) -> str:
        """Return words of a question that others replace in its evidence and it does not, or ""."""
        for name in question.supporting:
            reworded = self.wording.reword(self.documents[name], [name])
            others = [pair for pair in reworded.pairs if pair in reworded.used - set(pairs)]
            finder = Replacer(others, self.recipe.language)
            for text in (question.input, *question.answers) if others else ():
                own = list(leftmost_longest(replacer.find(text)))
                for match in uncovered(leftmost_longest(finder.find(text)), own):
                    return text[match.start : match.end]
        return ""

    def doubt(self, source: CorpusQuestion) -> str:
        """Return what speaks against drawing a question, "" if nothing does."""
        return why_not_asked(
            source,
            self.documents.documents(source.supporting),
            self.recipe.language,
            every_answer=len(self.recipe.scored_answers(("", ""))) > 1,
        )

    def unfit(self, sources: Iterable[CorpusQuestion]) -> dict[str, str]:
        """Return the questions that cannot be asked, by id, each with why."""
        reasons = {}
        for source in sources:
            try:
                self.read(source)
            except UnfitError as error:
                reasons[source.id] = str(error)
        return reasons
