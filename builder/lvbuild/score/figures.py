"""Figures: their files, words and fonts, and those of the scores by depth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from lvbuild.core.extras import require
from lvbuild.core.model import LanguageCode
from lvbuild.errors import UsageError
from lvbuild.languages import Language, find_language
from lvbuild.score.results import LevelScores, by_depth, by_recipe

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


_TITLE = 50  # characters of a line, which fit the narrowest figure
_STYLE: dict[Any, Any] = {
    "font.size": 11.0,
    "axes.titlesize": 12.0,
    "axes.unicode_minus": False,  # a hyphen stands in every font
    "svg.hashsalt": "lvbuild",  # else the ids within an SVG are drawn at random
    "svg.fonttype": "path",  # the characters are drawn, so that a reader needs no font
}


Labels = Mapping[str, str]
"""What stands on figures, as `Language.labels`."""

_PLAIN_FONT = "DejaVu Sans"
_NO_FONT = (
    "no installed font has the {name} characters of the labels, so the figures of {name} recipes"
    " are labelled in English; install one, such as {font}"
)


def draw(
    drawings: Iterable[tuple[str, LanguageCode, Callable[[Labels], Figure]]], folder: str | Path
) -> list[str]:
    """Draw figures with labels of their languages, each to `<name>.png` and `<name>.svg`.

    They are alike on every machine that has the same fonts. Returns what a user should know of
    them. Raises UsageError where the folder cannot be made.
    """
    require("a figure", "matplotlib", "figures")
    from matplotlib.style import context

    into = Path(folder)
    try:
        into.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{into}: is no folder for figures ({error.strerror})") from error
    notes: dict[str, None] = {}
    for name, language, figure in drawings:
        spoken = find_language(language)
        shown, font = spoken.labels, label_font(language)
        if font is None:
            notes[_NO_FONT.format(name=spoken.name, font=spoken.font)] = None
            shown, font = Language.labels, _PLAIN_FONT
        with context(["default", {**_STYLE, "font.family": font}]):  # not a user's own
            drawn = figure(shown)
            drawn.savefig(into / f"{name}.png", dpi=160, metadata={"Software": None})
            drawn.savefig(into / f"{name}.svg", metadata={"Date": None, "Creator": None}, dpi=160)
    return list(notes)


def set_title(axes: Axes, title: str, name: str) -> None:
    """Set a title that names a recipe, broken into lines that fit."""
    axes.set_title(fill(title.format(name=name), _TITLE), pad=12)


@cache
def label_font(language: LanguageCode) -> str | None:
    """Return the font of a language's labels, or None where no installed one can show them.

    It is matplotlib's own where that has all their characters, as of English, else the installed
    one nearest to upright and regular that has them.
    """
    from matplotlib import font_manager, get_data_path

    characters = "".join(find_language(language).labels.values()) + "0123456789.-kM_"
    if _rank(Path(get_data_path(), "fonts/ttf/DejaVuSans.ttf"), characters) is not None:
        return _PLAIN_FONT
    listed = {entry.fname for entry in font_manager.fontManager.ttflist}
    # The folders are read anew: matplotlib's list may be older than a font just installed.
    paths = sorted(map(Path, listed | set(font_manager.findSystemFonts())))
    fitting = [(rank, path) for path in paths if (rank := _rank(path, characters)) is not None]
    if not fitting:
        return None
    _, path = min(fitting)
    font_manager.fontManager.addfont(path)
    return font_manager.FontProperties(fname=path).get_name()


def _rank(path: Path, characters: str) -> tuple[bool, int, str] | None:
    """Return how far a font is from what is wanted, or None where it lacks a character.

    Fonts of last resort, of which one comes with matplotlib, draw one box for many characters.
    """
    from matplotlib.font_manager import ttfFontProperty
    from matplotlib.ft2font import FT2Font

    try:
        font = FT2Font(path)
        glyphs = {font.get_char_index(ord(character)) for character in set(characters)}
        if 0 in glyphs or len(glyphs) < len(set(characters)):
            return None
        style = ttfFontProperty(font)
    except (OSError, RuntimeError, NotImplementedError):
        return None  # a damaged font, or one without outlines
    return style.style != "normal", abs(int(style.weight) - 400), path.name


NEEDLE_BINS = 10
EVIDENCE_BINS = 5
"""Fewer than of needles: a mixup has 99 to 200 questions, and their scores vary more."""

_MARKERS = "osD^vP*X"
_NOTHING = "#d9d9d9"  # where no record stands: grey, unlike any score


def draw_figures(scores: Sequence[LevelScores], folder: str | Path) -> list[str]:
    """Draw every recipe's scores by depth, to `<recipe>_depth.png` and `.svg`, as `draw` does.

    In levels without distracting text nothing has a depth: they are not drawn.
    """
    found = by_recipe(score for score in scores if score.level.has_distractors).items()
    return draw(
        ((f"{n}_depth", each[0].recipe.language, partial(_draw, each)) for n, each in found), folder
    )


def _draw(levels: Sequence[LevelScores], shown: Labels) -> Figure:
    import numpy as np
    from matplotlib.figure import Figure

    recipe = levels[0].recipe
    needle = recipe.depths_of == "needle"
    bins = NEEDLE_BINS if needle else EVIDENCE_BINS
    means = np.array(by_depth(levels, bins), dtype=float)  # None becomes NaN
    width = max(3.4 + 0.95 * len(levels), 6.0) if needle else 7.0
    figure = Figure(figsize=(width, 5.2), layout="constrained")
    axes = figure.add_subplot()
    labels = [level.level.label for level in levels]
    (_heat_map if needle else _lines)(figure, axes, means, labels, shown)
    set_title(axes, shown["score_title"], recipe.name)
    return figure


def _heat_map(
    figure: Figure, axes: Axes, means: Floats, levels: Sequence[str], shown: Labels
) -> None:
    """Draw a cell a level and bin of depth; the context runs from the top to the bottom."""
    import numpy as np
    from matplotlib import colormaps

    colours = colormaps["viridis"].with_extremes(bad=_NOTHING)
    image = axes.imshow(means, cmap=colours, vmin=0, vmax=100, aspect="auto")
    for (row, column), mean in np.ndenumerate(means):
        if not np.isnan(mean):
            ink = "white" if mean < 60 else "black"
            axes.text(column, row, f"{mean:.0f}", ha="center", va="center", color=ink)
    axes.set_xticks(range(len(levels)), levels)
    edges = range(len(means) + 1)
    axes.set_yticks([edge - 0.5 for edge in edges], [f"{edge / len(means):.1f}" for edge in edges])
    axes.set_xlabel(shown["level"])
    axes.set_ylabel(shown["needle"])
    figure.colorbar(image, ax=axes, label=shown["score"])


def _lines(figure: Figure, axes: Axes, means: Floats, levels: Sequence[str], shown: Labels) -> None:
    """Draw a line a level through the means of its bins; where one has none it is broken."""
    from matplotlib import colormaps

    bins = len(means)
    colours = colormaps["viridis"].resampled(len(levels) + 1)
    middles = [(number + 0.5) / bins for number in range(bins)]
    for column, level in enumerate(levels):
        marker = _MARKERS[column % len(_MARKERS)]
        axes.plot(middles, means[:, column], marker=marker, color=colours(column), label=level)
    axes.set_xlim(0, 1)
    axes.set_ylim(-3, 103)
    axes.set_xticks([edge / bins for edge in range(bins + 1)])
    axes.grid(alpha=0.3)
    axes.set_xlabel(shown["evidence"])
    axes.set_ylabel(shown["score"])
    figure.legend(title=shown["level"], loc="outside right upper")
