"""`lvbuild recipe`: build recipes into a release."""

from __future__ import annotations

import json
from typing import Any

import click


@click.command(no_args_is_help=True)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--levels", metavar="16k,256k", help="Only these levels (default: the recipe's own).")
@click.option("--seed", default=42, show_default=True, help="What all draws follow from.")
@click.option("--variant", default="", help="Name of a variant: the same recipe, fresh choices.")
@click.option("--out", default="release", show_default=True, help="The release's folder.")
@click.option("--sample", is_flag=True, help="Use an invented corpus: no download, no files.")
@click.option("--corpora", metavar="DIR", help="The folder of the corpora (LVBUILD_CORPORA).")
@click.option("--workers", type=click.IntRange(1), help="Processes (default: the processors).")
@click.option("--limit", type=click.IntRange(1), help="Only the first N records of each level.")
@click.option("--strict", is_flag=True, help="Write LV-Eval's keys only.")
@click.option("--approved-only", is_flag=True, help="Take only rows that a person approved.")
@click.option("--no-tables", is_flag=True, help="No replacements and confusing facts.")
@click.option("--offline", is_flag=True, help="Fetch nothing.")
@click.option("--overwrite", is_flag=True, help="Replace the recipe if it stands there otherwise.")
@click.option("--unit", type=click.Choice(["words", "characters", "tokens"]), help="Count so.")
@click.option("--tokenizer", metavar="NAME|FILE", help="Of --unit tokens: encoding or file.")
@click.option("--report-tokens", metavar="NAME|FILE", help="Tell records' tokens in provenance.")
@click.option("--nested/--no-nested", default=None, help="Whether levels hold the shorter ones.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def recipe(
    names: tuple[str, ...], levels: str | None, no_tables: bool, as_json: bool, **options: Any
) -> None:
    """Build recipes, by name or by the path of a file of yours, into a release.

    "all" stands for every recipe that comes with lvbuild.

    What stands in the release whole and unchanged is not built again.

    \b
    Example:
      lvbuild recipe factrecall_en factrecall_zh --levels 16k --sample
    """
    from lvbuild import build
    from lvbuild.cli.progress import BuildProgress

    with BuildProgress() as progress:
        try:
            build(
                names,
                levels=levels.split(",") if levels is not None else None,
                tables=not no_tables,
                listener=progress,
                **options,
            )
        finally:
            progress.stop()
            if progress.summary is not None:
                text = json.dumps(progress.as_json()) if as_json else progress.told()
                click.echo(text)
