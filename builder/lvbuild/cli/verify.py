"""`lvbuild verify`: check a release."""

from __future__ import annotations

import click

from lvbuild.cli.options import build_option, folders


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
        f"{release}: {len(manifest.recipes)} recipes, all {len(found)} checks right{again}",
        indent="  ",
    )
    if not rebuild:
        output.print_line(
            "its files agree with each other; whether they are what its recipes, tables and"
            " corpora build, only --rebuild can tell",
            indent="  ",
        )
