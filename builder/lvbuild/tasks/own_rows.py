"""The rows of the one table that a task brings itself."""

from __future__ import annotations

from typing import Any

from lvbuild.errors import UsageError
from lvbuild.tables.reading import Tables


def own_rows(tables: Tables) -> list[Any]:
    """Return the rows that builds take; raise UsageError where there are none."""
    [table] = tables.own.values()
    if why := table.why_none:
        raise UsageError(f"{table.path}: {why}")
    return [placed.row for placed in table.used]
