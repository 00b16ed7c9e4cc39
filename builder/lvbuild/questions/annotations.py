"""The rows of a recipe's tables by question, and the questions as these rows annotate them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import blake2b
from itertools import chain
from typing import TypeVar

from pydantic import BaseModel

from lvbuild.core.model import Fact, Question, Rival
from lvbuild.core.seeds import Seeds
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.questions.annotated import (
    AnnotatedQuestion,
    Choice,
    ReplacedQuestion,
    replace_words,
    row_pairs,
)
from lvbuild.questions.evidence import SharedEvidence
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Placed, Table, Tables, question_id, used_rows
from lvbuild.tables.rows import ConfusingFactRow, NeedleRow, ReplacementRow
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, Reworded, leftmost_longest

_R = TypeVar("_R", bound=BaseModel)


def rival_fact(placed: Placed[ConfusingFactRow]) -> Fact:
    """Return the fact of a row in its rival passage; without one it is a passage by itself."""
    text = placed.row.passage or placed.row.fact
    digest = blake2b(text.encode(), digest_size=6).hexdigest()
    return Fact("confusing", placed.row.fact, Rival(f"rival:{digest}", text))


class Annotations:
    """The rows that builds take, by question; `texts` are the corpora's documents by id.

    `shared` is what questions have in common of their evidence: those of `sources`. Without
    `alternatives` questions are read under their replacements alone.
    """

    def __init__(
        self,
        recipe: Recipe,
        tables: Tables,
        sources: Iterable[CorpusQuestion],
        texts: Mapping[str, str],
        *,
        alternatives: bool = True,
    ) -> None:
        self.recipe = recipe
        self._alternatives = alternatives
        self.facts = _by_question(tables.confusing_facts)
        self.rows = _by_question(tables.replacements)
        self.shared = SharedEvidence.of_rows(tables, sources)
        self._keywords = _by_question(tables.answer_keywords)
        self.texts = texts
        self._known: dict[tuple[str, tuple[str, ...]], AnnotatedQuestion] = {}

    def annotate(self, source: CorpusQuestion) -> AnnotatedQuestion:
        """Return a corpus's question with all its rows, which is read once for the same answers."""
        known = source.id, source.answers
        if known not in self._known:
            keywords = [placed.row.keywords for placed in self._keywords[source.id]]
            self._known[known] = self._annotated(
                Question(
                    id=source.id,
                    input=source.input,
                    answers=source.answers,
                    keywords=next(filter(None, [source.keywords, *keywords]), ""),
                    supporting=source.supporting,
                    upstream=source.upstream,
                    facts=tuple(map(rival_fact, self.facts[source.id])),
                    fan_out=source.fan_out,
                )
            )
        return self._known[known]

    def annotate_needle(self, row: NeedleRow) -> AnnotatedQuestion:
        """Return a needle's question with all its rows."""
        confusing = (Fact("confusing", placed.row.fact) for placed in self.facts[question_id(row)])
        facts = (Fact("needle", row.fact), *confusing)
        return self._annotated(
            Question(question_id(row), row.question, row.answers, row.keywords, facts)
        )

    def _annotated(self, words: Question) -> AnnotatedQuestion:
        return AnnotatedQuestion(
            words,
            tuple(self.rows[words.id]),
            tuple(self.rows["*"]),
            tuple(self.facts[words.id]),
            self.recipe.language,
            {name: self.texts[name] for name in words.supporting},
            {name: self.shared_rows(name) for name in words.supporting},
            self._alternatives,
        )

    def shared_rows(self, document: str) -> tuple[Placed[ReplacementRow], ...]:
        """Return the rows of all questions that a document is evidence of."""
        return tuple(placed for owner in self.shared.of(document) for placed in self.rows[owner])


def _by_question(table: Table[_R] | None) -> Mapping[str, list[Placed[_R]]]:
    found: dict[str, list[Placed[_R]]] = defaultdict(list)
    for placed in used_rows(table):
        found[question_id(placed.row)].append(placed)
    return found


