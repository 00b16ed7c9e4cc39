"""What a release's card says of its recipes: a table of all, and a section of each.

A recipe's data card tells what a person knows of it; for `{{figures}}` in it stands what follows
from the manifest: sizes, sources, who annotated, how answers are scored, how a model is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path

from lvbuild.core.model import Level
from lvbuild.core.resources import read_yaml
from lvbuild.core.twins import full_name
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.languages import find_language
from lvbuild.recipe import Recipe
from lvbuild.release.entry import read_data_card
from lvbuild.release.folder import figure_path
from lvbuild.release.manifest import CorpusEntry, FileEntry, Manifest, RecipeEntry, TableEntry
from lvbuild.score.metric import meaning_of

_FIGURES = "{{figures}}"
TEXTS = read_yaml(Path(__file__).with_name("card.yaml"))
"""What the card of a release says whatever stands in it."""
_TWIN = TEXTS["twin"]


def statistics(manifest: Manifest, recipes: Mapping[str, Recipe]) -> list[str]:
    """Return the table of what the data sets ask, as LV-Eval's card has it: a row a recipe."""
    held = {
        name: {
            config.level: file
            for config, file in manifest.record_files.items()
            if config.recipe == name
        }
        for name in recipes
    }
    levels = sorted({level for files in held.values() for level in files})
    columns = ("data set", "task", "language", "CFI", "KPR", "AK", "questions", "contexts")
    rows = [
        [
            *_asked(recipe, held[name].values()),
            manifest.recipes[name].build_options.unit,
            *_means(held[name], levels),
        ]
        for name, recipe in recipes.items()
        if held[name]
    ]
    return table([*columns, "unit", *(level.label for level in levels)], rows)


def _asked(recipe: Recipe, files: Iterable[FileEntry]) -> Iterator[str]:
    files = list(files)
    asked = [file.asked for file in files if file.asked]
    yield recipe.name
    yield recipe.task
    yield find_language(recipe.language).name
    for key in ("confusing_facts", "replacements", "answer_keywords", "questions"):
        # A level may lack questions of the others: the largest count is that of all.
        count = max((getattr(each, key) for each in asked), default=None)
        yield "-" if count is None or (count == 0 and key != "questions") else f"{count:,}"
    yield f"{sum(file.records for file in files):,}"


def _means(files: Mapping[Level, FileEntry], levels: Iterable[Level]) -> Iterator[str]:
    for level in levels:
        length = files[level].length if level in files else None
        yield f"{length.mean:,.0f}" if length else "-"


def section(folder: Path, manifest: Manifest, recipe: Recipe, *, draws: bool = True) -> str:
    """Return the section of a recipe; it `draws` where its figure stands beside the card."""
    text = _FIGURES
    with suppress(FileNotFoundError):
        text = read_data_card(folder, recipe.name)
    entry = manifest.recipes[recipe.name]
    figures = "\n".join(_figures(manifest, recipe, entry, draws=draws))
    heading = f"## {recipe.name}: {plain(recipe.title)}"
    return f"{heading}\n\n{_twin(recipe, entry)}{text.strip().replace(_FIGURES, figures)}\n"


def _twin(recipe: Recipe, entry: RecipeEntry) -> str:
    """Say what a twin lacks, before what there is to say of the recipe in full; else ""."""
    if not (parts := entry.build_options.left_out):
        return ""
    told = " ".join(_TWIN[part].strip() for part in parts)
    return (
        f"{_TWIN['of'].format(full_name(recipe.name)).strip()} {told} {_TWIN['rest'].strip()}\n\n"
    )


def _figures(
    manifest: Manifest, recipe: Recipe, entry: RecipeEntry, *, draws: bool
) -> Iterator[str]:
    yield from _sizes(manifest, recipe, entry, draws=draws)
    yield from ("", "### Sources", "")
    yield from map(_source, entry.corpora)
    yield from map(_cleaned, (corpus for corpus in entry.corpora if corpus.cleaned))
    yield from (line for corpus in entry.corpora for line in _source_canaries(corpus))
    yield from ("", "### Annotation", "")
    yield from _annotation(entry)
    yield from ("", "### Scoring", "")
    yield from _scoring(recipe)
    yield from ("", "### Prompt", "", _asked_by(entry), "")
    yield from ("```text", (entry.prompt or recipe.prompt).replace("```", "'''"), "```")


