"""The tasks that recipes may name, each with the model of its recipes."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args

from pydantic import Field, TypeAdapter

if TYPE_CHECKING:
    from lvbuild.recipe.schema import Recipe

M = TypeVar("M", bound="type[Recipe]")

_SHIPPED = {
    "fact_recall": "lvbuild.tasks.fact_recall",
    "single_hop_qa": "lvbuild.tasks.question_answering",
    "multi_hop_qa": "lvbuild.tasks.question_answering",
    "multi_doc_qa": "lvbuild.tasks.question_answering",
}
"""The modules of the tasks that come with lvbuild, imported when a recipe names one."""

_models: dict[str, Any] = {}


def register(model: M) -> M:
    """Register the model of a task's recipes, by the names that its `task` may have.

    Use it as a decorator; a name that is registered already is taken over.
    """
    recipe: type[Recipe] = model
    for name in get_args(recipe.model_fields["task"].annotation):
        _models[name] = model
    return model


def task_names() -> tuple[str, ...]:
    """Return the names of all tasks: those that come with lvbuild, then the others."""
    return tuple(dict.fromkeys((*_SHIPPED, *_models)))


def task_model(name: str) -> type[Recipe]:
    """Return the model of a task's recipes; raise KeyError where there is no such task."""
    if name not in _models:
        import_module(_SHIPPED[name])
    model: type[Recipe] = _models[name]
    return model


def task_models() -> dict[str, type[Recipe]]:
    """Return the models of all tasks by the names of these, several by the one of each."""
    return {name: task_model(name) for name in task_names()}


def recipe_schema() -> dict[str, Any]:
    """Return the JSON Schema of a recipe file: one of its task's, which `task` tells apart."""
    models = tuple(dict.fromkeys(task_models().values()))
    union: Any = Annotated[Union[models], Field(discriminator="task")]  # noqa: UP007 - made here
    return TypeAdapter(union).json_schema()
