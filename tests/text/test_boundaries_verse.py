"""Where a sentence may be inserted in English verse, plays, headings and contents.

In the texts `|` marks a firm place, `¦` one that is not firm, `¶` one that asks for a paragraph.
"""

from __future__ import annotations

import textwrap

import pytest

from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary
from tests.text.marked_places import assert_marked

ENGLISH = find_language("en")

PROSE = (
    "The ferryman had lived for thirty years beside the landing, and nobody\n"
    "in the village remembered a winter in which he had failed to cross.|\n"
    "He never spoke of it.|"
)
NOTE = PROSE.replace("|", "")


def assert_places(marked: str) -> None:
    assert_marked(marked, "en")


STANZA = (
    "The river took the lantern from his hand,\n"
    "And bore it past the willows. None could tell\n"
    "Which of the boats lay rotting in the sand.\n"
    "He heard, or thought he heard, the evening bell."
)
TERCETS = (
    "I came by night upon the colder shore,\n"
    "  Where nothing moved. The rushes held their breath\n"
    "  And every stone lay as it lay before.\n\n"
    "Then one who walked as men who walk near death\n"
    "  Turned round to me, and when I knew his eyes\n"
    "  I could not speak, for all that Scripture saith."
)


@pytest.mark.parametrize("poem", [STANZA, TERCETS, f"{STANZA}\n\n{STANZA}"])
def test_a_poem_alone_has_no_firm_place_and_none_within_a_stanza(poem: str) -> None:
    ends = [stanza.rstrip() for stanza in poem.split("\n\n")]
    found = ENGLISH.boundaries(poem)
    assert [place.offset for place in found] == [
        poem.index(end) + len(end) if number < 1 else len(poem) for number, end in enumerate(ends)
    ]
    assert not any(place.firm for place in found)


def test_a_poem_in_a_wrapped_text_leaves_the_prose_around_it_firm() -> None:
    assert_places(f"{PROSE[:-1]}¦\n\n{STANZA}¶\n\n{PROSE}")


def test_lines_of_verse_that_begin_in_lower_case_are_verse() -> None:
    lines = STANZA.replace("\nAnd", "\nand").replace("\nWhich", "\nwhich")
    assert_places(f"{lines}¶")
    assert_places(f"{PROSE[:-1]}¦\n\n{lines}¶\n\n{PROSE}")


def test_a_sentence_that_goes_on_in_the_next_stanza_is_not_broken() -> None:
    first, second = TERCETS.replace("before.", "before").split("\n\n")
    assert_places(f"{first}\n\n{second}¶")


def test_stanzas_of_whole_sentences_are_verse_where_the_text_is() -> None:
    assert_places(f"{STANZA}¶\n\nThe night is late.\nThe bell is still.¶\n\n{STANZA}¶")


def test_long_verse_has_places_after_lines_that_end_a_sentence() -> None:
    poem = "\n".join([STANZA] * 5)
    places = ENGLISH.boundaries(poem)
    assert {poem[place.offset - 5 : place.offset] for place in places} == {"sand.", "bell."}
    assert all(place.paragraph and not place.firm for place in places)


@pytest.mark.parametrize(
    "line",
    [
        "To whom the ferryman, unmoved, replied.",
        "To whom our ancestor.",
        "And thus he answered with a bitter smile.",
        "And to the waiting company he spake.",
        "Whereto the other, coming nearer, cri'd.",
    ],
)
def test_a_line_of_verse_that_announces_a_speech_is_not_torn_from_it(line: str) -> None:
    poem = "\n".join([STANZA] * 5 + [line] + [STANZA] * 5)
    places = {poem[: place.offset].split("\n")[-1] for place in ENGLISH.boundaries(poem)}
    assert line not in places
    assert "Which of the boats lay rotting in the sand." in places


def test_paragraphs_of_one_line_each_stay_prose() -> None:
    assert_places("He came late.|\nNobody was there.|\n“Come in.”|\nShe shut the door behind him.|")


PROSE_SPEECH = (
    "I came as soon as I heard of it, for the roads are bad\n"
    "and the horses are tired. Nobody told me that you were here."
)


def play(first: str, second: str, third: str = "", between: str = "\n\n") -> str:
    cues = [first, second] * 4 + ([third] if third else [])
    return between.join(f"{cue}Who is there?" for cue in cues)


