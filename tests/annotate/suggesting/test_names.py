"""Names in English and Chinese texts, and the words that stand for them."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from lvbuild.annotate.suggesting.chinese_words import end_of
from lvbuild.annotate.suggesting.english_words import people_of
from lvbuild.annotate.suggesting.entities import Entity, UsedWords, Words
from lvbuild.annotate.suggesting.suggest import find_entities, rules_of, what_stays
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.characters import converter
from lvbuild.tables.rows import Kind

ENGLISH = (
    'The pilot Ann Marie Corrin was born in Hatherton. Corrin sang the song "The Red Boat" with Tom'
    " Vale. The Hatherton River ran past the University of Sallow. Mr. Vale died in France."
)
CHINESE = (
    "作家查理·芒格在底特律写了《白夜之灯》。芒格后来到中国的徐州，与陈志强一起教书，再去法国。"
)


def code(text: str) -> LanguageCode:
    return "zh" if find_language("zh").is_likely(text) else "en"


def named(text: str, asked: str = "", answer: str = "") -> dict[str, Entity]:
    """Return what a question names of a text by the first forms; without one all is asked of.

    What is named, but not surely, is left out.
    """
    found = find_entities([text], [(asked or text, answer)], code(text))
    return {entity.forms[0]: entity for entity in found if entity.sort or code(text) == "en"}


def words_for(entity: Entity, text: str) -> Words:
    proposer = rules_of(code(text)).PROPOSER([text], UsedWords("", code(text)), 1)
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
        # What is named after a place has the row of the place.
        (
            "The Melbourne Storm is a club.",
            "",
            "Melbourne",
            "",
            "Melbourne Storm",
        ),
        ('James Carlos "Jimmy" McNatt played.', "", "", "", "James Carlos"),
        # What everybody knows is left to a person.
        ("他从扬州站出发，到上海铁路局工作。", "", "扬州站", "", "上海|上海铁路局"),
        (CHINESE, "查理·芒格|陈志强", "徐州", "白夜之灯", "法国"),
        # A relative known to all stays, and would tell the surname.
        ("朱守谦，安徽人，祖父朱兴隆是朱元璋的哥哥。朱守谦好学。", "", "", "", "朱守谦"),
        ("朱守谦，安徽人，祖父朱兴隆是地主。朱守谦好学。", "朱守谦", "", "", ""),
        # A name with dots is taken without the words beside it.
        (
            "美国大股东约翰·哈洛伦来访。德国的内托·克鲁斯曾效力于此，是女演员。",
            "约翰·哈洛伦",
            "",
            "",
            "",
        ),
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
        ("植村秀子，日本代表性的作家。", "植村秀子是谁？", "植村秀子", "person", "japanese"),
        (
            "雫石车站是一个位于日本岩手县的铁路车站。",
            "雫石车站在哪？",
            "雫石车站",
            "place",
            "japanese towns",
        ),
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
    ("text", "asked", "forms"),
    [
        # A name is what the texts call it otherwise, too.
        (
            'Ada Beth "Bet" Marlow (born Ida Kull) sang. Bet danced.',
            "Who is Ada Marlow?",
            {'Ada Beth "Bet" Marlow', "Bet", "Ida Kull"},
        ),
        ("Frederick Alexander Brell, a lord, was a physicist.", "Frederick Alexander", {"Brell"}),
        # A relative's surname becomes the new one.
        ("Ida Hill Moore was the wife of Tom Moore.", "Who was Ida Hill Moore?", {"Moore"}),
        (
            "Magnus Kull (1073 – 1103), known as Magnus Barefoot, was a king.",
            "Magnus Barefoot",
            {"Kull"},
        ),
    ],
)
def test_other_names_and_spellings_are_forms_of_a_name(
    text: str, asked: str, forms: set[str]
) -> None:
    [entity] = [e for e in named(text, asked).values() if e.kind != "date"]
    told = " ".join(entity.forms)
    assert all(form in told for form in forms)
    rest = text
    for form in entity.forms:
        rest = rest.replace(form, "")
    assert not any(form in rest for form in forms)


@pytest.mark.parametrize(
    ("text", "asked", "kind"),
    [
        ("The Kull Cup is a cup of Kent.", "Who won the Kull Cup?", "organisation"),
        ("In World War II he rose.", "Which war was World War II?", ""),
        ("It has 26,000 students.", "26,000", "number"),
    ],
)
def test_all_signs_of_a_name_speak_for_its_kind(text: str, asked: str, kind: str) -> None:
    kinds = {entity.kind for entity in named(text, asked or text).values()}
    assert kind in kinds if kind else not kinds


@pytest.mark.parametrize("text", ["市内有广场。", "沿途设汉沟镇、曹子里、崔黄口、大口屯。"])
def test_what_jieba_alone_takes_for_a_name_is_none(text: str) -> None:
    assert named(text) == {}


def test_traditional_texts_are_read_as_simplified_ones_and_written_as_their_region_does() -> None:
    for way in ("s2twp", "s2hk"):
        write = converter(way)
        text = write("法国作家查理·芒格写了《白夜之灯》和软件，里面都是为了台湾。他到松阳县去。")
        found = named(text)
        assert found[write("查理·芒格")].sort == "french"
        for new in words_for(found[write("松阳县")], text)[write("松阳县")]:
            assert new == write(new)
    assert not named("他在紐西蘭工作，住在臺灣，也寫作台灣。")


@pytest.mark.parametrize("text", ["He lived in Taiwan.", "In Tibet."])
def test_some_places_are_known_and_left_as_they_are(text: str) -> None:
    [entity] = named(text).values()
    assert rules_of(code(text)).PROPOSER([text], UsedWords("", code(text)), 1).words(entity) is None


def test_every_place_has_enough_others_of_its_sort_or_none() -> None:
    lists = rules_of("en").LISTS
    for sorts in (lists.places, lists.countries):
        for name, others in sorts.items():
            assert not others or len({o for o in others if o != name}) >= 3, name


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
    text = "辅仁中学在无锡市。当年辅仁中学开学。"
    words = words_for(Entity("organisation", ("辅仁中学", "辅仁"), "schools"), text)
    for whole, part in zip(words["辅仁中学"], words["辅仁"], strict=True):
        assert whole == f"{part}中学"


@pytest.mark.parametrize(
    ("text", "name", "gender"),
    [
        (ENGLISH, "Ann Marie Corrin", "female"),
        ("Frankie LaRocka was born in Kent. He became a producer.", "Frankie LaRocka", "male"),
        ("张静美是台湾的漫画家。", "张静美", "female"),
        ("安妮·卡特菲来了。", "安妮·卡特菲", "female"),
        (CHINESE, "查理·芒格", "male"),
    ],
)
def test_gender_is_told_by_pronouns_behind_a_name_and_by_given_names(
    text: str, name: str, gender: str
) -> None:
    assert named(text, f"{name}？")[name].gender == gender


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Who is ann corrin? Ann Corrin sang.", {"Ann Corrin", "ann corrin"}),
        ("郭英，字叔平，安徽人。郭氏好学，郭英后来做官。", {"郭英", "郭氏", "叔平"}),
        ("Edgar Strauss rose. Strauss died.", {"Edgar Strauss", "Strauss"}),
        (
            "Keitarō Arima is a Japanese singer. He is Keitaro Arima.",
            {"Keitarō Arima", "Keitaro Arima"},
        ),
        ("哈罗德·特菲（Harold Tuffy）是英国人。", {"哈罗德·特菲", "Harold Tuffy"}),
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
        (
            "许申，字维之，是唐宋潮州八贤之一。许申能文。",
            "许申得到了谁的赏识？",
            "许申",
            "许申",
            "person",
        ),
        ("《九命奇冤》是小说。", "九命奇冤讲了什么？", "", "九命奇冤", "title"),
    ],
)
def test_what_a_document_is_about_is_a_whole_name(
    text: str, asked: str, title: str, name: str, kind: str
) -> None:
    found = find_entities([text], [(asked, "")], code(text), titles=[title] if title else [])
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
            "The Dutch manager Ronald Koeman came.",
            "Ronald Koeman?",
            "Ronald Koeman",
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
    for name, start, end in (
        ("Hatherton River", "", " River"),
        ("University of Sallow", "Univ", ""),
    ):
        for new in words_for(named(ENGLISH)[name], ENGLISH)[name]:
            assert new.startswith(start)
            assert new.endswith(end)
    for form in ("徐州", "白夜之灯"):
        for new in words_for(named(CHINESE)[form], CHINESE)[form]:
            assert not set(new) & set(form)


@pytest.mark.parametrize("name", ["California", "France"])
def test_a_known_place_becomes_one_of_its_sort(name: str) -> None:
    lists, country = rules_of(code(name)).LISTS, name == "France"
    new = words_for(Entity("place", (name,), "country" if country else "known"), name)[name]
    assert set(new) <= set((lists.countries if country else lists.places)[name])


def test_relatives_and_styles_are_forms_of_one_name_and_share_the_new_surname() -> None:
    text = "王沈，字处道，是王柔之孙，王柔官至护匈奴中郎将。"
    [entity] = find_entities([text], [("王沈是谁的孙子？", "")], "zh", titles=["王沈"])
    assert entity.forms == ("王沈", "王柔", "处道")
    words = words_for(entity, text)
    for one, other, style in zip(*(words[form] for form in entity.forms), strict=True):
        assert one[0] == other[0] != style[0]
        assert one[1:] != other[1:]


@pytest.mark.parametrize(
    "text",
    [
        "巴沟站是地铁车站，巴沟站因临近村庄而得名。",
        "巴沟站，简称沟站，是地铁车站。巴沟站很大。",
        "巴沟站又译芭钩站，是地铁车站。巴沟站很大。",
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
    found = {entity.forms[0]: entity for entity in find_entities([text], [(asked, "")], "zh")}
    assert set(found) == names
    proposer = rules_of("zh").PROPOSER([text], UsedWords("", "zh"), 1)
    assert not any(proposer.words(entity) for entity in found.values())


def test_a_chinese_name_in_brackets_in_latin_letters_becomes_the_new_one_so_written() -> None:
    text = "彭皓锋（Peng Haofeng），香港演员。"
    words = words_for(named(text, "彭皓锋是谁？")["彭皓锋"], text)
    for new, latin in zip(words["彭皓锋"], words["Peng Haofeng"], strict=True):
        assert latin.isascii() or "ü" in latin
        assert len(latin.split()) == 2
        assert len(new) > 1
    for other in ("Peter Pang Ho Fung", "P'eng Hao-feng", "Jeem Yim", "Connie"):
        assert named(text.replace("Peng Haofeng", other), "彭皓锋是谁？") == {}


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("查理·芒格是Munger Academy的美国人。后来芒格来了。", "Munger Academy的"),
        ("查理·芒格是美国人。乔·芒奇写道芒格来了。", "乔·芒奇写道"),
        ("彭皓锋是香港演员，与彭晓平合演。彭皓锋唱歌。", "，与彭晓平合演"),
        ("木下优子是日本歌手，祖上是大名。木下优子唱歌。", "，祖上是大名"),
    ],
)
def test_who_is_told_by_another_spelling_or_name_beside_is_left_to_a_person(
    text: str, beside: str
) -> None:
    name = text.partition("是")[0]
    assert name in named(text.replace(beside, ""), f"{name}是谁？")
    assert named(text, f"{name}是谁？") == {}


def test_a_firm_named_for_what_it_does_is_left_to_a_person() -> None:
    text = "鑫诺卫星通信有限公司是中国公司。"
    assert named(text, "鑫诺卫星通信有限公司在哪？") == {}


def test_the_towns_of_a_district_are_forms_of_it() -> None:
    found = named("德清区属于中国，德清区新安镇在南。", "德清区在哪里？")
    assert found["德清区"].forms == ("德清区", "新安镇")


@pytest.mark.parametrize(
    ("text", "asked", "gloss"),
    [
        ("伊芳·卡特菲（Yvonne Catterfeld）是德国歌手。", "伊芳·卡特菲是谁？", "Yvonne Catterfeld"),
        ("汉斯·卡特菲（Hans Wicks），德国人。", "汉斯·卡特菲是谁？", "Hans Wicks"),
    ],
)
def test_a_reading_in_brackets_becomes_that_of_the_new_name(
    text: str, asked: str, gloss: str
) -> None:
    entity = next(iter(named(text, asked).values()))
    new = words_for(entity, text)
    assert set(entity.forms) >= {entity.forms[0], gloss}
    for name, reading in zip(new[entity.forms[0]], new[gloss], strict=True):
        assert name != reading
        assert len(reading.split()) == 2


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
        ("Aktion T4 ended. T4 was an address.", "What was Aktion T4?", "Aktion T4"),
        # Another name of a work, a firm with the town's name in it, and what a town's goes on as.
        (
            '"The Levee Breaks" is a song. It is on disc as "The Levee\'s Gonna Break" too.',
            "Who sang The Levee Breaks?",
            "The Levee Breaks",
        ),
        ("Flydubai flies from Dubai, Qatar.", "What flies from Dubai?", "Dubai"),
        ("Ann Hale was born in Kent. The Hales lived there.", "Who is Ann Hale?", "Ann Hale"),
        ("It is in Newcastle upon Tyne.", "Is it in Newcastle?", "Newcastle"),
        ("仁德大学（인덕대학교）是一所大学。", "仁德大学在哪里？", "仁德大学"),
        ("彭皓锋（팡하오펑），香港演员。", "彭皓锋是谁？", "彭皓锋"),
    ],
)
def test_what_a_text_tells_otherwise_too_is_left_to_a_person(
    text: str, asked: str, name: str
) -> None:
    entity, rest = named(text, asked)[name], text
    for form in entity.forms:
        rest = rest.replace(form, " " * len(form))
    assert what_stays(entity, [(text, rest)], code(text))


@pytest.mark.parametrize(
    ("text", "asked", "name"),
    [
        ("Ida Marlow sang. She wrote songs.", "Who is Ida Marlow?", "Ida Marlow"),
        ("巴沟站是地铁车站，位于北京。", "巴沟站在哪里？", "巴沟站"),
        ("王沈生于太原。王沈，字处道。", "王沈是谁？", "王沈"),
    ],
)
def test_nothing_stays_of_a_name_all_of_whose_forms_are_replaced(
    text: str, asked: str, name: str
) -> None:
    entity, rest = named(text, asked)[name], text
    for form in entity.forms:
        rest = rest.replace(form, " " * len(form))
    assert not what_stays(entity, [(text, rest)], code(text))


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
    ("text", "name", "called"),
    [
        ('Martin "Marty" McCann is an actor.', "Martin", "Marty"),
        ("Peter Doherty is a singer. Pete Doherty sang.", "Peter", "Pete"),
        ('James "Scat" McNatt was a player.', "James", "Scat"),
    ],
)
def test_a_nickname_becomes_a_pet_form_of_the_new_name_or_another_byname(
    text: str, name: str, called: str
) -> None:
    entity, lists = next(iter(named(text).values())), rules_of("en").LISTS
    pets, new = lists.pairs("pet forms"), words_for(entity, text)
    whole = next(words for form, words in new.items() if name in form.split())
    other = next(words for form, words in new.items() if re.search(rf"\b{called}\b", form))
    for one, two in zip(whole, other, strict=True):
        bynames = lists.lists["nicknames"] if called == "Scat" else [pets[one.split()[0]]]
        assert any(byname in re.findall(r"\w+", two) for byname in bynames)


@pytest.mark.parametrize(
    ("text", "asked", "name", "kind"),
    [
        # A stage name holds a place, and of some peoples nothing here has the names.
        ("Kansas Joe McCoy was a singer.", "Who was Joe McCoy?", "Joe McCoy", "term"),
        ("David Soares (born in Cape Verde) is a judge.", "David Soares", "David Soares", "term"),
        # A text elsewhere of another land leaves an English name English, its own does not.
        (
            "Kenneth Gile is an officer of an airline. It is in Dubai, and he is too.",
            "Who is Kenneth Gile?",
            "Kenneth Gile",
            "person",
        ),
        ("Kyle Busch was the champion.", "Who was Kyle Busch?", "Kyle Busch", "person"),
        ("Paul Clyne was the District Attorney of Kull.", "Paul Clyne", "Paul Clyne", "person"),
        # What it is stands before where it is, and brackets tell nothing of it.
        ("KGOT is a Top 40 (CHR) radio station in Kent.", "What is KGOT?", "KGOT", "organisation"),
        (
            "Bisquick is a baking mix sold by a firm.",
            "What is Bisquick?",
            "Bisquick",
            "organisation",
        ),
        ("Alto Group Inc. is a company.", "What is Alto Group?", "Alto Group", "organisation"),
        # What is told of a longer name is not told of its end.
        (
            "The Battle of Marl Dale was a battle at Marl Dale, Ohio.",
            "Marl Dale",
            "Marl Dale",
            "place",
        ),
        ("Alt-J, stylised as alt-J, are a band.", "What are Alt-J?", "Alt-J", "organisation"),
    ],
)
def test_what_a_name_is_is_told_by_its_definition_and_its_land(
    text: str, asked: str, name: str, kind: str
) -> None:
    assert named(text, asked)[name].kind == kind


def test_a_firm_keeps_the_word_for_its_trade_and_a_title_its_mark_together() -> None:
    text = 'Stone Brewing is a brewery. "Check It Out!" is a television series. Check It Out ran.'
    found = named(text, "Did Stone Brewing make Check It Out?")
    assert all(
        new.endswith(" Brewing") for new in words_for(found["Stone Brewing"], text)["Stone Brewing"]
    )
    words = words_for(found["Check It Out!"], text)
    assert words["Check It Out!"] == words["Check It Out"]


@pytest.mark.parametrize(
    ("text", "asked", "name", "end"),
    [
        ("汇洋酒店是香港的酒店。", "汇洋酒店在哪里？", "汇洋酒店", "酒店"),
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
    ("name", "head"),
    [
        ("罗德竞技场", "竞技场"),
        ("象山邨", "邨"),
        ("谢尔吉圣三一修道院", "修道院"),
    ],
)
def test_a_chinese_name_keeps_the_whole_word_that_it_ends_in(name: str, head: str) -> None:
    assert end_of(name, "place") == head


@pytest.mark.parametrize(
    ("kind", "name", "sort", "before", "behind", "stays"),
    [
        ("place", "成都", "known", "", "是四川省省会。", "是四川省省会"),
        ("place", "成都", "known", "他住在", "的老城。", ""),
    ],
)
def test_chinese_words_that_tell_a_name_stay(
    kind: Kind, name: str, sort: str, before: str, behind: str, stays: str
) -> None:
    texts = [(before + name + behind, before + " " * len(name) + behind)]
    assert what_stays(Entity(kind, (name,), sort), texts, "zh") == stays
