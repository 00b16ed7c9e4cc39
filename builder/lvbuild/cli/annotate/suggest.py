"""`lvbuild annotate select`, `suggest`, `draft`: which questions are asked, rows for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.asking import asks_model, check_sending, endpoint_of, prices_of, requests_told
from lvbuild.cli.options import build_option, folders, of_recipe
from lvbuild.core.wording import number_of
from lvbuild.errors import BuildError

if TYPE_CHECKING:
    from lvbuild.annotate.drafting.draft import Drafted, Drafting, Wanted
    from lvbuild.annotate.suggesting.suggest import Suggested
    from lvbuild.cli.output import Output


@click.command()
@of_recipe
@click.option(
    "--count", type=click.IntRange(1), metavar="N", help="How many there are to be in all."
)
@build_option("seed")
@click.option("--dry-run", is_flag=True, help="Print the rows, and write none.")
def select(name: str, count: int | None, dry_run: bool, **options: Any) -> None:
    """Write the questions that a build draws into the table "selection".

    Builds then ask these, and no others unless "fill" draws more. Rows that are there stay. In a
    row a question is corrected (question, answers or keywords, and the reason) or dropped (why).

    \b
    Example:
      lvbuild annotate select cmrc_mixup --dry-run
    """
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status
    from lvbuild.tables.writing import Change, row_json

    with status(f"reading {name}"):
        bench = Workbench.open(name, **options)
        bench.require_rows()
        if not dry_run:
            bench.require_own()
        rows = bench.draw(count)
        changes = [Change("selection", None, row) for row in rows]
        if not dry_run:
            bench.apply(changes, annotator="lvbuild select", action="suggest")
    output = Output()
    for row in rows if dry_run else ():
        output.print_line(row_json(row), indent="  ")
    selection = bench.tables.selection
    held = len(selection.rows) - len(rows) * (not dry_run) if selection else 0
    output.print_line(f"questions: {len(rows):,} drawn, {held:,} there before")


@click.command()
@of_recipe
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    help="Only the first N questions, and those on their documents.",
)
@click.option("--seed", type=int, default=42, show_default=True, metavar="N", help="Of the draws.")
@click.option("--dry-run", is_flag=True, help="Print the rows, and write none.")
def suggest(name: str, limit: int | None, seed: int, dry_run: bool, **options: Any) -> None:
    """Suggest replacements for the questions that lack them, from the names in their texts.

    Names, years and numbers that a question and its answer have are found by rules, and get other
    words of their kind, and two alternatives. All pass the rules of "check" and are drafts; answers
    get their keywords where the recipe has them. English names need the extra "suggest".

    \b
    Example:
      lvbuild annotate suggest cmrc_mixup --limit 2 --dry-run
    """
    from lvbuild.annotate.suggesting.suggest import Suggester
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status
    from lvbuild.tables.writing import row_json

    with status(f"reading {name}") as shown:
        bench = Workbench.open(name, **options)
        bench.require_rows()
        if not dry_run:
            bench.require_own()
        suggesting = Suggester(bench, seed=seed)
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
        for row in one.rows:
            output.print_line(row_json(row), indent="  ")
        if one.keywords:
            output.print_line(f"{one.question_id}: keywords {one.keywords.keywords}", indent="  ")
    _print_summary(done, output)


def _print_summary(done: Sequence[Suggested], output: Output) -> None:
    """Print how many rows there are by kind, and which questions have too few, and why."""
    from lvbuild.annotate.suggesting.suggest import LEAST

    kinds = Counter(row.kind for one in done for row in one.rows)
    rows = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
    short = [one for one in done if one.held + len(one.rows) < LEAST]
    for one in short:
        rows_of = number_of(one.held + len(one.rows), "row")
        output.print_line(
            f"{one.question_id}: {rows_of}: no more of its names and figures are sure"
        )
    for one in done:
        for name, why in one.left.items():
            output.print_line(f"{one.question_id}: {name} is left to a person: {why}")
    keywords = sum(bool(one.keywords) for one in done)
    output.print_line(
        f"questions: {len(done):,}; rows: {kinds.total():,}{f' ({rows})' if rows else ''};"
        f" keywords: {keywords:,}; questions with fewer than three rows: {len(short):,}"
    )


@click.command()
@of_recipe
@asks_model
@click.option(
    "--table",
    type=click.Choice(["confusing_facts", "replacements", "needles", "abstracts", "questions"]),
    default="confusing_facts",
    show_default=True,
    help="What is drafted.",
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N questions.")
@click.option("--prompts", metavar="DIR", shell_complete=folders, help="Own en/ or zh/TABLE.txt.")
def draft(name: str, table: str, **given: Any) -> None:
    """Draft rows for the questions that lack them, by a model behind an endpoint.

    Any endpoint of OpenAI's protocol will do; its key is in LVBUILD_OPENAI_API_KEY. Each row has to
    pass the rules of "check": where it does not, the model is asked once more, then the row is kept
    as rejected with the reason. The rows of a question stand in the table before the next: the same
    command goes on where it was stopped. Questions and abstracts are of documents that are drawn.
    Replacements are those that a question's rows leave of its names and its answer; what "suggest"
    wrote, and nobody has decided on, may be written anew.

    \b
    Example:
      lvbuild annotate draft factrecall_en --model qwen3 --limit 1
    """
    from lvbuild.annotate.drafting import drafting
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status

    prices = prices_of(given["price"])
    prompts = Path(given["prompts"]) if given["prompts"] else None
    with status(f"reading {name}"):
        endpoint = endpoint_of(given)
        bench = Workbench.open(name, corpora=given["corpora"], offline=given["offline"])
        bench.require_rows()
        made = drafting(bench, table, endpoint, prompts, given["at_once"])
        wanted = made.wanted(given["limit"])
        tokens = made.tokens(wanted)
    if not wanted:
        Output().print_line("no question lacks rows")
        return
    bench.require_own()  # before anything is paid for
    told = requests_told(len(wanted), tokens, prices, times=2)
    Output(stderr=True).print_line(f"questions that lack rows: {len(wanted):,}; {told}")
    check_sending(given)
    _draft(made, wanted)


def _draft(drafting: Drafting, wanted: Sequence[Wanted]) -> None:
    from lvbuild.cli.output import Output, status

    output = Output()
    done: list[Drafted] = []
    try:
        with status(f"asking for {len(wanted):,} questions") as shown:
            for one in drafting.run(wanted):
                done.append(one)
                shown.update(f"{len(done):,} of {len(wanted):,} questions asked")
                why = f" ({one.why})" if one.why else ""
                text = f"{one.name}: {one.kept} drafted, {one.rejected} rejected{why}"
                output.print_line(text, indent="  ")
    finally:
        failed = sum(one.failed for one in done)
        output.print_line(
            f"drafted: {sum(one.kept for one in done):,}, kept as rejected:"
            f" {sum(one.rejected for one in done):,}, questions without any: {failed:,}"
        )
    if failed:
        raise BuildError(f"{failed:,} of {len(wanted):,} questions got no row; run it again")
