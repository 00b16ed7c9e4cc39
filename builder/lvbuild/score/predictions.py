"""Files of predictions, as LV-Eval writes them or with the ids of the records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonlines

from lvbuild.errors import UsageError


@dataclass(frozen=True, slots=True)
class Prediction:
    """A line of a file: what a model answered, and to which record.

    `id` is the record's `_id`, or None where the file follows the order of the records. `told` are
    the line's other fields, among them those LV-Eval copies from the record.
    """

    line: int
    text: str
    id: str | None
    told: Mapping[str, Any]


def prediction_files(path: Path) -> dict[str, Path]:
    """Return the files of a folder, or the one file, by the configurations they are named after.

    Raises UsageError where there is none.
    """
    if path.is_file():
        return {path.stem: path}
    if not path.is_dir():
        raise UsageError(f"{path}: no such file or folder of predictions; check the path")
    found = {file.stem: file for file in sorted(path.glob("[!.]*.jsonl")) if file.is_file()}
    if not found:
        raise UsageError(
            f"{path}: holds no predictions; name a file <recipe>_<level>.jsonl for each level"
        )
    return found


def read_predictions(path: Path) -> tuple[Prediction, ...]:
    """Read a file of predictions; empty lines are passed over.

    Raises UsageError for a line that is none, and where only some of the lines have an `_id`.
    """
    found = tuple(_lines(path))
    named = [prediction for prediction in found if prediction.id is not None]
    if named and len(named) < len(found):
        first = next(prediction for prediction in found if prediction.id is None)
        raise UsageError(
            f"{path}:{first.line}: {len(found) - len(named)} of {len(found)} predictions have no"
            ' "_id", this one first; give it in every line, or in none for the records\' order'
        )
    return found


def _lines(path: Path) -> Iterator[Prediction]:
    number = 0
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _prediction(f"{path}:{number}", number, line)
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path}: is no UTF-8 text after line {number}; save it as UTF-8"
        ) from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error


def _prediction(place: str, number: int, line: str) -> Prediction:
    try:
        data = jsonlines.Reader([line], loads=_loads).read(type=dict)
    except jsonlines.InvalidLineError as error:
        raise UsageError(f"{place}: is no JSON object; write one a line") from error
    if not isinstance(data.get("pred"), str):
        raise UsageError(f'{place}: has no text "pred"; write "" where a model answered nothing')
    name = data.get("_id")
    if not isinstance(name, str | None):
        raise UsageError(f'{place}: "_id" is no text; copy it from the record')
    return Prediction(number, data["pred"], name, data)


def _loads(line: str | bytes) -> object:
    try:
        return json.loads(line)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
