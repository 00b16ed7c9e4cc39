"""Figures of a plan: where needles, evidence and confusing facts stand, and lengths by level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.audit.plan import Depths, PlannedLevel, PlannedRecipe
from lvbuild.score.figures import Labels, draw, set_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BINS = 10

_ASKED = "#31688e"
_CONFUSING = "#d95f02"
_SPREAD = 0.8  # of the room between two levels, over which a level's records are laid in order


def draw_plans(planned: Iterable[PlannedRecipe], folder: str | Path) -> list[str]:
    """Draw every recipe's depths and lengths, as `score.figures.draw` does.

    The files are `<recipe>_plan_depths` and `<recipe>_plan_lengths`; a recipe none of whose levels
    can be filled has none, one of which nothing has a depth no figure of depths, and one whose
    contexts have a number of passages none of lengths.
    """
    drawings = []
    for each in planned:
        name, language = each.recipe.name, each.recipe.language
        if any(any(level.depths) or any(level.confusing) for level in each.levels):
            drawings.append((f"{name}_plan_depths", language, partial(_draw_depths, each)))
        sized = any(level.level.has_distractors for level in each.levels)
        if sized and each.recipe.passages is None:
            drawings.append((f"{name}_plan_lengths", language, partial(_draw_lengths, each)))
    return draw(drawings, folder)


def _with_text(planned: PlannedRecipe) -> Sequence[PlannedLevel]:
    """Return the levels with distracting text: of others nothing has a depth or a length to be."""
    return [level for level in planned.levels if level.level.has_distractors]


def _draw_depths(planned: PlannedRecipe, shown: Labels) -> Figure:
    from matplotlib.figure import Figure

    levels = _with_text(planned)
    room = 0.4 + 0.6 * len(levels)
    figure = Figure(figsize=(7.0, 3.6 + room), layout="constrained")
    above, below = figure.subplots(2, sharex=True, height_ratios=[2.2, room])
    depths = list(chain.from_iterable(chain.from_iterable(level.depths) for level in levels))
    weights = [1 / len(levels)] * len(depths)  # a bin is the mean of the levels
    edges = [edge / BINS for edge in range(BINS + 1)]
    above.hist(depths, bins=edges, weights=weights, color=_ASKED, alpha=0.75, edgecolor="white")
    even = len(depths) / len(levels) / BINS
    above.axhline(even, color="black", linestyle="--", linewidth=1.2, label=shown["evenly"])
    above.set_ylabel(shown["number"])
    recipe = planned.recipe
    asked = shown["needle_dot"] if recipe.depths_of == "needle" else shown["evidence_dot"]
    others = shown["decoy_dot"] if recipe.other_facts == "decoys" else shown["confusing_dot"]
    _scatter(below, levels, shown, asked=asked, others=others)
    set_title(above, shown["depths_title"], planned.recipe.name)
    figure.align_ylabels()
    figure.legend(loc="outside lower center", ncols=3)
    return figure


def _scatter(
    axes: Axes, levels: Sequence[PlannedLevel], shown: Labels, *, asked: str, others: str
) -> None:
    """Draw a band a level, in it the records from the top to the bottom in their order."""
    for place, level in enumerate(levels):
        confusing = _points(level.confusing, place)
        # Thousands of dots: as a picture within the SVG, which else would take megabytes.
        axes.scatter(*confusing, s=4, color=_CONFUSING, linewidths=0, rasterized=True)
        axes.scatter(*_points(level.depths, place), s=9, color=_ASKED, linewidths=0, zorder=3)
    axes.scatter([], [], s=16, color=_ASKED, label=asked)
    if any(any(level.confusing) for level in levels):
        axes.scatter([], [], s=16, color=_CONFUSING, label=others)
    axes.set_yticks(range(len(levels)), [level.level.label for level in levels])
    axes.set_ylim(len(levels) - 0.45, -0.55)
    axes.set_xlim(-0.01, 1.01)  # so that a dot at an end is whole
    axes.set_xticks([edge / 5 for edge in range(6)])
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(shown["depth"])
    axes.set_ylabel(shown["level"])


def _points(depths: Depths, place: int) -> tuple[list[float], list[float]]:
    """Return the places of a level's depths across and down, its records laid in their order."""
    down = [place + at for at, each in zip(_laid(len(depths)), depths, strict=True) for _ in each]
    return list(chain.from_iterable(depths)), down


def _laid(count: int) -> list[float]:
    return [((number + 0.5) / count - 0.5) * _SPREAD for number in range(count)]


def _draw_lengths(planned: PlannedRecipe, shown: Labels) -> Figure:
    from matplotlib.figure import Figure

    levels = _with_text(planned)
    figure = Figure(figsize=(max(3.0 + 0.9 * len(levels), 6.0), 4.4), layout="constrained")
    axes = figure.add_subplot()
    allowed = 100 * levels[0].level.tolerance / levels[0].level.size
    axes.axhspan(-allowed, allowed, color="#e5e5e5", label=shown["allowed"])
    axes.axhline(0, color="white", linewidth=1.2)
    for place, level in enumerate(levels):
        size = level.level.size
        off = [100 * (length - size) / size for length in level.lengths]
        if level.level.span:  # as far from the middle as the ends of what it allows are
            off = [allowed * (2 * level.level.place_of(length) - 1) for length in level.lengths]
        across = [place + at for at in _laid(len(off))]
        axes.scatter(across, off, s=9, color=_ASKED, linewidths=0, zorder=3)
        ends = place - _SPREAD / 2, place + _SPREAD / 2
        mean = sum(off) / len(off)
        axes.plot(ends, (mean, mean), color=_CONFUSING, linewidth=1.2, zorder=4)
    axes.scatter([], [], s=16, color=_ASKED, label=shown["record_dot"])
    axes.plot([], [], color=_CONFUSING, linewidth=1.2, label=shown["mean"])
    axes.set_xticks(range(len(levels)), [level.level.label for level in levels])
    axes.set_xlim(-0.6, len(levels) - 0.4)
    axes.set_ylim(-1.2 * allowed, 1.2 * allowed)
    axes.set_xlabel(shown["level"])
    axes.set_ylabel(shown["off"])
    set_title(axes, shown["lengths_title"], planned.recipe.name)
    figure.legend(loc="outside lower center", ncols=3)
    return figure
