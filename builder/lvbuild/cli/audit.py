"""`lvbuild audit`: test what a release claims of its records."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from lvbuild.cli.options import build_option, files, folders
from lvbuild.core.wording import number_of
from lvbuild.errors import BuildError

if TYPE_CHECKING:
    from lvbuild.audit.audit import Audit
    from lvbuild.cli.output import Output


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.option(
    "--html", metavar="FILE", shell_complete=files, help="Write a report to be looked at."
)
@click.option(
    "--rebuild/--no-rebuild", default=True, help="Build again what can be, and compare it."
)
@build_option("corpora")
@build_option("offline")
@click.option("--tokenizer", multiple=True, metavar="FILE", help="A tokenizer it was built with.")
@build_option("workers")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def audit(
    release: str,
    *,
    html: str | None,
    rebuild: bool,
    corpora: str | None,
    offline: bool,
    tokenizer: tuple[str, ...],
    workers: int | None,
    as_json: bool,
) -> None:
    """Test what a release claims of its records, from its own files, and build it again.

    Its hashes are checked first, as by "verify"; then that its records are as long as they say,
    hold each fact and passage where provenance says, are answered by their evidence and by nothing
    else, and have no word left that is replaced; that all levels ask the same, equally deep. Told
    are scores of answers that were given without reading, too. What recipe, tables and options tell
    is made again; all of it is, and each line compared, where --corpora names its corpora, or where
    these were invented. It ends with 1 where a claim is untrue.

    \b
    Example:
      lvbuild audit release --html audit.html
      lvbuild audit release --corpora corpora
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    with status("reading") as shown:
        found = lvbuild.audit_release(
            release,
            workers=workers,
            rebuild=rebuild,
            corpora=corpora,
            offline=offline,
            tokenizers=tokenizer,
            report=lambda done, of: shown.update(f"{done:,} of {of:,} records read"),
        )
    if html is not None:
        from lvbuild.audit.report import write_report

        write_report(found, html)
    output = Output()
    if as_json:
        output.print_json(asdict(found), indent=2)
    else:
        _print(found, output)
    if found.errors:
        raise BuildError(f"{release}: {number_of(found.errors, 'error')}; see what was found above")


_MOST = 5
"""Findings of a claim that are shown."""


def _print(found: Audit, output: Output) -> None:
    for (claim, severity), own in found.by_claim().items():
        output.print_line(f"{severity} {claim}: {len(own):,}", style="bold")
        output.print_line(f"  claimed: {found.claims[claim]}", indent="    ")
        for each in own[:_MOST]:
            place = each.configuration + ("" if each.record is None else f" {each.record}")
            output.print_line(f"  {place}: {each.message}", indent="    ")
        if len(own) > _MOST:
            output.print_line(f"  and {len(own) - _MOST:,} more")
    floors = sorted({name for each in found.configurations.values() for name in each.floors})
    columns = ("configuration", "records", "length", *floors)
    rows = [
        (
            name,
            f"{each.records:,}",
            f"{each.shortest:,} to {each.longest:,}",
            *(f"{each.floors[floor]:.2f}" if floor in each.floors else "-" for floor in floors),
        )
        for name, each in found.configurations.items()
    ]
    output.print_table(columns, rows)
    for line in found.untested:
        output.print_line(f"note: {line}", indent="  ")
    if found.unmeasured:
        named = ", ".join(found.unmeasured[:_MOST])
        more = len(found.unmeasured) - _MOST
        named += f" and {more:,} more" if more > 0 else ""
        output.print_line(
            f"note: no tell-tale figures, which `lvbuild telltale --write` measures, of {named}",
            indent="  ",
        )
    records = sum(each.records for each in found.configurations.values())
    warnings = len(found.findings) - found.errors
    output.print_line(
        f"{found.release}: {number_of(records, 'record')},"
        f" {number_of(len(found.claims), 'claim')} tested: {number_of(found.errors, 'error')},"
        f" {number_of(warnings, 'warning')}"
    )
