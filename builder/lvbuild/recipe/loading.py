"""Recipes by name, family or path: those that come with lvbuild, and files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import AfterValidator, BaseModel, ValidationError

from lvbuild.core.model import LONGEST_NAME, LanguageCode, Level
from lvbuild.core.places import place_of
from lvbuild.core.resources import read_file, shipped
from lvbuild.errors import UsageError
from lvbuild.recipe.keys import ALL, DESCRIBED
from lvbuild.recipe.registries import tasks
from lvbuild.recipe.schema import Recipe
from lvbuild.recipe.text import problems, read_mapping

_ENDINGS = (".yaml", ".yml")


def is_path(text: str) -> bool:
    """Tell whether a recipe is named by its file's path."""
    return "/" in text or Path(text).suffix in _ENDINGS


def shipped_recipes() -> tuple[str, ...]:
    """Return the names of the recipes that come with lvbuild, sorted."""
    return tuple(sorted(path.stem for path in shipped("recipes").glob("*.yaml")))


@cache
def families() -> dict[str, tuple[str, ...]]:
    """Return the families of the recipes that come with lvbuild, each with its recipes' names."""
    found: dict[str, list[str]] = {}
    for name in shipped_recipes():
        text = (shipped("recipes") / f"{name}.yaml").read_text(encoding="utf-8")
        # That key alone: a shell that completes a name does not wait for all the rest.
        if family := re.search(r"^family: *([\w-]+)", text, re.MULTILINE):
            found.setdefault(family[1], []).append(name)
    return {family: tuple(names) for family, names in sorted(found.items())}


def meant_by(name: str) -> tuple[str, ...]:
    """Return the recipes that a name stands for: all, a family's, or the one itself.

    A path is a file's alone, and the name of a recipe comes before a family's.
    """
    if name == ALL:
        return shipped_recipes()
    if is_path(name) or name in shipped_recipes():
        return (name,)
    return families().get(name, (name,))


def unknown(name: str) -> UsageError:
    """Return the failure of a name that is no recipe's; it says what may be meant."""
    if name == ALL or name in families():
        several = f"{name!r} stands for {len(meant_by(name))} recipes"
        return UsageError(f"{several}: name one of them, such as {meant_by(name)[0]}")
    own = [f"{name}{ending}" for ending in _ENDINGS]
    known = (*shipped_recipes(), *families(), ALL)
    near = [path for path in own if len(path) <= LONGEST_NAME and Path(path).is_file()]
    near = near or get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
    return UsageError(
        f"no recipe is called {name!r}: {hint} (a file of your own is named by its path)"
    )


def wanted_levels(levels: str | Iterable[str]) -> list[Level]:
    """Read the levels that a user asks for, the smallest first; UsageError where one is none.

    A text has commas between them, as on the command line.
    """
    listed = levels.split(",") if isinstance(levels, str) else levels
    try:
        return sorted({Level.parse(level) for level in listed})
    except ValueError as error:
        raise UsageError(str(error)) from error


_MOST_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class RecipeFile:
    """A recipe as it was read: the file, its bytes, and the recipe they say."""

    path: Path
    content: bytes
    recipe: Recipe

    @property
    def argument(self) -> str:
        """What the command line calls it: the name of a shipped recipe, the path of another."""
        return self.path.stem if self.path.parent == shipped("recipes") else str(self.path)

    def beside(self, name: str) -> Path:
        """Return where a file or folder of the recipe is: beside its file, or in the parent.

        `name` is such as "annotations/factrecall_en". A recipe that has the name of one that comes
        with lvbuild may lie elsewhere alone: what it lacks is then that one's. Where it is nowhere,
        the first place is told.
        """
        parents = self.path.parent, self.path.absolute().parent.parent
        places = [parent / name for parent in parents]
        folder, _, own = name.partition("/")
        if own:
            places.append(shipped(folder) / own)
        return next((place for place in places if place.exists()), places[0])


def load_recipes(names: Iterable[str | Path]) -> list[RecipeFile]:
    """Read recipes by name, family or path, each once; "all" stands for those that come with it.

    Raises UsageError also where two files have recipes of one name: they would replace each other.
    """
    each = chain.from_iterable(map(meant_by, map(str, names)))
    files: dict[str, RecipeFile] = {}
    for file in map(load_recipe, dict.fromkeys(each)):
        other = files.setdefault(file.recipe.name, file)
        if other.path.resolve() != file.path.resolve():
            raise UsageError(
                f"{file.path}: its name, {file.recipe.name!r}, is that of {other.path} too; give "
                "one of them another name, or build one at a time, into folders of their own"
            )
    return list(files.values())


def load_recipe(name_or_path: str | Path) -> RecipeFile:
    """Read a shipped recipe by its name, or a recipe file by its path.

    Raises UsageError where there is no such recipe, or where the file is not one.
    """
    text = str(name_or_path)
    if is_path(text):
        path = place_of(text)
    else:
        path = shipped("recipes") / f"{text}.yaml"
        if not (len(text) <= LONGEST_NAME and path.is_file()):
            raise unknown(text)
    try:
        content = read_file(path, _MOST_BYTES)
    except OSError as error:
        hint = "check the path"
        if path.stem in shipped_recipes():
            hint = f"the recipe that comes with lvbuild is named {path.stem}, without an ending"
        raise UsageError(f"{path}: cannot be read ({error.strerror}); {hint}") from error
    return parse_recipe(path, content)


class _Named(BaseModel):
    task: Annotated[str, AfterValidator(tasks.check)]


def parse_recipe(path: Path, content: bytes, *, any_metric: bool = False) -> RecipeFile:
    """Read a recipe file's bytes; raise UsageError where they are no recipe.

    With `any_metric` its metric may be that of a package that is not there.
    """
    data = read_mapping(path, content)
    model: type[BaseModel] = _Named
    try:
        _Named.model_validate({"task": data["task"]} if "task" in data else {})
        model = of_task = tasks[data["task"]]
        context = DESCRIBED if any_metric else None
        return RecipeFile(path, content, of_task.model_validate(data, context=context))
    except ValidationError as error:
        raise UsageError(f"{path}: {'; '.join(problems(error, model))}") from error


class _Described(Recipe):
    """A recipe whose language, too, may be that of a package that is not there."""

    labels_are_read: ClassVar = True
    has_levels: ClassVar = False

    language: LanguageCode

    def check_counting(self) -> None:
        pass

    def _check_passages(self) -> None:
        pass


@lru_cache(maxsize=256)
def parse_common(path: Path, content: bytes) -> RecipeFile:
    """Read the keys that all recipes have from a recipe file's bytes, whatever its task.

    So a process that does not know the task or the metric can describe a recipe. Raises UsageError.
    """
    data = read_mapping(path, content)
    try:
        described = {key: data[key] for key in data if key in Recipe.model_fields}
        return RecipeFile(path, content, _Described.model_validate(described, context=DESCRIBED))
    except ValidationError as error:
        raise UsageError(f"{path}: {'; '.join(problems(error, Recipe))}") from error
