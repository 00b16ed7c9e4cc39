"""A good recipe for tests to spoil, and what is told of it then."""

from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild.errors import UsageError
from lvbuild.recipe import load_recipe

GOOD = """\
name: mine
title: A recipe of mine
task: fact_recall
language: en
licence: MIT
haystack: pg19
count: 10
levels: [2k, 1k]
unit: words
metric: f1
prompt: "{context} {input}"
"""


def write(tmp_path: Path, text: str | bytes) -> Path:
    """Write a recipe file; return its path."""
    path = tmp_path / "mine.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refusal(tmp_path: Path, text: str | bytes) -> str:
    """Return the one line that is told of a recipe that is refused."""
    path = write(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        load_recipe(path)
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)
    return str(caught.value)
