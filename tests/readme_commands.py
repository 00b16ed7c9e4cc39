"""Read the commands of the README, so that they are run as they stand there.

    python3 tests/readme_commands.py try|test|tour

Prints the shell commands of the block that follows the marker `<!-- try -->` and so on.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def commands(marker: str) -> list[str]:
    """Return the commands of a marked block: its lines, those of output left out."""
    text = README.read_text(encoding="utf-8")
    block = re.search(rf"<!-- {marker} -->\n+```\w*\n(.*?)```", text, re.DOTALL)
    if block is None:
        raise ValueError(f"the README has no block marked {marker!r}")
    lines = block[1].splitlines()
    shown = [line[2:] for line in lines if line.startswith("$ ")]
    return shown or [line for line in lines if line.strip()]


def blocks() -> list[str]:
    """Return the markers of all marked blocks, in their order."""
    return re.findall(r"^<!-- ([\w-]+) -->$", README.read_text(encoding="utf-8"), re.MULTILINE)


if __name__ == "__main__":
    print("\n".join(commands(sys.argv[1])))
