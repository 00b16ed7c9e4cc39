"""Figures: files that show the scores, the same at every drawing, with legible labels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import lvbuild
from lvbuild.core.model import Level
from lvbuild.score.figures import draw_figures, label_font
from lvbuild.score.results import LevelScores, RecordScore
from tests.score.fonts import comments, every_character, hide_fonts, install, write_font

pytestmark = pytest.mark.filterwarnings("error")  # of characters that no font can show


@pytest.fixture
def only_shipped_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the machine's fonts, those that another test has found too."""
    hide_fonts(monkeypatch)
    label_font.cache_clear()
    yield
    label_font.cache_clear()


def scores(*recipes: str, sizes: tuple[int, ...] = (16, 256)) -> list[LevelScores]:
    """Return the scores of a model that forgets the middle of long contexts."""
    return [
        LevelScores(
            lvbuild.load_recipe(name).recipe,
            Level(size * 1_000),
            tuple(
                RecordScore(str(place), float(abs(place - 25) > size / 12), (place / 50,))
                for place in range(51)
            ),
            50.0,
        )
        for name in recipes
        for size in sizes
    ]


def test_the_same_scores_give_the_same_bytes_whatever_style_a_user_has(tmp_path: Path) -> None:
    from matplotlib import rc_context

    asked = scores("factrecall_en", sizes=(16,))
    assert draw_figures(asked, tmp_path / "first") == []
    with rc_context({"font.size": 31.0, "axes.facecolor": "red", "figure.dpi": 30}):
        draw_figures(asked, tmp_path / "second")
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("first", "second")
    )
    assert first.keys() == {"factrecall_en_depth.png", "factrecall_en_depth.svg"}
    assert first == second
    assert not any(b"<dc:date>" in content for content in first.values())


def test_a_heat_map_tells_every_bin_and_level(tmp_path: Path) -> None:
    asked = scores("factrecall_en")
    draw_figures(asked, tmp_path)
    shown = comments(tmp_path / "factrecall_en_depth.svg")
    for text in ("16k", "256k", "0.0", "1.0", "factrecall_en: score by depth and level"):
        assert text in shown
    # Bins have five places, the last six. At 16k the places 24 to 26 are forgotten: one of the
    # fifth bin, two of the sixth. At 256k 4 to 46 are: 4 of 5 are right in the first bin, 4 of 6 in
    # the last.
    cells = [["100", "80"], *[["100", "0"] for _ in range(8)], ["100", "67"]]
    cells[4][0], cells[5][0] = "80", "60"
    first = shown.index("depth of the needle (0: start, 1: end)") + 1
    assert shown[first : first + 20] == [text for row in cells for text in row]


@pytest.mark.usefixtures("only_shipped_fonts")
def test_with_a_chinese_font_the_labels_are_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = write_font(tmp_path / "Lacking.ttf", every_character().replace("深", ""), boxes=False)
    boxes = write_font(tmp_path / "Boxes.ttf", every_character(), boxes=True)
    broken = tmp_path / "Broken.ttf"
    broken.write_bytes(b"no font")
    whole = write_font(tmp_path / "Whole.ttf", every_character(), boxes=False)
    install(monkeypatch, lacking, boxes, broken, whole)
    assert draw_figures(scores("cmrc_mixup", sizes=(16,)), tmp_path) == []
    assert label_font("zh") == "Whole"
    shown = comments(tmp_path / "cmrc_mixup_depth.svg")
    assert "cmrc_mixup：各深度、各长度的得分" in shown
    assert "长度" in shown
    assert "证据的深度（0 为开头，1 为结尾）" in shown


def test_a_figure_of_few_records_leaves_the_other_bins_empty(tmp_path: Path) -> None:
    recipe = lvbuild.load_recipe("factrecall_en").recipe
    few = LevelScores(recipe, Level(16_000), (RecordScore("a", 0.5, (0.05,)),), 50.0)
    draw_figures([few], tmp_path)
    assert {"50", "nan"} & {*comments(tmp_path / "factrecall_en_depth.svg")} == {"50"}
