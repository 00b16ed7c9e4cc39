"""`new`: the mapping it guessed is shown, the files are written, what comes next is said."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests import builds
from tests.cli.running import environment, lvbuild
from tests.starting.test_new_recipe import write_squad


def test_a_folder_becomes_a_release_by_the_commands_that_are_printed(tmp_path: Path) -> None:
    (tmp_path / "corpora/museum").mkdir(parents=True)
    write_squad(tmp_path / "corpora/museum")
    ran = lvbuild("new", "mine", "--from", "corpora/museum", "--yes", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "museum: squad, 12 questions, 12 documents, language en, task single_hop_qa"
    assert "  question     Which river is that of Harrow?" not in lines[:1]
    assert "wrote annotations/mine/replacements.jsonl" in lines
    commands = lines[lines.index("next:") + 1 :]
    steps = ["suggest", "serve", "check", "recipe"]
    assert [next(step for step in steps if f" {step} " in line) for line in commands] == steps
    for command in (line for line in commands if " serve " not in line):  # it runs until stopped
        done = lvbuild(*command.split()[1:], cwd=tmp_path)
        assert done.code == 0, done
    assert (tmp_path / "release/data/mine_1k.jsonl").is_file()
    again = lvbuild("new", "mine", "--from", "corpora/museum", "--yes", cwd=tmp_path)
    assert "stands there already" in again.error(2)


@pytest.mark.parametrize("asked", [True, False])
def test_who_reads_no_further_gets_all_files(tmp_path: Path, asked: bool) -> None:
    (tmp_path / "corpora/museum").mkdir(parents=True)
    write_squad(tmp_path / "corpora/museum")
    controller, terminal = pty.openpty()
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does in the end
    os.write(controller, b"\n\n")  # the licence as it is proposed, and yes
    ran = subprocess.run(
        builds.command("new", "mine", "--from", "corpora/museum", *([] if asked else ["--yes"])),
        cwd=tmp_path,
        env=environment(),
        stdin=terminal,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    for end in (controller, terminal, writing):
        os.close(end)
    assert "Traceback" not in ran.stderr
    assert ("record 3" in ran.stderr) is asked  # what is asked is shown with the question
    names = {path.name for path in (tmp_path / "annotations/mine").iterdir()}
    tables = {"answer_keywords.jsonl", "confusing_facts.jsonl", "replacements.jsonl"}
    assert names == tables | {"README.md", "guideline.md", ".gitattributes"}
    assert (tmp_path / "mine.yaml").is_file()
    assert (tmp_path / "data_cards/mine.md").is_file()


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    assert "say with --from" in lvbuild("new", "mine", cwd=tmp_path).error(2)
    wrong = lvbuild("new", "mine", "--from", ".", "--field", "words=a", cwd=tmp_path)
    assert "write KEY=PATH, KEY one of documents, titles" in wrong.error(2)
