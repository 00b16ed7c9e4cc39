"""Where sentences and paragraphs end in English: prose, speech, headings and verse.

In the texts `|` marks the end of a sentence, `¶` of a line that is no prose.
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
STANZA = (
    "The river took the lantern from his hand,\n"
    "And bore it past the willows. None could tell\n"
    "Which of the boats lay rotting in the sand.\n"
    "He heard, or thought he heard, the evening bell."
)
TERCETS = (
    "I came by night upon the colder shore,\n"
    "  Where nothing moved. The rushes held their breath\n"
    "  And every stone lay as it lay before\n\n"
    "Then one who walked as men who walk near death\n"
    "  Turned round to me, and when I knew his eyes\n"
    "  I could not speak, for all that Scripture saith."
)

SENTENCES = """
Books by J. K. Rowling sell well.| They are long.|
Some animals, i.e. Dogs and cats, are kept.| Others are not.|
He rose at 5 a.m. Then he ate.|
MR. HYDE was gone.| He had fled.|
It ended in 1945.| Peace came.|
He read chapter 12. The next was long.|
Henry VIII. The king had wives.|
He read canto xi. The next was long.|
He fell ill.| The mill stood still.|
He waited . . . and then he went.| She stayed.|
He waited… he went.| She stayed.|
What! no cake? he thought.| It was so.|
Oh! With what a burning gush did hope revisit my heart.| I wept.|
"Am I wanted?" I asked.| Nobody answered.|
“Is it you?” said Holmes.| He rose.|
“I shall come.” Mr. Darcy replied with a bow.| He went.|
“For-bid it!” This was Mr. Cruncher’s conclusion.| He sat down.|
“Strange indeed!” I could not help ejaculating.| It was.|
“Sit down.| You are late.”| She seated herself.| He stood.|
“Well,” he said.| “Come in.| It is cold.”|
He rose.| “Come in.”| “No.”|
“What have I done!”| And then, “It is over.”|
"It is late.| We must go."| She rose and left.|
‘Come here.| It is late,’ he said.| She came.|
’Tis late.| He’s gone to the Joneses’.| They’re in.|
“He says, “Joe, mark him;” or, “Harry, he is one.”| Another ran.| He read.|
It rained (so they said. They knew.) all day.| The sun came.|
She left.| (He was very sad.)| Then he wept.|
He founded Yahoo! Music in 2001.| It failed.|
She sang “Who Are You?” Canada loved it.| It sold.|
""".strip()
PARAGRAPHS = [
    # A speech that goes on in the next paragraph, and one within it.
    "“I have a tale.| It is long and it is told to all who come to this place in the\n"
    "evening.|\n\n“It was winter.| The snow lay on the hills and nobody went out of the\n"
    "house.”|\n\nHe fell silent.|",
    "“The captain came to the tavern in the evening and he asked for wine, and we\n"
    "gave it to him.|\n\n‘Who are you, and where do you come from in the night, and\n"
    "what do you want?’|\n\n“So we spoke to him.”|",
    # What leads in, breaks off, is interrupted or cut off.
    f"{PROSE}\n\nHe turned round and said:--\n\n“Come in.”|",
    f"{PROSE}\n\n“She went to a field, where it was found by a...”|\n\n“By a girl.”|",
    f"{PROSE[:-1]}|\n\nHow doth\nthe little.\n\nwhich he sang to the end of the day.|",
    "He left a wife and three sons.| They are, in the order of their birth: Ann, Bob and¶",
    "—I will not go there in the night, he said.| You know that the mill is\nold and the wind"
    f" is cold.|\n\n{PROSE}",
    # Paragraphs of one line each.
    "Viva is a channel owned by VIVA Media.| It launched on 26 October 2009.|\n"
    "History¶\nIt replaced TMF.| The first song was long.|",
    "He came late.|\nNobody was there.|\n“Come in.”|\nShe shut the door behind him.|",
    # Verse, alone and among prose.
    f"{STANZA}¶",
    f"{TERCETS}¶",
    f"{STANZA}¶\n\nThe night is late.\nThe bell is still.¶\n\n{STANZA}¶",
    f"{PROSE[:-1]}|\n\n{STANZA.replace('And', 'and').replace('Which', 'which')}¶\n\n{PROSE}",
    # What a chapter holds, and a chapter's first paragraph.
    f"{PROSE}\n\n\nCHAPTER VII.\n\nIn which the miller comes to the town of Salt."
    f"\nHow he found the inn.¶\n\n\n{PROSE}",
    f"{PROSE}\n\n\nCHAPTER VII.\n\nThe Town of Salt.--The Robbers.--The Inn."
    f"--Home again. A\nQuarrel.--The Lamp.¶\n\n\n{PROSE}",
    f"{PROSE}\n\n\nCHAPTER VII.¶\n\n{PROSE}\n\n{PROSE}",
]  # fmt: skip
HEADINGS = [
    "I. A SCANDAL IN BOHEMIA",
    "CHAPTER 1. Loomings.",
    "Down the Rabbit-Hole",
    "Book the First",
    "[Illustration:\n\n  “Nobody saw him.”\n\n[_Copyright._]]",
    "_Letter, Mina Harker to Lucy Westenra._",
    "Chapter 4.\nOf the ferryman and his boat.\nOf the winter that came early.\n"
    "And of what was found. With\nsome remarks upon honesty.",
    "CHAPTER VII.\nHow the miller came to the town of\nSalt. What befell him there;\ntogether"
    " with a true account of the\ninn. Of its landlord.",
    "                         THE FERRYMAN\n\nACT I",
]
SET_APART = [
    "Twinkle, twinkle, little bat!\nHow I wonder what you’re at!",
    "  How doth the little crocodile\n     Improve his shining tail.",
    "                                     THE DUCHESS.",
    "“Old friends are best.”\n—BURTON’S _Anatomy of Melancholy_, P. I, s. 2.",
]


@pytest.mark.parametrize(
    "marked",
    [
        *SENTENCES.split("\n"),
        *PARAGRAPHS,
        *(f"{PROSE}\n\n\n{heading}¶\n\n\n{PROSE}" for heading in HEADINGS),
        *(f"{PROSE[:-1]}|\n\n{piece}¶\n\n{PROSE}" for piece in SET_APART),
    ],
)
def test_places_are_where_they_are_marked(marked: str) -> None:
    assert_marked(marked, "en")


def test_a_division_named_in_the_first_line_of_a_long_block_is_its_heading() -> None:
    block = textwrap.fill(" ".join([NOTE] * 8), 70)
    places = ENGLISH.boundaries(f"CHAPTER II\n{block}")
    assert places[0] == Boundary(len("CHAPTER II"), ended=False)
    assert all(place.ended for place in places[1:])
