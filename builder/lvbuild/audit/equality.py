"""Whether two lots of figures may be of one kind: a test by which scores can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lvbuild.core.seeds import child_seed

_SHUFFLES = 999
DIFFERS = 0.01
"""A probability below which lots are told to differ."""


@dataclass(frozen=True, slots=True)
class Equality:
    """The means of two lots, how far they are apart, and how likely chance parts them so far.

    `distance` is that of Kolmogorov and Smirnov: the largest difference between the shares of the
    two lots that are at most so large. `chance` is the share of 999 shuffles of both lots together
    that part them as far, theirs counted in. A lot without figures has no mean; then there is
    neither.
    """

    old: float | None
    new: float | None
    distance: float | None
    chance: float | None

    @property
    def differs(self) -> bool:
        """Whether chance does not explain it."""
        return self.chance is not None and self.chance < DIFFERS


def compare_lots(old: Sequence[float], new: Sequence[float], name: str) -> Equality:
    """Compare two lots of figures, such as the depths of a configuration's evidence.

    It is a permutation test of the distance of Kolmogorov and Smirnov, which asks nothing of how
    figures are spread and takes equal ones, as counts are. The shuffles follow from the name.
    """
    import numpy as np

    before, after = (float(np.mean(each)) if len(each) else None for each in (old, new))
    if before is None or after is None:
        return Equality(before, after, None, None)
    values = np.concatenate([np.asarray(old, dtype=float), np.asarray(new, dtype=float)])
    order = np.argsort(values, kind="stable")
    # Between equal values no line can be drawn.
    ends = np.flatnonzero(np.append(np.diff(values[order]) > 0, True))
    is_old = np.zeros(values.size, dtype=bool)
    is_old[: len(old)] = True
    draws = np.random.Generator(np.random.PCG64(child_seed("equality", name)))
    steps = np.where(is_old, 1 / len(old), -1 / len(new))
    shuffled = steps[np.argsort(draws.random((_SHUFFLES, values.size)), axis=1)]
    lots = np.vstack([steps[order], shuffled])
    distances = np.abs(np.cumsum(lots, axis=1)[:, ends]).max(axis=1)
    as_far = int((distances[1:] >= distances[0] - 1e-9).sum())
    return Equality(before, after, float(distances[0]), (1 + as_far) / (1 + _SHUFFLES))
