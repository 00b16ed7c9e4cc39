"""The order in which passages stand that distract: as the seed draws it from their ids."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product

from lvbuild.audit.told import Told
from lvbuild.core.seeds import child_seed
from lvbuild.core.twins import full_name
from lvbuild.mixing.excerpts import excerpt_id
from lvbuild.mixing.plans.filling import drawn_ranks

_key = lru_cache(maxsize=2**18)(child_seed)


def order(told: Told) -> Iterator[str]:
    """Passages that distract stand in the order that the seed draws for their question."""
    held, passages = told.held, told.provenance["passages"]
    # A twin has the order of the whole release's; so many passages are taken in another way.
    is_twin = held.recipe.name != full_name(held.recipe.name)
    if held.runs or is_twin or getattr(held.recipe, "passages", None) is not None:
        return
    draws = held.seeds.draws("order", question_id=told.asked.question_id)
    seed, names = draws.index(2**53), [each["document_id"] for each in passages]
    ranks = _ranks(names, seed)
    # One that begins with its document is that, or an excerpt of it with an id of its own.
    whole = [each["role"] == "distracting" and each["cut"][0] == 0 for each in passages]
    for one, other in pairwise(range(len(passages))):
        if whole[one] and whole[other] and ranks[one] > ranks[other]:
            excerpts = [excerpt_id(names[at], tuple(passages[at]["cut"])) for at in (one, other)]
            cut = _ranks(excerpts, seed)
            either = (ranks[one], cut[0]), (ranks[other], cut[1])
            if all(first > second for first, second in product(*either)):
                yield f"passages {one + 1} and {other + 1} are not in the order of its seed"


def _ranks(names: Sequence[str], seed: int) -> Sequence[int]:
    import numpy as np

    keys = array("Q", map(_key, names))
    ranks: Sequence[int] = drawn_ranks(keys, seed, "rank")(np.arange(len(keys))).tolist()
    return ranks
