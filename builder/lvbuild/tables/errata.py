"""Errata: questions that are known to be defective, each with the reason, a line of JSON each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from lvbuild.core.model import LONGEST_NAME, NAME
from lvbuild.core.options import Errata
from lvbuild.core.resources import read_named
from lvbuild.core.twins import full_name
from lvbuild.errors import UsageError
from lvbuild.tables.reading import BrokenRowError, read_row
from lvbuild.tables.rows import Text

_MOST_BYTES = 2**24


class Erratum(BaseModel):
    """A question of a recipe that is known to be defective, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    recipe: str = Field(pattern=NAME, max_length=LONGEST_NAME)
    question_id: Text
    reason: Text


def parse_errata(path: Path, content: bytes) -> Iterator[Erratum]:
    """Yield the lines of such a file; raise UsageError for the first that is none."""
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            try:
                yield read_row(line, Erratum)
            except BrokenRowError as error:
                raise UsageError(f"{path}:{number}: {error}") from error


def read_errata(path: str | Path, recipe: str) -> Errata | None:
    """Return what a file tells of a recipe, or its twin, each question once; None where nothing.

    Raises UsageError that names file and line.
    """
    file = Path(path)
    content = read_named(file, _MOST_BYTES, "check the path", "the file of errata")
    told = (each for each in parse_errata(file, content) if full_name(each.recipe) == recipe)
    defects = {each.question_id: each.reason for each in told}
    return Errata(tuple(defects.items())) if defects else None
