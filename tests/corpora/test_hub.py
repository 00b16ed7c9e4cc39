"""Fetching from the Hub, against a small server that speaks its protocol."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.corpora.hub import HubSource
from tests.hub_server import HubServer, running_hub

PG19 = CATALOGUE["pg19"].hub
assert PG19 is not None
FIRST = PG19.files[0]
VALIDATION = "data/validation-00000-of-00001-0a.parquet"
TRAIN = [f"data/train-0000{n}-of-00023-0{n}ab.parquet" for n in range(2)]
NUMBERS = {FIRST: [84, 11], VALIDATION: [2701], TRAIN[0]: [98, 46], TRAIN[1]: [7]}

RUN = """
import sys
from lvbuild.corpora.catalogue import open_corpora, fetch_corpus
from lvbuild.errors import LvbuildError
try:
{code}
except LvbuildError as error:
    print(error)
    sys.exit(error.exit_code)
"""
OPEN = "corpus = open_corpora(['pg19'])['pg19']\nbatches = corpus.batches()"
FIRST_BATCH = f"{OPEN}\nprint(next(batches))"


@dataclass
class Machine:
    """A machine with an empty cache that reaches no Hub but the test's."""

    cache: Path
    environment: dict[str, str]

    def run(self, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run code in a process of its own, where huggingface_hub reads its environment anew."""
        body = "\n".join(f"    {line}" for line in code.split("\n"))
        return subprocess.run(
            [sys.executable, "-c", RUN.format(code=body)],
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubServer]:
    assert PG19 is not None
    folder = tmp_path / "hub"
    for name, numbers in NUMBERS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        rows = {
            "short_book_title": [f"Book {n}" for n in numbers],
            "publication_date": [1900 for _ in numbers],
            "url": [f"http://www.gutenberg.org/ebooks/{n}" for n in numbers],
            "text": [f"The {n}th book.\r\n" * 5000 for n in numbers],
        }
        pq.write_table(pa.table(rows), folder / name, compression="none")
    with running_hub(PG19.repository, PG19.revision, folder, tmp_path / "log") as server:
        yield server


@pytest.fixture
def machine(tmp_path: Path, hub: HubServer) -> Machine:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("HF_", "LVBUILD_", "XDG_"))
    }
    cache = tmp_path / "cache"
    here = {"LVBUILD_CACHE": str(cache), "HF_HOME": str(tmp_path / "hf"), "HOME": str(tmp_path)}
    return Machine(cache / "corpora/pg19", kept | here | {"HF_ENDPOINT": hub.address})


def test_shards_are_fetched_when_their_batch_is_reached_and_once(
    hub: HubServer, machine: Machine
) -> None:
    assert PG19 is not None
    read = (
        f"{FIRST_BATCH}\nprint(corpus.revision, *[f.path for f in corpus.files()])"
        "\nprint(len(corpus.document('pg19:84').text))"
    )
    result = machine.run(read)
    told = f"['pg19:11', 'pg19:84']\n{PG19.revision} {FIRST}\n{len('The 84th book.~') * 5000 - 1}\n"
    assert (result.returncode, result.stderr, result.stdout) == (0, "", told)
    assert {request.split()[1] for request in hub.requests()} == {FIRST}
    kept = HubSource.recall(machine.cache, PG19.repository, PG19.revision)
    assert list(kept.files) == [FIRST]
    assert HubSource.recall(machine.cache, "emozilla/pg19", "0" * 40).files == {}
    three = machine.run(f"{OPEN}\nprint(next(batches), next(batches), next(batches))")
    order = "['pg19:11', 'pg19:84'] ['pg19:2701'] ['pg19:46', 'pg19:98']\n"
    assert three.stdout == order
    assert {r.split()[1] for r in hub.requests()} == {"tree", VALIDATION, TRAIN[0]}
    offline = machine.run(
        f"{OPEN}\nfor batch in batches: print(batch, end=' ')", HF_HUB_OFFLINE="1"
    )
    assert offline.stdout.startswith(order.strip())
    assert offline.returncode == 3
    assert "`lvbuild corpora fetch pg19` with enough --shards" in offline.stdout
    assert hub.requests() == []


def test_an_interrupted_download_is_never_taken_for_whole(hub: HubServer, machine: Machine) -> None:
    hub.damage("break")
    broken = machine.run(FIRST_BATCH)
    assert broken.returncode == 3
    assert broken.stdout.count("\n") == 1
    assert "lvbuild corpora fetch pg19" in broken.stdout
    assert not (machine.cache / FIRST).exists()
    hub.damage("")
    assert machine.run(FIRST_BATCH).stdout == "['pg19:11', 'pg19:84']\n"


def test_a_shard_with_another_hash_than_stated_is_removed(hub: HubServer, machine: Machine) -> None:
    hub.damage("hash")
    result = machine.run(FIRST_BATCH)
    assert result.returncode == 1
    assert f"expected {'0' * 64} as the Hub states; removed" in result.stdout
    assert not (machine.cache / FIRST).exists()


def test_a_shard_cut_short_in_the_cache_is_fetched_again(hub: HubServer, machine: Machine) -> None:
    machine.run(FIRST_BATCH)
    shard = machine.cache / FIRST
    shard.write_bytes(shard.read_bytes()[:-100])
    hub.requests()
    assert machine.run(FIRST_BATCH).stdout == "['pg19:11', 'pg19:84']\n"
    assert f"GET {FIRST}" in hub.requests()


def test_a_hub_that_cannot_be_reached_is_told_in_one_line(machine: Machine) -> None:
    result = machine.run(FIRST_BATCH, HF_ENDPOINT="http://127.0.0.1:9")
    assert result.returncode == 3
    assert (result.stdout.count("\n"), result.stderr) == (1, "")
    for part in ("refused", str(machine.cache), "--corpora", "--sample"):
        assert part in result.stdout


def test_a_shard_that_the_hub_lacks_is_told_in_one_line(hub: HubServer, machine: Machine) -> None:
    (hub.folder / FIRST).unlink()
    result = machine.run(FIRST_BATCH)
    assert (result.returncode, result.stdout.count("\n")) == (3, 1)
    assert FIRST in result.stdout


def test_a_cache_that_cannot_be_written_to_is_told(machine: Machine) -> None:
    machine.cache.parent.parent.parent.joinpath("file").write_text("in the way")
    way = str(machine.cache.parent.parent.parent / "file")
    result = machine.run(FIRST_BATCH, LVBUILD_CACHE=way)
    assert (result.returncode, result.stdout.count("\n")) == (1, 1)
    assert f"{way}/corpora/pg19: cannot be written to" in result.stdout


def test_nothing_is_fetched_while_another_corpus_is_missing(
    hub: HubServer, machine: Machine
) -> None:
    result = machine.run("open_corpora(['pg19', 'hongloumeng'])")
    assert result.returncode == 3
    assert "missing corpora: hongloumeng (looked in" in result.stdout
    assert hub.requests() == []
