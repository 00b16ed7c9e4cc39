"""Figures of a release: they show its lengths and depths, and go with its files and its sums."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import lvbuild
from lvbuild.errors import VerificationError
from lvbuild.release.figures import figures
from lvbuild.release.manifest import DEPTH_BINS
from tests.builds import hashes, write_books, write_recipe
from tests.release.forging import forged, write_hashes

SVG = "{http://www.w3.org/2000/svg}"


def boxes(svg: str, of: str) -> list[tuple[float, float, float, float]]:
    """Return the boxes of a class: where they begin and end across, their tops and heights."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    read = [
        [float(rect.get(key, "0")) for key in ("x", "width", "y", "height")]
        for rect in found
        if rect.get("class") == of
    ]
    return [(x, x + width, y, height) for x, width, y, height in read]


@pytest.mark.parametrize("recipe", ["mixed", "factrecall_zh", "passage_count_zh"])
def test_bars_show_the_lengths_and_depths_of_the_records(
    planned_release: Path, recipe: str
) -> None:
    svg = (planned_release / f"figures/{recipe}.svg").read_text(encoding="utf-8")
    opened = lvbuild.open_release(planned_release)
    bars, bands = boxes(svg, "b"), boxes(svg, "a")
    assert len(bands) == 2
    for level, (first, last, top, tall) in zip((4_000, 8_000), bands, strict=True):
        records = list(opened.records(f"{recipe}_{level // 1000}k"))
        off = [(record.fields["length"] - level) / level / 0.005 for record in records]
        own = [bar for bar in bars if top <= bar[2] + bar[3] <= top + tall + 8]
        [(start, end, _, _)] = [bar for bar in own if bar[0] < last]
        middle, half = (first + last) / 2, (last - first) / 2
        assert start == pytest.approx(middle + half * min(off), abs=0.2)
        assert end == pytest.approx(max(middle + half * max(off), start + 1), abs=0.2)
        depths = [
            depth
            for record in records
            for depth in (
                [f["depth"] for f in record.provenance["facts"] if f["kind"] == "needle"]
                or record.provenance["evidence_depths"]
            )
        ]
        counts = [0] * DEPTH_BINS
        for depth in depths:
            counts[min(int(depth * DEPTH_BINS), DEPTH_BINS - 1)] += 1
        tallest = max(counts)
        expected = [36 * count / tallest for count in counts] if tallest else []
        assert [bar[3] for bar in own if bar[0] > last] == pytest.approx(expected, abs=0.06)


def build(folder: Path, levels: str, **options: Any) -> Path:
    recipe = folder / "tiny.yaml"
    if not recipe.exists():
        write_recipe(folder, count=3)
        write_books(folder / "corpora")
    lvbuild.build(
        recipe, folder / "release", levels=levels, corpora=folder / "corpora", workers=1, **options
    )
    return folder / "release"


def test_a_figure_grows_with_the_levels_and_is_the_same_in_whatever_order(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = build(tmp_path / "a", "1k")
    first = (one / "figures/tiny.svg").read_bytes()
    build(tmp_path / "a", "2k")
    build(tmp_path / "b", "2k")
    other = build(tmp_path / "b", "1k")
    assert hashes(one) == hashes(other)
    assert first != (one / "figures/tiny.svg").read_bytes()
    assert "figures/tiny.svg" in (one / "SHA256SUMS").read_text("utf-8")
    # What is built anew otherwise has its figure anew.
    build(tmp_path / "a", "1k,2k", seed=7, overwrite=True)
    manifest = lvbuild.verify(one)
    assert figures(manifest) == {"figures/tiny.svg": (one / "figures/tiny.svg").read_bytes()}


def test_a_figure_that_was_changed_lost_or_added_is_named(tmp_path: Path) -> None:
    whole = build(tmp_path, "1k")

    def changed(figure: Path) -> None:
        figure.write_bytes(figure.read_bytes().replace(b"length off", b"length on"))

    def lost(figure: Path) -> None:
        shutil.rmtree(figure.parent)

    def added(figure: Path) -> None:
        shutil.copy(figure, figure.with_name("other.svg"))

    no_figure = "figures/tiny.svg is not that of what the manifest holds"
    changes: dict[Callable[[Path], None], str] = {
        changed: no_figure,
        lost: no_figure,
        added: "SHA256SUMS has figures/other.svg, which is not of this release",
    }
    for number, (change, told) in enumerate(changes.items()):
        release = shutil.copytree(whole, tmp_path / str(number))
        change(release / "figures/tiny.svg")
        with pytest.raises(
            VerificationError, match=r"tiny\.svg (differs|is missing)|other\.svg is"
        ):
            lvbuild.verify(release)
        # Nor is it taken where the sums agree with it.
        write_hashes(release, json.loads((release / "manifest.json").read_bytes()))
        with pytest.raises(VerificationError, match=told):
            lvbuild.verify(release)


def test_depths_that_are_not_those_of_the_provenance_are_found_by_building_it_again(
    tmp_path: Path,
) -> None:
    release = build(tmp_path, "1k")
    with forged(release) as manifest:
        depths = manifest["files"]["provenance/tiny_1k.jsonl"]["depths"]
        depths[3] += 1
    with pytest.raises(VerificationError, match=r"provenance/tiny_1k\.jsonl has other figures"):
        lvbuild.verify(release, rebuild=True, corpora=tmp_path / "corpora")
