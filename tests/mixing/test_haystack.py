"""Planning fact recall on invented texts, against slow oracles that write every context out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode, Level, Question, Unit
from lvbuild.mixing.haystack import first_records, plan_positions
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.plans.spreading import spread
from lvbuild.text.counting import count
from tests.mixing.invented_texts import (
    Invented,
    assembled,
    invent_several,
    is_needle,
    question,
    run_together,
)

LEVEL = Level(3_000)
SCALES: list[tuple[LanguageCode, Unit, Level]] = [
    ("en", "words", LEVEL),
    ("en", "characters", Level(12_000)),
    ("zh", "characters", Level(6_000)),
]
SEEDS = st.integers(0, 10_000)


def plan(
    texts: Sequence[Invented],
    asked: Question,
    language: LanguageCode = "en",
    unit: Unit = "words",
    *,
    positions: int = 11,
    phase: float = 0.0,
    level: Level = LEVEL,
) -> LevelPlan:
    planned = plan_positions(
        level,
        run_together(texts, language, unit),
        asked,
        positions=positions,
        phase=phase,
    )
    return first_records(planned, None)


def depth(record: RecordPlan, texts: Sequence[Invented], asked: Question) -> float:
    context, starts = assembled(record, texts, asked)
    [start] = [start for insertion, start in starts if is_needle(insertion, asked)]
    [(_, needle)] = asked.facts_of("needle")
    assert context[start:].startswith(needle)
    return start / (len(context) - len(needle))


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_texts_are_taken_whole_in_their_order_and_the_last_is_cut_nearest_the_level(
    seed: int,
) -> None:
    texts, asked = invent_several(seed, "en", "words"), question(3)
    passages = plan(texts, asked).records[0].passages
    assert [p.document_id for p in passages] == [f"x:{i}" for i in range(len(passages))]
    assert {p.role for p in passages} == {"haystack"}
    assert all(
        p.whole and p.stop == len(t.text) for p, t in zip(passages[:-1], texts, strict=False)
    )
    fixed = sum(count(text, "words") for text in asked.texts)
    target = LEVEL.size - fixed - sum(t.known.size for t in texts[: len(passages) - 1])
    last = texts[len(passages) - 1].known
    chosen = [b.offset for b in last.boundaries].index(passages[-1].stop)
    off = [abs(units - target) for units in last.counts]
    assert off[chosen] == min(off)
    assert passages[-1].whole == (passages[-1].stop == len(texts[len(passages) - 1].text))


@pytest.mark.parametrize(("language", "unit", "level"), SCALES)
@settings(max_examples=12, deadline=None)
@given(
    seed=SEEDS,
    prose=st.sampled_from([1.0, 0.5, 0.05]),
    positions=st.sampled_from([2, 7, 40]),
    facts=st.integers(0, 4),
)
def test_facts_stand_at_places_in_order_and_what_is_far_from_its_depth_is_counted(
    language: LanguageCode,
    unit: Unit,
    level: Level,
    seed: int,
    prose: float,
    positions: int,
    facts: int,
) -> None:
    asked = question(facts, language)
    size = level.size * 4 // 3
    texts = invent_several(seed, language, unit, prose=prose, size=size)
    planned = plan(texts, asked, language, unit, positions=positions, level=level)
    assert [record.position for record in planned.records] == list(range(positions))
    allowed = run_together(texts, language, unit).places_of
    needles, astray = [], 0
    for record in planned.records:
        places = [(one.passage, one.offset) for one in record.insertions]
        assert places == sorted(set(places))
        assert all(
            one.offset in allowed(record.passages[one.passage].document_id)
            for one in record.insertions
        )
        needles += [(i.passage, i.offset) for i in record.insertions if is_needle(i, asked)]
        wanted = record.position / (positions - 1)
        off = abs(depth(record, texts, asked) - wanted)
        assert record.off >= off - 1e-9
        astray += record.off > 0.01
        if facts == 0:
            assert record.off == pytest.approx(off)
    assert needles == sorted(needles)
    assert planned.astray == astray
    assert planned.shared_places == sum(one == other for one, other in pairwise(needles))


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(1, 8), st.floats(-0.25, 0.25))
def test_confusing_facts_stand_near_their_shares_of_the_context(
    seed: int, facts: int, phase: float
) -> None:
    texts, asked = invent_several(seed, "en", "words"), question(facts)
    record = plan(texts, asked, phase=phase).records[0]
    context, starts = assembled(record, texts, asked, needle=False)
    assert [i.fact for i, _ in starts] == list(range(1, facts + 1))
    for j, (_, start) in enumerate(starts):
        assert abs(start / len(context) - (j + 1 + phase) / (facts + 1)) < 0.01


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_a_smaller_level_is_the_beginning_of_a_larger_one(seed: int) -> None:
    texts, asked = invent_several(seed, "en", "words"), question(0)
    small, large = (
        assembled(plan(texts, asked, level=level).records[0], texts, asked, needle=False)[0]
        for level in (Level(1_500), LEVEL)
    )
    assert large.startswith(small.removesuffix("\n"))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.integers(0, 60), min_size=1, max_size=6, unique=True).map(sorted),
    st.lists(st.integers(0, 60), min_size=1, max_size=4).map(sorted),
    st.integers(0, 30),
)
def test_places_are_all_different_and_near_where_trying_them_all_finds_it(
    starts: list[int], wanted: list[int], reach: int
) -> None:
    chosen = spread(starts, wanted, reach + 0.5)
    assert chosen == sorted(chosen)
    reachable = [
        [n for n, at in enumerate(starts) if abs(at - start) <= reach]
        or [min(range(len(starts)), key=lambda n: abs(starts[n] - start))]
        for start in wanted
    ]
    ways = [
        way
        for way in combinations_with_replacement(range(len(starts)), len(wanted))
        if all(n in near for n, near in zip(way, reachable, strict=True))
    ]
    assert len(set(chosen)) == max(len(set(way)) for way in ways)
    best = min(
        sum(abs(starts[n] - start) for n, start in zip(way, wanted, strict=True))
        for way in ways
        if len(set(way)) == len(set(chosen))
    )
    assert best == sum(abs(starts[n] - start) for n, start in zip(chosen, wanted, strict=True))
