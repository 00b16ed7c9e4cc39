"""`lvbuild errata`: the known defects of a release."""

from __future__ import annotations

import click

from lvbuild.cli.options import folders


@click.command(no_args_is_help=True)
@click.argument("release", shell_complete=folders)
@click.argument("action", required=False, type=click.Choice(["add"]))
@click.argument("record", required=False)
@click.argument("reason", required=False)
@click.option("--replace", is_flag=True, help="Say otherwise what is wrong with a question.")
def errata(
    release: str, action: str | None, record: str | None, reason: str | None, *, replace: bool
) -> None:
    """List the known defects of a release, or add one.

    RECORD is the `_id` of a record, or a question's id; REASON says what is wrong with it. The card
    tells it, and "errata.jsonl" travels with the release: the next build leaves such questions out
    with --errata, and "compare" names them.

    \b
    Example:
      lvbuild errata release add needle:curie "widely told"
    """
    import lvbuild
    from lvbuild.cli.output import Output

    output = Output()
    if action is None:
        found = lvbuild.list_errata(release)
        rows = [(each.recipe, each.question_id, each.reason) for each in found]
        if rows:
            output.print_table(("recipe", "question", "what is wrong"), rows)
        else:
            output.print_line("no defects are known")
        return
    if not record or not reason:
        raise click.UsageError("add takes the id of a record or question, and the reason")
    added = lvbuild.add_erratum(release, record, reason, replace=replace)
    output.print_line(f"{added.recipe}: {added.question_id}: {added.reason}", indent="  ")
