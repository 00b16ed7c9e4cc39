"""Reading the words of the invented world: text files that a linguist can edit, not Python.

A file in `words/<language>/` is UTF-8. A line `@section` opens a section, and each other line is
one word or template of it; lines that begin with `#` are comments, blank ones are for the eye.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

from lvbuild.errors import UsageError
from lvbuild.model import Language

T = TypeVar("T")

Sections = Mapping[str, Sequence[T]]
"""What the lines of each section of a file say, in the order in which they stand there."""

FOLDERS: Mapping[Language, str] = {"en": "english", "zh": "chinese"}


@cache
def read_words(language: Language, name: str, parse: Callable[[str], T]) -> Sections[T]:
    """Read a file of words, each line by `parse`; `str` leaves them as they are.

    Raises UsageError, naming file and line, where the file breaks the form or `parse` raises
    ValueError.
    """
    path = files("lvbuild.sample") / "words" / FOLDERS[language] / f"{name}.txt"
    try:
        # Some editors begin a UTF-8 file with a mark of the byte order.
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be read ({error.strerror}); install lvbuild anew"
        ) from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise UsageError(f"{path}, line {line}: is no UTF-8; save the file as UTF-8") from error
    return parse_words(str(path), text, parse)


def parse_words(file: str, text: str, parse: Callable[[str], T]) -> Sections[T]:
    """Read the text of a file of words, which errors name `file`; as `read_words`."""
    sections: dict[str, dict[str, T]] = {}
    opened: dict[str, str] = {}
    section = ""
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        where = f"{file}, line {number}"
        if not line or line.startswith("#"):
            continue
        if line.startswith("@"):
            section = line[1:]
            if section in sections:
                raise UsageError(f"{where}: @{section} is opened twice; put its lines together")
            sections[section], opened[section] = {}, where
        elif not section:
            raise UsageError(f"{where}: {line!r} stands in no section; open one above it: @name")
        elif line in sections[section]:
            raise UsageError(f"{where}: {line!r} stands twice in @{section}; remove one")
        else:
            sections[section][line] = _parsed(where, line, parse)
    for name, lines in sections.items():
        if not lines:
            raise UsageError(f"{opened[name]}: @{name} is empty; remove it, or write a line below")
    return {name: tuple(lines.values()) for name, lines in sections.items()}


def _parsed(where: str, line: str, parse: Callable[[str], T]) -> T:
    try:
        return parse(line)
    except ValueError as error:
        raise UsageError(f"{where}: {error}") from error
