"""Compressed releases hold what the others hold, by the same hashes, for every reader."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard

import lvbuild
from lvbuild.audit.view import view_release
from lvbuild.core.options import Compress
from lvbuild.errors import UsageError, VerificationError
from tests.builds import environment, finished, hashes, run
from tests.release.test_readers import read_by_datasets
from tests.tasks.small_mixup import write_mixup

HOW: tuple[Compress, ...] = ("gz", "zst")
NAME = "mixed_2k"


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a mixup plainly and compressed."""
    folder = tmp_path_factory.mktemp("compressed")
    recipe = write_mixup(folder)
    for how in (None, *HOW):
        build(recipe, folder / (how or "plain"), compress=how)
    return folder


def build(recipe: Path, out: Path, **options: Any) -> None:
    lvbuild.build(recipe, out, levels=["2k"], sample=True, limit=9, **options)


def content(path: Path) -> bytes:
    """Return what a file holds, by the package of its format."""
    stored = path.read_bytes()
    if path.suffix == ".zst":
        return zstandard.ZstdDecompressor().decompressobj().decompress(stored)
    return gzip.decompress(stored) if path.suffix == ".gz" else stored


@pytest.mark.parametrize("how", HOW)
def test_what_is_compressed_has_the_content_and_the_hashes_of_a_plain_release(
    releases: Path, how: Compress
) -> None:
    plain, compressed = releases / "plain", releases / how
    files = sorted(plain.glob("*/*.jsonl"))
    assert len(files) == 2
    for path in files:
        stored = compressed / f"{path.relative_to(plain)}.{how}"
        assert content(stored) == path.read_bytes()
        assert stored.stat().st_size < path.stat().st_size / 2
    manifests = [lvbuild.open_release(folder).manifest for folder in (plain, compressed)]
    assert manifests[0].files == manifests[1].files
    assert manifests[0].recipes == manifests[1].recipes
    sums = [
        (folder / "SHA256SUMS").read_text("utf-8").splitlines() for folder in (plain, compressed)
    ]
    differing = {line.split("  ")[1] for line in {*sums[0]} ^ {*sums[1]}}
    assert differing == {"README.md", "croissant.json"}  # they tell where the files stand


@pytest.mark.slow
@pytest.mark.parametrize("how", HOW)
def test_every_command_reads_compressed_files(
    releases: Path, tmp_path: Path, how: Compress
) -> None:
    plain, compressed = (lvbuild.open_release(releases / name) for name in ("plain", how))
    assert [*compressed.records(NAME)] == [*plain.records(NAME)]
    assert lvbuild.verify(compressed.folder, rebuild=True) == compressed.manifest
    predictions = tmp_path / f"{NAME}.jsonl"
    with predictions.open("w", encoding="utf-8") as file:
        for record in plain.records(NAME):
            line = {"_id": record.fields["_id"], "pred": record.fields["answers"][0]}
            file.write(json.dumps(line) + "\n")
    env = environment(tmp_path, COLUMNS="200")
    for words in (["audit"], ["score", str(predictions)], ["inspect", NAME, "2"]):
        told = [run([words[0], folder, *words[1:]], env, cwd=releases) for folder in ("plain", how)]
        assert told[0].returncode == told[1].returncode == 0, told
        assert told[1].stdout == told[0].stdout.replace("plain", how)
    compared = lvbuild.compare_releases(plain.folder, compressed.folder)
    assert not compared.gone
    assert not compared.added
    for name in ("plain", how):
        named_alike = shutil.copytree(releases / name, tmp_path / name / "release")
        view_release(named_alike, tmp_path / f"{name}.html")
    pages = [(tmp_path / f"{name}.html").read_text("utf-8") for name in ("plain", how)]
    assert pages[0] == pages[1]


