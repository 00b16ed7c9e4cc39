"""Names in English texts."""

from __future__ import annotations

from lvbuild.annotate.suggesting.english import find_names
from lvbuild.annotate.suggesting.english.words import EnglishWords
from lvbuild.annotate.suggesting.entities import Entity, UsedWords

TEXT = (
    'The pilot Ann Marie Corrin was born in Hatherton. Corrin sang "The Red Boat" with Tom Vale.'
    " The Hatherton River ran past the University of Sallow. Mr. Vale died in France."
)


class Anything(UsedWords):
    """Every word is new, and none common."""

    def __init__(self) -> None:
        super().__init__("", "en")

    def is_new(self, word: str) -> bool:
        return True

    def is_common(self, word: str) -> bool:
        return False


def named(text: str) -> dict[str, Entity]:
    return {entity.forms[0]: entity for entity in find_names([text])}


def test_names_are_found_with_their_kinds() -> None:
    kinds = {name: entity.kind for name, entity in named(TEXT).items()}
    assert kinds["Ann Marie Corrin"] == kinds["Tom Vale"] == "person"
    assert kinds["The Red Boat"] == "title"
    assert kinds["Hatherton River"] == kinds["France"] == "place"
    assert kinds["University of Sallow"] == "organisation"


def test_a_person_has_all_forms_of_the_name_that_stand_in_the_texts() -> None:
    assert set(named(TEXT)["Ann Marie Corrin"].forms) >= {"Ann Marie Corrin", "Corrin"}
    assert named(TEXT)["Ann Marie Corrin"].gender == "female"


def test_forms_of_a_name_become_parts_of_one_new_name() -> None:
    words = EnglishWords([TEXT], Anything(), 1).words(named(TEXT)["Ann Marie Corrin"], 0)
    assert words is not None
    for whole, part in zip(words["Ann Marie Corrin"], words["Corrin"], strict=True):
        assert whole.split()[-1] == part


def test_words_of_kind_stay() -> None:
    words = EnglishWords([TEXT], Anything(), 1)
    river = words.words(named(TEXT)["Hatherton River"], 0)
    school = words.words(named(TEXT)["University of Sallow"], 0)
    assert river is not None
    assert school is not None
    assert all(new.endswith(" River") for new in river["Hatherton River"])
    assert all(new.startswith("University of ") for new in school["University of Sallow"])


def test_a_country_and_what_is_of_it_go_together() -> None:
    text = "He came from France. His French wife stayed in France."
    words = EnglishWords([text], Anything(), 1).words(named(text)["France"], 0)
    assert words is not None
    assert set(words) == {"France", "French"}


def test_offices_and_titles_are_no_names() -> None:
    text = (
        "The President met the Prime Minister. He asked the Vice President and the District"
        " Attorney. Chief Operating Officer Tom Vale was there. CEO Ann Corrin, OBE, left."
    )
    assert set(named(text)) == {"Tom Vale", "Ann Corrin"}


def test_a_country_before_a_person_is_no_part_of_the_name() -> None:
    found = named("In 1098 King of Norway Magnus Barefoot sailed. Norway was rich.")
    assert found["Magnus Barefoot"].kind == "person"
    assert found["Norway"].subkind == "country"


def test_a_name_of_no_known_kind_is_one_only_where_an_answer_names_it() -> None:
    text = 'The Rage came out. Some loved the Rage and "Quiddle Bosk" too.'
    assert not find_names([text])
    found = find_names([text], [("What came out?", "Rage")])
    assert [entity.forms[0] for entity in found] == ["Rage"]


def test_forms_with_other_capitals_go_together() -> None:
    text = "Who is ann corrin? Ann Corrin sang. He lived in Southern Africa, in southern Africa."
    assert "ann corrin" in named(text)["Ann Corrin"].forms
    found = named(text)["Southern Africa"]
    assert set(found.forms) == {"Southern Africa", "southern Africa"}
    words = EnglishWords([text], Anything(), 1).words(found, 0)
    assert words is not None
    for whole, small in zip(words["Southern Africa"], words["southern Africa"], strict=True):
        assert small.split()[0] == whole.split()[0].lower()


def test_what_is_named_after_a_place_has_the_row_of_the_place() -> None:
    found = named("She taught at the University of California. The Melbourne Storm is a club.")
    assert found["California"].kind == found["Melbourne"].kind == "place"
    assert not {"University of California", "Melbourne Storm"} & set(found)


def test_a_name_written_with_another_s_is_of_the_family() -> None:
    text = "Engelbert Strauss was born in 1892. Strauss died. Strauß was a chancellor."
    entity = named(text)["Engelbert Strauss"]
    assert "Strauß" in entity.forms
    words = EnglishWords([text], Anything(), 1).words(entity, 0)
    assert words is not None
    assert words["Strauß"] == words["Strauss"]


def test_what_rivers_and_towns_are_of_is_a_place() -> None:
    found = find_names(["Which river is that of Quarle?"], [("Which river?", "Quarle")])
    assert [(entity.kind, entity.forms[0]) for entity in found] == [("place", "Quarle")]
