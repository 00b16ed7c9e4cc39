"""A recipe: what its keys say together, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, model_validator

from lvbuild.core.model import Configuration, Level
from lvbuild.core.twins import PARTS, full_name, twin_name
from lvbuild.errors import UsageError
from lvbuild.languages import Heading, find_language
from lvbuild.recipe.keys import RecipeKeys
from lvbuild.recipe.layouts import PassageKind, heading_of, layouts
from lvbuild.recipe.registries import metrics
from lvbuild.recipe.sources import CorpusSource, InlineSource, source_names

_OF_PASSAGES = Level(1, passages=True).label


def label_form(label: str) -> str:
    """Return a label as it is told from others: without capitals and a full stop at its end."""
    return label.casefold().rstrip(".。")


def _takes_levels_or_passages(schema: dict[str, Any], model: type[Recipe]) -> None:
    schema["required"].remove("levels")
    if model.has_levels:
        schema["anyOf"] = [{"required": [key]} for key in ("levels", "passages")]


class Recipe(RecipeKeys):
    """What to build: a data set's name, its levels and how it is scored.

    The model of each task (see `lvbuild.tasks`) adds the keys that name its sources. What others
    need to know of a task stands in the class variables.
    """

    model_config = ConfigDict(json_schema_extra=_takes_levels_or_passages)

    source_keys: ClassVar[tuple[str, ...]] = ()
    """The keys that name corpora."""
    question_tables: ClassVar[tuple[str, ...]] = ()
    """The tables that hold the questions themselves, without which there are none."""
    optional_tables: ClassVar[tuple[str, ...]] = ()
    """The tables that are read where there are any."""
    own_tables: ClassVar[Mapping[str, type[BaseModel]]] = {}
    """The tables that a task brings itself, by name, each with the model of its rows."""
    reads_whole_corpora: ClassVar[bool] = True
    """Whether it reads its corpora whole, not only as many files as its levels take."""
    depths_of: ClassVar[Literal["needle", "evidence"]] = "evidence"
    """What the depths of a record are those of."""
    answers_stand_in_texts: ClassVar[bool] = True
    """Whether an answer is words of its evidence, and no passage's number."""
    passages_are: ClassVar[PassageKind] = "article"
    """What the passages of its contexts are, which some layouts head otherwise."""
    may_count_passages: ClassVar[bool] = False
    """Whether its contexts may have a number of passages, instead of levels."""
    asks_without_text: ClassVar[bool] = True
    """Whether its questions can be asked over their evidence alone, or over nothing."""
    has_levels: ClassVar[bool] = True
    """Whether its contexts are filled up to levels, or have a number of passages; else they are as
    long as they come.
    """
    keeps_ids: ClassVar[bool] = False
    """Whether records are called as its corpora call them."""
    repeats_passages: ClassVar[bool] = False
    """Whether passages stand in a context several times."""
    draws_depths: ClassVar[bool] = False
    """Whether evidence and rivals stand among what distracts at depths that are drawn evenly."""
    invents_rows: ClassVar[bool] = False
    """Whether a sample world has rows of its own for its tables."""
    answers_are_labels: ClassVar[bool] = False
    """Whether its questions are answered by one of a few labels, whatever its metric."""
    labels_are_read: ClassVar[bool] = False
    """Whether the labels are those of its corpora, where the recipe lists none."""
    refused_keys: ClassVar[tuple[str, ...]] = ()
    """Keys that other recipes may have and these may not, several or none."""
    refused_as: ClassVar[str] = ""
    """What of a task's own these keys would change."""
    other_facts: ClassVar[Literal["confusing facts", "decoys"]] = "confusing facts"
    """What stands in a record to be taken for what is asked."""

    @model_validator(mode="before")
    @classmethod
    def _counts_passages(cls, data: Any) -> Any:
        """Give a recipe whose contexts fill no level the one that says so."""
        if not isinstance(data, dict) or (cls.has_levels and data.get("passages") is None):
            return data
        return {"levels": [_OF_PASSAGES], **data}

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        self.check_counting()
        self._check_passages()
        if len(set(self.levels)) < len(self.levels):
            raise ValueError("levels: each level can stand there once")
        if why := self.why_not(self.every_level):
            raise ValueError(f"levels: {why}")
        if not self.ascending_levels:
            raise ValueError(
                "levels: evidence and closed ask what another level asks; name one such as 16k too"
            )
        for source in self._given():
            if isinstance(source, InlineSource) and self.sources[source.name] != source:
                raise ValueError(
                    f"{source.name}: stands there twice, unlike; write it once and name it again"
                )
        for placeholder in layouts[self.layout].placeholders:
            if f"{{{placeholder}}}" not in self.prompt:
                raise ValueError(f"prompt: {{{placeholder}}} is missing")
        self._check_metric()
        self._check_layout()
        if any(getattr(self, key) for key in self.refused_keys):
            *most, last = self.refused_keys
            raise ValueError(
                f"{self.task} takes no {', '.join(most)} or {last}: {self.refused_as}; leave these"
                " keys out"
            )
        return self

    def _check_passages(self) -> None:
        if not self.has_levels and not self.fills_none:
            raise ValueError(f"levels: {self.task} fills none; leave the key out")
        if self.has_levels and self.fills_none != (self.passages is not None):
            raise ValueError("passages: stands in the place of levels; leave one of them out")
        if self.passages is not None and not self.may_count_passages:
            raise ValueError(f"passages: {self.task} fills levels; write levels")
        if self.fills_none and Configuration.parse(self.name) != Configuration(
            self.name, *self.ascending_levels
        ):
            raise ValueError("name: its end is called like a level; name it otherwise")

    def _check_layout(self) -> None:
        layout = layouts[self.layout]
        if self.answer_keywords and not layout.has("answer_keywords"):
            raise ValueError(
                f"layout: records of {self.layout} have no answer_keywords; leave them out"
            )
        if layout.choices and (self.metric, self.labels) != ("label", tuple(layout.choices)):
            letters = ", ".join(layout.choices)
            raise ValueError(
                f"layout: records of {self.layout} are answered by a letter; write metric: label"
                f" and labels: [{letters}]"
            )

    def _check_metric(self) -> None:
        if self.metric not in metrics:
            return  # it is read to be described
        metric = metrics[self.metric]
        for key in ("keyword_recall", "blacklist", "labels", "answers", "words"):
            if getattr(self, key) is not None and key not in metric.keys:
                takes = " or ".join(name for name in metrics if key in metrics[name].keys)
                raise ValueError(f"{key}: goes with metric: {takes}, not with {self.metric}")
        if self.labels is None and "labels" in metric.keys and not self.labels_are_read:
            raise ValueError(f"labels: is missing; metric: {self.metric} takes them")
        if self.labels and len(set(map(label_form, self.labels))) < len(self.labels):
            raise ValueError("labels: each can stand there once, but for capitals and full stops")
        if self.words and self.blacklist:
            raise ValueError("blacklist: words: plain leaves no word out; leave one of them out")

    def check_counting(self) -> None:
        """Raise ValueError where unit, language, tokenizer and levels do not go together."""
        levels = self.ascending_levels if self.nested and self.depths_of == "evidence" else ()
        for shorter, level in pairwise(levels):
            if level.least < shorter.size:
                raise ValueError(
                    f"levels: {shorter.label} and {level.label} overlap, so that the one cannot"
                    " hold the other's passages; begin each where the one below it ends, or write"
                    " nested: false (--no-nested)"
                )
        if self.unit == "words" and (spoken := find_language(self.language)).unit != "words":
            raise ValueError(f"unit: {spoken.name} has no words between spaces; write characters")
        if self.unit == "tokens" and self.tokenizer is None:
            raise ValueError(
                "unit: tokens takes a tokenizer; name an encoding or a file (--tokenizer)"
            )
        if self.unit != "tokens" and self.tokenizer is not None:
            raise ValueError(f"tokenizer: goes with unit: tokens, not with {self.unit}")

    def given(self, key: str) -> Sequence[CorpusSource]:
        """Return the sources that stand under one of its keys, as they stand there."""
        value = getattr(self, key)
        return value if isinstance(value, tuple) else (value,)

    def _given(self) -> list[CorpusSource]:
        return [source for key in self.source_keys for source in self.given(key)]

    @property
    def sources(self) -> dict[str, CorpusSource]:
        """All corpora it is built from by their names: an inline source in full, else the name."""
        given = self._given()
        inline = {s.name: s for s in given if isinstance(s, InlineSource)}
        return {name: inline.get(name, name) for name in source_names(given)}

    @property
    def question_corpora(self) -> tuple[str, ...]:
        """The names of the corpora that ask, each once; none where a table holds the questions."""
        return ()

    @property
    def corpora(self) -> tuple[str, ...]:
        """The names of all corpora it is built from, each once."""
        return tuple(self.sources)

    @property
    def heading(self) -> Heading:
        """How the passages of its contexts are headed."""
        return heading_of(self.layout, self.passages_are, find_language(self.language))

    @property
    def ascending_levels(self) -> tuple[Level, ...]:
        """The levels with distracting text, the smallest first: the plan runs over all of them."""
        return tuple(level for level in self.every_level if level.has_distractors)

    @property
    def every_level(self) -> tuple[Level, ...]:
        """All levels, those without distracting text first."""
        return tuple(sorted(Level.parse(level) for level in self.levels))

    def asked_levels(self, levels: Sequence[Level] | None) -> Sequence[Level]:
        """Return the levels to build: of those that a user asks for, else its own.

        One whose contexts fill none has no other. Raises UsageError where none is left.
        """
        if levels is None or self.fills_none:
            return self.every_level
        if sized := [level for level in levels if not level.passages]:
            return sized
        raise UsageError(f"{self.name}: fills levels; ask for such as {self.levels[0]}")

    def why_not(self, levels: Iterable[Level]) -> str:
        """Say why it cannot be built at one of some levels, "" where it can at all."""
        bare = " and ".join(level.label for level in levels if not level.has_distractors)
        if self.asks_without_text or not bare:
            return ""
        return (
            f"{self.task} asks about whole contexts, not about evidence in them; leave out {bare}"
        )

    def at(self, levels: Sequence[Level]) -> Self:
        """Return the recipe as it is built at some levels: at these alone where it lacks a range.

        The records of ranges are planned together, so that all ask the same.
        """
        own = self.every_level
        if self.passages or not any(level.span and level not in own for level in levels):
            return self
        return self.model_copy(
            update={"levels": tuple(level.label for level in levels if level.has_distractors)}
        )

    @property
    def fills_none(self) -> bool:
        """Whether contexts are as long as they come, filled up to no level."""
        return self.levels == (_OF_PASSAGES,)

    @property
    def table_names(self) -> tuple[str, ...]:
        """The names of the tables that it takes, each with a file of its own."""
        wanted: Mapping[str, bool] = {
            "answer_keywords": self.answer_keywords,
            "confusing_facts": self.confusing_facts > 0,
            "replacements": self.replacements,
        }
        return (*self.question_tables, *(name for name, takes in wanted.items() if takes))

    def without(self, parts: Sequence[str]) -> Self:
        """Return the recipe as its twin's records have it, which lack some parts.

        It has the twin's name; tables and draws are found by that of the recipe in full.
        """
        changes = dict(PARTS[part] for part in parts)
        return self.model_copy(update={"name": twin_name(full_name(self.name), parts), **changes})

    def scored_answers(self, answers: Sequence[str]) -> Sequence[str]:
        """Return the answers of a record that a prediction must tell to be wholly right.

        They are all where the metric takes all, else the first: the others say it in other words.
        """
        return answers if metrics[self.metric].answers == "all" else answers[:1]

    @property
    def always_offered(self) -> Sequence[str]:
        """What each record offers where answers are chosen from several, whether right or not."""
        return ()

    def may_answer(self, text: str, passages: int) -> bool:
        """Tell whether what answers another record can answer one with so many passages."""
        return True

    @property
    def judges(self) -> bool:
        """Whether its answers are labels, by which what is asked is judged.

        The letters that choices have are none.
        """
        return self.labels is not None and not layouts[self.layout].choices

    def why_unread(self, table: str) -> str:
        """Say why a table of this name, which is one of lvbuild's, is not read."""
        if table == "confusing_facts":
            return "the recipe says confusing_facts: 0"
        if table in {"answer_keywords", "replacements"}:
            return f"the recipe does not say {table}: true"
        return f"{self.task} takes no such table"

    @property
    def questions_asked(self) -> int:
        """How many questions it asks, if there are so many."""
        return self.count
