"""Workbenches over the small recipes of tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lvbuild.annotate.workbench import Workbench
from tests.rules.small_tables import Row, write_world


def workbench(folder: Path, name: str = "english", **tables: Sequence[Row | str]) -> Workbench:
    """Write the small recipes, and open one of them."""
    if not (folder / "corpora").exists():
        write_world(folder, **tables)
    return Workbench.open(folder / f"{name}.yaml", corpora=folder / "corpora", offline=True)
