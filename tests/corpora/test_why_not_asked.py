"""What speaks against drawing a question is told; what only looks so is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lvbuild.core.model import Document, LanguageCode
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.corpora.reading.screening import (
    ANSWERS_DIFFER,
    DAMAGED,
    POINTS_NOWHERE,
    RESTS_ON_A_FIGURE,
    why_not_asked,
)


def why(question: str, *answers: str, language: LanguageCode = "zh", every: bool = False) -> str:
    asked = CorpusQuestion("c:1", question, answers or ("答",), ("c:d",))
    document = Document("c:d", "雅芳河是一条河。", "雅芳河")
    return why_not_asked(asked, [document], language, every_answer=every)


@pytest.mark.parametrize(
    ("question", "answers", "reason"),
    [
        ("如图所示，∠A是多少度？", ("30度",), RESTS_ON_A_FIGURE),
        ("表1列出了什么？", ("价格",), RESTS_ON_A_FIGURE),
        ("What does Table 2 of Smith list?", ("Prices",), RESTS_ON_A_FIGURE),
        ("游标卡尺读数", ("以下图测量内径的图示为例",), RESTS_ON_A_FIGURE),
        ("这个计划由谁来主持？", ("李阿达",), POINTS_NOWHERE),
        ("小米6防水等级", ("小米6是支持IP68级的防水。", "IP56吧。"), ANSWERS_DIFFER),
        ("王者荣耀一个赛季多长", ("3个月结算一次。", "大概四个月。"), ANSWERS_DIFFER),
        ("What did President Erdo?an say?", ("No",), DAMAGED),
    ],
)
def test_what_speaks_against_a_question_is_told(
    question: str, answers: tuple[str, ...], reason: str
) -> None:
    assert why(question, *answers) == reason


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("雅芳河有多长？", ("一百五十四公里", "154公里")),
        ("2017年高考报名人数", ("2017年全国高考报名人数共940万人。", "约为923.4万人。")),
        ("企图心是什么？", ("附图书的说明", "版图中的地方")),
        ("怎么做组织结构图", ("如图所示点击降级，添加框。",)),
        ("Who won the table tennis match in the picture house?", ("Ada Lee",)),
        ("该雅芳河流入哪里？", ("海",)),
    ],
)
def test_what_only_looks_so_is_not(question: str, answers: tuple[str, ...]) -> None:
    assert why(question, *answers) == ""


def test_answers_that_are_all_asked_for_may_differ() -> None:
    assert why("奖牌数？", "3枚", "5枚") == ANSWERS_DIFFER
    assert why("奖牌数？", "3枚", "5枚", every=True) == ""


def test_what_upstream_marks_comes_first() -> None:
    asked = CorpusQuestion("c:1", "如图？", ("答",), ("c:d",))
    assert why_not_asked(replace(asked, why_not_asked="of old"), [], "zh") == "of old"
