"""Figures of a release: of each recipe how long its records are, and how deep what they ask for.

They follow from the manifest alone and are written as SVG by hand, so that their bytes are the
same on every machine and depend on no font or program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from lvbuild.core.model import Configuration, Level
from lvbuild.release.folder import figure_path
from lvbuild.release.manifest import FileEntry, LengthEntry, Manifest

_WIDTH, _TOP, _ROW, _BOTTOM = 760, 64, 48, 40
_LENGTHS, _DEPTHS = (90, 330), (400, 730)
"""From where to where across the two panels reach."""
_STYLE = (
    "text{font:12px sans-serif;fill:#1d1f21}.m{text-anchor:middle}.e{text-anchor:end}"
    ".h{font-weight:bold;font-size:14px}.b{fill:#31688e}.o{stroke:#b3501b;stroke-width:2}"
    ".a{fill:#e5e5e5}.l{stroke:#8a8780}"
)


def figures(manifest: Manifest) -> dict[str, bytes]:
    """Return the figure of each recipe that has finished files of records, by their paths."""
    held = groupby(manifest.record_files.items(), key=lambda each: each[0].recipe)
    return {
        figure_path(recipe): _figure(manifest, recipe, dict(own)).encode() for recipe, own in held
    }


def _figure(manifest: Manifest, recipe: str, files: Mapping[Configuration, FileEntry]) -> str:
    files = {one: file for one, file in files.items() if one.level.has_distractors}
    height = _TOP + _ROW * len(files) + _BOTTOM
    title = f"{recipe}: lengths and depths by level"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
        f' width="{_WIDTH}" height="{height}" role="img" aria-label="{title}">',
        f"<title>{title}</title><style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        _text(_middle(_LENGTHS), 22, "length off its level", "m h"),
        _text(_middle(_DEPTHS), 22, "depth of what is asked for", "m h"),
        _text(
            _middle(_LENGTHS), 42, "from the shortest to the longest record, line: the mean", "m"
        ),
        _text(_middle(_DEPTHS), 42, "number by twentieths of the context, line: evenly", "m"),
    ]
    for row, (configuration, file) in enumerate(files.items()):
        top, level = _TOP + _ROW * row, configuration.level
        parts.append(_text(_LENGTHS[0] - 14, top + 26, level.label, "e"))
        if file.length and not level.passages:
            parts += _lengths(file.length, level, top)
        provenance = manifest.finished.get(configuration.provenance_path)
        parts += _depths(provenance.depths if provenance and provenance.depths else (), top)
    foot = _TOP + _ROW * len(files) + 18
    ends = "-0.5%", "0", "+0.5%"
    if any(one.level.span for one in files):
        ends = "least", "middle", "most"
    for share, label in zip((0, 0.5, 1), ends, strict=True):
        parts.append(_text(_across(_LENGTHS, share), foot, label, "m"))
    for share, label in ((0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1, "1")):
        parts.append(_text(_across(_DEPTHS, share), foot, label, "m"))
    return "\n".join([*parts, "</svg>", ""])


def _lengths(length: LengthEntry, level: Level, top: float) -> Iterator[str]:
    """Yield a level's band of the lengths that it allows, and in it those of its records."""

    def across(value: float) -> float:
        return _across(_LENGTHS, level.place_of(value))

    yield _box("a", *_LENGTHS, top + 8, 28)
    yield _box(
        "b", across(length.min), max(across(length.max), across(length.min) + 1), top + 15, 14
    )
    yield _line("o", across(length.mean), top + 10, across(length.mean), top + 34)
    yield _line("l", _across(_LENGTHS, 0.5), top + 4, _across(_LENGTHS, 0.5), top + 40)


def _depths(counts: Sequence[int], top: float) -> Iterator[str]:
    """Yield a level's histogram of depths."""
    yield _line("l", _DEPTHS[0], top + 42, _DEPTHS[1], top + 42)
    if not any(counts):
        return
    for place, count in enumerate(counts):
        first, last = (_across(_DEPTHS, edge / len(counts)) for edge in (place, place + 1))
        tall = 36 * count / max(counts)
        yield _box("b", first + 0.5, last - 0.5, top + 42 - tall, tall)
    even = top + 42 - 36 * sum(counts) / len(counts) / max(counts)
    yield _line("o", _DEPTHS[0], even, _DEPTHS[1], even)


def _across(panel: tuple[int, int], share: float) -> float:
    return panel[0] + share * (panel[1] - panel[0])


def _middle(panel: tuple[int, int]) -> float:
    return _across(panel, 0.5)


def _text(x: float, y: float, text: str, of: str) -> str:
    return f'<text class="{of}" x="{x:.1f}" y="{y:.1f}">{text}</text>'


def _box(of: str, first: float, last: float, top: float, tall: float) -> str:
    return (
        f'<rect class="{of}" x="{first:.1f}" y="{top:.1f}"'
        f' width="{last - first:.1f}" height="{tall:.1f}"/>'
    )


def _line(of: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{of}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'
