"""Where a sentence may be inserted in English, on real sentences.

In the tables `|` marks a firm place, `¦` one that is not firm, `¶` one that asks for a paragraph.
"""

from __future__ import annotations

import pytest

from tests.text.marked_places import assert_marked


def assert_places(marked: str) -> None:
    assert_marked(marked, "en")


@pytest.mark.parametrize(
    "marked",
    [
        "I saw Dr. Watson on Monday.| He was well.|",
        "We left St. Clare at nine.| It was cold.|",
        "Books by J. K. Rowling sell well.| They are long.|",
        "He lived at No. 5 in the street.| She did not.|",
        "Some animals, i.e. Dogs and cats, are kept.| Others are not.|",
        "He rose at 5 a.m. Then he ate.|",
        "MR. HYDE was gone.| He had fled.|",
        "It cost 3.5 pounds.| That was much.|",
        "The town had 106,567 people.| Few stayed.|",
        "It ended in 1945.| Peace came.|",
        "He read chapter 12. The next was long.|",
        "Henry VIII. The king had wives.|",
        "He read canto xi. The next was long.|",
        "He fell ill.| The mill stood still.|",
        "He came from Washington, D.C. The journey was long.|",
    ],
)
def test_a_full_stop_of_an_abbreviation_or_number_ends_no_sentence(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "He waited . . . and then he went.| She stayed.|",
        "He waited... Then he went.| She stayed.|",
        "He waited… he went.| She stayed.|",
        "I like e. e. cummings.| He wrote small.|",
        "What! no cake? he thought.| It was so.|",
        "Oh! With what a burning gush did hope revisit my heart.| I wept.|",
    ],
)
def test_a_sentence_that_goes_on_is_not_broken(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        '"Am I wanted?" I asked.| Nobody answered.|',
        "“Yes!” cried he.| It was late.|",
        "“Is it you?” said Holmes.| He rose.|",
        "“I shall come.” Mr. Darcy replied with a bow.| He went.|",
        "“Joe!” I remonstrated, for he made no reply.| He sat still.|",
        "“For-bid it!” This was Mr. Cruncher’s conclusion.| He sat down.|",
        "“Strange indeed!” I could not help ejaculating.| It was.|",
    ],
)
def test_a_speech_is_not_torn_from_its_tag(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "“Sit down.¦ You are late.”| She seated herself.| He stood.|",
        "“Lend me your hand.”| And turning to the man, he took it.|",
        "“Well,” he said.¦ “Come in.¦ It is cold.”|",
        "He rose.¦ “Come in.”¦ “No.”|",
        "“What have I done!”¦ And then, “It is over.”|",
        '"It is late.¦ We must go."| She rose and left.|',
        "‘Come here.¦ It is late,’ he said.| She came.|",
        "The dogs’ food was gone.| The boys’ was not.|",
        "’Tis late.| He’s gone to the Joneses’.| They’re in.|",
        "“He says, “Joe, mark him;” or, “Harry, he is one.”¦ Another ran.¦ He read.¦",
    ],
)
def test_places_within_speech_are_not_firm(marked: str) -> None:
    assert_places(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "It rained (so they said. They knew.) all day.| The sun came.|",
        "She left.| (He was very sad.)| Then he wept.|",
        "He read _War. And Peace_ at night.| It was long.|",
        "He founded Yahoo! Music in 2001.| It failed.|",
        "She sang “Who Are You?” Canada loved it.| It sold.|",
    ],
)
def test_nothing_is_inserted_into_brackets_italics_or_titles(marked: str) -> None:
    assert_places(marked)


def test_a_continued_speech_keeps_the_paragraphs_before_its_end_from_being_firm() -> None:
    assert_places(
        "“I have a tale.¦ It is long and it is told to all who come to this place in the\n"
        "evening.¦\n\n“It was winter.¦ The snow lay on the hills and nobody went out of the\n"
        "house.”|\n\nHe fell silent.|"
    )


def test_speech_within_a_continued_speech_is_no_narration() -> None:
    assert_places(
        "“The captain came to the tavern in the evening and he asked for wine, and we\n"
        "gave it to him.¦\n\n‘Who are you, and where do you come from in the night, and\n"
        "what do you want?’¦\n\n“So we spoke to him.”|"
    )


