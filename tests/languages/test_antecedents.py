"""A question that points to what it does not name is told from one that names it."""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language, guess_language
from lvbuild.languages.chinese.leaning import subjects


def points_nowhere(question: str, *documents: tuple[str, str]) -> bool:
    return find_language(guess_language(question)).points_nowhere(question, documents)


NOWHERE = (
    "这个计划由谁来主持？",
    "該計劃由誰主持？",
    "谁设计了该教堂？",
    "此方法流行于什么时期？",
    "哪个法国人通过拔河比赛说明了这一现象？",
    "本次比赛产生多少面金牌？",
    "在1986年，他还参加了谁的专辑的音乐录制？",
    "牠们比相关的哪一科分布更为广泛？",
    "本文选自哪部著作？",
    "全市的森林覆盖率达到了多少？",
    "球队的重要赞助商是谁？",
    "原告请求赔偿的损失总额是多少？",
    "What is the proposed approach in this research paper?",
    "When was it built?",
    "How many participants did the study have?",
    "Which of these methods is the fastest?",
)
NAMED = (
    "男女主角亦有专属声优这一模式是由谁改编的？",
    "《林投姐》这部作品是由什么改编的？",
    "徐陵和庾信齐名，他们的文体合称为什么？",
    "王天成指控谁抄袭了他的文章？",
    "除了英语，其他语言有哪些？",
    "因此产生的费用由谁承担？",
    "渗透一词在英文中的意思是什么？",
    "巴吞他尼府在哪里？",
    "长沙市全市的森林覆盖率达到了多少？",
    "How is electricity used in everyday life?",
    "What is the weather like this year?",
    "Who was the father of the bride in the 1991 film?",
    'What did the author of "Emma" write first?',
    "",
)


@pytest.mark.parametrize("question", [*NOWHERE, *NAMED])
def test_a_question_points_nowhere_or_to_what_it_names(question: str) -> None:
    assert points_nowhere(question) is (question in NOWHERE)


def test_a_question_may_point_to_the_subject_that_it_names() -> None:
    assert not points_nowhere("该站为什么被称为“苏州街站”？", ("苏州街站", "苏州街站是"))
    assert not points_nowhere("谁设计了圣体主教座堂，该教堂有多高？", ("圣体主教座堂", ""))
    assert not points_nowhere("聖體主教座堂有多高，誰設計了該教堂？", ("圣体主教座堂", ""))
    assert points_nowhere("该站为什么改名？", ("苏州街站", "苏州街站是"))


def test_a_subject_is_the_title_and_what_the_text_begins_with() -> None:
    assert [*subjects([("雅芳河 (布里斯托)", "雅芳河（River Avon）是")])] == ["雅芳河"] * 2
    assert [*subjects([("", "《捉兔记》（Catch）是")])] == ["", "捉兔记"]
