"""Chinese words, cut with what of jieba's dictionary stands in a few texts."""

from __future__ import annotations

import jieba
import pytest

from lvbuild.score.words import chinese_words, cut_ahead, knowing

TEXTS = [
    "2012年，铜仁市的财政总收入增长了25.89%。",
    "北京大学生物系的研究生在4S店和1号店买了T恤、C++教材与AT&T的电话卡",
    "他来到了网易杭研大厦，乒乓球拍卖完了；该附卡所生的应付帐款",
    "结婚的和尚未结婚的",
    "γ射线 B超\t奥利弗·克伦威尔\n",
    "𠮷野家",
    "",
]


@pytest.mark.parametrize("together", [True, False], ids=["together", "alone"])
def test_texts_are_cut_as_with_the_whole_dictionary(together: bool) -> None:
    whole = jieba.Tokenizer()
    for text in TEXTS:
        part = knowing(TEXTS if together else [text])
        assert part.lcut(text) == whole.lcut(text)


def test_words_cut_ahead_are_the_words() -> None:
    text = "龟龄鹤算的作曲家贝多芬，又名beethoven"
    whole = [word for word in jieba.Tokenizer().lcut(text) if word != "，"]
    cut_ahead([text])
    assert chinese_words(text) == whole
