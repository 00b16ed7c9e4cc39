"""A recipe as it is checked: its rows in place, its questions, and the texts around them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from pydantic import BaseModel

from lvbuild.annotations.reading import BrokenRow, Table
from lvbuild.annotations.tables import (
    AnswerKeywordsRow,
    ConfusingFactRow,
    NeedleRow,
    ReplacementRow,
    SelectionRow,
)
from lvbuild.checking.asked import Asked, Placed, each_choice
from lvbuild.checking.kinds import FIGURES, NAMES
from lvbuild.checking.standing import Hits, Standing, sought, sought_original
from lvbuild.corpora.corpus import CorpusQuestion, QuestionCorpus, named_corpora
from lvbuild.model import Question
from lvbuild.preparation.pool import haystack_documents, pool_documents
from lvbuild.preparation.source import Source
from lvbuild.preparation.worded import Documents
from lvbuild.recipe import Recipe
from lvbuild.text.replacement import Pair

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True)
class Case:
    """All that the rules look at: rows that builds take, questions, documents by id.

    `sources` are the corpora's questions, `unasked` those upstream has but that cannot be asked,
    each with why; both are empty in fact recall, where the needles are the questions. `pool` are
    the distracting documents, in fact recall the haystack's; `documents` the supporting ones too.
    """

    recipe: Recipe
    broken: Sequence[BrokenRow]
    needles: Sequence[Placed[NeedleRow]]
    selection: Sequence[Placed[SelectionRow]]
    keywords: Sequence[Placed[AnswerKeywordsRow]]
    facts: Sequence[Placed[ConfusingFactRow]]
    replacements: Sequence[Placed[ReplacementRow]]
    sources: Mapping[str, CorpusQuestion]
    unasked: Mapping[str, str]
    pool: Mapping[str, str]
    documents: Mapping[str, str]

    @property
    def rows(self) -> Iterator[Placed[BaseModel]]:
        """All rows of all tables."""
        for table in (
            self.needles,
            self.selection,
            self.keywords,
            self.facts,
            self.replacements,
        ):
            yield from table

    @cached_property
    def asked(self) -> Mapping[str, Asked]:
        """The known questions that have rows, by id."""
        facts, rows = _by_question(self.facts), _by_question(self.replacements)
        return {
            words.id: Asked(
                replace(words, confusing_facts=tuple(each.row.fact for each in facts[words.id])),
                supporting,
                (*rows[words.id], *rows["*"]),
                tuple(facts[words.id]),
                self.recipe.language,
            )
            for words, supporting in self._questions()
        }

    def _questions(self) -> Iterator[tuple[Question, tuple[str, ...]]]:
        """Yield the questions that have rows, each with its supporting documents."""
        for placed in reversed(self.needles):  # of several with one id the first stays
            row = placed.row
            yield (
                Question(question_id(row), row.question, row.answers, row.keywords, (), row.fact),
                (),
            )
        for name in dict.fromkeys(question_id(placed.row) for placed in self.rows):
            if (source := self.sources.get(name)) is not None:
                yield Question(name, source.input, source.answers), source.supporting

    def own_texts(self, asked: Asked) -> list[str]:
        """Return a question's fields and supporting documents."""
        words = asked.words
        fields = [words.input, *words.answers, words.needle, *words.confusing_facts]
        return [*fields, *(self.documents[name] for name in asked.supporting)]

    def worded(self, name: str) -> list[Question]:
        """Return a question in its original words, then under each choice of its replacements."""
        asked = self.asked[name]
        return [asked.words, *(wording.question for wording in asked.wordings)]

    @cached_property
    def uses(self) -> Mapping[tuple[str, Pair], int]:
        """How often a build replaces originals in fields, by the rows' question ids."""
        counts: Counter[tuple[str, Pair]] = Counter()
        for asked in self.asked.values():
            for placed, uses in zip(asked.rows, asked.wordings[0].uses, strict=True):
                counts[placed.row.question_id, sought_original(placed.row)] += uses
        return counts

    @cached_property
    def hits(self) -> Mapping[int, Hits]:
        """What a build replaces in the documents that a question can have, by the row's line."""
        rows = _by_question(self.replacements)
        phrases = {placed.line: sought_original(placed.row) for placed in self.replacements}
        standing = Standing(phrases.values(), self.documents, self.recipe.language)
        found: dict[int, Hits] = {}
        for name, own in list(rows.items()):
            together = own if name == "*" else [*own, *rows["*"]]
            kept = standing.replaced(dict.fromkeys(phrases[placed.line] for placed in together))
            asked = self.asked.get(name)
            seen = self.pool.keys() | set(asked.supporting if asked else ())
            for placed in own:
                hits = kept[phrases[placed.line]]
                found[placed.line] = {text: each for text, each in hits.items() if text in seen}
        return found

    @cached_property
    def new_words(self) -> Standing:
        """Where the names and figures that replace others stand in the documents already."""
        phrases = (
            sought(word, placed.row.kind)
            for placed in self.replacements
            if placed.row.kind in NAMES | FIGURES
            for word, _ in each_choice(placed.row)
        )
        return Standing(phrases, self.documents, self.recipe.language)


def question_id(row: BaseModel) -> str:
    """Return the id of the question that a row is for."""
    name: str = f"needle:{row.id}" if isinstance(row, NeedleRow) else getattr(row, "question_id")  # noqa: B009
    return name


def read_case(source: Source, broken: Sequence[BrokenRow]) -> Case:
    """Read the documents and questions of a recipe's corpora; `broken` are its tables' bad rows."""
    recipe, tables = source.file.recipe, source.tables
    asking: list[QuestionCorpus] = []
    if recipe.task == "fact_recall":
        pool = haystack_documents(recipe, source.corpora[recipe.haystack])
    else:
        asking = named_corpora(recipe.asking, source.corpora)  # type: ignore[assignment]
        pool = pool_documents(recipe, named_corpora(recipe.distracting, source.corpora))
    texts = {document.id: document.text for document in pool}
    case = Case(
        recipe=recipe,
        broken=broken,
        needles=_placed(tables.needles),
        selection=_placed(tables.selection),
        keywords=_placed(tables.answer_keywords),
        facts=_placed(tables.confusing_facts),
        replacements=_placed(tables.replacements),
        sources={question.id: question for corpus in asking for question in corpus.questions()},
        unasked={name: why for corpus in asking for name, why in corpus.left_out()},
        pool=texts,
        documents={},
    )
    readable = Documents(asking)
    needed = {name for asked in case.asked.values() for name in asked.supporting}
    supporting = {name: readable[name] for name in sorted(needed)}
    return replace(case, documents={**supporting, **texts})


def _placed(table: Table[R] | None) -> tuple[Placed[R], ...]:
    if table is None:
        return ()
    return tuple(Placed(table.path, line, row) for line, row in table.used(approved_only=False))


def _by_question(table: Sequence[Placed[R]]) -> dict[str, list[Placed[R]]]:
    found: dict[str, list[Placed[R]]] = defaultdict(list)
    for placed in table:
        found[question_id(placed.row)].append(placed)
    return found
