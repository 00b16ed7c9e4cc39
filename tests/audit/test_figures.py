"""Figures of a plan: they show the depths and lengths of the release, alike at every drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.audit import figures
from lvbuild.audit.figures import draw_plans
from lvbuild.audit.plan import PlannedRecipe
from lvbuild.languages import Language
from lvbuild.score.figures import label_font
from tests.families import CHINESE, ENGLISH
from tests.score.fonts import comments, every_character, hide_fonts, install, write_font

pytestmark = pytest.mark.filterwarnings("error")  # of characters that no font can show


@pytest.fixture(autouse=True)
def forgotten_fonts() -> Iterator[None]:
    """Let no other test see the fonts that one has found."""
    yield
    label_font.cache_clear()


def test_dots_and_bars_show_the_depths_and_lengths_in_the_release(
    name: str, planned: dict[str, PlannedRecipe], planned_release: Path
) -> None:
    panels: list[Any] = list(figures._draw_depths(planned[name], Language.labels).axes)
    panels += figures._draw_lengths(planned[name], Language.labels).axes
    above, below, axes = panels
    opened = lvbuild.open_release(planned_release)
    every: list[float] = []
    for place, level in enumerate(planned[name].levels):
        asked: list[float] = []
        confusing: list[float] = []
        records = list(opened.records(f"{name}_{level.level.label}"))
        for record in records:
            asked += record.provenance["evidence_depths"]
            for fact in record.provenance["facts"]:
                (asked if fact["kind"] == "needle" else confusing).append(fact["depth"])
        dots = [each.get_offsets() for each in below.collections[2 * place : 2 * place + 2]]
        assert [[float(x) for x, _ in each] for each in dots] == [confusing, asked]
        assert all(abs(float(y) - place) < 0.5 for each in dots for _, y in each)
        every += asked
        size = level.level.size
        drawn = [float(y) * size / 100 + size for _, y in axes.collections[place].get_offsets()]
        assert drawn == pytest.approx([record.fields["length"] for record in records])
    heights = [0.0] * figures.BINS
    for depth in every:
        heights[min(int(depth * figures.BINS), figures.BINS - 1)] += 1 / 2  # of two levels
    assert [bar.get_height() for bar in above.patches] == pytest.approx(heights)
    [even] = above.lines
    assert list(even.get_ydata()) == pytest.approx([sum(heights) / figures.BINS] * 2)


def noted(folder: Path) -> set[str]:
    return {text for path in folder.glob("*.svg") for text in comments(path)}


def test_a_recipe_gets_two_figures_the_same_at_every_drawing(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    drawn = []
    for folder in (tmp_path / "a/1", tmp_path / "2"):
        assert draw_plans([planned[ENGLISH]], folder) == []
        drawn.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert drawn[0].keys() == {
        f"{ENGLISH}_plan_{what}.{kind}" for what in ("depths", "lengths") for kind in ("png", "svg")
    }
    assert drawn[0] == drawn[1]
    labels = [level.level.label for level in planned[ENGLISH].levels]
    expected = {f"{ENGLISH}: depths by level", *labels, "evidence", "confusing fact"}
    assert expected <= noted(tmp_path / "2")
    assert "needle" not in noted(tmp_path / "2")


def test_a_chinese_recipe_has_chinese_words_where_a_font_has_them(
    planned: dict[str, PlannedRecipe], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_fonts(monkeypatch)
    label_font.cache_clear()
    [note] = draw_plans([planned[CHINESE]], tmp_path / "english")
    assert "no installed font has the Chinese characters" in note
    assert f"{CHINESE}: lengths by level" in noted(tmp_path / "english")
    label_font.cache_clear()
    install(monkeypatch, write_font(tmp_path / "Whole.ttf", every_character(), boxes=False))
    assert draw_plans([planned[CHINESE]], tmp_path / "chinese") == []
    shown = noted(tmp_path / "chinese")
    assert {f"{CHINESE}：各长度的深度分布", "关键事实", "干扰事实", "样本"} <= shown


def test_what_a_recipe_lacks_is_not_drawn(
    planned: dict[str, PlannedRecipe], tmp_path: Path
) -> None:
    plain = planned[ENGLISH]
    levels = tuple(replace(level, confusing=((),) * len(level.depths)) for level in plain.levels)
    draw_plans([replace(plain, levels=levels)], tmp_path / "plain")
    assert "confusing fact" not in noted(tmp_path / "plain")
    draw_plans([replace(plain, levels=())], tmp_path / "none")
    assert not list((tmp_path / "none").iterdir())
