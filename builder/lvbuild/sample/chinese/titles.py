"""What titles of works are made of in the Chinese sample world.

A free title is two images and a link (霜桥与盐灯, five characters); a scholarly one a studio's
name, a topic and the ending of its sort (听潮水文考略, six).
"""

from __future__ import annotations

from lvbuild.sample.chinese.terms import words
from lvbuild.seeds import Draws

_IMAGES = words(
    """
    霜桥 雾港 盐灯 冷杉 石磬 旧帆 风铎 苔阶 银釜 蓝釉 夜渡 潮钟 雪笛 纸鸢 铜镜 沙漏 萤囊 竹马
    麦浪 灰鸽 梅驿 茶烟 棋枰 药炉 井栏 残碑 星槎 渔火 晨鼓 暮砧 柳絮 枫舟 芦笙 琉璃 砚池 墨梅
    檀扇 绣屏 瓦雀 蛛丝 松涛 泉眼 荒驿 马灯 驼铃 烛影 罗盘 锚链 船坞 灯塔 盐田 桑园 酒旗 布谷
    寒蝉 蟋蟀 白鹭 孤雁 云雀 蜂房 橘林 枣树 槐荫 藤萝 水车 磨坊 石臼 陶埙 木屐 蓑衣 炭窑 雪橇
    冰河 雷雨 晚钟 烽台 渡口 栈道 关隘 高塔 矮墙 长廊 空城 古井 新月 残阳 晓风 夜雨 初雪 暖冬
    春汛 秋汛 早潮 归燕 断弦 铁匠 纤夫 画师 邮差 更夫
    """
)
_LINKS = ("与", "之", "映", "伴", "遇")

_STUDIOS = words(
    """
    听潮 观澜 拾穗 问津 负笈 枕流 漱石 卧雪 采薇 抱瓮 倚楹 濯缨 扣舷 寻壑 揽辔 停云 望舒 执圭
    鸣柯 补拙 守默 知非 养拙 怀铅 握椠 汲古 耘经 莳兰 蕴玉 藏晖 映雪 囊萤 凿壁 刺股 焚膏 继晷
    啸月 吟风 弄丸 煮石 饮冰 餐霞 沐芳 结庐 种柳 灌畦 锄云 钓雪 樵歌 牧笛 待渡 催耕 闻鸡 数帆
    倚杖 策蹇 披褐 曳履 振铎 击壤
    """
)
_TOPICS = words(
    """
    水文 星象 草木 桥梁 历算 方言 金石 农桑 医方 声律 潮汐 钟漏 舟楫 矿物 禽鱼 织染 陶冶 气候
    堤堰 驿路 碑刻 仪象 算学 地脉 泉源 沙洲 津渡 盐法 茶事 酿造 乐器 弈理 纸墨 漆器 园圃 蚕事
    风信 冰川 洞穴 城垣 屋宇 灯火 鸟羽 贝类 苔藓 谣谚 契约 度量 砖瓦 渔具
    """
)
_ENDINGS = {
    "论著": words("考略 通论 述要 辨正 发微"),
    "地图集": words("舆图 图志 总图 全图 分图"),
    "游记": words("行记 纪行 游录 旅闻 行录"),
    "图谱": words("谱录 图说 绘谱 图解 谱要"),
    "年鉴": words("岁录 年录 岁编 年编 岁志"),
    "讲义": words("讲录 讲略 课录 授录 讲稿"),
}


def title(draws: Draws, sort: str) -> str:
    """Invent the title of a work of that sort, without 《》."""
    if sort in _ENDINGS:
        return draws.choice(_STUDIOS) + draws.choice(_TOPICS) + draws.choice(_ENDINGS[sort])
    first = draws.index(len(_IMAGES))
    other = (first + draws.between(1, len(_IMAGES) - 1)) % len(_IMAGES)
    return _IMAGES[first] + draws.choice(_LINKS) + _IMAGES[other]