@pytest.mark.slow
@pytest.mark.parametrize("how", HOW)
def test_datasets_loads_compressed_files_offline(
    releases: Path, tmp_path: Path, how: Compress
) -> None:
    record = dict([*lvbuild.open_release(releases / "plain").records(NAME)][4].fields)
    assert read_by_datasets(releases / how, NAME, 4, tmp_path) == [9, 9, record, record]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("damage", ["a byte", "an end", "nothing", "other content", "all"])
def test_damage_is_found_and_mended(
    releases: Path, tmp_path: Path, how: Compress, damage: str
) -> None:
    out = tmp_path / "release"
    shutil.copytree(releases / how, out)
    path = out / "data" / f"{NAME}.jsonl.{how}"
    held = path.read_bytes()
    middle = len(held) // 2
    other = content(path).replace(b"the", b"The")
    path.write_bytes(
        {
            "a byte": held[:middle] + bytes([held[middle] ^ 255]) + held[middle + 1 :],
            "an end": held[:-200],
            "nothing": b"",
            "other content": zstandard.compress(other) if how == "zst" else gzip.compress(other),
            "all": b"not compressed" * 100,
        }[damage]
    )
    with pytest.raises(VerificationError, match=rf"data/{NAME}.jsonl (differs from|cannot be)"):
        lvbuild.verify(out)
    if damage != "other content":
        with pytest.raises(UsageError, match=rf"data/{NAME}.jsonl"):
            list(lvbuild.open_release(out).records(NAME))
    before = finished(out, f".jsonl.{how}")
    build(releases / "mixed.yaml", out)
    after = finished(out, f".jsonl.{how}")
    assert {name for name in after if after[name] != before[name]} == {f"data/{NAME}.jsonl.{how}"}
    assert hashes(out) == hashes(releases / how)


def test_a_file_that_holds_more_than_its_entry_says_is_not_read_to_its_end(
    releases: Path, tmp_path: Path
) -> None:
    out = tmp_path / "release"
    shutil.copytree(releases / "zst", out)
    path = out / "data" / f"{NAME}.jsonl.zst"
    path.write_bytes(zstandard.compress(bytes(2**31)))
    with pytest.raises(VerificationError, match="differs from its hash"):
        lvbuild.verify(out)
    with pytest.raises(UsageError, match="it is longer than any record"):
        list(lvbuild.open_release(out).records(NAME))


def test_a_release_keeps_its_way_and_files_beside_are_none_of_it(
    releases: Path, tmp_path: Path
) -> None:
    out = tmp_path / "release"
    shutil.copytree(releases / "zst", out)
    recipe = releases / "mixed.yaml"
    with pytest.raises(UsageError, match="its files are zst, not gz; name another folder"):
        build(recipe, out, compress="gz")
    with pytest.raises(UsageError, match="its files are not compressed, not gz"):
        build(recipe, releases / "plain", compress="gz")
    build(recipe, out)
    assert hashes(out) == hashes(releases / "zst")
    shutil.copy(releases / "plain" / "data" / f"{NAME}.jsonl", out / "data")
    with pytest.raises(VerificationError, match=rf"data/{NAME}.jsonl is not of this release"):
        lvbuild.verify(out)


def test_shards_are_merged_as_they_are_compressed(releases: Path, tmp_path: Path) -> None:
    for number in range(2):
        part = tmp_path / str(number)
        build(releases / "mixed.yaml", part, compress="zst", shard=f"{number}/2")
    lvbuild.merge([tmp_path / "0", tmp_path / "1"], tmp_path / "release")
    sizes = [len(content(tmp_path / name / f"data/{NAME}.jsonl.zst")) for name in ("0", "1")]
    assert all(sizes)
    assert sum(sizes) == len(content(tmp_path / "release" / f"data/{NAME}.jsonl.zst"))
    entries = [
        orjson.loads((f / "manifest.json").read_bytes())["files"]
        for f in (tmp_path / "release", releases / "plain")
    ]
    assert entries[0] == entries[1]
    assert lvbuild.verify(tmp_path / "release", rebuild=True).complete
