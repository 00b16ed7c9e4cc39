"""What is wrong with a recipe, by its keys."""

from __future__ import annotations

import re
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
_MISSPELT, _LIKE = 0.9, 0.6
"""How like a key is to another: a key of other tasks has to be nearly that one."""
_TYPE = re.compile(r"<|constrained-int$|.*\[")
"""What pydantic calls one of several types, within the path to a value."""
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
    name, keys = str(place[-1]), _keys(place, model)
    takes = [task for task, other in task_models().items() if name in other.model_fields]
    known = takes and len(place) == 1
    if near := get_close_matches(name, keys, n=1, cutoff=_MISSPELT if known else _LIKE):
        return f"did you mean {near[0]!r}?"
    return f"only recipes of {' and '.join(takes)} have it" if known else _SEE


def _key(problem: ErrorDetails) -> str:
    """Return the path of keys to a value, without the names of the types that were tried."""
    place = [str(part) for part in problem["loc"]]
    return ".".join(part for part in place if not _TYPE.match(part))


def _keys(place: Sequence[str | int], model: type[BaseModel]) -> list[str]:
    owner = _NESTED.get(str(place[-2]), model) if len(place) > 1 else model
    return list(owner.model_fields)
