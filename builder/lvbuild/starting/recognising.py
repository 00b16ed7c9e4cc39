"""What files of one's own hold: their layout, their records, and which fields hold what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from lvbuild.core.resources import read_sections
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.record import Record
from lvbuild.errors import BuildError, UsageError

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
    of a CSV file, "" for a comma. `texts` are the names of the text files that lie beside records:
    what these ask is then asked of those. `samples` are some of the records, none of texts and of
    SQuAD.
    """

    folder: Path
    files: str
    format: Format
    records: str = "[]"
    delimiter: str = ""
    texts: frozenset[str] = frozenset()
    samples: Sequence[Mapping[str, Any]] = ()


def recognise(path: Path) -> Layout:
    """Recognise what a file or a folder holds; raise UsageError that says what can be read."""
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder; name the files of a corpus")
    folder = path.parent if path.is_file() else path
    files = RecordFiles(folder)
    kinds: dict[Format, list[Path]] = {}
    for each in [path] if path.is_file() else files.find(".+"):
        if kind := _BY_ENDING.get(each.suffix.lower()):
            kinds.setdefault(kind, []).append(each)
    if not kinds:
        raise UsageError(f"{path}: holds no file that ends in {', '.join(_BY_ENDING)}")
    texts = kinds.pop("text") if len(kinds) == 2 and "text" in kinds else []
    if len(kinds) > 1:
        held = " and ".join(f"{each[0].name} ({kind})" for kind, each in kinds.items())
        raise UsageError(f"{path}: holds files of several formats, {held}; name one of the files")
    [(kind, [first, *_])] = kinds.items()
    usual = "" if first.suffix in {f".{kind}", ".txt"} else f"*{first.suffix}"
    named = frozenset(name for each in texts for name in (each.name, each.stem))
    layout = Layout(folder, path.name if path.is_file() else usual, kind, texts=named)
    try:
        return _look_into(layout, first, files)
    except (BuildError, ValueError, OSError) as error:
        reason = " ".join(str(error).split())[:200]
        raise UsageError(f"{path}: cannot be read as {kind} ({reason})") from error


def _look_into(layout: Layout, path: Path, files: RecordFiles) -> Layout:
    records: Iterable[Record] = ()
    if layout.format == "json":
        try:
            return _json(layout, files.value(path))
        except BuildError:
            # JSON lines under an ending that says otherwise.
            layout = replace(layout, format="jsonl", files=layout.files or "*.json")
    if layout.format == "jsonl":
        records = files.lines(path)
    elif layout.format == "parquet":
        records = files.rows(path)
    elif layout.format == "csv":
        with path.open(encoding="utf-8-sig") as file:
            delimiter = max(",;\t|", key=file.readline().count)
        records = files.table(path, delimiter)
        layout = replace(layout, delimiter="" if delimiter == "," else delimiter)
    return replace(layout, samples=[record.fields for record in islice(records, _LOOKED_AT)])


def _json(layout: Layout, value: Any) -> Layout:
    if isinstance(value, dict) and any(isinstance(value.get(n), str) for n in _NAMES["question"]):
        return replace(layout, samples=[value])  # a record a file
    lists = {f"{key}[]": held for key, held in value.items()} if isinstance(value, dict) else {}
    for records, held in (lists or {"[]": value}).items():
        if isinstance(held, list) and held and isinstance(held[0], dict):
            paragraphs = held[0].get("paragraphs") if records == "data[]" else None
            if isinstance(paragraphs, list) and "context" in next(iter(paragraphs), {}):
                return replace(layout, format="squad")
            return replace(layout, records=records, samples=held[:_LOOKED_AT])
    raise ValueError("it holds no list of records")


_READ = read_sections(Path(__file__).with_name("fields.txt"))
_HOTPOTQA = dict(line.split() for line in _READ["paths in HotpotQA"])
_NAMES = {key: " ".join(lines).split() for key, lines in _READ.items()}


def guess_fields(layout: Layout, given: Mapping[str, str]) -> dict[str, Any]:
    """Guess where the records of a layout hold what; what is given is taken as it is.

    Returns the keys of their source that follow. Raises UsageError where no field looks like a
    text.
    """
    if layout.format in {"text", "squad"}:
        return {"fields": given} if given else {}
    samples = layout.samples
    first = samples[0] if samples else {}
    context = first.get("context")
    known = {"_id", "question", "answer", "supporting_facts"} <= first.keys()
    if known and isinstance(context, list) and context and isinstance(context[0], list):
        # A document is a list of sentences; the others of a question are known not to answer it.
        return {"fields": {**_HOTPOTQA, **given}, "join": "", "others_distract": True}
    found = {key: path for key in ("id", "question", "answers") if (path := _first(samples, key))}
    apart = _named_texts(layout)
    documents = apart or _documents(samples, set(found.values()))
    if {"question", "answers"} <= found.keys():
        answers = found["answers"]
        documents |= found | {"answers": _texts(samples, answers) or f"{answers}[]"}
    fields = {**documents, **given}
    if apart or (layout.texts and "supporting" in given):
        return {"texts": "*.txt", "fields": fields}
    there = ", ".join(map(repr, first)) or "none"
    if layout.texts:
        raise UsageError(
            f"{layout.folder}: holds text files, which none of the fields {there} names; say which"
            " does with --field supporting=PATH, or name one of the files"
        )
    if "documents" not in fields:
        raise UsageError(
            f"{layout.folder}: no field looks like a text, among {there}; say which it is with"
            " --field documents=PATH, or, if the texts are files of their own, give the folder"
            " that holds them beside the questions"
        )
    return {"fields": fields}


def _named_texts(layout: Layout) -> dict[str, str]:
    """Return the field that names the text files beside the records, if one does."""
    for name in layout.samples[0] if layout.texts and layout.samples else ():
        path = f"{name}[]" if _items(layout.samples, name) else name
        values = _items(layout.samples, name) or [each.get(name) for each in layout.samples]
        if any(str(value).rpartition("/")[2] in layout.texts for value in values):
            return {"supporting": path}
    return {}


def _first(samples: Sequence[Mapping[str, Any]], key: str) -> str:
    """Return the first of a key's usual names that samples have, not all empty."""
    for name in (each for usual in _NAMES[key] for each in (usual, usual.title(), usual.upper())):
        if any(sample.get(name) not in (None, "", []) for sample in samples):
            return name
    return ""


def _items(samples: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    lists = (sample[name] for sample in samples if isinstance(sample.get(name), list))
    return [item for each in lists for item in each]


def _texts(samples: Sequence[Mapping[str, Any]], name: str) -> str:
    """Return the path to the texts of a field, which may be a list, "" where none are known."""
    items = _items(samples, name)
    if not items or not isinstance(items[0], dict):
        return f"{name}[]" if items else name
    inner = next((each for each in _NAMES["text"] if each in items[0]), "")
    return inner and f"{name}[].{inner}"


def _documents(samples: Sequence[Mapping[str, Any]], taken: set[str]) -> dict[str, str]:
    """Return where the texts are, with their titles and what says that they support."""
    for name in (each for usual in _NAMES["documents"] for each in (usual, usual.title())):
        there = name not in taken and any(sample.get(name) for sample in samples)
        if not there or not (path := _texts(samples, name)):
            continue
        found = {"documents": path}
        if path == name and (title := _first(samples, "titles")):
            found["titles"] = title
        elif "." in path:
            item = _items(samples, name)[0]
            for key in ("titles", "supporting"):
                if other := next((each for each in _NAMES[key] if each in item), ""):
                    found[key] = f"{name}[].{other}"
        return found
    return {}
