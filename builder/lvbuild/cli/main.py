"""The command line: it finds the command, and turns failures into one line and an exit code."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from lvbuild import __version__
from lvbuild.errors import LvbuildError

_COMMANDS = {
    "check": "lvbuild.cli.check:check",
    "corpora": "lvbuild.cli.corpora:corpora",
    "inspect": "lvbuild.cli.inspect:inspect",
    "list": "lvbuild.cli.recipes:list_recipes",
    "plan": "lvbuild.cli.plan:plan",
    "recipe": "lvbuild.cli.recipe:recipe",
    "schema": "lvbuild.cli.recipes:schema",
    "score": "lvbuild.cli.score:score",
    "show": "lvbuild.cli.recipes:show",
    "verify": "lvbuild.cli.verify:verify",
}


class _Commands(click.Group):
    """Imports a command's module when it is asked for."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:  # click would print an empty line first
            raise click.Abort from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lvbuild")
def program() -> None:
    """Build long-context question-answering benchmarks, byte for byte reproducible.

    \b
    Example:
      lvbuild recipe factrecall_en --levels 16k,256k --sample
    """


def main() -> None:
    """Run the command line; its exit codes are those of `lvbuild.errors`, 130 when interrupted."""
    sys.exit(_run())


def _run() -> int:
    try:
        code = program(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = error.exit_code
    except click.ClickException as error:
        code = _fail(error.format_message(), 2)
    except LvbuildError as error:
        code = _fail(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        code = _fail("interrupted; what is finished stands: run the same command to go on", 130)
    except MemoryError:
        code = _fail("memory is short; ask for smaller levels or fewer --workers", 1)
    except BrokenPipeError:
        _discard_output()  # nobody reads on
        code = 0
    except OSError as error:
        _discard_output()
        code = _fail(f"{error.filename or 'standard output'}: {error.strerror}", 1)
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int) -> int:
    click.echo(f"error: {' '.join(message.split())}", err=True)
    return code


def _discard_output() -> None:
    """Let what is still to be written to stdout go nowhere, so that leaving cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
