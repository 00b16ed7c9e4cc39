"""A pool's passages: documents, long ones as excerpts like the supporting passages."""

from __future__ import annotations

from itertools import islice, repeat

import pytest

from lvbuild.core.model import Document, Level, Origin
from lvbuild.core.seeds import Draws
from lvbuild.mixing.excerpts import UsualLengths, pool_texts
from lvbuild.mixing.plans.supporting import TRIMMED
from lvbuild.text.counting import PlainCounting

SMALLEST = Level(16_000)
WORDS = PlainCounting("words")


def usual(*passages: tuple[int, bool]) -> UsualLengths:
    return UsualLengths.of(passages, SMALLEST, 20)


@pytest.mark.parametrize(
    ("passages", "longest"),
    [
        ([(80, True), (200, True)], 400),
        ([(900, True), (80, True)], 1_600),
        ([(700, False), (6_000, True)], 1_600),
        ([], 1_600),
    ],
)
def test_a_document_is_long_beside_the_longest_supporting_passage_or_ten_in_a_context(
    passages: list[tuple[int, bool]], longest: float
) -> None:
    assert usual(*passages).longest == longest


def drawn(lengths: UsualLengths) -> set[float]:
    return {*islice(lengths.draw(Draws(1)), 300)}


def test_excerpts_are_as_long_as_passages_that_are_trimmed_or_else_as_any() -> None:
    assert drawn(usual((700, False), (900, False), (7_000, False), (300, True))) == {700, 900}
    assert drawn(usual((300, True), (80, True), (5, True), (7_000, True))) == {300, 80}


def test_where_no_passage_is_of_a_usual_length_they_are_as_trimmed_ones_would_be() -> None:
    few, many = (share * SMALLEST.size for share in TRIMMED)
    found = drawn(usual((7_000, True)))
    assert len(found) > 200
    assert few <= min(found) < few + 30
    assert many - 30 < max(found) <= many


def test_long_documents_are_cut_and_known_by_where_they_are_from() -> None:
    long = " ".join(f"Sentence number {n} has these seven words." for n in range(50))
    documents = [Document("c:long", long), Document("c:short", "A short text.")]
    *parts, short = pool_texts(documents, 100, lambda _: repeat(70.0), "en", WORDS)
    assert short == ("c:short", "A short text.", Origin("c:short", 0))
    assert len(parts) == len({part.id for part in parts}) == 5
    for part in parts:
        assert part.origin.document_id == "c:long"
        assert long[part.origin.start :].startswith(part.text)
        assert part.text.startswith("Sentence")
        assert part.text.endswith("words.")
    assert " ".join(part.text for part in parts) == long


def test_chinese_documents_are_cut_between_sentences_likewise() -> None:
    long = "".join(f"第{n}句话一共有这么多字。" for n in range(100))
    [*parts] = pool_texts(
        [Document("c:long", long)], 200, lambda _: repeat(120.0), "zh", PlainCounting("characters")
    )
    assert "".join(part.text for part in parts) == long
    assert len(parts) > 8
    assert all(part.text.endswith("。") for part in parts)
