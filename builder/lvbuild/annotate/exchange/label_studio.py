"""Replacements as tasks of Label Studio, and back.

A task is a question with its evidence. Every place of a row's original is a region with the row's
kind as its label, and with the words that replace it; a region that an annotator adds is a new row.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, get_args

from lvbuild.annotate.exchange.sheets import VERSION, CellRow, Sheet, row_cells
from lvbuild.annotate.preview import ReplacedText
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.questions.annotated import row_pairs
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.replacing import Replacer

_FIELDS = ("replacement", "alternatives", "plural", "status", "note", "row")
_TEXT = "text"
_PARTS = "\n\n"
_MOST_BYTES = 256 * 2**20


def write_tasks(workbench: Workbench) -> bytes:
    """Return the questions that have replacements as tasks with predictions, in JSON."""
    rows = workbench.tables.replacements
    by_question: dict[str, list[ReplacementRow]] = {}
    for row in rows.rows if rows else ():
        by_question.setdefault(row.question_id, []).append(row)
    asked = [name for name in workbench.questions if name in by_question]
    tasks = [_task(workbench, name, by_question[name]) for name in asked]
    return json.dumps(tasks, ensure_ascii=False, indent=1).encode() + b"\n"


def label_config() -> str:
    """Return the labelling interface that the tasks are made for, to be pasted into a project."""
    labels = "\n".join(f'    <Label value="{kind}"/>' for kind in get_args(Kind))
    path = files("lvbuild.annotate").joinpath("templates", "label_studio.xml")
    return Template(path.read_text(encoding="utf-8")).substitute(labels=labels)


def _task(workbench: Workbench, name: str, rows: Sequence[ReplacementRow]) -> dict[str, Any]:
    listed = workbench.questions[name]
    parts = [listed.question, *listed.answers, *workbench.documents(name).values()]
    text = _PARTS.join(parts)
    found = ReplacedText.of("", text, Replacer(row_pairs(rows), workbench.language))
    results: list[dict[str, Any]] = []
    for number, place in enumerate(found.places):
        row = rows[place.row]
        region = {"id": f"r{number}", "from_name": "label", "to_name": _TEXT, "type": "labels"}
        span = {"start": place.start, "end": place.end}
        value = {**span, "text": text[place.start : place.end], "labels": [row.kind]}
        results.append({**region, "value": value})
        for field in _FIELDS:
            if texts := [part for part in row_cells(row)[field].split("\n") if part]:
                kind, key = ("choices",) * 2 if field == "status" else ("textarea", "text")
                value = {**span, key: texts}
                results.append({**region, "from_name": field, "type": kind, "value": value})
    return {
        "data": {
            "question_id": name,
            "question": listed.question,
            "answers": " | ".join(listed.answers),
            _TEXT: text,
        },
        "predictions": [{"model_version": "lvbuild", "result": results}],
    }


def read_tasks(path: Path, workbench: Workbench) -> list[Sheet]:
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
        rows = [row for task in tasks for row in _read_task(task, path, workbench)]
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


def _read_task(task: Mapping[str, Any], path: Path, workbench: Workbench) -> Iterator[CellRow]:
    name = task["data"]["question_id"]
    place = f"{path}, task {name}"
    annotations = [one for one in task.get("annotations", ()) if not one.get("was_cancelled")]
    if not annotations:
        return
    newest = max(annotations, key=lambda one: one.get("updated_at") or one.get("created_at") or "")
    regions: dict[str, dict[str, str]] = {}
    for result in newest["result"]:
        cells = regions.setdefault(result["id"], {})
        value = result["value"]
        if result["type"] == "labels":
            cells["kind"], cells["original"] = value["labels"][0], value["text"]
        else:
            cells[result["from_name"]] = "\n".join(value.get("text") or value.get("choices") or ())
    yield from _rows(name, place, regions.values(), workbench)


def _rows(name: str, place: str, regions: Any, workbench: Workbench) -> Iterator[CellRow]:
    """Yield the rows that regions speak of: those that were written out, then the new ones."""
    table = workbench.tables.replacements
    known = {row_cells(row)["row"]: row for row in (table.rows if table else ())}
    said: dict[str, dict[str, str]] = {}
    for cells in regions:
        if "original" not in cells:
            continue
        version = cells.get("row", "")
        row = known.get(version)
        # A form of the original, such as a plural, is a region of the same row.
        original = row.original if row else cells["original"]
        full = {
            **(row_cells(row) if row else {"status": "draft", "annotator": "Label Studio"}),
            **{key: text for key, text in cells.items() if key != "row"},
            "question_id": row.question_id if row else name,
            "original": original,
            "row": version,
        }
        full |= {key: cells.get(key, "") for key in ("alternatives", "plural", "note")}
        other = said.setdefault(version or original, full)
        for differing in sorted(full.keys() | other.keys()):
            if full.get(differing) == other.get(differing):
                continue
            raise UsageError(
                f"{place}: two regions of {original!r} differ in {differing!r}"
                f" ({full.get(differing)!r}, {other.get(differing)!r}); say the same in both"
            )
    for cells in said.values():
        yield CellRow(f"{place}, {cells['original']!r}", cells)
