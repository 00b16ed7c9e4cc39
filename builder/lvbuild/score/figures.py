"""Figures of the scores by depth: a heat map for fact recall, lines for mixups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from lvbuild.errors import UsageError
from lvbuild.score.depth import DepthScores, by_depth
from lvbuild.score.labels import NO_FONT, Labels, english_labels, labels
from lvbuild.score.results import LevelScores, by_recipe

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NEEDLE_BINS = 10
EVIDENCE_BINS = 5
"""Fewer than of needles: a mixup has 99 to 200 questions, and their scores vary more."""

_MARKERS = "osD^vP*X"
_TITLE = 50  # characters of a line, which fit the narrowest figure
_NOTHING = "#d9d9d9"  # where no record stands: grey, unlike any score
_STYLE: dict[Any, Any] = {
    "font.size": 11.0,
    "axes.titlesize": 12.0,
    "svg.hashsalt": "lvbuild",  # else the ids within an SVG are drawn at random
    "svg.fonttype": "path",  # the characters are drawn, so that a reader needs no font
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """The files that were written, sorted, and what a user should know of them."""

    files: tuple[Path, ...]
    notes: tuple[str, ...]


def draw_figures(scores: Sequence[LevelScores], folder: str | Path) -> Drawn:
    """Draw every recipe's scores by depth, to `<recipe>_depth.png` and `.svg` in a folder.

    The same scores give the same SVG. Raises UsageError where the folder cannot be made.
    """
    out = Path(folder)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out}: is no folder for figures ({error.strerror})") from error
    files: list[Path] = []
    notes: dict[str, None] = {}
    for name, levels in by_recipe(scores).items():
        shown = labels(levels[0].recipe.language)
        if shown is None:
            notes[NO_FONT] = None
        files += _write(levels, shown or english_labels(), out / f"{name}_depth")
    return Drawn(tuple(sorted(files)), tuple(notes))


def _write(levels: Sequence[LevelScores], shown: Labels, path: Path) -> list[Path]:
    from matplotlib.style import context

    written = [path.with_name(f"{path.name}.{kind}") for kind in ("png", "svg")]
    with context(["default", {**_STYLE, "font.family": shown.font}]):  # whatever a user's own says
        figure = _draw(levels, shown)
        figure.savefig(written[0], dpi=160, metadata={"Software": None})
        figure.savefig(written[1], metadata={"Date": None, "Creator": None})
    return written


def _draw(levels: Sequence[LevelScores], shown: Labels) -> Figure:
    from matplotlib.figure import Figure

    recipe = levels[0].recipe
    needle = recipe.task == "fact_recall"
    table = by_depth(levels, NEEDLE_BINS if needle else EVIDENCE_BINS)
    width = max(3.4 + 0.95 * len(levels), 6.0) if needle else 7.0
    figure = Figure(figsize=(width, 5.2), layout="constrained")
    axes = figure.add_subplot()
    (_heat_map if needle else _lines)(figure, axes, table, shown)
    axes.set_title(fill(shown.title.format(name=recipe.name), _TITLE), pad=12)
    return figure


def _heat_map(figure: Figure, axes: Axes, table: DepthScores, shown: Labels) -> None:
    """Draw a cell a level and bin of depth; the context runs from the top to the bottom."""
    import numpy as np
    from matplotlib import colormaps

    cells = np.array(table.means, dtype=float)  # None becomes NaN
    colours = colormaps["viridis"].with_extremes(bad=_NOTHING)
    image = axes.imshow(cells, cmap=colours, vmin=0, vmax=100, aspect="auto")
    for (row, column), mean in np.ndenumerate(cells):
        if not np.isnan(mean):
            ink = "white" if mean < 60 else "black"
            axes.text(column, row, f"{mean:.0f}", ha="center", va="center", color=ink)
    axes.set_xticks(range(len(table.levels)), table.levels)
    edges = range(table.bins + 1)
    axes.set_yticks([edge - 0.5 for edge in edges], [f"{edge / table.bins:.1f}" for edge in edges])
    axes.set_xlabel(shown.level)
    axes.set_ylabel(shown.needle)
    figure.colorbar(image, ax=axes, label=shown.score)


def _lines(figure: Figure, axes: Axes, table: DepthScores, shown: Labels) -> None:
    """Draw a line a level through the means of its bins, from the beginning to the end."""
    import numpy as np
    from matplotlib import colormaps

    means = np.array(table.means, dtype=float)  # None becomes NaN, where a line is broken
    colours = colormaps["viridis"].resampled(len(table.levels) + 1)
    middles = [(number + 0.5) / table.bins for number in range(table.bins)]
    for column, level in enumerate(table.levels):
        marker = _MARKERS[column % len(_MARKERS)]
        axes.plot(middles, means[:, column], marker=marker, color=colours(column), label=level)
    axes.set_xlim(0, 1)
    axes.set_ylim(-3, 103)
    axes.set_xticks([edge / table.bins for edge in range(table.bins + 1)])
    axes.grid(alpha=0.3)
    axes.set_xlabel(shown.evidence)
    axes.set_ylabel(shown.score)
    figure.legend(title=shown.level, loc="outside right upper")
