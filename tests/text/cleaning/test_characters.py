from __future__ import annotations

import unicodedata

import pytest

from lvbuild.text.cleaning import CHARACTERS, Cleaned, Cleaning
from lvbuild.text.cleaning.characters import plain_characters

CLEANING = Cleaning((CHARACTERS,))


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("甲 \u2028 乙\u2029丙", "甲\n乙\n丙"),
        ("甲\u2028\n乙\n\u2029丙", "甲\n乙\n丙"),
        ("a\x0cb\x0bc\x1cd", "a\nb\nc\nd"),
        ("a\x00b\x01c\x08d\x1be\x7ff", "abcdef"),
        ("27\u00a0km, 31\u202fkm,\u2003then", "27 km, 31 km, then"),
        ("אבנר\u200e ; \ufeffco\u00adop\u200berate\u2060", "אבנר ; cooperate"),
        ("O\x92Brien \x93so\x94\x85 caf\xe9\x81", "O’Brien “so”… café"),
        ("： \\uf06e 甲。 \\uE010\ue012乙\uf0b7 b", "： 甲。 乙 b"),
        ("\uf0a7 one\n\uf0a7 two", "one\ntwo"),
        ("a\U000e0041b\ufff9c\uffff", "abc"),
    ],
)
def test_what_no_reader_sees_goes(text: str, cleaned: str) -> None:
    assert CLEANING.clean(text) == Cleaned(cleaned, (CHARACTERS.name,))
    assert plain_characters(text) == cleaned


@pytest.mark.parametrize(
    "text",
    ["a\tb\nc", "\u3000\u3000甲", "می\u200cخواهم", "👩\u200d🔬 ✔\ufe0f", "é ﷺ", "C:\\user\\uefi"],
)
def test_what_a_text_is_made_of_stays(text: str) -> None:
    assert CLEANING.clean(text) == Cleaned(text, ())


def test_no_control_character_but_tabs_and_line_feeds_is_left() -> None:
    every = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
    left = CLEANING.clean(every).text
    controls = {character for character in left if unicodedata.category(character) == "Cc"}
    assert controls <= {"\t", "\n", "\r"}
    assert not {"\u2028", "\u2029"} & set(left)
