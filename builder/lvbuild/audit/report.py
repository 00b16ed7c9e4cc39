"""The report of an audit: one HTML file that needs nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from lvbuild.audit.audit import Audit
from lvbuild.audit.page import histogram, table, write_page
from lvbuild.audit.recipes import Audited, Finding
from lvbuild.core.wording import number_of

TELLTALE_UNMEASURED = "Without tell-tale figures, which `lvbuild telltale --write` measures:"
_MOST = 200
"""Findings of a claim that are shown."""


def write_report(found: Audit, path: str | Path) -> None:
    """Write what was found as a page; raise UsageError where it cannot be written."""
    write_page(path, f"Audit of {found.release}", _body(found))


def _body(found: Audit) -> Iterator[str]:
    records = sum(each.records for each in found.configurations.values())
    warnings = len(found.findings) - found.errors
    state = "error" if found.errors else "good"
    figures = f"{number_of(found.errors, 'error')}, {number_of(warnings, 'warning')}"
    yield f'<p class="{state}">{number_of(records, "record")}: {figures}.'
    yield "</p><h2>Claims</h2>"
    counts = Counter((each.claim, each.severity) for each in found.findings)
    rows = []
    for name, meaning in found.claims.items():
        told = [(counts[name, severity], severity) for severity in ("error", "warning")]
        shown = ", ".join(f'<span class="{of}">{n:,} {of}s</span>' for n, of in told if n)
        if name == "telltale" and found.unmeasured and not shown:
            shown = f"not measured of {len(found.unmeasured):,} configurations"
        rows.append([escape(name), escape(meaning), shown or '<span class="good">true</span>'])
    yield table(["claim", "what it says", "what was found"], rows)
    yield "<h2>Configurations</h2>"
    floors = sorted({name for each in found.configurations.values() for name in each.floors})
    heads = ["configuration", "records", "length", "depth of the evidence", *map(escape, floors)]
    yield table(heads, [_row(*each, floors) for each in found.configurations.items()])
    yield "<p>The last columns are scores of answers that were given without reading.</p>"
    for name in found.claims:
        if told_of := [each for each in found.findings if each.claim == name]:
            yield f"<h2>{escape(name)}</h2><p>{escape(found.claims[name])}</p>"
            yield from _findings(told_of)
    yield from (f"<p>{escape(line)}</p>" for line in found.untested)
    if found.unmeasured:
        yield f"<p>{TELLTALE_UNMEASURED} {escape(', '.join(found.unmeasured))}</p>"


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
    yield table(["configuration", "record", "", "what is wrong"], rows)
    if len(told_of) > _MOST:
        yield f"<p>and {len(told_of) - _MOST:,} more</p>"


def _bars(name: str, counts: Sequence[int]) -> str:
    """Return a histogram of depths: the beginning of contexts is on the left."""
    return histogram(counts, f"depths in {name}: {', '.join(map(str, counts))} by twentieth")
