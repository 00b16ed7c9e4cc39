"""What is wrong with a value that pydantic refuses, in plain English."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from inspect import signature
from itertools import groupby
from typing import Any, ParamSpec, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import ErrorDetails

from lvbuild.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

_KINDS = {
    "bool": "true or false",
    "callable": "a function",
    "dict": "a mapping of keys",
    "float": "a number",
    "int": "a whole number",
    "list": "a list",
    "model": "a mapping of keys",
    "string": "text",
    "tuple": "a list",
}
"""What pydantic's types are called, by the beginning of the names of their problems."""

_BOUNDS = {
    "is_instance_of": "a {class}",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le} or less",
    "literal_error": "{expected}",
    "string_unicode": "text",
    "string_pattern_mismatch": "text that matches {pattern}",
    "string_too_long": "text of at most {max_length} characters",
    "string_too_short": "text that is not empty",
    "too_long": "a list of at most {max_length}",
    "too_short": "a list that is not empty",
}
"""What a value of the right type still has to be, by the problem's name."""

_LONGEST = 60


def invalid_values(
    problems: Iterable[ErrorDetails], key: Callable[[ErrorDetails], str]
) -> Iterator[str]:
    """Yield a line for each key whose value is invalid: what it must be, and what it is.

    Where pydantic tried several types in turn, they are told together.
    """
    # A list is called too short, too, where its items were refused.
    own = (one for one in problems if not (one["type"] == "too_short" and one["input"]))
    for place, found in groupby(own, key):
        same = list(found)
        expected = dict.fromkeys(phrase for one in same if (phrase := _expected(one)))
        if expected:
            message = f"must be {' or '.join(expected)}, not {_shown(same[0]['input'])}"
        else:
            message = same[0]["msg"].removeprefix("Value error, ")
        yield f"{place}: {message}" if place else message


def _expected(problem: ErrorDetails) -> str:
    """Say what a value must be; "" where the message of the problem says it."""
    kind, given = problem["type"], problem["input"]
    if kind in _BOUNDS:
        return _BOUNDS[kind].format(**problem.get("ctx", {}))
    if not kind.endswith(("_type", "_parsing", "_from_float")):
        return ""
    expected = _KINDS.get(kind.partition("_")[0], "")
    if expected == "a list" and isinstance(given, str | int | float):
        return f"{expected}, such as {_shown([given])}"
    if expected == "text" and isinstance(given, int | float):
        example = "" if isinstance(given, bool) else f', such as "{given}"'
        return f"{expected} in quotes{example}"
    return expected


def _shown(value: object) -> str:
    if value is None:
        return "empty"
    try:
        shown = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # Python writes no number of thousands of digits
        return "that"
    shown = shown.encode("utf-8", "backslashreplace").decode()  # half a character is no text
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


def checks_arguments(function: F) -> F:
    """Decorate a function of the library: arguments that its annotations refuse are a UsageError.

    Nothing is converted but what an annotation's own validator converts: "3" and True are no whole
    numbers.
    """

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        return function(**_valid(function, args, kwargs))

    return checked  # type: ignore[return-value]


def called_with(arguments: Callable[P, T]) -> Callable[[Callable[[T], R]], Callable[P, R]]:
    """Decorate a function of one value: it is called with the fields of the value's class.

    They are checked likewise.
    """
    make: Callable[..., T] = arguments

    def decorate(function: Callable[[T], R]) -> Callable[P, R]:
        @wraps(function, assigned=("__module__", "__name__", "__qualname__", "__doc__"))
        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            return function(make(**_valid(make, args, kwargs)))

        returned = signature(function).return_annotation
        called.__signature__ = signature(make).replace(return_annotation=returned)  # type: ignore[attr-defined]
        return called

    return decorate


def _valid(
    function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    given = signature(function).bind(*args, **kwargs).arguments
    try:
        valid = _model(function)(**given)
    except ValidationError as error:
        lines = invalid_values(error.errors(), lambda problem: str(problem["loc"][0]))
        raise UsageError("; ".join(lines)) from error
    return {name: getattr(valid, name) for name in given}


@cache
def _model(function: Callable[..., Any]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {
        name: (hints[name], ... if parameter.default is parameter.empty else parameter.default)
        for name, parameter in signature(function).parameters.items()
    }
    config = ConfigDict(strict=True, arbitrary_types_allowed=True)
    return create_model(function.__name__, __config__=config, **fields)
