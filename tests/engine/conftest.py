"""Orders to build, each built once undisturbed, and a recipe small enough for dozens of builds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.builds import hashes, write_recipe
from tests.engine.orders import Order, order_of


class Built(NamedTuple):
    """A release that nothing disturbed: the hash of every file, and the bytes of its records."""

    hashes: dict[str, str]
    record_bytes: int


@pytest.fixture(scope="session", params=["fact recall", "mixup"])
def order(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Order:
    """Each of the orders."""
    return order_of(str(request.param), tmp_path_factory.mktemp("recipes"))


@pytest.fixture(scope="session")
def known() -> dict[Order, Built]:
    """Hold what orders came to: each is built once, in whatever order tests ask for it."""
    return {}


@pytest.fixture
def undisturbed(
    order: Order, known: dict[Order, Built], tmp_path_factory: pytest.TempPathFactory
) -> Built:
    """Build an order undisturbed."""
    if order not in known:
        folder = tmp_path_factory.mktemp("undisturbed") / "release"
        order.build(folder)
        size = sum(path.stat().st_size for path in folder.glob("data/*"))
        known[order] = Built(hashes(folder), size)
        shutil.rmtree(folder)
    return known[order]


@pytest.fixture
def out(tmp_path: Path) -> Iterator[Path]:
    """Name a folder for a release; it is removed after the test."""
    yield tmp_path / "release"
    shutil.rmtree(tmp_path / "release", ignore_errors=True)


@pytest.fixture
def small_recipe(tmp_path: Path) -> Path:
    """Return the file of a recipe of three small levels."""
    return write_recipe(tmp_path)
