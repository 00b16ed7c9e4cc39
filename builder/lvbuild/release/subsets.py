"""Parts of a release's records that stand for all: a few of them, or those held out.

The records of a recipe are put in an order, the same at all levels, of which every beginning is
spread evenly over depths and lengths: a smaller part is within each larger one, by itself as in the
halves of a split.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lvbuild.core.seeds import child_seed
from lvbuild.errors import UsageError
from lvbuild.release.reading import Release

SPLITS = ("dev", "heldout")
_STRATA = 5


class Subset(NamedTuple):
    """The first `lite` records of the order, of one half where `split` names one."""

    lite: int | None = None
    split: str | None = None


ALL = Subset()


def chosen_ids(release: Release, recipe: str, subset: Subset) -> frozenset[str] | None:
    """Return the ids of a recipe's records that are of a subset, None where all are.

    Raises UsageError for a split that there is none of.
    """
    if subset == ALL:
        return None
    ordered = even_order(release, recipe)
    if subset.split is not None:
        if subset.split not in SPLITS:
            raise UsageError(f"there is no split {subset.split!r}, only {' and '.join(SPLITS)}")
        ordered = ordered[SPLITS.index(subset.split) :: len(SPLITS)]
    return frozenset(ordered[: subset.lite])


def even_order(release: Release, recipe: str) -> list[str]:
    """Return the ids of a recipe's records, every beginning spread over depths and lengths.

    Records stand in strata by how deep their needle or evidence stands at the smallest level with
    depths, and within these by length; the order takes of the row of all of them the middle, the
    quarters, the eighths and so on. Where questions are equal in both, their ids' hashes say.
    """
    held = [one for one in release.manifest.configurations if one.recipe == recipe]
    places: dict[str, tuple[float, int]] = {}
    # What a level lacks another may hold; the smallest with depths says where a record stands.
    for one in sorted(held, key=lambda one: (not one.level.has_distractors, one.level)):
        for origin in release.origins(one.name):
            spans = [part["span"][1] for part in (*origin["passages"], *origin["facts"])]
            needles = [fact["depth"] for fact in origin["facts"] if fact["kind"] == "needle"]
            depths = needles or origin["evidence_depths"] or [0.0]
            place = sum(depths) / len(depths), max(spans, default=0)
            places.setdefault(str(origin["_id"]), place)
    return in_even_order(places)


def in_even_order(places: Mapping[str, tuple[float, int]]) -> list[str]:
    """Return ids in such an order, by the depth and the length of each."""
    by_depth = sorted(places, key=lambda name: (places[name][0], child_seed("lite", name)))
    stratum = {name: n * _STRATA // len(by_depth) for n, name in enumerate(by_depth)}
    row = sorted(
        by_depth, key=lambda name: (stratum[name], places[name][1], child_seed("lite", name))
    )
    bits = max(len(row) - 1, 1).bit_length()
    # Of the row the first, the middle, the quarters: the numbers below 1 in van der Corput's order.
    turned = (int(f"{number:0{bits}b}"[::-1], 2) for number in range(1 << bits))
    return list(dict.fromkeys(row[number * len(row) >> bits] for number in turned))
