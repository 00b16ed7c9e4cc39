"""What two releases share, and whether scores on one can be held against scores on the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path

from lvbuild.audit.equality import Equality, compare_lots
from lvbuild.audit.ngrams import Sketch, runs
from lvbuild.audit.rebuilding import differing_inputs, outdated_inputs
from lvbuild.core.model import Configuration
from lvbuild.engine.local import Report, Workers
from lvbuild.languages import Language, find_language
from lvbuild.release.entry import held_errata, held_keys
from lvbuild.release.reading import Release, open_release
from lvbuild.release.verify import verify

MARKS: Mapping[str, str] = {
    "length": "units of a record, as the recipe counts them",
    "depth": "depths of a record's needles or of its evidence, from 0 to 1",
    "passages": "passages of a record's context",
    "rivals": "confusing facts and decoys of a record's context",
    "evidence": "characters of what answers a question",
    "overlap": "share of a question's words that its evidence holds",
}
"""What makes a record hard that is no rank of it among others."""
FRESHNESS = (
    "the mean of two shares: of the new release's questions, those to which the old one does not"
    " have the same answers; of the different runs of 13 words (without spaces: of characters) in"
    " its evidence, those that no evidence of the old one has"
)
_PAIR = 2
"""Characters that stand for a word of a question, where no spaces part words."""


@dataclass(frozen=True, slots=True)
class ComparedLevel:
    """What a configuration shares with the one of its name, and its marks side by side.

    Shares are of what the new one has, None where it has none: `contexts` of the different runs of
    13 words or characters in its passages, `evidence` of those in what answers its questions,
    `documents` of all its documents, `same_documents` of a question's documents those that
    distracted from it or supported it before, the mean of all questions kept.
    """

    records: tuple[int, int]
    contexts: float | None
    evidence: float | None
    documents: float | None
    same_documents: float | None
    marks: Mapping[str, Equality]


@dataclass(frozen=True, slots=True)
class ComparedRecipe:
    """What became of a recipe: its questions by id, their answers, its levels by label, its inputs.

    `changed` and `same` are the questions kept, by whether their answers are others. `freshness` is
    None where the releases share no level. `inputs` are those that differ: where there are none, a
    rebuild comes to the same bytes. `defects` are the known ones of questions of either release.
    """

    kept: tuple[str, ...]
    added: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[str, ...]
    same: tuple[str, ...]
    answers_new: float
    evidence_new: float | None
    freshness: float | None
    levels: Mapping[str, ComparedLevel]
    inputs: tuple[str, ...]
    defects: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of a comparison, by recipe; `gone` and `added` are recipes of one release alone."""

    old: str
    new: str
    recipes: Mapping[str, ComparedRecipe]
    gone: tuple[str, ...]
    added: tuple[str, ...]


def compare_releases(
    old: str | Path,
    new: str | Path,
    *,
    workers: int | None = None,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> Comparison:
    """Compare two releases, such as a benchmark and a variant of it; their folders alone are read.

    `report` is told how many of how many records were read. Raises VerificationError where the
    files of one do not agree with each other, and UsageError where one is no release.
    """
    for each in (old, new):
        verify(each)
    releases = open_release(old), open_release(new)
    both = sorted(set(releases[0].recipes) & set(releases[1].recipes))
    shared = {
        name: [each for each in _levels(releases[0], name) if each in _levels(releases[1], name)]
        for name in both
    }
    # Questions are those of a level that both have, else of each one's smallest.
    jobs = {
        (place, each): partial(_summarised, Path(release.folder), each)
        for place, release in enumerate(releases)
        for name in both
        for each in shared[name] or _levels(release, name)[:1]
    }
    total = sum(releases[place].manifest.record_files[each].records for place, each in jobs)
    done = [0]

    def progress(records: int, _: int) -> None:
        done[0] += records
        report(done[0], total)

    with Workers(workers) as pool:
        found = dict(zip(jobs, pool.start([*jobs.values()], progress).result(), strict=True))
    return Comparison(
        str(old),
        str(new),
        {
            name: _compared(
                [
                    {
                        each: found[place, each]
                        for each in shared[name] or _levels(release, name)[:1]
                    }
                    for place, release in enumerate(releases)
                ],
                tuple(differing_inputs(*releases, name)),
                {
                    erratum.question_id: erratum.reason
                    for release in releases
                    for erratum in held_errata(release.folder)
                    if erratum.recipe == name
                },
            )
            for name in both
        },
        tuple(name for name in releases[0].recipes if name not in both),
        tuple(name for name in releases[1].recipes if name not in both),
    )


def outdated(release: str | Path) -> Mapping[str, tuple[str, ...]]:
    """Return by recipe what the installed lvbuild has otherwise than a release was built with.

    Where that is nothing, a rebuild from the same corpora comes to the same bytes.
    """
    verify(release)
    opened = open_release(release)
    return {name: tuple(outdated_inputs(opened, name)) for name in opened.recipes}


def _levels(release: Release, name: str) -> list[Configuration]:
    """Return a recipe's configurations: those without distracting text last, closed behind."""
    held = [each for each in release.manifest.configurations if each.recipe == name]
    held.sort(key=lambda each: (not each.level.has_distractors, not each.level.evidence, each))
    return held


@dataclass(slots=True)
class _Summary:
    """What is kept of the records of a configuration: nothing that grows with their length."""

    answers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    documents: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    marks: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in MARKS})
    contexts: Sketch = field(default_factory=Sketch)
    evidence: Sketch = field(default_factory=Sketch)
    records: int = 0


