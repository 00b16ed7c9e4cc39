"""What the page's forms say."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any
from urllib.parse import parse_qs

from fastapi import Request

_MOST_BODY = 256 * 1024
_LONGEST_NUMBER = 10
_LISTS = {"alternatives", "answers"}
FIELDS: Mapping[str, tuple[str, ...]] = {
    "replacements": (
        *("original", "replacement", "alternatives", "plural", "kind", "everywhere", "note"),
    ),
    "confusing_facts": ("fact", "subject", "home", "note"),
    "answer_keywords": ("keywords", "note"),
    "needles": ("fact", "question", "answers", "keywords", "note"),
}
"""The fields that can be edited, by table."""


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form; one that is too long has none."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BODY:
            return {}
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=50)
    return {name: values[-1] for name, values in fields.items()}


def row_fields(form: Mapping[str, str], table: str) -> dict[str, Any]:
    """Return the fields of a row that a form says."""
    fields: dict[str, Any] = {}
    for name in FIELDS[table]:
        text = form.get(name, "").strip()
        if name in _LISTS:
            fields[name] = [part.strip() for part in text.splitlines() if part.strip()]
        elif name == "everywhere":
            fields[name] = bool(text)
        else:
            fields[name] = text
    return fields


def seconds_of(form: Mapping[str, str]) -> float:
    """Return the seconds that a decision took, as the page counted them: a day at most."""
    try:
        seconds = float(form.get("seconds", "0"))
    except ValueError:
        return 0.0
    return 0.0 if isnan(seconds) else min(max(seconds, 0.0), 86_400.0)


def number_of(form: Mapping[str, str]) -> int:
    """Return the number of the question that a form is sent from, the first for none."""
    number = form.get("q", "")
    return int(number) if number.isdecimal() and len(number) < _LONGEST_NUMBER else 0
