"""What the project imports, it declares; what it declares without importing, it says."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

PROJECT = Path(__file__).parents[2]
NOT_IMPORTED = {"datasets", "lm-eval", "openai", "s3fs"}


def _declared() -> tuple[set[str], set[str]]:
    """Return what users install, extras with it, and what tests need in addition."""
    core, extras = _requirements()
    tests = {_name(line) for line in extras.pop("test")} - {"lvbuild"}
    del extras["docs"]  # a program that makes the site of the pages
    lines = [*core, *(line for extra in extras.values() for line in extra)]
    return {_name(line) for line in lines} - {"lvbuild"}, tests


def _requirements() -> tuple[list[str], dict[str, list[str]]]:
    """Return what is always installed, and what each extra adds."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["dependencies"], dict(project["optional-dependencies"])


def _name(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


@cache
def _imported(folder: Path) -> set[str]:
    """Return the distributions of others that a folder's modules import, wherever in a module."""
    held = packages_distributions()
    tops = {name.partition(".")[0] for path in folder.rglob("*.py") for name in _modules(path)}
    others = tops - set(sys.stdlib_module_names) - {"lvbuild", "tests", "__future__"}
    return {_name(distribution) for top in others for distribution in held.get(top, [top])}


def _modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_all_that_the_package_imports_is_declared_and_the_other_way_round() -> None:
    users, _ = _declared()
    assert users - _imported(PROJECT / "builder") == NOT_IMPORTED
    assert _imported(PROJECT / "builder") <= users


def test_all_that_the_tests_import_is_declared() -> None:
    users, tests = _declared()
    assert _imported(PROJECT / "tests") <= users | tests


def test_every_dependency_has_a_lower_bound() -> None:
    core, extras = _requirements()
    lines = [*core, *(line for extra in extras.values() for line in extra)]
    assert all(re.search(r">=\d", line) for line in lines if _name(line) != "lvbuild")


def test_all_holds_every_extra_of_users_and_the_tests_need_all() -> None:
    _, extras = _requirements()
    assert extras["all"] == [
        f"lvbuild[{','.join(sorted(extras.keys() - {'all', 'docs', 'test'}))}]"
    ]
    assert "lvbuild[all]" in extras["test"]


def test_what_extras_bring_is_asked_for_by_their_names() -> None:
    _, extras = _requirements()
    calls = [
        [ast.literal_eval(argument) for argument in node.args]
        for path in (PROJECT / "builder").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "require"
    ]
    asked = {
        "annotate",
        "draft",
        "figures",
        "harness",
        "ray",
        "s3",
        "suggest",
        "telltale",
        "wiki",
        "zst",
    }
    assert {extra for _, _, extra in calls} == asked
    for _, package, extra in calls:
        assert _name(package) in map(_name, extras[extra])


def test_the_readmes_build_needs_no_extra(tmp_path: Path) -> None:
    tops = ["datasets", "fastapi", "jinja2", "matplotlib", "openai", "openpyxl", "sklearn"]
    code = f"import sys; sys.modules.update(dict.fromkeys({tops})); import lvbuild.__main__"
    words = ("recipe", "factrecall_en", "--levels", "1k", "--sample", "--limit", "1")
    command = [sys.executable, "-c", code, *words]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
