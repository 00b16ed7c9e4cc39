"""Long texts are cut into excerpts that leave out nothing, of the lengths that are drawn."""

from __future__ import annotations

import random
from itertools import islice, pairwise, repeat
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.model import Level, Origin
from lvbuild.core.seeds import Draws, Seeds
from lvbuild.mixing.excerpts import UsualLengths, excerpts, pool_texts
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plans.supporting import TRIMMED, units_between
from lvbuild.text.counting import PlainCounting
from tests.mixing.outlines import outline


def sizes(text: Outline, parts: list[tuple[int, int]]) -> list[int]:
    return [units_between(text, start, stop) for start, stop in parts]


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=80),
    st.lists(st.floats(1, 200), min_size=1, max_size=9),
)
def test_excerpts_follow_each_other_from_the_texts_start_to_its_end(
    sentences: list[int], lengths: list[float]
) -> None:
    text = outline("x", sentences)
    parts = excerpts(text, (length for _ in repeat(None) for length in lengths))
    assert (parts[0][0], parts[-1][1]) == (0, text.length)
    assert all(start == stop + 1 for (_, stop), (start, _) in pairwise(parts))
    assert sum(sizes(text, parts)) == text.size
    assert {start for start, _ in parts} <= {*text.starts}
    assert {stop for _, stop in parts} <= {mark.offset for mark in text.boundaries}


def test_their_lengths_are_those_drawn() -> None:
    drawn = random.Random(1)
    text = outline("x", [drawn.randint(5, 30) for _ in range(2_000)])
    lengths = [drawn.uniform(300, 900) for _ in range(200)]
    parts = sizes(text, excerpts(text, iter(lengths)))
    scale = text.size / sum(lengths[: len(parts)])
    assert scale == pytest.approx(1, abs=0.02)
    for size, length in zip(parts, lengths, strict=False):
        assert abs(size - scale * length) <= 30


def test_each_begins_with_a_sentence_that_leans_on_nothing_where_one_is_near() -> None:
    text = outline("x", [10] * 200)
    leaning = {boundary: 2 if boundary % 3 else 0 for boundary in range(200)}
    parts = excerpts(text, repeat(400.0), leaning.__getitem__)
    firsts = [text.starts.index(start) for start, _ in parts]
    assert len(parts) == 5
    assert all(leaning[first - 1] == 0 for first in firsts[1:])
    assert all(abs(size - 400) <= 30 for size in sizes(text, parts))
    far = excerpts(text, repeat(400.0), lambda boundary: 0 if boundary % 40 == 20 else 2)
    assert far == excerpts(text, repeat(400.0))


SMALLEST = Level(16_000)
WORDS = PlainCounting("words")
SEEDS = Seeds(1, "", "mine")


def usual(*passages: tuple[int, bool]) -> UsualLengths:
    return UsualLengths.of(passages, SMALLEST, 20)


def drawn(lengths: UsualLengths) -> set[float]:
    return {*islice(lengths.draw(Draws(1)), 300)}


def test_excerpts_are_as_long_as_passages_that_are_trimmed_or_else_as_any() -> None:
    assert drawn(usual((700, False), (900, False), (7_000, False), (300, True))) == {700, 900}
    assert drawn(usual((300, True), (80, True), (5, True), (7_000, True))) == {300, 80}
    assert [usual((80, True), (200, True)).longest, usual().longest] == [400, 1_600]


def test_where_no_passage_is_of_a_usual_length_they_are_as_trimmed_ones_would_be() -> None:
    few, many = (share * SMALLEST.size for share in TRIMMED)
    found = drawn(usual((7_000, True)))
    assert len(found) > 200
    assert few <= min(found) < few + 30
    assert many - 30 < max(found) <= many


def test_long_documents_are_cut_and_known_by_where_they_are_from() -> None:
    long = " ".join(f"Sentence number {n} has these seven words." for n in range(50))
    documents = {"c:long": long, "c:short": "A short text."}
    lengths = UsualLengths(100, [70.0], SMALLEST)
    (*parts, short), unused = pool_texts(documents, lengths, SEEDS, "en", WORDS)
    assert unused == {}
    assert (short.document_id, short.text) == ("c:short", "A short text.")
    assert short.origin == Origin("c:short", 0)
    assert len(parts) == len({part.document_id for part in parts}) == 5
    for part in parts:
        assert part.origin.document_id == "c:long"
        assert long[part.origin.start :].startswith(part.text)
        assert part.text.startswith("Sentence")
        assert part.text.endswith("words.")
    assert " ".join(part.text for part in parts) == long


def test_a_very_long_document_is_cut_stretch_by_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    parted: list[int] = []

    def spied(text: Outline, *given: Any) -> list[tuple[int, int]]:
        parted.append(text.length)
        return excerpts(text, *given)

    monkeypatch.setattr("lvbuild.mixing.excerpts.excerpts", spied)
    monkeypatch.setattr("lvbuild.mixing.excerpts._STRETCH", 3_000)
    lines = [f"Sentence number {n} has these seven words." for n in range(400)]
    long = "\n".join([*lines[:300], " ".join(lines[300:]), ""])
    lengths = UsualLengths(100, [70.0], SMALLEST)
    parts, unused = pool_texts({"c:long": long}, lengths, SEEDS, "en", WORDS)
    assert unused == {}
    assert len(parted) == 6
    assert sorted(parted)[-2] <= 3_000 < max(parted)  # the last line is longer
    assert " ".join(part.text for part in parts).split() == long.split()
    assert all(35 <= WORDS.count(part.text) <= 120 for part in parts)


def test_of_texts_that_differ_by_white_space_and_marks_alone_there_is_one() -> None:
    whole, part = "The mill was built in 1902. " * 20, "A boat came by, of course. " * 4
    texts = [whole, part, part.replace(",", " -"), whole.replace(" ", "  ") + part]
    documents = {f"c:{number}": text for number, text in enumerate(texts)}
    held, _ = pool_texts(documents, UsualLengths(50, [24.0], SMALLEST), SEEDS, "en", WORDS)
    letters = ["".join(filter(str.isalnum, one.text)) for one in held]
    assert len(letters) == len({*letters})
    assert {"c:0", "c:1"} == {one.origin.document_id for one in held}


def test_what_supports_a_question_is_an_excerpt_among_others_of_usual_lengths() -> None:
    long = " ".join(f"Sentence number {n} has these seven words." for n in range(90))
    start = long.index("Sentence number 40")
    window = start, long.index(" Sentence number 52")
    lengths = UsualLengths(100, [60.0, 84.0], SMALLEST)
    parts, unused = pool_texts(
        {"c:long": long}, lengths, SEEDS, "en", WORDS, windows={"c:long": [window]}
    )
    assert unused == {}
    spans = [(p.origin.start, p.origin.start + len(p.text)) for p in parts]
    assert window in spans
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert len(spans) > 5
    assert all(60 <= WORDS.count(part.text) <= 100 for part in parts)


def test_what_is_too_short_beside_what_supports_a_question_is_left_out_and_counted() -> None:
    long = " ".join(f"Sentence number {n} has these seven words." for n in range(40))
    windows = [
        (long.index(f"Sentence number {a} "), long.index(f" Sentence number {b} "))
        for a, b in ((2, 12), (14, 26))
    ]
    parts, unused = pool_texts(
        {"c:long": long},
        UsualLengths(120, [70.0], SMALLEST),
        SEEDS,
        "en",
        WORDS,
        windows={"c:long": windows},
    )
    assert [part.origin.start for part in parts[:2]] == [start for start, _ in windows]
    assert unused == {"is an excerpt shorter or longer than usual": 2}
