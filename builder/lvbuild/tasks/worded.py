"""The questions of a mixup after replacement: their words, and the documents they alter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from lvbuild.assemble.escaped import EscapedText
from lvbuild.corpora.corpus import QuestionCorpus
from lvbuild.mix.failures import QuestionTooLongError
from lvbuild.mix.mixup import without_others
from lvbuild.mix.supporting import Supporting, TrimmingError
from lvbuild.model import Question
from lvbuild.tables.occurrences import sought_names
from lvbuild.tables.replacing import replace_words
from lvbuild.tasks.asking import Asked
from lvbuild.tasks.evidence import evidence_spans
from lvbuild.tasks.pool import Read
from lvbuild.text.counting import Counting, count, plain_unit
from lvbuild.text.replacement import Replacer, rewrite

if TYPE_CHECKING:
    from lvbuild.tasks.question_answering import QuestionAnswering


@dataclass(frozen=True)
class Worded:
    """A question after replacement: its words, its supporting documents, and changed ones.

    `texts` are those documents as they are written, by id, `own` the same as they are read;
    `changed` are those of the pool, by their places in it, `clashing` the places of the pool's
    documents that hold a word which replaces a name.
    """

    asked: Asked
    question: Question
    supporting: tuple[Supporting, ...]
    texts: dict[str, EscapedText]
    own: dict[str, Read]
    changed: dict[int, Read] = field(default_factory=dict)
    clashing: set[int] = field(default_factory=set)


class Documents:
    """The texts of the documents of several corpora, by id."""

    def __init__(self, corpora: Sequence[QuestionCorpus]) -> None:
        self._holders: dict[str, QuestionCorpus] = {}
        for corpus in corpora:
            for batch in corpus.batches():
                self._holders.update(dict.fromkeys(batch, corpus))
        self._read: dict[str, Read] = {}

    def __getitem__(self, document_id: str) -> str:
        return self._holders[document_id].document(document_id).text

    def read(
        self, document_id: str, text: str, recipe: QuestionAnswering, counting: Counting
    ) -> Read:
        """Split and count a document as a question words it; unchanged ones once for all."""
        known = self._read.get(document_id)
        if known is None or known.text != text:
            known = Read.of(document_id, text, recipe, counting)
            self._read[document_id] = known
        return known


def word(
    asked: Asked, documents: Documents, recipe: QuestionAnswering, counting: Counting
) -> Worded:
    """Replace a question's words in its fields and in its supporting documents."""
    replacer = Replacer(asked.pairs, recipe.language)
    question = replace_words(asked.words, asked.pairs, replacer)
    replaced = [replacer.replace(documents[name]) for name in asked.source.supporting]
    marked = [replacer.replace(evidence).text for evidence in asked.source.evidence]
    plain = [text for text, _ in replaced]
    spans = evidence_spans(plain, marked, question.answers[0], recipe.language)
    supporting: list[Supporting] = []
    texts: dict[str, EscapedText] = {}
    own: dict[str, Read] = {}
    for name, (text, hits), span in zip(asked.source.supporting, replaced, spans, strict=True):
        read = documents.read(name, text, recipe, counting)
        supporting.append(Supporting(read.outline, span))
        texts[name] = read.escape(hits)
        own[name] = read
    return Worded(asked, question, tuple(supporting), texts, own)


class UnfitError(Exception):
    """A question cannot be asked, and why."""


def fit(
    asked: Asked, documents: Documents, recipe: QuestionAnswering, counting: Counting
) -> Worded:
    """Word a question; raise UnfitError where no context of the smallest level can support it."""
    limit, unit = recipe.answer_limit, plain_unit(recipe.unit, recipe.language)
    if limit is not None and any(count(a, unit) > limit for a in asked.source.answers):
        raise UnfitError("an answer is over the limit")
    worded = word(asked, documents, recipe, counting)
    try:
        without_others(worded.question, worded.supporting, recipe.ascending_levels[0], counting)
    except (TrimmingError, QuestionTooLongError) as error:
        raise UnfitError(str(error)) from error
    return worded


def change(
    pool: Sequence[Read], questions: Sequence[Worded], recipe: QuestionAnswering, counting: Counting
) -> None:
    """Find the pool's documents that a question's pairs alter, and put them to its `changed`.

    Those that hold a name's new word already are put to its `clashing`. Each document is looked
    through once, for the pairs of all questions together.
    """
    pairs = [pair for worded in questions for pair in worded.asked.pairs]
    owners = [place for place, worded in enumerate(questions) for _ in worded.asked.pairs]
    firsts = list(accumulate((len(worded.asked.pairs) for worded in questions), initial=0))
    names = [sought_names(worded.asked.pairs, recipe.language) for worded in questions]
    namers = [place for place, own in enumerate(names) for _ in own]
    replacer = Replacer([*pairs, *chain.from_iterable(names)], recipe.language)
    for place, read in enumerate(pool):
        found = replacer.find(read.text)
        for match in found:
            if match.pair >= len(pairs):
                questions[namers[match.pair - len(pairs)]].clashing.add(place)
        matches = [match for match in found if match.pair < len(pairs)]
        for owner in sorted({owners[match.pair] for match in matches}):
            first = firsts[owner]
            own = (m._replace(pair=m.pair - first) for m in matches if owners[m.pair] == owner)
            text, hits = rewrite(read.text, own)
            new = Read.of(read.document_id, text, recipe, counting)
            questions[owner].changed[place] = new
            questions[owner].texts[read.document_id] = new.escape(hits)
            questions[owner].own[read.document_id] = new


def lacking(questions: Sequence[Worded], recipe: QuestionAnswering) -> Mapping[str, int]:
    """Count the questions that lack rows of the tables the recipe asks for, by table."""
    wanted = {
        "answer_keywords": recipe.answer_keywords,
        "confusing_facts": recipe.confusing_facts > 0,
        "replacements": recipe.replacements,
    }
    counts: Counter[str] = Counter()
    for worded in questions:
        words = worded.asked.words
        counts["answer_keywords"] += not words.keywords
        counts["confusing_facts"] += len(words.confusing_facts) < recipe.confusing_facts
        counts["replacements"] += not worded.asked.pairs
    return {table: count for table, count in counts.items() if count and wanted[table]}
