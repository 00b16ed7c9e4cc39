"""`lvbuild annotate suggest`: rows for the questions that lack them, by rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import of_recipe

if TYPE_CHECKING:
    from lvbuild.annotate.suggesting.suggest import Suggested
    from lvbuild.cli.output import Output


@click.command()
@of_recipe
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N questions.")
@click.option(
    "--most",
    type=click.IntRange(3),
    default=8,
    show_default=True,
    metavar="N",
    help="About so many rows a question.",
)
@click.option("--seed", type=int, default=42, show_default=True, metavar="N", help="Of the draws.")
@click.option("--dry-run", is_flag=True, help="Print the rows, and write none.")
def suggest(
    name: str, limit: int | None, most: int, seed: int, dry_run: bool, **options: Any
) -> None:
    """Suggest replacements for the questions that lack them, from the names in their texts.

    Names, dates and numbers of a question, its answer and its evidence are found by rules, those
    nearest to the answer first, and get ordinary words of their kind, and two alternatives. All
    pass the rules of "check" and are drafts; answers get their keywords where the recipe has them.

    \b
    Example:
      lvbuild annotate suggest cmrc_mixup --limit 2 --dry-run
    """
    from lvbuild.annotate.suggesting.suggest import Suggester
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status

    with status(f"reading {name}") as shown:
        bench = Workbench.open(name, **options)
        if not dry_run:
            bench.store.require_own()
        suggesting = Suggester(bench, most=most, seed=seed)
        wanted = suggesting.wanted(limit)
        done = []
        for one in suggesting.run(wanted, write=not dry_run):
            done.append(one)
            shown.update(f"{len(done):,} of {len(wanted):,} questions read")
    output = Output()
    if not done:
        output.print_line("no question lacks rows")
        return
    for one in done if dry_run else ():
        _print_suggested(one, output)
    _print_summary(done, output)


def _print_suggested(one: Suggested, output: Output) -> None:
    """Print the rows of a question as its tables would have them."""
    from lvbuild.tables.writing import row_json

    for row in one.rows:
        output.print_line(row_json(row), indent="  ")
    if one.keywords:
        output.print_line(f"{one.question_id}: keywords {one.keywords}", indent="  ")


def _print_summary(done: Sequence[Suggested], output: Output) -> None:
    """Print how many rows there are by kind, and which questions have too few, and why."""
    kinds = Counter(row.kind for one in done for row in one.rows)
    rows = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
    short = [one for one in done if one.is_short]
    for one in short:
        output.print_line(f"{one.question_id}: {one.held + len(one.rows)} rows: {one.few}")
    keywords = sum(bool(one.keywords) for one in done)
    output.print_line(
        f"questions: {len(done):,}; rows: {kinds.total():,}{f' ({rows})' if rows else ''};"
        f" keywords: {keywords:,}; questions with fewer than three rows: {len(short):,}"
    )
