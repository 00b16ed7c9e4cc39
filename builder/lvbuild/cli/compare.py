"""`lvbuild compare`: what two releases share, and whether their scores compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from lvbuild.cli.options import build_option, files, folders

if TYPE_CHECKING:
    from lvbuild.audit.compare import Comparison
    from lvbuild.cli.output import Output


@click.command(no_args_is_help=True)
@click.argument("old", shell_complete=folders)
@click.argument("new", required=False, shell_complete=folders)
@click.option(
    "--html", metavar="FILE", shell_complete=files, help="Write a report to be looked at."
)
@build_option("workers")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def compare(
    old: str, new: str | None, html: str | None, workers: int | None, as_json: bool
) -> None:
    """Tell what two releases share, and whether scores on them can be compared.

    Told are questions kept, added and gone, answers that changed, what of the new texts stood in
    the old ones, marks of how hard records are with a test of whether they are equal, how fresh NEW
    is, and which inputs would have a rebuild come to other bytes. Without NEW, OLD's inputs are
    held against the installed lvbuild.

    \b
    Example:
      lvbuild compare release release-2027 --html compared.html
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    output = Output()
    if new is None:
        if html is not None:
            raise click.UsageError("--html takes two releases")
        from lvbuild.audit.compare import outdated

        _print_outdated(outdated(old), output, as_json)
        return
    with status("reading") as shown:
        found = lvbuild.compare_releases(
            old,
            new,
            workers=workers,
            report=lambda done, of: shown.update(f"{done:,} of {of:,} records read"),
        )
    if html is not None:
        from lvbuild.audit.comparison_report import write_report

        write_report(found, html)
    if as_json:
        output.print_json(asdict(found), indent=2)
    else:
        _print(found, output)


def _print_outdated(found: Mapping[str, Sequence[str]], output: Output, as_json: bool) -> None:
    from lvbuild.audit.comparison_report import SAME_INPUTS

    if as_json:
        output.print_json(dict(found), indent=2)
        return
    for name, inputs in found.items():
        output.print_line(name, style="bold")
        for told in inputs or (f"{SAME_INPUTS}, if the corpora are",):
            output.print_line(f"  {told}", indent="    ")


def _print(found: Comparison, output: Output) -> None:
    from lvbuild.audit.comparison_report import (
        MARKED,
        MARKS_MEAN,
        SAME_INPUTS,
        SHARES,
        SHARES_MEAN,
        defects_told,
        freshness_told,
        mark_rows,
        questions_told,
        share_rows,
        verdict,
    )

    for name, each in found.recipes.items():
        output.print_line(name, style="bold")
        said = (questions_told(each), *defects_told(each), freshness_told(each), verdict(each))
        for told in said:
            output.print_line(f"  {told}", indent="    ")
        for told in each.inputs or (SAME_INPUTS,):
            output.print_line(f"  rebuild: {told}", indent="    ")
    for what, names in (("gone", found.gone), ("added", found.added)):
        if names:
            output.print_line(f"recipes {what}: {', '.join(names)}", indent="  ")
    if shares := [row for one in found.recipes.items() for row in share_rows(*one)]:
        output.print_line("")
        output.print_table(SHARES, shares)
        output.print_line(f"shown is {SHARES_MEAN}", indent="  ")
        output.print_line("")
        output.print_table(
            MARKED, [row for one in found.recipes.items() for row, _ in mark_rows(*one)]
        )
        output.print_line(f"shown are {MARKS_MEAN}", indent="  ")
