"""`lvbuild recipe`: build recipes into a release."""

from __future__ import annotations

from typing import Any

import click

from lvbuild.cli.options import options_of, recipes
from lvbuild.core.options import ReleaseOptions


@click.command(no_args_is_help=True)
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
    from lvbuild.cli import progress as shown
    from lvbuild.cli.output import Output

    with shown.build_progress() as progress:
        try:
            build(names, listener=progress, **options)
        finally:
            progress.stop()
            if progress.summary is not None:
                if as_json:
                    Output().print_json(shown.as_json(progress.summary))
                else:
                    for line in shown.as_lines(progress.summary):
                        Output().print_line(line, indent="  ")
