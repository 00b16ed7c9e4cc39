"""What CONTRIBUTING.md points at is there, and each way to add something is short."""

from __future__ import annotations

import re

import pytest

from tests.readme_commands import README

TEXT = README.with_name("CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGE = README.with_name("builder") / "lvbuild"
ROOMS = tuple(f"{path.name}/" for path in PACKAGE.iterdir() if path.is_dir())
FOLDERS = ("builder/", "tests/", "recipes/", "annotations/", "data_cards/", "docs/", ".ci/", *ROOMS)
PATHS = [path for path in re.findall(r"`([^`\s]+)`", TEXT) if path.startswith(FOLDERS)]
ADDED = [part for part in TEXT.split("\n## ") if part.startswith("Add ")]


@pytest.mark.parametrize("path", dict.fromkeys(PATHS))
def test_every_path_is_there(path: str) -> None:
    pattern = re.sub(r"<[a-z]+>", "*", path).rstrip("/")
    assert list((PACKAGE if path.startswith(ROOMS) else README.parent).glob(pattern))


@pytest.mark.parametrize("name", dict.fromkeys(re.findall(r"`([A-Z]\w+)`", TEXT)))
def test_every_name_is_that_of_the_code(name: str) -> None:
    written = re.compile(rf"^(?:class )?{name}\b", re.MULTILINE)
    assert any(written.search(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("kind", ["corpus", "task", "language", "filter", "metric", "option"])
def test_what_is_to_be_added_takes_at_most_ten_lines(kind: str) -> None:
    [part] = (part for part in ADDED if re.match(rf"Add an? {kind}\n", part))
    assert len([line for line in part.splitlines()[1:] if line]) <= 10
