"""Printing: lines and tables that fit a terminal, and are whole where there is none.

Whatever is printed passes here or through `printable`, so that no text steers the terminal.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Self

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from lvbuild.core.controls import json_printable, printable


class Output(Console):
    """Prints to stdout, or to stderr: nothing is highlighted, cut or taken for markup.

    Control characters of what is printed are shown as escapes. Where nobody reads on, a
    BrokenPipeError says so to whoever prints.
    """

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, soft_wrap=True, markup=False, emoji=False)
        self.width = self.width or 80  # COLUMNS may be 0, where nothing would be printed

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render anything; only rich's own segments of control steer the terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))

    def on_broken_pipe(self) -> None:
        """Leave the error to the command line, which ends without one of its own."""
        raise  # noqa: PLE0704 - it is called where the error is handled

    def print_line(self, text: str, indent: str = "", style: str = "") -> None:
        """Print a line, on a terminal broken between words, further lines after `indent`."""
        self.print_text(Text(printable(text), style), indent)

    def print_text(self, text: Text, indent: str = "") -> None:
        """Print a text with its styles, on a terminal broken as lines are."""
        if not self.is_terminal:
            self.print(text)
            return
        for line in text.split(allow_blank=True):
            place = 0
            for number, part in enumerate(wrapped(line.plain, self.width, indent)):
                words = part.removeprefix(indent) if number else part
                place = line.plain.index(words, place)
                shown = line[place : place + len(words)]
                self.print(Text.assemble(indent, shown) if number else shown)
                place += len(words)

    def print_table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print rows under their columns' names, or where that is too wide one beneath the other.

        In the latter form the first cell heads the others, which stand after their columns' names.
        """
        listed = [[printable(cell) for cell in row] for row in rows]
        widths = [max(map(cell_len, cells)) for cells in zip(columns, *listed, strict=True)]
        width = sum(widths) + 2 * (len(widths) - 1)
        if self.is_terminal and width > self.width:
            for first, *others in listed:
                self.print_line(first, style="bold")
                named = zip(columns[1:], others, strict=True)
                told = "".join(f"  {column}: {cell}" for column, cell in named if cell)
                if told:
                    self.print_line(told, indent="    ")
            return
        head, *lines = (_laid(row, widths) for row in (columns, *listed))
        self.print(Text(head, style="bold"))
        for line in lines:
            self.out(line, highlight=False)  # quicker than print, for many rows

    def print_json(self, data: object, indent: int | None = None) -> None:  # type: ignore[override]
        """Print data as JSON, in ASCII alone where the stream takes no UTF-8."""
        dumped = json.dumps(data, ensure_ascii=self.encoding != "utf-8", indent=indent)
        self.out(json_printable(dumped), highlight=False)

    def print_file(self, content: bytes) -> None:
        """Print a UTF-8 file: its bytes as they are, but to a terminal as printable text."""
        if self.is_terminal:
            self.out(printable(content.decode("utf-8-sig")), highlight=False, end="")
        else:
            sys.stdout.buffer.write(content)


def _laid(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()


_WIDE = (
    r"\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6"
    r"\U00020000-\U0003ffff"
)
_CLOSING = "、。〉》」』】〕〗！，．：；？）］｝"
_PARTS = re.compile(rf"(\s*)([{_WIDE}][{_CLOSING}]*|[^\s{_WIDE}]+)")
"""What stays together, after the white space before it."""


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a line before words; the lines after the first begin with `indent`.

    Chinese may be broken between its characters, but not before a mark that closes something. A
    word wider than a line stands by itself.
    """
    lines: list[str] = []
    line = ""
    for space, word in _PARTS.findall(text.rstrip()):
        if line.strip() and cell_len(line + space + word) > width:
            lines.append(line)
            line = indent + word
        else:
            line += space + word
    return [*lines, line]


EVERY = 5.0
"""Seconds from one line to the next, and before the first: short commands say nothing."""


class Heartbeat:
    """Prints what is being done, and for how long the command has run, every few seconds."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._began = monotonic()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Say nothing more."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def update(self, text: str) -> None:
        """Say something else from now on."""
        self._text = text

    def _beat(self) -> None:
        output = Output(stderr=True)
        while not self._ended.wait(EVERY):
            try:
                output.print_line(f"[{monotonic() - self._began:.0f} s] {self._text}")
            except OSError:
                return  # nobody reads stderr any more: the work goes on


def status(text: str) -> Status | Heartbeat:
    """Return what shows what is being done: a spinner on a terminal, else a line now and then."""
    output = Output(stderr=True)
    return output.status(text) if output.is_terminal else Heartbeat(text)
