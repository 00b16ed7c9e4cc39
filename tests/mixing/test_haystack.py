"""Planning fact recall on invented texts, against slow oracles that write every context out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode, Level, Question, Unit
from lvbuild.languages.boundary import Lean
from lvbuild.mixing.haystack import Leaning, first_records, plan_positions
from lvbuild.mixing.plan import LevelPlan, RecordPlan
from lvbuild.mixing.running_text import NEAR
from lvbuild.text.counting import PlainCounting, count
from tests.mixing.invented_texts import (
    Invented,
    assembled,
    fact_of,
    invent_several,
    is_needle,
    question,
)

LEVEL = Level(3_000)
SCALES: list[tuple[LanguageCode, Unit, Level]] = [
    ("en", "words", LEVEL),
    ("en", "characters", Level(12_000)),
    ("zh", "characters", Level(6_000)),
]


def plan(
    texts: Sequence[Invented],
    asked: Question,
    language: LanguageCode = "en",
    unit: Unit = "words",
    *,
    positions: int = 11,
    phase: float = 0.0,
    limit: int | None = None,
    level: Level = LEVEL,
    leaning: Leaning = lambda document, boundary: Lean.NAMES,
) -> LevelPlan:
    planned = plan_positions(
        level,
        [invented.known for invented in texts],
        asked,
        language=language,
        counting=PlainCounting(unit),
        positions=positions,
        phase=phase,
        leaning=leaning,
    )
    return first_records(planned, limit)


def depth(record: RecordPlan, texts: Sequence[Invented], asked: Question) -> float:
    context, starts = assembled(record, texts, asked)
    [start] = [start for insertion, start in starts if is_needle(insertion, asked)]
    [(_, needle)] = asked.facts_of("needle")
    assert context[start:].startswith(needle)
    return start / (len(context) - len(needle))


def invented(
    seed: int, language: LanguageCode, unit: Unit, level: Level, firm: float = 1.0
) -> list[Invented]:
    return invent_several(seed, language, unit, firm=firm, size=level.size * 4 // 3)


SEEDS = st.integers(0, 10_000)
scales = pytest.mark.parametrize(("language", "unit", "level"), SCALES)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.sampled_from([1.0, 0.5, 0.0]))
def test_texts_are_taken_whole_in_their_order_and_the_last_is_cut_nearest_the_level(
    seed: int, firm: float
) -> None:
    texts, asked = invent_several(seed, "en", "words", firm=firm), question(3)
    passages = plan(texts, asked).records[0].passages
    assert [p.document_id for p in passages] == [f"x:{i}" for i in range(len(passages))]
    assert {p.role for p in passages} == {"haystack"}
    assert all(
        p.whole and p.stop == len(t.text) for p, t in zip(passages[:-1], texts, strict=False)
    )
    fixed = sum(count(text, "words") for text in told_by(asked))
    target = LEVEL.size - fixed - sum(t.known.size for t in texts[: len(passages) - 1])
    last = texts[len(passages) - 1].known
    chosen = [b.offset for b in last.boundaries].index(passages[-1].stop)
    off = [abs(units - target) for units in last.counts]
    firm_off = [o for o, b in zip(off, last.boundaries, strict=True) if b.firm]
    near = [o for o in firm_off if o <= LEVEL.tolerance / 2]
    assert off[chosen] == min(near or off)
    assert last.boundaries[chosen].firm or not near
    assert passages[-1].whole == (passages[-1].stop == len(texts[len(passages) - 1].text))


def told_by(asked: Question) -> list[str]:
    return [*asked.texts]


@scales
@settings(max_examples=12, deadline=None)
@given(
    seed=SEEDS,
    firm=st.sampled_from([1.0, 0.3, 0.02]),
    positions=st.sampled_from([2, 7, 40]),
    facts=st.integers(0, 4),
)
def test_the_needle_stands_where_a_walk_over_all_boundaries_puts_it(
    language: LanguageCode,
    unit: Unit,
    level: Level,
    seed: int,
    firm: float,
    positions: int,
    facts: int,
) -> None:
    asked = question(facts, language)
    texts = invented(seed, language, unit, level, firm)
    records = plan(texts, asked, language, unit, positions=positions, level=level).records
    assert [record.position for record in records] == list(range(positions))
    places = every_place(records[0], texts, asked, language)
    length = len(assembled(records[0], texts, asked, needle=False)[0])
    slack = 3 / length
    for record in records:
        wanted = record.position / (positions - 1)
        [needle] = [i for i in record.insertions if is_needle(i, asked)]
        is_firm, at = places[needle.passage, needle.offset]
        assert depth(record, texts, asked) == pytest.approx(at, abs=slack)
        nearest = min(abs(at - wanted) for _, at in places.values())
        nearest_firm = min(abs(at - wanted) for firm, at in places.values() if firm)
        if nearest_firm < NEAR - slack:
            assert is_firm
            assert abs(at - wanted) <= nearest_firm + slack
        elif nearest_firm > NEAR + slack:
            assert abs(at - wanted) <= nearest + slack


def every_place(
    record: RecordPlan, texts: Sequence[Invented], asked: Question, language: LanguageCode
) -> dict[tuple[int, int], tuple[bool, float]]:
    """Set the needle at every boundary, after what stands there; return its flag and depth."""
    context, starts = assembled(record, texts, asked, needle=False)
    shifts = [(i.passage, i.offset, len(i.lead + fact_of(i, asked) + i.tail)) for i, _ in starts]
    first = texts[0].known.boundaries[0]
    places = {(0, 0): (True, 0.0)} if first.firm or not first.paragraph else {}
    before = 0
    for number, (passage, invented) in enumerate(zip(record.passages, texts, strict=False)):
        for boundary in invented.known.boundaries:
            if boundary.offset <= passage.stop:
                grown = sum(n for p, o, n in shifts if (p, o) <= (number, boundary.offset))
                lead = 2 if boundary.paragraph else 1 if language == "en" else 0
                at = (before + boundary.offset + grown + lead) / len(context)
                places[number, boundary.offset] = (boundary.firm, at)
        before += passage.stop + 1
    return places


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.sampled_from([1.0, 0.2, 0.0]), st.sampled_from([2, 11, 200]))
def test_the_needle_moves_forward_and_shared_places_are_counted(
    seed: int, firm: float, positions: int
) -> None:
    texts, asked = invent_several(seed, "en", "words", firm=firm), question(3)
    planned = plan(texts, asked, positions=positions)
    needles = [i for r in planned.records for i in r.insertions if is_needle(i, asked)]
    places = [(needle.passage, needle.offset) for needle in needles]
    assert places == sorted(places)
    assert planned.shared_places == sum(one == other for one, other in pairwise(places))
    if firm == 1.0:
        assert depth(planned.records[0], texts, asked) == 0
        assert depth(planned.records[-1], texts, asked) == pytest.approx(1, abs=2 / 3_000)


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(1, 8), st.floats(-0.25, 0.25))
def test_confusing_facts_stand_nearest_to_their_shares_of_the_context(
    seed: int, facts: int, phase: float
) -> None:
    texts, asked = invent_several(seed, "en", "words"), question(facts)
    record = plan(texts, asked, phase=phase).records[0]
    context, starts = assembled(record, texts, asked, needle=False)
    assert [i.fact for i, _ in starts] == list(range(1, facts + 1))
    bare = assembled(record._replace(insertions=()), texts, asked)[0]
    ends = [at for at in range(1, len(bare) + 1) if bare[at - 1] == "."]
    slack = 3 * (facts + 1)
    for j, (insertion, start) in enumerate(starts):
        wanted = (j + 1 + phase) / (facts + 1) * len(context)
        earlier = sum(len(i.lead + fact_of(i, asked) + i.tail) for i, _ in starts[:j])
        nearest = min(abs(end + earlier + len(insertion.lead) - wanted) for end in ends)
        assert abs(start - wanted) <= nearest + slack


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(1, 8))
def test_confusing_facts_leave_a_sentence_that_points_back_its_own_where_others_are_as_near(
    seed: int, facts: int
) -> None:
    texts, asked = invent_several(seed, "en", "words"), question(facts)

    def places(leaning: Leaning) -> list[tuple[int, float]]:
        record = plan(texts, asked, leaning=leaning).records[0]
        context, starts = assembled(record, texts, asked, needle=False)
        known = {text.known.document_id: text.known.boundaries for text in texts}
        found = []
        for insertion, start in starts:
            marks = known[record.passages[insertion.passage].document_id]
            offsets = [mark.offset for mark in marks]
            found.append((offsets.index(insertion.offset), start / len(context)))
        return found

    usual = places(lambda *_: Lean.NAMES)
    avoiding = places(lambda _, boundary: Lean.POINTS_BACK if boundary % 2 else Lean.NAMES)
    assert all(boundary % 2 == 0 for boundary, _ in avoiding)
    for (_, a), (_, b) in zip(usual, avoiding, strict=True):
        assert abs(a - b) < NEAR + 0.002
    assert places(lambda *_: Lean.POINTS_BACK) == usual


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_a_smaller_level_is_the_beginning_of_a_larger_one(seed: int) -> None:
    texts, asked = invent_several(seed, "en", "words"), question(0)
    small, large = (
        assembled(plan(texts, asked, level=level).records[0], texts, asked, needle=False)[0]
        for level in (Level(1_500), LEVEL)
    )
    assert large.startswith(small.removesuffix("\n"))
