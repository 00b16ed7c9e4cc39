"""Known places become others of their sort."""

from __future__ import annotations

import pytest

from lvbuild.annotate.suggesting.chinese.people import CHINESE
from lvbuild.annotate.suggesting.chinese.words import ChineseWords
from lvbuild.annotate.suggesting.english.kinds import ENGLISH
from lvbuild.annotate.suggesting.english.words import EnglishWords
from lvbuild.annotate.suggesting.entities import KNOWN, Entity
from tests.annotate.suggesting.test_english import Anything


@pytest.mark.parametrize("name", ["California", "Warsaw", "Leicestershire", "New Delhi"])
def test_an_english_place_becomes_one_of_its_sort(name: str) -> None:
    words = EnglishWords([name], Anything(), 1).words(Entity("place", (name,), KNOWN), 0)
    assert words is not None
    assert set(words[name]) <= set(ENGLISH.places[name])
    assert len(set(words[name])) == 3


@pytest.mark.parametrize("name", ["香港", "浙江", "嘉善县", "越秀区", "密歇根", "燕国"])
def test_a_chinese_place_becomes_one_of_its_sort_and_shares_no_character_of_its_own(
    name: str,
) -> None:
    words = ChineseWords([name], Anything(), 1).words(Entity("place", (name,), KNOWN), 0)
    assert words is not None
    assert set(words[name]) <= set(CHINESE.places[name])
    kind = set("县区国")
    assert not [new for new in words[name] if set(new) & (set(name) - kind)]


def test_no_place_of_the_texts_stands_for_another() -> None:
    text = "California " + " ".join(ENGLISH.places["California"][3:])
    words = EnglishWords([text], Anything(), 1).words(Entity("place", ("California",), KNOWN), 0)
    assert words is not None
    assert not [new for new in words["California"] if new in text]