def _summarised(folder: Path, configuration: Configuration, report: Report) -> _Summary:
    release = open_release(folder)
    recipe = held_keys(folder, configuration.recipe)
    language, found = find_language(recipe.language), _Summary()
    spaced = bool(language.space)
    for record in release.records(configuration.name):
        content, origin = record.content, record.provenance
        context, passages = record.fields["context"], origin["passages"]
        needles = [each for each in origin["facts"] if each["kind"] == "needle"]
        telling = needles or [each for each in passages if each["role"] == "supporting"]
        evidence = [context[slice(*each["span"])] for each in telling]
        marks: dict[str, Sequence[float]] = {
            "length": [content.length],
            "depth": [each["depth"] for each in needles] or origin["evidence_depths"],
            "passages": [len(passages)] if any(p["role"] != "haystack" for p in passages) else [],
            "rivals": [len(origin["facts"]) - len(needles)],
        }
        if origin["question_id"] not in found.answers:  # of a question that is asked often once
            marks["evidence"] = [sum(map(len, evidence))]
            marks["overlap"] = _overlap(content.question, evidence, language)
        for mark, values in marks.items():
            found.marks[mark] += values
        found.answers[origin["question_id"]] = content.answers
        ids = (each["document_id"] for each in passages if each["role"] != "rival")
        found.documents[origin["question_id"]].update(map(_number, ids))
        found.contexts.add(runs([context[slice(*p["span"])] for p in passages], spaced=spaced))
        found.evidence.add(runs(evidence, spaced=spaced))
        found.records += 1
        report(1, 0)
    found.documents = dict(found.documents)
    return found


def _number(document_id: str) -> int:
    return int.from_bytes(blake2b(document_id.encode(), digest_size=8).digest(), "big")


def _overlap(question: str, evidence: Iterable[str], language: Language) -> list[float]:
    """Return which part of a question's words, without spaces pairs of characters, it shares."""
    asked = language.content(question, _PAIR)
    return [len(language.held_terms(asked, "\n".join(evidence))) / len(asked)] if asked else []


def _compared(
    found: Sequence[Mapping[Configuration, _Summary]],
    inputs: tuple[str, ...],
    defects: Mapping[str, str],
) -> ComparedRecipe:
    old, new = (next(iter(each.values())) for each in found)
    kept = tuple(name for name in new.answers if name in old.answers)
    changed = tuple(name for name in kept if new.answers[name] != old.answers[name])
    added = tuple(name for name in new.answers if name not in old.answers)
    answers_new = (len(changed) + len(added)) / len(new.answers)
    levels = {
        one.level.label: _compared_level(found[0][one], found[1][one], one.name)
        for one in found[1]
        if one in found[0]
    }
    shared = next((level.evidence for level in levels.values()), None)
    evidence_new = None if shared is None else 1 - shared
    return ComparedRecipe(
        kept,
        added,
        tuple(name for name in old.answers if name not in new.answers),
        changed,
        tuple(name for name in kept if name not in changed),
        answers_new,
        evidence_new,
        None if evidence_new is None else (answers_new + evidence_new) / 2,
        levels,
        inputs,
        defects,
    )


def _compared_level(old: _Summary, new: _Summary, name: str) -> ComparedLevel:
    documents = [set[int]().union(*each.documents.values()) for each in (old, new)]
    same = [
        len(own & old.documents[question]) / len(own)
        for question, own in new.documents.items()
        if own and question in old.documents
    ]
    marks = {
        mark: compare_lots(old.marks[mark], new.marks[mark], f"{name} {mark}") for mark in MARKS
    }
    return ComparedLevel(
        (old.records, new.records),
        new.contexts.share_in(old.contexts),
        new.evidence.share_in(old.evidence),
        len(documents[0] & documents[1]) / len(documents[1]) if documents[1] else None,
        sum(same) / len(same) if same else None,
        marks,
    )
