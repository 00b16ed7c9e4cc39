"""Files of predictions, by models that are invented."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lvbuild
from lvbuild.release.reading import Record

Row = dict[str, Any]
Model = Callable[[Record], str]


def first_answer(record: Record) -> str:
    """Answer right."""
    return str(record.fields["answers"][0])


def as_lveval_writes(record: Record, prediction: str) -> Row:
    """Return a line with the fields that LV-Eval's own prediction writes."""
    fields = record.fields
    return {
        "pred": prediction,
        "answers": fields["answers"],
        "gold_ans": fields.get("answer_keywords"),
        "input": fields["input"],
        "all_classes": None,
        "length": fields["length"],
    }


def with_id(record: Record, prediction: str) -> Row:
    """Return a line with the record's id."""
    return {"_id": record.provenance["_id"], "pred": prediction}


def write_predictions(
    release: Path,
    folder: Path,
    model: Model = first_answer,
    line: Callable[[Record, str], Row] = with_id,
) -> Path:
    """Write a model's predictions on every file of a release; return their folder."""
    folder.mkdir(parents=True)
    opened = lvbuild.open_release(release)
    for name in opened.configurations:
        rows = [line(record, model(record)) for record in opened.records(name)]
        write_rows(folder / f"{name}.jsonl", rows)
    return folder


def write_rows(path: Path, rows: list[Row]) -> None:
    """Write JSON lines."""
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8")


def read_rows(path: Path) -> list[Row]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
