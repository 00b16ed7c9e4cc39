"""A planned recipe: what its release would hold, in figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from typing import Any, get_args

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions, Recipes
from lvbuild.core.processes import at_most
from lvbuild.core.validation import called_with
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.mixing.plan import Passages, Role, Spread
from lvbuild.mixing.planning import Dropped, LevelText, RefusedFor
from lvbuild.recipe import Recipe, wanted_levels
from lvbuild.release.contexts import LevelTexts
from lvbuild.release.entry import recipe_entry
from lvbuild.release.manifest import RecipeEntry
from lvbuild.release.prompts import filled_length
from lvbuild.release.provenance import evidence_depths, set_facts
from lvbuild.release.records import RecordSchema, line_pieces, record_values
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.notes import notes_on_files

Depths = tuple[tuple[float, ...], ...]
"""Depths by record; 0 is the beginning of a context, 1 its end."""


@dataclass(frozen=True, slots=True)
class PlannedLevel:
    """A level's records in the order of its file.

    `lengths` are in the recipe's unit. `documents` says by role how many a context holds, `cut`
    how many of them are not whole. `depths` are those of the needle, in mixups of the evidence, as
    the provenance has them, none of a level without distracting text, `confusing` those of the
    confusing facts, or of a task's decoys. `bytes` is what the file of records would take, `tokens`
    about how many a model is sent of it, and how many it may answer in at most.
    """

    level: Level
    lengths: tuple[int, ...]
    documents: Mapping[str, tuple[int, ...]]
    cut: tuple[int, ...]
    depths: Depths
    confusing: Depths
    bytes: int
    tokens: tuple[int, int]
    astray: int

    @classmethod
    def of(cls, text: LevelText, schema: RecordSchema, recipe: Recipe) -> PlannedLevel:
        """Measure a level of a recipe that is ready to be written."""
        depths: list[tuple[float, ...]] = []
        confusing: list[tuple[float, ...]] = []
        records, language = text.plan.records, find_language(recipe.language)
        shown = LevelTexts(text.texts, text.changed)
        size = sent = 0
        for record in records:
            own = shown.of(record)
            spans = own.spans(text.layout)
            pieces = line_pieces(record, own, text.layout, schema)
            size += sum(map(len, chain.from_iterable(pieces)))
            context = spans.length + sum(map(len, map(record.inserted, record.insertions)))
            fields = record_values(record, schema)
            known = record.length if recipe.unit == "tokens" else record.tokens
            sent += known or language.about_tokens(filled_length(recipe.prompt, fields, context))
            if not text.plan.level.has_distractors:
                continue  # where nothing distracts nothing has a depth
            facts = set_facts(record, spans)
            needle = tuple(fact["depth"] for fact in facts if fact["kind"] == "needle")
            depths.append(needle or tuple(evidence_depths(record, spans, own)))
            confusing.append(tuple(fact["depth"] for fact in facts if fact["kind"] != "needle"))
        passages = [Passages.of(record.passages) for record in records]
        roles = [each.roles for each in passages]
        return cls(
            level=text.plan.level,
            lengths=tuple(record.length for record in records),
            documents={
                role: tuple(each[role] for each in roles)
                for role in get_args(Role)
                if any(each[role] for each in roles)
            },
            cut=tuple(sum(not one.whole for _, one in each.own) for each in passages),
            depths=tuple(depths),
            confusing=tuple(confusing),
            bytes=size,
            tokens=(sent, len(records) * recipe.max_new_tokens),
            astray=text.plan.astray,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON: depths by record, all else as least, mean and greatest."""
        return {
            "records": len(self.lengths),
            "length": Spread.of(self.lengths)._asdict(),
            "documents": {
                role: Spread.of(numbers)._asdict() for role, numbers in self.documents.items()
            },
            "cut": Spread.of(self.cut)._asdict(),
            "depths": self.depths,
            "confusing_depths": self.confusing,
            "bytes": self.bytes,
            "tokens": dict(zip(("in", "out"), self.tokens, strict=True)),
            "astray": self.astray,
        }


