"""Planning mixups on invented documents: lengths, depths, nesting, cuts and facts."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import accumulate

import pytest

from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.layout import ContextLayout, HeadingUnits
from lvbuild.mix.mixup import Mixer, Placement
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import RecordPlan
from lvbuild.mix.pool import Pool, QuestionPool
from lvbuild.mix.supporting import Supporting, TrimmingError, stratified_depths, trimmed
from lvbuild.model import Fact, Level, Question
from lvbuild.seeds import Draws
from lvbuild.text.boundaries import Boundary
from lvbuild.text.counting import PlainCounting

LEVELS = [Level(size) for size in (2_000, 4_000, 8_000)]
HEADINGS = HeadingUnits(ContextLayout("### Passage "), PlainCounting("words"))
FACT = "Nobody in the house had ever seen the old grey boat."


def outline(name: str, sentences: list[int]) -> Outline:
    """A text of sentences of so many words, each word of five letters and a space."""
    counts = tuple(accumulate(sentences))
    marks = [Boundary(6 * words - 1, firm=True, paragraph=False) for words in counts]
    starts = (0, *(6 * words for words in counts[:-1]))
    return Outline(name, marks, counts, "\n", starts=starts)


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
    refused: set[int]

    def mixer(self) -> Mixer:
        return Mixer(
            self.question,
            self.supporting,
            placement=self.placement,
            pool=QuestionPool(Pool(self.pool), self.refused),
            language="en",
            headings=HEADINGS,
        )


def draw(pool: list[Outline], seed: int, depths: tuple[float, ...]) -> Drawn:
    drawn = random.Random(seed)
    supporting = tuple(
        Supporting(outline(f"s:{n}", [20, 20, 20]), (0, 119)) for n in range(len(depths))
    )
    question = Question(
        "q:1", "Who has seen the boat?", ("Nobody",), facts=(Fact("confusing", FACT),)
    )
    refused = set(drawn.sample(range(len(pool)), 20))
    placement = Placement(depths, drawn.randrange(len(pool)), 0.1)
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


CASES = [
    (seed, tuple(random.Random(seed).random() for _ in range(1 + seed % 3))) for seed in range(30)
]
CASES += [(90, (0.0,)), (91, (1.0,)), (92, (0.0, 1.0)), (93, (0.5, 0.5)), (94, (0.999, 0.001))]


@pytest.mark.parametrize(("seed", "depths"), CASES)
def test_every_level_is_filled_to_its_length_at_the_questions_depths(
    seed: int, depths: tuple[float, ...]
) -> None:
    asked, plans = planned(seed, depths)
    documents = {o.document_id: o for o in [*asked.pool, *(s.outline for s in asked.supporting)]}
    before: set[str] = set()
    for level, plan in zip(LEVELS, plans, strict=True):
        words = sum((passage.stop - passage.start + 1) // 6 + 3 for passage in plan.passages) + len(
            f"{asked.question.input} {asked.question.answers[0]} {FACT}".split()
        )
        assert plan.length == words
        assert abs(words - level.size) <= level.tolerance
        for seen, wanted in zip(depths_of(plan), depths, strict=True):
            assert abs(seen - wanted) <= 0.0075 + 30 / level.size
        names = [passage.document_id for passage in plan.passages]
        assert len(names) == len(set(names))
        refused = {asked.pool[index].document_id for index in asked.refused}
        assert refused.isdisjoint(names)
        distracting = {p.document_id for p in plan.passages if p.role == "distracting"}
        assert before <= distracting
        before = distracting
        assert all(p.whole == (p.stop == documents[p.document_id].length) for p in plan.passages)
        [fact] = plan.insertions
        held = plan.passages[fact.passage]
        assert held.role == "distracting"
        assert 0 < fact.offset < held.stop


@pytest.mark.parametrize("seed", range(6))
def test_documents_that_come_first_stand_once_however_long_they_wait(seed: int) -> None:
    drawn = random.Random(seed)
    pool = invented(300, seed)
    pool[::7] = [outline(f"long:{n}", [20] * drawn.randint(20, 120)) for n in range(len(pool[::7]))]
    asked = draw(pool, seed, (0.3, 0.8))
    placement = asked.placement
    following = [(placement.offset + step) % len(pool) for step in range(60)]
    first = tuple(drawn.sample(following, len(following)))
    mixer = replace(asked, placement=replace(placement, first=first)).mixer()
    for level in LEVELS:
        names = [passage.document_id for passage in mixer.plan(level).passages]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("words", [[400, 5, 5], [5, 1_500, 5], [900, 900], [3, 700, 3, 3, 700]])
def test_long_facts_stand_in_their_order(words: list[int]) -> None:
    pool = invented(300, 3)
    facts = tuple(
        Fact("confusing", f"{'fact ' * (size - 1)}no{j}.") for j, size in enumerate(words)
    )
    asked = draw(pool, 3, (0.5,))
    asked = replace(asked, question=replace(asked.question, facts=facts))
    for level in LEVELS:
        set_in = asked.mixer().plan(level).insertions
        assert [fact.fact for fact in set_in] == list(range(len(words)))
        places = [(fact.passage, fact.offset) for fact in set_in]
        assert places == sorted(places)


def test_a_pool_that_ends_too_soon_is_told_with_its_size() -> None:
    pool = invented(60, 1)
    mixer = draw(pool, 1, (0.3,)).mixer()
    mixer.plan(LEVELS[0])
    with pytest.raises(LevelTooLargeError) as caught:
        mixer.plan(LEVELS[2])
    assert caught.value.need == LEVELS[2].size
    assert caught.value.have < caught.value.need


def test_depths_are_stratified_for_each_place_of_a_supporting_document() -> None:
    documents = [1, 2, 3, 2, 1, 2, 4, 1] * 10
    drawn = stratified_depths(documents, Draws(1, "depths"))
    assert [len(depths) for depths in drawn] == documents
    for slot in range(4):
        held = sorted(depths[slot] for depths in drawn if len(depths) > slot)
        assert all(n <= depth * len(held) < n + 1 for n, depth in enumerate(held))


def test_a_long_supporting_document_is_trimmed_evenly_around_its_evidence() -> None:
    long = outline("s:1", [10] * 100)
    start, stop = trimmed(Supporting(long, (3_000, 3_050)), 100)
    assert (start % 60, (stop + 1) % 60) == (0, 0)
    assert start <= 3_000
    assert stop >= 3_050
    assert (stop + 1 - start) // 6 <= 100
    assert abs((3_000 - start) - (stop - 3_050)) <= 120
    assert trimmed(Supporting(long, (3_000, 3_050)), 1_000) == (0, long.length)
    with pytest.raises(TrimmingError, match="not found"):
        trimmed(Supporting(long, None), 100)
    with pytest.raises(TrimmingError, match="spans more"):
        trimmed(Supporting(long, (0, 5_000)), 100)


def test_a_level_too_small_for_any_document_is_uneven_not_too_large() -> None:
    pool = [outline(f"x:{n}", [400]) for n in range(50)]
    with pytest.raises(UnevenTextError):
        draw(pool, 1, (0.3,)).mixer().plan(Level(300))


def test_no_passage_ends_with_a_sentence_as_short_as_a_heading() -> None:
    counts = (10, 13, 30, 50, 53)
    marks = [Boundary(6 * words - 1, firm=True, paragraph=False) for words in counts]
    long = Outline("s:1", marks, counts, "\n", 6, (0, 60, 78, 180, 300))
    assert long.cuts == [0, 2, 3, 4]
    assert trimmed(Supporting(long, (0, 59)), 14) == (0, 59)
