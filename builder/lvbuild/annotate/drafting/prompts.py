"""What a model is asked, and what it has to reply."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

from lvbuild.core.endpoint import UnusableError
from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError
from lvbuild.languages import find_language

_OPENINGS = 100
"""Brackets at which a reply is looked for: words may stand before it."""
_PLACE = re.compile(r"\{(\w+)\}")


def read_prompt(table: str, language: LanguageCode, folder: Path | None = None) -> str:
    """Return the prompt of a table; one in a user's folder, `en/TABLE.txt`, comes first.

    Raises UsageError where that one cannot be read, or there is none in the language.
    """
    name = f"{language}/{table}.txt"
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder}: is no folder of prompts; it holds such as {name}")
    if folder is not None and (own := folder / name).exists():
        try:
            return own.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{own}: cannot be read as UTF-8 text ({error})") from error
    shipped = files("lvbuild.annotate").joinpath("prompts", name)
    if not shipped.is_file():
        spoken = find_language(language).name
        raise UsageError(f"no prompt is in {spoken}; give a folder that holds {name} by --prompts")
    return shipped.read_text(encoding="utf-8")


def filled(prompt: str, values: Mapping[str, str]) -> str:
    """Return a prompt with its places, such as `{question}`, filled in; other braces stay."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), prompt)


_REPLIES = {
    "confusing_facts": ("facts", ("fact", "subject", "passage", "answer")),
    "replacements": (
        "replacements",
        ("entity", "original", "replacement", "alternatives", "kind"),
    ),
    "needles": ("needles", ("id", "fact", "question", "answers", "keywords")),
    "abstracts": ("abstracts", ("abstract",)),
    "questions": ("questions", ("question", "answers", "evidence")),
}
"""The key of each table's reply, and the fields that are taken of what stands in its list."""


def read_reply(table: str, answer: str) -> Sequence[dict[str, Any]]:
    """Return the fields of the rows that an answer drafts; whether they are rows is not checked.

    Raises UnusableError that says why there are none.
    """
    key, names = _REPLIES[table]
    for opening in islice(re.finditer(r"[{\[]", answer), _OPENINGS):  # words or fences around it
        with suppress(ValueError, RecursionError):
            reply = json.JSONDecoder().raw_decode(answer, opening.start())[0]
            break
    else:
        raise UnusableError("it is no JSON")
    drafts = reply.get(key) if isinstance(reply, dict) else None
    # Of replacements none may be missing.
    if not isinstance(drafts, list) or not (drafts or table == "replacements"):
        raise UnusableError(f"it has no list {key!r} with something in it")
    objects = [draft if isinstance(draft, dict) else {} for draft in drafts]
    if drafts and not any(objects):
        raise UnusableError(f"{key!r} holds what is no object")
    return [{name: _one_line(draft[name]) for name in names if name in draft} for draft in objects]


def _one_line(value: Any) -> Any:
    if isinstance(value, list):
        return [_one_line(part) for part in value]
    return " ".join(value.split()) if isinstance(value, str) else value
