"""Inline sources: corpora without code, that a recipe describes by a field mapping.

A path such as `docs[].text` says where in a record a value stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PrivateAttr,
    Tag,
    WithJsonSchema,
    model_validator,
)

from lvbuild.core.model import LONGEST_NAME, NAME

EACH = "[]"
"""The step into every item of a list."""
_STEP = re.compile(r"\[\]|(?:^|(?<=.)\.)([^.\[\]]+)")
_NAMES = r"[^.\[\]]+(?:\[\])*"
PATTERN = rf"^(?:{_NAMES}|(?:\[\])+)(?:\.{_NAMES})*$"
_PATH = re.compile(PATTERN)


def check_path(path: str) -> str:
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
    str, AfterValidator(check_path), WithJsonSchema({"type": "string", "pattern": PATTERN})
]
_STRICT = ConfigDict(frozen=True, extra="forbid", strict=True, str_min_length=1)
_ENDINGS = {"text": "txt", "squad": "json"}
_FORMATS = {".jsonl": "jsonl", ".json": "json", ".csv": "csv", ".parquet": "parquet"}
_WILD = re.compile(r"[*?]")
UNKNOWN_LICENCE = "LicenseRef-unknown"
"""Of texts whose licence nobody gave."""
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


def _within(files: str) -> str:
    """Return a file's path, or a pattern of some, that stays in the corpus's folder."""
    if "\\" in files or ".." in files.split("/") or files.startswith("/"):
        raise ValueError(f"{files!r}: write a path within the corpus's folder, with /")
    if files.endswith((".zip", ".gz")):
        raise ValueError(f"{files!r}: packed files are not read; unpack them")
    return files


def one_line(text: str) -> str:
    """Return a text; raise ValueError where it has lines, or white space at its ends."""
    if text != " ".join(text.split()):
        raise ValueError("must be one line without white space at its ends")
    return text


def _delimiter(text: str) -> str:
    if len(text) != 1 or text in '\r\n"':
        raise ValueError(
            f'{text!r} is no delimiter: write one character; a tab is "\\t", with quotes'
        )
    return text


class Fields(BaseModel):
    """Where a record holds what a corpus needs: paths of names, dots and [], as docs[].text."""

    model_config = _STRICT

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


class HubData(BaseModel):
    """A data set on the Hugging Face Hub, at one commit."""

    model_config = _STRICT

    repository: str = Field(
        pattern=r"^[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*$", description="owner/name"
    )
    revision: str = Field(pattern="^[0-9a-f]{40}$", description="the full commit, 40 hex digits")
    files: tuple[Annotated[str, AfterValidator(_within)], ...] = Field(
        min_length=1, strict=False, description="its files to fetch, by their paths"
    )


SQUAD = Fields(
    documents="context", asked="qas[]", id="id", question="question", answers="answers[].text"
)
"""The fields of a paragraph in SQuAD's layout."""


def is_path(source: str) -> bool:
    """Tell whether a source is named by where it lies, rather than by a corpus's name."""
    return "/" in source or _WILD.search(source) is not None


def _split_path(path: str) -> tuple[str, str]:
    """Split a path into its folder and the pattern of the files there, "" for all of them."""
    parts = path.split("/")
    wild = (number for number, part in enumerate(parts) if _WILD.search(part))
    last = len(parts) - 1 if Path(path).suffix else len(parts)
    first = next(wild, last)
    return "/".join(parts[:first]) or ("/" if path.startswith("/") else "."), "/".join(
        parts[first:]
    )


