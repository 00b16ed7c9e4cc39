"""Releases in an S3 bucket are those of a folder, whatever becomes of connections and writers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

import lvbuild
from lvbuild.errors import BuildError, MissingCorpusError, UsageError, VerificationError
from tests.builds import (
    environment,
    hashes,
    run,
    start,
    wait_until,
    write_books,
    write_recipe,
)
from tests.engine.orders import Order, order_of
from tests.s3_server import Fault, Server, cut, forbid, refuse, s3_server, wait


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """Run a server with a bucket, which this process and those it starts find."""
    import s3fs

    with s3_server() as (server, variables), pytest.MonkeyPatch.context() as patch:
        for name, value in variables.items():
            patch.setenv(name, value)
        s3fs.S3FileSystem().mkdir("bench")
        yield server


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Order:
    folder = tmp_path_factory.mktemp("orders")
    return Order((str(write_recipe(folder)),), ("1k", "2k"), write_books(folder / "corpora"))


@pytest.fixture(scope="module")
def local(order: Order, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the order into a folder."""
    out = tmp_path_factory.mktemp("local") / "release"
    order.build(out, workers=1)
    return out


def stored(name: str, folder: Path) -> dict[str, str]:
    """Hash all objects of a release in the bucket."""
    import s3fs

    s3fs.S3FileSystem(use_listings_cache=False).get(f"bench/{name}", str(folder), recursive=True)
    return hashes(folder)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_release_built_there_equals_the_local_one(
    server: Server, order: Order, local: Path, tmp_path: Path, workers: int
) -> None:
    url = f"s3://bench/whole{workers}"
    order.build(url, workers=workers)
    assert stored(f"whole{workers}", tmp_path / "got") == hashes(local)
    last = [path for path in server.written if "/data/" not in path][-1]
    assert last == f"/bench/whole{workers}/manifest.json"
    assert lvbuild.verify(url, rebuild=True, corpora=order.corpora).complete
    server.written.clear()
    order.build(url, workers=workers)
    assert not [path for path in server.written if path.endswith(".jsonl")]


@pytest.mark.slow
@pytest.mark.parametrize("fault", [refuse, wait, cut])
def test_a_write_that_is_refused_slow_or_cut_is_made_again(
    server: Server, order: Order, local: Path, tmp_path: Path, fault: Fault
) -> None:
    server.faults = [fault, fault]
    order.build(f"s3://bench/{fault.__name__}", workers=1)
    assert not server.faults
    assert stored(fault.__name__, tmp_path / "got") == hashes(local)


@pytest.mark.slow
def test_what_cannot_be_written_is_one_line_and_goes_on_later(
    server: Server, order: Order, local: Path, tmp_path: Path
) -> None:
    server.faults = [wait, forbid]
    with pytest.raises(BuildError, match=r"^s3://bench/forbidden/data/.*what is finished stands"):
        order.build("s3://bench/forbidden", workers=1)
    with pytest.raises(VerificationError, match="it is not complete"):
        lvbuild.verify("s3://bench/forbidden")
    order.build("s3://bench/forbidden", workers=1)
    assert stored("forbidden", tmp_path / "got") == hashes(local)


@pytest.mark.slow
def test_a_writer_that_was_killed_goes_on(server: Server, tmp_path: Path) -> None:
    order = order_of("long fact recall", tmp_path)
    order.build(tmp_path / "whole")
    env = environment(order.corpora, TMPDIR=str(tmp_path))
    words = order.arguments("s3://bench/killed", "--workers", "1", "--json")
    server.written.clear()
    build = start(words, env)
    wait_until(
        lambda: sum("/data/" in path for path in server.written) > 1, "a second file to be begun"
    )
    build.send_signal(signal.SIGKILL)
    build.communicate()
    with pytest.raises(VerificationError, match="it is not complete"):
        lvbuild.verify("s3://bench/killed")
    again = run(words, env)
    assert again.returncode == 0, again.stderr
    assert 0 < json.loads(again.stdout)["records"] < 2400
    assert stored("killed", tmp_path / "got") == hashes(tmp_path / "whole")
    spool = tmp_path / f"lvbuild-{os.getuid()}"
    assert not [path for path in spool.iterdir() if path.suffix != ".lock"]


