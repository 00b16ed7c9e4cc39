"""What a release declares of a recipe beside its records: its manifest, held against all else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from lvbuild.audit.level_records import Counts, LevelRecords
from lvbuild.audit.marks import plain
from lvbuild.audit.told import Held
from lvbuild.core.claims import Claim
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.mixing.filters.near_duplicates import OWN_DOCUMENT
from lvbuild.mixing.plan import Spread
from lvbuild.mixing.planning import CorpusUse, Prepared
from lvbuild.release.entry import parts_of
from lvbuild.release.licences import Part, work_out
from lvbuild.release.manifest import (
    DEPTH_BINS,
    AskedEntry,
    FileEntry,
    LengthEntry,
    RecipeEntry,
    depth_bin,
)
from lvbuild.rules.context import LintContext
from lvbuild.rules.every import RULES, findings
from lvbuild.sample import SampleCorpus
from lvbuild.tasks.notes import shortfalls


class Declared(NamedTuple):
    """A recipe's entry in the manifest, its inputs, and what was seen of its levels' records.

    `entries` are those of all recipes; `own_documents` counts its questions' supporting documents
    that distract from others.
    """

    entry: RecipeEntry
    files: Mapping[str, FileEntry]
    held: Held
    levels: Sequence[LevelRecords]
    entries: Mapping[str, RecipeEntry]
    own_documents: int

    @property
    def asked(self) -> set[str]:
        """The ids of the questions that its records ask."""
        return {*self.questions}

    @property
    def questions(self) -> Mapping[str, Counts]:
        """What its records have of each question, by its id."""
        return {name: one for level in self.levels for name, one in level.questions.items()}

    @property
    def asked_without_limit(self) -> set[str] | None:
        """The ids of the questions that its records ask were there no limit, None if not known."""
        asked, options, recipe = self.asked, self.entry.build_options, self.held.recipe
        limited = any(len(level.ids) == options.limit for level in self.levels)
        if not limited or recipe.questions_asked == 1:
            return asked
        out = {one.question_id for one in self.entry.left_out}
        kept = {*(self.held.tables.selected or ())} - out
        return None if options.fill or not kept else kept

    @property
    def parts(self) -> Iterator[Part]:
        """What its records are made of."""
        entry = self.entry
        invented = entry.build_options.sample
        return parts_of(self.held.recipe, entry.corpora, entry.tables, invented=invented)


def figures(declared: Declared) -> Iterator[str]:
    """The manifest's figures of each file of records are those of its records."""
    options, recipe = declared.entry.build_options, declared.held.recipe
    for level in declared.levels:
        name, entry = level.configuration.name, level.entry
        if len(level.ids) != entry.records:
            continue  # some cannot be read
        asked = level.questions.values()
        counted = AskedEntry(
            questions=len(level.questions),
            confusing_facts=sum(one.confusing_facts for one in asked),
            replacements=sum(one.replacements for one in asked),
            answer_keywords=sum(one.has_keywords for one in asked),
        )
        if entry.asked not in {None, counted}:
            yield f"{name}: it has {_told(counted)}, not {_told(entry.asked)}"
        length = LengthEntry(**Spread.of(level.lengths)._asdict())
        if entry.length not in {None, length}:
            yield f"{name}: its records have the lengths {_told(length)}, not {_told(entry.length)}"
        bins = Counter(map(depth_bin, level.all_depths))
        depths = tuple(bins[place] for place in range(DEPTH_BINS))
        if declared.files[level.configuration.provenance_path].depths not in {None, depths}:
            yield f"{name}: its depths by twentieth are {plain(depths)}"
        if not level.held.runs and (entry.astray or entry.shared_places):
            yield f"{name}: it counts places in running text, and has none"
        if entry.beyond and level.configuration.level in recipe.ascending_levels:
            yield f"{name}: it tells of files beyond its recipe's, at a level of its own"
        most = min(recipe.count, options.limit or recipe.count)
        if len(level.ids) > most:
            yield f"{name}: it has {len(level.ids)} records, {most} at most"
        if told := entry.telltale:
            of = told.questions, told.longest, told.longest_by_chance
            longest, by_chance = level.longest
            if of != (len(level.questions), longest, by_chance) and not told.reason:
                yield f"{name}: its tell-tale figures are of other records than these"


def _told(figures: BaseModel | None) -> str:
    held = figures.model_dump().items() if figures else ()
    return ", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in held) or "none"


def inputs(declared: Declared) -> Iterator[str]:
    """Its corpora are those of its recipe, and its passages are of these."""
    entry, held, options = declared.entry, declared.held, declared.entry.build_options
    names = {corpus.name for corpus in entry.corpora}
    wanted = {SampleCorpus.name} if options.sample else {*held.recipe.corpora}
    if not names <= wanted:
        by_recipe = plain(sorted(wanted))
        yield f"its corpora are {plain(sorted(names))}, by its recipe and options {by_recipe}"
    elif not options.sample and (empty := [c.name for c in entry.corpora if not c.files]):
        yield f"of its corpora no file is told: {plain(empty)}"
    held_in = {name for level in declared.levels for name in level.corpora}
    # Parts of one data set have its name before their own, and documents the data set's alone.
    known = {*names, *held.recipe.corpora} if options.sample else names
    strange = {n for n in held_in - names if not any(one.startswith(f"{n}_") for one in known)}
    if strange:
        yield f"its passages are of corpora that it does not name: {plain(sorted(strange))}"


def rules(declared: Declared) -> Iterator[str]:
    """Its tables break no rule that ends a build, as far as that follows from rows alone."""
    held = declared.held
    context = LintContext(held.recipe, held.tables, alternatives=bool(held.seeds.variant))
    for one in findings(context, _OF_ROWS):
        yield f"{Path(one.file).name}:{one.line}: {one.message}"


