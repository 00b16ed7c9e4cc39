"""The files that come with the package, reading a file that a user names, and what hashes them."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from lvbuild.core.places import is_remote, read_remote
from lvbuild.errors import UsageError

_PACKAGE = Path(__file__).parents[1]


def shipped(folder: str) -> Path:
    """Return the folder `recipes`, `annotations` or `data_cards`.

    An installed wheel carries them within the package; an editable install reads the checkout's.
    """
    beside = _PACKAGE / "_data" / folder
    return beside if beside.is_dir() else _PACKAGE.parents[1] / folder


_ABOVE = frozenset(
    ["annotate", "audit", "cli", "engine", "harness", "renewal", "starting", "_data", "__pycache__"]
)
"""Folders of the package from which no byte of a release follows."""


@cache
def code_sha256() -> str:
    """Hash the package's own code and words, in hex: what releases say follows from them."""
    whole = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        name = path.relative_to(_PACKAGE)
        if _ABOVE.isdisjoint(name.parts) and path.is_file():
            whole.update(f"{name.as_posix()}\0{digest(path.read_bytes())}\n".encode())
    return whole.hexdigest()


def read_sections(path: Path) -> Mapping[str, Sequence[str]]:
    """Read a file of words that comes with the package: the lines of each section, in their order.

    `@` opens a section or goes on with it; blank lines and those that begin with # are left out.
    Raises UsageError where the file cannot be read.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read ({error}); install lvbuild anew") from error
    sections: dict[str, list[str]] = {}
    section: list[str] = []
    for line in map(str.strip, lines):
        if line.startswith("@"):
            section = sections.setdefault(line[1:], [])
        elif line and not line.startswith("#"):
            section.append(line)
    return sections


def read_yaml(path: Path) -> Any:
    """Read a file of values that comes with the package, by libyaml where PyYAML has that."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_bytes(), loader)  # noqa: S506 - either is the safe one


def yaml_list(key: str, items: Iterable[Mapping[str, Any]], width: int = 80) -> str:
    """Return a key and its list of mappings as YAML; what was written before is remembered.

    The descriptions of a release are written after each of its files, of which a few are new.
    """
    lines = "".join(_yaml_item(json.dumps(item), width) for item in items)
    return f"{key}:\n{lines}" if lines else f"{key}: []\n"


@lru_cache(maxsize=4096)
def _yaml_item(item: str, width: int) -> str:
    import yaml

    written: str = yaml.safe_dump(
        [json.loads(item)], sort_keys=False, allow_unicode=True, width=width
    )
    return written


def read_file(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file, at most so many.

    Raises OSError for anything else, and does not wait for a pipe or read a device.
    """
    if is_remote(path):
        return read_remote(path, most)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is no regular file", str(path))
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise OSError(errno.EFBIG, f"it has {size:,} bytes, {most:,} are the most", str(path))
        return file.read(size)


def read_named(path: Path, most: int, remedy: str, what: str = "") -> bytes:
    """Return the bytes of such a file that a user names; else raise UsageError with the remedy."""
    try:
        return read_file(path, most)
    except OSError as error:
        fault = f"{what} cannot be read ({error.strerror})".lstrip()
        raise UsageError(f"{path}: {fault}; {remedy}") from error


def digest(content: bytes) -> str:
    """Return the SHA-256 of some bytes, in hex."""
    return hashlib.sha256(content).hexdigest()


def file_digest(file: BinaryIO) -> str:
    """Return that of an open file's bytes."""
    return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
