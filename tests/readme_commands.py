"""The README's blocks and commands, read so that they are run as they stand there.

    python3 tests/readme_commands.py try|test

Prints the shell commands of the block that follows the marker `<!-- try -->` or `<!-- test -->`.

A block may follow a marker, a comment that a reader does not see: `file PATH` is saved under that
name, `needs THING` is run where the thing is at hand, `not run: REASON` says why it is not run.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).parents[1] / "README.md"

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]+) -->\n+)?^```(?P<kind>\w+)\n(?P<body>.*?)^```", re.S | re.M
)
ABRIDGED = "[…]"
"""A line of shown output that stands for any number of lines."""


class Block(NamedTuple):
    """A block of the README: its marker, its kind, its lines, where its lines are in the text."""

    mark: str
    kind: str
    body: str
    start: int
    end: int

    @property
    def commands(self) -> list[tuple[str, list[str]]]:
        """The commands of a block, each with the output that is shown for it."""
        if self.kind != "console":
            return [(line, []) for line in self.body.splitlines() if line.strip()]
        found: list[tuple[str, list[str]]] = []
        for line in self.body.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
        return found


def blocks(text: str) -> list[Block]:
    """Return the blocks of a README in their order."""
    return [
        Block(
            match["mark"] or "",
            match["kind"],
            match["body"],
            match.start("body"),
            match.end("body"),
        )
        for match in _BLOCK.finditer(text)
    ]


def marked(mark: str) -> list[str]:
    """Return the commands of the one block with a marker."""
    [block] = [each for each in blocks(README.read_text(encoding="utf-8")) if each.mark == mark]
    return [command for command, _ in block.commands]


def is_shown(shown: list[str], printed: list[str]) -> bool:
    """Return whether printed lines are those that are shown, which may be abridged."""
    if ABRIDGED not in shown:
        return shown == printed
    place = shown.index(ABRIDGED)
    before, after = shown[:place], shown[place + 1 :]
    rest = printed[place:]
    starts = range(len(rest) + 1)
    return printed[:place] == before and any(is_shown(after, rest[start:]) for start in starts)


if __name__ == "__main__":
    print("\n".join(marked(sys.argv[1])))
