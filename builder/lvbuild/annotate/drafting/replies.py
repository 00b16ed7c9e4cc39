"""What a model has to reply for a table, read as strictly as the table's rows."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lvbuild.tables.rows import Kind

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
