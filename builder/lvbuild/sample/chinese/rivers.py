"""Articles on rivers."""

from __future__ import annotations

from lvbuild.sample.chinese.sentences import Wording, parse_plans, parse_table

_PLANS = """
opening source naming / journey mouth / banks weather / fish catch / survey surveyor
opening / source mouth journey / naming weather / survey surveyor / fish catch / banks
opening survey surveyor / source journey / mouth banks weather / catch fish / naming
opening fish catch / source mouth naming / weather banks / survey surveyor journey
opening mouth source / journey naming / survey surveyor weather / fish catch / banks
opening naming / banks weather / source journey / fish catch mouth / survey surveyor
"""

_SENTENCES = """
@opening
{name}是一条[长|全长|干流长]{length_km}千米的河流，[最终|最后|终点]注入{flows_into}。
{name}全长{length_km}千米，[由高地奔流而下|一路蜿蜒|曲折而行]，[汇入|注入|流入]{flows_into}。
在[注入|流入|汇入]{flows_into}的[河流|水道]之中，{name}以{length_km}千米的[长度|流程][为人所知|载入图籍]。
{name}，水道名，长{length_km}千米，[下游|尽头]注入{flows_into}。
在[水文图|河道图|舆图]上，{name}是一道{length_km}千米长的[曲线|蓝线]，[线的尽头是它所注入的|末端接着它所汇入的]{flows_into}。
从源头到汇入{flows_into}的河口，{name}[共|总共|一共]流过{length_km}千米。
长{length_km}千米的{name}[起于山地|起于高地|自高处发端]，[所带的水全部流入|终归注入]{flows_into}。
{flows_into}[接纳|容纳]的[诸水|水流]里有{name}一条，[其|此河]长{length_km}千米，[自成一系|支脉众多|沿岸人烟相望]。

@source
{name}[发源于|源出]海拔{source_altitude_m}米的[山地|高地|坡地]，平均每流1千米[约|大约]下降{fall}米。
{name}的源头海拔{source_altitude_m}米，由此往下，[河床|水面]平均每千米[下降|降低]{fall}米。
海拔{source_altitude_m}米处的[几眼泉水|一片湿地|一处石隙]，[便是|就是|即为]{name}的[起点|源头]。
若沿{name}逆流而上，要[升高|爬升]到海拔{source_altitude_m}米才能见到源头，[约合|合]旧制{zhang}丈。
说到落差，{name}的源头位于海拔{source_altitude_m}米，[均摊|摊]到全程，每千米约{fall}米。
{name}的源头在海拔{source_altitude_m}米的[高处|山间]，[合|约合]旧制{zhang}丈，[冬季常为积雪覆盖|春末才见雪化|少有人迹]。
[测绘图|水文图]把{name}的源头标在海拔{source_altitude_m}米，[此处以下才有固定河道|其上只有零散的溪涧]。
[上游|源头]一带海拔{source_altitude_m}米，{name}初出时[不过一步之宽|只是一线细流|清浅见底]。

@journey
[若|倘若]每日沿岸步行30千米，走完{name}[约需|大约需要]{walk}天。
以旧制计，{name}[长达|有]{li}里，[船家|纤夫]习惯[按里|以里][计价|收钱]。
{name}折合旧制{li}里，[乘船|放舟]而下，[日行60千米|每日60千米]，[约|也要]{sail}天[到底|走完]。
[一根木头|一片木筏]若以每日50千米[的速度|]顺{name}漂流，[约|大约]{drift}天可到河口。
{name}的[水量|流量][随季节涨落|春秋两季变化很大]，[两岸|沿岸][村落|人家]多建在[高阶地|石基]上。
[枯水|冬枯]时节，{name}的[河滩|沙洲][大片|成片]露出，[可以步行到对岸|成了孩童的去处]。
{name}[河道|水道]多弯，[行船|撑船]的人[用|拿][弯数|湾数]而不用里数来[记路|说远近]。
[春汛|夏汛]来时，{name}[水色浑黄|水声数里可闻]，[渡船|渡口]往往[停上数日|要停几天]。

@mouth
[与|同]所汇入的{flows_into}相比，{name}[短了|要短]{shorter}千米。
{flows_into}比汇入其中的{name}[长|长出]{shorter}千米，[源头却不相邻|两河水色也不相同]。
{name}[短于|不及]干流{flows_into}，[二者|两者]相差{shorter}千米。
{name}与{flows_into}[相会|交汇]之处，[清浊两股水并流一段|水面骤然开阔|渔船云集]。
[到了|到]{flows_into}[近旁|附近]，{name}的[流速|水流]渐[缓|慢]，[泥沙|沙石]在此[沉积|停下]。
{name}[流入|注入]{flows_into}的[地方|口子]，[历年|多年]来[移动过几次|缓慢外移|淤出一片新滩]。

@survey
{surveyed_in}年，{surveyed_by}[完成|主持]了对{name}的[全程|系统|全线]勘测。
{name}由{surveyed_by}于{surveyed_in}年[勘测|实地勘测|踏勘]，[河长与高程从此有了实数|图稿随后刊行]。
[勘测|踏勘]{name}的是{surveyed_by}，[时间|事]在{surveyed_in}年。
[关于|有关]{name}的[可靠数据|实测数字]，出自{surveyed_by}{surveyed_in}年的勘测。
{name}的[勘测|测量]工作[完成于|结束于]{surveyed_in}年，[主持者|主持人][是|为]{surveyed_by}。
直到{surveyed_in}年{surveyed_by}[前来|率队]勘测，{name}才[有了完整的河道图|在图上有了确定的走向]。
{surveyed_by}在{surveyed_in}年[溯流而上|顺流而下]，[勘测|测量]了{name}[全程|的全部河道]。

@surveyor
[勘测|测量]{name}那年，{surveyed_by}{surveyor_age}岁。
{surveyed_by}[勘测|踏勘]{name}时[年|已]{surveyor_age}岁，[此后又活了{surveyor_left}年|距去世尚有{surveyor_left}年]。
从{name}勘测完成到{surveyed_by}去世，[其间|中间][隔了|相隔]{surveyor_left}年。
{surveyor_age}岁的{surveyed_by}[为{name}|在{name}沿岸]立下的[水尺|标石]，[后人沿用了很久|后来多被洪水冲走]。
{surveyed_by}的{name}[图稿|测图]完成[之后|以后]，[作者|绘者]还有{surveyor_left}年[的岁月|在世]。

@fish
{name}[出产|盛产]{fish}，[秋后|入冬后|谷雨前后]最为[肥美|多见]。
[沿岸|两岸]渔户[最看重|最爱捕]的是{name}的{fish}。
{fish}是{name}[最有名|最常见]的鱼，[鳞色因水清而特别鲜亮|多在石滩间产卵|喜居深潭]。
[论|说到]{name}的[水产|物产]，[当|要]以{fish}为[首|最]。
{name}里的鱼以{fish}最[负盛名|受称道]，[渔户|渔家]多用[竹笼|细网|钓钩]捕取。
[食客|老饕]说起{name}，[先想到|想到]的[往往|总]是[此河|那里]的{fish}。
{name}[渔业|的渔业][以{fish}为主|主要靠{fish}]，[产卵期内禁捕|每年只捕两季]。

@catch
[旧时|早年]{name}的渔户[按水段轮流下网|各守一段水面]，[不得越界|界石至今还在]。
{name}上的[渔歌|号子][很多|流传很广]，[大半|多半][唱的是风浪与收成|由老渔夫口授]。
[初春|开春]第一网，{name}的渔家[照例放生一半|要先祭河]。
{name}沿岸的[饭铺|酒肆][以河鱼待客|多备鲜鱼]，[价钱|价格]随[水势|季节]涨落。
[到了|每到]{name}的[渔季|开捕日]，[全村|各村][出动|一齐下河]，[灯火彻夜不熄|河面上船挨着船]。

@naming
{name}[之名|的名称]的来历[有两种说法|并无定论]，[一说出自古语|一说因水色而起]，[一说|另一说]得自[最早的摆渡人|河心的一块石头]。
[旧图|古书]上的{name}[写法不一|曾被误抄]，[到测绘以后|近世]才[统一|改正]。
[上游|下游]居民[不叫|很少叫]{name}的[本名|全名]，[只说|而称]“[大河|老水|门前水]”，[外人|来客]常[听不明白|误会]。
{name}的[传说|故事]里[总有一位摆渡老人|常出现一口沉钟]，[各地|各村]的讲法[略有出入|却不相同]。
[民谣|渔歌]唱{name}“[九弯十八滩|一日三回头]”，[说的是河道曲折|虽有夸张，也有几分实情]。
{name}[在官书里|在旧档中]归入[大川|要津]一类，[设有专人看守堤岸|每年例行疏浚]。

@banks
{name}两岸[多|遍布][柳树|芦苇|桑园]，[堤上可行车马|田埂直抵水边]，[春天|秋天]常有[画师|游人]前来。
{name}上有[石桥|木桥][三座|五座]，[最老的一座桥面已磨出凹槽|都收过桥钱]，[其余各处|别处]全靠[渡船|绳渡]。
[堤岸|护岸]是{name}沿线[最要紧的工程|年年要修的东西]，[石料|木桩]取自[上游|近山]，[工钱由两岸分摊|由沿岸各户轮流出工]。
{name}[上游|中游]的[磨坊|水车][曾多达数十座|日夜不停]，[后来|日后][只剩几处石基|大都废弃]。
[行经|来往]{name}的[木船|货船]以[运粮|运盐|运木料]为主，[吃水不深|船头多画一双眼睛]。
{name}[冲出|冲积成]的[滩地|平地][土色发黑|十分肥沃]，[宜种麦|多种蔬菜]，[只是|但]每隔几年便[受一次水淹|要重划地界]。

@weather
{name}[冬季|寒冬][上游|浅滩]结冰[一两个月|数十日]，[冰面可以走人|船只都拖上岸修补]。
[雨季|汛期]的{name}一夜之间[能涨一丈|可淹没河心洲]，[守堤人|更夫]以[敲锣|举灯]报警。
[秋天|入秋后]的{name}[水位平稳|水清见底]，[正是行船的好时候|船期最为准时]。
[晨雾|大雾]在{name}上[十分常见|往往到午前才散]，[渡口|码头]因此设有[铜钟|号角]。
{name}[历史上|有记录以来][改道两次|决口三次]，[旧河道|故道]如今成了[一串池塘|一片低洼地]。
[久旱|大旱]之年，{name}[并不断流|只剩一线]，[靠的是源头泉水|两岸为争水立过公约]。
"""

RIVERS = Wording(("该河", "此河"), parse_plans(_PLANS), parse_table(_SENTENCES))
