"""The task needle_multi_key: one fact among near-identical ones of other keys."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from lvbuild.recipe import register
from lvbuild.tasks.needle_single import NeedleSingle


@register
class NeedleMultiKey(NeedleSingle):
    """A recipe that asks for the value of one key of many."""

    task: Literal["needle_multi_key"] = Field(  # type: ignore[assignment]
        description="what is asked: the value of one key of many"
    )
    decoys: int = Field(
        ge=1, le=1_000, description="how many facts of the same template have other keys"
    )
