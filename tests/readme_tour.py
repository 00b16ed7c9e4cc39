"""Running the README's blocks from top to bottom in one fresh folder, and writing it anew.

    python -m tests.readme_tour

writes the output that the commands print now, and the tables of keys and fields, into README.md.
What is shown rightly stays as it is, abridged or with other seconds; what is not is written whole.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from lvbuild.cli.schema import COLUMNS, described, recipe_keys, shared_tables
from lvbuild.errors import UsageError
from lvbuild.text.tokens import open_tokenizer
from tests.annotate.test_new_recipe import squad
from tests.builds import without_heartbeat
from tests.readme_commands import README, Block, blocks, is_shown
from tests.vocabularies import write_json

MEASURED = re.compile(r"\d+\.\d+ s\b|[\d,]+ MB of memory")
SHARED = README.parents[1] / "shared/corpora"
_TABLE = re.compile(
    r"^<!-- table (?P<name>[^\n]+) -->\n(?P<rows>.*?)^<!-- end of table -->\n", re.M | re.S
)


class Tour:
    """A fresh folder in which blocks are run, one after the other."""

    def __init__(self, parent: Path) -> None:
        self.folder = parent / "tour"
        self.folder.mkdir()
        self._environment = os.environ | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "LVBUILD_CACHE": str(parent / "cache"),
            "HF_HOME": str(parent / "hub"),
            "HF_HUB_OFFLINE": "1",
        }
        self._environment.pop("LVBUILD_CORPORA", None)

    def missing(self, block: Block) -> str:
        """Get ready what a block needs; say why it cannot be run, "" if it can."""
        if block.mark == "test":
            return "it runs this test"
        if block.mark.startswith("not run: "):
            return block.mark.removeprefix("not run: ")
        if block.mark == "needs ../corpora":
            if not SHARED.is_dir():
                return f"no real corpora at {SHARED}"
            (self.folder.parent / "corpora").symlink_to(SHARED.resolve())
        if block.mark == "needs corpora/rivers":
            (self.folder / "corpora/rivers").mkdir(parents=True)
            squad(self.folder / "corpora/rivers")
        if block.mark == "needs cl100k_base":
            try:
                open_tokenizer("cl100k_base")
            except UsageError as error:
                return str(error)
        if block.mark == "needs tokenizer.json":
            write_json(self.folder, "tokenizer.json")
        return ""

    def run(self, block: Block) -> Iterator[tuple[str, list[str], list[str]]]:
        """Run a block; yield each command with what is shown and what is printed."""
        if block.mark.startswith("file "):
            path = self.folder / block.mark.removeprefix("file ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.body, encoding="utf-8")
        elif block.kind == "python":
            yield block.body, [], self._printed(sys.executable, "-c", block.body)
        elif block.kind in {"console", "sh"}:
            for command, shown in block.commands:
                typed = command.removeprefix("pip install . && ")
                yield command, shown, self._printed("bash", "-c", typed)

    def _printed(self, *command: str) -> list[str]:
        """Run a command that has to succeed; return what a person sees of it."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return [line.rstrip() for line in without_heartbeat(done.stdout).splitlines()]


def described_tables(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each table of keys or fields of a README, and how it has to be."""
    tables = {f"keys of {name}": keys for name, keys in recipe_keys().items()}
    tables |= {f"fields of {name}": described(table.row) for name, table in shared_tables().items()}
    for match in _TABLE.finditer(text):
        table = match["name"].removeprefix("fields of ")
        title = f"The {match['name']}:"
        if table in shared_tables():
            title = f"`{table}.jsonl` is read {shared_tables()[table].read}:"
        rows = [COLUMNS, ("---",) * len(COLUMNS)]
        rows += [(f"`{one.name}`", *one[1:]) for one in tables[match["name"]]]
        lines = "".join(f"| {' | '.join(row)} |\n" for row in rows)
        lines = re.sub(r"(`[^`]*`)|\*", lambda found: found[1] or r"\*", lines)
        yield match, f"\n{title}\n\n{lines}\n"


def unmeasured(lines: Iterable[str]) -> list[str]:
    """Return lines with what another run would measure otherwise left out."""
    return [MEASURED.sub("_", line.rstrip()) for line in lines]


def _kept(shown: list[str], printed: list[str]) -> list[str]:
    return shown if is_shown(unmeasured(shown), unmeasured(printed)) else printed


def main() -> None:
    """Write the README anew."""
    text = README.read_text(encoding="utf-8")
    for match, rows in reversed(list(described_tables(text))):
        text = text[: match.start("rows")] + rows + text[match.end("rows") :]
    written, done = "", 0
    with tempfile.TemporaryDirectory() as parent:
        tour = Tour(Path(parent))
        for block in blocks(text):
            if why := tour.missing(block):
                print(f"not run: {block.commands[0][0]}: {why}")
                continue
            ran = list(tour.run(block))
            if block.kind == "console":
                lines = [
                    f"{line}\n"
                    for command, shown, printed in ran
                    for line in (f"$ {command}", *_kept(shown, printed))
                ]
                written += text[done : block.start] + "".join(lines)
                done = block.end
    README.write_text(written + text[done:], encoding="utf-8")


if __name__ == "__main__":
    main()
