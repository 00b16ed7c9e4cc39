"""Running the blocks of the README and of docs/, and writing both anew.

    python -m tests.readme_tour [PAGE...]

writes the output that the commands print now, and what is made from the code, into the pages (all
of them, where none is named). What is shown rightly stays as it is, abridged or with other seconds;
what is not is written whole. A page is run from top to bottom in a fresh folder of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from lvbuild.errors import UsageError
from lvbuild.recipe.loading import families
from lvbuild.text.tokens import open_tokenizer
from tests import readme_reference
from tests.builds import without_heartbeat
from tests.readme_commands import PAGES, README, Block, blocks, is_shown
from tests.readme_gallery import gallery
from tests.readme_pictures import are_alike, drawn
from tests.vocabularies import write_json

MEASURED = re.compile(r"\d+\.\d+ s\b|[\d,]+ MB of memory")
SHARED = README.parents[1] / "shared/corpora"
GENERATED: Mapping[str, Callable[[], str]] = {
    "commands": readme_reference.commands,
    "keys": readme_reference.keys,
    "rules": readme_reference.rules,
    "tables": readme_reference.tables,
    **{f"gallery_{family}": partial(gallery, family) for family in families()},
}
"""What pages have between `<!-- generated: NAME -->` and `<!-- end -->`."""
_GENERATED = re.compile(r"(?<=^<!-- generated: )(\w+) -->\n(.*?)(?=^<!-- end -->$)", re.M | re.S)


class Tour:
    """A fresh folder in which the blocks of a page are run, one after the other."""

    def __init__(self, parent: Path, page: Path) -> None:
        # Two pages may have one name, in folders of their own.
        self.folder = parent / "-".join(page.relative_to(README.parent).with_suffix("").parts)
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
        if "`../shared/corpora`" in block.needs:
            if not SHARED.is_dir():
                return f"no real corpora at {SHARED}"
            link = self.folder.parent / "shared"
            if not link.is_symlink():
                link.symlink_to(SHARED.parent.resolve())
        if "`cl100k_base`" in block.needs:
            try:
                open_tokenizer("cl100k_base")
            except UsageError as error:
                return str(error)
        if "`tokenizer.json`" in block.needs:
            write_json(self.folder, "tokenizer.json")
        if block.is_for_people:
            return block.needs
        return ""

    def run(self, block: Block) -> Iterator[tuple[str, list[str], list[str]]]:
        """Run a block; yield each command with what is shown and what is printed."""
        if block.file:
            path = self.folder / block.file
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


def regenerated(text: str) -> str:
    """Return a page with what is made from the code made anew."""
    return _GENERATED.sub(lambda found: f"{found[1]} -->\n\n{GENERATED[found[1]]()}\n", text)


def unmeasured(lines: Iterable[str]) -> list[str]:
    """Return lines with what another run would measure otherwise left out."""
    return [MEASURED.sub("_", line.rstrip()) for line in lines]


def _kept(shown: list[str], printed: list[str]) -> list[str]:
    return shown if is_shown(unmeasured(shown), unmeasured(printed)) else printed


def _renewed(text: str, tour: Tour) -> str:
    """Return a page with what its commands print now."""
    written, done = "", 0
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
    return written + text[done:]


def main(names: Iterable[str]) -> None:
    """Write the pages that are named anew, or all."""
    chosen = [Path(name).resolve() for name in names] or PAGES
    with tempfile.TemporaryDirectory() as parent:
        for page in chosen:
            text = regenerated(page.read_text(encoding="utf-8"))
            tour = Tour(Path(parent), page)
            page.write_text(_renewed(text, tour), encoding="utf-8")
            for shown, made in drawn(page, tour.folder):
                if not shown.exists() or not are_alike(shown.read_bytes(), made):
                    shown.write_bytes(made)


if __name__ == "__main__":
    main(sys.argv[1:])
