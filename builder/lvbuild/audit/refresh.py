"""Building a release anew as a variant of itself: other words, documents and depths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lvbuild.core.options import BuildOptions, Folder, declared
from lvbuild.engine.build import build
from lvbuild.errors import UsageError
from lvbuild.release.folder import recipe_path
from lvbuild.release.manifest import RecipeEntry
from lvbuild.release.reading import Release, open_release
from lvbuild.release.verify import verify


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What became of a recipe's answers: how many questions were kept, and of them changed.

    `replaced` are those kept with words replaced, `changed` those of them whose answer is another;
    `unchanged` says of each other one why it is the same. `new` were not asked before.
    """

    kept: int
    new: int
    replaced: int
    changed: int
    unchanged: Mapping[str, str]


def refresh_release(
    release: Folder,
    variant: str,
    out: Folder,
    *,
    corpora: Folder | None = None,
    offline: bool = False,
    workers: int | None = None,
    report: Callable[[str], None] = lambda recipe: None,
) -> Mapping[str, Refreshed]:
    """Build the recipes of a release again as a variant, and tell by recipe what became of answers.

    Recipes, tables, levels and options are those that it was built with; `report` hears of each
    recipe before it is built. The variant comes after
    the release's own and all before it: it takes none of their words as long as there are others.
    Raises VerificationError where the release differs from its hashes, UsageError for a variant of
    no name or of one that it comes after, and what `build` raises.
    """
    verify(release)
    old = open_release(release)
    for name, entry in sorted(old.manifest.recipes.items()):
        options = entry.build_options
        before = [each for each in (*options.since.split(","), entry.variant) if each.strip()]
        if not variant.strip() or "," in variant or variant in before:
            taken = f", other than {', '.join(before)}" if before else ""
            raise UsageError(f"{variant!r}: name the variant, without a comma{taken}")
        recorded: dict[str, Any] = {
            each.name: getattr(options, each.name)
            for each in declared(BuildOptions)
            if each.option.recorded
        }
        recorded |= {"variant": variant, "since": ",".join(before), "corpora": corpora}
        levels = [one.level.label for one in old.manifest.configurations if one.recipe == name]
        report(name)
        path = old.folder / recipe_path(name)
        build(path, out, levels=levels, offline=offline, workers=workers, **recorded)
    new = open_release(out)
    return {name: _became(old, new, name) for name in sorted(old.manifest.recipes)}


def _became(old: Release, new: Release, name: str) -> Refreshed:
    before, now = _answers(old, name), _answers(new, name)
    kept = [each for each in now if each in before]
    replaced = [each for each in kept if now[each].words]
    same = [each for each in replaced if now[each].answer == before[each].answer]
    entry = new.manifest.recipes[name]
    return Refreshed(
        len(kept),
        len(now) - len(kept),
        len(replaced),
        len(replaced) - len(same),
        {each: _why_same(now[each], entry) for each in same},
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
            record.fields["answers"][0],
            tuple(each["replacement"] for each in record.provenance["replacements"]),
        )
        for record in release.records(smallest.name)
    }


def _why_same(asked: _Asked, entry: RecipeEntry) -> str:
    if not any(word in asked.answer for word in asked.words):
        return "no row replaces a word of its answer"
    return f"no other words are left that {entry.build_options.since or 'the release'} had not"
