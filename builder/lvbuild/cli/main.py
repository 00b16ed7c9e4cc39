"""The command line: it runs a command, and turns failures into one line and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

import click

from lvbuild import __version__
from lvbuild.cli.commands import Commands
from lvbuild.core.controls import printable
from lvbuild.errors import LvbuildError

_COLLECTED_AFTER = 100_000
"""New objects after which Python looks for garbage: a build's stay to its end, without cycles."""


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
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
