"""The commands: found by name when they are asked for, or suggested."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

_COMMANDS = {
    "annotate": "lvbuild.cli.annotate:annotate",
    "check": "lvbuild.cli.check:check",
    "corpora": "lvbuild.cli.corpora:corpora",
    "inspect": "lvbuild.cli.inspect:inspect",
    "list": "lvbuild.cli.recipes:list_recipes",
    "new": "lvbuild.cli.new:new",
    "plan": "lvbuild.cli.plan:plan",
    "recipe": "lvbuild.cli.recipe:recipe",
    "schema": "lvbuild.cli.schema:schema",
    "score": "lvbuild.cli.score:score",
    "show": "lvbuild.cli.show:show",
    "telltale": "lvbuild.cli.telltale:telltale",
    "verify": "lvbuild.cli.verify:verify",
}


@contextmanager
def _ended_quietly() -> Iterator[None]:
    """Let click print nothing where a command is interrupted, or where nobody reads on."""
    try:
        yield
    except KeyboardInterrupt as error:  # click would print an empty line first
        raise click.Abort from error
    except BrokenPipeError as error:  # click would exit with 1
        raise click.exceptions.Exit(0) from error


class Suggesting(click.Group):
    """A group that names the commands there are where one is mistyped."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; raise UsageError that names those like it, or all."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            names = self.list_commands(ctx)
            near = get_close_matches(name, names) or self._doing(ctx, name)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
            raise click.UsageError(f"No such command {name!r}: {hint}", ctx)
        return super().resolve_command(ctx, args)

    def _doing(self, ctx: click.Context, verb: str) -> list[str]:
        """Return the commands whose help begins with a verb, such as "build"."""
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        return [
            name
            for name, command in found
            if command and command.get_short_help_str().lower().startswith(f"{verb.lower()} ")
        ]


class Commands(Suggesting):
    """Imports a command's module when it is asked for."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the words of a command line; `--help` prints while they are read."""
        with _ended_quietly():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        with _ended_quietly():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands' names, sorted."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None where there is none of the name."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command
