"""Small corpora for inline sources, written in every format."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.recipe.sources import InlineSource

FIELDS = {
    "id": "qid",
    "question": "query",
    "answers": "answers[].text",
    "documents": "docs[].text",
    "titles": "docs[].title",
    "supporting": "docs[].is_selected",
}
RECORD: dict[str, Any] = {
    "qid": 7,
    "query": "Who hid the key?",
    "answers": [{"text": "Ada"}, {"text": "Ada Stone"}],
    "docs": [
        {"title": "Keys", "text": "Ada Stone hid the key.", "is_selected": True},
        {"title": "Boats", "text": "Boats have no keys.", "is_selected": False},
    ],
}


def source(
    format_: str = "jsonl", fields: dict[str, str] | None = None, **more: Any
) -> InlineSource:
    """Describe a source called mine, with the fields of RECORD unless others are given."""
    described = {"name": "mine", "format": format_, "licence": "MIT", **more}
    if format_ not in ("text", "squad") or fields:
        described["fields"] = FIELDS if fields is None else fields
    return InlineSource.model_validate(described)


def read(folder: Path, described: InlineSource, *contents: Any) -> LoadedCorpus:
    """Write records, the one value of a JSON file or texts, in the source's format; read them."""
    write(folder, described.format, *contents)
    return open_mapped(described, folder)


def write(folder: Path, format_: str, *contents: Any) -> None:
    """Write a file of the format, or a text file for each of the texts."""
    if format_ == "jsonl":
        lines = [json.dumps(record) + "\n" for record in contents]
        (folder / "a.jsonl").write_text("".join(lines), "utf-8")
    elif format_ in ("json", "squad"):
        (folder / "a.json").write_text(json.dumps(contents[0]), "utf-8")
    elif format_ == "csv":
        with (folder / "a.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(contents)
    elif format_ == "parquet":
        pq.write_table(pa.Table.from_pylist(list(contents)), folder / "a.parquet")
    else:
        for number, text in enumerate(contents):
            (folder / f"{number}.txt").write_text(text, "utf-8")
