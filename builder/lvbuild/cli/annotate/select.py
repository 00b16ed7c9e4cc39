"""`lvbuild annotate select`: the questions that a build draws, as rows to be read by people."""

from __future__ import annotations

from typing import Any

import click

from lvbuild.cli.options import build_option, of_recipe


@click.command()
@of_recipe
@click.option(
    "--count", type=click.IntRange(1), metavar="N", help="How many there are to be in all."
)
@build_option("seed")
@click.option("--dry-run", is_flag=True, help="Print the rows, and write none.")
def select(name: str, count: int | None, dry_run: bool, **options: Any) -> None:
    """Write the questions that a build draws into the table "selection".

    Builds then ask these, and no others unless "fill" draws more. Rows that are there stay. In a
    row a question is corrected (question, answers or keywords, and the reason) or dropped (why).

    \b
    Example:
      lvbuild annotate select cmrc_mixup --dry-run
    """
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status
    from lvbuild.tables.writing import Change, row_json

    with status(f"reading {name}"):
        bench = Workbench.open(name, **options)
        if not dry_run:
            bench.require_own()
        rows = bench.draw(count)
        changes = [Change("selection", None, row) for row in rows]
        if not dry_run:
            bench.apply(changes, annotator="lvbuild select", action="suggest")
    output = Output()
    for row in rows if dry_run else ():
        output.print_line(row_json(row), indent="  ")
    selection = bench.tables.selection
    held = len(selection.rows) - len(rows) * (not dry_run) if selection else 0
    output.print_line(f"questions: {len(rows):,} drawn, {held:,} there before")
