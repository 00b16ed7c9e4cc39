"""What a model is asked: prompts in files that a user can edit, by language and table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.model import Language

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
