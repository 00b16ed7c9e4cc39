"""Contexts in which documents stand once or more."""

from __future__ import annotations

import pytest

from lvbuild.mix.failures import LevelTooLargeError, UnevenTextError
from lvbuild.mix.layout import NUMBERED, HeadingUnits
from lvbuild.mix.outline import Outline
from lvbuild.mix.plan import RecordPlan
from lvbuild.mix.pool import Pool
from lvbuild.mix.repeats import RepeatMixer
from lvbuild.model import Level, Question
from lvbuild.seeds import Draws
from lvbuild.text.boundaries import Boundary
from lvbuild.text.counting import PlainCounting

SIZES = [20 + 7 * number % 83 for number in range(400)]
QUESTION = Question("count:0", "How many differ?", ())


def mixer(share: float, sizes: list[int] = SIZES, seed: int = 1) -> RepeatMixer:
    outlines = [
        Outline(f"c:{number}", [Boundary(6 * size, firm=True, paragraph=False)], [size], "\n")
        for number, size in enumerate(sizes)
    ]
    draws = Draws(seed, "test")
    headings = HeadingUnits(NUMBERED["en"], PlainCounting("words"))
    return RepeatMixer(
        QUESTION, Pool(outlines), share=share, offset=7, draws=draws, headings=headings
    )


def length(record: RecordPlan, sizes: list[int] = SIZES) -> int:
    units = sum(sizes[int(p.document_id.removeprefix("c:"))] + 3 for p in record.passages)
    return units + 3 + 1  # of the question and the answer


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.77, 1.0])
def test_so_many_of_the_passages_are_distinct_and_all_are_whole(share: float) -> None:
    planner = mixer(share)
    for level in (Level(2_000), Level(8_000)):
        record = planner.plan(level)
        distinct = {passage.document_id for passage in record.passages}
        assert record.question.answers == (str(len(distinct)),)
        assert len(distinct) / len(record.passages) == pytest.approx(share, abs=0.1)
        assert all(passage.whole for passage in record.passages)
        assert record.length == length(record)
        assert abs(record.length - level.size) <= level.tolerance


def test_passages_keep_their_order_among_those_of_a_longer_level() -> None:
    planner = mixer(0.5)
    short, long = (planner.plan(Level(size)).passages for size in (2_000, 6_000))
    following = iter(long)
    assert all(passage in following for passage in short)


def test_room_is_left_for_a_surplus() -> None:
    planner = mixer(0.5)
    planner.plan(Level(2_000))
    planner.plan(Level(4_000))
    record = planner.plan(Level(4_000), surplus=300)
    assert record.length == length(record) + 300
    assert abs(record.length - 4_000) <= 20


def test_another_stream_of_draws_repeats_others() -> None:
    one, other = (mixer(0.5, seed=seed).plan(Level(2_000)) for seed in (1, 2))
    assert one != other
    assert one == mixer(0.5).plan(Level(2_000))


def test_a_pool_that_is_too_small_is_told_whatever_the_share() -> None:
    for share in (0.1, 1.0):
        with pytest.raises(LevelTooLargeError):
            mixer(share, SIZES[:50]).plan(Level(8_000))


def test_documents_that_come_near_no_level_are_told() -> None:
    with pytest.raises(UnevenTextError):
        mixer(0.5, [97] * 100).plan(Level(1_950))
