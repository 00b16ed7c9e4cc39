"""Auditing a recipe of a release: its records, read once each, and what is told of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from lvbuild.audit.claims import RECORDS
from lvbuild.audit.declared import RECIPES, Declared
from lvbuild.audit.level_records import LevelRecords
from lvbuild.audit.levels import LEAST_QUESTIONS, LEVELS
from lvbuild.audit.questions import QUESTIONS
from lvbuild.audit.texts import STRETCHES, TEXTS, DistinctTexts, Placed
from lvbuild.audit.told import Held, Own, Told
from lvbuild.core.claims import Claim, Severity, untrue_of
from lvbuild.core.seeds import Seeds
from lvbuild.core.twins import full_name
from lvbuild.engine.local import Report
from lvbuild.errors import UsageError
from lvbuild.recipe import wanted_levels
from lvbuild.release.entry import scored_recipe
from lvbuild.release.folder import tables_folder
from lvbuild.release.manifest import DEPTH_BINS, Manifest, depth_bin
from lvbuild.release.reading import Release, open_release
from lvbuild.release.records import RecordSchema
from lvbuild.score.metric import metric_of
from lvbuild.score.results import mean_score
from lvbuild.tables.reading import read_tables
from lvbuild.tasks.task import as_task

T = TypeVar("T")
U = TypeVar("U")


def _readable(problem: str) -> Iterator[str]:
    """Each line is a record or its provenance, of which it has all fields, and both are of one."""
    yield problem


READABLE: Claim[str, str] = Claim("readable", "error", _readable)
_HEAD = 1_000
"""Units of the context's beginning and end that are scored as answers."""
_TESTED: Sequence[Sequence[Claim[Any, Any]]] = (
    (READABLE,),
    RECORDS,
    QUESTIONS,
    (*TEXTS, STRETCHES),
    LEVELS,
    RECIPES,
)
CLAIMS: tuple[Claim[Any, Any], ...] = tuple(chain.from_iterable(_TESTED))
"""All claims; one that is tested on several kinds of things stands once for each."""


def tested(claims: Sequence[Claim[T, U]], manifest: Manifest) -> Sequence[Claim[T, U]]:
    """Return those of claims that are tested of a release: what other code made is not again."""
    return [claim for claim in claims if manifest.is_by_this_code or not claim.made_again]


@dataclass(frozen=True, slots=True)
class Finding:
    """What is untrue: of which claim, in which configuration and record, counted from 0."""

    claim: str
    severity: Severity
    configuration: str
    record: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Audited:
    """Figures of a configuration: its records, their lengths, depths by twentieth, and floors.

    `floors` are scores of answers that were given without reading: that of the next record, those
    of rivals, the context's first and last 1,000 units.
    """

    records: int
    shortest: int
    longest: int
    depths: tuple[int, ...]
    floors: Mapping[str, float]


@dataclass(slots=True)
class RecipeFindings:
    """What came of the records of a recipe, level by level.

    `unmeasured` are the configurations without tell-tale figures; `unbuilt` says what of it could
    not be made again.
    """

    findings: list[Finding] = field(default_factory=list)
    figures: dict[str, Audited] = field(default_factory=dict)
    unmeasured: list[str] = field(default_factory=list)
    unbuilt: list[str] = field(default_factory=list)

    def add(
        self, where: str, record: int | None, untrue: Iterable[tuple[Claim[Any, Any], str]]
    ) -> None:
        """Take what is wrong with a record, or with all of a configuration or recipe."""
        self.findings += (
            Finding(claim.name, claim.severity, where, record, message) for claim, message in untrue
        )


