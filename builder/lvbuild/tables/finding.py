"""What a check tells of a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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
