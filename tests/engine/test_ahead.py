"""Recipes that are prepared in processes of their own come in their order, or say why not."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions
from lvbuild.engine.ahead import Preparing, Wanted, WriteStored
from lvbuild.errors import BuildError
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import WriteLevel
from lvbuild.tasks.gathering import gather
from tests.tasks.small_mixup import write_mixup


@pytest.fixture
def wanted(tmp_path: Path) -> list[Wanted]:
    paths = [
        write_mixup(tmp_path / name, name=name, count=3, language=language, unit=unit)
        for name, language, unit in (
            ("one", "en", "words"),
            ("two", "zh", "characters"),
            ("three", "en", "words"),
        )
    ]
    sources = gather(paths, BuildOptions(sample=True))
    return [(source, [Level(2000), Level(4000)]) for source in sources]


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "0")


def children() -> Iterator[int]:
    yield from map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_what_is_prepared_elsewhere_is_what_is_prepared_here(wanted: list[Wanted]) -> None:
    with Preparing(wanted, 1) as here, Preparing(wanted, 2) as there:
        for number in range(len(wanted)):
            one, other = here.take(number), there.take(number)
            assert one.path is None
            assert other.path
            assert one.prepared.levels == other.prepared.levels
            assert one.prepared.corpora == other.prepared.corpora
            assert one.source.tables == other.source.tables
            name = one.prepared.asked[0]
            assert one.prepared.refused_for(name) == other.prepared.refused_for(name)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_carries_no_text(wanted: list[Wanted], workers: int, tmp_path: Path) -> None:
    with Preparing(wanted, workers) as preparing:
        ready = preparing.take(1)
        source, _ = wanted[1]
        schema = RecordSchema.of(source.file.recipe, source.options)
        for level, text in ready.prepared.levels.items():
            paths = (f"data/two_{level.label}.jsonl",)
            write = WriteLevel(text, schema, tmp_path, paths)
            job = WriteStored.of(preparing.store(1, ready), write)
            assert len(pickle.dumps(job)) < 2_000 < len(pickle.dumps(write)) / 10


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="it looks for children in /proc")
def test_a_process_that_is_ended_is_told_in_one_line(wanted: list[Wanted]) -> None:
    before = {*children()}
    with Preparing(wanted, 2) as preparing:
        for child in {*children()} - before:
            os.kill(child, signal.SIGKILL)
        with pytest.raises(BuildError, match=r"^a worker process ended"):
            preparing.take(2)
    assert {*children()} <= before
