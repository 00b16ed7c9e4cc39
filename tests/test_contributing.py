"""What CONTRIBUTING.md points at is there."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from tests.readme_commands import README

TEXT = README.with_name("CONTRIBUTING.md").read_text(encoding="utf-8")
FOLDERS = ("builder/", "tests/", "recipes/", "annotations/", "data_cards/", ".ci/")
PATHS = [path for path in re.findall(r"`([^`\s]+)`", TEXT) if path.startswith(FOLDERS)]


@pytest.mark.parametrize("path", dict.fromkeys(PATHS))
def test_every_path_is_there(path: str) -> None:
    pattern = re.sub(r"<[a-z]+>", "*", path).rstrip("/")
    assert list(README.parent.glob(pattern))


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("corpora.longbench", "CLEANING Loading LoadedCorpus"),
        ("corpora.corpus", "Corpus"),
        ("tasks.task", "Task"),
        ("mixing.plan", "RecordPlan"),
        ("recipe.schema", "tasks metrics register"),
        ("score.metric", "Metric register"),
        ("languages", "Language languages register"),
        ("mixing.filters.filter", "Filter"),
        ("mixing.filters", "_filters"),
        ("release.manifest", "FORMAT"),
        ("rules", "RULES"),
    ],
)
def test_every_name_is_that_of_the_code(module: str, names: str) -> None:
    found = import_module(f"lvbuild.{module}")
    for name in names.split():
        assert f"`{name}`" in TEXT
        assert hasattr(found, name)
