"""Near-duplicates are found by the shingles they share."""

from __future__ import annotations

import random

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.mixing.filters.near_duplicates import near_duplicates


def alike(text: str, pool: list[str], language: LanguageCode) -> set[int]:
    spoken = find_language(language)
    texts = {"s": spoken.normal_texts([text])[0]}
    return near_duplicates(texts, dict(enumerate(spoken.normal_texts(pool))), spoken)["s"]


def words(count: int, seed: int) -> list[str]:
    drawn = random.Random(seed)
    return [f"w{drawn.randrange(5_000)}" for _ in range(count)]


def slow(one: str, two: str) -> bool:
    first, second = (
        {tuple(text.split()[i : i + 8]) for i in range(max(len(text.split()) - 7, 1))}
        for text in (one, two)
    )
    return len(first & second) >= 0.3 * min(len(first), len(second))


def test_they_are_those_that_share_three_tenths_of_the_shorter_texts_shingles() -> None:
    base = words(100, 1)
    pool = [" ".join(words(60, 2) + base[:kept] + words(20, 3)) for kept in range(0, 100, 3)]
    text = " ".join(base)
    found = alike(text, pool, "en")
    assert found == {place for place, other in enumerate(pool) if slow(text, other)}
    assert 0 < len(found) < len(pool)


def test_case_and_line_breaks_do_not_hide_one() -> None:
    text = " ".join(words(40, 5))
    assert alike(text, [text.upper().replace(" ", "\n")], "en") == {0}


def test_chinese_is_compared_by_runs_of_thirteen_characters() -> None:
    drawn = random.Random(1)
    text = "".join(chr(0x4E00 + drawn.randrange(2_000)) for _ in range(100))
    pool = [text[:45] + "无关" * 40, text[:14] + "无关" * 60, text]
    assert alike(text, pool, "zh") == {0, 2}
