"""Where a sentence may be inserted in Chinese verse, plays, headings and contents.

In the texts `|` marks a firm place, `¦` one that is not firm, `¶` one that asks for a paragraph.
"""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language
from tests.text.marked_places import assert_marked

CHINESE = find_language("zh")

STORY = "渡口的老船夫在河边住了三十年，村里没有一个人记得他哪个冬天不曾出船。"
FIVE = "小舟横古渡，残雪压孤篷。\n不见归来客，空闻日暮钟。"
SEVEN = "一叶扁舟下暮滩，三年不见故人还。\n寒灯照壁无言语，细雨敲窗夜欲阑。"
SONG = "雪满江头。问何人、夜半行舟。\n旧渡荒村都在否，灯火无多，星月空流。"


def assert_places(marked: str) -> None:
    assert_marked(marked, "zh")


@pytest.mark.parametrize("poem", [FIVE, SEVEN, SONG], ids=["five", "seven", "song"])
@pytest.mark.parametrize("lead", ["诗曰：", "有诗为证：", "后人题一绝云："])
def test_verse_that_is_introduced_is_whole_and_not_torn_from_its_lead(lead: str, poem: str) -> None:
    assert_places(f"{STORY}|{lead}\n{poem}¶\n“这诗倒好。”¦")


@pytest.mark.parametrize("poem", [FIVE, SEVEN], ids=["five", "seven"])
def test_a_poem_alone_has_a_place_at_its_end_only(poem: str) -> None:
    assert_places(f"夜渡\n佚名\n{poem}¶")
    assert_places(poem.replace("，", "\n").replace("。", "") + "¶")


def test_a_poem_in_one_line_is_no_prose() -> None:
    poem = (FIVE + SEVEN).replace("\n", "")
    assert_places(f"{poem}¶")
    long = poem * 4
    assert not any(place.firm for place in CHINESE.boundaries(long))


def test_a_collection_of_poems_has_no_place_between_a_title_and_its_poem() -> None:
    text = "\n".join(f"《夜渡・其{number}》\n作者：佚名\n{FIVE}" for number in "一二三四五六七")
    found = CHINESE.boundaries(text)
    assert {text[place.offset - 1] for place in found} == {"。"}
    assert not any(place.firm for place in found)


def test_a_couplet_without_full_stops_is_whole() -> None:
    clauses = FIVE.replace("，", "\n").replace("。", "").split("\n")
    text = "\n".join(clauses * 6)
    seconds = {clauses[1], clauses[3]}
    assert {text[: place.offset].split("\n")[-1] for place in CHINESE.boundaries(text)} == seconds


@pytest.mark.parametrize("title", ["渡江云·夜渡", "《夜渡》", "作者：佚名", "题目:《夜渡》其一"])
@pytest.mark.parametrize("stops", [True, False], ids=["full stops", "none"])
def test_a_poem_of_a_songbook_is_not_torn_from_its_title(title: str, stops: bool) -> None:
    text = "\n".join(f"{title}\n{poem}" for poem in (FIVE, SEVEN) * 6)
    text = text if stops else text.replace("。", "")
    found = CHINESE.boundaries(text)
    assert found
    assert not [place for place in found if text[: place.offset].endswith(title)]


def test_songs_in_lines_of_their_own_have_no_firm_place() -> None:
    song = SONG.replace("\n", "") * 2 + "人未老，鬓先秋。" * 2 + "更那堪、夜夜孤舟。"
    poems = (FIVE + "\n" + SEVEN).split("\n")
    text = "\n".join(["夜渡", song, *poems] * 6)
    assert not any(place.firm for place in CHINESE.boundaries(text))


CUES = [
    ("老船夫：", "客人："),
    ("老船夫　", "客人　　"),
    ("老船夫（笑）：", "客人（低声）："),
    ("【老船夫】", "【客人】"),
    ("（老船夫云）", "（客人上，云）"),
    ("老船夫：\n", "客人：\n"),
]
SAID = "我昨天就来了。你可曾见到他？"


@pytest.mark.parametrize("cues", CUES, ids=lambda cues: repr(cues[0]))
def test_a_speaker_is_not_torn_from_the_speech_and_the_speech_is_not_firm(
    cues: tuple[str, str],
) -> None:
    text = "第一幕\n" + "\n（灯暗。）\n".join(f"{cue}{SAID}" for cue in cues * 4)
    for place in CHINESE.boundaries(text):
        assert not place.firm
        assert text[place.offset - 1] in "幕。？）"


def test_the_scene_before_the_speeches_is_firm() -> None:
    speeches = "\n".join(f"{cue}{SAID}" for cue in CUES[0] * 4)
    firm = [
        place.offset for place in CHINESE.boundaries(f"{STORY}{STORY}\n{speeches}") if place.firm
    ]
    assert firm == [len(STORY)]


@pytest.mark.parametrize(
    "text",
    [
        "宝玉道：“我昨天就来了。”\n黛玉道：“我知道。”\n" * 4,
        "时间：昨天\n地点：渡口\n" * 4,
    ],
    ids=["speech of a novel", "rows of a list"],
)
def test_what_stands_before_a_colon_otherwise_is_no_speaker(text: str) -> None:
    text = f"{text}{STORY * 5}"
    assert [place.offset for place in CHINESE.boundaries(text) if place.firm][-2:] == [
        len(text) - len(STORY),
        len(text),
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "第一幕",
        "第二折",
        "第三回\n托渡口老翁说旧事\n访孤舟过客问前因",
        "第一部\n第一章 渡口",
        "楔子",
    ],
)
def test_a_heading_of_several_lines_is_whole(heading: str) -> None:
    assert_places(f"{STORY}|\n{heading}¶\n{STORY}|")


def test_contents_are_whole() -> None:
    contents = "\n".join(["目录", *(f"第{number}回 渡口旧事" for number in "一二三四")])
    assert_places(f"{contents}¶\n{STORY}|")
