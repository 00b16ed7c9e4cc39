"""The YAML of a recipe file, read as data alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from lvbuild.errors import UsageError


def read_mapping(path: Path, content: bytes) -> dict[Any, Any]:
    """Read a file's mapping of keys; raise UsageError that names the line of what is no YAML."""
    try:
        data = yaml.load(content.decode("utf-8-sig"), _Loader)  # noqa: S506 - a SafeLoader
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
    return data


class _Loader(yaml.SafeLoader):
    """Reads data only, and refuses a key that stands twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                mark = node.value[index][0].start_mark
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} stands twice", mark
                )
        return super().construct_mapping(node, deep)
