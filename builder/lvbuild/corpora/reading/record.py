"""A record of a file, read strictly by its keys or a mapping's paths: errors name the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from lvbuild.corpora.reading.plain_text import plain
from lvbuild.errors import BuildError
from lvbuild.recipe.sources import EACH, steps

REMEDY = "fetch the file again from its publisher, or mend it"


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
            raise amiss(where, f"is {kind(value)}", "an object")
        return cls(where, value)

    def field(self, name: str, expected: str) -> Any:
        """Return a field's value; one that is missing is a BuildError."""
        if name not in self.fields:
            raise amiss(self.where, f"has no field {name!r}", f"{name!r} to be {expected}")
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
            raise amiss(f"{self.where}, {name}", "is empty", "an id")
        return text

    def items(self, name: str) -> list[Any]:
        """Return a field that has to be a list."""
        value = self.field(name, "a list")
        if not isinstance(value, list):
            raise amiss(f"{self.where}, {name}", f"is {kind(value)}", "a list")
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
        raise amiss(where, f"is {kind(value)}", "a string")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise amiss(where, f"holds half a character ({error.reason})", "whole ones") from error
    return value


def amiss(where: object, found: str, expected: str) -> RecordError:
    """Say what is wrong where, what was expected and what to do."""
    return RecordError(str(where), f"{found}; expected {expected}", REMEDY)


def kind(value: object) -> str:
    """Name what a value of JSON is."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")


class Found(NamedTuple):
    """A value, where it stands in its file, and the key of the recipe that leads to it."""

    where: str
    value: Any
    key: str

    def amiss(self, found: str, expected: str) -> RecordError:
        """Say what is wrong with it and which key to change."""
        remedy = f"change {self.key} in the recipe, or mend the file"
        return RecordError(self.where, f"{found}; expected {expected}", remedy)

    def text(self) -> str:
        """Return a string made plain, a number as it is written, "" for null."""
        return plain(self.raw())

    def raw(self) -> str:
        """Return the same with the white space it has."""
        if self.value is None:
            return ""
        if type(self.value) in (int, float):
            return str(self.value)
        if not isinstance(self.value, str):
            more = ", or a path with [] to what it holds" if isinstance(self.value, list) else ""
            raise self.amiss(f"is {kind(self.value)}", f"a string{more}")
        return string(self.where, self.value)

    def joined(self, glue: str) -> str:
        """Return a text that may be a list of strings.

        Between them stands `glue`. With it each is made plain before, and empty ones are dropped;
        without, they bring their own white space.
        """
        if not isinstance(self.value, list):
            return self.text()
        parts = [
            Found(f"{self.where} {number}", value, self.key)
            for number, value in enumerate(self.value, 1)
        ]
        if glue:
            return plain(glue.join(filter(None, (part.text() for part in parts))))
        return plain("".join(part.raw() for part in parts))


@dataclass(frozen=True, slots=True)
class MappedRecord:
    """A record, or a question within one; `where` names the file and the record's number."""

    where: str
    value: Any

    def find(self, key: str, path: str) -> list[Found]:
        """Return what stands at a path, in the file's order; a null list holds nothing."""
        here = Found(self.where, self.value, f"fields.{key} ({path})")
        if self.value is None:
            raise here.amiss("is null", "a record")
        return list(_walk(here, steps(path)))

    def texts(self, key: str, path: str) -> list[str]:
        """Return the strings at a path."""
        return [found.text() for found in self.find(key, path)]

    def text(self, key: str, path: str) -> str:
        """Return the one string at a path without []; "" for null."""
        return "".join(self.texts(key, path))

    def identity(self, key: str, path: str) -> str:
        """Return the one id at a path without []; null or an empty one is a BuildError."""
        for found in self.find(key, path):
            if isinstance(found.value, float) or not (text := found.text()):
                raise found.amiss("is no id", "a string or a whole number")
            return text
        raise Found(self.where, None, f"fields.{key} ({path})").amiss("has no id", "one")

    def within(self, key: str, path: str) -> list[MappedRecord]:
        """Return the objects at a path."""
        return [MappedRecord(found.where, found.value) for found in self.find(key, path)]


def records_at(where: str, value: Any, path: str) -> list[MappedRecord]:
    """Return the records of a JSON file's value; those of a list at its root are so counted."""
    root = f"{where}, record" if path.startswith(EACH) else where
    found = _walk(Found(root, value, f"records ({path})"), steps(path))
    return [MappedRecord(each.where, each.value) for each in found]


def _walk(found: Found, path: Sequence[str]) -> Iterator[Found]:
    if not path:
        yield found
        return
    step, rest, (where, value, key) = path[0], path[1:], found
    if value is None:
        if EACH not in path:
            yield found
    elif step == EACH:
        if not isinstance(value, list):
            raise found.amiss(f"is {kind(value)}", "a list before []")
        for number, item in enumerate(value, 1):
            yield from _walk(Found(f"{where} {number}", item, key), rest)
    elif isinstance(value, dict):
        if step not in value:
            names = ", ".join(map(repr, value)) or "none"
            raise found.amiss(f"has no field {step!r}", f"it among its fields, which are {names}")
        yield from _walk(Found(f"{where}, {step}", value[step], key), rest)
    elif isinstance(value, list) and step.isdecimal():
        if int(step) >= len(value):
            raise found.amiss(f"has {len(value)} items", f"one of the number {step}, from 0")
        yield from _walk(Found(f"{where} {int(step) + 1}", value[int(step)], key), rest)
    else:
        meant = "the number of an item or [] there" if isinstance(value, list) else "an object"
        raise found.amiss(f"is {kind(value)}", f"{meant} with {step!r}")
