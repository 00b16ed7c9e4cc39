"""Words drawn for a variant: of the kind, gender and script of what they stand for, and as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lvbuild.annotate.suggesting import english
from lvbuild.annotate.suggesting.chinese import CHINESE
from lvbuild.annotate.suggesting.entities import Texts
from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.renewal.fresh_words import Drawer, Told, families
from lvbuild.renewal.spent_rows import apart
from lvbuild.tables.rows import ReplacementRow


def row(original: str, replacement: str, kind: str, **more: Any) -> ReplacementRow:
    told = {"question_id": "q", "status": "draft", "annotator": "test", **more}
    return ReplacementRow.model_validate(
        {"original": original, "replacement": replacement, "kind": kind, **told}
    )


def drawn(
    rows: Sequence[ReplacementRow],
    text: str,
    language: LanguageCode = "zh",
    seed: int = 0,
) -> dict[str, str]:
    """Return a new word of each original, which a text names and no question asks of."""
    told = Told(Texts([text], [("?", "")]), [each.original for each in rows])
    drawer = Drawer(language, [text], rows, seed)
    words = drawer.draw(told, families(rows, lambda _: 1), seed)
    return {old: new for old, [new] in words.items()}


@pytest.mark.parametrize(
    ("text", "name", "kind", "replacement"),
    [
        (
            "岩手宫城内陆地震是日本的一次地震，又称岩手・宫城内陆地震。",
            "岩手宫城",
            "place",
            "芦高立森",
        ),
        ("《唐太宗李世民》讲的是李世民的事。李世民是皇帝。", "唐太宗李世民", "title", "名捕韩铁山"),
        ("军统在重庆成立。", "军统", "organisation", "密察局"),
        (
            "It is run by the National Hockey League.",
            "National Hockey League",
            "organisation",
            "BIL",
        ),
        ("She moved from Sunrise, Florida to Newcastle.", "Sunrise, Florida", "place", "Fernley"),
        ("He was King of Alba and Emperor of India.", "King of Alba", "title", "King of Sarvonia"),
        ("The mall is at 20 Long Drive.", "20 Long Drive", "place", "14 Diplomat Avenue"),
    ],
)
def test_what_no_text_surely_tells_is_left_as_suggestions_leave_it(
    text: str, name: str, kind: str, replacement: str
) -> None:
    language: LanguageCode = "en" if text.isascii() else "zh"
    assert not drawn([row(name, replacement, kind)], text, language)


@pytest.mark.parametrize("seed", range(5))
def test_names_that_nobody_asks_of_keep_sort_and_gender(seed: int) -> None:
    text = "林俊贤与王祖贤、刘德华合作。"
    rows = [
        row("王祖贤", "蒋雅宁", "person"),
        row("林俊贤", "韩正邦", "person"),
    ]
    new = drawn(rows, text, seed=seed)
    assert new["王祖贤"].endswith(CHINESE.lists["new chinese female"])
    assert new["林俊贤"].endswith(CHINESE.lists["new chinese male"])


@pytest.mark.parametrize("seed", range(5))
def test_english_names_stay_english(seed: int) -> None:
    text = "The part of Kim Bauer was played by Elisha Cuthbert, and written by David Flebotte."
    rows = [
        row("Kim Bauer", "Carrie Webb", "person"),
        row("Elisha Cuthbert", "Heather Jarvis", "person"),
        row("David Flebotte", "Jeff Hallman", "person"),
    ]
    for told, language in (
        (text, "en"),
        ("她由Kim Bauer、Elisha Cuthbert和David Flebotte扮演。", "zh"),
    ):
        new = drawn(rows, told, language, seed)
        first = {old: word.split()[0] for old, word in new.items()}
        for name, gender in (("Elisha Cuthbert", "female"), ("David Flebotte", "male")):
            assert english.gender_of([first[name]]) == gender


def test_two_spellings_of_a_name_are_one_family() -> None:
    rows = [row("罗力威", "许卓文", "person"), row("罗立威", "许卓文", "person")]
    [family] = families(rows, lambda _: 1)
    assert {*family.entity.forms} == {"罗力威", "罗立威"}


def test_names_that_share_a_word_with_one_without_new_words_have_none_either() -> None:
    named = ["Marl Abbey", "Marl Quillon", "Quillon Hobbes", "Fenner"]
    kin = families([row(name, f"new {name}", "place") for name in named], lambda _: 1)
    words = {name: [f"other {name}"] for name in named}
    spoken = find_language("en")
    assert apart(kin, words, spoken) == words
    lacking = {name: new for name, new in words.items() if name != "Marl Abbey"}
    assert apart(kin, lacking, spoken).keys() == {"Fenner"}


def test_of_an_english_name_forms_in_other_letters_are_left_as_they_were() -> None:
    rows = [
        row("Harling", "Kesting", "place", entity="Harling"),
        row("Харлинг", "Кестинг", "place", entity="Harling"),
    ]
    assert list(drawn(rows, "Harling (Харлинг) is a town in England.", "en")) == ["Harling"]


def test_a_name_with_marks_of_a_pattern_is_read_as_any_other() -> None:
    name = "Ida (Marlow"
    assert not drawn([row(name, "Ann Kull", "person")], f"The singer {name} came.", "en")
