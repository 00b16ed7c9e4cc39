"""Pages for the questions of FanOutQA, written by the tests: they say what subquestions ask."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lvbuild.core.model import answer_texts

WORDS = (
    "valley harbour council winter bridge lantern orchard railway meadow quarry festival market "
    "engineer painter teacher garden castle library museum station island forest village senate"
).split()
HEADER = "| Entry | Told of in the records of the place |\n| --- | --- |"


def leaves(question: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the subquestions that are not decomposed."""
    for part in question["decomposition"]:
        if part["decomposition"]:
            yield from leaves(part)
        else:
            yield part


def is_number(value: object) -> bool:
    """Tell whether a page's id is one."""
    return isinstance(value, int)


def write_pages(folder: Path, questions: Sequence[Mapping[str, Any]], words: int = 1_500) -> None:
    """Write a page for each title with an id, as the package caches them.

    Each holds running text, what its subquestions are answered by, and a table in which lists of
    answers have a row each.
    """
    asked: dict[str, list[Mapping[str, Any]]] = {}
    ids: dict[str, int] = {}
    for question in questions:
        for leaf in leaves(question):
            evidence = leaf["evidence"]
            asked.setdefault(evidence["title"], []).append(leaf)
            if is_number(evidence["pageid"]):
                ids[evidence["title"]] = evidence["pageid"]
    (folder / "wikicache").mkdir(parents=True, exist_ok=True)
    for title, told in asked.items():
        if title in ids:
            path = folder / "wikicache" / f"{ids[title]}-dated.md"
            # Some pages have two titles: what is said under either stands in it.
            before = f"{path.read_text('utf-8')}\n" if path.exists() else ""
            path.write_text(before + page(title, told, words), "utf-8")


def page(title: str, told: Sequence[Mapping[str, Any]], words: int) -> str:
    """Return a page of about so many words."""
    draw = random.Random(title)
    paragraphs = [paragraph(draw) for _ in range(max(words // 60, 1))]
    rows: list[str] = []
    for leaf in told:
        answers = answer_texts(leaf["answer"])
        topic = leaf["question"].rstrip("?").replace("\n", " ")
        if len(answers) == 1:
            at = draw.randrange(len(paragraphs))
            paragraphs[at] += f" On the question of {topic}, the record says {answers[0]}."
        else:
            rows += [
                f"| {answer.replace('|', '/')} | {topic}, as told in the records |"
                for answer in answers
            ]
    rows += [f"| {draw.choice(WORDS)} | {' '.join(draw.choices(WORDS, k=6))} |" for _ in range(12)]
    paragraphs.insert(draw.randrange(len(paragraphs)), "\n".join([HEADER, *rows]))
    paragraphs.insert(len(paragraphs) // 2, "## History[edit]")
    return "\n\n".join(paragraphs)


def paragraph(draw: random.Random) -> str:
    """Return four sentences of some fifteen words each."""
    return " ".join(
        f"The {' '.join(draw.choices(WORDS, k=draw.randint(6, 18)))} stood near the"
        f" {draw.choice(WORDS)} of {draw.randint(2, 9999)}."
        for _ in range(4)
    )


def dev_questions(corpora: Path) -> list[dict[str, Any]]:
    """Return the questions of the development set as upstream has them."""
    path = corpora / "fanoutqa/fanout-final-dev.json"
    questions: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return questions
