"""The rows of one name's forms are one family; rows of other names are not of it."""

from __future__ import annotations

from typing import Literal

import pytest

from lvbuild.annotate.rows import families
from lvbuild.tables.rows import ReplacementRow
from tests.rules.small_tables import pair


def row(original: str, replacement: str, kind: str = "person") -> ReplacementRow:
    return ReplacementRow.model_validate(pair(original, replacement, kind=kind))


def grouped(rows: list[ReplacementRow], language: Literal["en", "zh"]) -> list[list[str]]:
    return [[rows[place].original for place in each] for each in families(rows, language)]


def test_forms_of_a_name_are_one_family_and_others_are_not() -> None:
    rows = [
        row("John Ronald Tolkien", "Evan Basil Harrow"),
        row("Leeds", "Corran", "place"),
        row("J. R. Tolkien", "E. B. Harrow"),
        row("Tolkien", "Harrow"),
        row("Mary Cole", "Ida Poell"),
        row("JRT", "EBH"),
        row("Poland", "Tarvia", "place"),
        row("Polish", "Tarvian", "place"),
    ]
    assert grouped(rows, "en") == [
        ["John Ronald Tolkien", "J. R. Tolkien", "Tolkien", "JRT"],
        ["Leeds"],
        ["Mary Cole"],
        ["Poland", "Polish"],
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (row("Stone Mill", "Corran Mill", "place"), row("Ada Stone", "Eve Orrin")),
        (row("Ada Stone", "Eve Orrin"), row("Stone", "Poell")),
        (row("Leeds Museum", "Corran Museum", "place"), row("Hull Museum", "Bray Museum", "place")),
        (row("May 1887", "June 1891", "date"), row("1887", "1891", "date")),
        (row("Paul", "June"), row("Pamela", "Judith")),
    ],
)
def test_rows_of_two_names_are_two_families(one: ReplacementRow, other: ReplacementRow) -> None:
    assert grouped([one, other], "en") == [[one.original], [other.original]]


def test_chinese_forms_are_one_family_in_whatever_characters() -> None:
    rows = [
        row("王建國", "邱磊强"),
        row("建国", "磊强"),
        row("苏州", "菱州", "place"),
        row("阿尔伯特·爱因斯坦", "汉斯·韦德曼"),
        row("爱因斯坦", "韦德曼"),
    ]
    assert grouped(rows, "zh") == [
        ["王建國", "建国"],
        ["苏州"],
        ["阿尔伯特·爱因斯坦", "爱因斯坦"],
    ]
