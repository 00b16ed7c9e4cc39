"""Brackets that lost what stood in them, in encyclopedias of both languages."""

from __future__ import annotations

import pytest

from lvbuild.text.cleaning import BRACKETS, Cleaned, Cleaning

CLEANING = Cleaning((BRACKETS,))


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("罗晚秋（），画家。", "罗晚秋，画家。"),
        ("罗晚秋（，），画家。", "罗晚秋，画家。"),
        ("罗晚秋 （；）是画家。", "罗晚秋是画家。"),
        ("青岚站（日语：）是车站。", "青岚站是车站。"),
        ("青岚站（英语：，法语：）是车站。", "青岚站是车站。"),
        ("青岚鱼（学名：'），又称岚鱼。", "青岚鱼，又称岚鱼。"),
        ('《青岚谱》（""）一书', "《青岚谱》一书"),
        ("罗晚秋（，笔名：青岚），画家。", "罗晚秋（笔名：青岚），画家。"),
        ("罗晚秋（：Luo Wanqiu，），画家。", "罗晚秋（Luo Wanqiu），画家。"),
        ("青岚郡（，英文简称：），在海边。", "青岚郡，在海边。"),
        ("青岚谱（缩写：，，缩写：）", "青岚谱"),
        ("青岚鱼（lán, laan，学名：'）是鱼。", "青岚鱼（lán, laan）是鱼。"),
        ("青岚社（缩写：QLS，，1887年）", "青岚社（缩写：QLS，1887年）"),
        ("青岚族 (，自称：lan，lan) 是", "青岚族 (自称：lan，lan) 是"),
        ("青岚公司 ()，简称青岚。", "青岚公司，简称青岚。"),
        ("Ada Stone (]) is a baker.", "Ada Stone is a baker."),
        ("Orwell College (Urdu:) is a school.", "Orwell College is a school."),
        ('Ada (born Eve; ]) sold (as "Rye", ]) it.', 'Ada (born Eve) sold (as "Rye") it.'),
        ("Plan A5 (German: ]) was secret.", "Plan A5 was secret."),
        ("Ada Stone, {'1': \", '2': \", '3': \"} (born 1887)", "Ada Stone (born 1887)"),
    ],
)
def test_what_is_empty_goes(text: str, cleaned: str) -> None:
    assert CLEANING.clean(text) == Cleaned(cleaned, ("emptied brackets",))
    assert CLEANING.clean(cleaned) == Cleaned(cleaned, ())


@pytest.mark.parametrize(
    "text",
    [
        "罗晚秋（1887年－1950年），画家。",
        "书里用逗号（，）、顿号（、）和分号（；）。",
        "青岚（日语：せいらん）是地名。",
        '青岚鱼（"Lanius"）是鱼。',
        "调用函数main()以后",
        "Ada Stone (1887) sold bread (rye; wheat).",
        "It calls main() and print(), which end.",
        "A colon (:) and a comma (,) stand there.",
        "It says {'1': 2} and [a].",
        "角分用（'）角秒用（\"）表示，比是（：）。",
        "标点如逗号 （，）和顿号（ 、 ）。",
        "正确的是（ ）。",
        "（一）甲；（二）乙；（）丙",
        "时间是（8：）和（1，）",
        "他说（；´д｀）",
        "call main () and x = () and [](){}",
        "(see [2 ]) and [a, (b, c ])",
    ],
)
def test_what_holds_something_stays(text: str) -> None:
    assert CLEANING.clean(text) == Cleaned(text, ())
