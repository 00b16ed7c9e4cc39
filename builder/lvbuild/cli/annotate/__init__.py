"""`lvbuild annotate`: the workbench of annotators."""

from __future__ import annotations

import click

from lvbuild.cli.main import Commands

_COMMANDS = {
    "agreement": "annotate.status:show_agreement",
    "draft": "annotate.suggest:draft",
    "export": "annotate.exchange:export",
    "import": "annotate.exchange:import_rows",
    "preview": "annotate.status:preview",
    "select": "annotate.suggest:select",
    "serve": "annotate.serve:serve",
    "status": "annotate.status:show_status",
    "suggest": "annotate.suggest:suggest",
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
