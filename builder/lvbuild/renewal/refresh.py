"""Building a release anew as a variant of itself: other words, documents and depths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from lvbuild.core.options import BuildOptions, Folder, declared
from lvbuild.engine.build import build
from lvbuild.errors import UsageError
from lvbuild.languages import find_language
from lvbuild.release.entry import held_keys, held_recipe
from lvbuild.release.folder import inputs_folder, recipe_path
from lvbuild.release.reading import Release, open_release
from lvbuild.release.verify import verify
from lvbuild.renewal.spent_rows import Renewed, may_lack_words, renew
from lvbuild.tables.writing import changed
from lvbuild.tasks.gathering import gather


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What became of a recipe's answers: how many questions were kept, and of them changed.

    `replaced` are those kept with words replaced in their answer, `changed` those of them whose
    answer is another; `unchanged` says of each other one why it is the same. No row replaces a
    word of the answers of `untouched`. `new` were not asked before. `drawn` counts the rows that
    had no words left and have others now, `lacking` names those for which none could be drawn, by
    question. `notes` are those on the variant that the release had not.
    """

    kept: int
    new: int
    replaced: int
    changed: int
    unchanged: Mapping[str, str]
    untouched: tuple[str, ...]
    drawn: int
    lacking: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...]


def refresh_release(
    release: Folder,
    variant: str,
    out: Folder,
    *,
    corpora: Folder | None = None,
    offline: bool = False,
    workers: int | None = None,
    overwrite: bool = False,
    report: Callable[[str], None] = lambda recipe: None,
) -> Mapping[str, Refreshed]:
    """Build the recipes of a release again as a variant, and tell by recipe what became of answers.

    Recipes, tables, levels and options are those that it was built with; `report` hears of each
    recipe before it is built. The variant comes after the release's own and all before it: it takes
    none of their words. Where rows have none left, others are drawn and stand in the tables of the
    new release, so that its bytes follow from what it holds. Raises VerificationError where the
    release differs from its hashes, UsageError for a variant of no name or of one that it comes
    after and where words cannot be drawn for want of a package, and what `build` raises.
    """
    if Path(out).resolve() == Path(release).resolve():
        raise UsageError(f"{out}: is the release itself; name another folder for its variant")
    verify(release)
    old = open_release(release)
    renewed: dict[str, Renewed] = {}
    for name in sorted(old.manifest.recipes):
        options = _options(old, name, variant, corpora=corpora, offline=offline)
        levels = [one.level.label for one in old.manifest.configurations if one.recipe == name]
        report(name)
        given = {each.name: getattr(options, each.name) for each in declared(BuildOptions)}
        with _with_words(old, name, options) as (path, renewed[name]):
            given |= {"levels": levels}
            build(path, out, workers=workers, overwrite=overwrite, **given)
    new = open_release(out)
    return {name: _became(old, new, name, each) for name, each in renewed.items()}


def _options(
    old: Release, name: str, variant: str, *, corpora: Folder | None, offline: bool
) -> BuildOptions:
    """Return the options of a recipe as its variant has them: where it draws questions, the same.

    Raises UsageError for the variant's name.
    """
    entry = old.manifest.recipes[name]
    of = entry.build_options
    before = [each for each in (*of.since.split(","), of.variant) if each.strip()]
    if not variant.strip() or "," in variant or variant in before:
        taken = f", other than {', '.join(before)}" if before else ""
        raise UsageError(f"{variant!r}: name the variant, without a comma{taken}")
    recorded: dict[str, Any] = {
        each.name: getattr(of, each.name) for each in declared(BuildOptions) if each.option.recorded
    }
    recorded |= {"variant": variant, "since": ",".join(before)}
    asks = held_recipe(old.folder, name).recipe.question_corpora
    drawn = not of.sample and ("selection" not in entry.tables or of.fill)
    if asks and drawn and of.questions_of is None:
        recorded["questions_of"] = of.variant
    return BuildOptions(**recorded, corpora=corpora, offline=offline)


@contextmanager
def _with_words(old: Release, name: str, options: BuildOptions) -> Iterator[tuple[Path, Renewed]]:
    """Yield the path of a recipe of a release, beside which a variant's words are left for it.

    Where only rows are taken that a person approved, none are drawn.
    """
    path = old.folder / recipe_path(name)
    if options.approved_only or not options.tables:
        yield path, Renewed()
        return
    [source] = gather([path], options)
    table = None if source.invents_tables else source.tables.replacements
    if table is None or not may_lack_words([each.row for each in table.used], source.seeds):
        yield path, Renewed()
        return
    found = renew(source)
    with TemporaryDirectory() as copied:
        folder, held = Path(copied) / name, old.folder / inputs_folder(name)
        copytree(held, folder)
        (folder / table.path.relative_to(held)).write_bytes(changed(table, found.changes))
        yield folder / path.name, found


def _became(old: Release, new: Release, name: str, renewed: Renewed) -> Refreshed:
    before, now = _answers(old, name), _answers(new, name)
    holds = find_language(held_keys(new.folder, name).language).holds
    kept = [each for each in now if each in before]
    replaced = [
        each
        for each in kept
        if now[each].answer != before[each].answer
        or any(holds(now[each].answer, word) for word in now[each].words)
    ]
    same = [each for each in replaced if now[each].answer == before[each].answer]
    lacking: dict[str, tuple[str, ...]] = {}
    for row in renewed.lacking:
        lacking[row.question_id] = (*lacking.get(row.question_id, ()), row.original)
    came = new.manifest.recipes[name].build_options.since or "the release"
    spent = f"no words are left that {came} had not"
    known, notes = (each.manifest.recipes[name].shortfalls for each in (old, new))
    return Refreshed(
        len(kept),
        len(now) - len(kept),
        len(replaced),
        len(replaced) - len(same),
        dict.fromkeys(same, spent),
        tuple(each for each in kept if each not in replaced),
        renewed.drawn,
        lacking,
        tuple(note for note in notes if note not in known),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    answer: str
    words: tuple[str, ...]


def _answers(release: Release, name: str) -> Mapping[str, _Asked]:
    """Return the answers of a recipe's questions by id, with the words that replace others."""
    smallest = next(one for one in release.manifest.configurations if one.recipe == name)
    return {
        record.provenance["question_id"]: _Asked(
            record.content.answers[0],
            tuple(each["replacement"] for each in record.provenance["replacements"]),
        )
        for record in release.records(smallest.name)
    }
