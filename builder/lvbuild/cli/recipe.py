"""`lvbuild recipe`: build recipes into a release."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.completion import recipes
from lvbuild.cli.options import options_of
from lvbuild.core.options import ReleaseOptions

if TYPE_CHECKING:
    from lvbuild.engine.build import Summary


@click.command(no_args_is_help=True, short_help="Build recipes into a release.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@options_of(ReleaseOptions)
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
            build(names, listener=progress, **options)
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
