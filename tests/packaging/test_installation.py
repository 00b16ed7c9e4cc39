"""lvbuild works alike however it is installed."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from lvbuild.tables.reading import LEDGER

PROJECT = Path(__file__).parents[2]
SOURCES = ("builder", "recipes", "annotations", "data_cards", "tests")
TEXTS = ("README.md", "LICENSE", "CITATION.cff", "CHANGELOG.md", "CONTRIBUTING.md")
FILES = ("pyproject.toml", *TEXTS, ".gitignore")
BUILD = ("recipe", "factrecall_en", "factrecall_zh", "--levels", "16k", "--sample", "--limit", "3")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the project, so that building leaves nothing in the checkout."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in SOURCES:
        shutil.copytree(
            PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache")
        )
    for name in FILES:
        shutil.copy(PROJECT / name, folder / name)
    (folder / "annotations/factrecall_en" / LEDGER).write_text("{}\n")
    return folder


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from the sdist that is built from the checkout."""
    out = tmp_path_factory.mktemp("dist")
    _run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(checkout)])
    [built] = out.glob("*.whl")
    return built


def _run(command: list[str], cwd: Path | None = None) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LVBUILD"))}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _installed(folder: Path, *what: str) -> Path:
    """Install into a fresh virtual environment that borrows the dependencies of this one."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    [packages] = (folder / "lib").glob("python*/site-packages")
    borrowed = [path for path in site.getsitepackages() if Path(path).is_dir()]
    (packages / "borrowed.pth").write_text("\n".join(borrowed) + "\n")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    _run([*pip, "--force-reinstall", *what])
    return python


def _build(python: Path, out: Path, cwd: Path) -> dict[str, bytes]:
    _run([str(python), "-P", "-m", "lvbuild", *BUILD, "--out", str(out)], cwd=cwd)
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_the_wheel_the_folder_and_an_editable_install_build_the_same_bytes(
    checkout: Path, wheel: Path, tmp_path: Path
) -> None:
    ways = {"wheel": (str(wheel),), "folder": (str(checkout),), "editable": ("-e", str(checkout))}
    built = {}
    for way, what in ways.items():
        python = _installed(tmp_path / way, *what)
        home = _run([str(python), "-P", "-c", "import lvbuild; print(lvbuild.__file__)"], tmp_path)
        assert str(checkout if way == "editable" else tmp_path / way) in home
        built[way] = _build(python, tmp_path / f"release-{way}", tmp_path)
    assert "data/factrecall_zh_16k.jsonl" in built["wheel"]
    assert "licenses/LICENSE" in _run([sys.executable, "-m", "zipfile", "-l", str(wheel)])
    assert built["wheel"] == built["folder"] == built["editable"]


def test_a_wheel_holds_recipes_tables_cards_and_the_words_of_the_sample_world(
    checkout: Path,
) -> None:
    packed = {
        each.distribution_path for each in WheelBuilder(str(checkout)).recurse_included_files()
    }
    package = checkout / "builder/lvbuild"
    words = {path.relative_to(package.parent).as_posix() for path in package.rglob("*.txt")}
    assert {path for path in words if "/sample/words/" in path}
    assert words <= packed
    for name in (
        "lvbuild/_data/recipes/factrecall_en.yaml",
        "lvbuild/_data/annotations/factrecall_zh/needles.jsonl",
        "lvbuild/_data/data_cards/factrecall_en.md",
        "lvbuild/py.typed",
    ):
        assert name in packed
    assert not [path for path in packed if LEDGER in path]
