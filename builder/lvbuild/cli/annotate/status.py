"""`lvbuild annotate status`, `agreement`, `preview`: how far tables are, and what they make."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import build_option, of_recipe, recipes
from lvbuild.core.wording import number_of

if TYPE_CHECKING:
    from lvbuild.annotate.preview import ReplacedText
    from lvbuild.annotate.status import AnnotationStatus
    from lvbuild.cli.output import Output


@click.command("status")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@build_option("corpora")
@build_option("offline")
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def show_status(names: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Tell how far tables are: rows drafted, approved, rejected, what is missing.

    Named are rows that no entry of a ledger beside the tables explains, as those edited by hand.

    \b
    Example:
      lvbuild annotate status factrecall_en
    """
    from lvbuild.annotate.status import annotation_status
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status
    from lvbuild.recipe import load_recipes

    with status(f"reading {', '.join(names)}"):
        found = [
            annotation_status(Workbench.open(file.argument, **options))
            for file in load_recipes(names)
        ]
    if as_json:
        Output().print_json([asdict(each) for each in found], indent=2)
        return
    for each in found:
        _print_status(each, Output())


def _print_status(found: AnnotationStatus, output: Output) -> None:
    hours = f", {found.hours:.1f} hours spent" if found.hours else ""
    output.print_line(
        f"{found.recipe}: {number_of(found.questions, 'question')}{hours}", style="bold"
    )
    for name, table in found.tables.items():
        counts = (
            f"{number_of(table.drafted, 'draft')}, {table.approved:,} approved,"
            f" {table.rejected:,} rejected"
        )
        output.print_line(f"  {name:<16} {counts}", indent=" " * 19)
        _print_places(output, table.unexplained, "no entry of a ledger explains")
    _print_places(output, found.broken, "no rows of a table, as `lvbuild check` tells:")
    for line in found.missing:
        output.print_line(f"  missing: {line}", indent="    ")


def _print_places(output: Output, places: tuple[str, ...], why: str, most: int = 5) -> None:
    if places:
        more = f" and {len(places) - most:,} more" if len(places) > most else ""
        output.print_line(f"    {why} {', '.join(places[:most])}{more}", indent="      ")


@click.command("agreement")
@click.argument("name", shell_complete=recipes)
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def show_agreement(name: str, as_json: bool) -> None:
    """Tell how far annotators agree, and list the rows on which they do not.

    Compared is what two decided (accept, edit, reject) on the same rows, neither knowing of the
    other: the share that is alike, Gwet's AC1 and Krippendorff's alpha, each with its 95% interval,
    of all rows, by annotator and by kind. What an annotator made of planted rows says how well he
    can be relied on.

    \b
    Example:
      lvbuild annotate agreement factrecall_en
    """
    from lvbuild.annotate.agreement import agreement
    from lvbuild.annotate.ledger import read_ledger
    from lvbuild.cli.output import Output
    from lvbuild.recipe import load_recipe

    file = load_recipe(name)
    found = agreement(read_ledger(file.beside(f"annotations/{file.recipe.name}")))
    output = Output()
    if as_json:
        output.print_json(asdict(found), indent=2)
        return
    shared = found.overall.rows
    output.print_line(
        f"{file.recipe.name}: {found.decided:,} rows decided on, {shared:,} by two or more",
        style="bold",
    )
    groups = {"all": found.overall, **found.by_annotator, **found.by_kind} if shared else {}
    for group, figures in groups.items():
        told = {"agree": figures.observed, "AC1": figures.ac1, "alpha": figures.alpha}
        values = (
            f"{label} {each.value:.2f} ({each.low:.2f} to {each.high:.2f})"
            for label, each in told.items()
            if each is not None
        )
        output.print_line(f"  {group:<16} {figures.rows:>5,}  {'  '.join(values)}", indent=" " * 10)
    for one in found.controls:
        share = f"{one.share.low:.2f} to {one.share.high:.2f}"
        right = f"{one.right} of {one.of} planted rows right ({share})"
        output.print_line(f"  {one.annotator}: {right}")
    for row in found.disputed:
        said = (
            " ".join(filter(None, (f"{who}: {decision}", row.reasons.get(who, ""))))
            for who, decision in row.decisions.items()
        )
        key = " / ".join(row.key)
        ruled = "; a third has ruled" if row.ruled else ""
        output.print_line(f"  ! {row.table}: {key}: {', '.join(said)}{ruled}", indent="    ")


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
        if each.matches:
            output.print_line("  becomes", style="bold")
            output.print_text(_marked(each), indent="  ")


def _marked(each: ReplacedText) -> Any:
    from rich.text import Text

    from lvbuild.core.controls import masked

    text = Text(masked(each.replaced))
    for hit in each.hits:
        text.stylize("bold underline", hit.start, hit.stop)
    return Text.assemble("  ", text)
