"""Contexts in which documents stand once or more."""

from __future__ import annotations

import pytest

from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Draws
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import (
    ContextLayout,
    HeadingUnits,
    LevelTooLargeError,
    RecordPlan,
    UnevenTextError,
)
from lvbuild.mixing.pool import Pool
from lvbuild.mixing.repeats import RepeatMixer
from lvbuild.text.counting import PlainCounting

SIZES = [20 + 7 * number % 83 for number in range(400)]
QUESTION = Question("count:0", "How many differ?", ())


def outline(name: str, size: int, sentence: int) -> Outline:
    counts = [*range(sentence, size, sentence), size]
    marks = [Boundary(6 * count, ended=True) for count in counts]
    return Outline(name, marks, counts)


def mixer(
    share: float, sizes: list[int] = SIZES, seed: int = 1, sentence: int = 1_000
) -> RepeatMixer:
    outlines = [outline(f"c:{number}", size, sentence) for number, size in enumerate(sizes)]
    draws = Draws(seed, "test")
    headings = HeadingUnits(ContextLayout("### Passage "), PlainCounting("words"))
    return RepeatMixer(
        QUESTION, Pool(outlines), share=share, order=7, draws=draws, headings=headings
    )


def length(record: RecordPlan) -> int:
    units = sum(passage.stop // 6 + 3 for passage in record.passages)
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


def test_a_pool_that_is_too_small_is_told_whatever_the_share() -> None:
    for share in (0.1, 1.0):
        with pytest.raises(LevelTooLargeError):
            mixer(share, SIZES[:50]).plan(Level(8_000))


def test_documents_that_come_near_no_level_are_told() -> None:
    with pytest.raises(UnevenTextError):
        mixer(0.5, [97] * 100).plan(Level(1_950))


@pytest.mark.parametrize("share", [0.3, 1.0])
@pytest.mark.parametrize("size", [200, 3_000])
def test_where_no_whole_documents_end_a_level_one_is_cut_there_alone(
    share: float, size: int
) -> None:
    planner = mixer(share, [size] * 100, sentence=7)
    for level in (Level(1_000), Level(10_250)):
        record = planner.plan(level)
        assert record.length == length(record)
        assert abs(record.length - level.size) <= level.tolerance
        [cut] = [passage for passage in record.passages if not passage.whole]
        assert min(size, level.size) // 4 <= cut.stop // 6 < size
        assert sum(passage.document_id == cut.document_id for passage in record.passages) == 1
        distinct = {passage.document_id for passage in record.passages}
        assert record.question.answers == (str(len(distinct)),)


def test_what_a_level_had_cut_stands_whole_in_a_longer_one() -> None:
    planner = mixer(0.5, [200] * 100, sentence=7)
    short, long = (planner.plan(Level(size)).passages for size in (1_000, 6_000))
    following = (passage.document_id for passage in long)
    assert all(passage.document_id in following for passage in short)
    assert sum(not passage.whole for passage in long) <= 1
