"""Inline sources: corpora without code, as a recipe describes them in full or by their path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    PrivateAttr,
    Tag,
    model_validator,
)

from lvbuild.core.model import LONGEST_NAME, NAME
from lvbuild.recipe.mapping import STRICT, Files, within

_WILD = re.compile(r"[*?]")
UNKNOWN_LICENCE = "LicenseRef-unknown"
"""Of texts whose licence nobody gave."""


def one_line(text: str) -> str:
    """Return a text; raise ValueError where it has lines, or white space at its ends."""
    if text != " ".join(text.split()):
        raise ValueError("must be one line without white space at its ends")
    return text


class HubData(BaseModel):
    """A data set on the Hugging Face Hub, at one commit."""

    model_config = STRICT

    repository: str = Field(
        pattern=r"^[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*$", description="owner/name"
    )
    revision: str = Field(pattern="^[0-9a-f]{40}$", description="the full commit, 40 hex digits")
    files: tuple[Annotated[str, AfterValidator(within)], ...] = Field(
        min_length=1, strict=False, description="its files to fetch, by their paths"
    )


def _is_path(source: str) -> bool:
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

    take: int | None = Field(
        None,
        ge=1_000_000,
        description="of a source that asks nothing: about so many characters of documents, those"
        " that are drawn by their ids; the others of a corpus larger than memory are only read past"
        " (default: all)",
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

    @model_validator(mode="after")
    def _taken(self) -> Self:
        if self.take and self.asks:
            raise ValueError("take: a source that asks questions is read whole; leave it out")
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
        lambda value: "<name>" if isinstance(value, str) and not _is_path(value) else "<source>"
    ),
]
"""A source in full or by its path, or the name of a known corpus or of a source elsewhere."""


def source_names(sources: Iterable[str | InlineSource]) -> tuple[str, ...]:
    """Return the names of sources, each once."""
    names = (source if isinstance(source, str) else source.name for source in sources)
    return tuple(dict.fromkeys(names))
