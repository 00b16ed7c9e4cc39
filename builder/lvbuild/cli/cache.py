"""`lvbuild cache`: what is kept to save making it again, and clearing it."""

from __future__ import annotations

from collections import Counter

import click

from lvbuild.cli.main import Commands
from lvbuild.core.controls import printable


@click.group(cls=Commands)
def cache() -> None:
    """List and clear what builds keep to save making it again.

    That is what texts give by themselves (cleaned texts, prose, where sentences end) and recipes as
    they were prepared. It follows from the texts and from lvbuild's code: without it a build takes
    longer, and comes to the same bytes. Fetched corpora are no part of it.

    \b
    Example:
      lvbuild cache list
    """


@cache.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def list_kept(as_json: bool) -> None:
    """List the kinds of things kept, with their files and bytes.

    \b
    Example:
      lvbuild cache list --json
    """
    from lvbuild.cli.output import Output
    from lvbuild.core.kept import kept_files, kept_folder

    files, sizes = Counter[str](), Counter[str]()
    for file in kept_files():
        kind = file.path.parent.name.rpartition("-")[0]
        files[kind] += 1
        sizes[kind] += file.size
    if as_json:
        kinds = [
            {"kind": each, "files": files[each], "bytes": sizes[each]} for each in sorted(files)
        ]
        Output().print_json({"folder": str(kept_folder()), "kept": kinds}, indent=2)
        return
    rows = [(each, f"{files[each]:,}", f"{sizes[each]:,}") for each in sorted(files)]
    Output().print_table(("kind", "files", "bytes"), rows)


@cache.command()
def clear() -> None:
    """Remove all of it; print how many bytes that were.

    \b
    Example:
      lvbuild cache clear
    """
    from lvbuild.core.kept import clear_kept, kept_folder

    click.echo(printable(f"{clear_kept():,} bytes removed from {kept_folder()}"))
