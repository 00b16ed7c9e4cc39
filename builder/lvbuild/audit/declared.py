"""What a release declares of a recipe beside its records: its manifest, held against all else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lvbuild.audit.levels import LevelRecords
from lvbuild.audit.told import Held
from lvbuild.core.claims import Claim
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.mixing.plan import Spread
from lvbuild.mixing.planning import CorpusUse, Prepared
from lvbuild.release.entry import count_annotators
from lvbuild.release.licences import Part, work_out
from lvbuild.release.manifest import (
    DEPTH_BINS,
    AskedEntry,
    FileEntry,
    LengthEntry,
    RecipeEntry,
    depth_bin,
)
from lvbuild.rules.rows import names_program
from lvbuild.sample import SampleCorpus
from lvbuild.tasks.notes import shortfalls


class Declared(NamedTuple):
    """A recipe's entry in the manifest, its inputs, and what was seen of its levels' records."""

    entry: RecipeEntry
    files: Mapping[str, FileEntry]
    held: Held
    levels: Sequence[LevelRecords]

    @property
    def asked(self) -> set[str]:
        """The ids of the questions that its records ask."""
        return {name for level in self.levels for name in level.questions}


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
            yield f"{name}: it has {counted}, not {entry.asked}"
        length = LengthEntry(**Spread.of(level.lengths)._asdict())
        if entry.length not in {None, length}:
            yield f"{name}: its records have {length}, not {entry.length}"
        bins = Counter(map(depth_bin, level.all_depths))
        depths = tuple(bins[place] for place in range(DEPTH_BINS))
        if declared.files[level.configuration.provenance_path].depths not in {None, depths}:
            yield f"{name}: its depths by twentieth are {depths}"
        most = min(recipe.count, options.limit or recipe.count)
        if len(level.ids) > most:
            yield f"{name}: it has {len(level.ids)} records, {most} at most"
        if told := entry.telltale:
            of = told.questions, told.longest, told.longest_by_chance
            longest, by_chance = level.longest
            if of != (len(level.questions), longest, by_chance) and not told.reason:
                yield f"{name}: its tell-tale figures are of other records than these"


def inputs(declared: Declared) -> Iterator[str]:
    """The manifest says of recipe, tables and corpora what these say themselves."""
    entry, held, options = declared.entry, declared.held, declared.entry.build_options
    names = {corpus.name for corpus in entry.corpora}
    wanted = {SampleCorpus.name} if options.sample else {*held.recipe.corpora}
    if not names <= wanted:
        yield f"its corpora are {sorted(names)}, by its recipe and options {sorted(wanted)}"
    elif not options.sample and (empty := [c.name for c in entry.corpora if not c.files]):
        yield f"of its corpora no file is told: {empty}"
    if options.prompts is None and entry.prompt not in {"", held.recipe.prompt}:
        yield "its prompt is not that of its recipe"
    if entry.max_new_tokens not in {None, held.recipe.max_new_tokens}:
        yield f"{entry.max_new_tokens} new tokens are not what its recipe says"
    for name, table in held.tables.named().items():
        if (told := entry.tables.get(name)) is None:
            yield f"it says nothing of its table {name}"
            continue
        rows = table.rows
        approved = [row for row in rows if getattr(row, "status", "") == "approved"]
        counts = count_annotators(rows), count_annotators(approved)
        if told.annotators and (told.annotators, told.approved_by) != counts:
            yield f"{name} has other annotators than it says"
        if programs := sorted(filter(names_program, told.approved_by)):
            yield f"{name} has rows that {programs[0]!r} approved, which names a program"
    parts = [Part(corpus.name, corpus.licence) for corpus in entry.corpora]
    parts += [Part("the tables", table.licence) for table in entry.tables.values()]
    if entry.licence not in {"", licence := work_out(parts).licence}:
        yield f"its licence is {entry.licence!r}, by its parts {licence!r}"


def left_out(declared: Declared) -> Iterator[str]:
    """What is left out is asked nowhere, and what is selected is asked or left out."""
    entry, held, asked = declared.entry, declared.held, declared.asked
    out = Counter(one.question_id for one in entry.left_out)
    for name in sorted(asked & out.keys()):
        yield f"{name} is left out, and asked"
    options = entry.build_options
    selected = held.tables.selected
    if selected is None or options.limit or not declared.levels:
        return
    if lost := sorted(selected.keys() - asked - out.keys()):
        yield f"{lost[0]} is selected, and neither asked nor left out ({len(lost)} such)"
    if not options.fill and (strange := sorted(asked - selected.keys())):
        yield f"{strange[0]} is asked, and not selected ({len(strange)} such)"


def fallen_short(declared: Declared) -> Iterator[str]:
    """Where a build gives less than recipe and tables hold the manifest says so."""
    entry, held, options = declared.entry, declared.held, declared.entry.build_options
    asked, selected = declared.asked, held.tables.selected
    out = tuple((one.question_id, one.reason) for one in entry.left_out)
    if any(len(level.ids) == options.limit for level in declared.levels):
        kept = (selected or {}).keys() - {name for name, _ in out}
        if held.recipe.questions_asked > 1 and (options.fill or not kept):
            return  # which others are asked is not known
        asked = kept if held.recipe.questions_asked > 1 else asked
    corpora = tuple(CorpusUse(**dict(corpus)) for corpus in entry.corpora)
    prepared = Prepared({}, {}, corpora, {}, tuple(sorted(asked)), out, entry.lacking)
    for line in shortfalls(held.recipe, held.tables, options, prepared):
        # Of what corpora have beside it nothing is known here.
        if not any(told.startswith(line) for told in entry.shortfalls):
            yield f"it does not say: {line}"


def passed_on(declared: Declared) -> Iterator[str]:
    """What it was made from may be passed on as it stands here: with words replaced, in parts."""
    entry = declared.entry
    parts = [Part(corpus.name, corpus.licence) for corpus in entry.corpora]
    parts += [Part(f"the table {name}", table.licence) for name, table in entry.tables.items()]
    yield from dict.fromkeys((*entry.warnings, *work_out(parts).warnings))


def canaries_kept(declared: Declared) -> Iterator[str]:
    """The canaries that upstream sets into a corpus's files are kept, in manifest and card."""
    for corpus in declared.entry.corpora:
        known = CATALOGUE.get(corpus.name)
        if known and known.canary and not corpus.source_canaries:
            yield f"{corpus.name} has lost its canary (source_canaries)"


RECIPES: tuple[Claim[Declared, str], ...] = (
    Claim("figures", "error", figures),
    Claim("inputs", "error", inputs),
    Claim("left-out", "error", left_out),
    Claim("shortfalls", "error", fallen_short),
    Claim("licences", "warning", passed_on),
    Claim("source-canaries", "error", canaries_kept),
)
