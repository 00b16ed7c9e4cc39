from __future__ import annotations

import pytest

from lvbuild.text.cleaning import CONVERSION, MINUS, Cleaned, Cleaning

CLEANING = Cleaning((CONVERSION,))


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("身长约30-{zh-cn:厘米; zh-hk:厘米; zh-tw:公分}-；", "身长约30厘米；"),
        ("约书亚·-{zh-tw:莱恩;zh-cn:瑞安;zh-hk:赖恩;}-·哈契森", "约书亚·瑞安·哈契森"),
        ("又译-{zh:皇堡; zh-hans:华堡; zh-hant:皇堡;}-，", "又译华堡，"),
        ("臺灣的-{zh-cn:出租车;zh-tw:計程車}-與國語", "臺灣的計程車與國語"),
        ("只有-{zh-hk:的士}-", "只有的士"),
        ("「足-{}-三两」", "「足三两」"),
        ("皇-{后}-大道中", "皇后大道中"),
        ("电影-{Titanic}-上映", "电影Titanic上映"),
        ("《-{A|zh-cn:甲;zh-tw:乙}-》", "《甲》"),
        ("-{H|zh-cn:甲;zh-tw:乙}-丙", "丙"),
        ("-{T|zh-cn:甲;zh-tw:乙}-丙", "丙"),
        ("-{zh-hans;zh-hant|甲}-丙", "甲丙"),
        ("-{R|甲}-丙", "甲丙"),
        ("-{zh-cn:-{甲}-丁;zh-tw:乙}-丙", "甲丁丙"),
        ("他在-{皇后大道", "他在皇后大道"),
        ("皇后大道}-上", "皇后大道上"),
        ("-{zh-cn：甲；zh-tw：乙}-丙", "甲丙"),
    ],
)
def test_what_a_page_shows_stays(text: str, cleaned: str) -> None:
    assert CLEANING.clean(text) == Cleaned(cleaned, (CONVERSION.name,))


@pytest.mark.parametrize(
    "text", [r"$e^{-{x}-1}$", r"\frac{a}{b-{c}}", "x = {a: -{1}}", "f(a-{b}-c)", "for (;;) {i-}"]
)
def test_formulas_stay(text: str) -> None:
    assert CLEANING.clean(text) == Cleaned(text, ())


def test_where_it_is_asked_for_no_formula_begins_like_a_mark() -> None:
    text = "而T-{<u,v>}是生成树-{皇后}-"
    cleaned = Cleaning((CONVERSION, MINUS)).clean(text)
    assert cleaned == Cleaned("而T- {<u,v>}是生成树皇后", (CONVERSION.name,))
