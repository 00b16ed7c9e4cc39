"""Articles on institutions."""

from __future__ import annotations

from lvbuild.sample.chinese.sentences import Wording, parse_plans, parse_table

_PLANS = """
opening opened / founder town rooms / head heads staff / holdings treasure
  / custom visitors trials
opening founder rooms / opened town / holdings visitors / treasure custom / head staff heads
  / trials
opening staff custom / opened founder trials / head heads rooms / treasure holdings visitors
  / town
opening opened town visitors / holdings treasure trials / head heads / staff custom founder
  / rooms
opening treasure / opened founder town trials / staff holdings / custom rooms
  / head heads visitors
opening rooms / opened founder trials / head heads staff / treasure holdings
  / town visitors custom
"""

_SENTENCES = """
@opening
{name}是[设在|位于]{located_in}的一{measure}{sort}，[院墙以青砖砌成|正门朝河|门前有两棵老树]。
{located_in}的{name}是一{measure}{sort}，[在同类中规模居前|以藏品与规矩闻名|常有外地人慕名而来]。
[位于|坐落于]{located_in}的{name}，是[当地|本地区]有名的一{measure}{sort}。
{name}[设于|位于]{located_in}，[按类别|论门类]是一{measure}{sort}，[屋宇分前后两进|由三栋楼房围成一院]。
{located_in}[城内|城中]有一{measure}{sort}，[名为|名叫]{name}。
[到|来]{located_in}的人，[多要|少不得]去看看{name}，那是一{measure}[开门迎客的|门禁森严的|声望很高的]{sort}。
作为一{measure}{sort}，{name}[设在|位于]{located_in}，[四周|周围]有[矮墙|水渠]环绕。
在{located_in}的[各处|诸多]公共[房舍|建筑]之中，{name}这{measure}{sort}[最为醒目|建得最讲究|历来受人看重]。

@opened
{name}于{opened}年[开办|落成开办]，[创办者|创办人]是{founded_by}。
{opened}年，{founded_by}[创办|创立]了{name}。
{name}由{founded_by}[创办|创立]，{opened}年[正式|]开办。
[创办|创立]{name}的是{founded_by}，[开办于|时在]{opened}年。
{founded_by}是{name}的创办者，机构于{opened}年[对外|正式]开办。
{opened}年[春天|秋天|入冬前后]，由{founded_by}创办的{name}[正式开办|开门]。
[门楣|奠基石]上刻着{name}的开办年份{opened}年，[下方|旁边]是创办人{founded_by}的名字。
{name}[开办于|始于]{opened}年，[其|此前的]筹款与选址都由创办人{founded_by}[一手|亲自]操办。

@founder
[创办|开办]{name}时，{founded_by}[已|年满|时年]{founder_age}岁。
{founded_by}创办{name}那年{founder_age}岁，[此后又活了{founder_left}年|去世则在{founder_left}年后]。
{founder_age}岁的{founded_by}为{name}[捐出了大半积蓄|变卖了一处田产|四处奔走了整整两年]。
从{name}开办到{founded_by}去世，[相隔|隔了]{founder_left}年。
{name}的[旧账|捐册]里，{founded_by}[列在第一名|的名字写在卷首]。
{founded_by}为{name}[定下|立下]的[章程|规矩][只有几条|写在一张纸上]，[沿用至今|历任都不曾改动]。
[有人说|据说]{founded_by}[办|创办]{name}的念头，起于一次[火灾|大水|远行]。

@town
{name}开办时，{located_in}[建城|建成]已有{town_age}年。
[从|自]{located_in}建城到{name}开办，[其间|中间]相隔{town_age}年。
{located_in}[建城|立城]{town_age}年之后，才有了{name}。
{name}[当年|最初]选址{located_in}，[为的是水路便利|是因为那里石料便宜|得力于当地人捐出的地皮]。
{name}离{located_in}的[码头|集市]只有[几百步|一条街]，[搬运|来往]十分[方便|便当]。
{located_in}的[居民|孩童][习惯把|常把]{name}[当作|看作][避雨的地方|城里的门面]。
{name}的[钟声|灯火]在{located_in}[全城|各处]都能[听到|望见]。

@head
{name}曾由{headed_by}[主持|执掌]，[这段时期|当时]的[文书|簿册]保存得最为完整。
[主持|执掌]{name}的人是{headed_by}，[行事以谨慎著称|待下宽厚|对账目极为认真]。
{headed_by}[担任|出任]{name}的主持人，[增修了后院|重订了章程|添置了许多器物]。
{name}的主持人{headed_by}[作风简朴|事必躬亲]，[常亲自清点库房|每天第一个到、最后一个走]。
[历来|旧时]说到{name}，[总要提到|便会想起][其|]主持人{headed_by}。
{headed_by}[主持|执掌]{name}期间，[每月朔望开放参观|来客日多|立下了新的借阅规矩]。
在主持人{headed_by}[手里|任内]，{name}[添了一栋新楼|换了门窗|渡过了最困难的几年]。

@heads
{name}的创办人{founded_by}比主持人{headed_by}[年长|大]{head_younger}岁。
[论|按]年纪，{name}的主持人{headed_by}比创办人{founded_by}[年长|大]{head_older}岁。
{name}开办时，[后来的|日后的]主持人{headed_by}{head_age}岁。
{headed_by}出生[之前|前]{head_unborn}年，{name}[已经开办|就开办了]，[谁也想不到日后会由此人主持|后来却由此人主持]。
[挂在|悬于]{name}正厅的两幅画像，[左为创办人{founded_by}，右为主持人{headed_by}|一幅是创办人{founded_by}，另一幅是主持人{headed_by}]。
{name}的[档案|旧档]里[留有|存有]{headed_by}主持期间的[日记|手札]，[字迹工整|笔迹潦草]。

@staff
{name}有职员{staff}人，[平均每人照管{each}件藏品|人均照管藏品{each}件]。
在{name}[任职|供职]的共{staff}人，[分作三班|按日轮值|多为本城人]。
{name}的职员[共|总计]{staff}人，[一半以上住在院内|薪俸按季发放]。
[花名册|名册]上记着{name}的职员{staff}人，[大半是本地人|其中有几位是世代相承]。
{staff}名职员[维持着|分担着]{name}的[日常事务|大小事务]，[逢节庆也有人值守|人手并不宽裕]。
[论|说到]人手，{name}[共有|有]职员{staff}名。
{name}雇有职员{staff}人，[看门与洒扫的|杂役][不在此数|另计]。

@holdings
{name}[收藏|保存]的藏品[共|总计]{holdings}件，[编目用了多年|分类存放于三层楼内]。
{name}的藏品达{holdings}件，[若每天清点40件|按每日清点40件计]，[约需|要花]{counting}天。
[登记册|目录]上，{name}的藏品[计有|为]{holdings}件。
藏品{holdings}件，[这是|便是]{name}[最近一次|历次]清点的[结果|数目]。
[经|据]清点，{name}[拥有|有]藏品{holdings}件，[大半来自捐赠|其中不少来自海上]。
{name}[历年|多年]积累的藏品有{holdings}件，[件件|每件]都有[编号|纸签]。
[若|倘若]每天看100件，{name}的{holdings}件藏品[要|须]看{viewing}天。

@treasure
{name}的镇馆之宝是{treasure}，[平日锁在铁柜里|每年只展出一次|放在正厅中央]。
[在|于]{name}的[藏品|收藏]中，最[珍贵|贵重]的是{treasure}。
{treasure}[被视为|是]{name}的镇馆之宝，[来历已不可考|由一位船主捐赠|几经辗转才入藏]。
[参观|到访]{name}的人，[多半|大多]为{treasure}而来，[那是|此物是]镇馆之宝。
{name}[最看重|最珍视]的[藏品|一件藏品]是{treasure}，[钥匙由两人分管|搬动须有三人在场]。
[说到|提起]{name}的镇馆之宝，[人人都知道是|无人不知]{treasure}。
{name}以{treasure}为镇馆之宝，[院徽|印章]上[刻的|画的]也是[此物|它的轮廓]。

@custom
{name}每年[闭门|停办]七日，[用来|以便]晒[书|物]、[修缮|清扫]与[对账|盘点]。
[按|照]{name}的[老规矩|旧例]，[新来的人|新职员]头一年只做[抄写|誊录]。
{name}[院中|院内]的[一口铜钟|日晷]，[至今|仍]用来[报时|定时开闭门户]。
[到|来]{name}的[访客|客人]须[先登记姓名|在门房留下姓名]，[雨天还要换鞋|不得带火种入内]。
{name}的[门房|账房]向来由[同一家人|年长者]担任，[熟悉来客|记得每个人的脸]，[账目也最清楚|从不认错]。
{name}的[匾额|门匾]几经[更换|重写]，[最早的一块|原匾]收在[库房|阁楼]。

@rooms
{name}的[主楼|正厅][高三层|进深五间]，[南面开大窗|屋顶覆以灰瓦]，[采光通风都很讲究|冬天要生四座火炉]。
{name}[前院|院中]种[银杏|桂树|海棠]，[后院|后面]是[工匠的小屋|库房与水井]，[两处|前后]以[回廊|月门]相通。
{name}[扩建过两次|几经扩建]，[新旧墙体颜色不同|旧楼改作库房]，[一看便知|站在院中即可分辨]。
[沿|顺]石阶[进入|走进]{name}，[迎面|正对着]是一面[屏墙|大镜]，[上面刻着全部规矩|两侧各立一只石兽]。
{name}[地窖|阁楼]里[存放|堆着][旧账册|替换下来的器具]，[每年只打开一次|没有灯不敢进去]，[霉味很重|却意外地干燥]。
{name}的[窗框|门框]漆成[墨绿|深红]色，[每三年|隔几年]重漆一次，[这个颜色|这种漆色][后来被附近人家仿效|成了本地人认路的记号]。

@visitors
到{name}来的[访客|外来人]每年[不下千人|以数百计]，[春秋两季最多|多半是学徒与学童]，[雨天|节日]则[十分冷清|闭门谢客]。
[远道|外地]而来的[访客|学者]可在{name}[借住|寄食]三日，[条件|规矩]是[留下一件样本|帮忙抄写半天]。
[有一本|一册厚厚的]访客簿[放在|摆在]{name}[门口|前厅]，[字迹五花八门|翻开便能看到各地的口气]，[有人还画了小像|也有人只写一个“好”字]。
{name}[每月|每季]有一次[讲演|公开演示]，[不收钱|先到先坐]，[讲题|题目]事先写在[门口的黑板|河边的告示牌]上。
[孩子们|附近学童]最喜欢{name}的[大钟|旋梯|望远镜]，[管事的人|看门人]也[由着去|只当没看见]。
{name}[与|同][别处|外地]同行[互换|交换][目录|抄本]，[信件往来|包裹来去]，[一年总有几十次|全靠水路寄送]。

@trials
{name}[遭过|经历过]一次[水患|火灾]，[所幸|幸而][损失不大|要紧的东西都抢了出来]，[墙上|柱上]至今留有[水痕|焦痕]。
{name}有[几年|一段时间][经费不足|入不敷出]，[靠变卖旧物|靠本地人捐款]才[没有关门|渡过难关]。
[搬迁|迁址]的[提议|主张]在{name}[提过|争论过]三回，[每回|次次]都因[费用太大|众人舍不得]而[作罢|搁置]。
{name}[失窃|丢失]过一箱[器物|文书]，[半年后|多年后]在[一艘旧船|一间当铺]里[找回|寻到]，[从此加了一道铁门|此后夜里便有人守更]。
[两派|新老]职员曾为{name}的[编目办法|开门时间][争执不下|各执一词]，[最后|末了]以[抽签|投票]了事。
{name}[重订|改订]过[几次|三次]章程，[最大的改动|其中一次]是[准许外人入内|允许夜间查阅]，[当时|起初]颇有[反对|非议]。
"""

INSTITUTIONS = Wording(("该机构", "这里"), parse_plans(_PLANS), parse_table(_SENTENCES))
