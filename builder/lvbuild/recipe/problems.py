"""What is wrong with a recipe, by its keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lvbuild.inline.source import Fields, HubData, InlineSource
from lvbuild.recipe.registry import task_models
from lvbuild.validation import invalid_values

_NESTED: dict[str, type[BaseModel]] = {
    "<source>": InlineSource,
    "fields": Fields,
    "hub": HubData,
}
"""The models within a recipe, by what stands last before their keys."""
_SEE = "see `lvbuild schema --keys`"


def problems(error: ValidationError, model: type[BaseModel]) -> Iterator[str]:
    """Yield a line for each problem that a model, with those nested in it, has with a value."""
    invalid = []
    for problem in error.errors():
        key = _key(problem)
        if problem["type"] == "extra_forbidden":
            yield f"unknown key {key!r}: {_hint(problem['loc'], model)}"
        elif problem["type"] == "missing":
            yield f"the key {key!r} is missing: {_SEE}"
        elif problem["type"] == "model_type":
            yield f"{key}: is neither a corpus's name nor a mapping of keys; {_SEE}"
        else:
            invalid.append(problem)
    yield from invalid_values(invalid, _key)


def _hint(place: Sequence[str | int], model: type[BaseModel]) -> str:
    """Say what may be meant by an unknown key: one like it, or one of other tasks."""
    name = str(place[-1])
    near = get_close_matches(name, _keys(place, model), n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    takes = [task for task, other in task_models().items() if name in other.model_fields]
    if takes and len(place) == 1:
        return f"only recipes of {' and '.join(takes)} have it"
    return _SEE


def _key(problem: ErrorDetails) -> str:
    """Return the path of keys to a value, without the names of the types that were tried."""
    place = [str(part) for part in problem["loc"]]
    return ".".join(part for part in place if not part.startswith("<") and "[" not in part)


def _keys(place: Sequence[str | int], model: type[BaseModel]) -> list[str]:
    owner = _NESTED.get(str(place[-2]), model) if len(place) > 1 else model
    return list(owner.model_fields)
