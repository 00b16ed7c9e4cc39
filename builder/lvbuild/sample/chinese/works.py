"""Articles on works; titles stand in 《》."""

from __future__ import annotations

from lvbuild.sample.chinese.sentences import Wording, parse_plans, parse_table

_PLANS = """
opening year / subject backdrop style / pages reading / dedication dedicatee / copies
  / keeping fate
opening subject style / year maker / pages reading / dedication dedicatee / reception copies
  / keeping fate
opening year maker / dedication dedicatee / subject pages style / reception reading
  / keeping fate copies
opening pages copies / subject backdrop style / year maker / keeping fate
  / dedication dedicatee reception
opening dedication dedicatee / year maker / subject backdrop / pages reading
  / keeping reception style
opening keeping copies / year maker style / subject backdrop / pages reading / dedication
  / fate reception
"""

_SENTENCES = """
@opening
《{name}》是{made_by}[{verb}的|所作的]一{measure}{sort}[，在同类作品中流传较广|，题名出自作者的一则笔记|]。
{made_by}的《{name}》是一{measure}{sort}，[历来有人传抄|初稿与定稿差别很大|篇首有一段自述]。
《{name}》，{sort}，[作者为{made_by}|出自{made_by}之手|{made_by}所作]。
[在|于]{made_by}的[作品|著作]里，{sort}《{name}》[最为人知|是读者最多的一种|用力最深]。
{made_by}[{verb}|完成]了{sort}《{name}》，[初稿写在旧账本背面|书前附有一图|署名只用一字]。
《{name}》这一{measure}{sort}，出自{made_by}[之手|笔下]，[文字朴素|结构严整|常被引用]。
[知道|听说过]{made_by}的人，多半[也知道|读过]《{name}》，[那是|此作是]作者的一{measure}{sort}。
[名为|题为]《{name}》的{sort}由{made_by}{verb}，[题签是作者自书|封面为深蓝色|从未改过题名]。
[要谈|论及]{made_by}，[绕不开|不能不提]{sort}《{name}》，[作者本人也最看重|世人因此记住了作者]。
《{name}》的作者是{made_by}，[论体裁|就体裁而言]是一{measure}{sort}。

@year
《{name}》[完成于|成于]{year}年，[初印|头一版]不过[百余部|数十部]。
{year}年，{made_by}完成了《{name}》。
{made_by}[用了几年|历经数年]才于{year}年[完成|写定]《{name}》。
[卷末|末页]署明《{name}》[完成于|成于]{year}年，[与作者书信所记相合|墨色与正文略有不同]。
《{name}》的完成[年份|时间]是{year}年，[其时|当时]{made_by}{maker_age}岁。
{year}年，{maker_age}岁的{made_by}[完成|写定]《{name}》。
《{name}》[问世|成书]于{year}年，[前后三易其稿|手稿装了满满一箱]。
[到|至]{year}年，《{name}》[终于|方才]完成，[作者|执笔者]{made_by}[已|时年]{maker_age}岁。

@maker
{made_by}[完成|写定]《{name}》[以后|之后]又活了{maker_left}年，[未再改动|晚年曾重加校订]。
从《{name}》完成到{made_by}去世，[相隔|其间有]{maker_left}年。
{made_by}{verb}《{name}》时，[每日只写一页|常在夜里动笔|把门窗都关得很紧]。
《{name}》的[草稿|初稿]上有{made_by}的[批改|涂改]，[红黑两色并用|有的地方改了五六遍]。
{made_by}[自述|说过]，《{name}》的[起意|构思]来自一次[旅行|谈话|落雨的午后]。
[为了|为]{verb}《{name}》，{made_by}[走访了许多地方|翻检了大量旧档|推辞了别的约稿]。

@subject
《{name}》以{about}为[题材|主题]，[所记多为亲见|细节丰富]。
《{name}》[写的|记述的对象]是{about}，[从四时景物说到人情往来|不厌其详]。
{about}是《{name}》的[题材|主题]，[全篇都围绕它展开|处处可见]。
《{name}》的[题材|内容]取自{about}，[当地人读来尤觉亲切|外人也能读懂]。
[这|此]{measure}{sort}[所写的|的主题]是{about}，《{name}》[开卷第一句便已点明|的序言说得明白]。
《{name}》[通篇|全篇]写{about}，[没有一处闲笔|偶尔也有夸张]。
[读过|翻过]《{name}》的人，[对{about}都不会陌生|眼前便有了{about}的样子]，[那正是|那就是]全篇的题材。
以{about}为题材的[作品|文字]不少，《{name}》[是较早的一种|算是最详细的]。

@backdrop
《{name}》[完成|成书]之年，{about}[建城|始建]已有{place_age}年。
{about}[建城|始建]{place_age}年后，《{name}》[完成|成书]。
{about}全长{place_length}千米，《{name}》[走笔也跟着河道曲折|按流程分段来写]。
《{name}》[谈到|写到]{about}时[多用短句|语调放缓|常引民谣]，[读者|读来][印象很深|如在目前]。
[后来|日后]有人[带着|拿着]《{name}》[走访|游历]{about}，[发现所记大体不差|只见少数地方已改观]。
《{name}》[之前|以前]，[写|记述]{about}的文字[零散|稀少]，[多半只见于书信|大都只言片语]。

@pages
《{name}》{whole}{pages}页，[若每日读20页，约需{days}天|合对开纸{leaves}张]。
《{name}》的{whole}[共|计]{pages}页，[排印时用了两种字号|装成两册也还嫌厚]。
{pages}页，[这是|便是]《{name}》{whole}的[篇幅|页数]。
《{name}》[篇幅|页数]为{pages}页，[正反两面|双面]书写共用纸{leaves}张。
《{name}》{whole}{pages}页，[开头几页|末尾几页]磨损最重，[想是翻阅最多|大约受过潮]。
[通读|读完]《{name}》，[以每日20页计|每日20页]约需{days}天，{whole}共{pages}页。
[论|说到]篇幅，《{name}》{whole}[达|为]{pages}页，[不算单薄|厚薄适中|在{sort}里并不少见]。
《{name}》的[通行本|足本]共{pages}页，[页码由后人添写|边角有收藏者的小印]。

@reading
[一个|若有]抄手每天抄12页，[抄完|抄毕]《{name}》[需要|要用]{copying}天。
[初读|头一回读]《{name}》的人[往往觉得慢|常要翻查地名]，[读到后半|过了开头]才[渐入佳境|放不下手]。
《{name}》[有|附有][索引|图表]，[查检方便|为同类作品少见]。
《{name}》的[文字|笔调][干净|平实]，[不用典故|少有虚饰]，[学童|初学者]也能[读下去|看懂]。

@dedication
《{name}》题献给{dedicated_to}，[献词只有一行|献词写在扉页]。
{made_by}把《{name}》题献给{dedicated_to}，[原因没有明说|为的是报答旧情]。
《{name}》的[献词|题献]写给{dedicated_to}，[字体比正文大一号|印在最前面]。
[扉页上|卷首]，《{name}》[题献|献]给{dedicated_to}。
{dedicated_to}是《{name}》的题献对象，[据说收到后一夜读完|事先并不知情]。
[打开|翻开]《{name}》，[首先看到的|第一行]是给{dedicated_to}的献词。
[受|获]《{name}》题献的人是{dedicated_to}，[与作者有多年交情|本人回赠了一方砚台]。
[作者|执笔者]{made_by}[选择|决定]将《{name}》献给{dedicated_to}，[此事在友人中传为佳话|事后才告知对方]。

@dedicatee
《{name}》完成时，受献者{dedicated_to}{dedicatee_age}岁。
《{name}》题献之时，{dedicated_to}[时年|已]{dedicatee_age}岁，[与作者|同{made_by}]相差{dedicatee_gap}岁。
《{name}》[问世|完成]时，受献者{dedicated_to}已去世{dedicatee_gone}年，[献词因此带有悼念之意|未能亲见]。
alive:{dedicated_to}[藏有|存着]《{name}》的一部[赠本|题签本]，[后来不知去向|页边写满了批注]。

@keeping
《{name}》[现藏|收藏于|藏于]{kept_at}，[查阅须事先申请|平日不轻易示人]。
《{name}》的[原稿|手稿]藏于{kept_at}，[外有木匣|纸色微黄]。
{kept_at}[收藏|保存]着《{name}》的[原稿|手稿]，[每隔几年晾晒一次|编有专号]。
[想看|要看]《{name}》[原稿|手稿]的人，[须到|得去]收藏它的{kept_at}。
[藏有|收藏]《{name}》[原稿|手稿]的[地方|机构]是{kept_at}。
《{name}》[几经辗转|转手多次]，[最后|终于]入藏{kept_at}。
{kept_at}[把|将]《{name}》的[原稿|手稿][列为|视作]馆藏，[存放在北面的小间|锁在铁皮柜内]。
《{name}》的原稿[为|由]{kept_at}所藏，[曾借出展览两次|从未离开过库房]。

@fate
《{name}》完成{kept_later}年后，收藏它的{kept_at}[才|方才]开办。
{kept_at}[开办|开门]{kept_earlier}年后，《{name}》[才|方才]完成。
《{name}》的[抄本|印本][散见各地|流传不少]，[彼此间有异文|以字大行疏者为佳]。
《{name}》[险些|差一点]毁于[水患|火灾|虫蛀]，[幸有副本|所幸只损了封面]。
[书商|贩子]曾[伪造|仿作]《{name}》，[行家|内行]凭[纸质|墨色]便能[识破|分辨]。

@reception
《{name}》[初出|刚问世]时[评价不一|反应平平]，[后来|日后]才[受到重视|为人称道]。
[批评者|有人]认为《{name}》[过于琐细|失之冗长]，[推崇者|喜爱者]却[正看重这一点|爱其详尽]。
《{name}》[多次|几度]重印，[各版|每版]都[略有增补|换过封面]。
[后来的|后出的]{sort}[常以|多以]《{name}》为[范本|样板]，[连分段也照搬|却少有能及者]。
《{name}》[传到|流传]外地[以后|之后]，[有人|好事者]为它[谱了曲|作了注|配了图]。

@style
《{name}》[叙事|行文][不按年月|层次分明]，[常在紧要处停下|每段末尾多有一句总括]，[这种写法|如此安排]在[当时|同代人中]并不[多见|常见]。
《{name}》用[方言|口语][不少|很多]，[有些词|个别字]今天已[无人使用|不易明白]，[各本注释|后来的注家]也[解释不一|往往回避]。
《{name}》[分为|共有][上下两编|五个部分]，[前半|开头]写得[从容|舒缓]，[后半|结尾][陡然收紧|略显仓促]，[论者以为有意为之|据说是因为赶着付印]。
《{name}》[每一部分|各部分]都[以一首小诗|以一段对话][起头|收束]，[后人|读者]常[单独抄出|背诵这些段落]，[流传反比全文更广|编成过一本小册]。
{made_by}在《{name}》里[很少|几乎不]议论，[只把所见一一写出|只让细节自己说话]，[看似平淡|初看琐碎]，[回味却久|合起来却分量不轻]。
[与|同]同时代的{sort}相比，《{name}》[结构更紧|语言更简]，[插叙|枝节]也[少得多|安排得更自然]。

@copies
《{name}》的[插图|书影]由[一位不具名的画工|作者的友人][绘制|刻版]，[线条细密|刀法简劲]，[单看图也能明白大意|与正文配合得很好]。
《{name}》[用纸|所用的纸][厚薄不匀|带有水纹]，[边上|天头]留得[很宽|极窄]，[显然是给批注用的|可知当时纸价不低]。
[现存|传世]的《{name}》抄本[约有二十部|不下十种]，[字迹|行款]各异，[缺页|错字]也[各不相同|常能彼此补正]。
《{name}》[封面|书衣]用[蓝布|粗麻][裱成|包裹]，[书脊|左上角][有一处烫痕|题着小字]，[来由|用意][不明|已无人知晓]。
[盗印|翻刻]的《{name}》[随处可见|一度很多]，[价钱便宜|纸墨粗劣]，[{made_by}得知后|作者听说了]却[一笑置之|并不追究]。
《{name}》[曾|还]被[缩写|改编]成[通俗读本|说唱本子]，[在集市上|在茶馆里][很受欢迎|卖得不错]，[与原作差别不小|只保留了大概的情节]。
"""

WORKS = Wording(("此作", "该作"), parse_plans(_PLANS), parse_table(_SENTENCES))
