"""Words of kind may be shared, and figures keep their shape."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language


@pytest.mark.parametrize(
    ("language", "original", "replacement", "shared"),
    [
        ("en", "Queen of the Mell River", "Duchess of the Orl River", []),
        ("en", "Ernest II", "Wendel II", []),
        ("en", "Love and Theft", "Salt and Theft", ["theft"]),
        ("en", "ADA STONE", "Ada Reed", ["ada"]),
        ("zh", "北平大学", "澄阳大学", []),
        ("zh", "海州", "海原", ["海"]),
        ("zh", "山", "岭", []),
        ("zh", "霜桥与盐灯", "渔火与罗盘", []),
        ("zh", "渡口的邮差", "磨坊的邮差", ["差", "邮"]),
        ("zh", "明德医学院", "敦信医学院", []),
        ("zh", "ONE PIECE", "NEW PIECE", ["piece"]),
        ("en", "J. R. Stone Brewery Co.", "R. J. Reed Brewery Co.", []),
        ("zh", "拉尔夫·克拉姆", "阿瑟·佩尔汉", []),
        ("zh", "拉尔夫·克拉姆", "拉尔夫·佩汉", ["夫"]),
    ],
)
def test_only_what_carries_a_name_is_told_as_shared(
    language: LanguageCode, original: str, replacement: str, shared: list[str]
) -> None:
    assert find_language(language).shared_content(original, replacement) == shared


@pytest.mark.parametrize(
    ("language", "phrase", "expected"),
    [("en", "River", True), ("zh", "大学", True), ("zh", "澄阳大学", False), ("zh", "BBC", False)],
)
def test_a_phrase_of_kind_has_nothing_else(
    language: LanguageCode, phrase: str, expected: bool
) -> None:
    assert find_language(language).is_of_kind(phrase) is expected


@pytest.mark.parametrize(
    ("language", "first", "second", "alike"),
    [
        ("en", "12 June 1516", "3 March 1523", True),
        ("en", "the 1st", "the 23rd", True),
        ("en", "$14,000", "$9,500", True),
        ("en", "three weeks", "eleven weeks", True),
        ("zh", "十二月三日", "二月十日", True),
        ("zh", "19世纪60年代", "18世纪80年代", True),
        ("zh", "天禧", "景祚", True),
        ("en", "1887", "87", False),
        ("en", "12 June 1516", "June 1516", False),
        ("en", "three weeks", "three days", False),
        ("zh", "1994年", "景祚", False),
        ("zh", "30分钟", "30小时", False),
    ],
)
def test_figures_are_alike_by_their_shape(
    language: LanguageCode, first: str, second: str, alike: bool
) -> None:
    shape = find_language(language).shape
    assert (shape(first) == shape(second)) is alike
