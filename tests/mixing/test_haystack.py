"""Planning records of a haystack on invented texts: lengths, depths, places, twins, failures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import Fact, LanguageCode, Level, Question, Unit
from lvbuild.core.seeds import Seeds
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.haystack import NO_SURPLUS, RecordGroup, Surplus, even_depths, plan_groups
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import (
    LevelPlan,
    LevelTooLargeError,
    QuestionTooLongError,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.plans.filling import choose
from lvbuild.mixing.running_text import RunningText
from lvbuild.text.counting import PlainCounting, count
from lvbuild.text.prose import Place
from tests.mixing.invented_texts import Invented, assembled, invent_several, is_needle, question

LEVEL = Level(3_000)
SCALES: list[tuple[LanguageCode, Unit, Level]] = [
    ("en", "words", LEVEL),
    ("en", "characters", Level(12_000)),
    ("zh", "characters", Level(6_000)),
]
SEEDS = st.integers(0, 10_000)


def plan(
    texts: Sequence[Invented],
    groups: Sequence[RecordGroup],
    language: LanguageCode = "en",
    unit: Unit = "words",
    *,
    level: Level = LEVEL,
    surplus: Surplus = NO_SURPLUS,
    seed: int = 1,
) -> LevelPlan:
    counting = PlainCounting(unit)
    text = RunningText(texts, counting, find_language(language))
    seeds = Seeds(seed, "", "drawn")
    draws, lengths = seeds.draws("places"), seeds.draws("length")
    return plan_groups(level, text, groups, draws=draws, lengths=lengths, surplus=surplus)


def recalled(asked: Question, positions: int) -> list[RecordGroup]:
    """Return a needle at even depths, the confusing facts in the middles of equal parts."""
    others = len(asked.facts) - 1
    confusing = [(place + 0.5) / others for place in range(others)]
    depths = [position / (positions - 1) for position in range(positions)]
    return [RecordGroup((asked,), (d, *confusing), n) for n, d in enumerate(depths)]


def hidden(records: int, facts: int = 1, words: Sequence[int] = (8,)) -> list[RecordGroup]:
    """Return questions with facts of so many words in turn."""
    found = []
    for number in range(records):
        size = words[number % len(words)]
        told = [
            Fact("decoy" if place else "needle", " ".join([f"F{number}x{place}"] * size) + ".")
            for place in range(facts)
        ]
        asked = Question(f"needle:{number:03}", f"What is {number}?", ("It",), facts=(*told,))
        depth = number / max(records - 1, 1)
        found.append(RecordGroup((asked,), even_depths(depth, facts)))
    return found


def needles(planned: LevelPlan) -> list[tuple[str, int]]:
    """Return the document and the offset of each record's needle."""
    return [
        (record.passages[one.passage].document_id, one.offset)
        for record in planned.records
        for one in record.insertions
        if is_needle(one, record.question)
    ]


