"""A report as one HTML file that needs nothing else: its frame, its tables, its histograms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from lvbuild.errors import UsageError

_STYLE = """
:root { color-scheme: light dark; --good: #1a7f37; --bad: #c62828; --warn: #9a6700; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8885; }
th, td { vertical-align: top; }
.error { color: var(--bad); } .warning { color: var(--warn); } .good { color: var(--good); }
svg { height: 2rem; width: 10rem; } rect { fill: #31688e; } code { overflow-wrap: anywhere; }
"""


def write_page(path: str | Path, title: str, body: Iterable[str]) -> None:
    """Write a page of this title, which is escaped; raise UsageError where it cannot be written."""
    try:
        Path(path).write_text("".join(_page(escape(title), body)), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from error


def _page(title: str, body: Iterable[str]) -> Iterator[str]:
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style><main><h1>{title}</h1>"
    yield from body
    yield "</main></html>\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; heads and cells are HTML."""
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def histogram(counts: Sequence[int], label: str) -> str:
    """Return bars as high as counts, with what they tell for those who do not see them."""
    highest = max(counts, default=0) or 1
    bars = "".join(
        f'<rect x="{place}" y="{1 - height:.3f}" width="0.9" height="{height:.3f}"/>'
        for place, height in enumerate(count / highest for count in counts)
    )
    view = f'viewBox="0 0 {len(counts)} 1" preserveAspectRatio="none"'
    return f'<svg {view} role="img" aria-label="{escape(label)}">{bars}</svg>'
