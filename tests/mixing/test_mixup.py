"""Planning mixups on invented documents: lengths, depths, nesting, cuts and facts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from lvbuild.core.model import Fact, Level, Question, Rival
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import (
    ContextLayout,
    HeadingUnits,
    LevelTooLargeError,
    RecordPlan,
    UnevenTextError,
    whole,
)
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.plans.supporting import Supporting
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.text.counting import PlainCounting
from tests.mixing.outlines import outline

LEVELS = [Level(size) for size in (2_000, 4_000, 8_000)]
HEADINGS = HeadingUnits(ContextLayout("### Passage "), PlainCounting("words"))
FACT = "Nobody in the house had ever seen the old grey boat."
RIVAL = whole("rival:1", len(FACT), "rival")


def invented(count: int, seed: int) -> list[Outline]:
    drawn = random.Random(seed)
    return [
        outline(f"x:{n}", [drawn.randint(5, 30) for _ in range(drawn.randint(1, 8))])
        for n in range(count)
    ]


@dataclass(frozen=True)
class Drawn:
    """A question with all that its contexts are planned from."""

    question: Question
    supporting: tuple[Supporting, ...]
    placement: Placement
    pool: list[Outline]
    refused: dict[int, str]

    def mixer(self) -> Mixer:
        return Mixer(
            self.question,
            self.supporting,
            placement=self.placement,
            pool=PoolView(Pool(self.pool), self.refused),
            smallest=LEVELS[0],
            headings=HEADINGS,
            rivals=[RIVAL] * len(self.placement.rival_depths),
        )


def draw(pool: list[Outline], seed: int, depths: tuple[float, ...]) -> Drawn:
    drawn = random.Random(seed)
    supporting = tuple(
        Supporting(outline(f"s:{n}", [20, 20, 20]), (0, 119)) for n in range(len(depths))
    )
    question = Question(
        "q:1",
        "Who has seen the boat?",
        ("Nobody",),
        facts=(Fact("confusing", FACT, Rival("rival:1", FACT)),),
    )
    refused = dict.fromkeys(drawn.sample(range(len(pool)), 20), "drawn")
    placement = Placement(depths, drawn.randrange(2**53), (0.6,))
    return Drawn(question, supporting, placement, pool, refused)


def planned(seed: int, depths: tuple[float, ...]) -> tuple[Drawn, list[RecordPlan]]:
    asked = draw(invented(300, seed), seed, depths)
    mixer = asked.mixer()
    return asked, [mixer.plan(level) for level in LEVELS]


def depths_of(plan: RecordPlan) -> list[float]:
    before, at = 0, {}
    for number, passage in enumerate(plan.passages, start=1):
        if passage.role == "supporting":
            at[passage.document_id] = before
        else:
            before += len(f"### Passage {number}\n") + passage.stop - passage.start + 1
    return [at[name] / before for name in sorted(at)]


def gaps_of(plan: RecordPlan) -> list[list[str]]:
    """Return the distracting documents before, between and after the supporting passages."""
    gaps: list[list[str]] = [[]]
    for passage in plan.passages:
        if passage.role == "supporting":
            gaps.append([])
        else:
            gaps[-1].append(passage.document_id)
    return gaps


CASES = [
    (seed, tuple(random.Random(seed).random() for _ in range(1 + seed % 3))) for seed in range(10)
]
CASES += [(90, (0.0,)), (91, (1.0,)), (92, (0.0, 1.0)), (93, (0.5, 0.5)), (94, (0.999, 0.001))]


@pytest.mark.parametrize(("seed", "depths"), CASES)
def test_every_level_is_filled_to_its_length_at_the_same_depths(
    seed: int, depths: tuple[float, ...]
) -> None:
    asked, plans = planned(seed, depths)
    documents = {o.document_id: o for o in [*asked.pool, *(s.outline for s in asked.supporting)]}
    before: set[str] = set()
    for level, plan in zip(LEVELS, plans, strict=True):
        corpora = [p for p in plan.passages if p.role != "rival"]
        asks = f"{asked.question.input} {asked.question.answers[0]} ### Passage 1 {FACT}"
        words = sum((p.stop - p.start + 1) // 6 + 3 for p in corpora) + len(asks.split())
        assert plan.length == words
        assert abs(words - level.size) <= level.tolerance
        for seen, settled in zip(depths_of(plan), depths_of(plans[0]), strict=True):
            assert abs(seen - settled) <= 0.0075 + 30 / level.size
        names = [passage.document_id for passage in plan.passages]
        assert len(names) == len(set(names))
        refused = {asked.pool[index].document_id for index in asked.refused}
        assert refused.isdisjoint(names)
        distracting = {p.document_id for p in plan.passages if p.role == "distracting"}
        assert before <= distracting
        before = distracting
        assert all(p.whole == (p.stop == documents[p.document_id].length) for p in corpora)
        alone = asked.mixer().plan(level)
        for seen, settled in zip(depths_of(alone), depths_of(plans[0]), strict=True):
            assert abs(seen - settled) <= 0.0075 + 30 / level.size
        roles = [passage.role for passage in plan.passages]
        place = roles.index("rival")
        assert roles.count("rival") == 1
        assert "supporting" not in roles[max(place - 1, 0) : place + 2]


@pytest.mark.parametrize(("sentences", "passages"), [(42, 8), (15, 21)])
def test_each_place_among_the_passages_of_the_smallest_level_supports_as_often(
    sentences: int, passages: int
) -> None:
    pool = [outline(f"x:{n}", [6] * sentences) for n in range(300)]
    drawn = 3 * (passages + 1)
    places = []
    for n in range(drawn):
        plan = draw(pool, n, ((n + 0.5) / drawn,)).mixer().plan(LEVELS[0])
        roles = [passage.role for passage in plan.passages if passage.role != "rival"]
        assert len(roles) == passages + 1
        [place] = [n for n, role in enumerate(roles) if role == "supporting"]
        places.append(place)
    assert places == sorted(places)
    assert Counter(places) == dict.fromkeys(range(passages + 1), 3)


def test_what_a_smaller_level_holds_is_spread_over_the_gaps_of_a_larger_one() -> None:
    spread: list[float] = []
    for seed, depths in CASES:
        _, plans = planned(seed, depths)
        held = {passage.document_id for passage in plans[0].passages}
        for gap in gaps_of(plans[2]):
            spread += [(n + 0.5) / len(gap) for n, name in enumerate(gap) if name in held]
    spread.sort()
    off = [abs(place - (n + 0.5) / len(spread)) for n, place in enumerate(spread)]
    assert max(off) < 1.36 / len(spread) ** 0.5


def test_a_pool_that_ends_too_soon_is_told_with_its_size() -> None:
    pool = invented(60, 1)
    mixer = draw(pool, 1, (0.3,)).mixer()
    mixer.plan(LEVELS[0])
    with pytest.raises(LevelTooLargeError) as caught:
        mixer.plan(LEVELS[2])
    assert caught.value.need == LEVELS[2].size
    assert caught.value.have < caught.value.need


@pytest.mark.parametrize("sentences", [1, 2])
def test_documents_that_come_near_no_level_are_told_with_the_nearest_length(sentences: int) -> None:
    pool = [outline(f"x:{n}", [400 // sentences] * sentences) for n in range(50)]
    with pytest.raises(UnevenTextError) as caught:
        draw(pool, 1, (0.3,)).mixer().plan(Level(1_150))
    assert abs(caught.value.nearest - 1_150) <= 400 / sentences
