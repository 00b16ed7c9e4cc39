"""What an audit reads of a release: a record with its provenance, and the tables of its recipe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import orjson

from lvbuild.audit.areas import without_facts
from lvbuild.audit.tabled import Pairs, Tabled
from lvbuild.core.model import FanOut, Level, Question
from lvbuild.core.seeds import Seeds
from lvbuild.languages import Language, find_language
from lvbuild.languages.phrases import bare
from lvbuild.questions.annotations import Annotations
from lvbuild.recipe.layouts import Content, content_of
from lvbuild.release.records import RecordSchema
from lvbuild.score.metric import Metric
from lvbuild.tables.reading import Tables
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from lvbuild.tasks.task import Task


@dataclass(frozen=True)
class Held:
    """What a release holds of a recipe beside its records: all that claims are tested by.

    `tables` are those of its inputs, of which `annotations` has the rows by question. `common` are
    the phrases that were too common in the pool to refuse a document by, `left_out` the questions
    that were not asked, each with its reason; `limit` and `fills` are as the build was asked.
    """

    recipe: Task
    schema: RecordSchema
    metric: Metric
    tables: Tables
    seeds: Seeds
    common: Collection[str]
    left_out: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    fills: bool = False

    @cached_property
    def annotations(self) -> Annotations:
        """The rows of its tables that a build takes, by question."""
        return Annotations(self.recipe, self.tables, (), {})

    @cached_property
    def tabled(self) -> Tabled:
        """The questions of its tables, in the words of its records."""
        return Tabled(self.recipe, self.tables, self.annotations, self.seeds)

    @cached_property
    def new_words(self) -> Counter[str]:
        """Words that stand for others, each with the number of questions in which one does."""
        rows = ([placed.row for placed in of] for of in self.annotations.rows.values())
        words = ({word for row in of for word in row.words} for of in rows)
        return Counter(chain.from_iterable(words))

    @property
    def language(self) -> Language:
        """The recipe's language."""
        return find_language(self.recipe.language)

    @property
    def runs(self) -> bool:
        """Whether contexts are running text, which needles are hidden in, not passages."""
        return self.recipe.depths_of == "needle"

    def rows_of(self, question_id: str) -> list[ReplacementRow]:
        """Return the rows that replace words of a question."""
        rows = self.annotations.rows
        return [placed.row for name in ("*", question_id) for placed in rows.get(name, ())]

    def facts_of(self, question_id: str) -> list[ConfusingFactRow]:
        """Return the rows of a question's confusing facts."""
        return [placed.row for placed in self.annotations.facts.get(question_id, ())]


class Asked(NamedTuple):
    """What a record asks and expects.

    `structure` is the answer of a question that fans out, as JSON; "" of any other. `choices` are
    what its answer is chosen from, and `right` is the letter of the right one.
    """

    question_id: str
    input: str
    answers: tuple[str, ...]
    keywords: str
    structure: str = ""
    choices: tuple[str, ...] = ()
    right: str = ""

    @property
    def question(self) -> Question:
        """The question as filters take it."""
        found = Question(self.question_id, self.input, self.answers, self.keywords)
        if not self.structure:
            return found
        return replace(found, fan_out=FanOut(orjson.loads(self.structure)))

    @property
    def phrases(self) -> list[str]:
        """The answers and the keywords, without the marks at their ends."""
        return [one for one in dict.fromkeys(map(bare, (*self.answers, self.keywords))) if one]


class Part(NamedTuple):
    """A passage of a context: its role, and its text without the facts set into it."""

    role: str
    text: str


class Sourced(NamedTuple):
    """A text, and the id of its document."""

    document_id: str
    text: str


@dataclass(frozen=True)
class Own:
    """A question's own texts: what a record asks, and what of its context is told for it.

    Nested levels share them: two that are equal are tested once. `facts` are set into its context,
    each with its kind, and `replacements` pairs of words with how often each was used. `marks` are
    those of its provenance: whether it was corrected, and whether a table selects it. Of an
    `alone` one nothing beside its evidence is told, if that is.
    """

    held: Held = field(repr=False, compare=False)
    asked: Asked
    named_facts: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    supporting: tuple[Sourced, ...]
    rivals: tuple[Sourced, ...]
    replacements: tuple[tuple[str, str, int], ...]
    marks: tuple[bool, bool]
    alone: bool

    @property
    def needles(self) -> list[str]:
        """The facts that answer it."""
        return [text for kind, text in self.facts if kind == "needle"]

    @property
    def evidence(self) -> list[str]:
        """What answers it: its needles, or its supporting passages."""
        return self.needles or [text for _, text in self.supporting]

    @property
    def beside(self) -> list[str]:
        """Its supporting and rival passages."""
        return [text for _, text in (*self.supporting, *self.rivals)]

    @property
    def pairs(self) -> Pairs:
        """The words that are replaced, and what stands for each."""
        return tuple((old, new) for old, new, _ in self.replacements)

    @property
    def new(self) -> list[str]:
        """The words that replace others."""
        return [new for _, new, _ in self.replacements]

    def gold(self) -> str:
        """Return what a model answers that knows all."""
        answers = self._scored
        return ", ".join(answers if self.held.metric.answers == "all" else answers[:1])

    def score(self, answer: str) -> float:
        """Return what an answer scores, 0 to 1."""
        return self.held.metric.score_record(answer, list(self._scored), self.asked.keywords)

    @property
    def _scored(self) -> tuple[str, ...]:
        return (self.asked.right,) if self.asked.right else self.asked.answers


@dataclass(frozen=True)
class Told:
    """A record as its lines have it, with what it was built with."""

    held: Held
    level: Level
    fields: Mapping[str, Any]
    provenance: Mapping[str, Any]

    @property
    def context(self) -> str:
        """The context."""
        return str(self.fields["context"])

    @cached_property
    def content(self) -> Content:
        """What it says, whatever its layout."""
        return content_of(self.fields, self.provenance)

    @cached_property
    def asked(self) -> Asked:
        """What it asks."""
        found = self.content
        question, structure = self.provenance["question_id"], ""
        if "answer" in self.provenance:
            structure = orjson.dumps(self.provenance["answer"]).decode()
        return Asked(
            question,
            found.question,
            found.answers,
            found.keywords,
            structure,
            tuple(found.choices.values()),
            found.right,
        )

    @cached_property
    def parts(self) -> list[Part]:
        """Its passages."""
        context, found = self.context, []
        spans = sorted(fact["span"] for fact in self.provenance["facts"])
        for each in self.provenance["passages"]:
            role, (start, end) = each["role"], each["span"]
            planted = spans if role != "rival" else ()
            found.append(Part(role, without_facts(context, start, end, planted)))
        return found

    @cached_property
    def own(self) -> Own:
        """The question's own texts."""
        told, context = self.provenance, self.context
        sourced = [
            (role, Sourced(each["document_id"], text))
            for (role, text), each in zip(self.parts, told["passages"], strict=True)
        ]
        return Own(
            self.held,
            self.asked,
            tuple(self.fields.get("confusing_facts", ())),
            tuple((each["kind"], context[slice(*each["span"])]) for each in told["facts"]),
            tuple(text for role, text in sourced if role == "supporting"),
            tuple(text for role, text in sourced if role == "rival"),
            tuple(
                (each["original"], each["replacement"], each["count"])
                for each in told["replacements"]
            ),
            (bool(told.get("corrected")), told.get("annotated", True)),
            alone=not self.level.has_distractors,
        )
