"""Each record with its prediction: none missing, none too many, none of another release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.score.predictions import Prediction


@dataclass(frozen=True, slots=True)
class Expected:
    """What scoring takes of a record; `depths` are those of its needle, or of its evidence."""

    id: str
    input: str
    answers: tuple[str, ...]
    keywords: str
    length: int
    depths: tuple[float, ...]


def pair(
    path: Path, predictions: Sequence[Prediction], records: Sequence[Expected]
) -> list[tuple[Expected, Prediction]]:
    """Return the records in their order, each with its prediction of the file at `path`.

    Predictions with an `_id` are found by it, others stand in the records' order. Raises UsageError
    for missing, surplus, repeated and unknown predictions, and for those whose copies of a record's
    fields are not the record's: it says how many there are, and names the first.
    """
    if predictions and predictions[0].id is not None:
        pairs = _by_id(path, predictions, records)
    else:
        pairs = _in_order(path, predictions, records)
    _check_copies(path, pairs)
    return pairs


def _in_order(
    path: Path, predictions: Sequence[Prediction], records: Sequence[Expected]
) -> list[tuple[Expected, Prediction]]:
    surplus, missing = predictions[len(records) :], records[len(predictions) :]
    if surplus:
        raise UsageError(
            f"{path}:{surplus[0].line}: {len(surplus)} predictions too many, this one first; the"
            f" release has {len(records)} records"
        )
    if missing:
        raise UsageError(
            f"{path}: {len(missing)} of {len(records)} predictions are missing, the first is"
            f" record {len(predictions)}, {missing[0].id}; predict them too"
        )
    return list(zip(records, predictions, strict=True))


def _by_id(
    path: Path, predictions: Sequence[Prediction], records: Sequence[Expected]
) -> list[tuple[Expected, Prediction]]:
    by_id: dict[str | None, Prediction] = {}
    known = {record.id for record in records}
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
    missing = [number for number, record in enumerate(records) if record.id not in by_id]
    if missing:
        raise UsageError(
            f"{path}: {len(missing)} of {len(records)} predictions are missing, the first is"
            f" record {missing[0]}, {records[missing[0]].id}; predict them too"
        )
    return [(record, by_id[record.id]) for record in records]


def _check_copies(path: Path, pairs: Sequence[tuple[Expected, Prediction]]) -> None:
    for field, right in _COPIES.items():
        wrong = [
            (record, prediction)
            for record, prediction in pairs
            if prediction.told.get(field) is not None and not right(record, prediction.told[field])
        ]
        if wrong:
            record, prediction = wrong[0]
            raise UsageError(
                f'{path}:{prediction.line}: "{field}" of {len(wrong)} predictions is not that of'
                f" their records, this one's first ({record.id}); they were made for another"
                " release, or stand in another order"
            )


def _has_first_answer(record: Expected, told: object) -> bool:
    first = told[0] if isinstance(told, list) and told else told
    return first == record.answers[0]


def _has_keywords(record: Expected, told: object) -> bool:
    """Say whether LV-Eval's `gold_ans` is the record's: its keywords; an answer is right as well.

    An empty one stands for a record without keywords.
    """
    return told in (record.keywords, *record.answers, list(record.answers))


_COPIES: dict[str, Callable[[Expected, object], bool]] = {
    "answers": _has_first_answer,
    "gold_ans": _has_keywords,
    "input": lambda record, told: told == record.input,
    "length": lambda record, told: told == record.length,
}