@pytest.mark.slow
def test_every_command_reads_it_there(server: Server, order: Order, tmp_path: Path) -> None:
    url = "s3://bench/read"
    order.build(url, workers=1)
    order.build(tmp_path / "release", workers=1)
    here, there = lvbuild.open_release(tmp_path / "release"), lvbuild.open_release(url)
    assert there.configurations == here.configurations
    name = here.configurations[0]
    assert [*there.records(name)] == [*here.records(name)]
    predictions = tmp_path / f"{name}.jsonl"
    lines = [{"_id": r.fields["_id"], "pred": r.fields["answers"][0]} for r in here.records(name)]
    predictions.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    env = environment(order.corpora, COLUMNS="200")
    for words in (["audit"], ["score", str(predictions)], ["inspect", name, "2"]):
        told = [run([words[0], at, *words[1:]], env, tmp_path) for at in ("release", url)]
        assert told[0].returncode == told[1].returncode, told
        assert told[1].stdout.replace(url, "release") == told[0].stdout


_LOAD = """
import sys
from datasets import load_dataset
loaded = load_dataset("json", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
print(len(loaded), loaded[3]["_id"])
"""


@pytest.mark.slow
def test_datasets_loads_it_from_there(server: Server, order: Order, tmp_path: Path) -> None:
    url = "s3://bench/loaded"
    order.build(url, workers=1)
    release = lvbuild.open_release(url)
    name = release.configurations[0]
    words = [f"{url}/data/{name}.jsonl", str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, *words],
        env={**os.environ, "HF_HUB_OFFLINE": "0", "HF_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"20 {release.record(name, 3).fields['_id']}\n", done.stderr


@pytest.mark.slow
def test_compressed_and_in_shards_it_is_the_same(server: Server, order: Order, local: Path) -> None:
    for number in range(2):
        order.build(f"s3://bench/part{number}", shard=f"{number}/2", compress="zst", workers=1)
    url = "s3://bench/merged"
    lvbuild.merge(["s3://bench/part0", "s3://bench/part1"], url)
    manifests = [lvbuild.verify(at).files for at in (local, url)]
    assert manifests[0] == manifests[1]


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("nowhere://bench/it", "nowhere://bench/it: cannot be reached"),
        ("s3://bench/nothing", "is no release"),
        ("s3://no-such-bucket/it", "is no release"),
    ],
)
def test_what_is_no_release_there_is_one_line(server: Server, url: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        lvbuild.open_release(url)


def test_corpora_are_read_from_there_and_fetched_once(
    order: Order, local: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fsspec

    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path / "cache"))
    memory = fsspec.filesystem("memory")
    memory.put(f"{order.corpora}/", "/corpora/", recursive=True)
    for name in ("first", "second"):
        order.build(tmp_path / name, workers=1, corpora="memory://corpora")
        assert hashes(tmp_path / name) == hashes(local)
        [kept] = (tmp_path / "cache" / "corpora").iterdir()
        assert kept.name.startswith("pg19@")
    book = memory.cat_file("/corpora/pg19/1.txt")
    memory.pipe_file("/corpora/pg19/1.txt", book.replace(b"Page 3", b"Leaf 3"))
    order.build(tmp_path / "third", workers=1, corpora="memory://corpora")
    assert hashes(tmp_path / "third") != hashes(local)
    memory.pipe_file("/elsewhere/other/1.txt", b"")
    with pytest.raises(MissingCorpusError, match=r"pg19 \(looked in memory://elsewhere/pg19"):
        order.build(tmp_path / "fourth", corpora="memory://elsewhere", offline=True)


def test_memory_holds_a_release_too(order: Order, local: Path) -> None:
    order.build("memory://bench/release", workers=1)
    assert lvbuild.verify("memory://bench/release") == lvbuild.verify(local)
