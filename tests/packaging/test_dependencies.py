"""What the project imports, it declares; what it declares without importing, it says."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

PROJECT = Path(__file__).parents[2]
NOT_IMPORTED = {"datasets"}


def _declared() -> tuple[set[str], set[str]]:
    """Return what users install, extras with it, and what tests need in addition."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = dict(project["optional-dependencies"])
    tests = {_name(line) for line in extras.pop("test")}
    del extras["docs"]  # a program that makes the site of the pages
    lines = [*project["dependencies"], *(line for extra in extras.values() for line in extra)]
    return {_name(line) for line in lines}, tests


def _name(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


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


def test_what_is_declared_and_not_imported_says_why() -> None:
    lines = (PROJECT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    marked = [place for place, line in enumerate(lines) if line.startswith("  # Not imported")]
    after = [line for line in lines[marked[0] : lines.index("]", marked[0])] if '"' in line]
    assert {_name(line.strip(' ",')) for line in after} == NOT_IMPORTED


def test_every_dependency_has_a_lower_bound() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        lines += extra
    assert all(re.search(r">=\d", line) for line in lines)
