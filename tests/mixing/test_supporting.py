"""Supporting passages: how deep they stand, and how much of long documents."""

from __future__ import annotations

import pytest

from lvbuild.core.model import Level
from lvbuild.core.seeds import Draws
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import TrimmingError
from lvbuild.mixing.plans.depths import stratified_depths
from lvbuild.mixing.plans.supporting import Share, Supporting, parted, trimmed
from tests.mixing.outlines import outline


def test_depths_are_stratified_for_each_place_of_a_supporting_document() -> None:
    documents = [1, 2, 3, 2, 1, 2, 4, 1] * 10
    drawn = stratified_depths(documents, Draws(1, "depths"))
    assert [len(depths) for depths in drawn] == documents
    for slot in range(4):
        held = sorted(depths[slot] for depths in drawn if len(depths) > slot)
        assert all(n <= depth * len(held) < n + 1 for n, depth in enumerate(held))


def test_a_long_supporting_document_is_trimmed_evenly_around_its_evidence() -> None:
    long = outline("s:1", [10] * 100)
    start, stop = trimmed(Supporting(long, (3_000, 3_050)), Share(100, 300))
    assert (start % 60, (stop + 1) % 60) == (0, 0)
    assert start <= 3_000
    assert stop >= 3_050
    assert (stop + 1 - start) // 6 <= 100
    assert abs((3_000 - start) - (stop - 3_050)) <= 120
    start, stop = trimmed(Supporting(long, (3_000, 3_050), length=50), Share(100, 300))
    assert (stop + 1 - start) // 6 == 50
    assert trimmed(Supporting(long, (3_000, 3_050)), Share(1_000, 5_000)) == (0, long.length)
    with pytest.raises(TrimmingError, match="not found"):
        trimmed(Supporting(long, None), Share(100, 300))
    with pytest.raises(TrimmingError, match="spans more"):
        trimmed(Supporting(long, (0, 5_000)), Share(100, 300))


def test_what_is_trimmed_begins_with_a_sentence_that_leans_on_nothing_where_one_is_near() -> None:
    long = outline("s:1", [10] * 100)
    plain = trimmed(Supporting(long, (3_000, 3_050)), Share(100, 300))
    first = plain[0] // 60
    leaning = Supporting(long, (3_000, 3_050), leans=lambda boundary: int(boundary != first + 1))
    start, stop = trimmed(leaning, Share(100, 300))
    assert start == plain[0] + 120
    assert stop - start == plain[1] - plain[0]
    every = Supporting(long, (3_000, 3_050), leans=lambda _: 2)
    assert trimmed(every, Share(100, 300)) == plain


def test_evidence_that_lies_far_apart_is_of_several_passages_that_do_not_meet() -> None:
    long = outline("s:1", [10] * 100)
    spans = [(0, 50), (120, 170), (5_900, 5_990)]
    parts = parted(long, spans, 100)
    assert [evidence for evidence, _ in parts] == [(0, 170), (5_900, 5_990)]
    windows = [
        trimmed(Supporting(long, evidence, 600, within=within), Share(300, 300))
        for evidence, within in parts
    ]
    assert windows[0][0] == 0
    assert 170 < windows[0][1] < windows[1][0] < 5_900
    assert windows[1][1] == long.length
    assert parted(long, spans, 1_000) == [((0, 5_990), None)]


def test_evidence_in_one_sentence_is_never_parted() -> None:
    long = outline("s:1", [400, 10, 10])
    assert parted(long, [(0, 5), (2_000, 2_010)], 100) == [((0, 2_010), None)]


def test_passages_take_a_tenth_each_and_a_quarter_together() -> None:
    level, smallest = Level(64_000), Level(16_000)
    assert Share.of(level, smallest, 1) == (1_600, 1_600)
    assert Share.of(smallest, smallest, 2) == (1_600, 1_600)
    assert Share.of(smallest, smallest, 4) == (1_000, 1_600)
    assert Share.of(Level(4_000), smallest, 1) == (1_000, 1_600)
    assert Share.of(Level(4_000), smallest, 2) == (500, 1_000)


def test_no_passage_ends_with_a_sentence_as_short_as_a_heading() -> None:
    counts = (10, 13, 30, 50, 53)
    marks = [Boundary(6 * words - 1, ended=True) for words in counts]
    long = Outline("s:1", marks, counts, 6, (0, 60, 78, 180, 300))
    assert long.cuts == [0, 2, 3, 4]
    assert trimmed(Supporting(long, (0, 59), length=14), Share(20, 40)) == (0, 59)
