"""The names of those who decide."""

from __future__ import annotations

from lvbuild.errors import UsageError
from lvbuild.tables.rules.rows import names_program
from lvbuild.text.controls import one_line

_LONGEST = 100


def checked_name(name: str) -> str:
    """Return an annotator's name without white space around it; raise UsageError for none."""
    name = name.strip()
    if not name:
        raise UsageError("the annotator's name is empty; say who decides")
    if len(name) > _LONGEST:
        raise UsageError(f"the annotator's name has over {_LONGEST} characters; take a shorter one")
    try:
        return one_line(name)
    except ValueError as error:
        raise UsageError(f"the annotator's name is no line of text ({error})") from error


def checked_person(name: str) -> str:
    """Return the name of a person; raise UsageError for none, and for a program's."""
    name = checked_name(name)
    if names_program(name):
        raise UsageError(f"{name!r} names a program; a person decides, by name")
    return name
