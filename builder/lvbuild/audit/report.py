"""The report of an audit: one HTML file that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from lvbuild.audit.audit import Audit
from lvbuild.audit.recipes import Audited, Finding
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
TELLTALE_UNMEASURED = "Without tell-tale figures, which `lvbuild telltale --write` measures:"
_MOST = 200
"""Findings of a claim that are shown."""


def write_report(found: Audit, path: str | Path) -> None:
    """Write what was found as a page; raise UsageError where it cannot be written."""
    try:
        Path(path).write_text("".join(_page(found)), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from error


def _page(found: Audit) -> Iterator[str]:
    title = f"Audit of {escape(found.release)}"
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style><main><h1>{title}</h1>"
    records = sum(each.records for each in found.configurations.values())
    warnings = len(found.findings) - found.errors
    state = "error" if found.errors else "good"
    yield f'<p class="{state}">{records:,} records: {found.errors:,} errors, {warnings:,} warnings.'
    yield "</p><h2>Claims</h2>"
    counts = Counter((each.claim, each.severity) for each in found.findings)
    rows = []
    for name, meaning in found.claims.items():
        told = [(counts[name, severity], severity) for severity in ("error", "warning")]
        shown = ", ".join(f'<span class="{of}">{n:,} {of}s</span>' for n, of in told if n)
        if name == "telltale" and found.unmeasured and not shown:
            shown = f"not measured of {len(found.unmeasured):,} configurations"
        rows.append([escape(name), escape(meaning), shown or '<span class="good">true</span>'])
    yield _table(["claim", "what it says", "what was found"], rows)
    yield "<h2>Configurations</h2>"
    floors = sorted({name for each in found.configurations.values() for name in each.floors})
    heads = ["configuration", "records", "length", "depth of the evidence", *map(escape, floors)]
    yield _table(heads, [_row(*each, floors) for each in found.configurations.items()])
    yield "<p>The last columns are scores of answers that were given without reading.</p>"
    for name in found.claims:
        if told_of := [each for each in found.findings if each.claim == name]:
            yield f"<h2>{escape(name)}</h2><p>{escape(found.claims[name])}</p>"
            yield from _findings(told_of)
    if found.unmeasured:
        yield f"<p>{TELLTALE_UNMEASURED} {escape(', '.join(found.unmeasured))}</p>"
    yield "</main></html>\n"


def _row(name: str, each: Audited, floors: Sequence[str]) -> list[str]:
    scores = (f"{each.floors[floor]:.2f}" if floor in each.floors else "" for floor in floors)
    lengths = f"{each.shortest:,} to {each.longest:,}"
    return [escape(name), f"{each.records:,}", lengths, _bars(name, each.depths), *scores]


def _findings(told_of: Sequence[Finding]) -> Iterator[str]:
    rows = [
        [
            escape(each.configuration),
            "" if each.record is None else str(each.record),
            f'<span class="{each.severity}">{each.severity}</span>',
            f"<code>{escape(each.message)}</code>",
        ]
        for each in told_of[:_MOST]
    ]
    yield _table(["configuration", "record", "", "what is wrong"], rows)
    if len(told_of) > _MOST:
        yield f"<p>and {len(told_of) - _MOST:,} more</p>"


def _bars(name: str, counts: Sequence[int]) -> str:
    """Return a histogram of depths: the beginning of contexts is on the left."""
    highest = max(counts, default=0) or 1
    bars = "".join(
        f'<rect x="{place}" y="{1 - height:.3f}" width="0.9" height="{height:.3f}"/>'
        for place, height in enumerate(count / highest for count in counts)
    )
    label = f"depths in {escape(name)}: {', '.join(map(str, counts))} by twentieth"
    view = f'viewBox="0 0 {len(counts)} 1" preserveAspectRatio="none"'
    return f'<svg {view} role="img" aria-label="{label}">{bars}</svg>'


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
