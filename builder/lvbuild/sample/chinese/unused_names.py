"""Chinese names of what is nowhere in the sample world.

Their characters stand in no name and no text of the world, save surnames, which are none of the
lexicon's, endings, which tell the kind, and the images and the link of titles.
"""

from __future__ import annotations

from lvbuild.sample.chinese.terms import INSTITUTION_MEASURES, words
from lvbuild.sample.entities import Entity
from lvbuild.seeds import Draws

TOWN_FIRST = "岙岽嵊嵖峒岷峄嵩嶷鄞鄄鄱郾郴郸溆藁蒗虞睢睾漓浏琊茌菏"
WATER_FIRST = "涞涿淄淅洮浈溱漪潼潸澎滹浒泸泯沩沔沁汨汴汾泔濡"
SECOND = "椿榆柏桉楠樟椰榛橙柑柚梓桢柽桷棹棻焘塆塬墩坪坳垭圪垛堠墚沱沚淖淀濠濂"
GIVEN = "骏骥骧骅霖霁霏雯霈饶馨麒麟婉娴嫣妍姝菲萍芬芸茜荔蓉菊彬彪炳灿烨炜炯焱焜钊钰铮锐"
_INSTITUTION_FIRST = "骏骥骧霖霏雯饶馨麒麟彪炳灿炜焱钊铮锐"
_SURNAMES = words(
    """
    陆 沈 顾 韩 曹 谢 蒋 袁 潘 杜 彭 程 曾 萧 董 薛 贾 邹 孟 秦 欧阳 司马 诸葛 上官 夏侯 皇甫
    东方 慕容 宇文 长孙
    """
)
_IMAGES = words(
    """
    瓷鹤 锦鲤 竹篱 麦笛 霞帔 暖炕 鹿角 豆灯 莲蓬 蜡梅 铜雀 兔毫 虎符 凤尾 橡果 棉田 丝路 瓜棚 鸦巢
    豹纹 雾凇 葱岭 韭花 菱角 蝉蜕 猿啼 鹅毛 驴车 猎户 樵夫
    """
)
_LINK = "和"
_ENDINGS = (
    "内海",
    "镇",
    "城",
    "港",
    "堡",
    "州",
    "集",
    "河",
    "江",
    "溪",
    "水",
    "川",
    "海",
    "洋",
    "湾",
)


def stranger(entity: Entity, draws: Draws) -> tuple[str, str]:
    """Name something of the entity's kind that is nowhere in the world; both forms are alike.

    The name keeps the ending that tells the kind and shares no other character with the entity's.
    """
    ending = kind_ending(entity)
    while True:
        coined = _coined(entity.kind, draws)
        if not set(coined) & set(entity.name.removesuffix(ending)):
            return coined + ending, coined + ending


def kind_ending(entity: Entity) -> str:
    """Return the end of a name that tells what it is the name of, such as 河; "" of a person."""
    endings = {"institution": tuple(INSTITUTION_MEASURES), "person": (), "work": ()}
    fitting = (one for one in endings.get(entity.kind, _ENDINGS) if entity.name.endswith(one))
    return next(fitting, "")


def _coined(kind: str, draws: Draws) -> str:
    match kind:
        case "person":
            return draws.choice(_SURNAMES) + "".join(draws.shuffled(GIVEN)[:2])
        case "work":
            first, other = draws.shuffled(_IMAGES)[:2]
            return first + _LINK + other
        case "town":
            return draws.choice(TOWN_FIRST) + draws.choice(SECOND)
        case "institution":
            return draws.choice(_INSTITUTION_FIRST) + draws.choice(SECOND)
    return draws.choice(WATER_FIRST) + draws.choice(SECOND)
