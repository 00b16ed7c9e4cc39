"""A long command says on stderr that it lives, where no terminal shows it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from lvbuild.cli import output
from lvbuild.cli import progress as progress_module
from lvbuild.cli.output import Heartbeat, Output
from lvbuild.cli.progress import BuildProgress
from tests.builds import wait_until
from tests.cli.running import environment

SHORT = "from lvbuild.cli import output; output.EVERY = 0.01\n"
RUN = "import sys; sys.argv[0] = 'lvbuild'\nfrom lvbuild.cli.main import main\nmain()"


def run(folder: Path, code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "recipe ./mine.yaml --corpora corpora --out new",
            r"mine \(1 of 1\): reading and planning",
        ),
        ("telltale release --workers 2", r"\d of 2 configurations measured"),
    ],
)
def test_a_command_says_what_it_does_and_for_how_long(copy: Path, words: str, told: str) -> None:
    done = run(copy, SHORT + RUN, *words.split())
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert all(re.match(r"\[\d+ s\] \S", line) for line in lines)
    assert any(re.search(told, line) for line in lines)


def test_a_short_command_says_nothing(world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Heartbeat("reading") as beat:
        beat.update("writing")
    assert capsys.readouterr().err == ""
    assert output.EVERY == 5


def test_lines_follow_what_is_done_and_end_with_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "EVERY", 0.001)
    seen: list[str] = []

    def told(text: str) -> bool:
        seen.extend(capsys.readouterr().err.splitlines())
        return any(line.endswith(text) for line in seen)

    with BuildProgress() as progress:
        wait_until(lambda: told("] reading recipes, tables and corpora"), "for the first line")
        progress.gathered(["one", "two"])
        progress.preparing("one")
        wait_until(lambda: told("] one (1 of 2): reading and planning"), "for what is prepared")
        progress.writing("one", 200)
        progress.preparing("two")
        progress.wrote("one", 50, 3_000_000)
        both = "] one (1 of 2): 50 of 200 records, 3.0 MB; two (2 of 2): reading and planning"
        wait_until(lambda: told(both), "for what is written and what is prepared")
        progress.wrote("one", 150, 1)
        wait_until(lambda: told("] two (2 of 2): reading and planning"), "for the end of one")
        progress.writing("two", 1)
        progress.wrote("two", 1, 1)
        wait_until(lambda: told("] finishing"), "for the end")
    capsys.readouterr()
    assert capsys.readouterr().err == ""


def test_a_build_goes_on_where_nobody_reads_its_lines(copy: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    build = ("recipe", "./mine.yaml", "--corpora", "corpora", "--out", "new")
    done = subprocess.run(
        [sys.executable, "-c", SHORT + RUN, *build],
        cwd=copy,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=writing,
        text=True,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stdout.split(",")[0]) == (0, "new: 10 records")


def test_a_build_shows_bars_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Output(stderr=True)
    shown._force_terminal, shown.file = True, StringIO()
    monkeypatch.setattr(progress_module, "Output", lambda **_: shown)
    with BuildProgress() as progress:
        progress.gathered(["one"])
        progress.preparing("one")
        progress.writing("one", 4)
        progress.wrote("one", 4, 2_000_000)
    assert "4/4 records 2.0 MB" in " ".join(shown.file.getvalue().split())
