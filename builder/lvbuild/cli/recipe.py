"""`lvbuild recipe`: build recipes into a release."""

from __future__ import annotations

import json
from typing import Any

import click

from lvbuild.cli.options import choices, named


@click.command(no_args_is_help=True)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@choices
@click.option("--out", default="release", show_default=True, help="The release's folder.")
@click.option("--workers", type=click.IntRange(1), help="Processes (default: the processors).")
@click.option("--overwrite", is_flag=True, help="Replace the recipe if it stands there otherwise.")
@click.option("--overwrite-all", is_flag=True, help="The same, with its levels not asked for.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def recipe(names: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Build recipes, by name or by the path of a file of yours, into a release.

    "all" stands for every recipe that comes with lvbuild.

    What stands in the release whole and unchanged is not built again.

    \b
    Example:
      lvbuild recipe factrecall_en factrecall_zh --levels 16k --sample
    """
    from lvbuild import build
    from lvbuild.cli.progress import BuildProgress

    with BuildProgress() as progress:
        try:
            build(names, listener=progress, **named(**options))
        finally:
            progress.stop()
            if progress.summary is not None:
                text = json.dumps(progress.as_json()) if as_json else progress.told()
                click.echo(text)
