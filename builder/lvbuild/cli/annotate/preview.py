"""`lvbuild annotate preview`: a question before and after replacement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import of_recipe

if TYPE_CHECKING:
    from lvbuild.annotate.preview import ReplacedText


@click.command()
@of_recipe
@click.argument("question")
@click.option(
    "--alternative",
    type=click.IntRange(min=1),
    metavar="N",
    help="Replace by the rows' Nth alternatives, as a variant may.",
)
def preview(name: str, question: str, alternative: int | None, **options: Any) -> None:
    """Show a question and its evidence before and after replacement.

    QUESTION is an id as "show NAME --questions" lists them.

    \b
    Example:
      lvbuild annotate preview factrecall_en needle:curie
    """
    from lvbuild.annotate.preview import preview_question
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status

    with status(f"reading {name}"):
        texts = preview_question(Workbench.open(name, **options), question, alternative)
    output = Output()
    for each in texts:
        output.print_line(each.name, style="bold")
        for line in each.original.splitlines():
            output.print_line(f"  {line}", indent="  ")
        if each.places:
            output.print_line("  becomes", style="bold")
            output.print(_marked(each))


def _marked(each: ReplacedText) -> Any:
    """Return the replaced text with the words that are new underlined."""
    from rich.text import Text

    from lvbuild.core.controls import masked

    text = Text(masked(each.replaced))
    for place in each.places:
        text.stylize("bold underline", place.new_start, place.new_end)
    return Text.assemble("  ", text)
