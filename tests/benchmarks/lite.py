"""Simulate how well few records rank models as all of them do.

    python tests/benchmarks/lite.py

Twelve models of different strength answer 200 records, all of them worse in the middle of long
contexts. Prints the rank correlation (Spearman's) of the ranking by the first N records of the even
order with that by all, beside that of as many drawn blindly: means of 200 worlds of one run.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lvbuild.release.subsets import in_even_order

Floats = NDArray[np.float64]

MODELS, RECORDS, WORLDS = 12, 200, 200
SIZES = (10, 20, 50, 100)


def main() -> None:
    """Print a line a size."""
    draws = np.random.default_rng(42)
    found: dict[int, list[tuple[float, float]]] = {size: [] for size in SIZES}
    for _ in range(WORLDS):
        depths, lengths = draws.random(RECORDS), draws.integers(8_000, 256_000, RECORDS)
        strength = np.linspace(-1.5, 1.5, MODELS)[:, None]
        harm = 4 * depths * (1 - depths) * np.log2(lengths / 8_000) / 2
        chance = 1 / (1 + np.exp(harm - 1 - strength + draws.normal(0, 0.7, RECORDS)))
        scores = (draws.random((MODELS, RECORDS)) < chance).astype(float)
        places = {str(n): (float(depths[n]), int(lengths[n])) for n in range(RECORDS)}
        even = [int(name) for name in in_even_order(places)]
        blind = draws.permutation(RECORDS).tolist()
        for size in SIZES:
            found[size].append((agree(scores, even[:size]), agree(scores, blind[:size])))
    for size, each in found.items():
        lite, drawn = np.mean(each, axis=0)
        print(f"{size} of {RECORDS} records: {lite:.3f} in even order, {drawn:.3f} drawn blindly")


def agree(scores: Floats, part: Sequence[int]) -> float:
    """Return the rank correlation of the models' means over a part with those over all."""
    of_all, of_part = ranked(scores.mean(axis=1)), ranked(scores[:, list(part)].mean(axis=1))
    return float(np.corrcoef(of_all, of_part)[0, 1])


def ranked(means: Floats) -> Floats:
    """Return the ranks of some means, of equal ones their middle."""
    less = (means[:, None] > means).sum(axis=1)
    ranks: Floats = less + ((means[:, None] == means).sum(axis=1) - 1) / 2
    return ranks


if __name__ == "__main__":
    main()
