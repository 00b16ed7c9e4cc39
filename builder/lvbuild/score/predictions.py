"""Files of predictions, as LV-Eval writes them or with ids, and the record each is of."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lvbuild.errors import UsageError


@dataclass(frozen=True, slots=True)
class Prediction:
    """A line of a file: what a model answered, and to which record.

    `id` is the record's `_id`, or None where the file follows the order of the records. `fields`
    are all of the line's, among them those LV-Eval copies from the record. Of one that is a letter
    `chosen` is the choice that it stands for.
    """

    line: int
    text: str
    id: str | None
    fields: Mapping[str, Any]
    chosen: str = ""


def prediction_files(path: Path) -> dict[str, Path]:
    """Return the files of a folder, or the one file, by the configurations they are named after."""
    if path.is_file():
        return {path.stem: path}
    return {file.stem: file for file in sorted(path.glob("[!.]*.jsonl")) if file.is_file()}


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
    number = 1
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if text := line.decode("utf-8-sig" if number == 1 else "utf-8").strip():
                    yield _prediction(f"{path}:{number}", number, text)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}:{number}: is no UTF-8 text; save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error


def _prediction(place: str, number: int, line: str) -> Prediction:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise UsageError(f"{place}: is no JSON object; write one a line")
    if not isinstance(data.get("pred"), str):
        raise UsageError(f'{place}: has no text "pred"; write "" where a model answered nothing')
    name = data.get("_id")
    if not isinstance(name, str | None):
        raise UsageError(f'{place}: "_id" is no text; copy it from the record')
    return Prediction(number, data["pred"], name, data)


Expected = Mapping[str, Any]
"""A record's fields, its `_id` among them in any case; the context may be left out."""


def pair(
    path: Path,
    predictions: Sequence[Prediction],
    records: Sequence[Expected],
    *,
    partial: bool = False,
) -> list[tuple[Expected, Prediction]]:
    """Return the records in their order, each with its prediction of the file at `path`.

    Predictions with an `_id` are found by it, others stand in the records' order; where they are
    `partial`, records may be missing, but not all. Raises UsageError
    for missing, surplus, repeated and unknown predictions, and for those whose copies of a record's
    fields are not the record's: it says how many there are, and names the first.
    """
    if predictions and predictions[0].id is not None:
        found = _by_id(path, predictions, {record["_id"] for record in records})
    elif surplus := predictions[len(records) :]:
        raise UsageError(
            f"{path}:{surplus[0].line}: {len(surplus)} predictions too many, this one first; the"
            f" release has {len(records)} records"
        )
    else:
        found = {record["_id"]: each for record, each in zip(records, predictions, strict=False)}
    missing = [number for number, record in enumerate(records) if record["_id"] not in found]
    if missing and not (partial and found):
        raise UsageError(
            f"{path}: {len(missing)} of {len(records)} predictions are missing, the first is"
            f" record {missing[0]}, {records[missing[0]]['_id']}; predict them too"
            + (", or score the others by --partial" if found else "")
        )
    pairs = [(one, found[one["_id"]]) for one in records if one["_id"] in found]
    _check_copies(path, pairs)
    return pairs


def _by_id(
    path: Path, predictions: Sequence[Prediction], known: Collection[str]
) -> dict[str | None, Prediction]:
    by_id: dict[str | None, Prediction] = {}
    for prediction in predictions:
        by_id.setdefault(prediction.id, prediction)
    unknown = [prediction for prediction in predictions if prediction.id not in known]
    if unknown:
        raise UsageError(
            f"{path}:{unknown[0].line}: {len(unknown)} of {len(predictions)} predictions are of no"
            f" record of the release, the first of {unknown[0].id!r}; were they made for another?"
        )
    repeated = [prediction for prediction in predictions if by_id[prediction.id] is not prediction]
    if repeated:
        raise UsageError(
            f"{path}:{repeated[0].line}: {len(repeated)} predictions are repeated, the first of"
            f" {repeated[0].id} (line {by_id[repeated[0].id].line}); leave one a record"
        )
    return by_id


def _check_copies(path: Path, pairs: Sequence[tuple[Expected, Prediction]]) -> None:
    for field in ("contamination_identifier", "answers", "gold_ans", "input", "length"):
        wrong = [
            (record, prediction)
            for record, prediction in pairs
            if prediction.fields.get(field) not in (None, [])  # of a copy without answers
            and not _is_copy(record, field, prediction.fields[field])
        ]
        if wrong:
            record, prediction = wrong[0]
            raise UsageError(
                f'{path}:{prediction.line}: "{field}" of {len(wrong)} predictions is not that of'
                f" their records, this one's first ({record['_id']}); they were made for another"
                " release, or stand in another order"
            )


def _is_copy(record: Expected, field: str, value: object) -> bool:
    """Say whether a field is the record's: of the answers the first is compared.

    LV-Eval's `gold_ans` are the keywords, empty where a record has none; an answer is right too.
    """
    if field == "answers":
        first = value[0] if isinstance(value, list) and value else value
        return bool(first == record["answers"][0])
    if field == "gold_ans":
        return value in (record.get("answer_keywords", ""), *record["answers"], record["answers"])
    return bool(value == record.get(field, value))
