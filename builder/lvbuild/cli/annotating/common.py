"""What the commands of the workbench share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import reduce
from typing import Any, TypeVar

import click

from lvbuild.cli.completion import recipes
from lvbuild.cli.options import build_option

F = TypeVar("F", bound=Callable[..., Any])


def of_recipe(command: F) -> F:
    """Give a command a recipe and where its corpora are."""
    given = (
        click.argument("name", shell_complete=recipes),
        build_option("corpora"),
        build_option("offline"),
    )
    return reduce(lambda made, option: option(made), reversed(given), command)


def confirmed(question: str) -> bool:
    """Ask at a terminal; where there is none the answer is no."""
    return sys.stdin.isatty() and click.confirm(question, err=True)
