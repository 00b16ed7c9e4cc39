"""`lvbuild recipe`: build recipes into a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.completion import folders, recipes
from lvbuild.cli.options import choices, named

if TYPE_CHECKING:
    from lvbuild.engine.listener import Summary


@click.command(no_args_is_help=True, short_help="Build recipes into a release.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@choices
@click.option(
    "--out",
    default="release",
    show_default=True,
    shell_complete=folders,
    help="The release's folder.",
)
@click.option("--workers", type=click.IntRange(1), help="Processes (default: the processors).")
@click.option("--overwrite", is_flag=True, help="Replace the recipe if it stands there otherwise.")
@click.option("--overwrite-all", is_flag=True, help="The same, with its levels not asked for.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def recipe(names: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Build recipes, by name or by the path of a file of yours, into a release.

    A family, such as lveval, stands for its recipes, "all" for every one that comes with lvbuild.

    What stands in the release whole and unchanged is not built again.

    \b
    Example:
      lvbuild recipe factrecall_en factrecall_zh --levels 16k --sample
    """
    from lvbuild import build
    from lvbuild.cli.progress import build_progress

    with build_progress() as progress:
        try:
            build(names, listener=progress, **named(**options))
        finally:
            progress.stop()
            if progress.summary is not None:
                _print(progress.summary, as_json)


def _print(summary: Summary, as_json: bool) -> None:
    from lvbuild.cli import progress
    from lvbuild.cli.output import Output

    output = Output()
    if as_json:
        output.print_json(progress.as_json(summary))
        return
    for line in progress.as_lines(summary):
        output.print_line(line, indent="  ")
