"""The command line: it finds a command, runs it, turns failures into a line and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click
from click.shell_completion import shell_complete

from lvbuild import __version__
from lvbuild.core.controls import printable
from lvbuild.errors import LvbuildError

_COLLECTED_AFTER = 100_000
"""New objects after which Python looks for garbage: a build's stay to its end, without cycles."""
_COMPLETE = "_LVBUILD_COMPLETE"
"""What a shell that asks for completion sets."""
_COMMANDS = {
    "annotate": "Write the tables of recipes.",
    "audit": "Test what a release claims of its records.",
    "cache": "List and clear what is kept to build faster.",
    "check": "Check the tables of recipes.",
    "compare": "Tell what two releases share, and whether scores compare.",
    "corpora": "List, fetch and find corpora.",
    "errata": "List and add known defects of a release.",
    "export": "Write what other evaluators need to ask a release.",
    "inspect": "Show one record.",
    "list": "List the recipes that come with lvbuild, family by family.",
    "merge": "Put the shards of a release together.",
    "new": "Start a recipe from files of yours.",
    "plan": "Say what a build would write.",
    "probe": "Ask a model without contexts, to find what it knows.",
    "publish": "Publish a release on the Hugging Face Hub.",
    "recipe": "Build recipes into a release.",
    "refresh": "Build a release anew, as a variant.",
    "schema": "Say how recipes and tables are written.",
    "score": "Score a model's predictions.",
    "show": "Show a recipe, or list its questions.",
    "telltale": "Measure what gives supporting passages away.",
    "view": "Show records on a page, passage by passage.",
    "verify": "Check a release, or build it again.",
}


class Commands(click.Group):
    """Finds commands by name: those in `modules` are imported when they are asked for.

    `helps` say in a line what they do, without importing them; a command without one is another
    name of one that has it, and stands in no list. A mistyped one is answered with those there are.
    """

    def __init__(
        self,
        *args: Any,
        modules: Mapping[str, str] | None = None,
        helps: Mapping[str, str] | None = None,
        **named: Any,
    ) -> None:
        super().__init__(*args, **named)
        self._modules = modules or {}
        self._helps = helps or {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands' names, sorted."""
        return sorted({*self.commands, *(self._helps or self._modules)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None where there is none of the name."""
        place = self._modules.get(cmd_name)
        if place is None:
            return super().get_command(ctx, cmd_name)
        module, _, name = place.partition(":")
        command: click.Command = getattr(import_module(f"lvbuild.cli.{module}"), name)
        command.short_help = self._helps.get(cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do."""
        if not self._helps:
            super().format_commands(ctx, formatter)
            return
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self._helps.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; raise UsageError that names those like it, or all."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            names = self.list_commands(ctx)
            near = get_close_matches(name, names) or list(self._within(ctx, name))
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names)}"
            raise click.UsageError(f"No such command {name!r}: {hint}", ctx)
        return super().resolve_command(ctx, args)

    def _within(self, ctx: click.Context, name: str) -> Iterator[str]:
        """Yield the commands of groups that have the name."""
        for word in self.list_commands(ctx):
            group = self.get_command(ctx, word)
            if isinstance(group, click.Group) and name in group.list_commands(ctx):
                yield f"{word} {name}"


@click.command(
    cls=Commands,
    modules={
        **{name: f"{name}:{name}" for name in _COMMANDS},
        "build": "recipe:recipe",
        "list": "show:list_recipes",
        "plan": "recipe:plan",
        "telltale": "verify:telltale",
        "view": "inspect:view",
    },
    helps=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="lvbuild")
def program() -> None:
    """Build long-context question-answering benchmarks, byte for byte reproducible.

    The recipes that come with it are shown by "list", a first one of yours begins with "show
    NAME --yaml", and "schema" says what recipes and tables hold.

    \b
    Example:
      lvbuild recipe factrecall_en --levels 16k,256k --sample
    """


def main() -> None:
    """Run the command line; its exit codes are those of `lvbuild.errors`, 130 when interrupted."""
    gc.set_threshold(_COLLECTED_AFTER)
    _open_streams()
    sys.exit(_run())


def _run() -> int:
    try:
        code = _command()
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = error.exit_code
    except click.ClickException as error:
        code = _fail(error.format_message(), 2)
    except LvbuildError as error:
        code = _fail(str(error), error.exit_code)
    except (EOFError, KeyboardInterrupt, click.Abort):
        code = _fail("interrupted; what is finished stands: run the same command to go on", 130)
    except MemoryError:
        code = _fail("memory is short; ask for smaller levels or fewer --workers", 1)
    except BrokenPipeError:
        _discard_output()  # nobody reads on
        code = 0
    except OSError as error:
        _discard_output()
        code = _fail(f"{error.filename or 'standard output'}: {error.strerror}", 1)
    return code


def _command() -> int:
    """Run the command that the words ask for, or complete them; return its exit code.

    This is click's own way but for interrupts and closed pipes, of which it would print and exit.
    """
    if asked := os.environ.get(_COMPLETE):
        return shell_complete(program, {}, "lvbuild", _COMPLETE, asked)
    try:
        with program.make_context("lvbuild", sys.argv[1:]) as context:
            program.invoke(context)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    return 0


def _fail(message: str, code: int) -> int:
    with suppress(OSError):  # nobody reads stderr: the exit code says it
        print(f"error: {printable(' '.join(message.split()))}", file=sys.stderr)
    return code


def _open_streams() -> None:
    """Let no character that stdout or stderr cannot take, and no closed one, end a command."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w"))
        else:
            stream.reconfigure(errors="backslashreplace")


def _discard_output() -> None:
    """Let what is still to be written to stdout go nowhere, so that leaving cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
