"""Help: quick, with examples that run as they stand."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path

import click
import pytest

from lvbuild.cli.main import program
from lvbuild.recipe import shipped_recipes, tasks
from tests.cli.running import environment, lvbuild
from tests.score.answering import write_predictions
from tests.starting.test_new_recipe import write_squad
from tests.tasks.small_world import book, write_books

HEAVY = ["datasets", "httpx", "ray", "pydantic", "numpy", "orjson", "rich", "yaml"]
HEAVY += ["jieba", "matplotlib", "rouge", "sklearn"]


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every command's words, the program's own first."""
    yield words
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name)


COMMANDS = sorted(commands(program))


def examples(words: tuple[str, ...]) -> list[str]:
    """Return the command lines that stand under "Example" in a command's help."""
    command: click.Command = program
    for word in words:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None
        command = found
    _, _, after = (command.help or "").partition("Example")
    return [line.strip() for line in re.findall(r"lvbuild [^\n]+", after)]


@pytest.mark.parametrize("words", COMMANDS, ids=[" ".join(words) or "-" for words in COMMANDS])
def test_every_commands_help_shows_an_example_of_it(world: Path, words: tuple[str, ...]) -> None:
    ran = lvbuild(*words, "--help", cwd=world)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Usage: ")
    found = examples(words)
    assert found
    for example in found:
        assert example.startswith(" ".join(["lvbuild", *words]))
        assert example in " ".join(ran.out.split())


BUILT = ("--levels", "16k", "--limit", "18")
ENDLESS = (" fetch ", " probe ", " select ", " serve ", " suggest ")
"""What fetches, needs a corpus of questions or a model, or ends only when it is interrupted."""
OFFLINE = [
    e for words in COMMANDS for e in examples(words) if not any(map(e.__contains__, ENDLESS))
]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with corpora and a release that holds what the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    write_books(folder / "corpora", [book(seed, 9_000) for seed in range(2)])
    (folder / "corpora/hongloumeng").mkdir()
    build = ("recipe", "factrecall_en", *BUILT)
    (folder / "work").mkdir()
    ran = lvbuild(*build, "--corpora", "../corpora", cwd=folder / "work")
    assert (ran.code, ran.err) == (0, "")
    write_predictions(folder / "work/release", folder / "work/predictions")
    (folder / "work/corpora/museum").mkdir(parents=True)
    write_squad(folder / "work/corpora/museum")
    export = ("annotate", "export", "factrecall_en", "--csv", "edited.csv")
    assert lvbuild(*export, "--corpora", "../corpora", cwd=folder / "work").code == 0
    return folder


LONG = ("hotpotwikiqa_mixup", "256k", "recipe factrecall_en factrecall_zh")


@pytest.mark.usefixtures("keeping")
@pytest.mark.parametrize(
    "example",
    [
        pytest.param(each, marks=pytest.mark.slow if any(map(each.__contains__, LONG)) else ())
        for each in OFFLINE
    ],
)
def test_every_example_runs(prepared: Path, tmp_path: Path, example: str) -> None:
    shutil.copytree(prepared, tmp_path / "there")
    work = tmp_path / "there/work"
    if "lvbuild recipe" in example:
        shutil.rmtree(work / "release")
    if "lvbuild merge" in example:
        shutil.rmtree(work / "release")
        for number in range(3):
            part = ("--shard", f"{number}/3", "--out", f"shards/{number}")
            assert lvbuild("recipe", "factrecall_en", "--sample", *BUILT, *part, cwd=work).code == 0
    if "lvbuild compare" in example:
        shutil.copytree(work / "release", work / "release-2027")
    ran = lvbuild(*shlex.split(example)[1:], cwd=work, LVBUILD_CORPORA="../corpora")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out


@pytest.mark.parametrize("words", ["recipe --help", "--version"])
def test_help_imports_nothing_heavy(tmp_path: Path, words: str) -> None:
    code = (
        "import sys\nfrom lvbuild.cli.main import _run\n"
        f"sys.argv = ['lvbuild', *{words.split()}]\n"
        f"code = _run()\nprint([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)\n"
        "sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_the_version_is_told(world: Path) -> None:
    import lvbuild as package

    assert lvbuild("--version", cwd=world).out == f"lvbuild, version {package.__version__}\n"


def test_list_names_every_shipped_recipe(world: Path) -> None:
    told = lvbuild("list", cwd=world)
    parsed = json.loads(lvbuild("list", "--json", cwd=world).out)
    assert told.code == 0
    assert sorted(recipe["name"] for recipe in parsed) == list(shipped_recipes())
    assert parsed == sorted(parsed, key=itemgetter("family", "name"))
    for recipe in parsed:
        assert recipe["name"] in told.out
        assert set(recipe) == set(tasks[recipe["task"]].model_fields)
    named = lvbuild("list", "factrecall_zh", "./mine.yaml", "--json", cwd=world).out
    assert [recipe["name"] for recipe in json.loads(named)] == ["mine", "factrecall_zh"]
