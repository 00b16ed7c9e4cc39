"""What a model is asked, in files that a user can edit, and what it has to reply."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lvbuild.core.model import Language
from lvbuild.errors import UsageError
from lvbuild.tables.rows import Kind

_PLACE = re.compile(r"\{(\w+)\}")
NAMES = ("confusing_facts", "needles", "replacements")
"""The tables that can be drafted, each with a prompt of its name."""

_AGAIN: Mapping[Language, str] = {
    "en": "\nYour last reply cannot be used: {why}. Write it anew.",
    "zh": "\n你上一次的回复不能使用：{why}。请重写。",
}


def read_prompt(table: str, language: Language, folder: Path | None = None) -> str:
    """Return the prompt of a table; one in a user's folder, `en/TABLE.txt`, comes first.

    Raises UsageError where that one cannot be read.
    """
    name = f"{language}/{table}.txt"
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder}: is no folder of prompts; it holds such as {name}")
    if folder is not None and (own := folder / name).exists():
        try:
            return own.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{own}: cannot be read as UTF-8 text ({error})") from error
    return files("lvbuild.annotate.drafting").joinpath("prompts", name).read_text(encoding="utf-8")


def filled(prompt: str, values: Mapping[str, str]) -> str:
    """Return a prompt with its places, such as `{question}`, filled in; other braces stay."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), prompt)


def asked_again(why: str, language: Language) -> str:
    """Return what is added to a prompt whose answer could not be used."""
    return _AGAIN[language].format(why=why)


_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n\s*```\s*\Z", re.S)


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True)


class DraftedFact(_Reply):
    """A confusing fact."""

    fact: str
    subject: str


class DraftedReplacement(_Reply):
    """A pair of words."""

    original: str
    replacement: str
    alternatives: tuple[str, ...] = ()
    kind: Kind


class DraftedNeedle(_Reply):
    """A needle with its question."""

    id: str
    fact: str
    question: str
    answers: tuple[str, ...] = Field(min_length=1)
    keywords: str = ""


class ConfusingFacts(_Reply):
    """The reply of confusing facts."""

    facts: tuple[DraftedFact, ...] = Field(min_length=1)


class Replacements(_Reply):
    """The reply of replacements."""

    replacements: tuple[DraftedReplacement, ...] = Field(min_length=1)


class Needles(_Reply):
    """The reply of needles."""

    needles: tuple[DraftedNeedle, ...] = Field(min_length=1)


_REPLIES: dict[str, type[_Reply]] = {
    "confusing_facts": ConfusingFacts,
    "replacements": Replacements,
    "needles": Needles,
}


def read_reply(table: str, answer: str) -> Sequence[dict[str, Any]]:
    """Return the fields of the rows that an answer drafts; raise ValueError that says why not."""
    fenced = _FENCE.match(answer)
    try:
        data = json.loads(fenced[1] if fenced else answer)
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON") from error
    try:
        reply = _REPLIES[table].model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ValueError(f"{where or 'the object'}: {first['msg']}") from error
    [rows] = reply.model_dump().values()
    return [{key: _stripped(value) for key, value in row.items()} for row in rows]


def _stripped(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    return [" ".join(part.split()) for part in value]
