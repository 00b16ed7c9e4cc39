"""`lvbuild verify`: check a release."""

from __future__ import annotations

import click


@click.command(no_args_is_help=True)
@click.argument("release")
@click.option("--rebuild", is_flag=True, help="Build again from its inputs and compare the bytes.")
@click.option("--corpora", metavar="DIR", help="The folder of the corpora (LVBUILD_CORPORA).")
@click.option("--offline", is_flag=True, help="Fetch nothing.")
@click.option("--tokenizer", multiple=True, metavar="FILE", help="A tokenizer it was built with.")
def verify(
    release: str, rebuild: bool, corpora: str | None, offline: bool, tokenizer: tuple[str, ...]
) -> None:
    """Check every file of a release against its hash.

    \b
    Example:
      lvbuild verify release --rebuild
    """
    from rich.console import Console

    import lvbuild

    found: list[str] = []
    with Console(stderr=True).status("reading") as status:

        def right(path: str) -> None:
            found.append(path)
            status.update(path)

        manifest = lvbuild.verify(
            release,
            rebuild=rebuild,
            corpora=corpora,
            offline=offline,
            tokenizers=tokenizer,
            report=right,
        )
    again = " and built again, byte for byte" if rebuild else ""
    click.echo(
        f"{release}: {len(set(manifest.recipes))} recipes, all {len(found)} checks right{again}"
    )
