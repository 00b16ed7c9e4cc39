"""Words drawn for a variant: of the kind, gender and script of what they stand for, and as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lvbuild.annotate.suggesting import english_words
from lvbuild.annotate.suggesting.chinese_words import gender_of, is_foreign
from lvbuild.annotate.suggesting.english_words import ENGLISH
from lvbuild.core.model import LanguageCode
from lvbuild.renewal.fresh_words import Drawer, Told, families
from lvbuild.tables.rows import ReplacementRow

EARTHQUAKE = (
    "岩手宫城内陆地震是日本东北地方的一次地震，又称岩手・宫城内陆地震。震中在岩手县（Iwate）与"
    "宫城县（Miyagi）之间。"
)


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
    before: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, str]:
    """Return a new word of each original, which a text names and no question asks of."""
    told = Told([("?", "")], [text], [text], [each.original for each in rows])
    drawer = Drawer(language, [text], rows, seed)
    words = drawer.draw(told, families(rows, lambda _: 1), before or {}, seed)
    return {old: new for old, [new] in words.items()}


@pytest.mark.parametrize("seed", range(5))
def test_a_name_made_of_other_names_is_made_of_their_new_ones(seed: int) -> None:
    rows = [
        row("岩手宫城", "芦高立森", "place", entity="地震"),
        row("岩手・宫城", "芦高・立森", "place", entity="地震"),
        row("岩手县", "芦高县", "place", entity="岩手县"),
        row("Iwate", "Ashitaka", "place", entity="岩手县"),
        row("宫城县", "立森县", "place"),
    ]
    new = drawn(rows, EARTHQUAKE, seed=seed)
    first, second = (new[name].removesuffix("县") for name in ("岩手县", "宫城县"))
    assert first != second
    assert (new["岩手宫城"], new["岩手・宫城"]) == (f"{first}{second}", f"{first}・{second}")
    assert new["Iwate"].isascii()


def test_a_title_that_names_somebody_names_who_stands_for_him() -> None:
    rows = [
        row("唐太宗李世民", "名捕韩铁山", "title", entity="唐太宗李世民"),
        row("李世民", "韩铁山", "person", entity="唐太宗李世民"),
    ]
    new = drawn(rows, "《唐太宗李世民》是一部关于李世民的电视剧。")
    assert new["唐太宗李世民"].endswith(new["李世民"])


def test_words_drawn_before_stand_within_others() -> None:
    rows = [row("岩手沼宫内", "芦高濑川", "place")]
    new = drawn(rows, "岩手沼宫内车站在日本岩手县。", before={"岩手县": ["山口县"]})
    assert new["岩手沼宫内"].startswith("山口")


@pytest.mark.parametrize("seed", range(5))
def test_names_that_nobody_asks_of_keep_sort_and_gender(seed: int) -> None:
    text = "阿佛洛狄忒是希腊神话中的女神。林俊贤与王祖贤、刘德华合作。"
    rows = [
        row("阿佛洛狄忒", "卡莱雅", "person"),
        row("王祖贤", "蒋雅宁", "person"),
        row("刘德华", "韩正邦", "person"),
    ]
    new = drawn(rows, text, seed=seed)
    assert is_foreign(new["阿佛洛狄忒"], "place")
    assert gender_of(new["王祖贤"], "") == "female"
    assert gender_of(new["刘德华"], "") == "male"


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
            assert english_words.gender_of([first[name]]) == gender


def test_places_in_a_row_are_places_and_nothing_is_left_between() -> None:
    rows = [
        row("Sunrise, Florida", "Fernley, Nevada", "place"),
        row("Newcastle upon Tyne", "Dunford upon Esk", "place"),
    ]
    new = drawn(rows, "She moved from Sunrise, Florida to Newcastle upon Tyne.", "en")
    assert all(new["Sunrise, Florida"].split(", "))
    assert new["Sunrise, Florida"].count(", ") == 1
    assert not new["Newcastle upon Tyne"].endswith("upon")


def test_of_an_english_name_forms_in_other_letters_are_left_as_they_were() -> None:
    rows = [
        row("Tunisia", "Mauritania", "place", entity="Tunisia"),
        row("تونس", "موريتانيا", "place", entity="Tunisia"),
    ]
    new = drawn(rows, "Tunisia (تونس) is a country of Africa.", "en")
    assert list(new) == ["Tunisia"]
    assert new["Tunisia"] in ENGLISH.countries


def test_a_street_keeps_a_number_and_a_name() -> None:
    rows = [row("2001 International Drive", "1415 Diplomat Avenue", "place")]
    new = drawn(rows, "The mall stands at 2001 International Drive in Virginia.", "en")
    number, name, *_ = new["2001 International Drive"].split()
    assert number.isdecimal()
    assert name.isalpha()
