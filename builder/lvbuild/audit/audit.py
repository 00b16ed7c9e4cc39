"""Testing what a release claims, from its own files alone, record by record and level by level."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from pathlib import Path

from lvbuild.audit.claims import CLAIMS, Held, Severity, Told
from lvbuild.core.model import Configuration
from lvbuild.engine.local import Report, Workers
from lvbuild.release.entry import held_recipe
from lvbuild.release.folder import inputs_folder
from lvbuild.release.manifest import FileEntry
from lvbuild.release.reading import Release, open_release
from lvbuild.release.records import RecordSchema
from lvbuild.release.verify import verify
from lvbuild.score.metric import metric_of
from lvbuild.score.results import mean_score
from lvbuild.tables.reading import question_id, read_tables, used_rows
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow

_APART = 0.03
"""How far a depth of one level may be from that of another: each is within half of it."""
_UNEVEN = 1.63
"""Of evenly spread depths one in a hundred is farther from even (Kolmogorov and Smirnov)."""
_TELLTALE: Mapping[str, float] = {
    "text": 0.7,
    "place": 0.6,
    "length": 0.7,
    "order": 0.6,
    "company": 0.6,
}
_LEAST_QUESTIONS = 40
"""Of fewer a tell-tale figure says little."""
_HEAD = 1_000
"""Units of the context's beginning and end that are scored as answers."""
BINS = 20


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


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of an audit: the claims by name with their meaning, what is untrue, and figures.

    `unmeasured` are the configurations without tell-tale figures.
    """

    release: str
    claims: Mapping[str, str]
    findings: tuple[Finding, ...]
    configurations: Mapping[str, Audited]
    unmeasured: tuple[str, ...]

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(each.severity == "error" for each in self.findings)

    def by_claim(self) -> Mapping[tuple[str, Severity], Sequence[Finding]]:
        """Return the findings by claim and severity, in the order of the claims."""
        found: dict[tuple[str, Severity], list[Finding]] = {}
        order = {name: place for place, name in enumerate(self.claims)}
        for each in sorted(self.findings, key=lambda each: (order[each.claim], each.severity)):
            found.setdefault((each.claim, each.severity), []).append(each)
        return found


SERIES: Mapping[str, str] = {
    "ids": "No two records of a configuration have one id.",
    "same-questions": "All levels ask the same questions, and expect the same answers.",
    "same-depths": "A question's evidence stands equally deep at every level.",
    "nested": "What distracts at a level distracts at every larger one too.",
    "even": "Needles, or evidence, are spread evenly over all depths.",
    "telltale": "A program that sees no question does not find the evidence.",
}
"""The claims on all records of a configuration, or on several levels, with their meaning."""


def audit_release(
    release: str | Path,
    *,
    workers: int | None = None,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Audit:
    """Test what a release claims of its records; nothing but its folder is read.

    `report` is told how many of how many records were read. Raises VerificationError where its
    files do not even agree with each other, and UsageError where it is no release.
    """
    manifest = verify(release)
    names = sorted({each.recipe for each in manifest.configurations})
    total, done = sum(each.records for each in manifest.record_files.values()), Counter[str]()

    def progress(records: int, _: int) -> None:
        done["records"] += records
        report(done["records"], total)

    jobs = [partial(_audit_recipe, Path(release), name) for name in names]
    with Workers(workers) as pool:
        found = pool.start(jobs, progress, small=len(jobs) == 1).result()
    claims = {**{each.name: each.meaning for each in CLAIMS}, **SERIES}
    return Audit(
        str(release),
        claims,
        tuple(finding for one in found for finding in one.findings),
        {name: figures for one in found for name, figures in one.figures.items()},
        tuple(name for one in found for name in one.unmeasured),
    )


@dataclass(slots=True)
class _Found:
    findings: list[Finding] = field(default_factory=list)
    figures: dict[str, Audited] = field(default_factory=dict)
    unmeasured: list[str] = field(default_factory=list)

    def add(
        self,
        claim: str,
        of: Configuration,
        problems: Iterable[str],
        record: int | None = None,
        severity: Severity = "error",
    ) -> None:
        self.findings += (Finding(claim, severity, of.name, record, each) for each in problems)


@dataclass(frozen=True, slots=True)
class _Level:
    """What is kept of the records of a level: by id what is asked, depths and what distracts."""

    asked: Mapping[str, tuple[object, ...]]
    depths: Mapping[str, Sequence[float]]
    distracting: Mapping[str, frozenset[int]]


def _audit_recipe(folder: Path, name: str, report: Report) -> _Found:
    release = open_release(folder)
    held, found = _held(release, name), _Found()
    before: tuple[Configuration, _Level] | None = None
    for each in (one for one in release.manifest.configurations if one.recipe == name):
        level = _audit_level(release, each, held, found, report)
        entry = release.manifest.files[each.data_path]
        _audit_series(found, each, entry, level)
        if before is not None:
            _audit_levels(found, held, before, (each, level))
        before = each, level
    return found


def _held(release: Release, name: str) -> Held:
    entry = release.manifest.recipes[name]
    recipe = held_recipe(release.folder, name).recipe
    folder = release.folder / inputs_folder(name) / "annotations" / name
    tables = read_tables(folder, recipe, no_tables=not entry.build_options.tables)
    rows: dict[str, list[ReplacementRow]] = defaultdict(list)
    for placed in used_rows(tables.replacements):
        rows[question_id(placed.row)].append(placed.row)
    facts: dict[str, list[ConfusingFactRow]] = defaultdict(list)
    for told in used_rows(tables.confusing_facts):
        facts[question_id(told.row)].append(told.row)
    schema = RecordSchema.of(recipe, entry.build_options)
    return Held(recipe, schema, metric_of(recipe), rows, facts, frozenset(entry.common))


def _audit_level(
    release: Release, each: Configuration, held: Held, found: _Found, report: Report
) -> _Level:
    asked: dict[str, tuple[object, ...]] = {}
    depths: dict[str, Sequence[float]] = {}
    distracting: dict[str, frozenset[int]] = {}
    lengths: list[int] = []
    floors: dict[str, list[float]] = defaultdict(list)
    last: Told | None = None
    for number, record in enumerate(release.records(each.name)):
        told = Told(held, each.level, record.fields, record.provenance)
        for claim in CLAIMS:
            found.add(claim.name, each, claim.untrue(told), number, claim.severity)
        name = str(record.provenance["_id"])
        found.add("ids", each, [f"{name} stands twice"] * (name in asked), number)
        same = told.answers if held.recipe.answers_stand_in_texts else ()
        asked[name] = told.question_id, told.fields["input"], *same
        depths[name] = _depths(told)
        distracting[name] = frozenset(
            hash(passage["document_id"])
            for passage in record.provenance["passages"]
            if passage["role"] == "distracting"
        )
        lengths.append(told.fields["length"])
        for floor, score in _floors(told, last):
            floors[floor].append(score)
        last = told
        report(1, 0)
    bins = Counter(min(int(depth * BINS), BINS - 1) for one in depths.values() for depth in one)
    found.figures[each.name] = Audited(
        len(lengths),
        min(lengths, default=0),
        max(lengths, default=0),
        tuple(bins[place] for place in range(BINS)),
        {name: mean_score(scores) for name, scores in sorted(floors.items())},
    )
    return _Level(asked, depths, distracting)


def _depths(told: Told) -> Sequence[float]:
    needles = [each["depth"] for each in told.provenance["facts"] if each["kind"] == "needle"]
    evidence: Sequence[float] = told.provenance["evidence_depths"]
    return needles if told.held.recipe.depths_of == "needle" else evidence


def _floors(told: Told, last: Told | None) -> Iterator[tuple[str, float]]:
    """Yield what answers score that were given without reading the context."""
    keywords, answers = told.fields.get("answer_keywords", ""), list(told.answers)
    given = {"another record's answer": last.gold if last else ""}
    rows = [row.answer for row in told.held.facts.get(told.question_id, ()) if row.answer]
    given["a rival's answer"] = rows[0] if rows else ""
    size = _HEAD * (1 if told.held.language.unit == "characters" else 6)
    given["the beginning"], given["the end"] = told.context[:size], told.context[-size:]
    for name, answer in given.items():
        if answer and answers:
            yield name, told.held.metric.score_record(answer, answers, keywords)


def _audit_series(found: _Found, each: Configuration, entry: FileEntry, level: _Level) -> None:
    depths = sorted(depth for one in level.depths.values() for depth in one)
    if len(depths) >= _LEAST_QUESTIONS:
        number = len(depths)
        off = max(
            max(depth - i / number, (i + 1) / number - depth) for i, depth in enumerate(depths)
        )
        if off * sqrt(number) > _UNEVEN:
            told = f"the {number} depths are up to {off:.3f} off from evenly spread ones"
            found.add("even", each, [told], severity="warning")
    measured = entry.telltale
    if measured is None:
        if entry.records >= _LEAST_QUESTIONS:
            found.unmeasured.append(each.name)
        return
    for name, most in _TELLTALE.items():
        figure = getattr(measured, name)
        if figure and measured.questions >= _LEAST_QUESTIONS and figure.mean > most:
            told = f"by {name} the evidence is found with {figure.mean:.3f}, {most} at most"
            found.add("telltale", each, [told])


def _audit_levels(
    found: _Found,
    held: Held,
    smaller: tuple[Configuration, _Level],
    larger: tuple[Configuration, _Level],
) -> None:
    """Hold a level against the next smaller one."""
    (less, few), (more, many) = smaller, larger
    if [*few.asked] != [*many.asked]:
        found.add("same-questions", more, [f"its records are not those of {less.name}, in order"])
    for number, name in enumerate(many.asked):
        if name not in few.asked:
            continue
        if few.asked[name] != many.asked[name]:
            told = f"{name} asks otherwise than in {less.name}"
            found.add("same-questions", more, [told], number)
        pairs = [*zip(few.depths[name], many.depths[name], strict=False)]
        # Of several needles the first alone has a depth of its own.
        exact = held.recipe.depths_of == "evidence" or len(pairs) == 1
        if exact and any(abs(one - other) > _APART for one, other in pairs):
            told = f"{name} has its evidence elsewhere than in {less.name}"
            found.add("same-depths", more, [told], number)
        if held.recipe.nested and not few.distracting[name] <= many.distracting[name]:
            lost = len(few.distracting[name] - many.distracting[name])
            told = f"{name} lacks {lost} documents that distract in {less.name}"
            found.add("nested", more, [told], number)
