"""Control characters are never printed as they are, and what is shown for them says which."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lvbuild.core.controls import control_characters, json_printable, masked, one_line, printable

HOSTILE = "\x00\x07\x08\r\x1b\x7f\x85\x9b\u061c\u200e\u202a\u202e\u2028\u2066\ufeff\U000e0041\udcff"
HARMLESS = "\t\nZoë 红楼梦 שלום नमस्ते 👩‍👧 soft\u00adhyphen zero\u200bwidth"


@pytest.mark.parametrize("character", HOSTILE)
def test_each_hostile_character_is_found_escaped_and_masked(character: str) -> None:
    [name] = control_characters(f"a{character}b")
    assert name == f"U+{ord(character):04X}"
    assert printable(f"a{character}b").isascii()
    assert printable(f"a{character}b").encode().decode("unicode_escape") == f"a{character}b"
    assert masked(f"a{character}b") == "a�b"
    assert json.loads(json_printable(json.dumps(character, ensure_ascii=False))) == character


def test_what_people_write_stays_as_it_is() -> None:
    assert printable(HARMLESS) == masked(HARMLESS) == json_printable(HARMLESS) == HARMLESS
    assert not list(control_characters(HARMLESS))


@given(st.text(st.characters()))
def test_printable_text_holds_nothing_that_steers(text: str) -> None:
    shown = printable(text)
    kinds = {unicodedata.category(one) for one in shown if one not in "\t\n"}
    assert not kinds & {"Cc", "Cs", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(one) for one in shown} & {"RLO", "LRO", "RLI", "FSI"}
    assert printable(shown) == shown


@given(st.text(st.characters()))
def test_json_says_the_same_with_its_control_characters_escaped(text: str) -> None:
    dumped = json_printable(json.dumps(text, ensure_ascii=False))
    assert json.loads(dumped) == text
    assert not list(control_characters(dumped))


@pytest.mark.parametrize("character", [*HOSTILE, "\t", "\n"])
def test_one_line_has_no_control_character_tab_or_line_feed(character: str) -> None:
    assert one_line("spring 2") == "spring 2"
    with pytest.raises(ValueError, match=rf"U\+{ord(character):04X}"):
        one_line(f"a{character}")
