"""`lvbuild annotate agreement`: how far annotators agree."""

from __future__ import annotations

from dataclasses import asdict

import click

from lvbuild.cli.options import recipes


@click.command("agreement")
@click.argument("name", shell_complete=recipes)
@click.option("--json", "as_json", is_flag=True, help="Print for a program.")
def show_agreement(name: str, as_json: bool) -> None:
    """Tell how far annotators agree, and list the rows on which they do not.

    Agreement on decisions is Krippendorff's alpha and Gwet's AC1, each with its 95% interval; that
    of an annotator with planted rows says how well he can be relied on.

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
    output.print_line(
        f"{file.recipe.name}: {found.decided:,} rows decided on, {found.shared:,} by two or more",
        style="bold",
    )
    figures = {
        "decisions, alpha": found.alpha,
        "decisions, AC1": found.ac1,
        "kinds, alpha": found.kinds,
        "originals, F1": found.f1,
    }
    for label, figure in figures.items():
        if figure is not None:
            text = f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})"
            output.print_line(f"  {label:<18} {text}")
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
        output.print_line(f"  ! {row.table}: {key}: {', '.join(said)}", indent="    ")
