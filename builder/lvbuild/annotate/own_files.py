"""What files of one's own hold: their layout, their records, and which fields hold what."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from lvbuild.errors import UsageError
from lvbuild.recipe.sources import Fields

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
    ending = found[0].suffix
    usual = "" if ending in {".json", ".jsonl", ".csv", ".parquet", ".txt"} else f"*{ending}"
    files = path.name if path.is_file() else usual
    return _look_into(Layout(folder, files, kind), found[0])


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        inner = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in inner):
            yield path


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


_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "_id", "qid", "question_id", "query_id", "uid", "编号"),
    "question": ("question", "query", "input", "prompt", "question_text", "q", "问题"),
    "answers": ("answers", "answer", "outputs", "output", "target", "gold", "label", "答案"),
    "documents": (
        *("documents", "docs", "contexts", "context", "passages", "passage", "paragraphs"),
        *("paragraph", "pages", "articles", "article", "text", "content", "body", "文章", "段落"),
    ),
    "text": ("text", "content", "body", "paragraph_text", "passage", "context", "paragraph"),
    "titles": ("title", "titles", "name", "标题"),
    "supporting": ("is_supporting", "supporting", "is_selected", "is_gold", "relevant"),
}


class Guess(NamedTuple):
    """Where records hold what, and how their source has to be read.

    `join` stands between the parts of a document that is a list of sentences, None where the usual
    does; `others_distract`: documents that do not support their question are known not to answer.
    """

    fields: Fields
    join: str | None = None
    others_distract: bool = False


def guess_fields(layout: Layout, given: Mapping[str, str]) -> Guess:
    """Guess where the records of a layout hold what; what is given is taken as it is.

    Raises UsageError where no field looks like a text.
    """
    if layout.format == "text":
        return Guess(Fields())
    if layout.format == "squad":
        return Guess(Fields(**given))
    if _is_hotpotqa(layout.samples):
        return Guess(_HOTPOTQA.model_copy(update=dict(given)), "", others_distract=True)
    found: dict[str, str] = {}
    for key in ("id", "question", "answers"):
        if path := _first(layout.samples, key):
            found[key] = path
    if "answers" in found and _items(layout.samples, found["answers"]):
        found["answers"] += _within(layout.samples, found["answers"])
    taken = set(found.values())
    found |= _documents(layout.samples, taken)
    if "question" not in found or "answers" not in found:
        found = {key: path for key, path in found.items() if key in {"documents", "titles"}}
    fields = {**found, **given}
    if "documents" not in fields:
        there = ", ".join(map(repr, layout.samples[0])) if layout.samples else "none"
        raise UsageError(
            f"{layout.folder}: no field looks like a text, among {there}; say which it is with"
            " --field documents=PATH"
        )
    return Guess(Fields(**fields))


_HOTPOTQA = Fields(
    documents="context[].1",
    titles="context[].0",
    id="_id",
    question="question",
    answers="answer",
    supporting="supporting_facts[].0",
)


def _is_hotpotqa(samples: Sequence[Mapping[str, Any]]) -> bool:
    first = next(iter(samples), {})
    if not {"_id", "question", "answer", "supporting_facts", "context"} <= first.keys():
        return False
    context = first["context"]
    return isinstance(context, list) and bool(context) and isinstance(context[0], list)


def _first(samples: Sequence[Mapping[str, Any]], key: str) -> str:
    """Return the first of a key's usual names that every sample has, and not all empty."""
    for name in _NAMES[key]:
        for spelt in (name, name.title(), name.upper()):
            values = [sample.get(spelt) for sample in samples]
            if values and any(value not in (None, "", []) for value in values):
                return spelt
    return ""


def _items(samples: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    """Return what stands in the lists of a field, "" of one that holds none."""
    return [
        item for sample in samples if isinstance(sample.get(name), list) for item in sample[name]
    ]


def _within(samples: Sequence[Mapping[str, Any]], name: str) -> str:
    """Return the path from a list to the texts that it holds."""
    items = _items(samples, name)
    if items and isinstance(items[0], dict):
        for inner in _NAMES["text"]:
            if inner in items[0]:
                return f"[].{inner}"
    return "[]"


def _documents(samples: Sequence[Mapping[str, Any]], taken: set[str]) -> dict[str, str]:
    """Return where the texts are, with their titles and what says that they support."""
    for name in _candidates(samples, taken):
        items = _items(samples, name)
        if not items:
            title = _first(samples, "titles")
            return {"documents": name, **({"titles": title} if title else {})}
        if not isinstance(items[0], dict):
            return {"documents": f"{name}[]"}
        inner = next((each for each in _NAMES["text"] if each in items[0]), "")
        if not inner:
            continue
        found = {"documents": f"{name}[].{inner}"}
        for key in ("titles", "supporting"):
            if other := next((each for each in _NAMES[key] if each in items[0]), ""):
                found[key] = f"{name}[].{other}"
        return found
    return {}


def _candidates(samples: Sequence[Mapping[str, Any]], taken: set[str]) -> Iterator[str]:
    for name in _NAMES["documents"]:
        for spelt in (name, name.title()):
            if spelt not in taken and any(sample.get(spelt) for sample in samples):
                yield spelt
