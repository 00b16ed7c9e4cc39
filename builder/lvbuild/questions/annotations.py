"""The rows of a recipe's tables by question, and the questions as these rows annotate them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from lvbuild.core.model import Fact, Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.questions.annotated import AnnotatedQuestion
from lvbuild.questions.shared_evidence import SharedEvidence
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Placed, Table, Tables, question_id
from lvbuild.tables.rows import ConfusingFactRow, NeedleRow, ReplacementRow

_R = TypeVar("_R", bound=BaseModel)


def confusing_fact(placed: Placed[ConfusingFactRow]) -> Fact:
    """Return the fact of a row."""
    return Fact("confusing", placed.row.fact, placed.row.home)


class Annotations:
    """The rows that builds take, by question; `texts` are the corpora's documents by id.

    `shared` is what questions have in common of their evidence: those of `sources`.
    """

    def __init__(
        self,
        recipe: Recipe,
        tables: Tables,
        sources: Iterable[CorpusQuestion],
        texts: Mapping[str, str],
    ) -> None:
        self.recipe = recipe
        self.facts = _by_question(tables.confusing_facts)
        self.rows = _by_question(tables.replacements)
        self.shared = SharedEvidence.of_rows(tables, sources)
        self._keywords = _by_question(tables.answer_keywords)
        self._texts = texts
        self._known: dict[str, AnnotatedQuestion] = {}

    def annotate(self, source: CorpusQuestion) -> AnnotatedQuestion:
        """Return a corpus's question with all its rows, which is read once."""
        if source.id not in self._known:
            keywords = [placed.row.keywords for placed in self._keywords[source.id][:1]]
            self._known[source.id] = self._annotated(
                Question(
                    id=source.id,
                    input=source.input,
                    answers=source.answers,
                    keywords="".join(keywords),
                    supporting=source.supporting,
                )
            )
        return self._known[source.id]

    def annotate_needle(self, row: NeedleRow) -> AnnotatedQuestion:
        """Return a needle's question with all its rows."""
        facts = (Fact("needle", row.fact),)
        return self._annotated(
            Question(question_id(row), row.question, row.answers, row.keywords, facts)
        )

    def _annotated(self, words: Question) -> AnnotatedQuestion:
        facts = self.facts[words.id]
        return AnnotatedQuestion(
            replace(words, facts=(*words.facts, *map(confusing_fact, facts))),
            tuple(self.rows[words.id]),
            tuple(self.rows["*"]),
            tuple(facts),
            self.recipe.language,
            {name: self._texts[name] for name in words.supporting},
            {name: self.shared_rows(name) for name in words.supporting},
        )

    def shared_rows(self, document: str) -> tuple[Placed[ReplacementRow], ...]:
        """Return the rows of all questions that a document is evidence of."""
        return tuple(placed for owner in self.shared.of(document) for placed in self.rows[owner])


def _by_question(table: Table[_R] | None) -> Mapping[str, list[Placed[_R]]]:
    found: dict[str, list[Placed[_R]]] = defaultdict(list)
    for placed in table.used if table is not None else ():
        found[question_id(placed.row)].append(placed)
    return found
