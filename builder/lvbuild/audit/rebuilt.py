"""Making a recipe of a release again, as far as what it was made from is at hand.

What is at hand of all is recipe, tables and options: what the manifest tells of them is made again
by the build's own code, given what it says that corpora alone tell. With the corpora, or where
these were invented, everything is: each line of each file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from lvbuild.audit.rebuilding import outdated_inputs
from lvbuild.audit.recipes import RecipeFindings
from lvbuild.core.claims import Claim, untrue_of
from lvbuild.core.model import Configuration
from lvbuild.core.twins import full_name
from lvbuild.corpora.catalogue import source_entry
from lvbuild.engine.local import Report
from lvbuild.errors import BuildError, InvalidRowError, MissingCorpusError, UsageError
from lvbuild.mixing.lengths import Counters
from lvbuild.mixing.planning import CorpusUse, Prepared
from lvbuild.recipe import load_recipe, wanted_levels
from lvbuild.recipe.loading import shipped_recipes
from lvbuild.release.differences import Difference, entry_differences, rebuild_differences
from lvbuild.release.entry import data_card, held_recipe, recipe_entry
from lvbuild.release.folder import data_card_path, read_regular, tables_folder
from lvbuild.release.manifest import CorpusEntry, RecipeEntry
from lvbuild.release.reading import LARGEST_INPUT, Release, open_release
from lvbuild.tables.reading import read_tables
from lvbuild.tasks.task import Source
from lvbuild.text.counting import PlainCounting, plain_unit


class Inputs(NamedTuple):
    """Where to look for what a release was made from: its corpora, and files of tokenizers."""

    corpora: str | Path | None = None
    offline: bool = False
    tokenizers: tuple[str, ...] = ()


class _Made(NamedTuple):
    """A recipe of a release, and where what it was made from may be."""

    release: Release
    name: str
    inputs: Inputs

    @property
    def entry(self) -> RecipeEntry:
        """What the manifest tells of it."""
        return self.release.manifest.recipes[self.name]

    @property
    def is_at_hand(self) -> bool:
        """Whether its corpora may be here."""
        return self.entry.build_options.sample or self.inputs.corpora is not None


def _rebuilt(made: _Made) -> Iterator[Difference]:
    """Build it again: it comes out the same, each line of it where its corpora are at hand."""
    release, name, inputs = made.release, made.name, made.inputs
    if made.is_at_hand:
        here = {"corpora": inputs.corpora, "offline": inputs.offline}
        yield from rebuild_differences(
            release.folder, release.manifest, name, here=here, tokenizers=inputs.tokenizers
        )
    else:
        for message in entry_differences(made.entry, _entry(made)):
            yield Difference(message)


def _shipped(made: _Made) -> Iterator[Difference]:
    """Hold recipe, tables and data card against those that come with lvbuild under their name.

    A variant may have rows of its own.
    """
    for message in outdated_inputs(made.release, made.name):
        if not (made.entry.variant and message.startswith("table")):
            yield Difference(message)
    if (full := full_name(made.name)) in shipped_recipes():
        path, folder = data_card_path(made.name), made.release.folder
        content = data_card(load_recipe(full))
        found = read_regular(folder, path, LARGEST_INPUT) if (folder / path).is_file() else None
        if found != content:
            yield Difference("data card: the one that comes with lvbuild is another")


REBUILT: tuple[Claim[_Made, Difference], ...] = (
    Claim("rebuilt", "error", _rebuilt, made_again=True),
    Claim("shipped", "warning", _shipped, made_again=True),
)


def _entry(made: _Made) -> RecipeEntry:
    """Make a recipe's entry again, given what it says that corpora alone tell."""
    folder, entry = made.release.folder, made.entry
    file, options = held_recipe(folder, made.name, any_metric=True), entry.build_options
    changes: dict[str, object] = {"unit": options.unit, "nested": options.nested}
    if options.prompts is not None:
        changes["prompt"] = entry.prompt
    recipe = file.recipe.at(wanted_levels(options.levels) if options.levels else [])
    recipe = recipe.model_copy(update=changes)
    tables = read_tables(folder / tables_folder(made.name), recipe, no_tables=not options.tables)
    tables = tables.of_approved() if options.approved_only else tables
    counting = PlainCounting(plain_unit(recipe.unit, recipe.language))
    counters = Counters(counting, None, None)
    source = Source(replace(file, recipe=recipe), lambda: tables, {}, options, counters)
    prepared = Prepared(
        {},
        {},
        tuple(_corpus(source, corpus) for corpus in entry.corpora),
        entry.refused,
        (),
        tuple((one.question_id, one.reason) for one in entry.left_out),
        entry.lacking,
        corrected=entry.corrected,
        common=entry.common,
        labels=entry.labels or (),
    )
    # What a build falls short of corpora tell, too: another claim holds it against what it can.
    return recipe_entry(source, prepared).model_copy(update={"shortfalls": entry.shortfalls})


def _corpus(source: Source, corpus: CorpusEntry) -> CorpusUse:
    """Return what a recipe takes of a corpus, under the licence that is known of it."""
    use = CorpusUse(**dict(corpus))
    known = source.file.recipe.sources.get(corpus.name)
    return use if known is None else replace(use, licence=source_entry(known).licence)


def rebuild_recipe(folder: Path, name: str, inputs: Inputs, report: Report) -> RecipeFindings:
    """Make a recipe of a release again; nothing is where other code wrote it."""
    release, found = open_release(folder), RecipeFindings()
    made = _Made(release, name, inputs)
    if not release.manifest.is_by_this_code:
        return found
    try:
        for claim, each in untrue_of(REBUILT, made):
            of = Configuration.of_file(each.path)
            at = None if each.line is None else each.line - 1
            told = each.path.partition("/")[0] if of else ""
            message = f"{told}: {each.message}" if told else each.message
            found.add(of.name if of else name, at, [(claim, message)])
    except (InvalidRowError, BuildError) as error:
        told = str(error).removeprefix(f"{folder}/")
        found.add(name, None, [(REBUILT[0], f"it cannot be built again: {told}")])
    except (MissingCorpusError, UsageError) as error:  # such as a tokenizer that is not here
        found.unbuilt.append(f"{name} ({error})")
    if not made.is_at_hand:
        found.unbuilt.append(name)
    return found