def audit_recipe(folder: Path, name: str, report: Report) -> RecipeFindings:
    """Test what a release claims of a recipe.

    Raises UsageError where a file is damaged, or was changed since it was verified.
    """
    release, found = open_release(folder), RecipeFindings()
    held = held_of(release, name)
    texts, questions = DistinctTexts(held), _Questions()
    records = tested(RECORDS, release.manifest)
    places: list[tuple[str, int, Placed]] = []
    levels: list[LevelRecords] = []
    for each in (one for one in release.manifest.configurations if one.recipe == name):
        file = release.manifest.files[each.data_path]
        smaller = levels[-1] if levels else None
        level, floors, last = LevelRecords(held, each, file, smaller), _Floors(), None
        levels.append(level)
        for number, record in enumerate(release.lines(each.name)):
            if isinstance(record, UsageError):
                problem = str(record).removeprefix(f"{folder}/")
                found.add(each.name, number, [(READABLE, problem)])
                continue
            told = Told(held, each.level, record.fields, record.provenance)
            found.add(each.name, number, untrue_of(records, told))
            found.add(each.name, number, questions.untrue(told.own))
            floors.add(told, last)
            level.add(told)
            places.append((each.name, number, texts.place(told)))
            last = told.own
            report(1, 0)
        for claim, (message, place) in untrue_of(tested(LEVELS, release.manifest), level):
            found.add(each.name, place, [(claim, message)])
        if smaller is not None:
            smaller.forget()
        level.smaller = None
        found.figures[each.name] = _figures(level, floors)
        if each.level.has_distractors and file.telltale is None and file.records >= LEAST_QUESTIONS:
            found.unmeasured.append(each.name)
    untrue = texts.test(next((one.hidden for one in reversed(levels) if one.hidden), None))
    for where, number, placed in places:
        found.add(where, number, untrue.of(placed))
    recipes, files = release.manifest.recipes, release.manifest.files
    declared = Declared(recipes[name], files, held, levels, recipes, texts.own_documents)
    found.add(name, None, untrue_of(tested(RECIPES, release.manifest), declared))
    return found


def held_of(release: Release, name: str) -> Held:
    """Return what a release holds of a recipe beside its records."""
    entry = release.manifest.recipes[name]
    options, scored = entry.build_options, scored_recipe(release.folder, name, entry)
    chosen = {"unit": options.unit, "nested": options.nested}
    built = scored.at(wanted_levels(options.levels) if options.levels else [])
    recipe = as_task(built.model_copy(update=chosen))
    folder = release.folder / tables_folder(name)
    tables = read_tables(folder, recipe, no_tables=not options.tables)
    tables = tables.of_approved() if options.approved_only else tables
    schema, seeds = RecordSchema.of(recipe, options), Seeds.of(options, full_name(name))
    return Held(
        recipe,
        schema,
        metric_of(recipe),
        tables,
        seeds,
        frozenset(entry.common),
        {one.question_id: one.reason for one in entry.left_out},
        options.limit,
        options.fill or getattr(recipe, "fill", False),
    )


class _Questions:
    """What is untrue of questions' own texts, each tested once at however many levels it stands."""

    def __init__(self) -> None:
        self._known: dict[int, list[tuple[Claim[Own, str], str]]] = {}

    def untrue(self, own: Own) -> list[tuple[Claim[Own, str], str]]:
        """Return what is untrue of a question's own texts."""
        if (key := hash(own)) not in self._known:
            self._known[key] = [*untrue_of(QUESTIONS, own)]
        return self._known[key]


class _Floors:
    """What answers score that were given without reading the contexts of a level."""

    def __init__(self) -> None:
        self.scores: dict[str, list[float]] = defaultdict(list)

    def add(self, told: Told, last: Own | None) -> None:
        """Score such answers to a record; `last` is the question of the one before."""
        own, size = told.own, _HEAD * (1 if told.held.language.unit == "characters" else 6)
        rows = [row.answer for row in told.held.facts_of(own.asked.question_id) if row.answer]
        given = {
            "another record's answer": last.gold() if last else "",
            "a rival's answer": rows[0] if rows else "",
            "the beginning": told.context[:size],
            "the end": told.context[-size:],
        }
        for name, answer in given.items():
            if answer and own.asked.answers:
                self.scores[name].append(own.score(answer))


def _figures(level: LevelRecords, floors: _Floors) -> Audited:
    bins = Counter(map(depth_bin, level.all_depths))
    return Audited(
        len(level.lengths),
        min(level.lengths, default=0),
        max(level.lengths, default=0),
        tuple(bins[place] for place in range(DEPTH_BINS)),
        {name: mean_score(scores) for name, scores in sorted(floors.scores.items())},
    )
