"""A release is measured as it stands, and takes its figures into its manifest and its card."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import lvbuild
from lvbuild.audit import telltale as measuring
from lvbuild.errors import BuildError, UsageError, VerificationError
from lvbuild.release.telltale import Telltale
from tests.audit.marked_release import MARKED, NEEDLE
from tests.builds import hashes

KILLED_AT = Path(__file__).parents[1] / "engine/killed_at.py"


def held(release: Path) -> dict[str, Telltale | None]:
    """Return the figures that a release holds, by configuration."""
    manifest = lvbuild.open_release(release).manifest
    return {one.name: manifest.files[one.data_path].telltale for one in manifest.configurations}


def rebuild(marked: Path, release: Path, recipe: str, **options: Any) -> None:
    corpora = marked / "corpora"
    lvbuild.build(marked / f"{recipe}.yaml", release, corpora=corpora, workers=1, **options)


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_every_configuration_is_measured_or_says_why_not(release: Path) -> None:
    before = hashes(release)
    seen: list[tuple[int, int]] = []
    found = lvbuild.telltale(release, workers=2, report=lambda *told: seen.append(told))
    assert [*found] == [MARKED, NEEDLE]
    assert str(found[MARKED].text) == "1.000 (1.000 to 1.000)"
    assert "※" in {ngram.characters for ngram in found[MARKED].ngrams}
    assert found[NEEDLE].reason == "its contexts have no supporting passages"
    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert lvbuild.telltale(release, [MARKED, MARKED], workers=1) == {MARKED: found[MARKED]}
    assert hashes(release) == before


def test_figures_are_entered_into_manifest_and_card_and_verify_knows_them(
    marked: Path, release: Path
) -> None:
    found = lvbuild.telltale(release, write=True, workers=1)
    assert held(release) == found
    card = (release / "README.md").read_text(encoding="utf-8")
    assert "\n## Tell-tale figures\n" in card
    assert f"\n| {MARKED} | 15 | " in card
    assert f"not measured (its contexts have no supporting passages): {NEEDLE}." in card
    assert lvbuild.verify(release).complete
    lvbuild.verify(release, rebuild=True, corpora=marked / "corpora")
    once = hashes(release)
    lvbuild.telltale(release, write=True, workers=1)
    assert hashes(release) == once


def test_a_build_keeps_the_figures_of_what_it_leaves_unchanged(marked: Path, release: Path) -> None:
    lvbuild.telltale(release, [NEEDLE], write=True)
    lvbuild.telltale(release, [MARKED], write=True)
    found = held(release)
    assert all(found.values())
    rebuild(marked, release, "marked")
    assert held(release) == {**found, "marked_2k": None}
    lvbuild.verify(release)
    rebuild(marked, release, "marked", seed=7, overwrite=True)
    assert held(release) == {MARKED: None, "marked_2k": None, NEEDLE: found[NEEDLE]}
    assert f"| {MARKED} |" not in (release / "README.md").read_text(encoding="utf-8")
    lvbuild.verify(release)


def test_records_that_are_replaced_meanwhile_take_no_figures(
    marked: Path, release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = measuring.measure

    def replaced(*contexts: object) -> Telltale:
        rebuild(marked, release, "marked", levels="1k", seed=7, overwrite=True)
        return plain(*contexts)  # type: ignore[arg-type]

    monkeypatch.setattr(measuring, "measure", replaced)
    with pytest.raises(BuildError, match=f"{MARKED}.*measure them again"):
        lvbuild.telltale(release, [MARKED], write=True)
    assert held(release)[MARKED] is None
    lvbuild.verify(release)


@pytest.mark.parametrize("folder", ["data", "provenance"])
def test_a_damaged_file_is_not_measured(release: Path, folder: str) -> None:
    flip(release / folder / f"{MARKED}.jsonl")
    with pytest.raises(VerificationError, match=f"{folder}/{MARKED}.jsonl differs from its hash"):
        lvbuild.telltale(release, [MARKED])
    (release / folder / f"{MARKED}.jsonl").unlink()
    with pytest.raises(VerificationError, match=f"{folder}/{MARKED}.jsonl is missing"):
        lvbuild.telltale(release, [MARKED])


@pytest.mark.parametrize("path", ["README.md", f"data/{NEEDLE}.jsonl"])
def test_a_release_that_is_damaged_elsewhere_takes_no_figures(release: Path, path: str) -> None:
    flip(release / path)
    before = hashes(release)
    with pytest.raises(VerificationError, match=f"{path} differs from its hash"):
        lvbuild.telltale(release, [MARKED], write=True)
    assert hashes(release) == before


def test_what_is_not_there_or_no_release_or_linked_is_refused(
    release: Path, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=f"holds no 'marked_9k'; there are {MARKED}, {NEEDLE}"):
        lvbuild.telltale(release, ["marked_9k"])
    for folder in (tmp_path, tmp_path / "nowhere"):
        for write in (False, True):
            with pytest.raises(UsageError, match="is no release"):
                lvbuild.telltale(folder, write=write)
    (release / "README.md").rename(release.parent / "README.md")
    (release / "README.md").symlink_to(release.parent / "README.md")
    with pytest.raises(UsageError, match="is a link"):
        lvbuild.telltale(release, [NEEDLE], write=True)


def test_two_at_once_both_enter_their_figures(release: Path) -> None:
    both = [
        Thread(target=lvbuild.telltale, args=(release, [one]), kwargs={"write": True})
        for one in (MARKED, NEEDLE)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert all(held(release).values())
    assert lvbuild.verify(release).complete


@pytest.mark.slow
def test_killed_at_any_step_it_leaves_a_release_that_goes_on(marked: Path, tmp_path: Path) -> None:
    whole = shutil.copytree(marked / "release", tmp_path / "whole")
    lvbuild.telltale(whole, [MARKED], write=True)
    code, number = -signal.SIGKILL, 0
    while code == -signal.SIGKILL:
        number += 1
        out = shutil.copytree(marked / "release", tmp_path / f"{number}")
        records = hashes(out / "data")
        step = [sys.executable, str(KILLED_AT), str(number), ""]
        code = subprocess.run([*step, "telltale", out, MARKED, "--write"], check=False).returncode
        assert hashes(out / "data") == records
        figures = held(out)[MARKED]
        built = shutil.copytree(out, tmp_path / f"{number}, built")
        rebuild(marked, built, "marked", levels="1k")
        lvbuild.telltale(out, [MARKED], write=True)
        assert lvbuild.verify(built).complete
        assert hashes(out) == hashes(whole)
        assert not figures or hashes(built) == hashes(whole)
    assert code == 0
    assert number > 5
