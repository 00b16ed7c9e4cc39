"""Where a sentence may be inserted in Chinese, on real sentences.

In the tables `|` marks a firm place, `¦` one that is not firm, `¶` one that asks for a paragraph.
"""

from __future__ import annotations

import pytest

from tests.text.marked_places import assert_marked


def assert_places(marked: str) -> None:
    assert_marked(marked, "zh")


@pytest.mark.parametrize(
    "marked",
    [
        "封肃听了，唬得目瞪口呆．|不知何祸．¦".replace("呆．|不知", "呆．¦不知").replace(
            "祸．¦", "祸．|"
        ),
        "那僧托于掌上．|众人都来看这块美玉．|",
        "他从外面走了进来。|众人都站起来迎接！|贾母却不在屋里？|",
        "该片于1937。|影片上映之后大获成功。|",
    ],
)
def test_sentences_end_with_the_stops_of_the_text(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "售价为3.5元，体重3．5公斤。|众人都说太贵了。|",
        "由J．K．罗琳所写的小说在英国出版。|众人都喜欢读它。|",
        "奥普拉．温弗瑞是美国的主持人。|观众都喜欢她的节目。|",
        "他读《你好！北京。》一书读了整整三天。|众人都觉得奇怪。|",
        "他住在城里（从前住在乡下。后来搬了家）已经三年。|众人都知道。|",
        "他等了很久……终于走了过来。|众人都站起来迎接。|",
        "他喜欢雅虎!奇摩的网站和网页。|别人都不喜欢它。|",
        "雨村下了轿,看见那座庙里没有人.|2).众人都来跪着迎接他.|衙役打千请了安.|",
        "他在东京看了电影『你的名字。』の公开放映。|众人都喜欢看它。|",
    ],
)
def test_a_stop_within_a_name_number_title_or_bracket_ends_no_sentence(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "士隐笑道：“非也．¦适因小女啼哭，引他出来作耍。”|那僧又看了看士隐．|",
        '道人问道：“你意欲何往？"|那僧笑着看了看他．|',
        '宝玉道：“罢了．¦`蠢物-二字不好．-¦如今改了罢．"|众人听了都笑起来．|',
        "王夫人道：“坐下罢！”¦“太太请坐！”|众人都不敢坐下来．|",
        "——我不去那里。¦你知道磨坊已经旧了。|\n老人站起来走了出去。|",
    ],
)
def test_places_within_speech_are_not_firm(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        '故曰"贾雨村。"云云，此是第一回的题目．|列位看官听我道来．|',
        "他“加油！”的喊声传遍了整个赛场。|众人都站起来迎接。|",
        "“我明天再来。”他说，脸上带着笑容。|众人都站起来迎接。|",
        "“是你吗？”宝玉道。|众人都站起来迎接他们。|",
        "镌着“通灵宝玉。”四字，背后还有几行小字。|众人都来看。|",
    ],
)
def test_a_quotation_is_not_torn_from_its_sentence_or_tag(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "那僧道：“后日自明。”¦说着，便袖了这石头去了．|道人也去了，不在话下．|",
        "士隐听了，心下犹豫．¦因问他们的来历如何．|那道人却不回答他．|",
    ],
)
def test_a_sentence_that_hangs_on_the_one_before_is_not_firm(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "众人都来看那块石头．|甲士只面情塞责而已．终不知端的，且听下回分解．¦",
        "甲士道：“由你办去罢。”\n话犹未了，外面小厮进来回话．|",
        "甲士道：“快叫他来！”一语未了，只见乙生走了进来．|众人都笑了．|",
        "那婆子叩头出去了．不题．|乙生次日又来看他．|",
        "乙生送了他出去．这也不在话下．|次日一早又来看他．|",
        "乙生忙问是什么缘故．不知他说出什么，下回分解．¦",
    ],
)
def test_no_place_stands_before_a_phrase_that_clings_to_what_was_told(marked: str) -> None:
    assert_places(marked)


def test_a_paragraph_that_takes_up_the_last_is_torn_from_it_only_where_nothing_firm_is_near() -> (
    None
):
    assert_places(f"{STORY}¦\n正说着，只见乙生走了进来．|\n甲士忙站起来．|")


STORY = "空空道人听如此说，思忖半晌，将这石头记再检阅一遍，方从头至尾抄录回来，问世传奇．"


def test_a_chapter_heading_asks_for_a_paragraph_of_its_own() -> None:
    assert_places(f"{STORY}|\n第二回  贾夫人仙逝扬州城　冷子兴演说荣国府¶\n{STORY}|")


def test_the_last_words_of_a_chapter_are_left_alone() -> None:
    assert_places(f"{STORY}要知端的，且听下回分解．¦\n第三回   托内兄如海酬训教¶\n{STORY}|")


def test_verse_is_not_broken_and_not_torn_from_what_introduces_it() -> None:
    assert_places(
        f"{STORY}|作者题一绝云：\n满纸荒唐言，一把辛酸泪！\n都云作者痴，谁解其中味？\n"
        f"出则既明，且看石上是何故事．¶\n{STORY}¦{STORY}¦{STORY}|"
    )


def test_verse_that_runs_on_into_prose_is_not_firm() -> None:
    assert_places(
        f"{STORY}|士隐口占五言一律云：\n蟾光如有意，先上玉人楼．¦{STORY}¦{STORY}¦{STORY}|"
    )


def test_a_speech_that_encloses_verse_stays_open() -> None:
    assert_places("宝玉便念道：“这首诗说：\n玉是精神难比洁，雪为肌骨易销魂．¶\n这便是了。”¦")


def test_a_paragraph_of_narrow_punctuation_ends_its_sentences_with_it() -> None:
    assert_places("雨村下了轿,看见那座庙里没有人.|众人都来跪着迎接他.|衙役打千请了安.|")


def test_an_unknown_character_is_no_question() -> None:
    assert_places("玉在?中求善价，钗于奁内待时飞，士隐听见了．|雨村忙站起来．|")


def test_broken_lines_of_a_set_piece_are_no_places() -> None:
    assert_places(f"{STORY}¦\n镜里恩情，更那堪梦里功名！那美韶华去之何迅！再\n休提锈帐鸳衾．¶")
