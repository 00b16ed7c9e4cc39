"""The section of a release's card on its tell-tale figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from lvbuild.release.telltale import Ngram, Telltale, unmeasured

_HEAD = """\
## Tell-tale figures

How well a program that never sees a question picks the supporting passages out of the contexts, as
`lvbuild telltale` measured it: areas under the curve (0.5 is chance), the mean of five folds with
its 95% interval. Text: by the character 1- to 4-grams of passages drawn from each context; those
after a + speak for a supporting passage. Place: by the tenth of the context in which a passage
stands. Length: by its characters.
"""
_COLUMNS = (
    "configuration",
    "questions",
    "passages (supporting)",
    "text",
    "place",
    "length",
    "n-grams that weigh most",
)


def telltale_section(found: Mapping[str, Telltale]) -> list[str]:
    """Return the section on the figures of configurations by name; none where there are none."""
    rows = [_row(_cells(name, each)) for name, each in found.items() if each.passages]
    if rows:
        rows = [_row(_COLUMNS), _row("---" for _ in _COLUMNS), *rows, ""]
    reasons = [f"- {line}." for line in unmeasured(found)]
    return ["\n".join([_HEAD, *rows, *reasons, *([""] if reasons else [])])] if found else []


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(name: str, found: Telltale) -> tuple[str, ...]:
    figures = (found.text, found.place, found.length)
    return (
        name,
        f"{found.questions:,}",
        f"{found.passages:,} ({found.supporting:,})",
        *("-" if figure is None else str(figure) for figure in figures),
        " ".join(map(_code, found.ngrams)),
    )


def _code(ngram: Ngram) -> str:
    """Return an n-gram as code within a table's cell."""
    shown = str(ngram).replace("|", "\\|")
    if "`" not in shown:
        return f"`{shown}`"
    fence = "`" * (1 + max(map(len, re.findall("`+", shown))))
    return f"{fence} {shown} {fence}"
