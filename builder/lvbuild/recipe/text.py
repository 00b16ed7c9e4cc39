"""The YAML of a recipe file, read as data alone."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lvbuild.core.controls import control_characters
from lvbuild.core.validation import invalid_values
from lvbuild.errors import UsageError
from lvbuild.recipe.mapping import Fields
from lvbuild.recipe.registries import tasks
from lvbuild.recipe.sources import HubData, InlineSource

_MOST_BYTES = 256 * 1024
_MOST_VALUES = 20_000


def read_mapping(path: Path, content: bytes) -> dict[Any, Any]:
    """Read a file's mapping of keys; raise UsageError that names the line of what is no YAML.

    The file has at most 256 KiB of plain text; what its aliases stand for counts as if written out.
    """
    if len(content) > _MOST_BYTES:
        raise UsageError(f"{path}: a recipe has {_MOST_BYTES:,} bytes at most; is it another file?")
    try:
        data = _Loader(content.decode("utf-8-sig")).get_single_data()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: it is not UTF-8 text; save the file as UTF-8") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
        told = f"is no YAML ({problem}); mend it, or start from `lvbuild show NAME --yaml`"
        if note := getattr(error, "note", None):
            told = f"{problem}; {note}"
        raise UsageError(f"{where}: {told}") from error
    if not isinstance(data, dict):
        raise UsageError(f"{path}: a recipe is a mapping of keys; see `lvbuild schema --keys`")
    return data


class _Loader(yaml.SafeLoader):
    """Reads data only.

    Refuses control characters, a key that stands twice and aliases that grow without bound.
    """

    def get_single_node(self) -> yaml.Node | None:
        node: yaml.Node | None = super().get_single_node()
        if node is not None:
            _count_values(node, {})
        return node

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> str:
        text: str = super().construct_scalar(node)
        if found := next(control_characters(text), None):
            told = f"it holds the control character {found}"
            raise _problem(node, told, "leave that character out")
        return text

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        if ":" in node.value:  # YAML 1.1 counts it in sixties
            raise _problem(node, f"{node.value} is no number here; write one, or put it in quotes")
        return super().construct_yaml_int(node)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[object] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=deep)
            if isinstance(key, Hashable) and key in seen:
                raise _problem(key_node, f"the key {key!r} stands twice")
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep)


_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)


def _count_values(node: yaml.Node, counted: dict[int, int]) -> int:
    """Count the values of a node, one that an alias names again each time that it stands there."""
    if id(node) not in counted:
        counted[id(node)] = _MOST_VALUES  # so that one that holds itself is too large
        held: Iterable[yaml.Node] = ()
        if isinstance(node, yaml.MappingNode):
            held = chain.from_iterable(node.value)
        elif isinstance(node, yaml.SequenceNode):
            held = node.value
        count = 1 + sum(_count_values(each, counted) for each in held)
        if count > _MOST_VALUES:
            raise _problem(node, f"it holds more than {_MOST_VALUES:,} values")
        counted[id(node)] = count
    return counted[id(node)]


def _problem(node: yaml.Node, problem: str, note: str = "") -> yaml.constructor.ConstructorError:
    """Return a problem with what is YAML; `note` says what to do, "" for what is said of any."""
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark, note)


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
    name = str(place[-1])
    owner = _NESTED.get(str(place[-2]), model) if len(place) > 1 else model
    takes = [task for task, other in tasks.items() if name in other.model_fields]
    known = takes and len(place) == 1
    cutoff = _MISSPELT if known else _LIKE
    if near := get_close_matches(name, owner.model_fields, n=1, cutoff=cutoff):
        return f"did you mean {near[0]!r}?"
    return f"only recipes of {' and '.join(takes)} have it" if known else _SEE


def _key(problem: ErrorDetails) -> str:
    """Return the path of keys to a value, without the names of the types that were tried."""
    place = [str(part) for part in problem["loc"]]
    return ".".join(part for part in place if not _TYPE.match(part))
