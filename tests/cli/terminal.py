"""Running a command in a terminal of so many columns."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import termios
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.cli.forked import server
from tests.cli.running import environment

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Shown(NamedTuple):
    """What a command came to: its exit code, the lines on its terminal, colours left out."""

    code: int
    lines: list[str]


def in_terminal(*words: str | Path, cwd: Path, columns: int = 80, **variables: str) -> Shown:
    """Run the command line with a terminal for its stdout; stderr goes nowhere."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    surroundings = environment(TERM="xterm-256color", **variables)
    told = (os.ttyname(terminal), os.devnull)
    with ThreadPoolExecutor(1) as reader:  # what nobody reads would hold the command up
        reading = reader.submit(lambda: b"".join(iter(lambda: _read(controller), b"")))
        code = server().run(list(map(str, words)), cwd, surroundings, *told)
        os.close(terminal)
        printed = reading.result()
    os.close(controller)
    text = _CODES.sub("", printed.decode("utf-8")).replace("\r\n", "\n")
    return Shown(code, text.splitlines())


def _read(controller: int) -> bytes:
    try:
        return os.read(controller, 65_536)
    except OSError:
        return b""  # Linux says so that the terminal was closed


def width(line: str) -> int:
    """Return how many columns a line takes: a wide character takes two."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in line)
