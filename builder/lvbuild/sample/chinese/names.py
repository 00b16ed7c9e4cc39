"""Invented Chinese names: every kind has characters or an ending of its own.

No name is part of another: towns, rivers, seas and institutions end in characters that stand in no
other place of a name; people's names of different lengths share no given or family characters; the
two sorts of titles differ in their third character.
"""

from __future__ import annotations

from lvbuild.sample.chinese.terms import TERMS, words
from lvbuild.sample.chinese.titles import title
from lvbuild.seeds import Draws

_TOWN_FIRST = (
    "蓼骊崦峣嶙崚峤垚埙堇墉圻坻澹濯沆泠洄洌浥涔淦淙湫湲溟滃滢潋潆濛灏杪枋枳栎桁桕桤桫梣椋椴楝楸榉槭樨檗砥碣磬"
    "筠箬篁绡缃缦翎翊翙翮耒芩苕茱荇荻莳莼菡萸葭葳蒹蕤薜藜蘅虬觞觥谧赭邃酉釉镡隰隽霭靛颉飒骁骐骖鲛鸢鹇麂黛"
)
_TOWN_SECOND = (
    "棠棣岫岑嵋屿岬礁矶峪崮汀渚浔浦陂坞埭塍畹畦墀垄砚硖磴碓碛桅柁栈楫槎橹榭楣檐樾椽棂簏簖笙笠篙筏箔"
    "鹄鹭鸥鹘鹩鸬鲂鳜鲵鳐蛟螺蛤貂麝犀骝驹驷鞍辔辕辂轱铎钲铙锽镝鼒彝罍卣瓯瓴甑缶罂绦纻缣縠绫"
)
_TOWN_ENDINGS = ("镇", "镇", "城", "港", "堡", "州", "集")

_RIVER_FIRST = (
    "沣泖泐洙浠浣涑涒涪淠淇渑渌湄湓溁溧滁滠漯漳潍澴濉瀍灞甪皤盱眙瞻矬秭窅竑粼綦綮羿翥耖胪舸艅芗芾茛荥荼莨菅"
    "萦葑葚蓁蓠蔹蕲薰蘩虔虢蜃蜩螭衮袤褚觱谡谯豳貉赪趵踽轫辚逶邈郗郯鄢酆醴釐钤铢锬镆阗陟霰鞫韫颍飔馥驺骕魍鲷鸫黩"
)
_RIVER_SECOND = (
    "沄泓泫洇浃浟涓涘淼渟渲湉湑湜溦滮漉漭漶潏潢潺澌澍澥濆濞瀹灈冽凇凝皎皓皙莹莽萋葱蓊蔓薇"
    "芒芊苒苓茵荏荪菀萱蔻蔺岌岖峋峥崴嵯巉玦玢珏珩琚琬瑀瑗璆璜瓒笳筌箜篌纡纭绀绎绮缁缊缟缨缭"
)
_RIVER_ENDINGS = ("河", "江", "溪", "水", "川", "河")

_SEA_FIRST = (
    "沧瀚泱浑滉溔瀁瀛渺杳冥窈森霆飙曛曦曜昶旻昊晷晞晦暝暾渟霓霄霰雰霙曙晕暄晖旸暮鲲鳌鼋偃仞偲俦僖兖冕冽"
    "勖匏厝叆啻嚣囿坼垠壑夐奕娑婺孚"
)
_SEA_ENDINGS = ("海", "海", "洋", "湾", "内海")

