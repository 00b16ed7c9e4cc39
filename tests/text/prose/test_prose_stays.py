"""What looks like contents, a note or a licence and is none stays as it is."""

from __future__ import annotations

import random

import pytest

from lvbuild.core.model import LanguageCode
from lvbuild.text.prose import prose_of
from tests.text.prose.contents import CHINESE, ENGLISH
from tests.text.prose.made_books import ROMAN, TITLES, body, paragraph, prose

GAP = "\n\n\n\n"
STORY = body([f"CHAPTER {number}" for number in ROMAN[:4]])
VERSE = "\n\n".join(
    f"{number}.\n\n"
    + "\n".join(
        f"The {a} goes down to the sea,\nAnd the {b} is over the lea;"
        for a, b in (("mill", "moon"), ("man", "wind"), ("boat", "lamp"))
    )
    for number in ROMAN
)
TALK = "ANN. Who comes?\n\nTOM. A friend.\n\nANN. What friend?\n\nTOM. Yours."
PLAY = "\n\n".join(f"SCENE {number}. A heath.\n\n{TALK}" for number in ROMAN)
SECTION = "The miller shall keep the lamp, and answer for the oil."
SAYINGS = "第一，灯不可灭。\n第二，门不可开。\n第三，人不可睡。"
TABLE = "Wheat      1871      1872\nFen         200       310\nHill         90       120"


def between(told: str) -> str:
    return f"{STORY}\n\n{told}\n\n{prose('x')}"


STAYING = {
    "a chapter named contents": f"{STORY}{GAP}CONTENTS\n\n{prose('x')}",
    "a chapter named illustrations": f"ILLUSTRATIONS\n\n{prose('x')}{GAP}{STORY}",
    "contents above prose": f"{STORY}{GAP}CONTENTS\n{prose('x')}",
    "contents of a box": between("Contents\n\nThe box held two spoons, a lamp and a letter."),
    "verse under a heading": f"CONTENTS\n\n{VERSE}",
    "verse with numbers": f"{STORY}{GAP}{VERSE}",
    "a play": f"{STORY}{GAP}{PLAY}",
    "short chapters": body([f"CHAPTER {n}\n\nHe came home to the mill and slept." for n in ROMAN]),
    "commandments": between(
        "\n\n".join(f"{n}. Thou shalt keep the lamp of the mill and not sleep." for n in ROMAN)
    ),
    "sections of a law": between("\n\n".join(f"SECTION {n}. {SECTION}" for n in ROMAN)),
    "a diary": "\n\n".join(f"May {day}.\n\n{prose(day, paragraphs=1)}" for day in range(1, 9)),
    "a table": f"{STORY}\n\n{TABLE}",
    "talk": f"“Who is there?”\n\n“I.”\n\n“Who?”\n\n“The miller.”\n\n“Come in.”\n\n{prose('x')}",
    "a note of a character": between("Note.\n\nHe never came back."),
    "a transcriber in the story": between("The transcriber noted it in his book and went home."),
    "the end in the middle": f"{STORY}\n\nTHE END\n\n{STORY}",
    "a licence in the story": f"{between('Licences were dear in those days.')}\n\n{STORY}",
    "chinese talk": f"“谁？”\n“我。”\n“你是谁？”\n“磨坊的老人。”\n{prose('x', 'zh')}",
    "chinese list in prose": f"{prose('x', 'zh')}\n目录\n他翻开书，先看目录。\n{prose('y', 'zh')}",
    "chinese short chapters": "\n".join(
        f"第{n}回\n{prose(n, 'zh', 1)}" for n in "一二三四五六七八"
    ),
    "chinese sayings": f"{prose('x', 'zh')}\n{SAYINGS}\n{prose('y', 'zh')}",
    "a beginning like a dedication": f"To this day I know not why he left.\n\n{prose('x')}",
    "a beginning like an imprint": f"By the time he came home it was dark.\n\n{prose('x')}",
    "one line": "He went home.",
    "titles between short stories": "\n\n\n".join(
        f"{t.upper()}\n\n{prose(t, paragraphs=1)}" for t in TITLES
    ),
}


@pytest.mark.parametrize("text", STAYING.values(), ids=STAYING)
def test_prose_and_verse_stay(text: str) -> None:
    assert prose_of(text) == (text, {})


HEADINGS = (
    *("CONTENTS", "ILLUSTRATIONS", "INDEX", "PREFACE", "THE END", "Chapter 1", "I.", "* * *"),
    *("目录", "第一回 甲　乙", "by Ann Lee", "London", "To my wife", "[Illustration]", "“Who?”"),
)
RUNS = (
    *("CONTENTS\n", "Chapter 1\n", "Chapter 1 of it\n\n", "[Transcriber's note\n", "THE END\n"),
    *(
        "Copyright 2020\n\n",
        "A . . . . . 3\n",
        "x\n",
        "第一回 甲\n",
        "CONTENTS\nA b c,\n",
        "* * *\n",
    ),
    *("INDEX\nAbbot, 3\n", "I. a\n", " \n", "To me.\n\n", "Transcriber's notes\n\n", "by A\n"),
)


@pytest.mark.parametrize("run", RUNS)
def test_long_runs_of_headings_are_gone_through_once(run: str) -> None:
    text = f"The miller went home.\n{run * 5_000}The mill stood still."
    assert prose_of(text).text.startswith("The miller went home.")


def test_a_first_paragraph_like_a_dedication_stays_behind_a_title() -> None:
    title = "THE FEN\n\nby Ann Lee\n\n\n"
    text = f"To this day I know not why he left.\n\n{prose('x')}"
    assert prose_of(title + text).text == text
    text = f"For years the mill stood still. Nobody came.\n\n{prose('x')}{GAP}{STORY}"
    assert prose_of(title + text).text == text


def shuffled(draw: random.Random, language: LanguageCode) -> tuple[str, list[str]]:
    """Write prose among headings, contents and talk in any order; return its paragraphs too."""
    kinds = [*(ENGLISH if language == "en" else CHINESE).values()]
    pieces, paragraphs = [], []
    for _ in range(draw.randint(2, 14)):
        contents = draw.choice(kinds)
        choice = draw.random()
        if choice < 0.45:
            paragraphs.append(paragraph(draw, language, draw.randint(4, 7)))
            pieces.append(paragraphs[-1])
        elif choice < 0.65:
            pieces.append(draw.choice([*contents.headings]).strip())
        elif choice < 0.75:
            pieces.append(draw.choice(HEADINGS))
        elif choice < 0.85:
            pieces.append(contents.printed)
        else:
            pieces.append(paragraph(draw, language, 1))
    gaps = ["\n\n", "\n\n\n", "\n\n\n\n"] if language == "en" else ["\n"]
    return "".join(piece + draw.choice(gaps) for piece in pieces), paragraphs


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_paragraph_is_lost_among_headings_and_contents_in_any_order(
    language: LanguageCode,
) -> None:
    for seed in range(250):
        text, paragraphs = shuffled(random.Random(seed), language)
        found = prose_of(text).text
        assert not [told for told in paragraphs if told not in found], seed


@pytest.mark.parametrize(
    "text", ["", " \n ", "CONTENTS", "目录", "***", "[", "Transcriber's note:"]
)
def test_the_smallest_texts_are_read(text: str) -> None:
    assert prose_of(text).text in {text.strip(), ""}
