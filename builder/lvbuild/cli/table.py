"""Tables on stdout, as wide as they need where no terminal reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_WIDTH_OF_A_FILE = 1_000


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their columns' names; nothing in them is taken for markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console()
    if not console.is_terminal:
        console.width = _WIDTH_OF_A_FILE
    console.print(table)
