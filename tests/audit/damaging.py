"""Damage to records of a release, whose hashes are mended, so that only what it claims is false."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.release.forging import forge, forged

Row = dict[str, Any]
Damage = Callable[[Row, Row], None]
RECORD = 3
"""The record that is damaged, counted from 0."""


def put(record: Row, told: Row, at: int, text: str, gone: int = 0) -> None:
    """Put a text into a context in place of so many characters; spans follow, the length not."""
    context = record["context"]
    record["context"] = context[:at] + text + context[at + gone :]
    shift = len(text) - gone
    for each in (*told["passages"], *told["facts"]):
        each["span"] = [place + shift * (place > at) for place in each["span"]]
    for each in told["facts"]:
        start, end = each["span"]
        each["depth"] = start / (len(record["context"]) - (end - start))


def recount(record: Row) -> None:
    texts = [record["input"], record["context"], *record["answers"]]
    record["length"] = sum(len(text.split()) for text in texts)


def swap(record: Row, told: Row, at: int, text: str) -> None:
    """Put words into a context in place of as many others, at the beginning of a passage."""
    words = len(text.split())
    found = re.match(rf"(?:\S+\s+){{{words - 1}}}\S+", record["context"][at:])
    assert found
    put(record, told, at, text, len(found[0]))
    recount(record)


def passage(told: Row, role: str, number: int = 0) -> Row:
    found: Row = [each for each in told["passages"] if each["role"] == role][number]
    return found


def start_of(told: Row, role: str, number: int = 0) -> int:
    start: int = passage(told, role, number)["span"][0]
    return start


def text_of(record: Row, each: Row) -> str:
    return str(record["context"][slice(*each["span"])])


def set_key(name: str, value: object) -> Damage:
    return lambda record, _: record.update({name: value})


def set_origin(name: str, value: object) -> Damage:
    return lambda _, told: told.update({name: value})


def damage(release: Path, configuration: str, by: Damage) -> None:
    """Damage a record, and mend all hashes."""
    paths = [release / f"{folder}/{configuration}.jsonl" for folder in ("data", "provenance")]
    lines = [path.read_text(encoding="utf-8").splitlines() for path in paths]
    record, told = (json.loads(each[RECORD]) for each in lines)
    by(record, told)
    for path, each, row in zip(paths, lines, (record, told), strict=True):
        each[RECORD] = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        path.write_text("\n".join([*each, ""]), encoding="utf-8")
    forge(release)


def rewrite(
    release: Path, configuration: str, change: Callable[[list[Row], list[Row]], object]
) -> None:
    """Change all records of a configuration, and mend all hashes."""
    paths = [release / f"{folder}/{configuration}.jsonl" for folder in ("data", "provenance")]
    records, told = ([json.loads(line) for line in path.open(encoding="utf-8")] for path in paths)
    change(records, told)
    for path, rows in zip(paths, (records, told), strict=True):
        lines = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with forged(release) as manifest:
        for path in paths:
            manifest["files"][f"{path.parent.name}/{path.name}"]["records"] = len(records)
