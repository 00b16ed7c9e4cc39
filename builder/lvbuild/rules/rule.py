"""What a rule is: a name, how grave it is to break it, and a function that finds where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel

from lvbuild.rules.context import LintContext
from lvbuild.tables.reading import Placed, question_id

Severity = Literal["error", "warning"]
"""An error makes a record false, or stops a build; a warning is for a person to judge."""


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A rule that a row of a table breaks: where, how grave it is, and what to mend.

    `question_id` is "" where a row is too broken to have one.
    """

    recipe: str
    file: str
    line: int
    question_id: str
    rule: str
    severity: Severity
    message: str


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
    breaches: Callable[[LintContext], Iterable[Breach]]


def breach(placed: Placed[BaseModel], message: str) -> Breach:
    """Return the breach of a rule by a row."""
    return Breach(placed.file, placed.line, question_id(placed.row), message)
