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
        ("en", "stones", "stone", []),
        ("zh", "北平大学", "澄阳大学", []),
        ("zh", "徽州", "硖溁州", []),
        ("zh", "铜玉城际铁路", "砾岱城际铁路", []),
        ("zh", "海州", "海原", ["海"]),
        ("zh", "木匠", "木工", ["木"]),
        ("zh", "山", "岭", []),
        ("zh", "霜桥与盐灯", "渔火与罗盘", []),
        ("zh", "渡口的邮差", "磨坊的邮差", ["差", "邮"]),
        ("zh", "明德医学院", "敦信医学院", []),
        ("zh", "雪塔寨", "棉浦寨", []),
        ("zh", "ONE PIECE", "NEW PIECE", ["piece"]),
        ("zh", "ONE PIECE", "OPEN HELM", []),
        ("en", "J. R. Stone Brewery Co.", "R. J. Reed Brewery Co.", []),
        ("en", "Story Op. 1", "Fable Op. 1", ["op"]),
        ("zh", "拉尔夫·克拉姆", "阿瑟·佩尔汉", []),
        ("zh", "拉尔夫·克拉姆", "拉尔夫·佩汉", ["夫"]),
        ("zh", "尔雅", "尔风", ["尔"]),
        ("zh", "成都女学校", "澄阳女学校", []),
    ],
)
def test_only_what_carries_a_name_is_told_as_shared(
    language: LanguageCode, original: str, replacement: str, shared: list[str]
) -> None:
    assert find_language(language).shared_content(original, replacement) == shared


@pytest.mark.parametrize(
    ("language", "phrase", "expected"),
    [
        ("en", "River", True),
        ("en", "the Queen of", True),
        ("en", "Orl River", False),
        ("zh", "大学", True),
        ("zh", "市", True),
        ("zh", "澄阳大学", False),
        ("zh", "BBC", False),
    ],
)
def test_a_phrase_of_kind_has_nothing_else(
    language: LanguageCode, phrase: str, expected: bool
) -> None:
    assert find_language(language).is_of_kind(phrase) is expected


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "12 June 1516", "3 March 1523"),
        ("en", "the 1st", "the 23rd"),
        ("en", "$14,000", "$9,500"),
        ("en", "three weeks", "eleven weeks"),
        ("zh", "1994年", "1973年"),
        ("zh", "十二月三日", "二月十日"),
        ("zh", "19世纪60年代", "18世纪80年代"),
        ("zh", "95M", "47P"),
        ("zh", "天禧", "景祚"),
    ],
)
def test_figures_of_one_shape_are_alike(language: LanguageCode, first: str, second: str) -> None:
    assert find_language(language).shape(first) == find_language(language).shape(second)


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "1887", "87"),
        ("en", "12 June 1516", "June 1516"),
        ("en", "three weeks", "three days"),
        ("en", "25%", "25"),
        ("zh", "1994年", "94年"),
        ("zh", "1994年", "景祚"),
        ("zh", "30分钟", "30小时"),
    ],
)
def test_figures_of_other_shapes_are_not(language: LanguageCode, first: str, second: str) -> None:
    assert find_language(language).shape(first) != find_language(language).shape(second)
