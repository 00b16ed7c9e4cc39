"""`lvbuild view`: records of a release on a page."""

from __future__ import annotations

import click

from lvbuild.cli.options import files, folders


def _listed(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in (given or "").split(",") if word.strip())


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.option(
    "--records",
    metavar="ID,...",
    callback=_listed,
    help="Records by _id (at every level) or as CONFIGURATION:NUMBER, counted from 0.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    metavar="N",
    help="Draw so many, evenly over the configurations (default: 10).",
)
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    shell_complete=files,
    help="The page to be written, such as page.html.",
)
def view(release: str, *, records: tuple[str, ...], sample: int | None, out: str) -> None:
    """Write a page that shows records, their passages as bands along the context.

    It says what is evidence, what distracts and where facts stand, and each passage can be read,
    with the words that were replaced marked. It is one HTML file that a browser opens from the disk
    and that fetches nothing. It shows 100 records at most; what texts are left out to keep it small
    is said.

    \b
    Example:
      lvbuild view release --records factrecall_en_16k:17 --out page.html
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    with status("reading"):
        viewed = lvbuild.view_release(release, out, records=records, sample=sample)
    output = Output()
    size = f"{viewed.bytes / 1e6:,.2f} MB"
    output.print_line(f"{out}: {len(viewed.records):,} records, {size}", indent="  ")
    if viewed.left_out:
        output.print_line(
            f"note: {viewed.left_out:,} of {viewed.stretches:,} passages, or parts of long ones,"
            " stand there without their texts, to keep it small: those farthest from evidence and"
            " facts; ask for fewer records to have them",
            indent="  ",
        )
