"""Printing to stdout: lines and tables that fit a terminal, and are whole where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from lvbuild.cli.wrapping import flowed, wrapped


class Output(Console):
    """Prints to stdout as it is told to: nothing is highlighted, cut or taken for markup.

    Where nobody reads on, a BrokenPipeError says so to whoever prints.
    """

    def __init__(self) -> None:
        super().__init__(highlight=False, soft_wrap=True, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leave the error to the command line, which ends without one of its own."""
        raise  # noqa: PLE0704 - it is called where the error is handled

    def print_line(self, text: str, indent: str = "", style: str = "") -> None:
        """Print a line, on a terminal broken between words, further lines after `indent`."""
        for part in wrapped(text, self.width, indent) if self.is_terminal else [text]:
            self.print(Text(part, style=style))

    def print_table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Print rows under their columns' names, or where that is too wide one beneath the other.

        In the latter form the first cell heads the others, which stand after their columns' names.
        """
        listed = list(rows)
        widths = [max(map(cell_len, cells)) for cells in zip(columns, *listed, strict=True)]
        width = sum(widths) + 2 * (len(widths) - 1)
        if self.is_terminal and width > self.width:
            for row in listed:
                self._stack(columns, row)
            return
        head, *lines = (_laid(row, widths) for row in (columns, *listed))
        self.print(Text(head, style="bold"))
        for line in lines:
            self.out(line, highlight=False)  # quicker than print, for many rows

    def _stack(self, columns: Sequence[str], row: Sequence[str]) -> None:
        self.print_line(row[0], style="bold")
        others = zip(columns[1:], row[1:], strict=True)
        named = [f"{column}: {cell}" for column, cell in others if cell]
        for line in flowed(named, self.width, "  "):
            self.print(Text(line))


def _laid(row: Sequence[str], widths: Sequence[int]) -> str:
    """Lay out a row's cells in columns of so many terminal cells each."""
    cells = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()
