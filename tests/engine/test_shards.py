"""Builds done in parts: all shards together are one build, and what is none of them is refused."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.shard import Shard
from lvbuild.errors import LvbuildError, UsageError, VerificationError
from tests.builds import environment, finished, hashes, run, start, wait_until, write_books
from tests.builds import write_recipe as write
from tests.engine.conftest import Built
from tests.engine.orders import Order, order_of


def has_records(folder: Path) -> bool:
    return any(folder.glob("data/*.jsonl"))


def in_shards(order: Order, folder: Path, count: int) -> list[Path]:
    """Build each shard into a folder of its own."""
    for number in range(count):
        order.build(folder / str(number), shard=f"{number}/{count}", workers=1)
    return [folder / str(number) for number in range(count)]


@pytest.mark.parametrize("count", [2, 3])
def test_all_shards_merged_are_one_build(
    tmp_path: Path, out: Path, order: Order, undisturbed: Built, count: int
) -> None:
    parts = in_shards(order, tmp_path / "shards", count)
    lvbuild.merge(parts[::-1], out)
    assert hashes(out) == undisturbed.hashes
    before = finished(out)
    lvbuild.merge(parts, out)
    assert finished(out) == before


@pytest.mark.parametrize("of", [1, 2, 3, 7, 200])
def test_shards_share_records_out_in_their_order(of: int) -> None:
    parts = [Shard(number, of).take(range(100)) for number in range(of)]
    assert [record for part in parts for record in part] == list(range(100))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build a small recipe in three shards."""
    folder = tmp_path_factory.mktemp("parts")
    order = Order((str(write(folder)),), ("1k", "2k"), write_books(folder / "corpora"))
    parts = in_shards(order, folder, 3)
    order.build(folder / "seed", seed=7, shard="1/3")
    order.build(folder / "level", levels=["1k"], shard="1/3")
    order.build(folder / "count", shard="1/2")
    order.build(folder / "whole")
    for name in ("damaged", "cut", "begun", "again"):
        shutil.copytree(folder / "1", folder / name)
    data = folder / "damaged" / "data" / "tiny_2k.jsonl"
    data.write_bytes(data.read_bytes().replace(b"today", b"todax", 1))
    (folder / "cut" / "data" / "tiny_2k.jsonl").unlink()
    manifest = folder / "begun" / "manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"complete": true', b'"complete": false'))
    return parts


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["0", "2"], "1/3: missing"),
        (["2"], "0/3, 1/3: missing"),
        ([], "each shard: missing"),
        (["0", "1", "again", "2"], "again: is shard 1/3, as {}/1 is"),
        (["0", "seed", "2"], "tiny has other --seed"),
        (["0", "level", "2"], "data/tiny_2k.jsonl is not the same level's"),
        (["0", "count", "2"], "it is one of 2, not of 3"),
        (["0", "whole", "2"], "whole: is no shard"),
        (["0", "nothing", "2"], "nothing: is no release"),
        (["0", "begun", "2"], "shard 1/3 is not complete"),
    ],
)
def test_a_missing_doubled_or_foreign_shard_is_refused_and_nothing_written(
    parts: list[Path], out: Path, names: list[str], problem: str
) -> None:
    folder = parts[0].parent
    with pytest.raises(UsageError) as refused:
        lvbuild.merge([folder / name for name in names], out)
    assert problem.format(folder) in str(refused.value)
    assert not out.exists()


@pytest.mark.parametrize("name", ["damaged", "cut"])
def test_a_damaged_shard_is_refused_and_mended_by_building_it_again(
    parts: list[Path], out: Path, name: str
) -> None:
    folder = parts[0].parent
    with pytest.raises(VerificationError, match=rf"{name}/data/tiny_2k.jsonl"):
        lvbuild.merge([parts[0], folder / name, parts[2]], out)
    lvbuild.merge(parts, out)
    assert hashes(out) == hashes(folder / "whole")


def test_a_folder_holds_one_shard_or_a_release(parts: list[Path]) -> None:
    folder = parts[0].parent
    recipe, corpora = folder / "tiny.yaml", folder / "corpora"
    for name, shard in {"0": "1/3", "1": "", "whole": "0/3"}.items():
        with pytest.raises(UsageError, match="name another folder"):
            lvbuild.build(recipe, folder / name, corpora=corpora, shard=shard)
    for shard in ("3/3", "1", "-1/2", "0/0", "a/b"):
        with pytest.raises(UsageError, match="shard: must be a part and how many"):
            lvbuild.build(recipe, folder / "new", corpora=corpora, shard=shard)


def test_a_shard_is_verified_but_opened_as_no_release(parts: list[Path]) -> None:
    corpora = parts[0].parent / "corpora"
    assert lvbuild.verify(parts[1], rebuild=True, corpora=corpora).shard == "1/3"
    with pytest.raises(UsageError, match=r"is shard 1/3; `lvbuild merge` makes a release"):
        lvbuild.open_release(parts[1])
    with pytest.raises(LvbuildError, match="is shard 1/3"):
        lvbuild.audit_release(parts[1])


@pytest.mark.slow
def test_a_shard_killed_and_built_again_gives_the_same(tmp_path: Path) -> None:
    order = order_of("long fact recall", tmp_path)
    env = environment(order.corpora)
    order.build(tmp_path / "whole")
    for number in range(2):
        part = tmp_path / str(number)
        words = order.arguments(part, "--shard", f"{number}/2", "--workers", "1")
        process = start(words, env)
        wait_until(partial(has_records, part), "a file")
        process.kill()
        process.communicate()
        again = run(words, env)
        assert again.returncode == 0, again.stderr
    merged = run(["merge", tmp_path / "0", tmp_path / "1", "--out", tmp_path / "release"], env)
    assert merged.returncode == 0, merged.stderr
    assert merged.stdout == f"{tmp_path}/release: 2,400 records in 8 files\n"
    assert hashes(tmp_path / "release") == hashes(tmp_path / "whole")


def test_shards_of_no_record_are_merged_too(tmp_path: Path, out: Path) -> None:
    recipe = str(write(tmp_path, count=3))
    order = Order((recipe,), ("1k", "2k"), write_books(tmp_path / "corpora"))
    order.build(tmp_path / "whole")
    lvbuild.merge(in_shards(order, tmp_path / "shards", 7), out)
    assert hashes(out) == hashes(tmp_path / "whole")
