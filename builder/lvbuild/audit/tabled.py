"""The questions of a release's tables, in the words that its records were built with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from lvbuild.core.model import Question
from lvbuild.core.seeds import Seeds
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.mixing.choosing import corrected
from lvbuild.questions.annotated import AnnotatedQuestion, replace_words, row_pairs
from lvbuild.questions.annotations import Annotations, alternatives_of, draw_facts
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Tables, question_id, used_rows
from lvbuild.tables.rows import NeedleRow, QuestionRow, SelectionRow
from lvbuild.text.replacing import Replacer

Pairs = tuple[tuple[str, str], ...]
"""Words and what stands for each."""


class Worded(NamedTuple):
    """What tables have of a question, before and after replacement, and what replaces."""

    words: Question
    question: Question
    replacer: Replacer


@dataclass(frozen=True)
class Tabled:
    """Words the questions of tables, each once for all records that ask it."""

    recipe: Recipe
    tables: Tables
    annotations: Annotations
    seeds: Seeds
    _known: dict[tuple[str, Pairs], Worded | None] = field(default_factory=dict)

    def worded(self, name: str, pairs: Pairs) -> Worded | None:
        """Return a question by its id; None where its rows have other pairs than its records."""
        if (key := (name, pairs)) not in self._known:
            self._known[key] = self._worded(name, pairs)
        return self._known[key]

    def _worded(self, name: str, given: Pairs) -> Worded | None:
        annotated = self._annotated(name)
        words, rows = annotated.original, [placed.row for placed in annotated.rows]
        count = alternatives_of(rows) if self.seeds.variant else 0
        for choice in range(count) if count else [None]:
            pairs = row_pairs(rows, choice)
            if tuple((one.original, one.replacement) for one in pairs) == given:
                break
        else:
            return None
        needles = tuple(fact for fact in words.facts if fact.role == "needle")
        facts = (*needles, *draw_facts(words, self.recipe.confusing_facts, self.seeds))
        keywords = words.keywords if self.recipe.answer_keywords else ""
        words = replace(words, facts=facts, keywords=keywords)
        replacer = Replacer(pairs, self.recipe.language)
        return Worded(words, replace_words(words, pairs, replacer), replacer)

    def rivals_of(self, name: str) -> int:
        """Return how many rivals a question has, given its id."""
        words = self._annotated(name).original
        return len(draw_facts(words, self.recipe.confusing_facts, self.seeds))

    def is_corrected(self, name: str) -> bool:
        """Tell whether a table corrects a question, given its id."""
        return bool(self._annotated(name).original.upstream)

    def _annotated(self, name: str) -> AnnotatedQuestion:
        """Return what the tables have of a question: of a corpus's what corrects it alone."""
        if needle := self._needles.get(name):
            return self.annotations.annotate_needle(needle)
        source = CorpusQuestion(name, "", (), ())
        if written := self._written.get(name):
            source = replace(source, input=written.question, answers=written.answers)
        return self.annotations.annotate(corrected(source, self._corrections.get(name)))

    @cached_property
    def _needles(self) -> Mapping[str, NeedleRow]:
        return {question_id(one.row): one.row for one in used_rows(self.tables.needles)}

    @cached_property
    def _written(self) -> Mapping[str, QuestionRow]:
        return {question_id(one.row): one.row for one in used_rows(self.tables.questions)}

    @cached_property
    def _corrections(self) -> Mapping[str, SelectionRow]:
        return {one.row.question_id: one.row for one in used_rows(self.tables.selection)}
