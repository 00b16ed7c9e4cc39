"""Where a sentence may be inserted in plays as they are laid out in real files."""

from __future__ import annotations

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language

ENGLISH = find_language("en")
CHINESE = find_language("zh")

PROSE = (
    "The ferryman had lived for thirty years beside the landing, and nobody\n"
    "in the village remembered a winter in which he had failed to cross.\n"
)


def endings(text: str, language: LanguageCode) -> set[str]:
    """Return the last words before the places of a text, none of which is firm."""
    found = find_language(language).boundaries(text)
    assert not any(place.firm for place in found)
    return {text[: place.offset].replace("\n", " ").rsplit(" ", 1)[-1] for place in found}


def test_names_in_small_letters_are_not_torn_from_speeches_without_blank_lines() -> None:
    speeches = [
        "  Ann. Is it late?\n  Bert. None of us knows the hour, and the bell\nof the mill is gone.",
        "  Bert. I have not seen the boat that is\nhis.\n  Ann. Nobody has.",
    ]
    assert endings("\n\n".join(speeches * 4), "en") == {"late?", "gone.", "his.", "has."}


def test_a_word_that_ends_a_line_of_a_speech_is_no_name() -> None:
    speech = "ANNA.\nI never went.\n\nBERTHA.\nNor I."
    love = "ANNA.\nI never thought that he was nearer to\nAlbany than\nCornwall."
    text = "\n\n".join([speech, speech, love, speech])
    assert endings(text, "en") == {"went.", "I.", "Cornwall."}


def test_a_name_that_is_short_for_something_else_is_one_alone_on_its_line() -> None:
    speech = "Cor.\nNothing is left.\n\nPhil.\nWho says so?"
    assert endings("\n\n".join([speech] * 4), "en") == {"left.", "so?"}


@pytest.mark.parametrize("direction", ["[Aside.]", "[To BERTHA.]", "(Coming forward.)", "_Reads._"])
def test_a_direction_before_what_is_said_is_not_torn_from_it(direction: str) -> None:
    answer = "BERTHA.\nNobody is there."
    for cue in (f"ANNA.\n\n{direction}\n\n", f"ANNA.\n{direction} "):
        text = "\n\n".join([f"{cue}Who has come so late?", answer] * 4)
        assert endings(text, "en") == {"late?", "there."}


def test_a_direction_to_somebody_within_a_speech_is_not_torn_from_what_follows() -> None:
    speech = "ANNA.\nI will go.\n\n[To BERTHA.]\n\nStay here.\n\n[Exit.]\n\nBERTHA.\nI stay."
    assert endings("\n\n".join([speech] * 4), "en") == {"go.", "here.", "[Exit.]", "stay."}


def test_a_direction_that_lacks_its_closing_bracket_takes_in_no_speeches() -> None:
    speech = "ANNA.\nI went to the landing, and\nnobody was there.\n\nBERTHA.\nNobody at all."
    text = "\n\n".join([speech] * 4 + ["[Enter a SERVANT, who is\nlate."] + [speech] * 6)
    found = [place.offset for place in ENGLISH.boundaries(text)]
    assert sum(text[:offset].endswith("at all.") for offset in found) == 10


def test_a_direction_with_blank_lines_is_read_in_a_play() -> None:
    speech = "ANNA.\nI went to the landing, and\nnobody was there.\n\nBERTHA.\nNobody at all."
    direction = "[Enter a SERVANT.\nANNA.\nWho has come from the village, and\nwhy?\n\nThey go.]"
    text = "\n\n".join([PROSE, *[speech] * 4, direction, speech])
    assert ENGLISH.boundaries(text)[-1].offset == len(text)


ARIA = (
    "【渡江云】小舟横在古渡头，残雪压着旧篷窗。{}（客人云）船家，你可曾见到他？（船夫唱）不曾见得。"
)


def test_a_libretto_that_names_its_speakers_within_the_lines_has_no_firm_place() -> None:
    lines = [ARIA.format("（船夫云）是谁喊船？"), ARIA.format("等了一夜的人还没有来。")]
    found = CHINESE.boundaries("\n".join(lines * 3))
    assert found
    assert not any(place.firm for place in found)


@pytest.mark.parametrize("cue", ["（唱）", "（船夫唱）。", "（同云）"])
@pytest.mark.parametrize("between", ["", "\n"], ids=["in the line", "at its end"])
def test_what_is_sung_is_not_torn_from_the_direction_to_sing(cue: str, between: str) -> None:
    text = "\n".join(
        f"{ARIA.format('')}{cue}{between}寒灯照着白发，细雨落入青松。" for _ in range(4)
    )
    assert not [place for place in CHINESE.boundaries(text) if text[: place.offset].endswith(cue)]
