"""What a rule is: a name, how grave it is to break it, and a function that finds where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from lvbuild.tables.case import Case, question_id
from lvbuild.tables.finding import Severity
from lvbuild.tables.reading import Placed


class Breach(NamedTuple):
    """A place where a rule is broken, and what to mend there."""

    file: Path
    line: int
    question_id: str
    message: str


class Rule(NamedTuple):
    """A rule of the tables. The docstring of `breaches` says where it comes from.

    A breach of an error's rule ends every build.
    """

    name: str
    severity: Severity
    breaches: Callable[[Case], Iterable[Breach]]


def breach(placed: Placed[BaseModel], message: str) -> Breach:
    """Return the breach of a rule by a row."""
    return Breach(placed.file, placed.line, question_id(placed.row), message)
