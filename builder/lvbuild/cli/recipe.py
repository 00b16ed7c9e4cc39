"""`lvbuild recipe` and `plan`: build recipes into a release, or tell what would be built."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.asking import price_option, prices_of, requests_told
from lvbuild.cli.options import figures_option, options_of, recipes
from lvbuild.core.options import BuildOptions, ReleaseOptions
from lvbuild.errors import BuildError

if TYPE_CHECKING:
    from lvbuild.audit.plan import Depths, PlannedLevel, PlannedRecipe
    from lvbuild.cli.output import Output


@click.command(no_args_is_help=True)
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@options_of(ReleaseOptions)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def recipe(names: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Build recipes, by name or by the path of a file of yours, into a release.

    A family, such as lveval, stands for its recipes, "all" for every one that comes with lvbuild.
    Of several, those whose corpora are missing are left out, and named at the end.

    What stands in the release whole and unchanged is not built again. "lvbuild build" is the same.

    \b
    Example:
      lvbuild recipe factrecall_en factrecall_zh --levels 16k --sample
    """
    from lvbuild import build
    from lvbuild.cli import progress as shown
    from lvbuild.cli.output import Output

    with shown.BuildProgress() as progress:
        try:
            build(names, listener=progress, **options)
        finally:
            progress.stop()
            if progress.summary is not None:
                if as_json:
                    told = asdict(progress.summary) | {"release": str(progress.summary.release)}
                    Output().print_json(told)
                else:
                    for line in shown.as_lines(progress.summary):
                        Output().print_line(line, indent="  ")
                for warning in progress.summary.warnings:
                    Output(stderr=True).print_line(f"warning: {warning}", indent="  ")
    if (output := Output()).is_terminal and not as_json:
        out = shlex.quote(str(options["out"]))
        output.print_line(
            f"next: lvbuild verify {out}, lvbuild score {out} PREDICTIONS, or load it by datasets"
            " as its README.md tells",
            indent="  ",
        )


_FEW = 10
"""Of fewer depths than so many nothing tells whether they are spread evenly."""
_DOCUMENTS = {
    "supporting": "supporting",
    "distracting": "distracting",
    "rival": "rivals",
    "haystack": "texts",
}


@click.command(no_args_is_help=True)
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=recipes)
@options_of(BuildOptions)
@figures_option("depths and lengths")
@price_option
@click.option("--question", metavar="ID", help="Say of it why it is left out, what is refused.")
@click.option("--json", "as_json", is_flag=True, help="Print the plan as JSON, record by record.")
def plan(
    names: tuple[str, ...],
    figures: str | None,
    price: str | None,
    question: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Tell what `lvbuild recipe` with the same options would build, and write no release.

    A family, such as lveval, stands for its recipes, "all" for every one that comes with lvbuild.

    To ask a model all of it takes a request a record, of about so many tokens.

    Depths are from 0, the beginning of a context, to 1; "uneven" is how far they are from spread
    evenly. --question tells, of one, whether it is asked and which documents it may not have.

    \b
    Example:
      lvbuild plan factrecall_en hotpotwikiqa_mixup --levels 16k,64k --sample
    """
    import lvbuild
    from lvbuild.cli.output import Output, status

    prices = prices_of(price)
    with status("reading") as shown:
        planned = lvbuild.plan(
            names,
            report=lambda name: shown.update(f"{name}: reading and planning"),
            **options,
        )
        if figures is not None:
            from lvbuild.audit.figures import draw_plans

            shown.update("drawing")
            for note in draw_plans(planned, figures):
                Output(stderr=True).print_line(f"note: {note}", indent="  ")
    if question is not None:
        told = {each.recipe.name: each.of_question(question) for each in planned}
        if as_json:
            Output().print_json({name: asdict(one) for name, one in told.items()})
        else:
            for name, one in told.items():
                state = f"left out: {one.left_out}" if one.left_out else "asked"
                Output().print_line(f"{name}: {question}: {state}", indent="  ")
                for reason, documents in one.refused.items():
                    listed = f"{reason}: {len(documents):,} ({', '.join(documents)})"
                    Output().print_line(f"  refused  {listed}", indent=" " * 11)
    elif as_json:
        Output().print_json({each.recipe.name: each.as_dict() for each in planned})
    else:
        for each in planned:
            _print(each, Output(), prices)
    if dropped := [level.reason for each in planned for level in each.dropped.values()]:
        raise BuildError("; ".join(dropped))


def _print(planned: PlannedRecipe, output: Output, prices: tuple[float, float] | None) -> None:
    recipe = planned.recipe
    output.print_line(f"{recipe.name}: {recipe.title}", indent="  ")
    for key, text in _sources(planned):
        output.print_line(f"  {key:<8} {text}", indent=" " * 11)
    if planned.levels:
        held = set[str]().union(*(level.documents for level in planned.levels))
        roles = [role for role in _DOCUMENTS if role in held]
        columns = ("level", "records", recipe.unit, *map(_DOCUMENTS.__getitem__, roles), "cut")
        more = (f"{recipe.depths_of} at", "uneven", f"{recipe.other_facts} at", "bytes")
        output.print_table((*columns, *more), [_cells(level, roles) for level in planned.levels])
        requests = sum(len(level.lengths) for level in planned.levels)
        sent, most = map(sum, zip(*(level.tokens for level in planned.levels), strict=True))
        output.print_line(f"  {requests_told(requests, (sent, most), prices)}", indent="  ")


def _sources(planned: PlannedRecipe) -> Iterator[tuple[str, str]]:
    entry = planned.entry
    for corpus in entry.corpora:
        yield "corpus", f"{corpus.name}, {corpus.licence}, revision {corpus.revision}"
    for name, table in entry.tables.items():
        yield "table", f"{name}: {table.rows} rows, {table.approved} approved by a person"
    for reason, count in Counter(entry.refused).most_common():
        if count:
            yield "refused", f"{reason}: {count:,}"
    for note in planned.notes:
        yield "note", note
    for warning in entry.warnings:
        yield "warning", warning
    for level, dropped in planned.dropped.items():
        why = "no record comes near it"
        if dropped.missing is not None:
            why = f"{dropped.missing:,} {planned.recipe.unit} are missing"
        yield "unfilled", f"{level.label}: {why}"


def _cells(level: PlannedLevel, roles: Sequence[str]) -> list[str]:
    from lvbuild.audit.plan import unevenness

    return [
        level.level.label,
        str(len(level.lengths)),
        _spread(level.lengths),
        *(_spread(level.documents.get(role, (0,))) for role in roles),
        _spread(level.cut),
        _range(level.depths),
        f"{unevenness(level.depths):.3f}" if len(level.depths) >= _FEW else "-",
        _range(level.confusing),
        f"{level.bytes:,}",
    ]


def _spread(numbers: Sequence[int]) -> str:
    from lvbuild.mixing.plan import Spread

    least, mean, most = Spread.of(numbers)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}, mean {mean:,.2f}"


def _range(depths: Depths) -> str:
    found = [depth for each in depths for depth in each]
    return f"{min(found):.3f} to {max(found):.3f}" if found else "-"
