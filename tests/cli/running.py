"""Running the command line as a user does: another process, its exit code, its two streams."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.builds import without_heartbeat
from tests.cli.forked import server

_AT_START = ("PYTHON", "LC_", "LANG")
"""The variables that Python itself reads, when it starts."""


class Ran(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str

    def error(self, code: int) -> str:
        """Return the one error line of a command that failed with this code."""
        assert self.code == code, self
        assert "Traceback" not in self.err
        [line] = self.err.splitlines()
        assert line.startswith("error: ")
        return line


def environment(**changes: str) -> dict[str, str]:
    """Return this process's variables without those that lvbuild or rich heed, then `changes`.

    What is kept is found where a test asks for `keeping`.
    """
    heeded = {"NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "COLUMNS"}
    kept = {
        key: value
        for key, value in os.environ.items()
        if key not in heeded and not key.startswith(("LVBUILD_", "HF_"))
    }
    size = os.environ.get("LVBUILD_CACHE_SIZE", "0")
    folder = os.environ["LVBUILD_CACHE"] if size != "0" else "/nowhere"
    own = {"HF_HUB_OFFLINE": "1", "LVBUILD_CACHE": folder, "LVBUILD_CACHE_SIZE": size}
    return kept | own | changes


def lvbuild(*words: str | Path, cwd: Path, **variables: str) -> Ran:
    """Run the command line in a folder, in a process of its own."""
    if not any(name.startswith(_AT_START) for name in variables):
        with TemporaryDirectory() as streams:
            told = [f"{streams}/{name}" for name in ("out", "err")]
            code = server().run(list(map(str, words)), cwd, environment(**variables), *told)
            out, err = (Path(path).read_text("utf-8") for path in told)
        return Ran(code, out, without_heartbeat(err))
    done = subprocess.run(
        [sys.executable, "-m", "lvbuild", *map(str, words)],
        cwd=cwd,
        env=environment(**variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return Ran(done.returncode, done.stdout, without_heartbeat(done.stderr))


def hashes(folder: Path) -> dict[str, str]:
    """Hash every file under a folder; folders stand there too."""
    return {
        path.relative_to(folder).as_posix(): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        )
        for path in sorted(folder.rglob("*"))
    }


def installed(folder: Path, entry_points: str, module: Path) -> str:
    """Write a package `own` that brings a module; return the path by which Python finds it."""
    about = folder / "packages/own-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"{entry_points}\n")
    shutil.copy(module, folder / "packages")
    return f"{folder / 'packages'}:{environment().get('PYTHONPATH', '')}"
