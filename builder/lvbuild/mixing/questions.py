"""The questions of a mixup: read with their evidence, and chosen up to the recipe's count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import islice

from lvbuild.core.model import Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.reading.screening import why_not_asked
from lvbuild.errors import BuildError, UsageError
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.plan import Passage, QuestionTooLongError, TrimmingError
from lvbuild.mixing.plans.mixer import without_others
from lvbuild.mixing.plans.supporting import TRIMMED, Supporting
from lvbuild.questions.annotations import VariantWords
from lvbuild.questions.evidence import CorpusDocuments, answer_span, evidence_spans
from lvbuild.recipe import Recipe
from lvbuild.rules.context import LintContext
from lvbuild.tables.rows import SelectionRow
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replaced


@dataclass(frozen=True)
class MixupQuestion:
    """A question of a mixup: as upstream has it, and as annotated, with its pairs' words replaced.

    `naming` tells of each pair whether what it replaces names something wherever it stands.

    `evidence` are its supporting documents by id in the original words, `documents` the same after
    replacement, `supporting` their outlines, and `passages` what of them stands in its contexts.
    `rivals` are the documents of its confusing facts, in their order.
    """

    source: CorpusQuestion
    question: Question
    pairs: tuple[Pair, ...]
    naming: tuple[bool, ...]
    evidence: Mapping[str, str]
    documents: tuple[SplitDocument, ...]
    supporting: tuple[Supporting, ...] = ()
    passages: tuple[Passage, ...] = ()
    rivals: tuple[SplitDocument, ...] = ()


class UnfitError(Exception):
    """A question cannot be asked, and why."""


@dataclass(frozen=True)
class QuestionReader:
    """Reads the questions of a mixup as a variant words them, with their supporting documents.

    Questions with an answer of more than `answer_limit` units cannot be asked.
    """

    recipe: Recipe
    words: VariantWords
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
        found = self.words.replaced(source)
        if words := found.said_otherwise():
            why = "rows of another question replace it in the evidence, and none in this one"
            raise UnfitError(f"it says {words!r}, but {why}")
        marked = [found.reword(passage) for passage in source.evidence]
        documents = tuple(map(self._split_document, found.documents.items()))
        answer = found.question.answers[0]
        supporting = tuple(self._supporting(source.id, documents, marked, answer))
        smallest = self.recipe.ascending_levels[0]
        try:
            passages, _ = without_others(
                found.question, supporting, smallest, smallest, self.counting
            )
        except (TrimmingError, QuestionTooLongError) as error:
            raise UnfitError(str(error)) from error
        evidence = {name: reworded.original for name, reworded in found.evidence.items()}
        asked = found.question.original or found.question
        told = (fact.rival for fact in asked.facts if fact.rival)
        rivals = tuple(
            self._split_document((rival.document_id, found.replacer.replace(rival.text)))
            for rival in told
        )
        return MixupQuestion(
            source,
            found.question,
            found.pairs,
            found.naming,
            evidence,
            documents,
            supporting,
            tuple(passages),
            rivals,
        )

    def _supporting(
        self, name: str, documents: Sequence[SplitDocument], marked: Sequence[str], answer: str
    ) -> Iterator[Supporting]:
        language = self.recipe.language
        spans = evidence_spans([document.text for document in documents], marked, answer, language)
        lengths = self.words.seeds.draws("lengths", question_id=name)
        for document, span in zip(documents, spans, strict=True):
            yield Supporting(
                document.outline,
                span,
                span and answer_span(document.sentences, span, answer, not marked, language),
                lengths.uniform(*TRIMMED) * self.recipe.ascending_levels[0].size,
                document.lean,
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


def doubt(source: CorpusQuestion, documents: CorpusDocuments, recipe: Recipe) -> str:
    """Return what speaks against drawing a question, "" if nothing does."""
    return why_not_asked(
        source,
        [documents.document(name) for name in source.supporting],
        recipe.language,
        every_answer=len(recipe.scored_answers(("", ""))) > 1,
    )


def corrected(source: CorpusQuestion, row: SelectionRow | None) -> CorpusQuestion:
    """Return a corpus's question as its row of the selection corrects it."""
    if row is None or not row.corrects:
        return source
    was = "\n".join([source.input, *source.answers]).encode()
    return replace(
        source,
        input=row.question or source.input,
        answers=row.answers or source.answers,
        keywords=row.keywords,
        upstream=blake2b(was, digest_size=16).hexdigest(),
    )


