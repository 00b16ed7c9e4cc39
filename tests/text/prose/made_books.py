"""Paragraphs of invented prose, wrapped to a width in English, a line each in Chinese."""

from __future__ import annotations

import random
import textwrap

from lvbuild.core.model import LanguageCode

SUBJECTS = ("The miller", "Old Ann", "A stranger", "The ferry", "Winter", "Every boat", "The lamp")
REST = (
    "came down the long road to the harbour before anybody in the village was awake",
    "stood by the water until the bells of the church had rung for the evening",
    "was never seen again in the meadow between the orchard and the garden wall",
    "carried the letters of the whole parish over the bridge to the other side",
)
CHINESE_SUBJECTS = ("老船夫", "村中老人", "过路书生", "渡口木船", "山上和尚", "磨坊主人")
CHINESE_REST = (
    "慢慢走到桥前看那河边的灯火",
    "在风雪里等了整整三日才见人来",
    "把多年的旧书都送到城里去了",
)


def paragraph(seed: object, language: LanguageCode = "en") -> str:
    """Write a paragraph of four to six sentences."""
    draw = random.Random(f"{language} {seed}")
    if language == "zh":
        told = [draw.choice(CHINESE_SUBJECTS) + draw.choice(CHINESE_REST) for _ in range(6)]
        return "".join(f"{one}，{draw.choice(CHINESE_REST)}。" for one in told)
    told = [f"{draw.choice(SUBJECTS)} {draw.choice(REST)}." for _ in range(draw.randint(4, 6))]
    return textwrap.fill(" ".join(told), 72)


def prose(seed: object, language: LanguageCode = "en", paragraphs: int = 5) -> str:
    """Write paragraphs."""
    between = "\n\n" if language == "en" else "\n"
    return between.join(paragraph((seed, number), language) for number in range(paragraphs))


def lines(text: str) -> str:
    """Return wrapped prose with a line for each paragraph."""
    return "\n\n".join(block.replace("\n", " ") for block in text.split("\n\n"))
