"""What an audit reads of a release: a record with its provenance, and the tables of its recipe."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import orjson

from lvbuild.audit.areas import without_facts
from lvbuild.core.model import FanOut, Level, Question
from lvbuild.languages import Language, find_language
from lvbuild.languages.phrases import bare
from lvbuild.recipe import Recipe
from lvbuild.recipe.layouts import Content, content_of
from lvbuild.release.records import RecordSchema
from lvbuild.score.metric import Metric
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow


@dataclass(frozen=True, slots=True)
class Held:
    """What a release holds of a recipe beside its records: all that claims are tested by.

    `rows` are the replacements by question, `facts` the confusing facts, `common` the phrases that
    were too common in the pool to refuse a document by.
    """

    recipe: Recipe
    schema: RecordSchema
    metric: Metric
    rows: Mapping[str, Sequence[ReplacementRow]]
    facts: Mapping[str, Sequence[ConfusingFactRow]]
    common: Collection[str]

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
        return [*self.rows.get("*", ()), *self.rows.get(question_id, ())]


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


@dataclass(frozen=True)
class Own:
    """A question's own texts: what a record asks, and what of its context is told for it.

    Nested levels share them: two that are equal are tested once. `evidence` is what answers the
    question, its needles or its supporting passages, `facts` all that is set into its context,
    `beside` its supporting and rival passages, and `new` the words that replace others.
    """

    held: Held = field(repr=False, compare=False)
    asked: Asked
    named_facts: tuple[str, ...]
    evidence: tuple[str, ...]
    facts: tuple[str, ...]
    beside: tuple[str, ...]
    new: tuple[str, ...]

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


class Part(NamedTuple):
    """A passage of a context: its role, and its text without the facts set into it."""

    role: str
    text: str


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

    def facts(self, is_needle: bool | None = None) -> list[str]:
        """Return the facts, or those that are needles, or those that are none."""
        every = self.provenance["facts"]
        kinds = {True, False} if is_needle is None else {is_needle}
        told = (each["span"] for each in every if (each["kind"] == "needle") in kinds)
        return [self.context[start:end] for start, end in told]

    @cached_property
    def own(self) -> Own:
        """The question's own texts."""
        supporting = [text for role, text in self.parts if role == "supporting"]
        rivals = [text for role, text in self.parts if role == "rival"]
        return Own(
            self.held,
            self.asked,
            tuple(self.fields.get("confusing_facts", ())),
            tuple(self.facts(is_needle=True) or supporting),
            tuple(self.facts()),
            (*supporting, *rivals),
            tuple(each["replacement"] for each in self.provenance["replacements"]),
        )
