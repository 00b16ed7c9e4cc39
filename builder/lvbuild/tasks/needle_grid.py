"""The task needle_grid: one fact at each of a few depths, so many times each."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from lvbuild.recipe import register
from lvbuild.tasks.needle_single import NeedleSingle
from lvbuild.tasks.needles import check_depths


@register
class NeedleGrid(NeedleSingle):
    """A recipe that asks for the value of one key at every depth of a grid."""

    task: Literal["needle_grid"] = Field(  # type: ignore[assignment]
        description="what is asked: the value of one key, at each depth of a grid"
    )
    depths: Annotated[str, AfterValidator(check_depths)] = Field(
        "0..1 by 0.1", description="of the needles in turn; the count is a multiple of theirs"
    )
