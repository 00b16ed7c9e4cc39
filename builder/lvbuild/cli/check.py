"""`lvbuild check`: check the rows of recipes' tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from lvbuild.cli.options import build_option, recipes
from lvbuild.core.wording import number_of
from lvbuild.errors import BuildError

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.rules.context import Finding, Severity


@click.command(no_args_is_help=True)
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@build_option("sample")
@build_option("corpora")
@build_option("offline")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(
    names: tuple[str, ...], sample: bool, corpora: str | None, offline: bool, as_json: bool
) -> None:
    """Check the tables of recipes, by name or by the path of a file of yours.

    Each row is held against the questions and documents of the recipe's corpora. A row that would
    make a record false is an error, what a person should look at a warning. A family, such as
    lveval, stands for its recipes, "all" for every one that comes with lvbuild.

    \b
    Example:
      lvbuild check factrecall_en factrecall_zh --sample
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    with status(f"checking {', '.join(names)}"):
        findings = lvbuild.check(names, corpora=corpora, sample=sample, offline=offline)
    failed = any(found.severity == "error" for found in findings)
    with suppress(BrokenPipeError) if failed else nullcontext():
        _print(findings, Output(), as_json)
    if failed:
        raise BuildError(f"{_counted(findings)}; mend or reject the rows that have errors")


def _print(findings: Sequence[Finding], output: Output, as_json: bool) -> None:
    if as_json:
        output.print_json([asdict(finding) for finding in findings], indent=2)
        return
    for found in (one for one in findings if one.severity != "note"):
        where = f"{found.file}:{found.line}" if found.line else found.file
        told = f"{found.severity}: {found.message} [{found.rule}]"
        output.print_line(f"{where}: {told}", indent="  ")
    notes = sum(found.severity == "note" for found in findings)
    kept = f", {number_of(notes, 'answer')} that no row changes" if notes else ""
    output.print_line(f"{_counted(findings)}{kept}")


def _counted(findings: Sequence[Finding]) -> str:
    counts = Counter(found.severity for found in findings)
    kinds: tuple[Severity, ...] = ("error", "warning")
    return ", ".join(number_of(counts[one], one) for one in kinds)
