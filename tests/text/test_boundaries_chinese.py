"""Where sentences and paragraphs end in Chinese: prose, speech, headings and verse.

In the texts `|` marks the end of a sentence, `¶` of a line that is no prose.
"""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language
from tests.text.marked_places import assert_marked

CHINESE = find_language("zh")

STORY = "渡口的老船夫在河边住了三十年，村里没有一个人记得他哪个冬天不曾出船。"
TOLD = STORY.replace("。", "．")
FIVE = "小舟横古渡，残雪压孤篷。\n不见归来客，空闻日暮钟。"
SEVEN = "一叶扁舟下暮滩，三年不见故人还。\n寒灯照壁无言语，细雨敲窗夜欲阑。"
SONG = "雪满江头。问何人、夜半行舟。\n旧渡荒村都在否，灯火无多，星月空流。"

SENTENCES = """
封肃听了，唬得目瞪口呆．|不知何祸．|
他从外面走了进来。|众人都站起来迎接！|贾母却不在屋里？|
该片于1937。|影片上映之后大获成功。|
由J．K．罗琳所写的小说在英国出版。|众人都喜欢读它。|
奥普拉．温弗瑞是美国的主持人。|观众都喜欢她的节目。|
他读《你好！北京。》一书读了整整三天。|众人都觉得奇怪。|
他等了很久……终于走了过来。|众人都站起来迎接。|
他喜欢雅虎!奇摩的网站和网页。|别人都不喜欢它。|
雨村下了轿,看见那座庙里没有人.|2).众人都来跪着迎接他.|衙役打千请了安.|
他在东京看了电影『你的名字。』の公开放映。|众人都喜欢看它。|
玉在?中求善价，钗于奁内待时飞，士隐听见了．|雨村忙站起来．|
士隐笑道：“非也．|适因小女啼哭，引他出来作耍。”|那僧又看了看士隐．|
道人问道：“你意欲何往？"|那僧笑着看了看他．|
宝玉道：“罢了．|`蠢物-二字不好．-|如今改了罢．"|众人听了都笑起来．|
王夫人道：“坐下罢！”|“太太请坐！”|众人都不敢坐下来．|
故曰"贾雨村。"云云，此是第一回的题目．|列位看官听我道来．|
他“加油！”的喊声传遍了整个赛场。|众人都站起来迎接。|
“我明天再来。”他说，脸上带着笑容。|众人都站起来迎接。|
镌着“通灵宝玉。”四字，背后还有几行小字。|众人都来看。|
那僧道：“后日自明。”|说着，便袖了这石头去了．|道人也去了，不在话下．|
众人都来看那块石头．|甲士只面情塞责而已．终不知端的，且听下回分解．|
甲士道：“快叫他来！”一语未了，只见乙生走了进来．|众人都笑了．|
那婆子叩头出去了．不题．|乙生次日又来看他．|
乙生忙问是什么缘故．不知他说出什么，下回分解．|
""".strip()
PARAGRAPHS = [
    "——我不去那里。|你知道磨坊已经旧了。|\n老人站起来走了出去。|",
    "甲士道：“由你办去罢。”\n话犹未了，外面小厮进来回话．|",
    f"{TOLD}|\n正说着，只见乙生走了进来．|\n甲士忙站起来．|",
    f"{TOLD}要知端的，且听下回分解．|\n第三回   托内兄如海酬训教¶\n{TOLD}|",
    # Verse, among prose, in a speech, run on into prose, broken into lines, and alone.
    f"{TOLD}|作者题一绝云：\n满纸荒唐言，一把辛酸泪！\n都云作者痴，谁解其中味？\n"
    f"出则既明，且看石上是何故事．¶\n{TOLD}|{TOLD}|{TOLD}|",
    f"{TOLD}|士隐口占五言一律云：\n蟾光如有意，先上玉人楼．|{TOLD}|{TOLD}|{TOLD}|",
    "宝玉便念道：“这首诗说：\n玉是精神难比洁，雪为肌骨易销魂．¶\n这便是了。”|",
    f"{TOLD}|\n镜里恩情，更那堪梦里功名！那美韶华去之何迅！再\n休提锈帐鸳衾．¶",
    *(f"{STORY}|有诗为证：\n{poem}¶\n“这诗倒好。”|" for poem in (FIVE, SEVEN, SONG)),
    f"夜渡\n佚名\n{FIVE}¶",
    FIVE.replace("，", "\n").replace("。", "") + "¶",
    (FIVE + SEVEN).replace("\n", "") + "¶",
    # Headings of several lines, and contents.
    f"{STORY}|\n第三回\n托渡口老翁说旧事\n访孤舟过客问前因¶\n{STORY}|",
    f"{STORY}|\n楔子¶\n{STORY}|",
    f"目录\n第一回 渡口旧事\n第二回 渡口旧事¶\n{STORY}|",
]


@pytest.mark.parametrize("marked", [*SENTENCES.split("\n"), *PARAGRAPHS])
def test_places_are_where_they_are_marked(marked: str) -> None:
    assert_marked(marked, "zh")
