"""Chinese questions whose answers are put together from several articles.

Under the name of a survey: `?` questions, `=` answers. {a}, {b} and {c} are what is asked about,
{a_born_in} a fact of it, {leading} whichever is ahead in what is compared, {trailing} the other;
in a journey {made_by} is what its relation leads to.
"""

SURVEYS = """
births
? {a}和{b}分别出生在哪里？两人中谁出生更早？
? 请说明{a}与{b}各自的出生地，并指出谁年长。
? 比较{a}和{b}：两人各是哪里人，哪一位先出生？
= {a}出生在{a_born_in}，{b}出生在{b_born_in}。{leading}出生更早。
= {a}的出生地是{a_born_in}，{b}的出生地是{b_born_in}；年长的是{leading}。
founders
? {a}和{b}各由谁创建？哪一座建城更早？
? 请说出{a}与{b}的创建者，并指出哪座城镇历史更久。
? 是谁创建了{a}，谁创建了{b}，两座城镇中哪一座更老？
= {a}由{a_founded_by}创建，{b}由{b_founded_by}创建。{leading}建城更早。
= {a}的创建者是{a_founded_by}，{b}的创建者是{b_founded_by}；更老的是{leading}。
lengths
? {a}和{b}各由谁勘测？哪一条河更长？
? 请说出勘测{a}与{b}的人，并指出较长的一条河。
? {a}与{b}哪条更长，勘测两条河的又各是谁？
= {a}由{a_surveyed_by}勘测，{b}由{b_surveyed_by}勘测。更长的是{leading}。
= {leading}比{trailing}长；勘测{a}的是{a_surveyed_by}，勘测{b}的是{b_surveyed_by}。
sizes
? {a}和{b}各以什么手艺闻名？哪一座人口更多？
? 请说出{a}与{b}的传统手艺，并指出哪座城镇居民更多。
? {a}、{b}两座城镇的手艺各是什么，住的人哪里更多？
= {a}以{a_craft}闻名，{b}以{b_craft}闻名。{leading}的人口更多。
= {a}的传统手艺是{a_craft}，{b}的是{b_craft}；居民更多的是{leading}。
heads
? {a}和{b}各由谁主持？哪一家开办更早？
? 请说出{a}与{b}的主持人，并指出哪家机构历史更久。
? 主持{a}的是谁，主持{b}的是谁，两家机构哪一家先开办？
= {a}由{a_headed_by}主持，{b}由{b_headed_by}主持。{leading}开办更早。
= {a}的主持人是{a_headed_by}，{b}的主持人是{b_headed_by}；先开办的是{leading}。
authors
? {a}和{b}的作者各是谁？哪一部页数更多？
? 请说出{a}与{b}的作者，并指出篇幅较长的一部。
? {a}、{b}各出自谁手，两部作品哪一部更厚？
= {a}的作者是{a_made_by}，{b}的作者是{b_made_by}。{leading}页数更多。
= {a}出自{a_made_by}之手，{b}出自{b_made_by}之手；篇幅更长的是{leading}。
collectors
? {a}、{b}和{c}各收藏什么？
? 请分别说出{a}、{b}与{c}的收藏。
? 在收藏方面，{a}、{b}、{c}三人各喜爱哪一样东西？
= {a}收藏{a_collected}，{b}收藏{b_collected}，{c}收藏{c_collected}。
= {a}喜爱的是{a_collected}，{b}是{b_collected}，{c}则是{c_collected}。
treasures
? {a}、{b}和{c}的镇馆之宝各是什么？
? 请分别说出{a}、{b}与{c}最珍贵的藏品。
? {a}、{b}、{c}三家机构各以什么为镇馆之宝？
= {a}的镇馆之宝是{a_treasure}，{b}的是{b_treasure}，{c}的是{c_treasure}。
= {a}以{a_treasure}为镇馆之宝，{b}以{b_treasure}，{c}则以{c_treasure}。
author
? {a}的作者是谁，出生在哪里，那座城镇又在哪条河边？
? 请说明{a}出自谁手、作者是哪里人，以及流经其出生地的河流。
? 从{a}找到作者，从作者找到出生地，再从出生地找到河流，各是什么？
= {a}的作者是{made_by}，出生在{born_in}，那座城镇位于{stands_on}岸边。
= 作者{made_by}是{born_in}人，流经当地的河是{stands_on}。
keeper
? {a}藏于哪家机构，那里的创办人是谁，创办人又收藏什么？
? 请说明收藏{a}的机构、该机构的创办人，以及这位创办人的收藏爱好。
? {a}的原稿在哪里，是谁办起了那个地方，此人喜爱收藏什么？
= {a}藏于{kept_at}，创办人是{founded_by}，此人收藏{collected}。
= 收藏它的是{kept_at}，由{founded_by}创办，创办人喜爱收藏{collected}。
school
? {a}在哪里求学，那家机构设在哪座城镇，城镇又由谁创建？
? 请说明{a}就学的机构、机构所在的城镇，以及城镇的创建者。
? {a}早年的学习之处叫什么，位于哪里，当地是谁建的城？
= {a}在{studied_at}求学，该机构设在{located_in}，那座城镇由{founded_by}创建。
= 就学的机构是{studied_at}，位于{located_in}，建城者是{founded_by}。
teacher
? {a}的老师是谁，老师在哪里去世，那座城镇以什么手艺闻名？
? 请说明{a}师从何人、这位老师去世的城镇，以及当地的传统手艺。
? 教导{a}的人叫什么，卒于何地，那里最拿手的手艺是哪一样？
= {a}师从{taught_by}，老师在{died_in}去世，那座城镇以{craft}闻名。
= 老师是{taught_by}，卒于{died_in}，当地的传统手艺是{craft}。
"""
