"""The terms of the Chinese sample world: what fish, crafts, days, callings and things there are."""

from __future__ import annotations

from collections.abc import Mapping


def words(text: str) -> tuple[str, ...]:
    """Split a text at white space."""
    return tuple(text.split())


_FISH_KINDS = words("鳜 鲈 鲟 鲴 鲃 鳟 鲑 鲇 鳊 鲌")
_FISH_LOOKS = words("银鳞 赤鳍 墨脊 金眼 白吻 玉须 斑尾 青背 阔口 细纹")

_CRAFTS = words(
    """
    竹编 藤编 草席 纸伞 折扇 漆盒 铜锁 锡壶 铁锅 陶瓮 瓷枕 砖雕 木雕 石雕 根雕 剪纸 年画 风筝
    灯笼 皮影 木偶 蓝印布 绸缎 麻布 毛毡 地毯 刺绣 织带 绒花 银饰 玉器 笔墨 砚台 宣纸 线香 蜡烛
    制琴 制鼓 制钟 造船 制帆 绳缆 渔网 水车 木桶 酱油 米醋 黄酒 豆腐 麦芽糖 腊肉 咸菜 茶饼 桐油
    染布 制秤 制镜 制梳 马鞍 雨靴
    """
)

_DAYS = [f"初{digit}" for digit in "一二三四五六七八九十"]
_DAYS += [f"{ten}{digit}" for ten in "十廿" for digit in "一二三四五六七八九"]

_MONTHS = words("正月 二月 三月 四月 五月 六月 七月 八月 九月 十月 冬月 腊月")

_PROFESSIONS = words(
    """
    天文学家 水文学家 植物学家 地图绘制师 钟表匠 造船师 医师 药剂师 作曲家 画家 雕刻家 诗人
    小说家 史学家 语言学家 算学家 建筑师 桥梁工程师 印刷商 航海家 引水员 灯塔看守 盐商 茶商
    纺织商 律师 法官 教员 园艺师 养蜂人 兽医 琴师 演员 制图师 玻璃匠 铸钟匠 书法家 翻译家
    气象观测员 矿冶师 陶艺家 编剧 档案管理员 仪器制造师
    """
)

_COLLECTED = words(
    """
    海螺 贝壳 矿石 化石 蝴蝶标本 鸟蛋 羽毛 种子 干花 树皮拓片 旧地图 旧罗盘 门环 铜铃 钥匙 纽扣
    顶针 算盘 秤砣 钱币 印章 火漆印 信封 票据 戏单 书签 藏书票 扇面 瓦当 砖铭 碑帖 陶片 瓷片
    鼻烟壶 烟斗 茶壶 酒筹 棋子 骰子 拨浪鼓 口弦 陶哨 面具 绣鞋 香囊 梳篦 玻璃珠 船模 锚钩 渔钩
    灯罩 沙样 水样 谜语 民谣 谚语
    """
)

_TREASURES = words(
    """
    黄铜浑仪 象限仪 水运钟 铁铸日晷 石刻星图 羊皮海图 青铜编钟 七弦古琴 玳瑁算筹 乌木书柜
    琉璃穹灯 鎏金地球仪 彩绘屏风 云母窗 鲸骨架 巨鹿角 陨铁 水晶透镜 象牙微雕 漆绘棺板 桦皮手卷
    贝叶经 泥版文书 绢本河图 木刻雕版 铜版药谱 蜡制模型 玉琮 银制药箱 百年标本柜 纸本日志
    双面绣像 石棺 铜鼓 陶制水管 风向铜鸡 自鸣钟 活字字盘 螺钿琵琶 青瓷药臼 千页账簿 铁锚
    古船残骸 珊瑚树 墨玉棋盘 砂岩界碑 黑釉药罐 绢绣航线图
    """
)

INSTITUTION_MEASURES: Mapping[str, str] = {
    "天文台": "座",
    "图书馆": "座",
    "医院": "家",
    "学堂": "所",
    "植物园": "座",
    "博物馆": "座",
    "印书局": "家",
    "音乐院": "所",
    "测候所": "处",
    "水文站": "处",
    "制图局": "家",
    "航海学校": "所",
    "档案馆": "座",
    "藏书楼": "座",
}
"""The sorts of institutions, each with its measure word."""

WORK_WORDS: Mapping[str, tuple[str, str, str]] = {
    "论著": ("部", "撰写", "全书"),
    "地图集": ("部", "编绘", "全集"),
    "游记": ("部", "撰写", "全书"),
    "图谱": ("册", "编绘", "全谱"),
    "年鉴": ("册", "编纂", "全书"),
    "讲义": ("册", "编写", "全稿"),
    "歌剧": ("部", "谱写", "总谱"),
    "小说": ("部", "写作", "全书"),
    "诗集": ("部", "写作", "全集"),
    "剧本": ("部", "写作", "全本"),
    "歌谣集": ("册", "编写", "全集"),
}
"""The sorts of works: measure word, how one is made, what its pages are counted in."""

TERMS: Mapping[str, tuple[str, ...]] = {
    "fish": tuple(look + kind for look in _FISH_LOOKS for kind in _FISH_KINDS),
    "craft": _CRAFTS,
    "market_day": tuple(_DAYS),
    "festival_month": _MONTHS,
    "profession": _PROFESSIONS,
    "collected": _COLLECTED,
    "treasure": _TREASURES,
    "institution_sort": tuple(INSTITUTION_MEASURES),
    "work_sort": tuple(WORK_WORDS),
}
