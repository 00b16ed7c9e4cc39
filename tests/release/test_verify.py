"""Verifying a release, and reading one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.resources import digest
from lvbuild.errors import UsageError, VerificationError
from tests.builds import hashes
from tests.cli.running import lvbuild as run
from tests.release.forging import forge, forged
from tests.score.answering import write_predictions

ALTERABLE = [
    "provenance/tiny_1k.jsonl",
    "inputs/tiny/annotations/tiny/needles.jsonl",
    "README.md",
    "SHA256SUMS",
]


def flip(path: Path, byte: int = 100) -> None:
    content = bytearray(path.read_bytes())
    content[byte] ^= 1
    path.write_bytes(bytes(content))


def rewrite_record(release: Path, path: str, line: int) -> None:
    lines = (release / path).read_text(encoding="utf-8").splitlines(keepends=True)
    changed = lines[line - 1].replace("today", "todax", 1).replace('"span":[', '"span":[1', 1)
    assert changed != lines[line - 1]
    lines[line - 1] = changed
    (release / path).write_text("".join(lines), encoding="utf-8")


def test_a_fresh_release_is_what_its_inputs_build(small_release: Path, small_corpora: Path) -> None:
    before = hashes(small_release)
    told: list[str] = []
    lvbuild.verify(small_release, rebuild=True, corpora=small_corpora, report=told.append)
    assert "data/tiny_4k.jsonl (built again)" in told
    assert hashes(small_release) == before


@pytest.mark.parametrize("path", ALTERABLE)
def test_a_changed_or_missing_file_is_named(small_release: Path, path: str) -> None:
    flip(small_release / path)
    with pytest.raises(VerificationError, match=path):
        lvbuild.verify(small_release)
    (small_release / path).unlink()
    with pytest.raises(VerificationError, match=f"{path} is missing"):
        lvbuild.verify(small_release)


def test_a_mismatch_ends_the_command_with_4_and_one_line(small_release: Path) -> None:
    flip(small_release / "data/tiny_1k.jsonl")
    flip(small_release / "provenance/tiny_4k.jsonl")
    line = run("verify", str(small_release), cwd=small_release.parent).error(4)
    assert "data/tiny_1k.jsonl" in line
    assert "provenance/tiny_4k.jsonl" in line


@pytest.mark.parametrize("path", ["data/tiny_1k.jsonl", "provenance/tiny_1k.jsonl"])
def test_a_forged_line_is_found_by_building_it_again(
    small_release: Path, small_corpora: Path, path: str
) -> None:
    rewrite_record(small_release, path, line=8)
    forge(small_release)
    lvbuild.verify(small_release)
    with forged(small_release) as manifest:
        manifest["files"]["data/tiny_2k.jsonl"]["length"]["max"] = 3000
    with pytest.raises(VerificationError, match=rf"{path}:8 .*tiny_2k.jsonl has other figures"):
        lvbuild.verify(small_release, rebuild=True, corpora=small_corpora)


def test_a_rebuild_from_other_books_is_told_apart(small_release: Path, small_corpora: Path) -> None:
    book = small_corpora / "pg19" / "1.txt"
    book.write_text(book.read_text(encoding="utf-8").replace("Page 3", "Leaf 3"), encoding="utf-8")
    with pytest.raises(VerificationError, match="other corpora"):
        lvbuild.verify(small_release, rebuild=True, corpora=small_corpora)


def test_records_are_read_one_at_a_time(small_release: Path) -> None:
    records = lvbuild.open_release(small_release).records("tiny_2k")
    next(records)
    path = small_release / "data" / "tiny_2k.jsonl"
    first = path.read_bytes().split(b"\n")[0]
    assert path.stat().st_size > 2 * len(first)
    path.write_bytes(first + b"\n")  # what follows is gone before it was read
    with pytest.raises(UsageError, match="lvbuild verify"):
        list(records)


def test_one_record_is_found_by_its_number(small_release: Path) -> None:
    lines = (small_release / "data" / "tiny_1k.jsonl").read_text(encoding="utf-8").splitlines()
    opened = lvbuild.open_release(small_release)
    assert opened.record("tiny_1k", 13).fields == json.loads(lines[13])
    with pytest.raises(UsageError, match="tiny_1k, tiny_2k, tiny_4k"):
        opened.record("tiny_8k", 0)
    for number in (20, -1):
        with pytest.raises(UsageError, match="0 to 19"):
            opened.record("tiny_1k", number)


def read_and_scored(release: Path, predictions: Path) -> list[object]:
    """Verify a release, read the first record of each configuration, and score right answers."""
    lvbuild.verify(release)
    opened = lvbuild.open_release(release)
    first = [opened.record(name, 0).fields for name in opened.configurations]
    write_predictions(release, predictions)
    scores = [(each.score, each.records) for each in lvbuild.score_release(release, predictions)]
    return [opened.configurations, first, scores]


def test_a_release_of_format_4_verifies_opens_and_scores_as_one_of_5(
    small_release: Path, tmp_path: Path
) -> None:
    now = read_and_scored(small_release, tmp_path / "5")
    assert now[0] == ("tiny_1k", "tiny_2k", "tiny_4k")
    path = small_release / "manifest.json"
    assert json.loads(path.read_bytes())["format"] == 5
    manifest = json.loads(path.read_bytes()) | {"format": 4, "sha256": ""}
    for entry in manifest["recipes"].values():
        del entry["corrected"], entry["options"]["fill"]
        entry["input_hash"] = "0" * 64  # of what its own program knew
    manifest["sha256"] = digest(json.dumps(manifest, indent=2).encode())
    path.write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    assert read_and_scored(small_release, tmp_path / "4") == now
