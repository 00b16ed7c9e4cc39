"""Texts and records as they are read: made plain, and strictly; errors name the place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lvbuild.errors import BuildError

REMEDY = "fetch the file again from its publisher, or mend it"


def plain(text: str) -> str:
    """Compose to NFC, mend line ends, drop a byte order mark and white space at both ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return unicodedata.normalize("NFC", text).strip()


def plain_places(text: str, places: Iterable[object]) -> list[int | None]:
    """Return where places of a text stand once it is plain; None for what is no place."""
    # A mark at the end keeps the white space before the place, which is within the text.
    return [
        len(plain(f"{text[:place]}\0")) - 1 if type(place) is int and place >= 0 else None
        for place in places
    ]


class RecordError(BuildError):
    """A record is not of its layout: `where` it is so, what the `problem` is, what to do."""

    def __init__(self, where: str, problem: str, remedy: str) -> None:
        super().__init__(f"{where}: {problem}: {remedy}")
        self.where = where
        self.problem = problem

    def within(self, place: str) -> str:
        """Return the problem as whoever reads the record at `place` sees it, without its file."""
        below = self.where.removeprefix(place).removeprefix(", ")
        return f"{below} {self.problem}".strip()


@dataclass(frozen=True, slots=True)
class Record:
    """An object of a file; `where` names the file and the record's number or line in it."""

    where: str
    fields: dict[str, Any]

    @classmethod
    def of(cls, where: str, value: object) -> Record:
        """Take a value that has to be an object."""
        if not isinstance(value, dict):
            raise invalid(where, f"is {kind_of(value)}", "an object")
        return cls(where, value)

    def field(self, name: str, expected: str) -> Any:
        """Return a field's value; one that is missing is a BuildError."""
        if name not in self.fields:
            raise invalid(self.where, f"has no field {name!r}", f"{name!r} to be {expected}")
        return self.fields[name]

    def text(self, name: str) -> str:
        """Return a field that has to be a string, made plain."""
        return plain(self.string(name))

    def string(self, name: str) -> str:
        """Return a field that has to be a string, as it is written."""
        return string(f"{self.where}, {name}", self.field(name, "a string"))

    def identity(self, name: str) -> str:
        """Return a field that has to be an id: a string that is not empty, or a number."""
        value = self.field(name, "an id")
        found = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if not (text := plain_string(f"{self.where}, {name}", found)):
            raise invalid(f"{self.where}, {name}", "is empty", "an id")
        return text

    def items(self, name: str) -> list[Any]:
        """Return a field that has to be a list."""
        value = self.field(name, "a list")
        if not isinstance(value, list):
            raise invalid(f"{self.where}, {name}", f"is {kind_of(value)}", "a list")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a field that has to be a list of strings, each made plain."""
        return plain_strings(f"{self.where}, {name}", self.items(name))

    def records(self, name: str) -> list[Record]:
        """Return a field that has to be a list of objects."""
        return records_of(f"{self.where}, {name}", self.items(name))


def records_of(where: str, values: Sequence[object]) -> list[Record]:
    """Take the values of a list that all have to be objects."""
    return [Record.of(f"{where} {number}", value) for number, value in enumerate(values, 1)]


def plain_strings(where: str, values: Sequence[object]) -> list[str]:
    """Make plain the values of a list that all have to be strings."""
    return [plain_string(f"{where} {number}", value) for number, value in enumerate(values, 1)]


def plain_string(where: str, value: object) -> str:
    """Make plain a value that has to be a string."""
    return plain(string(where, value))


def string(where: str, value: object) -> str:
    """Return a value that has to be a string that UTF-8 can hold."""
    if not isinstance(value, str):
        raise invalid(where, f"is {kind_of(value)}", "a string")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise invalid(where, f"holds half a character ({error.reason})", "whole ones") from error
    return value


def invalid(where: object, found: str, expected: str, remedy: str = REMEDY) -> RecordError:
    """Say what is wrong where, what was expected and what to do."""
    return RecordError(str(where), f"{found}; expected {expected}", remedy)


def kind_of(value: object) -> str:
    """Name what a value of JSON is."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")
