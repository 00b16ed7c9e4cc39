"""`lvbuild check`: check the rows of recipes' tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from lvbuild.errors import BuildError

if TYPE_CHECKING:
    from lvbuild.checking.finding import Finding, Severity


@click.command(no_args_is_help=True)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--sample", is_flag=True, help="Use an invented corpus: no download, no files.")
@click.option("--corpora", metavar="DIR", help="The folder of the corpora (LVBUILD_CORPORA).")
@click.option("--offline", is_flag=True, help="Fetch nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(
    names: tuple[str, ...], sample: bool, corpora: str | None, offline: bool, as_json: bool
) -> None:
    """Check the tables of recipes, by name or by the path of a file of yours.

    Each row is held against the questions and documents of the recipe's corpora. A row that would
    make a record false is an error, what a person should look at a warning. "all" stands for
    every recipe that comes with lvbuild.

    \b
    Example:
      lvbuild check factrecall_en factrecall_zh --sample
    """
    import lvbuild

    findings = lvbuild.check(names, corpora=corpora, sample=sample, offline=offline)
    told = _told(findings)
    if as_json:
        rows = [asdict(finding) for finding in findings]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for found in findings:
            where = f"{found.file}:{found.line}: {found.severity}: "
            click.echo(f"{where}{found.message} [{found.rule}]")
        click.echo(told)
    if any(found.severity == "error" for found in findings):
        raise BuildError(f"{told}; mend or reject the rows that have errors")


def _told(findings: Sequence[Finding]) -> str:
    counts = Counter(found.severity for found in findings)
    kinds: tuple[Severity, ...] = ("error", "warning")
    return ", ".join(f"{counts[one]:,} {one}{'' if counts[one] == 1 else 's'}" for one in kinds)
