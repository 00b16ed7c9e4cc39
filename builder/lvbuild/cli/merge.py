"""`lvbuild merge`: put the shards of a release together."""

from __future__ import annotations

import click

from lvbuild.cli.options import build_option, folders


@click.command(no_args_is_help=True)
@click.argument("shards", nargs=-1, required=True, metavar="SHARD...", shell_complete=folders)
@build_option("out")
@build_option("overwrite")
def merge(shards: tuple[str, ...], out: str, overwrite: bool) -> None:
    """Put the shards of a release together, that were built by "recipe --shard".

    The release is the one that a single build makes, byte for byte. The shards are left as they
    are, and may be removed then.

    \b
    Example:
      lvbuild merge shards/0 shards/1 shards/2 --out release
    """
    import lvbuild
    from lvbuild.cli.output import Output, status
    from lvbuild.core.wording import number_of

    with status("reading") as shown:
        manifest = lvbuild.merge(
            shards, out, overwrite=overwrite, report=lambda path: shown.update(f"{path} written")
        )
    records = sum(file.records for file in manifest.record_files.values())
    told = f"{number_of(records, 'record')} in {number_of(len(manifest.files), 'file')}"
    Output().print_line(f"{out}: {told}", indent="  ")
