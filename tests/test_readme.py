"""The README runs from top to bottom in one fresh folder, and shows what is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import lvbuild
from lvbuild.cli.main import Commands, program
from tests.readme_commands import ABRIDGED, README, Block, blocks, is_shown, marked
from tests.readme_tour import Tour, described_tables, unmeasured

PROJECT = README.parent
TEXT = README.read_text(encoding="utf-8")
BLOCKS = blocks(TEXT)
RUN = [block for block in BLOCKS if block.kind != "text"]


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Tour:
    return Tour(tmp_path_factory.mktemp("readme"))


def named(block: Block) -> str:
    return block.mark or block.body.splitlines()[0]


@pytest.mark.slow
@pytest.mark.parametrize("block", RUN, ids=map(named, RUN))
def test_every_block_runs_in_its_order_and_prints_what_is_shown(tour: Tour, block: Block) -> None:
    if why := tour.missing(block):
        pytest.skip(why)
    for command, shown, printed in tour.run(block):
        if block.kind == "console":
            assert is_shown(unmeasured(shown), unmeasured(printed)), (command, printed)
        elif block.kind == "python":
            assert printed


def test_every_block_is_run_or_saved_or_says_why_not() -> None:
    assert {block.kind for block in BLOCKS} == {"sh", "console", "python", "yaml", "json", "text"}
    for block in BLOCKS:
        if block.kind in {"yaml", "json"}:
            assert block.mark.startswith("file ")
    assert not re.search(r"^ *```", re.sub(r"^```.*?^```", "", TEXT, flags=re.S | re.M), re.M)
    unrun = [block for block in RUN if block.mark.startswith("not run: ")]
    assert len(unrun) == 2


def test_no_two_commands_build_into_one_folder_otherwise() -> None:
    commands = [command for block in RUN for command, _ in block.commands]
    builds = [command for command in commands if "lvbuild recipe " in command]
    outs = [build.partition("--out ")[2] for build in builds]
    assert len(set(outs)) == len(outs) == 9


def test_the_first_two_commands_are_one_line_each() -> None:
    build = "lvbuild recipe factrecall_en --levels 16k,256k --sample --out first"
    assert marked("try") == [f"pip install . && {build}"]
    assert marked("test") == ["pip install '.[test]' && pytest"]


def test_the_tables_of_keys_and_fields_are_those_of_the_models() -> None:
    found = list(described_tables(TEXT))
    assert len(found) == 11
    for match, rows in found:
        assert match["rows"] == rows, "run `python -m tests.readme_tour`"


def test_every_command_and_option_is_named() -> None:
    section = TEXT.partition("## Command line")[2].partition("## Library")[0]
    assert isinstance(program, Commands)
    context = program.make_context("lvbuild", ["list"])
    for name in program.list_commands(context):
        assert re.search(rf"`lvbuild {name}\b|`{name}\b", section), name
    recipe = program.get_command(context, "recipe")
    assert recipe is not None
    for parameter in recipe.params:
        for option in parameter.opts:
            assert not option.startswith("--") or option in section


@pytest.mark.parametrize(
    ("shown", "printed", "right"),
    [
        ("a b", "a b", True),
        ("a b", "a c", False),
        ("a b", "a b c", False),
        ("a [] c", "a b b c", True),
        ("a [] c", "a c", True),
        ("a [] c", "b c", False),
        ("a [] c", "a c d", False),
        ("[] c [] e", "a c d e", True),
        ("[] c [] e", "a d e", False),
        ("a []", "a", True),
    ],
)
def test_abridged_output_is_held_to_what_it_shows(shown: str, printed: str, right: bool) -> None:
    lines = [ABRIDGED if line == "[]" else line for line in shown.split()]
    assert is_shown(lines, printed.split()) == right


def test_the_citation_file_is_cff_1_2_0_and_of_this_version() -> None:
    cited = yaml.safe_load((PROJECT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["authors"] == [{"name": "lvbuild contributors"}]
    assert cited["version"] == lvbuild.__version__
    assert (cited["title"], cited["type"], cited["license"]) == ("lvbuild", "software", "MIT")
    known = {"cff-version", "message", "title", "abstract", "type", "authors", "version"}
    assert set(cited) - known == {"license", "keywords", "references"}
    assert all(isinstance(value, str) for key, value in cited.items() if key in known - {"authors"})
    for reference in cited["references"]:
        assert {"type", "title", "authors"} <= set(reference)


def test_what_is_linked_in_the_project_is_there() -> None:
    for name in re.findall(r"\]\((?!https?:)([^)]+)\)", TEXT):
        assert (PROJECT / name).exists()
    assert "`CITATION.cff`" in TEXT


@pytest.mark.slow
def test_nothing_is_left_beside_the_folder_of_the_tour(tour: Tour) -> None:
    beside = {path.name for path in tour.folder.parent.iterdir()}
    assert beside <= {"tour", "corpora", "cache", "hub"}
    assert Path(tour.folder / "first").is_dir()