_DOUBLE_SURNAMES = words(
    """
    亓官 澹台 濮阳 即墨 谷梁 拓跋 公冶 宗政 闾丘 太叔 申屠 钟离 赫连 尉迟 淳于 夹谷 巫马 漆雕
    乐正 壤驷 段干 羊舌 梁丘 左丘 微琴 公羊 颛孙 端木 鲜于 贺兰 纥骨 斛律 呼延 乌雅 仆骨 沮渠
    长鱼 屈突 侯莫 达奚 库狄 宿勤 阿跌 契苾 素黎 普陋
    """
)
_SINGLE_SURNAMES = (
    "郏郦郗邰邬郄鄂酆逄逯蒯蔺荀芮茹荆莘蓟缪糜禚祢畲璩琚爨沃汝檀昝晁扈戢恽怙庹岐宓妫夔堵喻呙咎卞"
    "厍佘仉仝亢"
)
_GIVEN_FIRST = (
    "昀昕昇晔晗晞暄朔桐栩梧棋楷榕槿樾沛泽洵浚浩涵渊湘滔漠潇澈烁焓焕煜熠燧牧玄珂珞珣琅琛琪瑜瑭璟甫畅皓"
    "睦砺祈祺禾秉稚竞章筱简籁绍绎羽翰耘聿胤致舜航荃莛菁蓝蕴衍褀诚谦贞赟辰述逸遥铭锴阅霆韵颖"
)
_GIVEN_LAST = (
    "之云佑修偲元光全冉凡初功卿原司同君哲唐嘉园垣培夏奇如妙存守安宜容密宽尧屏岩岱崇川巡帆年庭康廷弘弦"
    "彤彦心志怀思恒恺悦情想意慈慎成承抒持挚敏文斯方旭明映春景晴曼月朗望本朴松"
)
_GIVEN_ALONE = "骞珝翀翾巍飏飖翯旃旆骉鬯鼐羱麃黻黼皞皦瓛籛矞矱韡韪韬郕隗隩頵"

_INSTITUTION_FIRST = (
    "懋谌恪劭晏昱晟煦彧弼毓敷咏郁雍穆肃谧粹醇笃钦祗寅庚泰观履谦恒鼎贲咸渐涣孚豫随临升巽兑蒙复晋益"
)
_INSTITUTION_SECOND = (
    "圭璋璧琮瑾瑜琦瑛珪珂璠玙琰琨琏瑚璇玑衡铉钺钧镛锷鉴铭彝鼐斝爵觚樽俎豆笾"
    "簋篪竽瑟筑磬祝柷埙龠轩轾轺辇葩蕊萼荪蘅芷茝椒榴"
)


class ChineseLexicon:
    """Names and terms of the Chinese sample world."""

    terms = TERMS

    def town(self, draws: Draws) -> str:
        """Invent a town such as 蓼棠镇."""
        return _compound(draws, _TOWN_FIRST, _TOWN_SECOND, _TOWN_ENDINGS)

    def river(self, draws: Draws) -> str:
        """Invent a river such as 皤泓江."""
        return _compound(draws, _RIVER_FIRST, _RIVER_SECOND, _RIVER_ENDINGS)

    def sea(self, draws: Draws) -> str:
        """Invent a sea such as 沧霓海."""
        return _compound(draws, _SEA_FIRST, _RIVER_SECOND, _SEA_ENDINGS)

    def person(self, draws: Draws) -> tuple[str, str]:
        """Invent a person; Chinese texts repeat the whole name, so both forms are the same."""
        shape = draws.uniform(0, 1)
        if shape < 0.15:
            name = draws.choice(_DOUBLE_SURNAMES) + draws.choice(_GIVEN_ALONE)
        elif shape < 0.6:
            name = draws.choice(_DOUBLE_SURNAMES) + _given(draws)
        else:
            name = draws.choice(_SINGLE_SURNAMES) + _given(draws)
        return name, name

    def institution(self, draws: Draws, kind_term: str, town: str) -> str:
        """Invent an institution such as 毓璋天文台; it never carries its town's name."""
        return _compound(draws, _INSTITUTION_FIRST, _INSTITUTION_SECOND, (kind_term,))

    def work(self, draws: Draws, kind_term: str) -> str:
        """Invent a title without 《》, which texts add."""
        return title(draws, kind_term)


def _compound(draws: Draws, first: str, second: str, endings: tuple[str, ...]) -> str:
    return draws.choice(first) + draws.choice(second) + draws.choice(endings)


def _given(draws: Draws) -> str:
    return draws.choice(_GIVEN_FIRST) + draws.choice(_GIVEN_LAST)
