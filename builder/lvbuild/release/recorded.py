"""The options of a build as a manifest records them, seed and variant beside the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from lvbuild.options import BuildOptions, ResolvedOptions, declared
from lvbuild.validation import invalid_values

_RECORDED = [each for each in declared(BuildOptions) if each.option.recorded]
_TOGETHER = [each for each in _RECORDED if each.name not in {"seed", "variant"}]


def _model() -> type[BaseModel]:
    hints = get_type_hints(ResolvedOptions, include_extras=True)
    types: dict[str, Any] = {each.written: (hints[each.name], ...) for each in _TOGETHER}
    return create_model("Options", __config__=ConfigDict(strict=True, extra="forbid"), **types)


_OPTIONS = _model()


def record(options: ResolvedOptions) -> dict[str, Any]:
    """Return the options that the bytes of files depend on."""
    values = {each.written: each.turned(getattr(options, each.name)) for each in _TOGETHER}
    return _OPTIONS.model_construct(**values).model_dump()


def restore(recorded: Mapping[str, Any], *, seed: int, variant: str) -> ResolvedOptions:
    """Return the options to build the same again; raise ValueError where these are none."""
    try:
        read = _OPTIONS.model_validate_json(orjson.dumps(recorded))
    except ValidationError as error:
        lines = invalid_values(error.errors(), lambda problem: ".".join(map(str, problem["loc"])))
        raise ValueError("; ".join(lines)) from error
    values = {each.name: each.turned(getattr(read, each.written)) for each in _TOGETHER}
    options = ResolvedOptions(seed=seed, variant=variant, **values)
    if (options.unit == "tokens") != (options.tokenizer is not None):
        raise ValueError("a tokenizer goes with the unit tokens, and with no other")
    return options


def differing(one: BuildOptions, other: BuildOptions) -> list[str]:
    """Return the options in which the bytes of two builds differ, as the command line has them."""
    return [
        f"--{each.written.replace('_', '-')}"
        for each in _RECORDED
        if getattr(one, each.name) != getattr(other, each.name)
    ]
