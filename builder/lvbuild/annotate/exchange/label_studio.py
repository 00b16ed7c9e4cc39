"""Replacements as tasks of Label Studio, and back.

A task is a question with its evidence. Every place of a row's original is a region with the row's
kind as its label, and with the words that replace it; a region that an annotator adds is a new row.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lvbuild.annotate.exchange.sheets import VERSION, Cells, Sheet, row_cells
from lvbuild.annotate.rows import version_of
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.questions.annotated import row_pairs
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacing import Replacer, leftmost_longest

_FIELDS = ("replacement", "alternatives", "plural", "status", "note", VERSION)
_OPTIONAL = ("alternatives", "plural", "note")
_TEXT = "text"
_MOST_BYTES = 256 * 2**20


def write_tasks(workbench: Workbench) -> bytes:
    """Return the questions that have replacements as tasks with predictions, in JSON."""
    by_question: dict[str, list[ReplacementRow]] = defaultdict(list)
    for row in workbench.rows("replacements"):
        by_question[row.question_id].append(row)
    tasks = [_task(workbench, n, by_question[n]) for n in workbench.questions if n in by_question]
    return json.dumps(tasks, ensure_ascii=False, indent=1).encode() + b"\n"


def _task(workbench: Workbench, name: str, rows: Sequence[ReplacementRow]) -> dict[str, Any]:
    listed, answers = workbench.questions[name], workbench.questions[name].answers
    text = "\n\n".join([listed.question, *answers, *workbench.documents(name).values()])
    found = leftmost_longest(Replacer(row_pairs(rows), workbench.language).find(text))
    results = [
        {"id": f"r{number}", "from_name": name, "to_name": _TEXT, "type": kind}
        | {"value": {"start": match.start, "end": match.end, **value}}
        for number, match in enumerate(found)
        for name, kind, value in _told(rows[match.pair], text[match.start : match.end])
    ]
    asked = {"question_id": name, "question": listed.question, "answers": " | ".join(answers)}
    predicted = {"model_version": "lvbuild", "result": results}
    return {"data": {**asked, _TEXT: text}, "predictions": [predicted]}


def _told(row: ReplacementRow, words: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield what is told of words that a row replaces: under which name, of which type, what."""
    yield "label", "labels", {"text": words, "labels": [row.kind]}
    for field in _FIELDS:
        if texts := [part for part in row_cells(row)[field].split("\n") if part]:
            kind, key = ("choices",) * 2 if field == "status" else ("textarea", "text")
            yield field, kind, {key: texts}


def read_tasks(workbench: Workbench, path: Path) -> list[Sheet]:
    """Read what Label Studio exports as JSON: the newest annotation of each task.

    All regions with the words of one row have to say the same of it. Raises UsageError where the
    file is no such export, or two regions of a row differ.
    """
    try:
        tasks = json.loads(read_file(path, _MOST_BYTES))
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise UsageError(f"{path}: is no JSON ({why}); export the project as JSON") from error
    try:
        read = (_read_task(task, path, workbench) for task in tasks)
        rows = {place: cells for rows in read for place, cells in rows.items()}
        annotated = any(task.get("annotations") for task in tasks)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        why = f", a task lacks {error}" if isinstance(error, KeyError) else ""
        raise UsageError(
            f"{path}: is no JSON export of Label Studio{why}; export the project as JSON, not"
            " JSON-MIN"
        ) from error
    if not annotated:
        raise UsageError(f"{path}: holds no annotations; submit the tasks in Label Studio first")
    return [Sheet("replacements", [VERSION, *ReplacementRow.model_fields], rows)]


def _read_task(task: Mapping[str, Any], path: Path, workbench: Workbench) -> Mapping[str, Cells]:
    name = task["data"]["question_id"]
    place = f"{path}, task {name}"
    annotations = [one for one in task.get("annotations", ()) if not one.get("was_cancelled")]
    if not annotations:
        return {}
    newest = max(annotations, key=lambda one: one.get("updated_at") or one.get("created_at") or "")
    regions = defaultdict[str, dict[str, str]](dict)
    for result in newest["result"]:
        cells, value = regions[result["id"]], result["value"]
        if result["type"] == "labels":
            cells["kind"], cells["original"] = value["labels"][0], value["text"]
        else:
            cells[result["from_name"]] = "\n".join(value.get("text") or value.get("choices") or ())
    known = {version_of(row): row_cells(row) for row in workbench.rows("replacements")}
    new = {"question_id": name, "status": "draft", "annotator": "Label Studio"}
    said: dict[str, dict[str, str]] = {}
    for cells in (each for each in regions.values() if "original" in each):
        row = known.get(cells.get(VERSION, ""), new)
        told = {**row, **dict.fromkeys(_OPTIONAL, ""), **cells}
        # A form of the original, such as a plural, is a region of the same row.
        told["original"] = row.get("original", cells["original"])
        other = said.setdefault(told["original"], told)
        for key in sorted(told.keys() | other.keys()):
            if (one := told.get(key)) != (two := other.get(key)):
                raise UsageError(
                    f"{place}: two regions of {told['original']!r} differ in {key!r}"
                    f" ({one!r}, {two!r}); say the same in both"
                )
    return {f"{place}, {original!r}": cells for original, cells in said.items()}
