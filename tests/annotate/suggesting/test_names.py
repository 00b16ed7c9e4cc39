"""Names in English and Chinese texts, and the words that stand for them."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from lvbuild.annotate.suggesting.english import people_of
from lvbuild.annotate.suggesting.entities import Entity, Texts, UsedWords, Words
from lvbuild.annotate.suggesting.suggest import find_entities, rules_of, what_stays
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.characters import converter
from lvbuild.tables.rows import Kind

ENGLISH = (
    'The pilot Ann Marie Corrin was born in Hatherton. Corrin sang the song "The Red Boat" with Tom'
    " Vale. The Hatherton River ran past the University of Sallow. Mr. Vale died in France."
)
CHINESE = "查理·芒格是美国作家，写了小说《白夜之灯》。芒格在底特律，后来与家人去法国教书。"


def code(text: str) -> LanguageCode:
    return "zh" if find_language("zh").is_likely(text) else "en"


def named(text: str, asked: str = "", answer: str = "") -> dict[str, Entity]:
    """Return what a question names of a text by the first forms; without one all is asked of.

    What is named, but not surely, is left out. A Chinese text is about what its question begins
    with.
    """
    titles = [re.split("[是在讲有，？]", asked or text)[0]] if code(text) == "zh" else []
    found = find_entities(Texts([text], [(asked or text, answer)], titles), code(text))
    return {entity.forms[0]: entity for entity in found if entity.sort or code(text) == "en"}


def stays(entity: Entity, text: str) -> str:
    """Return what tells a name of a text whose every form became another."""
    words: Words = {form: (f"_{place}_",) for place, form in enumerate(entity.forms)}
    whole, replaced = r"(?<!\w){}(?!\w)" if code(text) == "en" else "{}", text
    for form, [new] in words.items():
        replaced = re.sub(whole.format(re.escape(form)), new, replaced)
    return what_stays(entity, words, [replaced], rules_of(code(text)).LISTS)


def words_for(entity: Entity, text: str) -> Words:
    proposer = rules_of(code(text)).PROPOSER(Texts([text], []), UsedWords("", code(text)), 1)
    words: Words | None = proposer.words(entity)
    assert words is not None
    assert all(len(set(new)) == 3 for new in words.values())
    return words


OFFICES = (
    "The President met the Prime Minister. He asked the Vice President and the District"
    " Attorney. Chief Operating Officer Tom Vale was there. CEO Ann Corrin, OBE, left."
)


@pytest.mark.parametrize(
    ("text", "people", "places", "titles", "none"),
    [
        (ENGLISH, "Ann Marie Corrin|Tom Vale", "Hatherton River", "The Red Boat", ""),
        (OFFICES, "Tom Vale|Ann Corrin", "", "", "President|Vice President|Prime Minister|OBE"),
        # What is named after a town becomes that of the new one.
        ("The Chicago Fair is in Chicago.", "", "Chicago", "", ""),
        # What everybody knows is left to a person.
        ("寒亭站在中国，到上海铁路局不远。", "", "寒亭站", "", "上海|上海铁路局"),
        (CHINESE, "查理·芒格", "", "白夜之灯", "法国"),
        # A relative's surname stays, and would tell it.
        ("朱守谦，安徽人，祖父朱兴隆是地主。朱守谦好学。", "", "", "", "朱守谦"),
        ("朱守谦，安徽人，祖父是地主。朱守谦好学。", "朱守谦", "", "", ""),
        # Who is neither what a text is about nor an answer is left to a person.
        ("美国大股东约翰·哈洛伦来访，与陈志强见面。", "", "", "", "约翰·哈洛伦|陈志强"),
        # A place is none within another, nor where it names a period or a food.
        ("他住在北海道，研究日本战国时代，爱吃汉堡包。", "", "", "", "北海|汉堡|战国"),
    ],
)
def test_names_are_found_with_their_kinds(
    text: str, people: str, places: str, titles: str, none: str
) -> None:
    found, of_kind = named(text), defaultdict(set)
    for name, entity in found.items():
        of_kind[entity.kind].add(name)
    assert set(filter(None, people.split("|"))) <= of_kind["person"]
    assert set(filter(None, places.split("|"))) <= of_kind["place"]
    assert set(filter(None, titles.split("|"))) <= of_kind["title"]
    assert found.keys().isdisjoint(none.split("|"))


@pytest.mark.parametrize(
    ("text", "asked", "name", "kind", "sort"),
    [
        ("戚务生，山东威海人，中国著名足球教练。", "戚务生是谁？", "戚务生", "person", "chinese"),
        ("巴沟镇是中国的一个镇。", "巴沟镇在哪？", "巴沟镇", "place", "towns"),
        ("Mundawar is a city.", "Where is Mundawar?", "Mundawar", "place", "town"),
        ("Parcheesi was liked.", "Who made Parcheesi?", "Parcheesi", "term", ""),
    ],
)
def test_what_a_text_is_about_has_the_kind_that_its_first_sentence_tells(
    text: str, asked: str, name: str, kind: str, sort: str
) -> None:
    entity = named(text, asked)[name]
    assert (entity.kind, entity.sort) == (kind, sort)


@pytest.mark.parametrize(
    ("text", "asked", "name"),
    [
        # Who has a nickname, another name, a relative or another spelling in the texts.
        ('Ada Beth "Bet" Marlow sang. Marlow danced.', "Who is Ada Marlow?", "Ada Marlow"),
        ("Ida Hill Moore was the wife of Tom Moore.", "Who was Ida Hill Moore?", "Ida Hill Moore"),
        ("Peter Doherty is a singer. Pete Doherty sang.", "Peter Doherty?", "Peter Doherty"),
        ("Rob Locke, later known as Robert Hode, sang for Hode.", "Robert Hode?", "Robert Hode"),
        ("The singer Ann Corrin came. The boat was the ann corrin.", "Ann Corrin?", "Ann Corrin"),
        ("Ida Gaines, by her stage name Ann Sommer, sang.", "Ann Sommer?", "Ann Sommer"),
        ("Ida Knox née Corrin was Ann Corrin. Corrin sang.", "Ann Corrin?", "Ann Corrin"),
        ("Akira Arima is a Japanese singer. He is Akirā Arima.", "Akira Arima?", "Akira Arima"),
        # Whose given name is not one of those who are of the land or gender that texts tell.
        ("The Dutch manager Ronald Koeman came.", "Ronald Koeman?", "Ronald Koeman"),
        ("Ann Corrin is an actor. He sang.", "Who is Ann Corrin?", "Ann Corrin"),
        ("Andrea Bianchi was an Italian film director.", "Andrea Bianchi?", "Andrea Bianchi"),
        ("Benny Rubin is an Israeli footballer.", "Who is Benny Rubin?", "Benny Rubin"),
        ("Kenneth Gile is a pilot from Dubai.", "Who is Kenneth Gile?", "Kenneth Gile"),
        # Rulers, and words that are no one's name.
        ("The English king Harold Godwin fell. Godwin died.", "Harold Godwin?", "Harold Godwin"),
        ("A port near Sandy Hook was built.", "Where is Sandy Hook?", "Sandy Hook"),
        ("The song Diana tells of Diana.", "Who sang Diana?", "Diana"),
        # Part of a longer name, a state, letters, and a name with a number.
        ("The band Tarn played at Tarn Hall.", "Who are Tarn?", "Tarn"),
        ('The song "Mama, You Wept" came after the song "Mama".', "What is Mama?", "Mama"),
        ("He moved from New York to York, England.", "Is it York?", "York"),
        ("It is in Ada, Oklahoma, United States.", "Is it in Oklahoma?", "Oklahoma"),
        ("KGOT is a radio station in Kent.", "What is KGOT?", "KGOT"),
        ("Maroon 5 is a rock band.", "Who are Maroon 5?", "Maroon 5"),
        # What two things of one name are called, or is defined as nothing known.
        ('"Hair" is an album. The musical "Hair" ran.', "What is Hair?", "Hair"),
        ("The Battle of Marl Dale was a battle at Marl Dale, Ohio.", "Marl Dale", "Marl Dale"),
        (
            "Die Walküre is a comic opera.",
            "Who wrote Die Walküre?",
            "Die Walküre",
        ),
    ],
)
def test_what_is_not_simply_and_surely_told_is_left_to_a_model_or_a_person(
    text: str, asked: str, name: str
) -> None:
    entity = named(text, asked)[name]
    assert entity.kind == "term" or stays(entity, text)


@pytest.mark.parametrize(
    ("text", "asked", "kind"),
    [
        ("The Kull Award is an award of Kent.", "Who won the Kull Award?", "title"),
        ("In World War II he rose.", "Which war was World War II?", ""),
        ("It has 26,000 students.", "26,000", "number"),
    ],
)
def test_all_signs_of_a_name_speak_for_its_kind(text: str, asked: str, kind: str) -> None:
    kinds = {entity.kind for entity in named(text, asked or text).values()}
    assert kind in kinds if kind else not kinds


@pytest.mark.parametrize("text", ["市内有广场。", "铁路在中国，沿途设汉沟镇、曹子里、大口屯。"])
def test_what_jieba_alone_takes_for_a_name_is_none(text: str) -> None:
    assert named(text) == {}


def test_traditional_texts_are_read_as_simplified_ones_and_written_as_their_region_does() -> None:
    for way in ("s2twp", "s2hk"):
        write = converter(way)
        text = write(
            "查理·芒格是法国作家，写了小说《白夜之灯》和软件，里面都是为了台湾。芒格老了。"
        )
        found = named(text)
        assert found[write("查理·芒格")].sort == "french"
        for entity in found.values():
            for form, words in words_for(entity, text).items():
                assert form in text
                assert all(new == write(new) for new in words)
    assert not named("他在紐西蘭工作，住在臺灣，也寫作台灣。")


@pytest.mark.parametrize("text", ["He lived in Taiwan.", "In Tibet."])
def test_some_places_are_known_and_left_as_they_are(text: str) -> None:
    [entity] = named(text).values()
    assert (
        rules_of(code(text)).PROPOSER(Texts([text], []), UsedWords("", code(text)), 1).words(entity)
        is None
    )


def test_a_name_of_no_known_kind_is_one_only_where_a_question_or_answer_names_it() -> None:
    text = 'They saw the Rage and "Quiddle Bosk" too.'
    assert named(text, "What?") == {}
    assert list(named(text, "What did they see?", "Rage")) == ["Rage"]


def test_forms_of_a_name_become_parts_of_one_new_name() -> None:
    entity = named(ENGLISH)["Ann Marie Corrin"]
    words = words_for(entity, ENGLISH)
    for whole, part in zip(words["Ann Marie Corrin"], words["Corrin"], strict=True):
        assert whole.split()[-1] == part
    words = words_for(named(CHINESE)["查理·芒格"], CHINESE)
    for whole, part in zip(words["查理·芒格"], words["芒格"], strict=True):
        assert "·" in whole
        assert whole.endswith(f"·{part}")
    text = "巴沟镇是中国的镇。当年巴沟兴旺。"
    words = words_for(named(text)["巴沟镇"], text)
    for whole, part in zip(words["巴沟镇"], words["巴沟"], strict=True):
        assert whole == f"{part}镇"


@pytest.mark.parametrize(
    ("text", "name", "gender"),
    [
        (ENGLISH, "Ann Marie Corrin", "female"),
        ("Paul LaRocka is a producer. He was born in Kent.", "Paul LaRocka", "male"),
        ("张静美是台湾的漫画家，她老了。", "张静美", "female"),
        ("张志强是台湾的漫画家。", "张志强", "male"),
        ("安妮·卡特菲是美国女演员。卡特菲来了。", "安妮·卡特菲", "female"),
        (CHINESE, "查理·芒格", "male"),
    ],
)
def test_gender_is_told_by_pronouns_behind_a_name_and_by_given_names(
    text: str, name: str, gender: str
) -> None:
    assert named(text, f"{name}？")[name].gender == gender


@pytest.mark.parametrize(
    "text",
    [
        "张静美是台湾的漫画家。",
        "张静美是台湾的漫画家，他老了。",
        "张志强是台湾的漫画家。她老了。",
        "张志强是台湾的漫画家，他与她老了。",
        "安妮·卡特菲是美国演员。",
    ],
)
def test_who_may_be_a_man_or_a_woman_is_left_to_a_person(text: str) -> None:
    name = text.partition("是")[0]
    assert name not in named(text, f"{name}？")


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Edgar Strauss rose. Strauss died.", {"Edgar Strauss", "Strauss"}),
        (
            "Edgar A. Strauss is a singer. Edgar Strauss sang. Strauss died.",
            {"Edgar A. Strauss", "Edgar Strauss", "Strauss"},
        ),
        ("哈罗德·特菲是英国人。特菲来了。", {"哈罗德·特菲", "特菲"}),
    ],
)
def test_every_form_in_the_texts_goes_with_the_name(text: str, forms: set[str]) -> None:
    found = named(text)
    assert any(forms <= set(entity.forms) for entity in found.values())
    for entity in (each for each in found.values() if each.kind != "term"):
        assert set(words_for(entity, text)) == set(entity.forms)


@pytest.mark.parametrize(
    ("text", "asked", "title", "name", "kind"),
    [
        ("The Gate is a song by Ann Corrin.", "Who sang The Gate?", "", "The Gate", "title"),
        ("Beer Wars is a film.", "What is Beer Wars?", "Beer Wars (film)", "Beer Wars", "title"),
        ("Kersti Vale is a brewer.", "Who is Kersti Vale?", "Kersti Vale", "Kersti Vale", ""),
        ("许申勇，潮州人。许申勇能文。", "许申勇能文吗？", "许申勇", "许申勇", "person"),
        ("《九命奇冤》是小说。", "九命奇冤讲了什么？", "", "九命奇冤", "title"),
    ],
)
def test_what_a_document_is_about_is_a_whole_name(
    text: str, asked: str, title: str, name: str, kind: str
) -> None:
    found = find_entities(Texts([text], [(asked, "")], [title] if title else []), code(text))
    kinds = {form: entity.kind for entity in found for form in entity.forms}
    assert name in kinds
    assert not kind or kinds[name] == kind


@pytest.mark.parametrize(
    ("text", "asked", "answer", "none"),
    [
        # Half of a name, or a name that a number belongs to.
        ('She was in "Read It and Weep" (2006).', "In what?", '"Read It and Weep" (2006)', "Weep"),
        ("Route 124 runs east to Marl.", "Where does Route 124 run?", "Marl", "Route"),
        # What a text shortens otherwise than its first letters do.
        ("峰仓かずや是日本漫画家。", "峰仓かずや是谁？", "", "峰仓"),
    ],
)
def test_a_part_of_a_name_is_none(text: str, asked: str, answer: str, none: str) -> None:
    found = named(text, asked, answer).values()
    assert none not in {form for entity in found for form in entity.forms}


@pytest.mark.parametrize(
    ("text", "asked", "name", "origin"),
    [
        (
            "The Dutch manager Willem Koeman came.",
            "Willem Koeman?",
            "Willem Koeman",
            "the Netherlands",
        ),
    ],
)
def test_a_person_becomes_one_of_the_same_country_and_sort(
    text: str, asked: str, name: str, origin: str
) -> None:
    person = named(text, asked)[name]
    people = people_of(origin)
    for new in words_for(person, text)[name]:
        assert new.split()[0] in people["male"]
        assert new.split()[1] in people[""]
        assert len(new.split()) == len(name.split())


def test_words_of_kind_stay_and_no_character_of_the_name() -> None:
    text = (
        "It is old. The Hatherton River is a river in England."
        " The University of Sallow is a university in Wales."
    )
    for name, start, end in (
        ("Hatherton River", "", " River"),
        ("University of Sallow", "Univ", ""),
    ):
        for new in words_for(named(text)[name], text)[name]:
            assert new.startswith(start)
            assert new.endswith(end)
    for form, text in (("白夜之灯", CHINESE), ("巴沟站", "巴沟站是地铁车站，位于中国。")):
        for new in words_for(named(text)[form], text)[form]:
            assert set(new) & set(form) <= {"站"}


@pytest.mark.parametrize(
    "text",
    [
        "巴沟站是地铁车站，巴沟站因临近村庄而得名。",
        "巴沟站，简称沟站，是地铁车站。巴沟站很大。",
        "巴沟站又译芭钩站，是地铁车站。巴沟站很大。",
        "巴沟站是地铁车站。巴沟站很大。因临近巴沟村而得名。",
    ],
)
def test_what_texts_explain_or_call_otherwise_has_no_sure_words(text: str) -> None:
    assert named(text, "巴沟站在哪里？") == {}
    assert "巴沟站" in named("巴沟站是地铁车站。巴沟站很大。", "巴沟站在哪里？")


@pytest.mark.parametrize(
    ("text", "asked", "names"),
    [
        ("诸葛亮和关羽来了。诸葛亮走了。", "诸葛亮和关羽在哪？", {"诸葛亮", "关羽"}),
        ("西巴丹岛是东马来西亚的岛。", "西巴丹岛多大？", {"西巴丹岛"}),
    ],
)
def test_what_has_no_sure_words_is_told(text: str, asked: str, names: set[str]) -> None:
    found = {
        entity.forms[0]: entity for entity in find_entities(Texts([text], [(asked, "")]), "zh")
    }
    assert set(found) == names
    proposer = rules_of("zh").PROPOSER(Texts([text], []), UsedWords("", "zh"), 1)
    assert not any(proposer.words(entity) for entity in found.values())


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("查理·芒格是Munger Academy的美国人。后来芒格来了。", "Munger Academy的"),
        ("查理·芒格是美国人。瑞典人查理·伯格来了。后来芒格来了。", "瑞典人查理·伯格来了。"),
        ("彭皓锋是香港演员，与彭晓平合演。彭皓锋唱歌。", "，与彭晓平合演"),
        ("彭皓锋是日本演员。彭皓锋在香港唱歌。", "日本"),
        ("彭皓锋是香港人，明朝御史。彭皓锋写诗。", "，明朝御史"),
    ],
)
def test_who_is_told_by_another_spelling_or_name_beside_is_left_to_a_person(
    text: str, beside: str
) -> None:
    name = text.partition("是")[0]
    assert name in named(text.replace(beside, ""), f"{name}是谁？")
    assert named(text, f"{name}是谁？") == {}


@pytest.mark.parametrize(
    ("text", "asked", "name"),
    [
        ("Salisbury (now Harare) was a town.", "Where is Salisbury?", "Salisbury"),
        (
            "Viktor Raychev (Bulgarian: Виктор Райчев) is a footballer.",
            "Who is Viktor Raychev?",
            "Viktor Raychev",
        ),
        (
            "Antel Road was named after a chip. Antel Road is long.",
            "What is Antel Road?",
            "Antel Road",
        ),
        (
            'The episode "Two Shoes", also known as "Old Feet", ran.',
            "What is Two Shoes?",
            "Two Shoes",
        ),
        # Another name of a work, a firm with the town's name in it, and what a town's goes on as.
        (
            '"The Levee Breaks" is a song. It is on disc as "The Levee\'s Gonna Break" too.',
            "Who sang The Levee Breaks?",
            "The Levee Breaks",
        ),
        ("Flydubai flies from Dubai, Qatar.", "What flies from Dubai?", "Dubai"),
        ("Ann Hale was born in Kent. The Hales lived there.", "Who is Ann Hale?", "Ann Hale"),
        ("It is in Newcastle upon Tyne.", "Is it in Newcastle?", "Newcastle"),
        ("Duke Hall is a hall. James Duke gave it.", "What is Duke Hall?", "Duke Hall"),
        (
            'The film "Walk over Me" ran. Walk Over Me was long.',
            "Who made Walk over Me?",
            "Walk over Me",
        ),
        ("Fenner Hall (FH) is a hall.", "What is Fenner Hall?", "Fenner Hall"),
        ("Ann Hale is called Annie. Hale sang.", "Who is Ann Hale?", "Ann Hale"),
        ("巴沟站（바구역）是中国的车站。", "巴沟站在哪里？", "巴沟站"),
        ("彭皓锋（팡하오펑），香港演员。", "彭皓锋是谁？", "彭皓锋"),
        ("彭皓锋（Peng Haofeng），香港演员。", "彭皓锋是谁？", "彭皓锋"),
        ("彭皓锋，字叔平，安徽人。", "彭皓锋是谁？", "彭皓锋"),
        ("彭皓锋，香港演员。皓锋唱歌。", "彭皓锋是谁？", "彭皓锋"),
        ("巴沟河镇是中国的镇。它靠近巴沟寺。", "巴沟河镇在哪里？", "巴沟河镇"),
        ("巴沟区属于中国，巴沟区新安镇在南。", "巴沟区在哪里？", "巴沟区"),
    ],
)
def test_what_a_text_tells_otherwise_too_is_left_to_a_person(
    text: str, asked: str, name: str
) -> None:
    assert stays(named(text, asked)[name], text)


@pytest.mark.parametrize(
    ("text", "asked", "name"),
    [
        ("Ida Marlow sang. She wrote songs.", "Who is Ida Marlow?", "Ida Marlow"),
        ("巴沟站是地铁车站，位于北京。", "巴沟站在哪里？", "巴沟站"),
        ("彭皓锋，香港演员。彭皓锋唱歌。", "彭皓锋是谁？", "彭皓锋"),
    ],
)
def test_nothing_stays_of_a_name_all_of_whose_forms_are_replaced(
    text: str, asked: str, name: str
) -> None:
    assert not stays(named(text, asked)[name], text)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("Nicolae Titulescu was a Romanian diplomat.", "Romania"),
        ("Ruggero Deodato is an Italian film director.", "Italy"),
        ("Alejandro Springall is a Mexican film director.", "Spain"),
    ],
)
def test_people_get_names_of_their_own_origin(text: str, origin: str) -> None:
    entity = next(iter(named(text).values()))
    people = people_of(origin)
    for new in words_for(entity, text)[entity.forms[0]]:
        given, surname = new.split()
        assert given in people["male"]
        assert surname in people[""]


@pytest.mark.parametrize(
    ("text", "asked", "name", "kind"),
    [
        # A stage name holds a place, and of some peoples nothing here has the names.
        ("Kansas Joe McCoy was a singer.", "Who was Joe McCoy?", "Joe McCoy", "term"),
        ("David Soares (born in Cape Verde) is a judge.", "David Soares", "David Soares", "term"),
        ("Kyle Busch was the champion.", "Who was Kyle Busch?", "Kyle Busch", "person"),
        ("Paul Clyne was the District Attorney of Kull.", "Paul Clyne", "Paul Clyne", "person"),
        # What it is stands before where it is.
        ("Corn Mix is a baking mix sold by a firm.", "What is Corn Mix?", "Corn Mix", "title"),
        ("Alt-J, stylised as alt-J, are a band.", "What are Alt-J?", "Alt-J", "organisation"),
    ],
)
def test_what_a_name_is_is_told_by_its_definition_and_its_land(
    text: str, asked: str, name: str, kind: str
) -> None:
    assert named(text, asked)[name].kind == kind


def test_a_firm_keeps_the_word_for_its_trade() -> None:
    text = "Stone Brewing is a brewery."
    entity = named(text, "What is Stone Brewing?")["Stone Brewing"]
    assert all(new.endswith(" Brewing") for new in words_for(entity, text)["Stone Brewing"])


@pytest.mark.parametrize(
    ("text", "asked", "name", "end"),
    [
        ("巴沟大桥在中国，巴沟大桥很长。", "巴沟大桥在哪里？", "巴沟大桥", "大桥"),
        ("《消失的地平线》是一部小说。", "《消失的地平线》讲了什么？", "消失的地平线", ""),
    ],
)
def test_the_words_of_sort_stay_and_nothing_else_does(
    text: str, asked: str, name: str, end: str
) -> None:
    for new in words_for(named(text, asked)[name], text)[name]:
        assert new.endswith(end)
        assert not set(new) & set(name) - {"的", *end}


@pytest.mark.parametrize(
    ("kind", "name", "behind", "told"),
    [
        ("place", "成都", "是四川省省会。", "是四川省省会"),
        ("place", "成都", "有老城。", ""),
        ("organisation", "塞斯纳公司", "在斯纳克。", "斯纳"),
        ("person", "拉尔夫·桑普森", "与桑普生。", "桑普"),
        ("place", "水泽区", "在奥州区。", ""),
    ],
)
def test_any_two_characters_of_a_chinese_name_tell_it(
    kind: Kind, name: str, behind: str, told: str
) -> None:
    assert stays(Entity(kind, (name,)), name + behind) == told


@pytest.mark.parametrize(
    ("text", "asked", "name"),
    [
        # A place, a month or a longer name has the surname too.
        (
            "Rose Linton was born in Linton, Kent. Linton sang.",
            "Who is Rose Linton?",
            "Rose Linton",
        ),
        ("Grant March left in March. March came back.", "Who is Grant March?", "Grant March"),
        # A work is part of other names, and somebody's gender is not sure.
        ("小说《归雁集》1990年出版，归雁集团出资。", "《归雁集》哪年出版？", "归雁集"),
        ("专辑《不再下雨》与《不再下雨的城市》是电影歌曲。", "《不再下雨》是什么？", "不再下雨"),
        ("陶静仪是女演员。祁永昌是飞行员，与她结婚。", "陶静仪的丈夫是谁？", "祁永昌"),
    ],
)
def test_what_shares_its_name_with_something_else_has_no_words(
    text: str, asked: str, name: str
) -> None:
    texts = Texts([text], [(asked, name)], [name])
    proposer = rules_of(code(text)).PROPOSER(texts, UsedWords("", code(text)), 1)
    found = [each for each in find_entities(texts, code(text)) if name in each.forms]
    assert not any(map(proposer.words, found))
