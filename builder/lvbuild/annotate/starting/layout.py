"""What a folder or a file holds: one of the layouts that recipes describe, and its records."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from lvbuild.errors import UsageError

Format = Literal["squad", "json", "jsonl", "csv", "parquet", "text"]
_BY_ENDING: dict[str, Format] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".txt": "text",
}
_LOOKED_AT = 200
"""Records from which fields are guessed."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What files hold.

    `folder` is where the corpus lies, `files` the pattern of its files there, "" for all of the
    format's ending. `records` is the path of the records in JSON, `delimiter` what parts the cells
    of a CSV file, "" for a comma. `samples` are some of the records, none of texts and of SQuAD.
    """

    folder: Path
    files: str
    format: Format
    records: str = "[]"
    delimiter: str = ""
    samples: tuple[dict[str, Any], ...] = ()


def recognise(path: Path) -> Layout:
    """Recognise what a file or a folder holds; raise UsageError that says what can be read."""
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder; name the files of a corpus")
    folder = path.parent if path.is_file() else path
    paths = [path] if path.is_file() else sorted(_files(path))
    kinds: dict[Format, list[Path]] = {}
    for each in paths:
        if kind := _BY_ENDING.get(each.suffix.lower()):
            kinds.setdefault(kind, []).append(each)
    if not kinds:
        raise UsageError(f"{path}: holds no file that ends in {', '.join(_BY_ENDING)}")
    if len(kinds) > 1:
        held = " and ".join(f"{each[0].name} ({kind})" for kind, each in kinds.items())
        raise UsageError(f"{path}: holds files of several formats, {held}; name one of the files")
    [(kind, found)] = kinds.items()
    files = path.name if path.is_file() else _pattern(found)
    return _look_into(Layout(folder, files, kind), found[0])


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        inner = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in inner):
            yield path


def _pattern(found: list[Path]) -> str:
    """Return the pattern of files with an ending that is not the format's usual one."""
    ending = found[0].suffix
    return "" if ending in {".json", ".jsonl", ".csv", ".parquet", ".txt"} else f"*{ending}"


def _look_into(layout: Layout, path: Path) -> Layout:
    try:
        if layout.format == "json":
            return _json(layout, path)
        if layout.format == "csv":
            return _csv(layout, path)
        read = {"jsonl": _lines, "parquet": _rows}.get(layout.format)
        return layout if read is None else replace(layout, samples=read(path))
    except (UnicodeDecodeError, ValueError, csv.Error, OSError) as error:
        reason = " ".join(str(error).split())[:200]
        raise UsageError(f"{path}: cannot be read as {layout.format} ({reason})") from error


def _lines(path: Path) -> tuple[dict[str, Any], ...]:
    with path.open(encoding="utf-8-sig") as file:
        lines = islice((line for line in file if line.strip()), _LOOKED_AT)
        samples = tuple(json.loads(line) for line in lines)
    if not all(isinstance(sample, dict) for sample in samples):
        raise ValueError("a line is no object")
    return samples


def _rows(path: Path) -> tuple[dict[str, Any], ...]:
    import pyarrow.parquet as pq

    batch = next(pq.ParquetFile(path).iter_batches(_LOOKED_AT), None)
    return () if batch is None else tuple(batch.to_pylist())


def _csv(layout: Layout, path: Path) -> Layout:
    with path.open(encoding="utf-8-sig", newline="") as file:
        delimiter = max(",;\t|", key=file.readline().count)
        file.seek(0)
        samples = tuple(islice(csv.DictReader(file, delimiter=delimiter), _LOOKED_AT))
    return replace(layout, delimiter="" if delimiter == "," else delimiter, samples=samples)


def _json(layout: Layout, path: Path) -> Layout:
    text = path.read_text(encoding="utf-8-sig")
    try:
        value = json.loads(text)
    except ValueError:
        # JSON lines under an ending that says otherwise.
        files = layout.files or "*.json"
        return replace(layout, format="jsonl", files=files, samples=_lines(path))
    if isinstance(value, dict):
        for key, held in value.items():
            if key == "data" and _is_squad(held):
                return replace(layout, format="squad")
            if isinstance(held, list) and held and isinstance(held[0], dict):
                return replace(layout, records=f"{key}[]", samples=tuple(held[:_LOOKED_AT]))
        raise ValueError("it holds no list of records")
    if not (isinstance(value, list) and value and isinstance(value[0], dict)):
        raise ValueError("it is no list of records")
    return replace(layout, samples=tuple(value[:_LOOKED_AT]))


def _is_squad(data: object) -> bool:
    if not (isinstance(data, list) and data and isinstance(data[0], dict)):
        return False
    paragraphs = data[0].get("paragraphs")
    return isinstance(paragraphs, list) and "context" in next(iter(paragraphs), {})
