"""`lvbuild annotate`: the workbench of annotators."""

from __future__ import annotations

import click

from lvbuild.cli.annotating.agreement import show_agreement
from lvbuild.cli.annotating.draft import draft
from lvbuild.cli.annotating.exchange import export, import_rows
from lvbuild.cli.annotating.preview import preview
from lvbuild.cli.annotating.serve import serve
from lvbuild.cli.annotating.status import show_status
from lvbuild.cli.annotating.suggest import suggest
from lvbuild.cli.commands import Suggesting


@click.group(cls=Suggesting, short_help="Write the tables of recipes.")
def annotate() -> None:
    """Write the tables of a recipe: see how far they are, and what they make of its questions.

    A recipe is named as elsewhere; its tables are those in annotations/NAME beside the recipe's
    file, or in the parent of its folder.

    \b
    Example:
      lvbuild annotate status factrecall_en
    """


for command in (show_status, preview, export, import_rows, suggest, draft, serve, show_agreement):
    annotate.add_command(command)
