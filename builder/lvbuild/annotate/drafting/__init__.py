"""Drafting rows of tables by a model behind an endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lvbuild.annotate.drafting.draft import Drafting
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.core.endpoint import Endpoint


def drafting(
    bench: Workbench,
    table: str,
    endpoint: Endpoint,
    prompts: Path | None = None,
    at_once: int = 4,
) -> Drafting:
    """Return what drafts the rows of a table; raise UsageError where the recipe takes none."""
    from lvbuild.annotate.drafting.draft import Drafting
    from lvbuild.annotate.drafting.replacements import DraftingReplacements

    kind = DraftingReplacements if table == "replacements" else Drafting
    return kind(bench, table, endpoint, prompts, at_once)
