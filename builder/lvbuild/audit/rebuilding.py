"""Whether a release would be built otherwise, and which of its inputs say so."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from lvbuild import __version__
from lvbuild.core.options import BuildOptions, declared
from lvbuild.core.resources import read_file, shipped
from lvbuild.core.twins import full_name
from lvbuild.core.wording import number_of
from lvbuild.recipe import Recipe, load_recipe
from lvbuild.recipe.loading import shipped_recipes
from lvbuild.release.entry import held_recipe, input_hash
from lvbuild.release.folder import read_regular, recipe_path, table_path
from lvbuild.release.manifest import FORMAT, CorpusEntry, RecipeEntry
from lvbuild.release.reading import LARGEST_INPUT, Release

_CODE = "code: lvbuild's words and rules for {} texts"


def differing_inputs(old: Release, new: Release, name: str) -> Iterator[str]:
    """Yield in which inputs a recipe of two releases differs: those that its bytes follow from.

    Raises UsageError where inputs cannot be read.
    """
    one, other = (each.manifest.recipes[name] for each in (old, new))
    if old.manifest.format != new.manifest.format:
        yield f"code: format {old.manifest.format} -> {new.manifest.format}"
    yield from _options(one, other)
    recipes = [read_regular(each.folder, recipe_path(name), LARGEST_INPUT) for each in (old, new)]
    if recipes[0] != recipes[1]:
        held = [held_recipe(each.folder, name, any_metric=True).recipe for each in (old, new)]
        yield f"recipe: {_keys(*held)}"
    for table in sorted(one.tables.keys() | other.tables.keys()):
        lines = [_lines(each, name, table) for each in (old, new)]
        if lines[0] != lines[1]:
            yield f"table {table}: {_rows(*lines)}"
    yield from _corpora(one.corpora, other.corpora)
    known = old.manifest.format == new.manifest.format == FORMAT
    if known and any(_by_other_words(each, name) for each in (old, new)):
        language = held_recipe(new.folder, name, any_metric=True).recipe.language
        versions = _versions(old.manifest.lvbuild, new.manifest.lvbuild)
        if _by_other_words(old, name) != _by_other_words(new, name):
            yield _CODE.format(language) + versions


def outdated_inputs(release: Release, name: str) -> Iterator[str]:
    """Yield what the installed lvbuild has otherwise than a recipe of a release was built with.

    Of a recipe that comes with lvbuild the recipe and its tables are looked at too; corpora are not
    opened. Raises UsageError where inputs cannot be read.
    """
    manifest = release.manifest
    file = held_recipe(release.folder, name, any_metric=True)
    if manifest.format != FORMAT:
        yield f"code: format {manifest.format} -> {FORMAT} ({manifest.lvbuild} -> {__version__})"
    elif _by_other_words(release, name):
        yield _CODE.format(file.recipe.language) + _versions(manifest.lvbuild, __version__)
    full, options = full_name(name), manifest.recipes[name].build_options
    if full not in shipped_recipes():
        return
    if (path := shipped("recipes") / f"{full}.yaml").read_bytes() != file.content:
        keys = _keys(file.recipe, load_recipe(path).recipe)
        yield f"recipe: the one that comes with lvbuild is another ({keys})"
    # What a sample world invents follows from the program, whose format tells.
    invented = options.sample and file.recipe.invents_rows
    for table in () if invented else sorted(manifest.recipes[name].tables):
        path = shipped("annotations") / full / f"{table}.jsonl"
        now = _counted(read_file(path, LARGEST_INPUT)) if path.is_file() else Counter[bytes]()
        if (held := _lines(release, name, table)) != now:
            yield f"table {table}: {_rows(held, now)}"


def _versions(old: str, new: str) -> str:
    return f" ({old} -> {new})" if old != new else ""


def _by_other_words(release: Release, name: str) -> bool:
    """Tell whether lvbuild has other words and rules than a recipe was built with."""
    entry = release.manifest.recipes[name]
    return input_hash(entry, held_recipe(release.folder, name, any_metric=True)) != entry.input_hash


def _options(one: RecipeEntry, other: RecipeEntry) -> Iterator[str]:
    for each in declared(BuildOptions):
        values = [getattr(entry.build_options, each.name) for entry in (one, other)]
        if each.option.recorded and values[0] != values[1]:
            turned = (each.turned(value) for value in values)
            old, new = (repr(one) if isinstance(one, str) else str(one) for one in turned)
            yield f"option --{each.written.replace('_', '-')}: {old} -> {new}"


def _keys(old: Recipe, new: Recipe) -> str:
    one, other = (each.model_dump() for each in (old, new))
    keys = sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))
    return ", ".join(keys) or "written otherwise, to the same effect"


def _lines(release: Release, name: str, table: str) -> Counter[bytes]:
    if table not in release.manifest.recipes[name].tables:
        return Counter()
    return _counted(read_regular(release.folder, table_path(name, table), LARGEST_INPUT))


def _counted(content: bytes) -> Counter[bytes]:
    return Counter(filter(None, (line.strip() for line in content.split(b"\n"))))


def _rows(old: Counter[bytes], new: Counter[bytes]) -> str:
    lost, found = old - new, new - old
    gone, added = lost.total(), found.total()
    if not gone and not added:
        return "rows in another order"
    changed = min(gone, added)
    what = f"changed{_first_change(lost, found)}" if changed else ""
    told = [(changed, what), (added - changed, "more"), (gone - changed, "fewer")]
    return ", ".join(f"{number_of(count, 'row')} {what}" for count, what in told if count)


def _first_change(gone: Iterable[bytes], added: Iterable[bytes]) -> str:
    """Tell what differs between the first row of some and the one of others that is most alike."""
    first = json.loads(next(iter(added)))

    def differing(row: Mapping[str, object]) -> list[str]:
        # A row may leave out what is empty.
        return [key for key in {**row, **first} if (row.get(key) or "") != (first.get(key) or "")]

    like = min((differing(json.loads(line)) for line in gone), key=len)
    name = first.get("question_id") or first.get("id")
    return f" ({', '.join(like)}{f' of {name}' if name else ''})"


def _corpora(one: Iterable[CorpusEntry], other: Iterable[CorpusEntry]) -> Iterator[str]:
    old, new = ({each.name: each for each in entries} for entries in (one, other))
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            yield f"corpus {name}: {'not taken before' if name in new else 'not taken any more'}"
        elif old[name].revision != new[name].revision:
            yield f"corpus {name}: revision {old[name].revision} -> {new[name].revision}"
        elif old[name].files != new[name].files:
            yield f"corpus {name}: {_other_files(old[name], new[name])}"


def _other_files(old: CorpusEntry, new: CorpusEntry) -> str:
    """Tell files that changed from files of the same corpus that another choice reads."""
    after = {file.path: file.sha256 for file in new.files}
    changed = [each.path for each in old.files if after.get(each.path, each.sha256) != each.sha256]
    return f"other content in {', '.join(changed)}" if changed else "other files are read"
