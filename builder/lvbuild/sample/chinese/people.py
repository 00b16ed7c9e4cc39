"""Articles on people: the slots that need no other article come first, the ties after them."""

from __future__ import annotations

from lvbuild.sample.chinese.sentences import Wording, parse_plans, parse_table

_PLANS = """
opening origin / teacher school / work habit views / marriage / collection letters / death span
opening school teacher / work views / origin marriage habit / collection letters / death span
opening / origin school views / teacher work habit / collection marriage / letters / death span
opening collection / origin teacher / school work views / marriage habit / death letters span
opening marriage / origin school / work views / teacher letters / habit collection / death span
opening death / origin teacher school / work habit views / collection letters / marriage span
opening span / teacher origin / school work habit / marriage collection / views letters death
opening work / teacher school / collection views / marriage habit letters / origin / death span
opening origin school teacher / work letters views / marriage span / collection habit / death
"""

_SENTENCES = """
@opening
{name}（{born}年—{died}年），{profession}，[生于|出生于]{born_in}。
{name}是一位{profession}，{born}年[生于|出生在]{born_in}[，家境平常|，家中以行船为生|，祖上务农|]。
身为{profession}的{name}，{born}年出生在{born_in}[的一条老街上|一户寻常人家|的河边]。
{born}年，日后[成为|做了]{profession}的{name}[出生在{born_in}|于{born_in}出生|在{born_in}降生]。
{born_in}[出过不少|出过几位]能人，{born}年生于此地的{profession}{name}[便是其中之一|即在其列]。
{name}，{born_in}人，{born}年[在当地|在本地]出生，[职业是|是一位]{profession}。
在{profession}这一行里，{name}[算是有名的一位|留下了姓名|颇受敬重]，[其人|此人]{born}年[生于|出生于]{born_in}。
说起{born_in}，[人们|当地人]常[提到|说到]{born}年出生在那里的{profession}{name}。
{profession}{name}的一生始于{born}年的{born_in}，[前后|共]{age}年。
{name}，{profession}，{born}年生于{born_in}，{died}年[去世|辞世|离世]。
[据|按][家谱|族谱|户籍册]，{name}{born}年生于{born_in}，[后来成为|成年后做了]{profession}。
[提到|说到]{name}，[同行|后人]多称其为{profession}，[少有人知道|往往忘了]此人{born}年出生于{born_in}。
{name}的[身份|本业]是{profession}，[出生|生]于{born}年，出生地为{born_in}。
[后世|后人]称{name}为{profession}，[旧档|籍册]则写明此人{born}年[出生于|生于]{born_in}。

@origin
{name}出生时，{born_in}[建成|建城]已有{town_age}年[，市面正盛|，老街已成规模|]。
从{born_in}[建城|始建]算起，到{name}[出世|出生]，[中间|其间]隔了{town_age}年。
{name}的[童年|幼年|少年时光]在{born_in}度过，[那时|当时]建城[已满|刚满|已有]{town_age}年。
{name}[自幼|幼时][话不多|好问|体弱]，[却记性极好|常独自在河边坐上半天|邻居都说不像个孩子]。
[幼年的|年少的]{name}在{born_in}[跟着长辈认字|靠抄书换纸笔|最爱看船只靠岸]。
{name}[家中|在家里][排行第二|排行最末|最受祖母疼爱]，[十岁前|少时]没有离开过{born_in}。
{born_in}的[老人|邻里][说|记得]，{name}[小时候|幼时][常拆钟表|爱画河图|喜欢数星星|能背整本歌谣]。
[成年以后|后来]，{name}[说话|行文]仍带{born_in}的[口音|乡音]，[自己却不觉得|从不肯改]。
{name}[长大|成年]的[那些年|年月]，[{born_in}一带|家乡{born_in}]正[大兴水利|开辟新航路|修桥铺路]。

@teacher
{name}师从{taught_by}，[老师|师傅]比[学生|弟子]年长{teacher_older}岁。
{name}[受业于|师从|就学于]{taught_by}，[师生|两人]相差{teacher_older}岁。
{taught_by}是{name}的老师，比[弟子|学生]年长{teacher_older}岁，[要求极严|教法宽松|从不留课业]。
[教导|指点]{name}的老师是{taught_by}，[师徒|师生][相处多年|情同家人|书信不断]。
[论|说到]师承，{name}[出自{taught_by}门下|是{taught_by}的弟子]。
{name}[拜|曾拜]{taught_by}为师，[头一年只准旁听|学到的第一件事是耐心|所做笔记存有多册]。
{taught_by}[收|收了]{name}[为弟子|为徒|做学生]，[自己|本人]当时已是[远近知名的人物|年过中岁的人]。
{name}[终身|一直]以{taught_by}为师，[每逢年节必去问候|称呼从未改口|文稿写成必先呈阅]。
{taught_by}的[弟子|学生]当中有{name}，[入门时不过十几岁|拜师时带了一篓鱼作礼]。
{name}[学业|技艺]的[根基|底子]，[得自|来自]老师{taught_by}。
no_taught_by:{name}的师承[无考|不详]，[似乎全靠自学|本人也从不提起|后人有过种种猜测]。
no_taught_by:[没有资料|未见材料]说明{name}[跟谁学过|的老师是谁]，[大概靠的是自己摸索|后人只能推测]。
no_taught_by:{name}[未曾|没有][投入名家门下|正式拜师]，[入行全凭兴趣|多看多问而已]。
no_taught_by:[关于|至于]{name}的老师，[旧档|各书][没有记载|只字未提]，[多半是自学成才|想来是靠家传]。

@school
{name}[早年|年轻时]在{studied_at}[求学|读书|学习]。
{name}[曾|早年]就学于{studied_at}，[同窗|同学]中[不乏后来的名人|以其年纪最小]。
{studied_at}是{name}[求学的地方|早年学习之处]，[学费靠抄写挣来|在那里第一次见到大部头的书]。
{studied_at}的[名册|旧册]上[有|可见]{name}的名字，[可知|证明]此人[早年|曾]在那里学习。
{name}十[五六|六七]岁[进入|到]{studied_at}学习，[成绩不算突出|很快便崭露头角|常为一道题通宵不睡]。
[求学|学习]期间，{name}就读于{studied_at}，[住在阁楼上|每日步行往返]。
{name}在{studied_at}[学习|求学]的那几年，[养成了记日记的习惯|结识了一生的好友|读遍了架上的书]。
[送|资助]{name}到{studied_at}[求学|学习]的是一位[远亲|同乡]，[姓名不详|后来得到加倍的偿还]。
{name}的[学业|求学经历]与{studied_at}[分不开|有关]，[其人|此人]早年在那里学习。
{name}出生前{school_before}年，{studied_at}[已经开办|就已开办]，[后来|日后]成为{name}[求学|学习]的地方。
{studied_at}[比{name}年长|问世比{name}早]{school_before}年，[正是|就是]其早年[求学|学习]之处。
no_studied_at:{name}[没有进过学堂|未曾入学]，[一身本事|学问]多从[实地|书本|行路]中得来。
no_studied_at:{name}[少年时|早年][未入学堂|没有上过学]，[家里请不起先生|识字全靠族中长辈]。
no_studied_at:[至于|说到]学堂，{name}[一天也没有进过|从未踏入]，[后来却写得一手好字|为此常自嘲]。

@work
{name}[后来|曾|长期]在{worked_at}[任职|供职|工作]。
{name}[任职|供职]于{worked_at}，[以守时出名|经手的文书从无差错|同事称其“走路的钟”]。
{worked_at}[聘|延聘]{name}[任职|做事]，[薪俸不高，本人却不计较|一做便是多年]。
在{worked_at}[任职|工作]期间，{name}[整理了积压的旧稿|改良了记录的格式|带过几名徒弟]。
{name}的[职业生涯|工作]与{worked_at}[相连|分不开]，[曾在那里任职|在那里工作多年]。
[谋得|得到]{worked_at}的[职位|差事]后，{name}[搬了家|才算安顿下来]，在那里[任职|工作]多年。
{worked_at}[存有|留有]{name}任职时的[手稿|签名簿]，[纸边已经发黄|字小而密]。
{name}[工作|任职]的地方是{worked_at}，[办公的小间朝北|案头总放着一杯冷茶]。
[工作|供职]于{worked_at}的{name}，[每天清晨第一个到|很少请假|说话轻而办事快]。
{name}出生{work_after}年之后，{worked_at}[才开办|方才开办]，[后来|日后]{name}就在那里任职。
{worked_at}[比{name}年长|早于{name}]{work_before}年，{name}[后来|成年后]在那里任职。
no_worked_at:{name}[从未任职|没有固定的职位|不曾受聘]，[收入|生计]全凭[手艺|写作|零活]。
no_worked_at:{name}[一生|终身][未任公职|不曾受聘于人]，[自称“闲人”|朋友们倒也羡慕]。
no_worked_at:[虽为|身为]{profession}，{name}[却没有固定的职位|却不曾在哪里任职]，[往来各地，行踪不定|只在家中做事]。

@marriage
{name}与{married}[结为夫妻|成婚|结为伴侣]，[两人|二人]相差{spouse_gap}岁。
{name}的[配偶|伴侣]是{married}，[两人|二人]相差{spouse_gap}岁。
{name}[与|和]{married}[成婚|结婚]，[婚礼简单|婚后常有书信留存|两家原是世交]。
{married}是{name}的[配偶|伴侣]，[二人性情不同，却很少争执|常为其誊抄文稿|也爱好收藏]。
[和|与]{name}[成婚|结为夫妻]的是{married}，[两人在一次集市上相识|媒人是一位邻居]。
{name}[婚后|成家后]与配偶{married}[同住|住在]一座[有井的小院|临河的房子]。
[说到|论及]家室，{name}的配偶[为|是]{married}，[两人相敬如宾|家务各担一半]。
{name}同{married}结为夫妻，[那年大雪|当日下着小雨]，[来客|宾客]不过[十余人|两桌]。
{married}[与|同]{name}结婚[以后|之后]，[家中添了许多书|生活才算安定下来]。
no_married:{name}的婚姻[不见记载|没有记录可查]。
no_married:[关于|至于]{name}的婚姻，各书[均未提及|没有记载]，[想必是独身|亲友的书信里也找不到线索]。
no_married:{name}[未曾成家|没有成家]，[遗物由侄辈保管|身后事由邻居料理]。
no_married:[传记作者|后人]查过{name}的婚姻，[一无所获|没有找到任何记录]。

@collection
{name}[喜爱|热衷]收藏{collected}，[家中柜子都装满了|友人远行常代为留意]。
[闲暇|工作之余]，{name}收藏{collected}，[每件都附有来历|分装在几十只小匣里]。
{name}收藏的{collected}[为数不少|很有名]，[身后分赠友人|晚年曾公开陈列]。
{collected}是{name}[一生|多年]收藏的东西，[为此花去不少积蓄|家人起初并不理解]。
[除本业外|本业之外]，{name}以收藏{collected}[自娱|为乐|消遣]。
{name}有一大[嗜好|爱好]，[就是|便是]收藏{collected}。
{name}收藏{collected}的[习惯|爱好]始于[少年时代|一次远行|一场病后]，[持续了一生|至老不衰]。
[到访|拜访]{name}家的人[都会|总会]看到满[架|屋]的{collected}，[主人|其主人]收藏此物多年。
[身为|作为]{profession}，{name}[却|又]收藏{collected}，自称“[半生心血|不务正业]”。
{name}收藏{collected}极[有耐心|认真]，[真伪一望便知|从不转卖]。
[旁人|邻居]只知道{name}收藏{collected}，[不知其另有所长|却不知花费几何]。

@death
{died}年，{name}[在|于]{died_in}[去世|辞世|病逝]，享年{age}岁。
{name}{died}年[卒于|逝于]{died_in}，[终年|享年]{age}岁。
{died}年，{age}岁的{name}在{died_in}[去世|离世|与世长辞]。
{name}[去世|辞世]于{died}年，地点[是|在]{died_in}，[终年|享年]{age}岁。
[最后的日子|晚年]，{name}[住在|寓居]{died_in}，{died}年在当地去世。
{died_in}是{name}[去世|离世]的地方，时为{died}年，[距出生|离出生]{age}年。
{name}的[墓|坟]在{died_in}[城外|近郊]，[碑上|墓碑]写明{died}年[卒于|逝于]本城。
[享年|活到]{age}岁的{name}，{died}年[逝世|去世]于{died_in}。
{died}年[冬天|春天|秋天]，{name}[在|于]{died_in}[因病去世|安然离世]。
{name}一生[止于|终于]{died}年，[去世|逝世]的地点是{died_in}。
same_town:{name}生于{born_in}，[卒|去世]也在{died_in}，[卒年为|时在]{died}年[，可谓落叶归根|，墓地就在老宅后面]。
other_town:{name}[没有死在家乡|未能归葬故里]，{died}年[在|于]{died_in}去世，[那时离开{born_in}已经多年|家乡{born_in}另立衣冠冢]。

@span
{name}[前后|一生]活了{age}年，[大半时间|多数岁月]是以{profession}的身份度过的。
{name}[主要|多半]活动于{era}，[留下的笔墨|相关的材料][多藏于私家|还没有人系统整理]。
{name}的[一生|生平][跨越|共历]{age}年，[主要活动|所作所为]都在{era}。
[作为|身为]{profession}，{name}[身后|死后]名声[时高时低|渐起]，[墓碑曾经重刻|至今仍有人凭吊]。
{name}[留下的|所留]书信[不多|散在各处]，[笔迹瘦硬|语气平和]，[可见|足见]其人[性情|心境]。
[旧志|家传]说{name}[面貌清瘦|身材高大|不善言辞|耳背而眼明]，[好饮茶|不饮酒|一生不乘马]。

@habit
{name}[每天|每日][早起散步|写一页日记|临一页字]，[风雨不改|多年不断]。
{name}[平日|向来][穿布衣|不戴帽|用左手写字]，[走到哪里都|出门必]带一[把伞|册小本]。
[同事|友人]回忆，{name}[脾气急，却不记仇|不爱争论|说话必举数字为证]。
{name}[待人|对人][宽和|有礼]，[对自己|于己]却[十分苛刻|极为严格]，[常|往往]一件事重做[三遍|数次]。
{name}[怕热，夏天|畏寒，冬天]多[闭门不出|在家中做事]。
[身为|作为]{profession}的{name}[也|还][会修钟|懂些草药|能唱几段戏]，[邻里|四邻]常来[请教|求助]。

@letters
从{born}年到{died}年，{name}[经历过三次大水|见过两次城墙重修|换过五处住所]，[信里却很少提起|日记中都有记载]。
{name}的[书信|信札]存世[二十余封|不足百封]，[多谈本行的事|收信人大半是同行]，[末尾|落款]常画一[只小船|枝梅花]。
{name}[晚年|中年以后][眼力|听力]渐差，[写字要用放大镜|谈话须提高声音]，[仍不肯|却从不]搁下手里的事。
{name}[写过|作过]一篇[短文|自传]，[只有三页|未曾发表]，[记少年时的一次远行|讲自己怎样学艺]。
[后人|研究者]从{name}的[信|账本]里[推算出|看出]当时的[物价|船期]，[这大概出乎写信人的意料|倒成了难得的史料]。
[存世的|传世的]一幅{name}画像[作于中年|出自友人之手]，[眉目清朗|神情略带倦意|手里拿着一卷图]。
{name}[二十岁时|年轻时]有过一次[远行|大病]，[历时|前后]约[半年|八个月]，[性情从此沉静|自己认为是一生的转折]。
[遗嘱|遗书]中，{name}[请求|要求]丧事[从简|不收礼]，[所余|剩下]的钱[分给徒弟|用来修桥]。

@views
{name}[主张|认为]凡事[先量后说|要亲眼看过才算]，[这句话|此语]常被[后辈|同行]引用。
{name}[不信|不喜]传闻，[每件事|每桩事]都要[查三处|找到两个人证]，[同行因此又敬又怕|为此得罪过不少人]。
[别人|旁人]问起[成功的缘由|秘诀]，{name}[总是|只]说[“慢一点”|“多走路”|“记下来”]。
[在|对]{profession}这一行，{name}[有自己的看法|意见很多]，[认为快不如稳|主张先学会看再学会做]。
{name}[常对|常和]年轻人说，[做{profession}|干这一行][先要坐得住|第一要紧的是诚实|不能怕重来]。
{name}[反对|看不惯][铺张|空谈]，[宴席|集会]上[往往一言不发|坐不到半个时辰便告辞]。
[论|谈到]名利，{name}[看得很淡|并不避讳]，[曾退回一笔酬金|只求账目清楚]。
{name}[自定|给自己定下]三条规矩：[不借钱、不爽约、不隔夜回信|早起、少言、勤记]。
"""

PEOPLE = Wording(("此人", "其人"), parse_plans(_PLANS), parse_table(_SENTENCES))
