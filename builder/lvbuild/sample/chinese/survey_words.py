"""Chinese questions whose answers are put together from several articles.

Under the name of a survey: `?` questions, `=` answers. {a}, {b} and {c} are what is asked about,
{a_born_in} a fact of it, {leading} whichever is ahead in what is compared, {trailing} the other;
in a journey {made_by} is what its relation leads to.
"""

SURVEYS = """
births
? {a}和{b}出生的城镇分别是哪一座？两人中谁出生更早？
? 请说明{a}与{b}各自出生的城镇，并指出谁年长。
? 比较{a}和{b}：两人出生的城镇各是哪里，哪一位先出生？
= {a}出生在{a_born_in}，{b}出生在{b_born_in}。{leading}出生更早。
= {a}的出生地是{a_born_in}，{b}的出生地是{b_born_in}；年长的是{leading}。
founders
? {a}和{b}的创建者各是谁？哪一座建城更早？
? 请说出{a}与{b}的创建者，并指出哪座城镇历史更久。
? 谁是{a}的创建者，谁是{b}的创建者，两座城镇中哪一座更老？
= {a}由{a_founded_by}创建，{b}由{b_founded_by}创建。{leading}建城更早。
= {a}的创建者是{a_founded_by}，{b}的创建者是{b_founded_by}；更老的是{leading}。
lengths
? {a}和{b}各由谁主持勘测？哪一条河更长？
? 请说出主持勘测{a}与{b}的人，并指出较长的一条河。
? {a}与{b}哪条更长，主持勘测两条河的又各是谁？
= {a}由{a_surveyed_by}勘测，{b}由{b_surveyed_by}勘测。更长的是{leading}。
= {leading}比{trailing}长；勘测{a}的是{a_surveyed_by}，勘测{b}的是{b_surveyed_by}。
sizes
? {a}和{b}各以什么传统手艺闻名？哪一座人口更多？
? 请说出{a}与{b}的传统手艺，并指出哪座城镇居民更多。
? {a}、{b}两座城镇的传统手艺各是什么，住的人哪里更多？
= {a}以{a_craft}闻名，{b}以{b_craft}闻名。{leading}的人口更多。
= {a}的传统手艺是{a_craft}，{b}的是{b_craft}；居民更多的是{leading}。
heads
? {a}和{b}的主持人各是谁？哪一家开办更早？
? 请说出{a}与{b}的主持人，并指出哪家机构历史更久。
? 谁是{a}的主持人，谁是{b}的主持人，两家机构哪一家先开办？
= {a}由{a_headed_by}主持，{b}由{b_headed_by}主持。{leading}开办更早。
= {a}的主持人是{a_headed_by}，{b}的主持人是{b_headed_by}；先开办的是{leading}。
authors
? {a}和{b}的作者各是谁？哪一部页数更多？
? 请说出{a}与{b}的作者，并指出篇幅较长的一部。
? {a}、{b}的作者各是何人，两部作品哪一部更厚？
= {a}的作者是{a_made_by}，{b}的作者是{b_made_by}。{leading}页数更多。
= {a}出自{a_made_by}之手，{b}出自{b_made_by}之手；篇幅更长的是{leading}。
collectors
? {a}、{b}和{c}各喜爱收藏什么？
? 请分别说出{a}、{b}与{c}喜爱收藏的东西。
? {a}、{b}、{c}三人各喜爱收藏哪一样东西？
= {a}收藏{a_collected}，{b}收藏{b_collected}，{c}收藏{c_collected}。
= {a}喜爱的是{a_collected}，{b}是{b_collected}，{c}则是{c_collected}。
treasures
? {a}、{b}和{c}的镇馆之宝各是什么？
? 请分别说出{a}、{b}与{c}的镇馆之宝。
? {a}、{b}、{c}三家机构各以什么为镇馆之宝？
= {a}的镇馆之宝是{a_treasure}，{b}的是{b_treasure}，{c}的是{c_treasure}。
= {a}以{a_treasure}为镇馆之宝，{b}以{b_treasure}，{c}则以{c_treasure}。
author
? {a}的作者是谁，出生在哪座城镇，那座城镇又坐落在哪条河的岸边？
? 请说明{a}的作者、作者出生的城镇，以及这座城镇坐落在哪条河的岸边。
? 从{a}找到作者，再找到作者出生的城镇，这座城镇坐落在哪条河的岸边？
= {a}的作者是{made_by}，出生在{born_in}，那座城镇位于{stands_on}岸边。
= 作者{made_by}是{born_in}人，流经当地的河是{stands_on}。
keeper
? {a}收藏在哪家机构，那里的创办人是谁，创办人又喜爱收藏什么？
? 请说明收藏{a}的机构、该机构的创办人，以及这位创办人喜爱收藏的东西。
? {a}的原稿在哪里，谁是那个地方的创办人，此人喜爱收藏什么？
= {a}藏于{kept_at}，创办人是{founded_by}，此人收藏{collected}。
= 收藏它的是{kept_at}，由{founded_by}创办，创办人喜爱收藏{collected}。
school
? {a}早年在哪家机构求学，该机构所在的城镇是哪一座，城镇的创建者又是谁？
? 请说明{a}求学的机构、机构所在的城镇，以及城镇的创建者。
? {a}早年求学之处叫什么，所在的城镇是哪一座，当地的创建者是谁？
= {a}在{studied_at}求学，该机构设在{located_in}，那座城镇由{founded_by}创建。
= 就学的机构是{studied_at}，位于{located_in}，建城者是{founded_by}。
teacher
? {a}的老师是谁，老师在哪座城镇去世，那里的传统手艺是什么？
? 请说明{a}师从何人、这位老师去世的城镇，以及当地的传统手艺。
? 教导{a}的人叫什么，在哪座城镇去世，那座城镇有什么传统手艺？
= {a}师从{taught_by}，老师在{died_in}去世，那座城镇以{craft}闻名。
= 老师是{taught_by}，卒于{died_in}，当地的传统手艺是{craft}。
"""
