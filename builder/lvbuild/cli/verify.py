"""`lvbuild verify` and `telltale`: check a release, and what its contexts give away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from lvbuild.cli.options import build_option, folders
from lvbuild.cli.options import configurations as completed
from lvbuild.core.wording import number_of

if TYPE_CHECKING:
    from lvbuild.cli.output import Output
    from lvbuild.release.telltale import Telltale


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.option("--rebuild", is_flag=True, help="Build again from its inputs and compare the bytes.")
@build_option("corpora")
@build_option("offline")
@click.option("--tokenizer", multiple=True, metavar="FILE", help="A tokenizer it was built with.")
def verify(
    release: str, rebuild: bool, corpora: str | None, offline: bool, tokenizer: tuple[str, ...]
) -> None:
    """Check every file of a release against its hash, and what its files say of each other.

    What is forged throughout is found by --rebuild alone.

    \b
    Example:
      lvbuild verify release --rebuild
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    found: list[str] = []
    with status("reading") as shown:

        def right(path: str) -> None:
            found.append(path)
            shown.update(path)

        manifest = lvbuild.verify(
            release,
            rebuild=rebuild,
            corpora=corpora,
            offline=offline,
            tokenizers=tokenizer,
            report=right,
        )
    again = " and built again, byte for byte" if rebuild else ""
    output = Output()
    output.print_line(
        f"{release}: {number_of(len(manifest.recipes), 'recipe')}, all {len(found)} checks"
        f" right{again}",
        indent="  ",
    )
    if not rebuild:
        output.print_line(
            "its files agree with each other; whether they are what its recipes, tables and"
            " corpora build, only --rebuild can tell",
            indent="  ",
        )


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.argument("configurations", nargs=-1, shell_complete=completed)
@click.option("--write", is_flag=True, help="Enter the figures into the release and its card.")
@build_option("workers")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def telltale(
    release: str,
    configurations: tuple[str, ...],
    write: bool,
    workers: int | None,
    as_json: bool,
) -> None:
    """Measure how well supporting passages are picked out of contexts without reading a question.

    A program learns them by their text (character n-grams), their place and their length on four
    fifths of the questions, and is tested on the others; by the order and the company in which they
    stand, from the other records. Where an answer is chosen from several, it is sought among these
    without the context. 0.5 is chance; what comes near 1 tells the supporting passages by
    a mark. All of a release is measured, or the CONFIGURATIONS named.

    \b
    Example:
      lvbuild telltale release factrecall_en_16k
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    with status("reading") as shown:
        measured = lvbuild.telltale(
            release,
            configurations,
            write=write,
            workers=workers,
            report=lambda done, of: shown.update(f"{done} of {of} configurations measured"),
        )
    if as_json:
        dumped = {name: each.model_dump() for name, each in measured.items()}
        Output().print_json(dumped, indent=2)
    else:
        _print(measured, Output())


def _print(measured: Mapping[str, Telltale], output: Output) -> None:
    from lvbuild.release.telltale import MEASURES, measures, remarks

    rows = [
        (
            name,
            f"{each.passages:,} ({each.supporting:,} supporting)",
            *measures(each),
            " ".join(map(str, each.ngrams)),
        )
        for name, each in measured.items()
        if each.passages
    ]
    if rows:
        columns = ("configuration", "passages", *MEASURES, "n-grams that weigh most")
        output.print_table(columns, rows)
    for line in remarks(measured):
        output.print_line(line, indent="  ")
