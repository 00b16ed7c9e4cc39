"""The recipes, tables and data cards of a release, as they were built."""

from __future__ import annotations

from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.reading import read_file
from lvbuild.recipe import Recipe, RecipeFile
from lvbuild.recipe.loading import parse_common, parse_recipe
from lvbuild.release.files import read_regular
from lvbuild.release.layout import data_card_path, recipe_path, table_path
from lvbuild.tasks.task import Source

_MOST_BYTES = 2**20


def recipe_inputs(source: Source) -> dict[str, bytes]:
    """Return the files to build the recipe from again, by their paths within the release.

    They are laid out as recipes and tables are found, so that the copied recipe can be built by
    its path. Raises UsageError for a data card that is no text.
    """
    name = source.file.recipe.name
    files = {recipe_path(name): source.file.content}
    for table_name, table in source.tables.named().items():
        files[table_path(name, table_name)] = table.content
    written = source.file.beside(f"data_cards/{name}.md")
    if written.is_file():
        try:
            content = read_file(written, _MOST_BYTES)
        except OSError as error:
            raise UsageError(
                f"{written}: the data card cannot be read ({error.strerror}); mend it"
            ) from error
        _text(written, content)
        files[data_card_path(name)] = content
    return files


def held_recipe(folder: Path, name: str) -> RecipeFile:
    """Read a recipe of a release; raise UsageError where it is missing, damaged or another's."""
    path = folder / recipe_path(name)
    file = parse_recipe(path, _read(folder, name))
    _check_name(path, file.recipe, name)
    return file


def held_keys(folder: Path, name: str) -> Recipe:
    """Read the keys of a recipe of a release that all recipes have, as `held_recipe` does.

    A worker may not know the task: it is registered in the process that plans.
    """
    path = folder / recipe_path(name)
    recipe = parse_common(path, _read(folder, name))
    _check_name(path, recipe, name)
    return recipe


def _read(folder: Path, name: str) -> bytes:
    try:
        return read_regular(folder, recipe_path(name), _MOST_BYTES)
    except OSError as error:
        raise UsageError(
            f"{folder / recipe_path(name)}: cannot be read ({error.strerror}); see `lvbuild verify`"
        ) from error


def _check_name(path: Path, recipe: Recipe, name: str) -> None:
    if recipe.name != name:
        raise UsageError(f"{path}: is the recipe {recipe.name!r}; see `lvbuild verify`")


def read_data_card(folder: Path, name: str) -> str:
    """Read a recipe's data card; raise FileNotFoundError where it has none."""
    content = read_regular(folder, data_card_path(name), _MOST_BYTES)
    return _text(folder / data_card_path(name), content)


def _text(path: Path, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is no UTF-8 text; save the data card as UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