def _sizes(manifest: Manifest, recipe: Recipe, entry: RecipeEntry, *, draws: bool) -> Iterator[str]:
    rows = [
        (
            config.level.label,
            str(file.records),
            f"{file.length.min:,}",
            f"{file.length.mean:,.1f}",
            f"{file.length.max:,}",
            f"{file.bytes:,}",
        )
        for config, file in manifest.record_files.items()
        if config.recipe == recipe.name and file.length is not None
    ]
    yield from table(("level", "records", "length min", "mean", "max", "bytes"), rows)
    if rows and draws:
        yield from ("", f"![Lengths and depths by level]({figure_path(recipe.name)})")
    unit: str = entry.build_options.unit
    if tokenizer := entry.build_options.tokenizer:
        unit = f"tokens of {plain(tokenizer.name)} (sha256 `{tokenizer.sha256}`)"
    yield from ("", f"- Lengths are in {unit}.")
    yield f"- Seed {entry.seed}, variant {plain(entry.variant) or 'none'}."
    yield f"- Contamination identifier: `{entry.canary}`"


def _source(corpus: CorpusEntry) -> str:
    known = CATALOGUE.get(corpus.name)
    title = f"{plain(known.title)} (`{corpus.name}`)" if known else plain(corpus.name)
    home = f", {known.homepage}" if known else ""
    return f"- {title}: {plain(corpus.licence)}, revision {plain(corpus.revision)}{home}"


def _source_canaries(corpus: CorpusEntry) -> Iterator[str]:
    for canary in corpus.source_canaries or ():
        yield f"- Canary that stands in the files of {corpus.name}: `{plain(canary)}`"


def _cleaned(corpus: CorpusEntry) -> str:
    counts = "; ".join(f"{plain(kind)} {count:,}" for kind, count in corpus.cleaned.items())
    return f"- Mended or left out of the texts of {corpus.name}, with how often: {counts}."


def _annotation(entry: RecipeEntry) -> Iterator[str]:
    if not entry.build_options.tables:
        yield "- Built without tables (`--no-tables`): nothing is annotated."
    elif not entry.tables:
        yield "- It takes no tables: nothing of it is annotated."
    for name, held in sorted(entry.tables.items()):
        yield f"- {name}: {_rows(held)}."
    if entry.lacking:
        lacking = "; ".join(f"{count} too few {name}" for name, count in entry.lacking.items())
        yield f"- Questions that lack rows of a table: {lacking}."
    if entry.corrected:
        corrected = "Questions that stand as the recipe's table corrects upstream's"
        yield f"- {corrected}: {entry.corrected}."
    if entry.build_options.approved_only:
        yield "- Only rows that a person approved were taken (`--approved-only`)."


def _rows(held: TableEntry) -> str:
    """Say whose names a table's rows bear, and who approved how many."""
    signed = f", signed by {_counted(held.annotators)}" if held.annotators else ""
    by = f" ({_counted(held.approved_by)})" if held.approved_by else ""
    return f"{held.rows:,} rows{signed}; {held.approved:,} approved by a person{by}"


def _counted(names: Mapping[str, int]) -> str:
    return ", ".join(f"{plain(name)} ({count:,})" for name, count in names.items())


def _scoring(recipe: Recipe) -> Iterator[str]:
    yield f"- A prediction's score is {meaning_of(recipe)} (`metric: {recipe.metric}`)."
    if recipe.keyword_recall is not None:
        yield f"- It lacks them below a recall of {recipe.keyword_recall} (`keyword_recall`)."
    if isinstance(recipe.blacklist, str):
        yield f"- Words of LV-Eval's {recipe.blacklist} list do not count as hits (`blacklist`)."
    yield "- A level's score is 100 times the mean of its records': `lvbuild score` tells it."


def _asked_by(entry: RecipeEntry) -> str:
    """Say how a model is asked: in how many tokens it may answer, whose the prompt is."""
    most = entry.max_new_tokens
    told = "" if most is None else f", to answer in at most {most:,} tokens (`max_new_tokens`)"
    if taken := entry.build_options.prompts:
        told += f", by the prompt of {plain(taken.name)} (sha256 `{taken.sha256}`)"
    return f"How a model is asked{told}:"


def table(columns: Sequence[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """Return a table in Markdown, of cells that are Markdown."""
    return [f"| {' | '.join(cells)} |" for cells in (columns, ["---"] * len(columns), *rows)]


def plain(text: str) -> str:
    """Make a text of others harmless in Markdown: no markup, no table cell, one line."""
    return escape(" ".join(text.split()), quote=False).replace("|", "\\|").replace("`", "'")
