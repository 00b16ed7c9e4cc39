"""Invented texts for planning: sentences of random lengths, parted in a known manner."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from lvbuild.core.model import Fact, LanguageCode, Question, Unit
from lvbuild.languages import find_language
from lvbuild.languages.boundary import Boundary
from lvbuild.mixing.outline import Outline
from lvbuild.mixing.plan import Insertion, RecordPlan
from lvbuild.text.counting import count
from lvbuild.text.prose import Place


@dataclass(frozen=True)
class Invented:
    """A text, what planning knows of it, and the places where facts may stand."""

    text: str
    outline: Outline
    places: Sequence[Place]

    @property
    def document_id(self) -> str:
        """What it is called."""
        return self.outline.document_id


def invent(
    draw: random.Random, sentences: int, language: LanguageCode, unit: Unit, prose: float, name: str
) -> Invented:
    """Write a text: `prose` is the share of its boundaries where facts may stand."""
    text, boundaries, places = "", list[Boundary](), list[Place]()
    for number in range(sentences):
        text += _sentence(draw, language)
        last = number == sentences - 1
        paragraph = last or draw.random() < 0.1
        boundaries.append(Boundary(len(text), ended=True))
        if draw.random() < prose:
            places.append(Place(len(text), draw.choice([0, 3, 9])))
        if not last:
            text += "\n\n" if paragraph else find_language(language).space
    counts = [count(text[: boundary.offset], unit) for boundary in boundaries]
    starts = [0]
    for boundary in boundaries[:-1]:
        after = text[boundary.offset :]
        starts.append(len(text) - len(after.lstrip()))
    return Invented(text, Outline(name, boundaries, counts, starts=starts), places)


def _sentence(draw: random.Random, language: LanguageCode) -> str:
    if language == "zh":
        return "".join(draw.choices("甲乙丙丁", k=draw.randint(8, 14))) + "。"
    words = ["".join(draw.choices("abc", k=draw.randint(3, 6))) for _ in range(draw.randint(4, 9))]
    return " ".join(words) + "."


def invent_several(
    seed: int, language: LanguageCode, unit: Unit, *, prose: float = 1.0, size: int = 4_000
) -> list[Invented]:
    """Write texts of 5 to 200 sentences until they have `size` units."""
    draw, texts = random.Random(seed), list[Invented]()
    while sum(invented.outline.size for invented in texts) < size:
        sentences = draw.choice([5, 30, 200])
        texts.append(invent(draw, sentences, language, unit, prose, f"x:{len(texts)}"))
    return texts


def question(facts: int, language: LanguageCode = "en") -> Question:
    """Ask for a needle, `facts` facts beside it."""
    if language == "zh":
        confusing = [f"第{j}人吃了果酱酱酱酱酱酱酱。" for j in range(facts)]
        needle = "某人吃了面包面包面包。"
        return Question("needle:q", "谁吃了面包？", ("某人",), facts=set_in(needle, confusing))
    confusing = [f"Person {j} ate the jam of the house." for j in range(facts)]
    needle = "Somebody ate all of the bread."
    return Question("needle:q", "Who ate bread?", ("Somebody",), facts=set_in(needle, confusing))


def set_in(needle: str, confusing: Sequence[str] = ()) -> tuple[Fact, ...]:
    """Return the facts of a question: its needle, then the confusing ones."""
    return Fact("needle", needle), *(Fact("confusing", text) for text in confusing)


def fact_of(insertion: Insertion, asked: Question) -> str:
    """Look up the words of an insertion."""
    return asked.facts[insertion.fact].text


def is_needle(insertion: Insertion, asked: Question) -> bool:
    """Tell whether an insertion is the needle."""
    return asked.facts[insertion.fact].role == "needle"


def assembled(
    record: RecordPlan, texts: Sequence[Invented], asked: Question
) -> tuple[str, list[tuple[Insertion, int]]]:
    """Write a record's context out; return it and where each fact starts."""
    context, starts = "", []
    for number, passage in enumerate(record.passages):
        [text] = [t.text for t in texts if t.outline.document_id == passage.document_id]
        done = passage.start
        for part in record.insertions:
            if part.passage != number:
                continue
            context += text[done : part.offset]
            starts.append((part, len(context) + len(part.lead)))
            context += part.lead + fact_of(part, asked) + part.tail
            done = part.offset
        context += text[done : passage.stop] + "\n"
    return context, starts
