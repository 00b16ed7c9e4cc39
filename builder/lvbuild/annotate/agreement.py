"""How far annotators agree, from the ledger: decisions, planted rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from lvbuild.annotate.ledger import Entry
from lvbuild.core.seeds import Draws

_SAMPLES = 1_000
_DECIDING = ("accept", "reject", "judge", "import")
_Z = 1.96

Counts = NDArray[np.float64]
"""By unit, how many annotators said each value."""
Unit = tuple[str, tuple[str, ...]]


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
    """A row on which annotators decided differently: its table and fields, and who said what."""

    table: str
    key: tuple[str, ...]
    decisions: Mapping[str, str]
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree.

    `shared` rows were decided on by two or more. `alpha` is Krippendorff's for nominal data, `ac1`
    Gwet's, both on decisions.
    """

    decided: int
    shared: int
    observed: float | None
    alpha: Figure | None
    ac1: Figure | None
    controls: tuple[Controls, ...]
    disputed: tuple[Disputed, ...]


def agreement(entries: Sequence[Entry], seed: int = 42) -> Agreement:
    """Return how far the annotators of a ledger agree; intervals are bootstrapped over rows."""
    latest = _latest(entries)
    shared = {
        unit: [of[name] for name in sorted(of)]
        for unit, of in sorted(latest.items())
        if len(of) > 1
    }
    decisions = _counts([[each.decision for each in of] for of in shared.values()])
    draws = Draws(seed)
    return Agreement(
        len(latest),
        len(shared),
        float(_agreeing(decisions).mean()) if shared else None,
        _with_interval(decisions, krippendorff_alpha, draws),
        _with_interval(decisions, gwet_ac1, draws),
        tuple(_controls(entries)),
        tuple(
            Disputed(
                *unit,
                {each.annotator: each.decision for each in of},
                {each.annotator: each.reason for each in of if each.reason},
            )
            for unit, of in shared.items()
            if len({each.decision for each in of}) > 1
        ),
    )


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


def _counts(said: Sequence[Sequence[str]]) -> Counts:
    values = sorted({value for of in said for value in of})
    counts = [[of.count(value) for value in values] for of in said]
    return np.array(counts, float).reshape(len(said), len(values))


def _agreeing(counts: Counts) -> Counts:
    """Return which share of its pairs of annotators agree, by unit."""
    number = counts.sum(axis=1)
    agreeing: Counts = (counts * (counts - 1)).sum(axis=1) / (number * (number - 1))
    return agreeing


def _latest(entries: Iterable[Entry]) -> dict[Unit, dict[str, Entry]]:
    """Return the last decision of each annotator on each row; what was taken back is none."""
    found: dict[Unit, dict[str, Entry]] = defaultdict(dict)
    for entry in entries:
        if entry.control:
            continue
        if entry.action == "undo":
            found[entry.table, entry.key].pop(entry.annotator, None)
        elif entry.action in _DECIDING and entry.decision:
            found[entry.table, entry.key][entry.annotator] = entry
    return {unit: of for unit, of in found.items() if of}


def _with_interval(
    units: Counts, measure: Callable[[Counts], float | None], draws: Draws
) -> Figure | None:
    """Return a measure with the middle 95% of those of units drawn with replacement."""
    if (value := measure(units)) is None:
        return None
    samples = (units[[draws.index(len(units)) for _ in units]] for _ in range(_SAMPLES))
    drawn = sorted(again for each in samples if (again := measure(each)) is not None)
    return Figure(value, drawn[int(0.025 * len(drawn))], drawn[int(0.975 * len(drawn)) - 1])


def _controls(entries: Iterable[Entry]) -> Iterable[Controls]:
    """Yield how each annotator decided on planted rows, the last decision on each."""
    said: dict[str, dict[Unit, bool]] = defaultdict(dict)
    for entry in entries:
        if entry.control and entry.decision:
            said[entry.annotator][entry.table, entry.key] = entry.decision == entry.control
    for annotator, of in sorted(said.items()):
        right, number = sum(of.values()), len(of)
        yield Controls(annotator, right, number, wilson(right, number))


def wilson(right: int, number: int) -> Figure:
    """Return a share with Wilson's 95% interval."""
    share, z2 = right / number, _Z * _Z
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    half = _Z * sqrt(share * (1 - share) / number + z2 / (4 * number * number))
    half /= 1 + z2 / number
    return Figure(share, max(middle - half, 0.0), min(middle + half, 1.0))
