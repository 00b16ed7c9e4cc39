"""The tasks and metrics that a recipe may name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args

from pydantic import Field, TypeAdapter

from lvbuild.core.registry import Registry

if TYPE_CHECKING:
    from lvbuild.recipe.schema import Recipe

M = TypeVar("M", bound="type[Recipe]")

tasks: Registry[type[Recipe]] = Registry(
    "task",
    "lvbuild.tasks.task:Task",
    {
        "fact_recall": "lvbuild.tasks.fact_recall",
        "single_hop_qa": "lvbuild.tasks.question_answering",
        "multi_hop_qa": "lvbuild.tasks.question_answering",
        "multi_doc_qa": "lvbuild.tasks.question_answering",
        "fan_out_qa": "lvbuild.tasks.question_answering",
        "step_attribution": "lvbuild.tasks.question_answering",
        "step_logic": "lvbuild.tasks.question_answering",
        "step_relevance": "lvbuild.tasks.question_answering",
        "step_type": "lvbuild.tasks.question_answering",
        "answer_correctness": "lvbuild.tasks.question_answering",
        "needle_single": "lvbuild.tasks.needles.templates",
        "needle_multi_key": "lvbuild.tasks.needles.templates",
        "needle_multi_value": "lvbuild.tasks.needles.templates",
        "needle_multi_query": "lvbuild.tasks.needles.templates",
        "needle_chained": "lvbuild.tasks.needles.chains",
        "needle_two_hop": "lvbuild.tasks.needles.chains",
        "needle_no_overlap": "lvbuild.tasks.needles.no_overlap",
        "needle_unanswerable": "lvbuild.tasks.needles.templates",
        "needle_grid": "lvbuild.tasks.needles.templates",
        "passage_retrieval": "lvbuild.tasks.passage_retrieval",
        "passage_count": "lvbuild.tasks.passage_count",
        "few_shot": "lvbuild.tasks.few_shot",
        "as_published": "lvbuild.tasks.as_published",
    },
)
"""The models of recipes by their tasks, several by the one of each."""

metrics: Registry[Any] = Registry(
    "metric",
    "lvbuild.score.metric:Metric",
    {
        "f1_keywords": "lvbuild.score.f1",
        "f1": "lvbuild.score.f1",
        "rouge_l": "lvbuild.score.rouge_l",
        "all_of": "lvbuild.score.all_of",
        "label": "lvbuild.score.labels",
        "macro_f1": "lvbuild.score.labels",
        "classification": "lvbuild.score.labels",
        "retrieval_number": "lvbuild.score.numbers",
        "count_number": "lvbuild.score.numbers",
        "edit_similarity": "lvbuild.score.edit_similarity",
        "fanout_loose": "lvbuild.score.fanout",
        "fanout_strict": "lvbuild.score.fanout",
    },
)
"""The subclasses of `lvbuild.score.metric.Metric`, which scores by recipes: they know it alone."""


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