def choose_questions(
    reader: QuestionReader, case: LintContext, documents: CorpusDocuments, *, fill: bool
) -> tuple[list[MixupQuestion], dict[str, str], int]:
    """Take questions until the recipe's count is reached; return them, and why others are not.

    With `fill` further ones are drawn beside those of a selection. The number is that of the
    questions that the corpora have beside these.

    Raises BuildError where there is none, UsageError where the selection holds questions that the
    corpora lack.
    """
    recipe, selection = case.recipe, case.tables.selection
    draws = reader.words.seeds.draws("questions")
    if selection is None:
        names = draws.shuffled(sorted(case.sources))
        left_out = dict(case.unasked)
    else:
        names = list(dict.fromkeys(placed.row.question_id for placed in selection.used))
        left_out = {name: case.unasked[name] for name in names if name in case.unasked}
        missing = [name for name in names if name not in case.sources and name not in left_out]
        if missing:
            corpora = ", ".join(recipe.question_corpora)
            raise UsageError(
                f"{selection.path}: {len(missing)} of its {len(names)} questions are in none of the"
                f" corpora {corpora} (the first is {missing[0]}); give the whole corpora, or draw"
                " questions with --no-tables"
            )
    chosen: list[MixupQuestion] = []
    for source in (case.sources[name] for name in names if name in case.sources):
        if len(chosen) == recipe.count and selection is None:
            break
        if len(chosen) == recipe.count:
            left_out[source.id] = f"the recipe's count of {recipe.count} was reached"
        # What a person selected is asked: `check` tells them of the doubt.
        elif selection is None and (why := doubt(source, documents, recipe)):
            left_out[source.id] = why
        else:
            try:
                chosen.append(reader.read(source))
            except UnfitError as error:
                left_out[source.id] = str(error)
    others = case.sources.keys() - names
    if fill and others:
        drawn = (name for name in draws.shuffled(sorted(case.sources)) if name in others)
        each = (case.sources[name] for name in drawn)
        fit = (source for source in each if not doubt(source, documents, recipe))
        chosen += islice(_unannotated(reader, fit), recipe.count - len(chosen))
    if not chosen:
        reasons = Counter(left_out.values()).most_common()
        counts = "; ".join(f"{number} {reason}" for reason, number in reasons)
        raise BuildError(
            f"{recipe.name}: no question can be asked ({counts or 'there are none'}); give"
            " other corpora or select other questions"
        )
    return chosen, left_out, len(others)


def _unannotated(
    reader: QuestionReader, sources: Iterable[CorpusQuestion]
) -> Iterator[MixupQuestion]:
    """Read questions that are drawn beside selected ones; what cannot be asked is passed over."""
    for source in sources:
        with suppress(UnfitError):
            read = reader.read(source)
            yield replace(read, question=replace(read.question, selected=False))


def lacking_rows(questions: Iterable[MixupQuestion], recipe: Recipe) -> Mapping[str, int]:
    """Count the questions that lack rows of the tables the recipe asks for, by table."""
    counts: Counter[str] = Counter()
    for one in questions:
        facts = len(one.question.confusing_facts)
        counts["answer_keywords"] += recipe.answer_keywords and not one.question.keywords
        counts["confusing_facts"] += facts < recipe.confusing_facts
        counts["replacements"] += recipe.replacements and not one.pairs
    return {table: count for table, count in counts.items() if count}
