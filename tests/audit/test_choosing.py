"""What choices alone tell of the right one is found, and nothing where they tell nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

import pytest

import lvbuild
from lvbuild.audit.areas import Context
from lvbuild.audit.choosing import read_choices
from lvbuild.audit.telltale import measure
from lvbuild.languages import find_language
from lvbuild.recipe.layouts import Content
from tests.audit.damaging import Row, rewrite
from tests.tasks.choosing import LETTERS, write_chosen

NAMES = [
    f"{first} {last}" for first in "Ada Ben Cora Dan Eve".split() for last in "Orr Ash".split()
]


def made(
    plant: Callable[[str, str], tuple[str, str]], count: int = 60, *, labels: bool = False
) -> list[Context]:
    """Make records that choose among names; `plant` is given each question and right choice."""
    draw = random.Random(3)
    contexts = []
    for number in range(count):
        texts, right = draw.sample(NAMES, 4), draw.randrange(4)
        question, texts[right] = plant(f"Who built mill number {number}?", texts[right])
        offered = MappingProxyType(dict(zip(LETTERS, texts, strict=True)))
        content = Content(question, (texts[right],), 1, "", offered, LETTERS[right])
        choices = tuple(read_choices(content, find_language("en"), labels=labels))
        contexts.append(Context(f"r{number}", f"q:{number}", (), choices))
    return contexts


def found(plant: Callable[[str, str], tuple[str, str]], *, labels: bool = False) -> float:
    """Return how well the right choices are told."""
    measured = measure(made(plant, labels=labels)).choices
    assert measured is not None
    assert measured.low <= measured.mean <= measured.high
    return measured.mean


def test_choices_of_one_pool_tell_nothing() -> None:
    assert found(lambda question, right: (question, right)) < 0.6


PLANTS: dict[str, Callable[[str, str], tuple[str, str]]] = {
    "words that only right choices have": lambda question, right: (question, f"{right} himself"),
    "named in the question": lambda question, right: (f"{question} Not {right}?", right),
    "the only figure": lambda question, right: (question, question.split()[-1].strip("?")),
    "the longest": lambda question, right: (question, f"{right} {right} {right}"),
    "in quotation marks": lambda question, right: (question, f"“{right}”"),
}


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_fault_is_found(name: str) -> None:
    assert found(PLANTS[name]) > 0.8


def test_words_of_a_question_that_is_labelled_itself_give_nothing_away() -> None:
    assert found(PLANTS["named in the question"], labels=True) < 0.6
    assert found(PLANTS["the longest"], labels=True) > 0.8


def test_an_answer_that_is_offered_where_it_is_right_alone_breaks_the_audit(
    tmp_path: Path,
) -> None:
    recipe = write_chosen(tmp_path, "needle_unanswerable_en", levels=["4k"], count=80)
    release = tmp_path / "made"
    lvbuild.build([recipe], release, sample=True)
    name = "needle_unanswerable_en_4k"
    absent = "The text does not say."
    fair = lvbuild.telltale(release, write=True)[name].choices
    assert fair is not None
    assert fair.low < 0.7

    def never_wrong(records: list[Row], told: list[Row]) -> None:
        for row in records:
            for letter in LETTERS:
                if row[f"choice_{letter}"] == absent and row["answer"] != letter:
                    row[f"choice_{letter}"] = str(int(row[f"choice_{row['answer']}"]) + 7)

    rewrite(release, name, never_wrong)
    told = lvbuild.telltale(release, write=True)[name].choices
    assert told is not None
    assert told.mean > max(0.7, fair.mean)
    findings = lvbuild.audit_release(release, workers=1, rebuild=False).findings
    assert any(each.claim == "telltale" and "by choices" in each.message for each in findings)
