"""The tasks and metrics that recipes may name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args

from pydantic import Field, TypeAdapter

from lvbuild.core.registry import Registry

if TYPE_CHECKING:
    from lvbuild.recipe.schema import Recipe
    from lvbuild.score.metric import Metric

M = TypeVar("M", bound="type[Recipe]")

tasks: Registry[type[Recipe]] = Registry(
    "task",
    {
        "fact_recall": "lvbuild.tasks.fact_recall",
        "single_hop_qa": "lvbuild.tasks.question_answering",
        "multi_hop_qa": "lvbuild.tasks.question_answering",
        "multi_doc_qa": "lvbuild.tasks.question_answering",
        "needle_single": "lvbuild.tasks.needle_templates",
        "needle_multi_key": "lvbuild.tasks.needle_templates",
        "needle_multi_value": "lvbuild.tasks.needle_templates",
        "needle_multi_query": "lvbuild.tasks.needle_templates",
        "needle_chained": "lvbuild.tasks.needle_chains",
        "needle_two_hop": "lvbuild.tasks.needle_chains",
        "needle_no_overlap": "lvbuild.tasks.needle_no_overlap",
        "needle_unanswerable": "lvbuild.tasks.needle_templates",
        "needle_grid": "lvbuild.tasks.needle_templates",
        "passage_retrieval": "lvbuild.tasks.passage_retrieval",
        "passage_count": "lvbuild.tasks.passage_count",
    },
)
"""The models of recipes by their tasks, several by the one of each."""

metrics: Registry[type[Metric]] = Registry(
    "metric",
    {
        "f1_keywords": "lvbuild.score.f1",
        "f1": "lvbuild.score.f1",
        "rouge_l": "lvbuild.score.rouge_l",
        "all_of": "lvbuild.score.all_of",
    },
)


def register(model: M) -> M:
    """Register the model of a task's recipes, by the names that its `task` may have.

    Use it as a decorator; a name that is registered already is taken over.
    """
    recipe: type[Recipe] = model
    for name in get_args(recipe.model_fields["task"].annotation):
        tasks.register(name, model)
    return model


def recipe_schema() -> dict[str, Any]:
    """Return the JSON Schema of a recipe file: one of its task's, which `task` tells apart."""
    models = tuple(dict.fromkeys(tasks.values()))
    union: Any = Annotated[Union[models], Field(discriminator="task")]  # noqa: UP007 - made here
    return TypeAdapter(union).json_schema()
