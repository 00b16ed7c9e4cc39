"""The YAML of a recipe file, read as data alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from lvbuild.errors import UsageError
from lvbuild.text.controls import control_characters

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
        raise UsageError(
            f"{where}: is no YAML ({problem}); mend it, or start from `lvbuild show NAME --yaml`"
        ) from error
    if not isinstance(data, dict):
        raise UsageError(f"{path}: a recipe is a mapping of keys; see `lvbuild schema --keys`")
    if found := next(_controls(data), None):
        raise UsageError(f"{path}: {found}; leave that character out")
    return data


def _controls(value: object, place: str = "") -> Iterator[str]:
    """Say where a text within a value has a control character."""
    if isinstance(value, str):
        named = f"{place}: " if place else "a key "
        yield from (f"{named}holds the control character {c}" for c in control_characters(value))
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from _controls(key)
            yield from _controls(held, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for held in value:
            yield from _controls(held, place)


class _Loader(yaml.SafeLoader):
    """Reads data only, and refuses a key that stands twice and aliases that grow without bound."""

    def get_single_node(self) -> yaml.Node | None:
        node: yaml.Node | None = super().get_single_node()
        if node is not None:
            _count_values(node, {})
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[object] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=deep)
            if isinstance(key, Hashable) and key in seen:
                raise _problem(key_node, f"the key {key!r} stands twice")
            if isinstance(key, Hashable):
                seen.add(key)
        return super().construct_mapping(node, deep)


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


def _problem(node: yaml.Node, problem: str) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