@pytest.mark.parametrize(("language", "unit", "level"), SCALES)
@settings(max_examples=15, deadline=None)
@given(
    seed=SEEDS,
    prose=st.sampled_from([1.0, 0.5, 0.05]),
    positions=st.sampled_from([2, 7, 40]),
    facts=st.integers(0, 4),
    more=st.sampled_from([1.02, 1.3, 4]),
)
def test_records_are_as_long_and_facts_as_deep_as_they_say(
    language: LanguageCode,
    unit: Unit,
    level: Level,
    seed: int,
    prose: float,
    positions: int,
    facts: int,
    more: float,
) -> None:
    asked = question(facts, language)
    texts = invent_several(seed, language, unit, prose=prose, size=int(level.size * more))
    groups = recalled(asked, positions)
    planned = plan(texts, groups, language, unit, level=level)
    allowed = {text.outline.document_id: {place.offset for place in text.places} for text in texts}
    free = not any(allowed.values())
    for record, group in zip(planned.records, groups, strict=True):
        assert record.position == group.position
        assert abs(record.length - level.size) <= level.tolerance
        context, starts = assembled(record, texts, asked)
        fields = [asked.input, context, *asked.answers]
        assert record.length == sum(count(field, unit) for field in fields)
        astray = False
        for insertion, start in starts:
            text = asked.facts[insertion.fact].text
            assert context.startswith(text, start)
            depth = start / (len(context) - len(text))
            off = abs(depth - group.depths[insertion.fact])
            first = is_needle(insertion, asked)
            astray |= off > (0.01 if first else 0.75 / len(group.depths)) + 1e-9
            document = record.passages[insertion.passage].document_id
            assert free or insertion.offset in allowed[document]
        assert record.astray == astray
    assert planned.astray == sum(record.astray for record in planned.records)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_with_places_enough_no_fact_is_astray_and_no_needle_stands_where_another_does(
    seed: int,
) -> None:
    texts = invent_several(seed, "en", "words", size=12_000)
    planned = plan(texts, recalled(question(4), 60))
    assert planned.astray == 0
    assert len({*needles(planned)}) == 60
    assert len({record.passages for record in planned.records}) > 30


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_needles_stand_where_it_costs_least_whatever_their_depths(seed: int) -> None:
    texts = invent_several(seed, "en", "words", size=30_000)
    few = [replace(text, places=[Place(p, 9) for p, _ in text.places]) for text in texts]
    best = {(text.outline.document_id, text.places[len(text.places) // 2][0]) for text in few}
    texts = [
        replace(
            text,
            places=[
                Place(p, 0 if (text.outline.document_id, p) in best else c) for p, c in text.places
            ],
        )
        for text in few
    ]
    planned = plan(texts, recalled(question(0), 11), level=Level(9_000))
    # A text that ends behind such a place may be too short or too long for the level.
    *others, at_the_end = needles(planned)
    assert {*others} <= best
    assert at_the_end in {(text.outline.document_id, p) for text in texts for p, _ in text.places}
    assert planned.astray == 0


def test_the_draw_decides_between_places_that_cost_the_same() -> None:
    texts, groups = invent_several(3, "en", "words", size=12_000), recalled(question(2), 20)
    assert plan(texts, groups, seed=1) == plan(texts, groups, seed=1)
    assert needles(plan(texts, groups, seed=1)) != needles(plan(texts, groups, seed=2))


def test_a_surplus_is_taken_off_the_text() -> None:
    texts = invent_several(1, "en", "words", size=10_000)
    more = plan(texts, hidden(10), surplus={"needle:004": 150})
    for number, record in enumerate(more.records):
        context, _ = assembled(record, texts, record.question)
        fields = [context, record.question.input, *record.question.answers]
        written = sum(count(field, "words") for field in fields)
        assert record.length == written + 150 * (number == 4)
        assert abs(record.length - LEVEL.size) <= LEVEL.tolerance


def twins(facts: int) -> RecordGroup:
    [first] = hidden(1, facts, (12,))
    [whole] = first.questions
    silent = Question("needle:001", whole.input, ("None",), facts=whole.facts[1:])
    return RecordGroup((whole, silent), even_depths(0.5, facts))


def test_twins_too_unlike_for_a_small_level_have_the_same_text_and_one_more_of_it() -> None:
    texts = invent_several(2, "en", "words", size=3_000)
    told, silent = plan(texts, [twins(4)], level=Level(1_000)).records
    assert all(abs(record.length - 1_000) <= 5 for record in (told, silent))

    def covered(record: RecordPlan) -> str:
        bare = replace(record.question, facts=())
        return assembled(record._replace(insertions=()), texts, bare)[0].rstrip("\n")

    assert covered(silent).startswith(covered(told))
    assert len(covered(silent)) > len(covered(told))
    others = [one for one in told.insertions if told.question.facts[one.fact].role != "needle"]
    assert [one._replace(fact=one.fact - 1) for one in others] == list(silent.insertions)


def test_what_cannot_be_planned_is_told() -> None:
    texts = invent_several(1, "en", "words", size=2_000)
    have = sum(text.outline.size for text in texts)
    with pytest.raises(LevelTooLargeError) as caught:
        plan(texts, hidden(3), level=Level(20_000))
    assert (caught.value.have, caught.value.need) == (have, 20_000 - 12)
    with pytest.raises(QuestionTooLongError):
        plan(texts, hidden(3, 10, (400,)))
    marks = [Boundary(600 * number, ended=True) for number in range(1, 51)]
    counts = [100 * number for number in range(1, 51)]
    hundreds = Outline("c:1", marks, counts, starts=(0, *(mark.offset for mark in marks[:-1])))
    coarse = Invented("", hundreds, [Place(mark.offset, 0) for mark in marks])
    with pytest.raises(UnevenTextError, match="2,912"):
        plan([coarse], hidden(2), level=Level(2_950))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(1, 30), max_size=3), max_size=6),
    st.integers(-5, 60),
    st.integers(0, 4),
)
def test_a_choice_is_found_where_trying_them_all_finds_one(
    items: list[list[int]], low: int, width: int
) -> None:
    sums = {sum(chosen) for chosen in product(*([0, *costs] for costs in items))}
    chosen = choose(items, low, low + width)
    if not any(low <= total <= low + width for total in sums):
        assert chosen is None
        return
    assert chosen is not None
    total = sum(items[n][place] for n, place in enumerate(chosen) if place is not None)
    assert low <= total <= low + width
