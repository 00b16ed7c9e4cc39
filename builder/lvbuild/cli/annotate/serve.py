"""`lvbuild annotate serve`: the review page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import click

from lvbuild.cli.options import files, of_recipe
from lvbuild.core.extras import require
from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from lvbuild.annotate.rows import ReviewRow
    from lvbuild.annotate.workbench import Workbench


@click.command()
@of_recipe
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8_123,
    show_default=True,
    metavar="N",
    help="Of 127.0.0.1; 0 takes any that is free.",
)
@click.option("--annotator", metavar="NAME", help="Who decides (default: each is asked).")
@click.option(
    "--second",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    metavar="SHARE",
    help="Show this share of the questions, such as 0.1, as if nobody else had decided.",
)
@click.option(
    "--controls", metavar="FILE", shell_complete=files, help="Planted rows, in JSON lines."
)
def serve(
    name: str, port: int, annotator: str | None, second: float, controls: str | None, **options: Any
) -> None:
    """Serve the page on which people review the rows of a recipe, on this machine alone.

    Open the address that is printed: its token lets nobody else in. Every decision is in the table
    and the ledger before the page shows it. A planted row has a table, a row, and what is right of
    it: {"table": "replacements", "row": {...}, "right": "reject"}; decisions on it, and those of a
    second annotator, are for "annotate agreement". Where two disagree a third rules.

    \b
    Example:
      lvbuild annotate serve cmrc_mixup --second 0.1
    """
    require("the review page", "fastapi", "annotate")
    from lvbuild.annotate.ledger import checked_person
    from lvbuild.annotate.page.app import HOST, open_port
    from lvbuild.annotate.page.app import serve as run
    from lvbuild.annotate.review import Review
    from lvbuild.annotate.workbench import Workbench
    from lvbuild.cli.output import Output, status

    if annotator is not None:
        annotator = checked_person(annotator)
    held = open_port(port)
    with status(f"reading {name}"):
        bench = Workbench.open(name, **options)
        bench.require_own()
        planted = _read_controls(Path(controls), bench) if controls else ()
        review = Review(bench, second, planted)
    secret = token_urlsafe(24)
    address = f"http://{HOST}:{held.getsockname()[1]}/?token={secret}"
    Output().print_line(f"{address} (Ctrl-C ends it)")
    sys.stdout.flush()
    run(review, held, secret, annotator)


def _read_controls(path: Path, bench: Workbench) -> Sequence[ReviewRow]:
    import jsonlines

    from lvbuild.annotate.rows import read_controls

    try:
        with jsonlines.open(path) as lines:
            return read_controls(lines.iter(type=dict), bench)
    except (OSError, ValueError, jsonlines.Error) as error:
        raise UsageError(f"{path}: {error}") from error
