"""What a file is that cannot be read as its recipe says: one of the other formats, maybe."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from lvbuild.corpora.plain_text import plain

_MEANINGS = {
    "jsonl": "JSON lines, an object a line",
    "json": "one JSON value over all its lines",
    "parquet": "parquet",
}
_PACKED = (b"PK\x03\x04", b"\x1f\x8b")


def other_format(path: Path, format_: str) -> str:
    """Say what a file holds instead of `format_` and what to change; "" where that is not plain."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    if data.startswith(_PACKED):
        return "is packed; expected a file as it is: unpack it"
    found = "parquet" if data.startswith(b"PAR1") else _kind_of_json(data)
    if not found or found == format_ or (found, format_) == ("json", "squad"):
        return ""
    return (
        f"holds {_MEANINGS[found]}; expected {format_}: write format: {found} in the recipe, or"
        " give other files"
    )


def _kind_of_json(data: bytes) -> str:
    """Return json for one value that is a list or stands on several lines, else jsonl or ""."""
    text = plain(data.decode("utf-8", "replace"))
    if not text.startswith(("[", "{")):
        return ""
    value = _loaded(text)
    if value is not None:
        return "json" if isinstance(value, list) or "\n" in text else ""
    lines = list(islice((line for line in text.split("\n") if line.strip()), 2))
    return "jsonl" if all(isinstance(_loaded(line), dict) for line in lines) else ""


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
