"""What a manifest records of a build's options: all that the bytes of files depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_type_hints

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions, ResolvedOptions, declared
from lvbuild.core.validation import invalid_values

_RECORDED = [each for each in declared(BuildOptions) if each.option.recorded]
_TOGETHER = [each for each in _RECORDED if each.name not in {"seed", "variant"}]


_types = get_type_hints(ResolvedOptions, include_extras=True)
_fields: dict[str, Any] = {each.written: (_types[each.name], ...) for each in _TOGETHER}
_OPTIONS: type[BaseModel] = create_model(
    "Options", __config__=ConfigDict(strict=True, extra="forbid"), **_fields
)


def dump_options(options: ResolvedOptions) -> dict[str, Any]:
    """Return the options that the bytes of files depend on.

    Levels are among them where they stand for the recipe's own: else they add up.
    """
    values = {each.written: each.turned(getattr(options, each.name)) for each in _TOGETHER}
    unsaid = {name for name in _UNSAID if values[name] is None}
    return _OPTIONS.model_construct(**values).model_dump(mode="json", exclude=unsaid)


_UNSAID = dict.fromkeys(("levels", "questions_of", "errata"))
_LATER = {"fill": False, "since": "", "without": "", "prompts": None, **_UNSAID}


def load_options(dumped: Mapping[str, Any], *, seed: int, variant: str) -> ResolvedOptions:
    """Return the options to build the same again; raise ValueError where these are none.

    Options that a release of an earlier format did not have are as they were then.
    """
    try:
        read = _OPTIONS.model_validate_json(orjson.dumps({**_LATER, **dumped}))
    except ValidationError as error:
        lines = invalid_values(error.errors(), lambda problem: ".".join(map(str, problem["loc"])))
        raise ValueError("; ".join(lines)) from error
    values = {each.name: each.turned(getattr(read, each.written)) for each in _TOGETHER}
    options = ResolvedOptions(seed=seed, variant=variant, **values)
    if (options.unit == "tokens") != (options.tokenizer is not None):
        raise ValueError("a tokenizer goes with the unit tokens, and with no other")
    levels = options.levels
    if levels is not None and not (isinstance(levels, str) and _stand_for_own(levels)):
        raise ValueError(f"levels: must be levels with a range among them, not {levels!r}")
    return options


def _stand_for_own(levels: str) -> bool:
    """Tell whether levels can stand for those of a recipe; ValueError where one is none."""
    spans = [Level.parse(level).span for level in levels.split(",")]
    return any(spans)


def differing(one: BuildOptions, other: BuildOptions) -> list[str]:
    """Return the options in which the bytes of two builds differ, as the command line has them."""
    return [
        f"--{each.written.replace('_', '-')}"
        for each in _RECORDED
        if getattr(one, each.name) != getattr(other, each.name)
    ]
