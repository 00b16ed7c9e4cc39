"""Builds for tests: the command line in processes of its own, small corpora, small recipes."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import yaml

from tests.tasks.small_world import RECIPE, write_tables


def write_recipe(folder: Path, name: str = "tiny", count: int = 20) -> Path:
    """Write a recipe of the levels 1k, 2k and 4k with its tables; return its path."""
    write_tables(folder / "annotations", name)
    text = RECIPE.replace("name: mine", f"name: {name}").replace("count: 5", f"count: {count}")
    path = folder / f"{name}.yaml"
    path.write_text(text.replace("[1k, 2k]", "[1k, 2k, 4k]"), encoding="utf-8")
    return path


def write_books(folder: Path, books: int = 4, sentences: int = 300) -> Path:
    """Write books of short sentences as the corpus pg19; return the folder of corpora."""
    (folder / "pg19").mkdir(parents=True, exist_ok=True)
    for book in range(1, books + 1):
        text = "".join(
            f"Page {n} of book {book} is number {n * book} today."
            + ("\n\n" if n % 10 == 9 else " ")
            for n in range(sentences)
        )
        (folder / "pg19" / f"{book}.txt").write_text(text, encoding="utf-8")
    return folder


def environment(corpora: Path, **changes: str | None) -> dict[str, str]:
    """Return this process's environment with the corpora named; None takes a variable out."""
    settings = {"LVBUILD_CORPORA": str(corpora), "HF_HUB_OFFLINE": "1", **changes}
    merged = {**os.environ, **{key: value for key, value in settings.items() if value is not None}}
    return {key: value for key, value in merged.items() if settings.get(key, "") is not None}


def command(*arguments: str | Path) -> list[str]:
    """Return the command line `lvbuild ARGUMENTS` for this interpreter."""
    return [sys.executable, "-m", "lvbuild", *map(str, arguments)]


def run(
    arguments: Sequence[str | Path], env: Mapping[str, str], cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `lvbuild ARGUMENTS` to its end."""
    return subprocess.run(
        command(*arguments), env=env, cwd=cwd, capture_output=True, text=True, check=False
    )


def run_well(arguments: Sequence[str | Path], env: Mapping[str, str]) -> None:
    """Run `lvbuild ARGUMENTS` and show its messages if it fails."""
    done = run(arguments, env)
    assert done.returncode == 0, done.stderr


def start(arguments: Sequence[str | Path], env: Mapping[str, str]) -> subprocess.Popen[str]:
    """Start `lvbuild ARGUMENTS` as the leader of a session of its own, open to interrupts.

    A process whose parent ignores them, such as one in the background of a shell, would too.
    """
    return subprocess.Popen(
        command(*arguments),
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_heed_interrupts,  # noqa: PLW1509 - it takes no lock that a thread may hold
    )


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Look again and again until a condition holds; give up after two minutes."""
    deadline = monotonic() + 120
    while not condition():
        assert monotonic() < deadline, f"waited in vain: {what}"
        sleep(0.002)  # what is waited for needs the processor too


def session_members(leader: int) -> list[int]:
    """List the live processes of a session, read from /proc (Linux)."""
    members = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state, _, _, session, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended meanwhile
            if int(session) == leader and state != "Z":
                members.append(int(folder.name))
    return members


def front_matter(release: Path) -> dict[str, Any]:
    """Return what a release's card tells loaders."""
    _, front, _ = (release / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    matter: dict[str, Any] = yaml.safe_load(front)
    return matter


def hashes(release: Path) -> dict[str, str]:
    """Hash every file of a folder, temporary ones included, by its path within it."""
    found = {}
    for path in sorted(release.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            found[path.relative_to(release).as_posix()] = digest
    return found


def finished(release: Path, suffix: str = ".jsonl") -> dict[str, tuple[int, int]]:
    """Return the files of records and provenance under their final names: inode, time of change."""
    paths = [path for part in ("data", "provenance") for path in release.glob(f"{part}/*{suffix}")]
    stats = {path.relative_to(release).as_posix(): path.stat() for path in paths}
    return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in stats.items()}


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """Mount a disk in memory; skip where that is not allowed, which in CI it must be."""
    folder.mkdir()
    if problem := mount(folder, options):
        if os.environ.get("CI") == "true":
            pytest.fail(f"no disk can be mounted: {problem}")
        pytest.skip(f"no disk can be mounted: {problem}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def mount(folder: Path, options: str) -> str:
    """Mount a disk in memory, or change one; return why that failed, "" where it did not."""
    command = ["mount", "-t", "tmpfs", "-o", options, "lvbuild-test", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return done.stderr.strip() if done.returncode else ""


def without_heartbeat(stderr: str) -> str:
    """Return what a command told on stderr but the lines that say it lives, on a slow machine."""
    return re.sub(r"^\[\d+ s\] .*\n", "", stderr, flags=re.MULTILINE)


def errors_told(stderr: str) -> list[str]:
    """Return the lines of errors that a command told on stderr."""
    return [line for line in without_heartbeat(stderr).splitlines() if line.strip()]
