"""Fonts for tests of figures: the machine's hidden, others written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from lvbuild.languages import find_language


def hide_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the machine's fonts: those of matplotlib are left, with its one of last resort."""
    from matplotlib import font_manager

    known = font_manager.fontManager
    shipped = [font for font in known.ttflist if "mpl-data" in font.fname]
    monkeypatch.setattr(known, "ttflist", shipped)
    monkeypatch.setattr(font_manager, "findSystemFonts", list)


def write_font(path: Path, characters: str, *, boxes: bool) -> Path:
    """Write a font of triangles; with `boxes` all characters share one glyph."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    pen.lineTo((0, 700))
    pen.lineTo((500, 0))
    pen.closePath()
    shape = pen.glyph()
    names = {ord(c): "box" if boxes else f"u{ord(c):04X}" for c in sorted(set(characters))}
    order = [".notdef", *dict.fromkeys(names.values())]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys(order, shape))
    builder.setupHorizontalMetrics(dict.fromkeys(order, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def every_character() -> str:
    """Return the characters of all labels, and ASCII."""
    return "".join(find_language("zh").labels.values()) + "".join(map(chr, range(32, 127)))


def install(monkeypatch: pytest.MonkeyPatch, *fonts: Path) -> None:
    """Let the machine have these fonts."""
    from matplotlib import font_manager

    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: list(map(str, fonts)))


def comments(svg: Path) -> list[str]:
    """Return the texts of an SVG: matplotlib draws their characters and notes them beside."""
    return re.findall(r"<!-- (.*?) -->", svg.read_text(encoding="utf-8"))
