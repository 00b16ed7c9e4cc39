"""The questions of a mixup: read with their evidence, and chosen up to the recipe's count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import NamedTuple

from lvbuild.core.model import Question
from lvbuild.core.options import BuildOptions
from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus
from lvbuild.corpora.reading.why_not_asked import why_not_asked
from lvbuild.errors import BuildError, UsageError
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.plan import Passage, QuestionTooLongError, TrimmingError
from lvbuild.mixing.plans.mixer import without_others
from lvbuild.mixing.plans.supporting import TRIMMED, Supporting, units_between
from lvbuild.questions.annotations import Annotations, VariantWords, draws_for
from lvbuild.questions.evidence import answer_span, evidence_spans
from lvbuild.questions.shared_evidence import CorpusDocuments
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Tables
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replaced


@dataclass(frozen=True)
class MixupQuestion:
    """A question of a mixup: as upstream has it, annotated, and with its pairs' words replaced.

    `original` is in the original words, `replaced` after replacement, with `supporting` and the
    `documents` that these are outlines of, and the `passages` of them that stand in its contexts.
    """

    source: CorpusQuestion
    original: Question
    pairs: tuple[Pair, ...]
    replaced: Question
    supporting: tuple[Supporting, ...]
    documents: tuple[SplitDocument, ...]
    passages: tuple[Passage, ...] = ()

    @property
    def id(self) -> str:
        """The question's id."""
        return self.source.id

    @property
    def passage_sizes(self) -> Iterator[tuple[int, bool]]:
        """The units of each supporting passage, and whether it is the whole document."""
        for one, passage in zip(self.supporting, self.passages, strict=True):
            yield units_between(one.outline, passage.start, passage.stop), passage.whole


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
    words: VariantWords
    documents: CorpusDocuments
    counting: Counting
    answer_limit: int | None
    _split: dict[str, SplitDocument] = field(default_factory=dict, repr=False)

    def read(self, source: CorpusQuestion) -> MixupQuestion:
        """Return a question with all that its contexts have of it.

        Raises UnfitError where no context of the smallest level can support it.
        """
        unit = plain_unit(self.recipe.unit, self.recipe.language)
        limit = self.answer_limit
        if limit is not None and any(count(answer, unit) > limit for answer in source.answers):
            raise UnfitError("an answer is over the limit")
        annotated = self.annotations.annotate(source)
        original = self.words.original(annotated)
        under = self.words.replaced(annotated)
        if words := under.said_otherwise(original):
            told = "rows of another question replace it in the evidence, and none in this one"
            raise UnfitError(f"it says {words!r}, but {told}")
        replaced = under.reworded(original)
        marked = [under.reword(passage) for passage in source.evidence]
        documents = tuple(map(self._split_document, under.documents.items()))
        supporting = tuple(self._supporting(source.id, documents, marked, replaced.answers[0]))
        smallest = self.recipe.ascending_levels[0]
        try:
            passages, _ = without_others(replaced, supporting, smallest, smallest, self.counting)
        except (TrimmingError, QuestionTooLongError) as error:
            raise UnfitError(str(error)) from error
        return MixupQuestion(
            source, original, under.pairs, replaced, supporting, documents, tuple(passages)
        )

    def _supporting(
        self, name: str, documents: Sequence[SplitDocument], marked: Sequence[str], answer: str
    ) -> Iterator[Supporting]:
        """Yield what is to be kept of each document where it is trimmed."""
        language = self.recipe.language
        spans = evidence_spans([document.text for document in documents], marked, answer, language)
        lengths = draws_for(self.recipe, self.options, "lengths", question_id=name)
        for document, span in zip(documents, spans, strict=True):
            yield Supporting(
                document.outline,
                span,
                span and answer_span(document.sentences, span, answer, not marked, language),
                lengths.uniform(*TRIMMED) * self.recipe.ascending_levels[0].size,
                partial(document.lean, language=language),
            )

    def _split_document(self, named: tuple[str, Replaced]) -> SplitDocument:
        """Split and count a document as a question has it; unchanged ones once for all."""
        name, (text, hits) = named
        known = self._split.get(name)
        if known is None or (known.text, known.hits) != (text, hits):
            language = self.recipe.language
            known = SplitDocument.of(name, text, language, self.counting, hits=hits)
            self._split[name] = known
        return known

    def why_not_asked(self, source: CorpusQuestion) -> str:
        """Return what speaks against drawing a question, "" if nothing does."""
        return why_not_asked(
            source,
            [self.documents.document(name) for name in source.supporting],
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


def choose_questions(
    reader: QuestionReader, corpora: Sequence[QuestionCorpus], tables: Tables, options: BuildOptions
) -> tuple[list[MixupQuestion], dict[str, str]]:
    """Take questions until the recipe's count is reached; return them, and why others are not.

    Raises BuildError where there is none.
    """
    recipe = reader.recipe
    candidates = _candidates(recipe, corpora, tables, options)
    left_out = dict(candidates.left_out)
    chosen: list[MixupQuestion] = []
    for source in candidates.questions:
        if len(chosen) == recipe.count and tables.selection is None:
            break
        if len(chosen) == recipe.count:
            left_out[source.id] = f"the recipe's count of {recipe.count} was reached"
        # What a person selected is asked: `check` tells them of the doubt.
        elif tables.selection is None and (doubt := reader.why_not_asked(source)):
            left_out[source.id] = doubt
        else:
            try:
                chosen.append(reader.read(source))
            except UnfitError as error:
                left_out[source.id] = str(error)
    if not chosen:
        reasons = Counter(left_out.values()).most_common()
        counts = "; ".join(f"{number} {reason}" for reason, number in reasons)
        raise BuildError(
            f"{recipe.name}: no question can be asked ({counts or 'there are none'}); give"
            " other corpora or select other questions"
        )
    return chosen, left_out


def lacking_rows(questions: Iterable[MixupQuestion], recipe: Recipe) -> Mapping[str, int]:
    """Count the questions that lack rows of the tables the recipe asks for, by table."""
    wanted = {
        "answer_keywords": recipe.answer_keywords,
        "confusing_facts": recipe.confusing_facts > 0,
        "replacements": recipe.replacements,
    }
    counts: Counter[str] = Counter()
    for one in questions:
        counts["answer_keywords"] += not one.original.keywords
        counts["confusing_facts"] += len(one.original.confusing_facts) < recipe.confusing_facts
        counts["replacements"] += not one.pairs
    return {table: count for table, count in counts.items() if count and wanted[table]}


class _Candidates(NamedTuple):
    """The questions that a recipe may ask, in order, and those that it lists but cannot, by id."""

    questions: tuple[CorpusQuestion, ...]
    left_out: Mapping[str, str]


def _candidates(
    recipe: Recipe, corpora: Sequence[QuestionCorpus], tables: Tables, options: BuildOptions
) -> _Candidates:
    """Return the questions of the selection, else all in a seeded order.

    Raises UsageError where the selection holds questions that the corpora lack.
    """
    known = {question.id: question for corpus in corpora for question in corpus.questions()}
    left_out = dict(chain.from_iterable(corpus.left_out() for corpus in corpora))
    if tables.selection is None:
        draws = draws_for(recipe, options, "questions")
        return _Candidates(tuple(known[name] for name in draws.shuffled(sorted(known))), left_out)
    selected = list(dict.fromkeys(placed.row.question_id for placed in tables.selection.used))
    missing = [name for name in selected if name not in known and name not in left_out]
    if missing:
        names = ", ".join(recipe.question_corpora)
        raise UsageError(
            f"{tables.selection.path}: {len(missing)} of its {len(selected)} questions are in none"
            f" of the corpora {names} (the first is {missing[0]}); give the whole corpora, or draw"
            " questions with --no-tables"
        )
    return _Candidates(
        tuple(known[name] for name in selected if name in known),
        {name: left_out[name] for name in selected if name in left_out},
    )
