"""Made books of prose, verse and plays, which know where a sentence may be inserted in them.

A book is put together from pieces written here. Each says where a firm place may be (behind the
sentences of prose) and where another may (behind the sentences of a speech, behind lines of verse
that end a sentence, and behind the piece); anywhere else, one would break something.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from lvbuild.core.model import LanguageCode

Sort = Literal["prose", "verse", "play"]


class Piece(NamedTuple):
    """A part of a book, with the offsets of the places that it allows."""

    text: str
    firm: frozenset[int] = frozenset()
    other: frozenset[int] = frozenset()


class Book(NamedTuple):
    """A made text, and the offsets at which a place may be firm or may be at all."""

    text: str
    firm: frozenset[int]
    places: frozenset[int]


SENTENCES: dict[LanguageCode, list[str]] = {
    "en": [
        "The ferryman had lived for thirty years beside the landing.",
        "Nobody in the village remembered a winter in which he had failed to cross, although the"
        " ice was thick enough for carts.",
        "Dr. Lang paid him 3.5 crowns at No. 7 in the street behind the mill.",
        "Had anybody seen the boat?",
        "It lay (so they said) under the willows, and its lantern was gone.",
        "What a night it was!",
        "He read _The Long Way. A Tale_ until the candle failed him.",
    ],
    "zh": [
        "渡口的老船夫在河边住了整整三十年。",
        "村里没有一个人记得他在哪个冬天不曾出船，尽管河上的冰厚得可以走马车。",
        "那个医生在磨坊后面的小街上付给他３．５个银元。",
        "难道没有人看见过那条旧木船吗？",
        "船就停在柳树下面（大家都这样说），船头的灯却已经不见了。",
        "那天夜里的风雪真是大得可怕！",
        "老人在灯下读完了《漫漫长路。一个故事》这本旧书。",
    ],
}
VERSE: dict[LanguageCode, list[str]] = {
    "en": [
        "The river took the lantern from his hand,",
        "And bore it past the willows. None could tell",
        "Which of the boats lay rotting in the sand;",
        "He heard, or thought he heard, the evening bell.",
        "O who will row me over when I call?",
        "The snow is deep. The stars are very small",
        "And no one answers from the other side",
    ],
    "zh": ["小舟横古渡，残雪压孤篷。", "不见归来客，空闻日暮钟。", "寒灯照白发，细雨入青松。"],
}
CLOSE: dict[LanguageCode, str] = {
    language: lines[3 % len(lines)] for language, lines in VERSE.items()
}
HEADINGS: dict[LanguageCode, list[str]] = {
    "en": [
        "CHAPTER IV.\nOF THE FERRYMAN AND HIS BOAT;\nOF THE WINTER.\nAND OF WHAT\nWAS FOUND.",
        "Chapter xi -- The Ferryman. His Boat",
        "PART ONE\n\nCHAPTER I\n\nThe Landing",
        "CONTENTS\n\nChapter i -- The Landing.\n\nChapter ii -- The Boat.",
    ],
    "zh": [
        "第三回\n托渡口老翁说旧事\n访孤舟过客问前因",
        "第二章　渡口",
        "目录\n第一回　渡口\n第二回　孤舟",
    ],
}
LEADS: dict[LanguageCode, str] = {
    "en": "In the evening he sang to himself:",
    "zh": "后人有诗叹曰：",
}
CUES: dict[LanguageCode, list[Callable[[str], str]]] = {
    "en": [
        lambda name: f"{name.upper()}. ",
        lambda name: f"{name.upper()}\n",
        lambda name: f"{name}: ",
        lambda name: f"{name.upper()} (rising). ",
    ],
    "zh": [
        lambda name: f"{name}：",
        lambda name: f"{name}　　",
        lambda name: f"{name}（起身）：",
        lambda name: f"（{name}云）",
    ],
}
NAMES: dict[LanguageCode, list[str]] = {
    "en": ["Anna", "Bertha", "Mrs Lang"],
    "zh": ["船夫", "客人", "老妇"],
}
ENDS = ".?!。？！"
WIDTH = 70


def made_book(sort: Sort, language: LanguageCode, seed: int) -> Book:
    """Return the book of that seed."""
    draw = random.Random(f"{sort} {language} {seed}")
    wrapped = language == "en" and draw.random() < 0.7
    between = "\n\n" if language == "en" else "\n"
    text, firm, places = "", set[int](), set[int]()
    for piece in _PIECES[sort](draw, language, wrapped):
        start = len(text) + len(between) if text else 0
        text += (between if text else "") + piece.text
        firm |= {start + offset for offset in piece.firm}
        places |= {start + offset for offset in (*piece.firm, *piece.other, len(piece.text))}
    return Book(text, frozenset(firm), frozenset(places))


def _prose_book(draw: random.Random, language: LanguageCode, wrapped: bool) -> Iterator[Piece]:
    for _ in range(6):
        yield Piece(draw.choice(HEADINGS[language]))
        yield _prose(draw, language, wrapped)
        yield Piece(LEADS[language])
        yield _stanza(draw, language)
        for _ in range(4):
            yield _prose(draw, language, wrapped)


def _verse_book(draw: random.Random, language: LanguageCode, wrapped: bool) -> Iterator[Piece]:
    yield _prose(draw, language, wrapped)
    for _ in range(12):
        if draw.random() < 0.2:
            yield Piece(draw.choice(HEADINGS[language][:2]))
        yield _stanza(draw, language)


def _play(draw: random.Random, language: LanguageCode, wrapped: bool) -> Iterator[Piece]:
    cue = draw.choice(CUES[language])
    for number in ("I", "II") if language == "en" else ("一", "二"):
        yield Piece(f"ACT {number}" if language == "en" else f"第{number}幕")
        yield _prose(draw, language, wrapped)
        for name in NAMES[language] * 4:
            yield _speech(cue(name), draw, language, wrapped)
            if draw.random() < 0.2:
                yield Piece("[She rises.]" if language == "en" else "（灯暗。）")


_PIECES: dict[Sort, Callable[[random.Random, LanguageCode, bool], Iterator[Piece]]] = {
    "prose": _prose_book,
    "verse": _verse_book,
    "play": _play,
}


def _prose(draw: random.Random, language: LanguageCode, wrapped: bool) -> Piece:
    text, ends = _joined([*draw.sample(SENTENCES[language], 4), SENTENCES[language][0]], language)
    return Piece(textwrap.fill(text, WIDTH) if wrapped else text, firm=ends)


def _stanza(draw: random.Random, language: LanguageCode) -> Piece:
    lines = draw.sample(VERSE[language], min(4, len(VERSE[language])))
    text = "\n".join([*(line for line in lines if line != CLOSE[language]), CLOSE[language]])
    return Piece(text, other=frozenset(_line_ends(text)))


def _speech(cue: str, draw: random.Random, language: LanguageCode, wrapped: bool) -> Piece:
    words, ends = _joined(draw.sample(SENTENCES[language][:3], draw.randrange(1, 4)), language)
    text = cue + words
    if wrapped and not cue.endswith("\n"):
        text = textwrap.fill(text, WIDTH)
    elif wrapped:
        text = cue + textwrap.fill(words, WIDTH)
    return Piece(text, other=frozenset(len(cue) + end for end in ends))


def _joined(sentences: Sequence[str], language: LanguageCode) -> tuple[str, frozenset[int]]:
    """Join sentences; wrapping keeps the offsets, as it puts a line feed for each space."""
    space = " " if language == "en" else ""
    ends = [len(space.join(sentences[: number + 1])) for number in range(len(sentences))]
    return space.join(sentences), frozenset(ends)


def _line_ends(text: str) -> Iterator[int]:
    for offset, character in enumerate(text):
        if character == "\n" and text[offset - 1] in ENDS:
            yield offset
