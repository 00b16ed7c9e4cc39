"""Levels as users ask for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ValidationError

from lvbuild.core.model import LONGEST_NAME, Level
from lvbuild.core.resources import read_file, shipped
from lvbuild.errors import UsageError
from lvbuild.recipe.registry import tasks
from lvbuild.recipe.schema import Recipe
from lvbuild.recipe.shipped import is_path, meant_by, shipped_recipes, unknown
from lvbuild.recipe.text import problems, read_mapping


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
    path = Path(text)
    if not is_path(text):
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
    """A recipe of which only the task is looked at."""

    task: Annotated[str, AfterValidator(tasks.check)]


def parse_recipe(path: Path, content: bytes) -> RecipeFile:
    """Read a recipe file's bytes; raise UsageError where they are no recipe."""
    data = read_mapping(path, content)
    model: type[BaseModel] = _Named
    try:
        _Named.model_validate({"task": data["task"]} if "task" in data else {})
        model = of_task = tasks[data["task"]]
        return RecipeFile(path, content, of_task.model_validate(data))
    except ValidationError as error:
        raise UsageError(f"{path}: {'; '.join(problems(error, model))}") from error


class _Described(Recipe):
    """A recipe whose metric may be that of a package which is not there."""

    metric: str

    def _check_metric(self) -> None:
        pass


def parse_common(path: Path, content: bytes) -> Recipe:
    """Read the keys that all recipes have from a recipe file's bytes, whatever its task.

    So a process that does not know the task or the metric can describe a recipe. Raises UsageError.
    """
    data = read_mapping(path, content)
    try:
        return _Described.model_validate({k: data[k] for k in data if k in Recipe.model_fields})
    except ValidationError as error:
        raise UsageError(f"{path}: {'; '.join(problems(error, Recipe))}") from error
