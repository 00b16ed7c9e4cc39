"""A small release of each shipped recipe of needles or passages, built once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.tasks.needles.releases import build


@pytest.fixture(scope="session")
def released(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    @cache
    def release(name: str) -> Path:
        return build(tmp_path_factory.mktemp(name), name)

    return release
