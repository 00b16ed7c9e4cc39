"""Files of a corpus without code: which they are, and where their records hold what.

A path such as `docs[].text` says where in a record a value stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema, model_validator

EACH = "[]"
"""The step into every item of a list."""
_STEP = re.compile(r"\[\]|(?:^|(?<=.)\.)([^.\[\]]+)")
_NAMES = r"[^.\[\]]+(?:\[\])*"
_PATTERN = rf"^(?:{_NAMES}|(?:\[\])+)(?:\.{_NAMES})*$"
_PATH = re.compile(_PATTERN)


def _check_path(path: str) -> str:
    """Return a path as it is; raise ValueError where it is none."""
    if not _PATH.fullmatch(path) or path != path.strip():
        raise ValueError(
            f"{path!r} is no path: write the names of fields with dots between them, and [] after "
            "a list whose every item is meant, such as docs[].text"
        )
    return path


@cache
def steps(path: str) -> tuple[str, ...]:
    """Split a path into field names (of a list: an item's number, from 0) and EACH."""
    return tuple(step[1] or EACH for step in _STEP.finditer(path))


FieldPath = Annotated[
    str, AfterValidator(_check_path), WithJsonSchema({"type": "string", "pattern": _PATTERN})
]
STRICT = ConfigDict(frozen=True, extra="forbid", strict=True, str_min_length=1)
"""How strictly all that a recipe says is read."""
_ENDINGS = {"text": "txt", "squad": "json"}
_FORMATS = {".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".parquet": "parquet"}
_OF_RECORDS = {
    "delimiter",
    "records",
    "fields",
    "join",
    "texts",
    "extractive",
    "others_distract",
}
"""The keys that only files of records take, not text files."""
_OF_A_QUESTION = ("id", "answers", "asked", "supporting", "evidence")


def within(files: str) -> str:
    """Return a file's path, or a pattern of some, that stays in the corpus's folder."""
    if "\\" in files or ".." in files.split("/") or files.startswith("/"):
        raise ValueError(f"{files!r}: write a path within the corpus's folder, with /")
    if files.endswith((".zip", ".gz")):
        raise ValueError(f"{files!r}: packed files are not read; unpack them")
    return files


def _delimiter(text: str) -> str:
    if len(text) != 1 or text in '\r\n"':
        raise ValueError(
            f'{text!r} is no delimiter: write one character; a tab is "\\t", with quotes'
        )
    return text


class Fields(BaseModel):
    """Where a record holds what a corpus needs: paths of names, dots and [], as docs[].text."""

    model_config = STRICT

    documents: FieldPath = Field(
        default="",
        description="the texts, each a document; one that is a list of strings is joined by `join`",
    )
    titles: FieldPath = Field(default="", description="a title for each document, in their order")
    document_ids: FieldPath = Field(
        default="", description="an id for each document; else ids are made of titles and texts"
    )
    asked: FieldPath = Field(
        default="",
        description="where a record asks several questions, their list; id, question, answers, "
        "supporting and evidence are then paths within its items",
    )
    id: FieldPath = Field(
        default="",
        description="the question's id; else one is made of its words and its document",
    )
    question: FieldPath = Field(
        default="", description="the question; a source without one can only distract"
    )
    answers: FieldPath = Field(
        default="",
        description="the answers; the first, with metric: all_of each of them, is scored by",
    )
    supporting: FieldPath = Field(
        default="",
        description="which documents support the answer: true or false (1 or 0) for each, or the "
        "ids (without `document_ids`, the titles) of those that do; else all of the record's do",
    )
    evidence: FieldPath = Field(
        default="",
        description="passages that hold the answer; one that stands in no supporting document is "
        "not used",
    )


SQUAD = Fields(
    documents="context", asked="qas[]", id="id", question="question", answers="answers[].text"
)
"""The fields of a paragraph in SQuAD's layout."""


class Files(BaseModel):
    """Files of a corpus, and where their records hold what."""

    model_config = STRICT

    format: Literal["jsonl", "json", "csv", "parquet", "text", "squad"] = Field(
        description="JSON lines, JSON (a list of records, or a record a file), CSV with a header, "
        "parquet, a document a text file, or JSON in SQuAD's layout, which needs no fields"
    )
    files: Annotated[str, AfterValidator(within)] = Field(
        "",
        min_length=0,
        description="pattern of the files, in any folder of the corpus: * and ? stand for "
        "characters of one name, **/ for folders; else all files of the format's ending",
    )
    delimiter: Annotated[str, AfterValidator(_delimiter)] | None = Field(
        None, description='of csv: what stands between cells, such as ; or "\\t" (default: a comma)'
    )
    records: FieldPath = Field(
        EACH, description="of json: where in a file the records are, such as data[]"
    )
    fields: Fields = Field(Fields(), description="where a record holds what")
    join: str = Field(
        "\n", min_length=0, description="stands between the strings of a document that is a list"
    )

    @model_validator(mode="before")
    @classmethod
    def _of_pattern(cls, data: Any) -> Any:
        """Take a pattern alone for all keys, and the format from the files' ending."""
        data = {"files": data} if isinstance(data, str) else data
        if isinstance(data, dict) and "format" not in data and isinstance(data.get("files"), str):
            return {"format": _FORMATS.get(Path(data["files"]).suffix, "text"), **data}
        return data

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        given = self.model_fields_set & _OF_RECORDS
        if self.format == "text" and given:
            raise ValueError(f"{min(given)}: a text file is one document and has no fields")
        if self.format != "json" and "records" in given:
            raise ValueError("records: only json has records at a place of their own")
        if self.format != "csv" and "delimiter" in given:
            raise ValueError(f"delimiter: goes with format: csv, not with {self.format}")
        if self.format != "text":
            self._check_mapping()
        return self

    def _check_mapping(self) -> None:
        mapping = self.mapping
        named = {key: path for key in Fields.model_fields if (path := getattr(mapping, key))}
        self._check_documents(named)
        lone = sorted(named.keys() & set(_OF_A_QUESTION))
        if lone and "question" not in named:
            raise ValueError(f"fields.{lone[0]} takes fields.question, which is missing")
        if "question" in named and "answers" not in named:
            raise ValueError("fields.answers is missing: name where the answers are")
        for key in ("id", "question"):
            if EACH in steps(named.get(key, "")):
                raise ValueError(f"fields.{key}: a question has one; leave [] out, or name `asked`")
        for key, path in named.items():
            if self.format == "csv" and len(steps(path)) > 1:
                raise ValueError(f"fields.{key}: a row of csv is flat; write a column's name")

    def _check_documents(self, named: Mapping[str, str]) -> None:
        if "documents" not in named:
            raise ValueError("fields.documents is missing: name where a record holds its texts")

    @property
    def mapping(self) -> Fields:
        """The fields as they are read: in SQuAD's layout the ready ones fill those not given."""
        if self.format != "squad":
            return self.fields
        return SQUAD.model_copy(update=self.fields.model_dump(exclude_unset=True))

    @property
    def record_path(self) -> str:
        """Where in a JSON file the records are: of SQuAD's layout its paragraphs."""
        return "data[].paragraphs[]" if self.format == "squad" else self.records

    @property
    def glob(self) -> str:
        """The pattern of its files, given or the format's own."""
        return self.files or f"*.{_ENDINGS.get(self.format, self.format)}"

    @property
    def pattern(self) -> str:
        """The same as a regular expression of the end of a path."""
        parts = re.split(r"(\*\*/|\*+|\?)", self.glob)
        meant = {"**/": "(?:.*/)?", "?": "[^/]"}
        return "".join(
            meant.get(part, "[^/]*" if part.startswith("*") else re.escape(part)) for part in parts
        )
