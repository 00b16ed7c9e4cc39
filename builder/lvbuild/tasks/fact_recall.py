"""The task fact_recall: one needle in running text, at every depth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Seeds
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument, haystack_documents
from lvbuild.mixing.haystack import RecordGroup
from lvbuild.mixing.haystack_twins import HaystackTwin
from lvbuild.mixing.planning import Prepared
from lvbuild.questions.annotated import leave_out, replace_words
from lvbuild.questions.annotations import Annotations, draw_choice, draw_facts
from lvbuild.recipe import register
from lvbuild.recipe.keys import NewTokens
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.rules.occurrences import sought_names
from lvbuild.tables.reading import Tables, question_id, used_rows
from lvbuild.tasks.haystack import Haystack, prepare_haystack
from lvbuild.tasks.task import CheckedText, HaystackTask, ListedQuestion, Source
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer


@dataclass(frozen=True, slots=True)
class ChosenNeedle:
    """A needle's question after replacement, and what its haystack is checked against.

    `names` are the words that stand for names: no text may hold them.
    """

    recipe: FactRecall
    question: Question
    pairs: tuple[Pair, ...]
    replacer: Replacer
    names: tuple[str, ...]

    def check(self, text: str) -> CheckedText:
        """Replace the words of a text; refuse one that gives the answer away."""
        holds = find_language(self.recipe.language).holds
        replaced, hits = self.replacer.replace(text)
        if any(holds(text, name) for name in self.names) or self.tells(replaced):
            return CheckedText("", refused="holds the answer or a replacement")
        return CheckedText(replaced, hits)

    @property
    def groups(self) -> list[RecordGroup]:
        """The records, each with the depths of its facts."""
        facts = len(self.question.facts)
        confusing = [number / facts for number in range(1, facts)]
        return [
            RecordGroup((self.question,), (self.recipe.depth_of(n), *confusing), n)
            for n in range(self.recipe.count)
        ]

    def tells(self, text: str) -> bool:
        """Tell whether a text holds an answer."""
        holds = find_language(self.recipe.language).holds
        return any(holds(text, answer) for answer in self.question.answers)


@dataclass(frozen=True, slots=True)
class NeedleTwin:
    """The needle of a twin, which lacks some parts of the `full` release's."""

    full: ChosenNeedle
    parts: Sequence[str]

    def word(self, text: SplitDocument, original: str) -> SplitDocument:
        """Return a text in its corpus's words where these are left, and do not give the answer."""
        holds = find_language(self.full.recipe.language).holds
        asked = self.full.question.original or self.full.question
        if "replacements" not in self.parts or any(holds(original, a) for a in asked.answers):
            return text
        return text.unreplaced(original)

    def twin(self, full: Sequence[SplitDocument], texts: Sequence[SplitDocument]) -> HaystackTwin:
        """Return what makes the twin's records, given the texts in the words of both."""
        asked, recipe = self.full.question, self.full.recipe
        facts = enumerate(asked.facts)
        question = leave_out(asked, self.parts, self.full.pairs, recipe.language)
        kept = [n for n, fact in facts if "facts" not in self.parts or fact.role == "needle"]
        return HaystackTwin(question, kept, recipe.count, full, texts)


def choose_needle(
    recipe: FactRecall, tables: Tables, seeds: Seeds, left_out: Collection[str]
) -> ChosenNeedle:
    """Choose the needle of a variant, none of those left out, and replace its words.

    Raises UsageError where rows lack.
    """
    if tables.needles is None:
        raise UsageError(f"{recipe.name}: fact recall takes a table of needles; add needles.jsonl")
    if why := tables.needles.why_none:
        raise UsageError(f"{tables.needles.path}: {why}")
    rows = [placed.row for placed in tables.needles.used]
    if not (needles := [row for row in rows if question_id(row) not in left_out]):
        raise UsageError(f"{tables.needles.path}: all of its needles are left out as defective")
    row = needles[seeds.choices("needle", len(needles))[-1] if seeds.variant else 0]
    annotated = Annotations(recipe, tables, (), {}).annotate_needle(row)
    words, table, count = annotated.original, tables.confusing_facts, recipe.confusing_facts
    if table is not None and len(annotated.facts) < count:
        raise UsageError(
            f"{table.path}: {words.id} has {len(annotated.facts)} confusing facts that can be used,"
            f" the recipe sets {count}; add facts or lower its confusing_facts"
        )
    found = annotated.under(draw_choice(annotated.rows, seeds, words.id))
    fields = replace(
        words,
        keywords=words.keywords if recipe.answer_keywords else "",
        facts=(words.facts[0], *draw_facts(words, count, seeds)),
    )
    question = replace_words(fields, found.pairs, found.replacer)
    names = (each.original for each in sought_names(found.pairs, find_language(recipe.language)))
    return ChosenNeedle(recipe, question, found.pairs, found.replacer, tuple(names))


@register
class FactRecall(HaystackTask):
    """A recipe that asks for one fact, which stands at each of `count` depths in turn."""

    question_tables: ClassVar = ("needles",)
    reads_whole_corpora: ClassVar = False
    depths_of: ClassVar = "needle"

    task: Literal["fact_recall"] = Field(description="what is asked: a fact in running text")
    max_new_tokens: NewTokens = 16

    @model_validator(mode="after")
    def _has_positions(self) -> Self:
        if self.count < 2:
            raise ValueError("count: a needle takes at least 2 positions")
        return self

    @property
    def table_names(self) -> tuple[str, ...]:
        """The tables that it takes; the keywords stand in the one of needles."""
        return tuple(name for name in super().table_names if name != "answer_keywords")

    def why_unread(self, table: str) -> str:
        """Return why a table is not read."""
        if table == "answer_keywords":
            return f"in {self.task} the keywords stand in needles.jsonl"
        if table == "selection":
            return f"{self.task} asks its needles"
        return super().why_unread(table)

    @property
    def questions_asked(self) -> int:
        """One: the needle's."""
        return 1

    def depth_of(self, place: int) -> float:
        """Return where the needle of a record stands: at even steps from 0 to 1."""
        return place / (self.count - 1)

    def remake(
        self, tables: Tables, seeds: Seeds, left_out: Collection[str], told: Sequence[Sequence[str]]
    ) -> ChosenNeedle:
        """Choose the needle again."""
        return choose_needle(self, tables, seeds, left_out)

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Choose the needle, read the haystack and plan the levels."""
        defects = source.options.known_defects
        needle = choose_needle(self, source.tables, source.seeds, defects)
        parts = source.options.left_out
        haystack = Haystack(self, source, NeedleTwin(needle, parts) if parts else None)
        originals = partial(haystack.originals, needle.check)
        varied = bool(source.seeds.variant)
        enforce(LintContext(self, source.tables, read_pool=originals, alternatives=varied))
        prepared = prepare_haystack(haystack, needle, levels, (needle.question.id,))
        known = {question_id(placed.row) for placed in used_rows(source.tables.needles)}
        left_out = tuple((name, why) for name, why in defects.items() if name in known)
        return replace(prepared, left_out=left_out)

    def read_case(self, source: Source) -> LintContext:
        """Return the recipe's rows, with the haystack for a pool."""
        corpus = self.prose(source)
        return LintContext(
            self,
            source.tables,
            read_pool=lambda: {d.id: d.text for d in haystack_documents(self, corpus)},
        )

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of the needles."""
        rows = [placed.row for placed in used_rows(tables.needles)]
        return [ListedQuestion(question_id(row), row.question, row.answers) for row in rows]
