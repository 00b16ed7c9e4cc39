"""The tasks that recipes may name, each with the model of its recipes."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args

from pydantic import Field, TypeAdapter

from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from lvbuild.recipe.schema import Recipe

M = TypeVar("M", bound="type[Recipe]")

_SHIPPED = {
    "fact_recall": "lvbuild.tasks.fact_recall",
    "single_hop_qa": "lvbuild.tasks.question_answering",
    "multi_hop_qa": "lvbuild.tasks.question_answering",
    "multi_doc_qa": "lvbuild.tasks.question_answering",
    "needle_single": "lvbuild.tasks.needle_single",
    "needle_multi_key": "lvbuild.tasks.needle_multi_key",
    "needle_multi_value": "lvbuild.tasks.needle_multi_value",
    "needle_multi_query": "lvbuild.tasks.needle_multi_query",
    "needle_chained": "lvbuild.tasks.needle_chained",
    "needle_two_hop": "lvbuild.tasks.needle_two_hop",
    "needle_no_overlap": "lvbuild.tasks.needle_no_overlap",
    "needle_unanswerable": "lvbuild.tasks.needle_unanswerable",
    "needle_grid": "lvbuild.tasks.needle_grid",
    "passage_retrieval": "lvbuild.tasks.passage_retrieval",
    "passage_count": "lvbuild.tasks.passage_count",
}
"""The modules of the tasks that come with lvbuild, imported when a recipe names one."""

ENTRY_POINTS = "lvbuild.tasks"
"""The entry points by which installed packages bring tasks: a task's name, and its module."""

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
    return tuple(dict.fromkeys((*_SHIPPED, *sorted(_installed()), *_models)))


def is_task(name: str) -> bool:
    """Tell whether there is a task of a name; other packages are looked through only for others."""
    return name in _models or name in _SHIPPED or name in _installed()


def task_model(name: str) -> type[Recipe]:
    """Return the model of a task's recipes; raise KeyError where there is no such task.

    Raises UsageError where a package promises the task and does not keep it.
    """
    if name not in _models:
        if name in _SHIPPED:
            import_module(_SHIPPED[name])
        else:
            _load(_installed()[name])
    model: type[Recipe] = _models[name]
    return model


@cache
def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _load(point: EntryPoint) -> None:
    told = f"the task {point.name!r} of the package {point.dist.name if point.dist else '?'}"
    try:
        point.load()
    except Exception as error:
        raise UsageError(f"{told} cannot be imported ({error}); mend {point.value}") from error
    if point.name not in _models:
        raise UsageError(f"{told} is not registered by {point.value}; decorate it by register")


def task_models() -> dict[str, type[Recipe]]:
    """Return the models of all tasks by the names of these, several by the one of each."""
    return {name: task_model(name) for name in task_names()}


def recipe_schema() -> dict[str, Any]:
    """Return the JSON Schema of a recipe file: one of its task's, which `task` tells apart."""
    models = tuple(dict.fromkeys(task_models().values()))
    union: Any = Annotated[Union[models], Field(discriminator="task")]  # noqa: UP007 - made here
    return TypeAdapter(union).json_schema()