CUES = [
    ("ANNA. ", "BERTHA. "),
    ("ANNA: ", "BERTHA: "),
    ("ANNA.\n", "BERTHA.\n"),
    ("ANNA\n", "BERTHA\n"),
    ("ANNA\n\n", "BERTHA\n\n"),
    ("ANNA\t", "BERTHA\t"),
    ("_Anna._ ", "_Bertha._ "),
    ("Anna. ", "Bertha. "),
    ("Anna: ", "Mrs Bertha Lang: "),
    ("ANNA (rising). ", "BERTHA [aside]. "),
    ("ANNA. (_Rising._) ", "BERTHA. (_Aside._) "),
    ("ANNA.--", "BERTHA.--"),
    ("1st LORD. ", "2nd LORD. "),
]


@pytest.mark.parametrize("cues", CUES, ids=lambda cues: repr(cues[0]))
@pytest.mark.parametrize("between", ["\n\n", "\n"], ids=["blank lines", "no blank lines"])
def test_a_speaker_is_not_torn_from_the_speech(cues: tuple[str, str], between: str) -> None:
    text = play(*cues, between=between)
    for place in ENGLISH.boundaries(text):
        assert not place.firm
        assert text[: place.offset].endswith("there?")


@pytest.mark.parametrize("cues", CUES, ids=lambda cues: repr(cues[0]))
def test_a_speech_in_prose_is_no_firm_prose(cues: tuple[str, str]) -> None:
    text = f"{play(*cues)}\n\n{cues[0]}{PROSE_SPEECH}\n\n{play(*cues)}"
    assert not any(place.firm for place in ENGLISH.boundaries(text))


def test_one_who_speaks_once_is_a_speaker_in_a_play() -> None:
    text = play("ANNA. ", "BERTHA. ", "A Servant. ") + "\n\n" + play("ANNA. ", "BERTHA. ")
    assert all(text[place.offset - 1] == "?" for place in ENGLISH.boundaries(text))


def test_a_speech_goes_on_behind_a_stage_direction() -> None:
    text = f"{play('ANNA. ', 'BERTHA. ')}\n\n(She rises.)\n\n{NOTE}\n\n{play('ANNA. ', 'BERTHA. ')}"
    assert not any(place.firm for place in ENGLISH.boundaries(text))


def test_prose_before_the_scenes_of_a_play_is_firm() -> None:
    text = f"{NOTE}\n\nACT I\n\n{play('ANNA. ', 'BERTHA. ')}"
    assert [place.offset for place in ENGLISH.boundaries(text) if place.firm] == [
        NOTE.index("cross.") + 6,
        len(NOTE),
    ]


@pytest.mark.parametrize(
    "name", ["Bertha. ", "It was Anna. ", "LONDON, 3 May. ", "Note: ", "MR. LANG rose. "]
)
def test_a_name_in_prose_is_no_speaker(name: str) -> None:
    assert any(place.firm for place in ENGLISH.boundaries(f"{name}{NOTE}\n\n{NOTE}"))


@pytest.mark.parametrize(
    "heading",
    [
        "CHAPTER IV.\nOF THE FERRYMAN AND HIS BOAT;\nOF THE WINTER THAT CAME,\n"
        "AND OF WHAT WAS FOUND.\nWITH SOME REMARKS.",
        "Chapter 4.\nOf the ferryman and his boat.\nOf the winter that came early.\n"
        "And of what was found. With\nsome remarks upon honesty.",
        "Chapter xi -- The Ferryman. His Boat",
        "Chapter xii.",
        "PART ONE\n\nCHAPTER I\n\nThe Landing",
        "                         THE FERRYMAN\n\nACT I",
    ],
)
def test_a_heading_of_any_length_is_whole(heading: str) -> None:
    assert_places(f"{PROSE}\n\n{heading}¶\n\n{PROSE}")


def test_a_division_named_in_the_first_line_of_a_long_block_is_its_heading() -> None:
    block = textwrap.fill(" ".join([NOTE] * 8), 70)
    places = ENGLISH.boundaries(f"CHAPTER II\n{block}")
    assert places[0] == Boundary(len("CHAPTER II"), firm=False, paragraph=True)
    assert all(place.firm for place in places[1:])


@pytest.mark.parametrize("between", ["\n", "\n\n"], ids=["one block", "blank lines"])
def test_contents_are_whole(between: str) -> None:
    lines = ["Chapter i -- The Landing.", "Chapter ii -- The Boat.", "Chapter iii -- A Winter."]
    contents = between.join(["CONTENTS", *lines, "Chapter iv -- What was Found."])
    text = f"{NOTE}\n\n{contents}\n\n{NOTE}"
    start, end = text.index("CONTENTS"), text.index("Found.") + len("Found.")
    assert not any(start < place.offset < end for place in ENGLISH.boundaries(text))