@dataclass(frozen=True, slots=True)
class PlannedQuestion:
    """Why a question is left out, "" where it is asked, and the documents it may not have.

    `refused` are their ids by reason: those that no question may have are not among them.
    """

    left_out: str
    refused: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class PlannedRecipe:
    """A recipe's levels, the smallest first, and those that its corpora cannot fill.

    `entry` is what the manifest would say of it: corpora, tables, documents refused and questions
    left out by reason. `notes` tell, a line each, where it gives less than its files hold. `asked`
    are the ids of its questions.
    """

    recipe: Recipe
    levels: tuple[PlannedLevel, ...]
    dropped: Mapping[Level, Dropped]
    entry: RecipeEntry
    notes: tuple[str, ...]
    asked: tuple[str, ...]
    refused_for: RefusedFor = field(repr=False, compare=False)

    def of_question(self, question_id: str) -> PlannedQuestion:
        """Tell of one question; UsageError where the recipe neither asks it nor leaves it out."""
        reasons = {each.question_id: each.reason for each in self.entry.left_out}
        if question_id not in reasons and question_id not in self.asked:
            ids = sorted({*reasons, *self.asked})
            meant = [each for each in ids if each.endswith(f":{question_id}")]
            close = meant or get_close_matches(question_id, ids, 1)
            raise UsageError(
                f"{self.recipe.name}: it knows no question {question_id!r}, or does not select it;"
                + (f" is {close[0]!r} meant?" if close else "")
                + " `lvbuild show NAME --questions` lists those of its corpora"
            )
        return PlannedQuestion(reasons.get(question_id, ""), self.refused_for(question_id))

    def as_dict(self) -> dict[str, Any]:
        """Return it for JSON."""
        files = {"corpora": {"__all__": {"files"}}}
        return {
            "unit": self.recipe.unit,
            "levels": {planned.level.label: planned.as_dict() for planned in self.levels},
            "dropped": {
                level.label: {"reason": dropped.reason, "missing": dropped.missing}
                for level, dropped in self.dropped.items()
            },
            "notes": self.notes,
            **self.entry.model_dump(exclude=files),
        }


def unevenness(depths: Depths) -> float:
    """Return how far depths are from spread evenly over 0 to 1.

    It is the greatest difference between the part of the depths up to a place and the place itself
    (Kolmogorov and Smirnov's statistic).
    """
    ordered = sorted(chain.from_iterable(depths))
    count = len(ordered)
    return max(
        (max((i + 1) / count - depth, depth - i / count) for i, depth in enumerate(ordered)),
        default=0.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arguments(BuildOptions):
    recipes: Recipes = field(kw_only=False)
    report: Callable[[str], None] = lambda recipe: None


@called_with(_Arguments)
@at_most(None)
def plan(arguments: _Arguments) -> tuple[PlannedRecipe, ...]:
    """Tell what `build` with the same options would write; nothing is written.

    `report` is told each recipe's name before it is planned. A level that the corpora cannot fill
    stands in a recipe's `dropped`. Raises UsageError (recipe, table, option), MissingCorpusError,
    and BuildError for a corpus that cannot be read.
    """
    levels = None if arguments.levels is None else wanted_levels(arguments.levels)
    planned = []
    for source in gather(arguments.recipes, arguments):
        recipe = source.built
        arguments.report(recipe.name)
        prepared = source.prepare(recipe.asked_levels(levels))
        entry = recipe_entry(source, prepared)
        schema = RecordSchema.of(source.file.recipe, source.options, prepared.labels)
        texts = (text for _, text in sorted(prepared.levels.items()))
        planned.append(
            PlannedRecipe(
                recipe=recipe,
                levels=tuple(PlannedLevel.of(text, schema, recipe) for text in texts),
                dropped=prepared.dropped,
                entry=entry,
                notes=(*entry.shortfalls, *notes_on_files(source, prepared)),
                asked=prepared.asked,
                refused_for=prepared.refused_for,
            )
        )
    return tuple(planned)
