"""SHA256SUMS: the hash of every file of a release but itself and the manifest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.model import Configuration
from lvbuild.release.files import read_regular
from lvbuild.release.layout import CARD, SUMS, input_of

_MOST_BYTES = 64 * 2**20
_LINE = re.compile("([0-9a-f]{64})  (.+)")


def sums_bytes(sums: Mapping[str, str]) -> bytes:
    """Return the file for the hashes of paths, as `sha256sum --check` reads it."""
    return "".join(f"{sha256}  {path}\n" for path, sha256 in sorted(sums.items())).encode()


def read_sums_bytes(folder: Path) -> bytes:
    """Read a release's file; raise OSError or UsageError where it is missing or none."""
    return read_regular(folder, SUMS, _MOST_BYTES)


def parse_sums(content: bytes) -> dict[str, str]:
    """Return the hash of each path, all of them paths that a release can have.

    Raises UsageError for any other line.
    """
    return dict(_lines(content))


def _lines(content: bytes) -> Iterator[tuple[str, str]]:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{SUMS} is no UTF-8 text") from error
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
        match = _LINE.fullmatch(line)
        path = match[2] if match else ""
        if match is None or not (path == CARD or Configuration.of_file(path) or input_of(path)):
            raise UsageError(f"{SUMS}:{number} names no file that a release can have")
        yield path, match[1]
