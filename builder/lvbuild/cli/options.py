"""The options that commands share: what a build makes, and of what."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, TypeVar

import click

from lvbuild.cli.completion import files, folders

F = TypeVar("F", bound=Callable[..., Any])

corpora_folder = click.option(
    "--corpora",
    metavar="DIR",
    shell_complete=folders,
    help="The folder of the corpora (LVBUILD_CORPORA).",
)


def _joined(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str | None:
    return ",".join(given) if given else None


levels = click.option(
    "--levels",
    metavar="16k,256k",
    multiple=True,
    callback=_joined,
    help="Only these levels (default: all).",
)

_OPTIONS = (
    levels,
    click.option("--seed", default=42, show_default=True, help="What all draws follow from."),
    click.option("--variant", default="", help="Name of a variant: the recipe with fresh choices."),
    click.option("--sample", is_flag=True, help="Use an invented corpus: no download, no files."),
    corpora_folder,
    click.option("--limit", type=click.IntRange(1), help="Only the first N records of each level."),
    click.option("--strict", is_flag=True, help="Write LV-Eval's keys only."),
    click.option("--approved-only", is_flag=True, help="Take only rows that a person approved."),
    click.option("--no-tables", is_flag=True, help="No replacements and confusing facts."),
    click.option("--unit", type=click.Choice(["words", "characters", "tokens"]), help="Count so."),
    click.option(
        "--tokenizer",
        metavar="NAME|FILE",
        shell_complete=files,
        help="Of --unit tokens: encoding or file.",
    ),
    click.option(
        "--report-tokens",
        metavar="NAME|FILE",
        shell_complete=files,
        help="Tell records' tokens besides.",
    ),
    click.option("--nested/--no-nested", default=None, help="Whether levels hold shorter ones."),
    click.option("--offline", is_flag=True, help="Fetch nothing."),
)


def choices(command: F) -> F:
    """Give a command the options of what is built; `named` makes a library's arguments of them."""
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), command)


def named(no_tables: bool, **options: Any) -> dict[str, Any]:
    """Return the options of a command as `lvbuild.build` and `lvbuild.plan` name them."""
    return {"tables": not no_tables, **options}
