"""Each rule of cleaning: what certainly is noise goes, and what only looks like it stays."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

import pytest

from lvbuild.text.cleaning import (
    BRACKETS,
    CHARACTERS,
    CONVERSION,
    DAMAGED,
    GLUED,
    HTML,
    LABELS,
    MARKS,
    MINUS,
    PAGES,
    QUOTATION,
    SPACING,
    TEX,
    WIKI,
    Cleaned,
    Cleaning,
    Rule,
)
from lvbuild.text.cleaning.characters import MISREAD, plain_characters

Rules = tuple[Rule, ...]


LONG = "很长的一段话," * 40

GOES: Mapping[Rules, Mapping[str, str]] = {
    (DAMAGED,): {
        "甲镇在江边。前身「」成立于一九九五年。镇上有三座桥。": "甲镇在江边。镇上有三座桥。",
        "甲镇在江边。电价记作formula_1的和。该式常用。": "甲镇在江边。",
        "甲镇在江边。参与者包括、、和。": "甲镇在江边。",
        "象鼩有四属。其分类如下：": "象鼩有四属。",
        "「」又称倭词。它是词的一类。\n乙镇在山上。": "乙镇在山上。",
        "参演电视剧：": "",
        'Ada Lee wrote plays. She won a prize for "" in 1990. Her plays ran long.': (
            "Ada Lee wrote plays."
        ),
        'Ada Lee wrote "" and "Mist". It ran long.\nBob Ray did not.': "Bob Ray did not.",
        "The Bees may refer to:": "",
    },
    (PAGES,): {
        "先洗米。\n更多做法见www.mi.com。\n再煮饭。": "先洗米。\n再煮饭。",
        "先洗米。咨询热线:400-688-6148。\n再煮饭。": "先洗米。\n再煮饭。",
        "先洗米。有问题请加微信。\n再煮饭。": "先洗米。\n再煮饭。",
        "客服QQ:2323965869\n先洗米。": "先洗米。",
        "首页 > 美食 > 做法\n先洗米。": "先洗米。",
        "看病 男科 妇科 癫痫 性病 养生 新闻 牛皮癣\n先洗米。": "先洗米。",
        "y since that ball, when he smote us.\n先洗米。": "先洗米。",
        f"先洗米。\n{LONG}地址www.mi.com": "",
    },
    (LABELS,): {"点击进入。 步骤阅读 2 再点击。 步骤阅读 END\n完": "点击进入。 2 再点击。\n完"},
    (MARKS,): {
        "腹面较淡。。头大，，眼大。": "腹面较淡。头大，眼大。",
        "真心求。。。": "真心求……",
        "奠基人之一。，卒于一九五三年": "奠基人之一，卒于一九五三年",
        "一期工程是是哪里到哪里，优美的的景观": "一期工程是哪里到哪里，优美的景观",
        'ran until 1990.. Then "them."" went of of, too,, on': (
            'ran until 1990. Then "them." went of, too, on'
        ),
    },
    (GLUED,): {"at its end.In May it (1990).The law": "at its end. In May it (1990). The law"},
    (TEX,): {"\\section{Model} $\\rho \\le 1$ of \\cite{Ada} and \\ref{b}.": "MODEL\nρ≤ 1 of and."},
    (CHARACTERS,): {
        "甲 \u2028 乙\u2029丙\u2028\n丁": "甲\n乙\n丙\n丁",
        "a\x0cb\x0bc\x1cd": "a\nb\nc\nd",
        "27\u00a0km, 31\u202fkm,\u2003then": "27 km, 31 km, then",
        "אבנר\u200e ; \ufeffco\u00adop\u200berate\u2060 a\U000e0041b\ufff9c\uffff": (
            "אבנר ; cooperate abc"
        ),
        "O\x92Brien \x93so\x94\x85 caf\xe9\x81": "O’Brien “so”… café",
        "： \\uf06e 甲。 \\uE010\ue012乙\uf0b7 b": "： 甲。 乙 b",
        "\uf0a7 one\n\uf0a7 two": "one\ntwo",
    },
    (HTML,): {
        "<p>甲</p><p>&nbsp;&nbsp;乙</p>": "甲\n乙",
        "甲。<br/>乙。<br clear='all'>丙。": "甲。\n乙。\n丙。",
        "甲 \n <div class='a > b'>\u3000乙</div>": "甲\n乙",
        "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>": "1 2\n3",
        "a <span style='x'>b</span> c <img src='b.png' /> d": "a b c d",
        "<b>bold</b> and <I>slanted</I>": "bold and slanted",
        "甲<script>var a = '<p>';</script>乙<style>p {}</style>丙<!-- 丁 -->": "甲乙丙",
        "<!DOCTYPE html><html><head><title>甲</title></head><body>乙</body></html>": "甲\n乙",
        "甲<ref name=百/1>《乙》</ref>丙<ref name='a'/>丁</ref>": "甲丙丁",
        "10<sup>5</sup> m<sup>-1</sup>, H<sub>2</sub>O, fact<sup>[3]</sup>": "10⁵ m⁻¹, H₂O, fact",
        "Tom &amp; Jerry &lt; &quot;a&quot; &#39;b&#x27; &eacute;": "Tom & Jerry < \"a\" 'b' é",
        "e&#769;t&#0;e &#146;s &#8232;x": "éte ’s \nx",
        "甲&nbsp;乙&nbsp&NBSP;丙&amp;nbsp;丁": "甲 乙 丙 丁",
        "&lt;p&gt;甲&lt;/p&gt;": "甲",
        "用<p><td>标签": "用\n<td>标签",
        "<p>代码如下：</p><p>&lt;input type=&quot;text&quot;&gt;</p>": (
            '代码如下：\n<input type="text">'
        ),
        "写 <form> 和 <p>段落</p>": "写 <form> 和\n段落",
    },
    (CONVERSION,): {
        "身长约30-{zh-cn:厘米; zh-hk:厘米; zh-tw:公分}-；": "身长约30厘米；",
        "又译-{zh:皇堡; zh-hans:华堡; zh-hant:皇堡;}-，": "又译华堡，",
        "臺灣的-{zh-cn:出租车;zh-tw:計程車}-與國語": "臺灣的計程車與國語",
        "只有-{zh-hk:的士}-，足-{}-三两": "只有的士，足三两",
        "皇-{后}-大道中-{zh-cn：甲；zh-tw：乙}-": "皇后大道中甲",
        "《-{A|zh-cn:甲;zh-tw:乙}-》": "《甲》",
        "-{H|zh-cn:甲;zh-tw:乙}-丙-{R|丁}-": "丙丁",
        "-{zh-hans;zh-hant|甲}-丙": "甲丙",
        "-{zh-cn:-{甲}-丁;zh-tw:乙}-丙": "甲丁丙",
        "他在-{皇后大道}-上-{中": "他在皇后大道上中",
    },
    (CONVERSION, MINUS): {"而T-{<u,v>}是生成树-{皇后}-": "而T- {<u,v>}是生成树皇后"},
    (WIKI,): {
        "[[Body of Lies (film)|Body of Lies]] and [[Alien]].": "Body of Lies and Alien.",
        'After "[[The Martian (film), Max worked': 'After "The Martian (film), Max worked',
        "is {{lang|fr|un}} correct as of none }}.": "is correct as of none.",
        "Gathering list]].": "Gathering list.",
    },
    (BRACKETS,): {
        "罗晚秋（，），画家。": "罗晚秋，画家。",
        "青岚站（英语：，法语：）是车站。": "青岚站是车站。",
        "青岚鱼（学名：'），又称岚鱼。": "青岚鱼，又称岚鱼。",
        "罗晚秋（，笔名：青岚），画家。": "罗晚秋（笔名：青岚），画家。",
        "罗晚秋（：Luo Wanqiu，），画家。": "罗晚秋（Luo Wanqiu），画家。",
        "青岚社（缩写：QLS，，1887年）": "青岚社（缩写：QLS，1887年）",
        "青岚族 (，自称：lan，lan) 是": "青岚族 (自称：lan，lan) 是",
        "青岚公司 ()，简称青岚。": "青岚公司，简称青岚。",
        "Ada Stone (]) is a baker.": "Ada Stone is a baker.",
        "Orwell College (Urdu:) is a school.": "Orwell College is a school.",
        'Ada (born Eve; ]) sold (as "Rye", ]) it.': 'Ada (born Eve) sold (as "Rye") it.',
        "Ada Stone, {'1': \", '2': \", '3': \"} (born 1887)": "Ada Stone (born 1887)",
    },
    (QUOTATION, SPACING): {
        "Hoskins( 26 October 1942 – 2014) was": "Hoskins (26 October 1942 – 2014) was",
        "Prince of Anhalt- Zerbst( died 1391)": "Prince of Anhalt-Zerbst (died 1391)",
        "( 1860- 1929) and 1920– 1935": "(1860-1929) and 1920–1935",
        "the father- in- law, the son -in- law": "the father-in-law, the son-in-law",
        "Hugh III of Cyprus- a great- grandson": "Hugh III of Cyprus – a great-grandson",
        "BC Kalev/ Cramo, 1731/ 32": "BC Kalev/Cramo, 1731/32",
        "Grosset& Dunlap, R& B and A& M": "Grosset & Dunlap, R&B and A&M",
        "of$ 1.2 million, US$ 5 and at# 16": "of $1.2 million, US$5 and at #16",
        "Pat O' Brien, L' Aigle, Palme d' Or": "Pat O'Brien, L'Aigle, Palme d'Or",
        "his father ’s “ making of ” film": "his father’s “making of” film",
        "Nicki Minaj , is ; known ) . She !": "Nicki Minaj, is; known). She!",
        "GmbH (] ; born 1963) and (], ] ; 1970) and ( ) a": "GmbH (born 1963) and (1970) and a",
        "album, , was": "album, was",
        'film" Cat Ballou"( 1965)," Pacific Rim"': 'film "Cat Ballou" (1965), "Pacific Rim"',
        '" Foo"( USA:" Bar") is': '"Foo" (USA: "Bar") is',
    },
}
STAYS: Mapping[Rules, Sequence[str]] = {
    (DAMAGED, MARKS, GLUED): (
        "《红楼梦》又名「石头记」，甲乙、丙丁和。",
        "他说：“来。”众人都来了……",
        "有目的的工作，可是是他做的，是是非非，的的确确，于是是他",
        "看../a/b，version 2..3，ASP.NET 与 e.g. A",
    ),
    (DAMAGED,): ("Its parts are: one, two.", '"a" "b"'),
    (PAGES,): (
        "怎样在微信里发红包？先打开微信,点击我。",
        "支付宝的客服电话是95188。",
        "干辣椒50克 花椒40克 葱白40克 蒜50克 姜40克 料酒2茶匙 酱油2茶匙 食盐4茶匙",
        "怪物 7 85 23000 340 390 340 520 400 660 230",
        "UUID.randomUUID().toString() at org.apache.util.net.JIo",
    ),
    (TEX,): ("He writes \\alpha and $5 or \\cite{one}.",),
    (CHARACTERS,): (
        "\u3000\u3000甲\tb",
        " One\n two ",
        "می\u200cخواهم 👩\u200d🔬 ✔\ufe0f",
        "C:\\user\\uefi",
    ),
    (HTML,): (
        "a < b and c > d, if (a<b && c>d) { x->y; }",
        "x <y and z> w",
        "取权值最小的边<u, v>,将<u,v>加入",
        "List<String> names = new ArrayList<>(); #include <stdio.h>",
        "用<br>标签换行, the <b> tag, <input>元素",
        "the sum <i> of all, f<a>(b<c>), x</u> y",
        "< 前一篇 后一篇 >",
        "AT&T R&D a&b; &foo; ?a=1&copy=2",
        "1、获取节点 <body> <input id='r1' value='1'/> </body> <script> var a = 1; </script>",
        '<bean id="a" class="b"></bean>解决办法是',
        "示例代码:<script>alert(1)</script>",
    ),
    (CONVERSION,): (r"$e^{-{x}-1}$", r"\frac{a}{b-{c}}", "f(a-{b}-c)", "for (;;) {i-}"),
    (WIKI,): ("a [1] b", "{'1': 2}", "sets {a} and [b]"),
    (BRACKETS,): (
        "罗晚秋（1887年－1950年），画家。",
        "书里用逗号（，）、顿号（、）和分号（；）。",
        '青岚鱼（"Lanius"）是鱼。',
        "It calls main () and x = () and [](){}, it says {'1': 2} and [a].",
        "角分用（'）角秒用（\"）表示，比是（：），正确的是（ ）。",
        "（一）甲；（二）乙；（）丙",
        "时间是（8：）和（1，），他说（；´д｀）",
        "(see [2 ]) and [a, (b, c ])",
    ),
    (QUOTATION, SPACING): (
        "pre- and post-war, ten- and 12-inch, ulko- ja turvallisuus",
        "a well - known (1990) film, 1990 – 2000",
        'the "Foo" and "Bar" of 7" and 12" singles',
        'an odd " mark and" one" more',
        "the Drivers' championship, Finger Lickin' Good, the 'glue' that",
        "water-cooled .303 British, sorrow ... be silent, Trois couleurs : Bleu",
        "БК „Локомотив София“ ја, section 501(c)(3), f(x)",
    ),
}


@pytest.mark.parametrize(
    ("rules", "text"), [(rules, text) for rules, texts in GOES.items() for text in texts]
)
def test_noise_goes(rules: Rules, text: str) -> None:
    wanted = GOES[rules][text]
    assert Cleaning(rules).clean(text).text == wanted
    assert Cleaning(rules).clean(wanted) == Cleaned(wanted, ())


@pytest.mark.parametrize(
    ("rules", "text"), [(rules, text) for rules, texts in STAYS.items() for text in texts]
)
def test_what_only_looks_like_noise_stays(rules: Rules, text: str) -> None:
    assert Cleaning(rules).clean(text) == Cleaned(text, ())


def test_no_control_character_but_tabs_and_line_feeds_is_left() -> None:
    every = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x10000), *range(0xE0000, 0xE0200))))
    left = {*Cleaning((CHARACTERS,)).clean(every).text}
    assert {each for each in left if unicodedata.category(each) == "Cc"} <= {"\t", "\n", "\r"}
    assert not {"\u2028", "\u2029"} & left
    assert plain_characters("甲\u2028乙\x92") == "甲\n乙’"


@pytest.mark.parametrize(
    "text",
    [
        " " * 200_000 + "<>",
        "<b>x" * 20_000 + "</b>",
        "<script>" * 20_000,
        "<p " + " " * 200_000 + ">",
        "&nbsp" * 50_000,
        '<a href="' * 20_000 + ">",
    ],
    ids=lambda text: text.strip()[:8],
)
def test_long_texts_take_no_longer_than_they_are_long(text: str) -> None:
    # Quadratic, each would take minutes.
    assert len(Cleaning((HTML,)).clean(text).text) <= len(text)


def test_a_text_that_was_misread_is_told_from_one_that_is_well() -> None:
    misread = ["Sants-Montju?c", "caf\u00c3\u00a9", "锟斤拷", "lost � letter"]
    well = ["Who? me", "http://a.cn/index.php?id=3", "吗?abc", "café Ångström", "see a.php?b=c"]
    assert [text for text in (*misread, *well) if MISREAD.search(text)] == misread
