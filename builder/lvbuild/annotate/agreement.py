"""How far annotators agree, from the ledger: decisions, kinds, originals, planted rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import sqrt
from statistics import fmean as mean
from typing import Any, TypeVar

from lvbuild.annotate.ledger import Entry
from lvbuild.core.seeds import Draws

_SAMPLES = 1_000
_DECIDING = ("accept", "reject", "judge", "import")
_Z = 1.96

R = TypeVar("R")
Ratings = Mapping[Any, Mapping[str, str]]
"""What each annotator said of each unit."""


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
    Gwet's, both on decisions; `kinds` Krippendorff's alpha on the kinds of replacements. `f1` is
    the mean, over pairs of annotators, of F1 between the originals that they accepted in questions
    on which both decided.
    """

    decided: int
    shared: int
    observed: float | None
    alpha: Figure | None
    ac1: Figure | None
    kinds: Figure | None
    f1: Figure | None
    controls: tuple[Controls, ...]
    disputed: tuple[Disputed, ...]


def agreement(entries: Sequence[Entry], seed: int = 42) -> Agreement:
    """Return how far the annotators of a ledger agree; intervals are bootstrapped over rows."""
    latest = _latest(entries)
    decisions = {unit: {a: e.decision for a, e in of.items()} for unit, of in latest.items()}
    shared = {unit: of for unit, of in decisions.items() if len(of) > 1}
    kinds = {
        unit: {a: str((e.after or {}).get("kind", "")) for a, e in of.items()}
        for unit, of in latest.items()
        if len(of) > 1 and unit[0] == "replacements"
    }
    draws = Draws(seed)
    agreeing = [_agreeing(list(said.values())) for said in shared.values()]
    return Agreement(
        len(decisions),
        len(shared),
        sum(agreeing) / len(agreeing) if agreeing else None,
        _with_interval(shared, krippendorff_alpha, draws),
        _with_interval(shared, gwet_ac1, draws),
        _with_interval(kinds, krippendorff_alpha, draws),
        _originals(decisions, draws),
        tuple(_controls(entries)),
        tuple(
            Disputed(
                *unit,
                {annotator: entry.decision for annotator, entry in sorted(of.items())},
                {
                    annotator: entry.reason
                    for annotator, entry in sorted(of.items())
                    if entry.reason
                },
            )
            for unit, of in sorted(latest.items())
            if len({entry.decision for entry in of.values()}) > 1
        ),
    )


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Return Krippendorff's alpha for nominal data (Content Analysis, 4th edition, 12.3.2).

    None where nothing was said twice. One value alone, always the same, agrees fully.
    """
    pairs: dict[tuple[str, str], float] = defaultdict(float)
    for said in ratings.values():
        values = list(said.values())
        for pair in permutations(values, 2):
            pairs[pair] += 1 / (len(values) - 1)
    totals: dict[str, float] = defaultdict(float)
    for (one, _), count in pairs.items():
        totals[one] += count
    number = sum(totals.values())
    if number < 2:
        return None
    disagreed = sum(count for (one, other), count in pairs.items() if one != other)
    expected = number * number - sum(count * count for count in totals.values())
    return 1.0 if expected == 0 else 1 - (number - 1) * disagreed / expected


def gwet_ac1(ratings: Ratings) -> float | None:
    """Return Gwet's AC1 (British Journal of Mathematical and Statistical Psychology 61, 2008).

    None where nothing was said twice. Unlike kappa it holds where nearly all is accepted.
    """
    twice = [list(said.values()) for said in ratings.values() if len(said) > 1]
    values = sorted({value for said in ratings.values() for value in said.values()})
    if not twice:
        return None
    if len(values) < 2:
        return 1.0
    agreed = sum(_agreeing(said) for said in twice) / len(twice)
    chance = 0.0
    for value in values:
        share = mean(list(said.values()).count(value) / len(said) for said in ratings.values())
        chance += share * (1 - share) / (len(values) - 1)
    return 1.0 if chance == 1 else (agreed - chance) / (1 - chance)


def _agreeing(said: Sequence[str]) -> float:
    counts = Counter(said).values()
    return sum(count * (count - 1) for count in counts) / (len(said) * (len(said) - 1))


Unit = tuple[str, tuple[str, ...]]


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
    ratings: Mapping[Any, R], measure: Callable[[Mapping[Any, R]], float | None], draws: Draws
) -> Figure | None:
    """Return a measure with the middle 95% of those of rows drawn with replacement."""
    value = measure(ratings)
    if value is None:
        return None
    units = sorted(ratings, key=repr)
    drawn = []
    for _ in range(_SAMPLES):
        chosen = [units[draws.index(len(units))] for _ in units]
        again = measure({(place, unit): ratings[unit] for place, unit in enumerate(chosen)})
        if again is not None:
            drawn.append(again)
    drawn.sort()
    return Figure(value, drawn[int(0.025 * len(drawn))], drawn[int(0.975 * len(drawn)) - 1])


def _originals(decisions: Mapping[Unit, Mapping[str, str]], draws: Draws) -> Figure | None:
    """Return F1 between the originals that annotators accepted, where both decided."""
    accepted: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (table, key), said in decisions.items():
        if table == "replacements":
            for annotator, decision in said.items():
                chosen = accepted[annotator][key[0]]
                if decision == "accept":
                    chosen.add(key[1])
    units: dict[Hashable, tuple[int, int]] = {}
    for one, other in combinations(sorted(accepted), 2):
        for question in sorted(accepted[one].keys() & accepted[other].keys()):
            mine, theirs = accepted[one][question], accepted[other][question]
            units[one, other, question] = (len(mine & theirs), len(mine) + len(theirs))
    if not any(size for _, size in units.values()):
        return None

    def measure(of: Mapping[Any, tuple[int, int]]) -> float | None:
        size = sum(each for _, each in of.values())
        return 2 * sum(both for both, _ in of.values()) / size if size else None

    return _with_interval(units, measure, draws)


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
