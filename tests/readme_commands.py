"""The blocks and commands of the README and of docs/, read so that they are run as they stand.

    python3 tests/readme_commands.py try|test

Prints the shell commands of the README's block that follows the marker `<!-- try -->` or
`<!-- test -->`.

The line before a block may say what becomes of it, for readers and tests alike: "Save as `PATH`:"
names the file that it is, "> **Needs** THING" what must be there before it is run; in Chinese
these are 保存为 and 需要.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).parents[1] / "README.md"
GALLERY = tuple(sorted(README.with_name("docs").glob("gallery/*.md")))
CHINESE = tuple(sorted(README.with_name("docs").glob("zh/*.md")))
PAGES = (README, *sorted(README.with_name("docs").glob("*.md")), *CHINESE, *GALLERY)

_BLOCK = re.compile(
    r"(?:^(?P<before>[^\n]+)\n\n?)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.S | re.M
)
ABRIDGED = "[…]"
"""A line of shown output that stands for any number of lines."""


class Block(NamedTuple):
    """A block of a page: the line before it, its kind, its lines, where these are in the text."""

    before: str
    kind: str
    body: str
    start: int
    end: int

    @property
    def mark(self) -> str:
        """What the comment before it says: "" without one."""
        return self._said(r"<!-- (.+) -->")

    @property
    def file(self) -> str:
        """The path that it is to be saved as: "" for none."""
        return self._said(r"(?:Save as|保存为) `([^`]+)`[:：]")

    @property
    def needs(self) -> str:
        """What it needs beside lvbuild and the blocks before it: "" for nothing."""
        return self._said(r"> \*\*(?:Needs|需要)\*\* (.+)")

    @property
    def is_for_people(self) -> bool:
        """Whether it needs somebody who has an account, or looks at what comes."""
        return bool(re.search("account|person|有人", self.needs))

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

    def _said(self, pattern: str) -> str:
        found = re.fullmatch(pattern, self.before)
        return found[1] if found else ""


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    return [
        Block(
            match["before"] or "",
            match["kind"],
            match["body"],
            match.start("body"),
            match.end("body"),
        )
        for match in _BLOCK.finditer(text)
    ]


def marked(mark: str) -> list[str]:
    """Return the commands of the README's one block with a marker."""
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
