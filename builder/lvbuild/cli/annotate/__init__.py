"""`lvbuild annotate`: the workbench of annotators."""

from __future__ import annotations

import click

from lvbuild.cli.main import Commands

_COMMANDS = {
    **{name: f"annotate.{name}:{name}" for name in ("draft", "preview", "serve", "suggest")},
    "agreement": "annotate.agreement:show_agreement",
    "export": "annotate.exchange:export",
    "import": "annotate.exchange:import_rows",
    "status": "annotate.status:show_status",
}


@click.group(cls=Commands, modules=_COMMANDS)
def annotate() -> None:
    """Write the tables of a recipe: see how far they are, and what they make of its questions.

    A recipe is named as elsewhere; its tables are those in annotations/NAME beside the recipe's
    file, or in the parent of its folder.

    \b
    Example:
      lvbuild annotate status factrecall_en
    """
