"""Figures of the scores by depth: a heat map for fact recall, lines for mixups."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.score.drawing import Drawn, FigureFolder, Labels, set_title
from lvbuild.score.results import DepthScores, LevelScores, by_depth, by_recipe

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NEEDLE_BINS = 10
EVIDENCE_BINS = 5
"""Fewer than of needles: a mixup has 99 to 200 questions, and their scores vary more."""

_MARKERS = "osD^vP*X"
_NOTHING = "#d9d9d9"  # where no record stands: grey, unlike any score


def draw_figures(scores: Sequence[LevelScores], folder: str | Path) -> Drawn:
    """Draw every recipe's scores by depth, to `<recipe>_depth.png` and `.svg` in a folder.

    The same scores give the same SVG. Raises UsageError where the folder cannot be made.
    """
    into = FigureFolder(folder)
    for name, levels in by_recipe(scores).items():
        into.draw(f"{name}_depth", levels[0].recipe.language, partial(_draw, levels))
    return into.drawn()


def _draw(levels: Sequence[LevelScores], shown: Labels) -> Figure:
    from matplotlib.figure import Figure

    recipe = levels[0].recipe
    needle = recipe.depths_of == "needle"
    table = by_depth(levels, NEEDLE_BINS if needle else EVIDENCE_BINS)
    width = max(3.4 + 0.95 * len(levels), 6.0) if needle else 7.0
    figure = Figure(figsize=(width, 5.2), layout="constrained")
    axes = figure.add_subplot()
    (_heat_map if needle else _lines)(figure, axes, table, shown)
    set_title(axes, shown.score_title, recipe.name)
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
