"""Articles on towns."""

from __future__ import annotations

from lvbuild.sample.chinese.sentences import Wording, parse_plans, parse_table

_PLANS = """
opening altitude / founding founder lore / population streets / craft market trade festival
  / twin compare
opening founding founder / altitude population / craft trade streets / market festival lore
  / twin compare
opening population / founding founder / craft trade / altitude streets lore / festival market
  / twin compare
opening craft trade / altitude founding founder / streets population lore / market
  / festival twin compare
opening altitude population / twin compare / founding founder / market craft trade
  / streets festival lore
opening twin compare / founding lore / founder altitude streets / population trade
  / market festival craft
opening lore / founding founder altitude / market trade craft / festival streets / population
  / twin compare
"""

_SENTENCES = """
@opening
{name}[位于|坐落于|地处]{stands_on}[之畔|岸边|沿岸]，[街巷多与河道平行|民居依坡而筑|是水陆货物的集散地]。
{stands_on}[流经|穿过]{name}，[把城区分作两半|河上的石桥是最老的建筑|两岸码头相望]。
{name}是{stands_on}[沿岸|岸边]的一座[城镇|市镇]，[居民多以船运与手艺为生|以石阶码头著称|四面有矮墙环绕]。
[沿|顺]{stands_on}[行船|而行]，[远远便可望见|绕过一道弯便是]{name}的[屋顶|钟楼|码头]，此城[正|就]建在河[岸|边]。
{name}，城镇名，[临|濒临]{stands_on}，[以集市和手艺闻名|历来是货物上岸的地方]。
[建在|立于]{stands_on}[岸上|河岸]的{name}，[早年只是一处渡口|由几条石板街组成|水路比陆路更便利]。
{stands_on}[河水|的水][日夜|终年]从{name}[城下|脚下]流过，[这座城|城中]的[生计|日子]也[离不开|系于]这条河。
[凡|大凡]走{stands_on}水路的人都知道{name}，[因为|只因]此城[就在河岸|临河而建]，[泊位宽深|食宿便宜]。

@altitude
{name}海拔{altitude_m}米，比{stands_on}的源头低{below_source}米。
{name}的[地势|城基]海拔{altitude_m}米，[雨季不易积水|冬季河面偶有薄冰|城外多是缓坡]。
[城中|镇中]的水准石标明{name}海拔{altitude_m}米，[与{stands_on}源头相差|比{stands_on}的源头低]{below_source}米。
[按|据]水准测量，{name}的海拔[为|是]{altitude_m}米。
{altitude_m}米，这是{name}的海拔，[刻在码头第一级石阶上|写在驿站的门楣上]。
[从|由]{stands_on}源头到{name}，地势[降低|下降]{below_source}米，城区海拔[只有|为]{altitude_m}米。
{name}所在的[台地|阶地]海拔{altitude_m}米，[土层深厚|砾石很多]，[宜种果木|井水清甜]。

@founding
{name}建于{founded}年，[创建者|建城者][是|为]{founded_by}。
[建城|始建]年份[为|是]{founded}年，{name}的[创建者|创建人][为|是]{founded_by}。
{founded}年，{name}[建城|始建]，[创建者|建城者]是{founded_by}。
{founded}年，{founded_by}[率众|带人][在此|来此]建城，[定名{name}|取名{name}]。
{name}由{founded_by}于{founded}年[创建|建立]，[最初|起初]只有[几十户人家|一条街|一圈木栅]。
[说到|论及]{name}的[来历|起源]，[要回到{founded}年|须从{founded}年说起]，当时[创建此城|建城]的是{founded_by}。
{founded_by}是{name}的创建者，[建城|筑城]之年为{founded}年。
[如今|现今]的{name}[始建于|建于]{founded}年，[由{founded_by}创建|创建者是{founded_by}]，[老城格局至今未改|旧城墙尚存一段]。
no_founded_by:{name}[早在|在]{founded}年就已建成，[何人所建|创建者是谁][已不可考|旧志没有写明|众说不一]。
no_founded_by:{name}的[城史|历史]始于{founded}年，[首倡建城者的姓名|建城者何人][已经失传|没有记载|今已不详]。
no_founded_by:{founded}年[建起|建成]的{name}[没有留下创建者的名字|不知为谁所创]，[地方志的首卷|城中旧档][早已散失|毁于一场大水]。
no_founded_by:[论年岁|论资历]，{name}是一座老城，[建于|始建于]{founded}年，[创建者无考|创建者的姓名没有传下来]。
no_founded_by:{founded}年，一群[姓名不传的|来历不明的]移民[建起了|建成]{name}，[当时|起初][只有两排土屋|不过一处泊船的地方]。

@founder
{founded_by}[建立|创建]{name}时{founder_age}岁，[此后又活了{founder_left}年|去世则在{founder_left}年之后]。
[创建|建立]{name}那年，{founded_by}[已|正好]{founder_age}岁。
{founder_age}岁的{founded_by}[为{name}划定|给{name}定下]了[街道的走向|码头的位置|四门的方位]。
从{name}建城到{founded_by}去世，[相隔|隔了]{founder_left}年。
{name}的[一口井|老桥|正街][至今|仍]以{founded_by}[为名|命名]，[此人建城|其人建城]时{founder_age}岁。
[旧志说|相传]{founded_by}[选中|看中]{name}[这块地方|这片河滩]，是因为[泉水不竭|河湾水深|石料就在近旁]。
[城内|镇上]有[碑|石碑]记{founded_by}[创建|始建]{name}的[经过|始末]，[字迹已漫漶|拓片常见]。

no_founded_by:{name}[不知由谁创建|没有留下建城人的姓名]，[各坊|城里]却都说自己[的祖先最早到此|那条街年代最久]，[谁也说服不了谁|为此常有争论]。
no_founded_by:[翻遍|查遍]旧档，[也找不到|仍不见]{name}[最初的|第一位]主事者，[祠堂里供的|节庆时祭的]只是一块[无字的石头|空白的木牌]。
no_founded_by:[说到|论起]{name}的祖先，[居民|城里人][多自称从{stands_on}上游迁来|各有各的讲法]，[年代久远|事隔太久]，[无从查证|只能存疑]。

@population
{name}人口{population}人，[以每户5口计，约有{households}户|合{households}户上下]。
[据|按]户籍册，{name}有居民{population}人。
[住在|定居]{name}的共有{population}人，[往来的船户不计在内|此数不含外来的学徒]。
{name}的人口[为|计]{population}人，[约|大约]{households}户。
{population}人[居住|生活]在{name}，[大多|多半]住在[河边|城内]的[老街|坡地]上。
[一次|历次]清点[表明|得出]，{name}[共|总]有{population}人[定居|居住]。
{name}有{population}名居民，[按每户5口折算|照每户5口]约{households}户，[聚居在河湾内侧|分属四坊]。

@streets
{name}的[街道|街面][用河卵石铺成|铺青石板]，[下雨天|雨后]也不[泥泞|湿滑]。
{name}[旧俗|风俗]，[新屋上梁|孩童满月]要[请邻里吃面|在门前种一棵树]。
[外地人|初来者][到|来]{name}，[常|多半]先被[水边的石级|沿街的廊棚|城门口的茶摊][吸引|留住]。
{name}的[屋檐|廊檐][伸得很长|一间连着一间]，[行人|来客]可以[从码头一路走到集市而不淋雨|在檐下避雪]。
{name}[境内|街头]有[三处|两处][古井|老井]，[最老的一口|其中一口][传说|据说]与建城同年。
[清晨|黄昏]的{name}[最为热闹|最好看]，[挑担的、撑船的、开铺的都赶在这个时辰|炊烟与河雾连成一片]。
{name}的[方言|口音][与下游不同|自成一格]，[称河为“大水”|把桥叫作“过水”]。

@craft
{name}以{craft}[闻名|著称|出名]，[作坊|铺面]多[集中在|开在][河边|后街|南门一带]。
{name}[最拿手|最出名]的手艺是{craft}，[技艺|手艺][父子相传|师徒相授]。
[外地|远近]客商到{name}，[多半|大都]是为了[当地|此城]拿手的{craft}。
{craft}是{name}的[传统手艺|传统行业]，[城中|镇上]每[十|二十]户就有一户[靠它为生|从事此业]。
[说起|提到]{craft}，[内行人|行家][首推|最推重]{name}，[城中作坊以此为业的最多|这门手艺在城里传了好几代]。
{name}的{craft}[自成一派|名声在外]，[货品|成品]顺{stands_on}运往[各地|下游]。
{name}人[擅长|世代从事]{craft}，[学徒|徒弟]要[满五年|三年零一节]才能出师。
[若论|论]手艺，{name}[当以{craft}为第一|最有名的是{craft}]，[行会|同业公会]的[牌匾|匾额]至今挂在[正街|码头]上。

@market
{name}的集日是每月{market_day}，[四乡的船只与骡马天亮前就到|午后便散]。
每月{market_day}，{name}[逢集|赶集|开市]，[街上|河边]摆满[粮食、布匹与农具|鱼虾、蔬果和陶器]。
{name}每月[逢|到]{market_day}[开集|赶集]，[风雨无阻|只在大水之年停过几回]。
[要|想]赶{name}的集，[须|得]等到每月{market_day}，[那天|当天]连[渡船|过桥]也[不收钱|减半收费]。
[每到|到了]{market_day}，{name}[就|便]要赶集，[这个日子每月一次|一月一回]，[从不更改|雷打不动]。
{name}的[集市|市集]定在每月{market_day}，[以牲口和木料交易为大宗|秤与斗由公所统一发放]。

@festival
{name}的节庆在{festival_month}，[届时|到时]河上[放灯|赛船]，[街头|城里]连唱[三日|五日]戏。
每年{festival_month}，{name}[举办|举行][一年一度的|]节庆，[家家|各家]门前[挂起彩布|点上长明灯]。
{festival_month}是{name}[过节|举办节庆]的月份，[出门在外的人|在外谋生者]多赶回[团聚|家中]。
{name}[一年中最热闹|最热闹]的时候是{festival_month}，[全城|全镇]的节庆[就在|便在]此月。
{name}的[节庆|年度节庆][定在|设在]{festival_month}，[由各坊轮流主办|费用由各行会分担]。
[外乡人|游客]若在{festival_month}来到{name}，[正好|恰好]赶上[当地|城中]的节庆。
{name}[把节庆|将节庆][放|安排]在{festival_month}，[据说是为了纪念第一座桥落成|相传与河神的生日有关]。

@twin
{name}与{twin}[结为|是]友好城镇，[两地|双方][每年互派工匠|互免船税]。
{twin}是{name}的友好城镇，[往来书信|旧日盟书]存于[公所|档案柜]。
[同{name}|与{name}]结为友好城镇的是{twin}，[两地|两城]的[钟|城门]据说[出自同一批匠人|样式相同]。
{name}的友好城镇[为|是]{twin}，[结好|结盟]的石碑立在[桥头|码头]。
{name}和{twin}[多年前|早年]结为友好城镇，[节庆时|逢年过节]互赠[土产|酒食]。
[在|论]对外交往[方面|上]，{name}[以{twin}为友好城镇|的友好城镇是{twin}]。
{name}同{twin}有友好城镇之[约|谊]，[学童|学徒][可以|可]互换[一年|半年]。

@compare
[论|比]人口，{name}比{twin}多{more_people}人。
{twin}[不及|小于]{name}，[人口|居民]少了{more_people}人。
[论|比]人口，{name}比{twin}少{fewer_people}人。
{twin}[大于|超过]{name}，[人口|居民]多出{fewer_people}人。
{name}[建城|始建]比{twin}早{earlier}年，[却并不以此自居|当地人常以此自夸]。
{twin}[建城|始建]比{name}早{later}年。
{name}[建城|始建]比{twin}晚{later}年，[街道规划因此更为齐整|自称是小弟]。
[与|同]{twin}相比，{name}的[城龄|历史][长|多]{earlier}年。
{name}[地势|海拔]比{twin}高{higher}米。
{name}[地势|海拔]比{twin}低{lower}米。
[两城|两地][海拔|高低]不同，{name}低于{twin}{lower}米，[气候也略暖|开花早几天]。
[两城|两地][海拔|高低]不同，{name}高于{twin}{higher}米，[气候也略凉|入冬早几天]。
{name}与{twin}[相交|往来]已久，[商人|船户]在两地[都有铺面|都可赊账]。

@trade
{name}[进出|往来]的货物以[粮、盐、木料|布匹、药材和陶器]为[大宗|主]，[码头上|河边]有[仓房|货栈]十余座，[都归行会管理|夜里轮流看守]。
{name}的[商铺|铺面][早开晚收|入夜仍点灯营业]，[老主顾|熟客]可以[记账|赊欠]，[年终一并结清|到秋收后再还]。
[经|由]{stands_on}来的货船[多在{name}停一夜|必在{name}卸货]，[船员|船夫]在[茶馆|客栈]里[打听行情|等候顺风]。
{name}的[秤|尺]与[别处|外地]略有[不同|出入]，[头一回来的客商|外地商人]常要[当面校准|重新折算]。
{name}[城外|周边]的[果园|菜地|桑田][一直延伸到山脚|收成向来不坏]，[所产|产出]大半[在本地吃用|运往下游]。
{name}的[船行|车行][定有|立有]行规，[先到先装|按号发货]，[违者|坏了规矩的]要[罚修码头|请同行吃酒]。

@lore
{name}的[名字|名称][出自|来自][一位老船工|本地方言|一句歌谣]，[原义|本意][已有争论|说法不一]，[写法|字形]却[一直未变|早已固定]。
[相传|据说]{name}[地下|城下]埋着[一口古钟|一条旧船]，[孩童|老人]都能[讲得有声有色|指出大概的方位]。
{name}[遭过|受过]一次大[水|火]，[重建|修复]时[加宽了街面|抬高了地基]，[从此|此后]才有[今天|如今]的[模样|格局]。
[旧志|老辈人]说{name}[早年|从前]有[四门|六座城门]，[现在|眼下]只有[临河的一座|北面的一座]还在，[门洞里刻着历年水位|晚上照旧上锁]。
{name}[出|有]一种[面食|糕点|咸鱼]，[做法|滋味]与[邻近各地|邻城]不同，[行旅常买来作干粮|离家的人最为想念]。
{name}的[更夫|打更人][由各坊轮派|父子相承]，[敲更|报时]的[梆子|铜锣]声[河对岸也听得见|比钟楼还准]。
"""

TOWNS = Wording(("此地", "此城"), parse_plans(_PLANS), parse_table(_SENTENCES))
