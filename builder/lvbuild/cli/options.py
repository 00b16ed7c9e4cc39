"""The options that commands share, and what a shell completes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any, Literal, TypeVar, get_args, get_origin

import click
from click.shell_completion import CompletionItem

from lvbuild.core.extras import require
from lvbuild.core.options import BuildOptions, Checked, Declared, ReleaseOptions, declared

F = TypeVar("F", bound=Callable[..., Any])


def options_of(of: type[BuildOptions]) -> Callable[[F], F]:
    """Give a command the options of a class; their values are arguments of the library."""
    found = [_click_option(each) for each in declared(of)]
    return lambda command: reduce(lambda given, option: option(given), reversed(found), command)


def build_option(name: str) -> Callable[[F], F]:
    """Give a command one option of a build, or of how it is written."""
    [found] = (each for each in declared(ReleaseOptions) if each.name == name)
    return _click_option(found)


def _click_option(each: Declared) -> Callable[[F], F]:
    name = each.written.replace("_", "-")
    parts = list(_parts(each.type))
    said: dict[str, Any] = {"help": each.option.help, "metavar": each.option.metavar}
    if bool in parts and each.default is None:
        return click.option(f"--{name}/--no-{name}", default=None, **said)
    if bool in parts:

        def turned(_: click.Context, __: click.Parameter, given: bool) -> Any:
            return each.turned(given)

        return click.option(f"--{name}", each.name, is_flag=True, callback=turned, **said)
    if each.option.path is not None:
        said["shell_complete"] = {"file": files, "folder": folders}[each.option.path]
    if each.option.repeated:
        return click.option(f"--{name}", multiple=True, callback=_joined, **said)
    kind = next(filter(None, map(_click_type, parts)), None)
    default = {"default": each.default, "show_default": bool(each.default)}
    return click.option(f"--{name}", type=kind, **default, **said)


def _parts(hint: Any) -> Iterator[Any]:
    """Yield a type, the types that it is made of, and what is said of them."""
    yield hint
    if get_origin(hint) is not Literal:
        for part in get_args(hint):
            yield from _parts(part)


def _click_type(part: Any) -> Any:
    if get_origin(part) is Literal:
        return click.Choice(get_args(part))
    if isinstance(part, Checked) and "ge" in part.limits:
        return click.IntRange(int(part.limits["ge"]))
    return None


def _joined(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str | None:
    return ",".join(given) if given else None


def figures_option(what: str) -> Callable[[F], F]:
    """Give a command the folder of its figures; UsageError at once where nothing can draw them."""
    return click.option(
        "--figures",
        metavar="DIR",
        shell_complete=folders,
        callback=_drawable,
        help=f"Draw {what}, as PNG and SVG.",
    )


def _drawable(_: click.Context, __: click.Parameter, folder: str | None) -> str | None:
    if folder is not None:
        require("a figure", "matplotlib", "figures")
    return folder


only_option = click.option(
    "--only",
    metavar="NAME,NAME",
    callback=lambda _, __, given: None if given is None else given.split(","),
    help="Only these recipes or families.",
)
"""Which recipes of a release; a command has a list of them, or None."""


def recipes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a recipe that comes with lvbuild, or of a family, else a path."""
    from lvbuild.recipe.keys import ALL
    from lvbuild.recipe.loading import families, shipped_recipes

    names = [ALL, *families(), *shipped_recipes()]
    return _beginning(names, incomplete) or files(ctx, param, incomplete)


def corpora(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a corpus."""
    from lvbuild.corpora.catalogue import CATALOGUE

    return _beginning(CATALOGUE, incomplete)


def configurations(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a configuration of the release that stands before it."""
    from lvbuild.errors import LvbuildError
    from lvbuild.release.reading import open_release

    try:
        names = open_release(ctx.params["release"]).configurations
    except (KeyError, LvbuildError):
        return []
    return _beginning(names, incomplete)


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell to complete a file's path."""
    return [CompletionItem(incomplete, type="file")]


def folders(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell to complete a folder's path."""
    return [CompletionItem(incomplete, type="dir")]


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


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
