"""How far annotators agree, from the ledger: decisions, planted rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from lvbuild.annotate.ledger import Entry, History, RowHistory
from lvbuild.core.seeds import Draws

_SAMPLES = 1_000
_Z = 1.96

Counts = NDArray[np.float64]
"""By row, how many annotators said each value."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95% interval; None where there is too little to say."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Controls:
    """How many planted rows an annotator decided on rightly, with Wilson's interval."""

    annotator: str
    right: int
    of: int
    share: Figure


@dataclass(frozen=True, slots=True)
class Disputed:
    """A row on which annotators decided differently: its table and fields, and who said what.

    `ruled` says whether a third has ruled since.
    """

    table: str
    key: tuple[str, ...]
    decisions: Mapping[str, str]
    reasons: Mapping[str, str]
    ruled: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """How far those agree who decided on the same `rows`.

    `observed` is the share of pairs of decisions that are alike, `alpha` Krippendorff's for nominal
    data, `ac1` Gwet's.
    """

    rows: int
    observed: Figure | None
    alpha: Figure | None
    ac1: Figure | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree: accept, edit or reject, each without knowing what another did.

    `decided` rows are all that anybody decided on. The figures are those of the rows that two or
    more decided on, of those of each annotator, and of each kind of replacement or other table.
    """

    decided: int
    overall: Figures
    by_annotator: Mapping[str, Figures]
    by_kind: Mapping[str, Figures]
    controls: tuple[Controls, ...]
    disputed: tuple[Disputed, ...]


def agreement(entries: Iterable[Entry], seed: int = 42) -> Agreement:
    """Return how far the annotators of a ledger agree; intervals are bootstrapped over rows."""
    every = History(entries).rows
    rows = sorted((row for row in every if not row.control), key=lambda row: (row.table, row.key))
    shared = [row for row in rows if len(row.blind) > 1]
    by_annotator, by_kind = defaultdict[str, list[RowHistory]](list), defaultdict(list)
    for row in shared:
        by_kind[str((row.base or {}).get("kind", row.table))].append(row)
        for name in row.blind:
            by_annotator[name].append(row)
    right = defaultdict[str, list[bool]](list)
    for row in (each for each in every if each.control):
        for name, decision in row.blind.items():  # one that is edited was found wanting
            right[name].append((decision == "accept") == (row.control == "accept"))
    draws = Draws(seed)
    return Agreement(
        sum(bool(row.blind) for row in rows),
        _figures(shared, draws),
        {name: _figures(of, draws) for name, of in sorted(by_annotator.items())},
        {kind: _figures(of, draws) for kind, of in sorted(by_kind.items())},
        tuple(
            Controls(n, sum(of), len(of), wilson(sum(of), len(of)))
            for n, of in sorted(right.items())
        ),
        tuple(_disputed(row) for row in shared if len({*row.blind.values()}) > 1),
    )


def _figures(rows: Sequence[RowHistory], draws: Draws) -> Figures:
    said = [[*row.blind.values()] for row in rows]
    values = sorted({value for of in said for value in of})
    counted = [[of.count(value) for value in values] for of in said]
    decisions = np.array(counted, float).reshape(len(said), len(values))
    samples = [decisions[[draws.index(len(rows)) for _ in rows]] for _ in range(_SAMPLES)]

    def figure(measure: Callable[[Counts], float | None]) -> Figure | None:
        """Return a measure with the middle 95% of those of samples, drawn with replacement."""
        if (value := measure(decisions)) is None:
            return None
        drawn = sorted(again for each in samples if (again := measure(each)) is not None)
        return Figure(value, drawn[int(0.025 * len(drawn))], drawn[int(0.975 * len(drawn)) - 1])

    return Figures(len(rows), figure(_observed), figure(krippendorff_alpha), figure(gwet_ac1))


def _disputed(row: RowHistory) -> Disputed:
    reasons = {each.annotator: each.reason for each in row.entries if each.decision == "reject"}
    told = {name: reasons[name] for name in row.blind if reasons.get(name)}
    return Disputed(row.table, row.key, dict(row.blind), told, row.ruled)


def krippendorff_alpha(counts: Counts) -> float | None:
    """Return Krippendorff's alpha for nominal data (Content Analysis, 4th edition, 12.3.2).

    None where nothing was said twice. One value alone, always the same, agrees fully.
    """
    said = counts[counts.sum(axis=1) > 1]
    number = said.sum()
    if not number:
        return None
    disagreed = number - said.sum(axis=1) @ _agreeing(said)
    expected = number**2 - (said.sum(axis=0) ** 2).sum()
    return float(1 - (number - 1) * disagreed / expected) if expected else 1.0


def gwet_ac1(counts: Counts) -> float | None:
    """Return Gwet's AC1 (British Journal of Mathematical and Statistical Psychology 61, 2008).

    None where nothing was said twice. Unlike kappa it holds where nearly all is accepted.
    """
    twice = counts[counts.sum(axis=1) > 1]
    if not len(twice):
        return None
    shares = (counts / counts.sum(axis=1, keepdims=True)).mean(axis=0)
    shares = shares[shares > 0]
    if len(shares) < 2:
        return 1.0
    chance = (shares * (1 - shares)).sum() / (len(shares) - 1)
    return float((_agreeing(twice).mean() - chance) / (1 - chance))


def _agreeing(counts: Counts) -> Counts:
    """Return which share of its pairs of annotators agree, by unit."""
    number = counts.sum(axis=1)
    agreeing: Counts = (counts * (counts - 1)).sum(axis=1) / (number * (number - 1))
    return agreeing


def _observed(counts: Counts) -> float | None:
    return float(_agreeing(counts).mean()) if len(counts) else None


def wilson(right: int, number: int) -> Figure:
    """Return a share with Wilson's 95% interval."""
    share, z2 = right / number, _Z * _Z
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    half = _Z * sqrt(share * (1 - share) / number + z2 / (4 * number * number))
    half /= 1 + z2 / number
    return Figure(share, max(middle - half, 0.0), min(middle + half, 1.0))
