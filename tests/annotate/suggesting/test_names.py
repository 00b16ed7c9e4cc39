"""Names in English and Chinese texts, and the words that stand for them."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace

import pytest

from lvbuild.annotate.suggesting import english
from lvbuild.annotate.suggesting.chinese.words import ChineseWords
from lvbuild.annotate.suggesting.english import find_names
from lvbuild.annotate.suggesting.english.words import EnglishWords
from lvbuild.annotate.suggesting.entities import KNOWN, Entity, UsedWords, WordLists, Words
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode

ENGLISH = (
    'The pilot Ann Marie Corrin was born in Hatherton. Corrin sang "The Red Boat" with Tom Vale.'
    " The Hatherton River ran past the University of Sallow. Mr. Vale died in France."
)
CHINESE = "作家查理·芒格在底特律写了《白夜之灯》。芒格后来到杭州，与陈志强一起在法国教书。"


class Anything(UsedWords):
    """Every word is new, and none common."""

    def __init__(self) -> None:
        super().__init__("", "en")

    def is_new(self, word: str) -> bool:
        return True

    def is_common(self, word: str) -> bool:
        return False


def named(text: str, language: LanguageCode = "en") -> dict[str, Entity]:
    found = rules_of(language).find_names([text], [], lambda _: False)
    return {entity.forms[0]: entity for entity in found}


def words_for(entity: Entity, text: str, language: LanguageCode = "en") -> Words:
    proposer = EnglishWords if language == "en" else ChineseWords
    words = proposer([text], Anything(), 1).words(entity, 0)
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
        (
            ENGLISH,
            "Ann Marie Corrin|Tom Vale",
            "Hatherton River|France",
            "The Red Boat",
            "",
        ),
        (OFFICES, "Tom Vale|Ann Corrin", "", "", "President|Vice President|Prime Minister|OBE"),
        ("In 1098 King of Norway Magnus Barefoot sailed.", "Magnus Barefoot", "Norway", "", ""),
        # What is named after a place has the row of the place.
        (
            "She taught at the University of California. The Melbourne Storm is a club.",
            "",
            "California|Melbourne",
            "",
            "University of California|Melbourne Storm",
        ),
        (
            "他毕业于哈佛大学，从南京站出发，到上海铁路局工作，住在中山东一路。",
            "",
            "南京|上海",
            "",
            "南京站|上海铁路局|山东",
        ),
        (CHINESE, "查理·芒格", "杭州|法国", "白夜之灯", ""),
        # A name with dots is taken without the words beside it.
        (
            "大股东华伦·巴菲特来访。内托·克鲁斯曾效力于此。",
            "华伦·巴菲特|内托·克鲁斯",
            "",
            "",
            "",
        ),
    ],
)
def test_names_are_found_with_their_kinds(
    text: str, people: str, places: str, titles: str, none: str
) -> None:
    found = named(text, "en" if text.isascii() else "zh")
    of_kind = defaultdict(set)
    for name, entity in found.items():
        of_kind[entity.kind].add(name)
    assert set(filter(None, people.split("|"))) <= of_kind["person"]
    assert set(filter(None, places.split("|"))) <= of_kind["place"]
    assert set(filter(None, titles.split("|"))) <= of_kind["title"]
    assert found.keys().isdisjoint(none.split("|"))


def test_a_name_of_no_known_kind_is_one_only_where_an_answer_names_it() -> None:
    text = 'The Rage came out. Some loved the Rage and "Quiddle Bosk" too.'
    assert not find_names([text])
    found = find_names([text], [("What came out?", "Rage")])
    assert [entity.forms[0] for entity in found] == ["Rage"]
    # What rivers and towns are of is a place.
    found = find_names(["Which river is that of Quarle?"], [("Which river?", "Quarle")])
    assert [(entity.kind, entity.forms[0]) for entity in found] == [("place", "Quarle")]


def test_a_trained_pipeline_tells_kinds_where_one_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = SimpleNamespace(ents=[SimpleNamespace(text="Quiddle Bosk", label_="GPE")])
    monkeypatch.setattr(english, "_trained", lambda: lambda text: read)
    found = find_names(["They came to see Quiddle Bosk at once."])
    assert [(entity.kind, entity.forms[0]) for entity in found] == [("place", "Quiddle Bosk")]


def test_forms_of_a_name_become_parts_of_one_new_name() -> None:
    entity = named(ENGLISH)["Ann Marie Corrin"]
    assert entity.gender == "female"
    words = words_for(entity, ENGLISH)
    for whole, part in zip(words["Ann Marie Corrin"], words["Corrin"], strict=True):
        assert whole.split()[-1] == part
    words = words_for(named(CHINESE, "zh")["查理·芒格"], CHINESE, "zh")
    for whole, part in zip(words["查理·芒格"], words["芒格"], strict=True):
        assert len(whole) == len("查理·芒格")
        assert whole.endswith(f"·{part}")


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("He came from France. His French wife stayed in France.", {"France", "French"}),
        ("Who is ann corrin? Ann Corrin sang.", {"Ann Corrin", "ann corrin"}),
        ("Engelbert Strauss rose. Strauss died. Strauß ruled.", {"Engelbert Strauss", "Strauß"}),
    ],
)
def test_every_form_in_the_texts_goes_with_the_name(text: str, forms: set[str]) -> None:
    assert any(forms <= set(entity.forms) for entity in named(text).values())
    for entity in named(text).values():
        assert set(words_for(entity, text)) == set(entity.forms)


def test_forms_with_other_capitals_go_together() -> None:
    text = "He lived in Southern Africa, in southern Africa."
    words = words_for(named(text)["Southern Africa"], text)
    for whole, small in zip(words["Southern Africa"], words["southern Africa"], strict=True):
        assert small.split()[0] == whole.split()[0].lower()


def test_words_of_kind_stay_and_no_character_of_the_name() -> None:
    river = words_for(named(ENGLISH)["Hatherton River"], ENGLISH)["Hatherton River"]
    school = words_for(named(ENGLISH)["University of Sallow"], ENGLISH)["University of Sallow"]
    assert all(new.endswith(" River") for new in river)
    assert all(new.startswith("University of ") for new in school)
    assert named(ENGLISH)["University of Sallow"].kind == "organisation"
    for form in ("杭州", "白夜之灯"):
        for new in words_for(named(CHINESE, "zh")[form], CHINESE, "zh")[form]:
            assert len(new) == len(form)
            assert not set(new) - {"州"} & set(form)


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "California"), ("en", "New Delhi")]
    + [("zh", name) for name in ("浙江", "嘉善县", "密歇根", "燕国")],
)
def test_a_known_place_becomes_one_of_its_sort(language: LanguageCode, name: str) -> None:
    others = WordLists(language).places[name]
    text = " ".join([name, *others[4:]])
    new = words_for(Entity("place", (name,), KNOWN), text, language)[name]
    assert set(new) <= set(others[:4])
    assert language == "en" or not [each for each in new if set(each) & set(name) - set("县国")]
