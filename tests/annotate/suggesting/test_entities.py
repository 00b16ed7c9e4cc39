"""What no proposal may be."""

from __future__ import annotations

import pytest

from lvbuild.annotate.suggesting.chinese import ChineseWords
from lvbuild.annotate.suggesting.entities import Entity, Texts, UsedWords, merged
from lvbuild.core.model import LanguageCode
from lvbuild.tables.rows import Kind, ReplacementRow


@pytest.mark.parametrize(
    ("texts", "language", "new", "old"),
    [
        ("The Hatherton ran by SALLOW.", "en", "Ada Merrow", "Hatherton|Sallow|Ada Hatherton"),
        ("他住在杭州市。", "zh", "湖州", "杭州"),
        ("", "en", "Vale", "Joan Marr|Marr|Ann Corrin"),
    ],
)
def test_no_word_of_the_pool_or_of_a_row_is_new(
    texts: str, language: LanguageCode, new: str, old: str
) -> None:
    taken = UsedWords(texts, language)
    words = {"replacement": "Joan Marr", "alternatives": ("Ann Corrin",), "kind": "person"}
    by = {"question_id": "q", "original": "Ada Tamble", "status": "draft", "annotator": "test"}
    taken.add([ReplacementRow.model_validate({**words, **by})])
    assert taken.is_new(new)
    assert not any(map(taken.is_new, old.split("|")))


def test_words_in_small_letters_are_no_names() -> None:
    taken = UsedWords("The Time of the river.", "en")
    assert taken.is_common("River")
    assert not taken.is_common("Time")


@pytest.mark.parametrize("name", ["先生", "A座"])
def test_what_has_no_part_that_is_a_name_gets_no_words(name: str) -> None:
    proposer = ChineseWords(Texts([f"{name}来了。"], []), UsedWords("", "zh"), 1)
    kind: Kind = "place" if name.startswith("A") else "person"
    assert proposer.words(Entity(kind, (name,), "towns" if kind == "place" else "chinese")) is None


def test_a_form_is_of_the_first_entity_that_has_it() -> None:
    first, second = Entity("person", ("Ann Vale", "Vale")), Entity("place", ("Vale", "Vale Town"))
    assert merged([first, second]) == [first, Entity("place", ("Vale Town",))]
