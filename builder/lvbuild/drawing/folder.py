"""The folder that figures are drawn into, each as PNG and SVG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from lvbuild.drawing.labels import NO_FONT, Labels, english_labels, labels
from lvbuild.errors import UsageError
from lvbuild.model import Language

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TITLE = 50  # characters of a line, which fit the narrowest figure
_STYLE: dict[Any, Any] = {
    "font.size": 11.0,
    "axes.titlesize": 12.0,
    "axes.unicode_minus": False,  # a hyphen stands in every font
    "svg.hashsalt": "lvbuild",  # else the ids within an SVG are drawn at random
    "svg.fonttype": "path",  # the characters are drawn, so that a reader needs no font
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """The files that were written, sorted, and what a user should know of them."""

    files: tuple[Path, ...]
    notes: tuple[str, ...]


class FigureFolder:
    """Draws figures alike on every machine that has the same fonts."""

    def __init__(self, folder: str | Path) -> None:
        """Make the folder; raise UsageError where it cannot be made."""
        self._folder = Path(folder)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"{self._folder}: is no folder for figures ({error.strerror})"
            ) from error
        self._files: list[Path] = []
        self._notes: dict[str, None] = {}

    def draw(self, name: str, language: Language, figure: Callable[[Labels], Figure]) -> None:
        """Draw a figure with labels of a language to `<name>.png` and `<name>.svg`."""
        from matplotlib.style import context

        shown = labels(language)
        if shown is None:
            self._notes[NO_FONT] = None
            shown = english_labels()
        png, svg = (self._folder / f"{name}.{kind}" for kind in ("png", "svg"))
        with context(["default", {**_STYLE, "font.family": shown.font}]):  # not a user's own
            drawn = figure(shown)
            drawn.savefig(png, dpi=160, metadata={"Software": None})
            drawn.savefig(svg, dpi=160, metadata={"Date": None, "Creator": None})
        self._files += [png, svg]

    def drawn(self) -> Drawn:
        """Tell what was drawn."""
        return Drawn(tuple(sorted(self._files)), tuple(self._notes))


def set_title(axes: Axes, title: str, name: str) -> None:
    """Set a title that names a recipe, broken into lines that fit."""
    axes.set_title(fill(title.format(name=name), _TITLE), pad=12)