_OF_CORPORA = {"unknown-question", "original-never-occurs", "written-on-nothing"}
"""Rules that look at what corpora have; others do of the questions that these have alone."""
_OF_ROWS = [one for one in RULES if one.severity == "error" and one.name not in _OF_CORPORA]


def counts(declared: Declared) -> Iterator[str]:
    """What the manifest counts of corpora, corrections and refused documents, others bear out."""
    entry, held = declared.entry, declared.held
    for name, other in declared.entries.items():
        theirs = {(c.name, c.revision, c.files): c.cleaned for c in other.corpora if c.files}
        for corpus in entry.corpora:
            cleaned = theirs.get((corpus.name, corpus.revision, corpus.files), corpus.cleaned)
            if cleaned != corpus.cleaned:
                yield f"{corpus.name} is said to be cleaned otherwise than in {name}"
    if held.tables.selection and (asked := declared.asked_without_limit) is not None:
        corrected = sum(map(held.tabled.is_corrected, asked))
        if entry.corrected != corrected:
            yield f"{entry.corrected:,} questions are said to be corrected, {corrected:,} are"
    if declared.asked_without_limit == declared.asked and held.tables.selection:
        told = Counter[str]()
        for one in declared.questions.values():
            told["answer_keywords"] += held.recipe.answer_keywords and not one.has_keywords
            told["replacements"] += held.recipe.replacements and not one.replacements
        for table, count in told.items():
            if entry.lacking.get(table, 0) != count:
                said = entry.lacking.get(table, 0)
                yield f"{said:,} questions are said to lack rows of {table}, {count:,} do"
    refused = entry.refused.get(OWN_DOCUMENT)
    if refused is not None and refused < declared.own_documents:
        yield f"{refused:,} own documents are said to be refused, {declared.own_documents:,} are"


def left_out(declared: Declared) -> Iterator[str]:
    """What is left out is asked nowhere; what is selected is asked in its order, or left out."""
    entry, held, asked = declared.entry, declared.held, declared.asked
    out = Counter(one.question_id for one in entry.left_out)
    for name in sorted(asked & out.keys()):
        yield f"{name} is left out, and asked"
    options = entry.build_options
    selected = held.tables.selected
    if selected is None or not declared.levels:
        return
    places = {name: place for place, name in enumerate(selected)}
    for level in declared.levels:
        ordered = sorted(level.questions, key=lambda name: level.questions[name].place)
        known = [places[name] for name in ordered if name in places]
        if known != sorted(known):
            yield f"{level.configuration.name} asks in another order than the selection"
    if options.limit:
        return
    if lost := sorted(selected.keys() - asked - out.keys()):
        yield f"{lost[0]} is selected, and neither asked nor left out ({len(lost)} such)"
    if not options.fill and (strange := sorted(asked - selected.keys())):
        yield f"{strange[0]} is asked, and not selected ({len(strange)} such)"


def fallen_short(declared: Declared) -> Iterator[str]:
    """Where a build gives less than recipe and tables hold the manifest says so, and only there."""
    entry, held = declared.entry, declared.held
    out = tuple((one.question_id, one.reason) for one in entry.left_out)
    if (asked := declared.asked_without_limit) is None:
        return
    corpora = tuple(CorpusUse(**dict(corpus)) for corpus in entry.corpora)
    prepared = Prepared({}, {}, corpora, {}, tuple(sorted(asked)), out, entry.lacking)

    def lines(known: Prepared) -> list[str]:
        return list(shortfalls(held.recipe, held.tables, entry.build_options, known))

    for line in lines(prepared):
        # Of what corpora have beside it nothing is known here.
        if not any(told.startswith(line) for told in entry.shortfalls):
            yield f"it does not say: {line}"
    for told in entry.shortfalls:
        numbers = [int(each.replace(",", "")) for each in _NUMBER.findall(told)]
        known = (_knowing(prepared, number, held) for number in (0, *numbers))
        if not any(told in lines(one) for one in known):
            yield f"it says what is not so: {told}"


_NUMBER = re.compile(r"\d[\d,]*\b")


def _knowing(prepared: Prepared, number: int, held: Held) -> Prepared:
    """Return the same, where so many are what the corpora alone tell of."""
    more = 0 if held.fills else number
    return replace(prepared, unmarked=number, alone=number, more=more, miscounted=number)


def passed_on(declared: Declared) -> Iterator[str]:
    """What it was made from may be passed on as it stands here: with words replaced, in parts."""
    yield from work_out(declared.parts).warnings


def canaries_kept(declared: Declared) -> Iterator[str]:
    """The canaries that upstream sets into a corpus's files are kept, in manifest and card."""
    for corpus in declared.entry.corpora:
        known = CATALOGUE.get(corpus.name)
        if known and known.canary and not corpus.source_canaries:
            yield f"{corpus.name} has lost its canary (source_canaries)"
        if known and not known.canary and corpus.source_canaries:
            yield f"{corpus.name} is said to have a canary, and has none (source_canaries)"


RECIPES: tuple[Claim[Declared, str], ...] = (
    Claim("figures", "error", figures),
    Claim("inputs", "error", inputs),
    Claim("rules", "error", rules, made_again=True),
    Claim("left-out", "error", left_out),
    Claim("shortfalls", "error", fallen_short, made_again=True),
    Claim("counts", "error", counts, made_again=True),
    Claim("licences", "warning", passed_on),
    Claim("source-canaries", "error", canaries_kept),
)
