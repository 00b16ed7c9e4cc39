"""At 80 columns nothing is cut within a word or a number; in a pipe a row is a line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.cli.running import lvbuild
from tests.cli.terminal import in_terminal, width
from tests.score.answering import write_predictions
from tests.tasks.small_world import TABLES, fact, needle, pair, write_recipe

COMMANDS = {
    "list": ("list",),
    "inspect": ("inspect", "release", "mine_1k", "2"),
    "preview": ("annotate", "preview", "./mine.yaml", "needle:a", "--corpora", "corpora"),
    "plan with notes": ("plan", "./mine.yaml", "--corpora", "corpora", "--variant", "x"),
    "check": ("check", "./mine.yaml", "--corpora", "corpora"),
    "score": ("score", "release", "predictions"),
    "show of Chinese": ("show", "factrecall_zh"),
    "schema --tables": ("schema", "--tables"),
    "recipe": ("recipe", "./mine.yaml", "--corpora", "corpora", "--out", "new"),
}


HEADINGS = {"name", "recipe", "level", "question_id", "state"}
"""The names of first columns, whose cells stand for themselves, and of one without cells."""


def words(text: str) -> set[str]:
    """Return the words and numbers of a text; a Chinese character is one."""
    return set(re.findall(r"[^\s\u2e80-\uffef]+|[\u2e80-\uffef]", text))


@pytest.fixture(scope="module")
def full(world: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the small world with predictions, notes and findings."""
    folder = shutil.copytree(world, tmp_path_factory.mktemp("full") / "world")
    write_predictions(folder / "release", folder / "predictions")
    rows = [*TABLES["replacements"], pair("boat", "boat house", kind="term")]
    facts = [*TABLES["confusing_facts"], *(fact(f"Bob Ray hid {x}.", "needle:b") for x in "xy")]
    needles = [needle("a"), needle("b")]
    write_recipe(folder, needles=needles, confusing_facts=facts, replacements=rows)
    return folder


@pytest.mark.parametrize(
    ("command", "columns"),
    [*((command, 80) for command in COMMANDS.values()), (COMMANDS["plan with notes"], 50)],
    ids=[*COMMANDS, "narrower"],
)
def test_no_word_is_cut_and_none_is_lost_in_a_narrow_terminal(
    full: Path, command: tuple[str, ...], columns: int
) -> None:
    ran = lvbuild(*command, cwd=full)
    shown = in_terminal(*command, cwd=full, columns=columns)
    assert shown.code == ran.code
    assert shown.lines
    for line in shown.lines:
        assert width(line) <= columns or len(line.split()) <= 2, line
    told = words("\n".join(shown.lines))
    told |= {word.rstrip(":") for word in told} | HEADINGS
    measured = r"\d+\.\d+|\d+"  # seconds and megabytes of another run
    assert {word for word in words(ran.out) if not re.fullmatch(measured, word)} <= told


def test_a_table_that_fits_is_a_table(full: Path) -> None:
    score = ("score", "release", "predictions")
    assert in_terminal(*score, cwd=full).lines == lvbuild(*score, cwd=full).out.splitlines()


def test_rows_too_wide_stand_one_beneath_the_other_with_their_columns_names(full: Path) -> None:
    shown = in_terminal("list", cwd=full).lines
    start = shown.index("hotpotwikiqa_mixup")
    assert shown[start + 1 : start + 4] == [
        "  family: lveval  language: en  task: multi_hop_qa  from: hotpotqa",
        "    2wikimultihopqa  levels: 16k 32k 64k 128k 256k  title: Multi-hop questions",
        "    over Wikipedia paragraphs",
    ]


def test_in_a_pipe_a_row_is_a_line_however_long(full: Path) -> None:
    [text] = {lvbuild("list", cwd=full, COLUMNS=told).out for told in ("40", "0", "x", "9" * 11)}
    listed = text.splitlines()
    assert len({line.index("multi_hop_qa") for line in listed if "multi_hop_qa" in line}) == 1
    found = lvbuild("check", "./mine.yaml", "--corpora", "corpora", cwd=full).out.splitlines()
    assert all(re.match(r"\S+\.jsonl:\d+: |\d+ error", line) for line in found)