class Files(BaseModel):
    """Files of a corpus, and where their records hold what."""

    model_config = _STRICT

    format: Literal["jsonl", "json", "csv", "parquet", "text", "squad"] = Field(
        description="JSON lines, JSON (a list of records, or a record a file), CSV with a header, "
        "parquet, a document a text file, or JSON in SQuAD's layout, which needs no fields"
    )
    files: Annotated[str, AfterValidator(_within)] = Field(
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


class InlineSource(Files):
    """A corpus without code: its files, and where their records hold questions and documents.

    A path alone stands for its texts.
    """

    model_config = ConfigDict(json_schema_extra=lambda schema: schema.pop("required"))

    name: Annotated[
        str,
        Field(pattern=NAME, max_length=LONGEST_NAME),
        Field(
            description="begins its ids, names its folder under --corpora; no known corpus's;"
            " required, as format and licence are, unless a path is tried"
        ),
    ]
    licence: Annotated[str, AfterValidator(one_line)] = Field(
        description="of the texts, an SPDX expression"
    )
    path: str = Field(
        "",
        min_length=0,
        description="where it lies, from the recipe's file on (or from --corpora on): a folder, a"
        " file, or a pattern of some, such as ./essays/*.txt",
    )
    texts: Files | None = Field(
        None,
        description="where documents are that stand in no record: a pattern of text files, or the"
        " keys of files whose records have fields.document_ids; fields.supporting then names them,"
        " text files by their names",
    )
    gated: bool = Field(
        False,
        description="who gets it agrees to terms of its own: a release is not passed on",
    )
    homepage: str = Field("", min_length=0, description="where people get it")
    hub: HubData | None = Field(
        default=None, description="where it is fetched from, if it is on the Hub"
    )
    extractive: bool = Field(
        False,
        description="answers are words of the text: one that stands in no supporting document is "
        "dropped, and a question that keeps none is left out",
    )
    others_distract: bool = Field(
        False,
        description="documents that do not support their record's question are known not to "
        "answer it; else they are kept out of its contexts",
    )

    _recipe_folder: Path = PrivateAttr(default=Path())

    @model_validator(mode="before")
    @classmethod
    def _of_path(cls, data: Any) -> Any:
        """Make of a path what a source needs besides to be tried."""
        data = {"path": data} if isinstance(data, str) else data
        if not isinstance(data, dict) or not isinstance(data.get("path"), str):
            return data
        folder, files = _split_path(data["path"])
        named = (
            re.sub(r"[^A-Za-z0-9_-]+", "_", Path(folder).name or Path(files).stem).strip("_-")
            or "texts"
        )
        return {"name": named, "licence": UNKNOWN_LICENCE, "files": files, **data}

    @model_validator(mode="after")
    def _fetched(self) -> Self:
        for file in self.hub.files if self.hub else ():
            if not any(re.fullmatch(f"(?:.*/)?{each.pattern}", file) for each in self.parts):
                raise ValueError(f"hub.files: {file} is none of the files {self.glob}")
        return self

    def _check_documents(self, named: Mapping[str, str]) -> None:
        if self.texts is None:
            super()._check_documents(named)
        elif "documents" in named:
            raise ValueError("fields.documents: the documents are those of `texts`; leave one out")
        elif "supporting" not in named:
            raise ValueError(
                "fields.supporting is missing: name where a record has the names of its `texts`"
            )

    @property
    def parts(self) -> tuple[Files, ...]:
        """Its files: those of the texts that stand apart come first."""
        return (self,) if self.texts is None else (self.texts, self)

    @property
    def folder(self) -> Path | None:
        """The folder of its path, None where --corpora or the Hub has it."""
        return Path(_split_path(self.path)[0]) if self.path else None

    @property
    def beside(self) -> Path | None:
        """The same from the folder of its recipe on."""
        return self._recipe_folder / self.folder if self.folder else None

    def of_recipe(self, folder: Path) -> InlineSource:
        """Return it as the source of a recipe whose file lies in a folder."""
        source = self.model_copy()
        source._recipe_folder = folder
        return source

    @property
    def spans(self) -> bool:
        """Whether answers are words of the text, as SQuAD's are."""
        return self.extractive or self.format == "squad"

    @property
    def asks(self) -> bool:
        """Whether it has questions."""
        return self.format != "text" and bool(self.mapping.question)


CorpusSource = Annotated[
    Annotated[str, Tag("<name>")] | Annotated[InlineSource, Tag("<source>")],
    Discriminator(
        lambda value: "<name>" if isinstance(value, str) and not is_path(value) else "<source>"
    ),
]
"""A source in full or by its path, or the name of a known corpus or of a source elsewhere."""


def source_names(sources: Iterable[str | InlineSource]) -> tuple[str, ...]:
    """Return the names of sources, each once."""
    names = (source if isinstance(source, str) else source.name for source in sources)
    return tuple(dict.fromkeys(names))