@pytest.mark.parametrize(
    "heading",
    [
        "CHAPTER I.",
        "I. A SCANDAL IN BOHEMIA",
        "CHAPTER 1. Loomings.",
        "Down the Rabbit-Hole",
        "THE END",
        "Book the First",
        "[Illustration:\n\n  “Nobody saw him.”\n\n[_Copyright._]]",
        "UNKNOWN FRIEND",
        "_Letter, Mina Harker to Lucy Westenra._",
    ],
)
def test_after_a_heading_a_paragraph_of_its_own_is_asked_for(heading: str) -> None:
    assert_places(f"{PROSE}|\n\n\n{heading}¶\n\n\n{PROSE}|")


PROSE = (
    "Alice was beginning to get very tired of sitting by her sister on the\n"
    "bank, and of having nothing to do: once or twice she had peeped into\n"
    "the book her sister was reading."
)


@pytest.mark.parametrize(
    "piece",
    [
        "Twinkle, twinkle, little bat!\nHow I wonder what you’re at!",
        "  How doth the little crocodile\n     Improve his shining tail.",
        "                                     THE DUCHESS.",
        "LASCAR SAILOR. By Brahma! boys, it’ll be douse sail soon.",
        "“And God created great whales.” —_Genesis_.",
        "“Old friends are best.”\n—BURTON’S _Anatomy of Melancholy_, P. I, s. 2.",
    ],
)
def test_verse_and_what_stands_apart_are_whole_and_not_torn_from_the_words_before(
    piece: str,
) -> None:
    assert_places(f"{PROSE}¦\n\n{piece}¶\n\n{PROSE}|")


def test_words_that_lead_in_what_follows_are_no_place() -> None:
    assert_places(f"{PROSE}|\n\nHe turned round and said:--\n\n“Come in.”|")


def test_a_paragraph_that_verse_interrupts_goes_on() -> None:
    assert_places(f"{PROSE}¦\n\nHow doth\nthe little.\n\nwhich he sang to the end of the day.|")


def test_lines_of_an_encyclopaedia_are_paragraphs() -> None:
    assert_places(
        "Viva is a channel owned by VIVA Media.| It launched on 26 October 2009.|\n"
        "History¶\nIt replaced TMF.| The first song was long.|"
    )


def test_a_speech_that_breaks_off_is_no_firm_end() -> None:
    assert_places(
        f"{PROSE}|\n\n“She went to a field, where it was found by a...”¦\n\n“By a girl.”|"
    )


def test_a_list_cut_off_without_a_full_stop_ends_as_a_paragraph() -> None:
    assert_places(
        "He left a wife and three sons.| They are, in the order of their birth: Ann, Bob and¶"
    )


MILL = (
    "The miller went down to the mill in the grey of the morning, while the\nwind was cold about"
    " him as he went.|"
)
ARGUMENTS = [
    "In which the miller comes to the town of Salt, and is robbed. How he\nfound the inn. How he"
    " came home.",
    "How the miller came to the town. What befell him there, with a true\naccount of the inn.",
    "The Town of Salt.--The Robbers.--How the Inn was found.--Home again. A\nQuarrel.--The Lamp.",
    "The Town of Salt—The Robbers—A Lamp is lost—Home again—Of the miller’s\nwife. And the end.",
]


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_what_a_chapter_holds_is_a_part_of_its_heading(argument: str) -> None:
    assert_places(f"{MILL}\n\n\nCHAPTER VII.\n\n{argument}¶\n\n\n{MILL}")


def test_prose_that_begins_a_chapter_is_no_part_of_its_heading() -> None:
    assert_places(f"{MILL}\n\n\nCHAPTER VII.¶\n\n{MILL}\n\n{MILL}")


@pytest.mark.parametrize(
    "heading",
    [
        "CHAPTER VII.\nHow the miller came to the town of\nSalt. What befell him there;\ntogether"
        " with a true account of the\ninn. Of its landlord.",
        "Chapter vii\nHow the miller came to the town of\nSalt. What befell him there;\ntogether"
        " with a true account of the\ninn. Of its landlord.",
    ],
)
def test_no_place_is_within_a_heading_of_five_lines(heading: str) -> None:
    assert_places(f"{MILL}\n\n\n{heading}¶\n\n\n{MILL}")


def test_speech_behind_a_dash_has_no_firm_place_but_its_end() -> None:
    assert_places(
        "—I will not go there in the night, he said.¦ You know that the mill is\nold and the wind"
        f" is cold.|\n\n{MILL}"
    )
