"""What other records tell: of passages that stand in one order, or always together."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from lvbuild.audit.areas import Context, Passage, part_of
from lvbuild.audit.company import keep_company
from lvbuild.audit.telltale import measure

QUESTIONS, HELD, PASSAGES = 60, 240, 24
Draw = Callable[[random.Random, int], list[int]]


def drawn(draw: random.Random, evidence: int) -> list[int]:
    """Draw passages in an order that is drawn, the evidence among them."""
    others = [number for number in range(HELD) if number != evidence]
    return draw.sample([evidence, *draw.sample(others, PASSAGES - 1)], PASSAGES)


def in_one_order(draw: random.Random, evidence: int) -> list[int]:
    """Draw passages that stand in the pool's order, the evidence anywhere."""
    others = sorted(set(drawn(draw, evidence)) - {evidence})
    others.insert(draw.randrange(PASSAGES), evidence)
    return others


def in_one_window(draw: random.Random, evidence: int) -> list[int]:
    """Draw neighbours of the pool, in an order that is drawn, and the evidence among them."""
    first = draw.randrange(HELD)
    window = [(first + number) % HELD for number in range(PASSAGES)]
    others = [number for number in window if number != evidence][: PASSAGES - 1]
    return draw.sample([evidence, *others], PASSAGES)


def contexts(draw_from: Draw) -> list[Context]:
    """Make contexts of passages of one pool, each supporting one question at most."""
    draw, made = random.Random(3), []
    for number, evidence in enumerate(draw.sample(range(HELD), QUESTIONS)):
        held = draw_from(draw, evidence)
        passages = tuple(
            Passage(f"pool:{one}", f"Text {one}.", part_of(at, len(held)), one == evidence)
            for at, one in enumerate(held)
        )
        made.append(Context(f"r{number}", f"q:{number}", passages))
    return made


def test_passages_drawn_by_themselves_tell_nothing() -> None:
    found = measure(contexts(drawn))
    assert found.order is not None
    assert found.company is not None
    assert max(found.order.mean, found.company.mean) < 0.60


@pytest.mark.parametrize(
    ("figure", "draw_from"), [("order", in_one_order), ("company", in_one_window)]
)
def test_a_passage_that_breaks_the_order_or_is_no_neighbour_is_found(
    figure: str, draw_from: Draw
) -> None:
    found = measure(contexts(draw_from))
    assert getattr(found, figure).mean > 0.9
    others = {"order", "company"} - {figure}
    assert all(getattr(found, other).mean < 0.65 for other in others)


def slow(made: Sequence[Context], record: int) -> list[tuple[float, int]]:
    """Score a record's passages pair by pair: the order that they keep, and whom they met."""
    texts = [passage.text for passage in made[record].passages]
    kept, met = dict.fromkeys(texts, 0), dict.fromkeys(texts, 0)
    for number, other in enumerate(made):
        places = {passage.text: at for at, passage in enumerate(other.passages)}
        for one, two in combinations(texts, 2) if number != record else ():
            if one in places and two in places:
                for text in (one, two):
                    kept[text] += 1 if places[one] < places[two] else -1
                    met[text] += 1
    return [(kept[text] / max(met[text], 1), met[text]) for text in texts]


@pytest.mark.parametrize("draw_from", [drawn, in_one_order, in_one_window])
def test_scores_rank_passages_as_counting_pair_by_pair_does(draw_from: Draw) -> None:
    made = contexts(draw_from)[:12]
    for record, found in enumerate(keep_company(made)):
        kept, met = zip(*slow(made, record), strict=True)
        for scores, ranks in ((kept, found.order), (met, found.company)):
            for one, two in combinations(range(PASSAGES), 2):
                assert (scores[one] > scores[two]) == (ranks[one] > ranks[two])
