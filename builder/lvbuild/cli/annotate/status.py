"""`lvbuild annotate status`: how far tables are."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import build_option, recipes

if TYPE_CHECKING:
    from lvbuild.annotate.status import AnnotationStatus
    from lvbuild.cli.output import Output


@click.command("status")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@build_option("corpora")
@build_option("offline")
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def show_status(names: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Tell how far tables are: rows drafted, approved, rejected, what is missing.

    Rows that the ledger beside the tables does not explain were edited by hand: they are named.

    \b
    Example:
      lvbuild annotate status factrecall_en
    """
    from lvbuild.annotate.status import annotation_status
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status
    from lvbuild.recipe import load_recipes

    with status(f"reading {', '.join(names)}"):
        found = [
            annotation_status(Workbench.open(file.argument, **options))
            for file in load_recipes(names)
        ]
    if as_json:
        Output().print_json([asdict(each) for each in found], indent=2)
        return
    for each in found:
        _print_status(each, Output())


def _print_status(found: AnnotationStatus, output: Output) -> None:
    hours = f", {found.hours:.1f} hours spent" if found.hours else ""
    output.print_line(f"{found.recipe}: {found.questions:,} questions{hours}", style="bold")
    for name, table in found.tables.items():
        counts = (
            f"{table.drafted:,} drafts, {table.approved:,} approved, {table.rejected:,} rejected"
        )
        output.print_line(f"  {name:<16} {counts}", indent=" " * 19)
        _print_places(output, table.unexplained, "edited by hand: the ledger does not explain")
        if not table.unexplained:
            _print_places(output, table.approved_unexplained, "approved without a decision:")
    _print_places(output, found.broken, "no rows of a table, as `lvbuild check` tells:")
    for line in found.missing:
        output.print_line(f"  missing: {line}", indent="    ")


def _print_places(output: Output, places: tuple[str, ...], why: str, most: int = 5) -> None:
    if places:
        more = f" and {len(places) - most:,} more" if len(places) > most else ""
        output.print_line(f"    {why} {', '.join(places[:most])}{more}", indent="      ")
