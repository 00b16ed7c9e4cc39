"""Figures of a plan: they show the depths and lengths of the release, alike at every drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

import lvbuild
from lvbuild.audit import figures
from lvbuild.audit.figures import draw_plans
from lvbuild.audit.plan import PlannedRecipe
from lvbuild.errors import UsageError
from lvbuild.languages import Language
from lvbuild.score.figures import label_font
from tests.score.fonts import every_character, hide_fonts, install, write_font

pytestmark = pytest.mark.filterwarnings("error")  # of characters that no font can show

ENGLISH = Language.labels


@pytest.fixture(autouse=True)
def forgotten_fonts() -> Iterator[None]:
    """Let no other test see the fonts that one has found."""
    yield
    label_font.cache_clear()


def axes_of(figure: Figure) -> list[Any]:
    return list(figure.axes)


def across(dots: Any) -> list[float]:
    return [float(place[0]) for place in dots.get_offsets()]


def test_dots_and_bars_show_the_depths_in_the_release(
    name: str, planned: dict[str, PlannedRecipe], planned_release: Path
) -> None:
    above, below = axes_of(figures._draw_depths(planned[name], ENGLISH))
    opened = lvbuild.open_release(planned_release)
    every: list[float] = []
    for place, level in enumerate(planned[name].levels):
        asked: list[float] = []
        confusing: list[float] = []
        for record in opened.records(f"{name}_{level.level.label}"):
            asked += record.provenance["evidence_depths"]
            for fact in record.provenance["facts"]:
                (asked if fact["kind"] == "needle" else confusing).append(fact["depth"])
        drawn = below.collections[2 * place : 2 * place + 2]
        assert [across(dots) for dots in drawn] == [confusing, asked]
        for dots in drawn:
            assert all(abs(float(y) - place) < 0.5 for _, y in dots.get_offsets())
        every += asked
    heights = [0.0] * figures.BINS
    for depth in every:
        heights[min(int(depth * figures.BINS), figures.BINS - 1)] += 1 / 2  # of two levels
    assert [bar.get_height() for bar in above.patches] == pytest.approx(heights)
    [even] = above.lines
    assert list(even.get_ydata()) == pytest.approx([sum(heights) / figures.BINS] * 2)


def test_dots_show_how_far_lengths_are_from_their_level(
    name: str, planned: dict[str, PlannedRecipe], planned_release: Path
) -> None:
    [axes] = axes_of(figures._draw_lengths(planned[name], ENGLISH))
    opened = lvbuild.open_release(planned_release)
    for level, dots in zip(planned[name].levels, axes.collections, strict=False):
        size = level.level.size
        records = opened.records(f"{name}_{level.level.label}")
        lengths = [record.fields["length"] for record in records]
        drawn = [float(y) * size / 100 + size for _, y in dots.get_offsets()]
        assert drawn == pytest.approx(lengths)


def test_every_recipe_gets_two_figures_the_same_at_every_drawing(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    first = draw_plans(planned.values(), tmp_path / "a/first")
    second = draw_plans(planned.values(), tmp_path / "second")
    assert [path.name for path in first.files] == sorted(
        f"{name}_plan_{what}.{kind}"
        for name in planned
        for what in ("depths", "lengths")
        for kind in ("png", "svg")
    )
    for one, other in zip(first.files, second.files, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_a_figure_names_recipe_levels_and_what_dots_are(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    draw_plans([planned["multifieldqa_en_mixup"]], tmp_path)
    shown = comments(tmp_path)
    expected = {
        "multifieldqa_en_mixup: depths by level",
        "16k",
        "32k",
        "evidence",
        "confusing fact",
    }
    assert expected <= shown
    assert "needle" not in shown


def test_a_chinese_recipe_has_chinese_words_where_a_font_has_them(
    planned: dict[str, PlannedRecipe], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_fonts(monkeypatch)
    asked = [planned["factrecall_zh"]]
    label_font.cache_clear()
    [note] = draw_plans(asked, tmp_path / "english").notes
    assert "no installed font has the Chinese characters" in note
    assert "factrecall_zh: lengths by level" in comments(tmp_path / "english")
    label_font.cache_clear()
    install(monkeypatch, write_font(tmp_path / "Whole.ttf", every_character(), boxes=False))
    assert draw_plans(asked, tmp_path / "chinese").notes == ()
    shown = comments(tmp_path / "chinese")
    assert {"factrecall_zh：各长度的深度分布", "关键事实", "干扰事实", "样本"} <= shown


def comments(folder: Path) -> set[str]:
    """Return the texts of the SVGs: matplotlib draws their characters and notes them beside."""
    svgs = [path.read_text(encoding="utf-8") for path in folder.glob("*.svg")]
    return {text for svg in svgs for text in re.findall(r"<!-- (.*?) -->", svg)}


def test_a_recipe_without_confusing_facts_has_no_word_of_them(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    plain = planned["multifieldqa_en_mixup"]
    levels = tuple(replace(level, confusing=((),) * 8) for level in plain.levels)
    draw_plans([replace(plain, levels=levels)], tmp_path)
    assert "confusing fact" not in comments(tmp_path)


def test_a_recipe_that_fills_no_level_has_no_figure(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    empty = replace(planned["factrecall_en"], levels=())
    assert draw_plans([empty], tmp_path / "figures").files == ()


def test_a_folder_that_cannot_be_made_is_named(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="file: is no folder for figures"):
        draw_plans(planned.values(), tmp_path / "file")
