"""What is wrong with a recipe, told by its keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from pydantic import BaseModel, ValidationError

from lvbuild.inline.source import Fields, HubData, InlineSource

_NESTED: dict[str, type[BaseModel]] = {
    "<source>": InlineSource,
    "fields": Fields,
    "hub": HubData,
}
"""The models within a recipe, by what stands last before their keys."""


def problems(error: ValidationError, model: type[BaseModel]) -> Iterator[str]:
    """Yield a line for each problem that a model, with those nested in it, has with a value."""
    for problem in error.errors():
        place = [part for part in problem["loc"] if not str(part).startswith("<")]
        key = ".".join(map(str, place))
        if problem["type"] == "extra_forbidden":
            near = get_close_matches(str(place[-1]), _keys(problem["loc"], model), n=1)
            hint = f"did you mean {near[0]!r}?" if near else "see `lvbuild schema`"
            yield f"unknown key {key!r}: {hint}"
        elif problem["type"] == "missing":
            yield f"the key {key!r} is missing: see `lvbuild schema`"
        elif problem["type"] == "model_type":
            yield f"{key}: is neither a corpus's name nor a mapping of keys; see `lvbuild schema`"
        else:
            message = problem["msg"].removeprefix("Value error, ")
            yield f"{key}: {message}" if key else message


def _keys(place: Sequence[str | int], model: type[BaseModel]) -> list[str]:
    owner = _NESTED.get(str(place[-2]), model) if len(place) > 1 else model
    return list(owner.model_fields)
