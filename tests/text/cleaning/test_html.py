"""What is certainly markup goes, and nothing else."""

from __future__ import annotations

import pytest

from lvbuild.text.cleaning import HTML, Cleaned, Cleaning

CLEANING = Cleaning((HTML,))

GOES = {
    "<p>甲</p><p>&nbsp;&nbsp;乙</p>": "甲\n乙",
    "甲。<br/>乙。<br clear='all'>丙。": "甲。\n乙。\n丙。",
    "One<p>Two": "One\nTwo",
    "甲 \n <div class='a > b'>\u3000乙</div>": "甲\n乙",
    "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>": "1 2\n3",
    "a <span style='x'>b</span> c": "a b c",
    "a <img src='b.png' /> c": "a c",
    "<b>bold</b> and <I>slanted</I>": "bold and slanted",
    "see <a href='http://a.b/c?d=e'>here</a>.": "see here.",
    "甲<script>var a = '<p>';</script>乙<style>p {}</style>丙<!-- 丁 -->": "甲乙丙",
    "<!DOCTYPE html><html><head><title>甲</title></head><body>乙</body></html>": "甲\n乙",
    "甲<ref name=百/1>《乙》</ref>丙<ref name='a'/>丁</ref>": "甲丙丁",
    "<nowiki>BMW 7</nowiki>系<onlyinclude>": "BMW 7系",
    "10<sup>5</sup> m<sup>-1</sup>, H<sub>2</sub>O, fact<sup>[3]</sup>": "10⁵ m⁻¹, H₂O, fact",
    "Tom &amp; Jerry &lt; &quot;a&quot; &#39;b&#x27; &eacute;": "Tom & Jerry < \"a\" 'b' é",
    "e&#769;t&#0;e &#146;s &#8232;x": "éte ’s \nx",
    "甲&nbsp;乙&nbsp&NBSP;丙&amp;nbsp;丁": "甲 乙 丙 丁",
    "&lt;p&gt;甲&lt;/p&gt;": "甲",
    "<<p>p>甲": "甲",
    "用<p><td>标签": "用\n<td>标签",
}
STAYS = (
    "a < b and c > d",
    "if (a<b && c>d) { x->y; }",
    "x <y and z> w",
    "取权值最小的边<u, v>,将<u,v>加入",
    "List<String> names = new ArrayList<>(); #include <stdio.h>",
    "vector<int> v; template<typename T>",
    "网剧<鬼怪>与<星际争霸>",
    "用<br>标签换行, the <b> tag, <input>元素",
    "the sum <i> of all",
    "< 前一篇 后一篇 >",
    "AT&T R&D a&b; &foo; ?a=1&copy=2",
    "1、获取节点 <body> <input id='r1' value='1'/> </body> <script> var a = 1; </script>",
    '<bean id="a" class="b"></bean>解决办法是',
    "示例代码:<script>alert(1)</script>",
    '中增加<data>标签\n<intent-filter> <action name="a"/> </intent-filter>',
)


@pytest.mark.parametrize("text", GOES)
def test_markup_goes(text: str) -> None:
    assert CLEANING.clean(text) == Cleaned(GOES[text], (HTML.name,))


@pytest.mark.parametrize("text", STAYS)
def test_what_may_be_text_or_code_stays(text: str) -> None:
    assert CLEANING.clean(text) == Cleaned(text, ())


def test_code_that_a_page_shows_stays_when_its_own_markup_goes() -> None:
    text = "<p>代码如下：</p><p>&lt;input type=&quot;text&quot;&gt;</p>"
    assert CLEANING.clean(text).text == '代码如下：\n<input type="text">'


def test_paragraph_tags_go_even_where_code_is_shown() -> None:
    assert CLEANING.clean("写 <form> 和 <p>段落</p>").text == "写 <form> 和\n段落"


def test_a_letter_is_a_tag_only_with_its_partner() -> None:
    assert CLEANING.clean("<b>x</b>").text == "x"
    assert CLEANING.clean("f<a>(b<c>)").text == "f<a>(b<c>)"
    assert CLEANING.clean("x</b> y").text == "x</b> y"


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
)
def test_long_texts_take_no_longer_than_they_are_long(text: str) -> None:
    # Quadratic, each would take minutes.
    assert len(CLEANING.clean(text).text) <= len(text)
