"""The options of a build on the command line: they follow from `lvbuild.core.options`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any, Literal, TypeVar, get_args, get_origin

import click

from lvbuild.cli.completion import files, folders
from lvbuild.core.options import BuildOptions, Declared, Limits, declared

F = TypeVar("F", bound=Callable[..., Any])


def options_of(of: type[BuildOptions]) -> Callable[[F], F]:
    """Give a command the options of a class; their values are arguments of the library."""
    found = [_click_option(each) for each in declared(of)]
    return lambda command: reduce(lambda given, option: option(given), reversed(found), command)


def build_option(name: str) -> Callable[[F], F]:
    """Give a command one option of a build."""
    [found] = (each for each in declared(BuildOptions) if each.name == name)
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
    if isinstance(part, Limits) and "ge" in part.limits:
        return click.IntRange(int(part.limits["ge"]))
    return None


def _joined(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str | None:
    return ",".join(given) if given else None