def alternatives_of(rows: Iterable[ReplacementRow]) -> int:
    """Return of how many places of their alternatives rows that belong together have one drawn."""
    return min((len(row.alternatives) for row in rows if row.alternatives), default=0)


def drawn_choices(rows: Iterable[ReplacementRow], seeds: Seeds, question_id: str) -> list[int]:
    """Return the places of the alternatives of rows that variants took, and that this one takes.

    There are none where rows have no alternatives, or where it is no variant.
    """
    count = alternatives_of(rows)
    if not (seeds.variant and count):
        return []
    return seeds.choices("replacements", count, question_id=question_id)


def draw_choice(rows: Iterable[Placed[ReplacementRow]], seeds: Seeds, question_id: str) -> Choice:
    """Draw the place of the alternatives that a variant takes of rows; None for no variant.

    Variants before it took others, as long as there were any.
    """
    return next(reversed(drawn_choices((each.row for each in rows), seeds, question_id)), None)


def draw_facts(words: Question, count: int, seeds: Seeds) -> tuple[Fact, ...]:
    """Return so many confusing facts of a question, or all it has; a variant draws them."""
    facts = [fact for fact in words.facts if fact.role == "confusing"]
    if seeds.variant:
        facts = seeds.draws("confusing facts", question_id=words.id).shuffled(facts)
    return tuple(facts[:count])


class VariantWords:
    """The words that a variant has of questions, and of what is evidence of them.

    Questions that share evidence have one choice: a document stands in one wording. Those `known`
    have their words replaced at once, others when they are asked for.
    """

    def __init__(
        self, annotations: Annotations, seeds: Seeds, known: Iterable[CorpusQuestion]
    ) -> None:
        self._annotations = annotations
        self.seeds = seeds
        self._pairs: dict[str, tuple[Pair, ...]] = {}
        self._finders: dict[tuple[Pair, ...], Replacer] = {}
        self._replaced = {source.id: self._replace(source) for source in known}

    @property
    def evidence(self) -> Mapping[str, str]:
        """The documents that are evidence of questions with rows of their own, by id."""
        return {name: self._annotations.texts[name] for name in self._annotations.shared.documents}

    def replaced(self, source: CorpusQuestion) -> ReplacedQuestion:
        """Return a corpus's question as the variant words it, with the facts that it draws."""
        return self._replaced.get(source.id) or self._replace(source)

    def _replace(self, source: CorpusQuestion) -> ReplacedQuestion:
        annotated = self._annotations.annotate(source)
        shared = {
            name: self._choice(owner)
            for name in annotated.supporting
            for owner in self._annotations.shared.of(name)[:1] or [source.id]
        }
        found = annotated.under(self._choice(source.id), shared)
        count = self._annotations.recipe.confusing_facts
        facts = draw_facts(annotated.original, count, self.seeds)
        if facts == annotated.original.facts:
            return found
        original = replace(annotated.original, facts=facts)
        return replace(found, question=replace_words(original, found.pairs, found.replacer))

    def reword(self, text: str, documents: Iterable[str]) -> Reworded:
        """Replace in a text what is replaced in any of some documents."""
        pairs = tuple(dict.fromkeys(chain.from_iterable(map(self._of, documents))))
        if pairs not in self._finders:
            self._finders[pairs] = Replacer(pairs, self._annotations.recipe.language)
        matches = leftmost_longest(self._finders[pairs].find(text))
        return Reworded(text, pairs, tuple(matches))

    def _of(self, document: str) -> tuple[Pair, ...]:
        if document not in self._pairs:
            owners = self._annotations.shared.of(document)
            rows = (placed.row for placed in self._annotations.shared_rows(document))
            self._pairs[document] = row_pairs(rows, self._choice(owners[0])) if owners else ()
        return self._pairs[document]

    def _choice(self, question_id: str) -> Choice:
        together = self._annotations.shared.together(question_id)
        rows = chain.from_iterable(self._annotations.rows[name] for name in ("*", *together))
        return draw_choice(rows, self.seeds, together[0])
