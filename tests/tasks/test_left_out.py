"""One question that cannot be built is left out with its reason, and never stops the others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple, Self, cast

import pytest

import lvbuild
from lvbuild.core.model import Level, Question
from lvbuild.core.seeds import Seeds
from lvbuild.mixing.plan import LevelTooLargeError, RecordPlan, UnevenTextError
from lvbuild.mixing.question_plans import Outcome, plan_questions
from lvbuild.recipe import Recipe
from tests.tasks.small_mixup import write_mixup
from tests.tasks.test_mixup import QUESTIONS, write_hotpotqa, write_table

LONG = " ".join(["barn"] * 20_310)
FIGURE = "What is shown in the figure"


def reword(corpora: Path, question: str, *numbers: int) -> None:
    """Let some questions ask something else."""
    [path] = corpora.glob("hotpotqa/*.json")
    rows = json.loads(path.read_bytes())
    for number in numbers:
        rows[number]["question"] = f"{question} of {number}?"
    path.write_text(json.dumps(rows))


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    return write_hotpotqa(tmp_path / "corpora")


def test_questions_too_long_or_that_rest_on_a_figure_are_left_out_and_the_others_are_built(
    tmp_path: Path, corpora: Path
) -> None:
    reword(corpora, LONG, 3)
    reword(corpora, FIGURE, 4, 5)
    recipe = write_mixup(tmp_path, levels="[2k, 4k]", count=QUESTIONS)
    manifest = lvbuild.build(
        recipe, tmp_path / "out", corpora=corpora, tables=False, workers=1, levels=["2k"]
    )
    entry = manifest.recipes["mixed"]
    left_out = {one.question_id: one.reason for one in entry.left_out}
    assert left_out.keys() == {f"hotpotqa:h{number}" for number in (0, 3, 4, 5)}
    assert left_out["hotpotqa:h0"] == "its evidence spans more than its share of a level"
    assert left_out["hotpotqa:h3"].startswith("without other texts its record already comes to 20,")
    assert left_out["hotpotqa:h4"] == left_out["hotpotqa:h5"] == "it rests on a figure"
    assert manifest.files["data/mixed_2k.jsonl"].records == QUESTIONS - 4
    assert any("it rests on a figure (2)" in line for line in entry.shortfalls)


SMALL, LARGE, OTHER = Level(1_000), Level(4_000), Level(2_000)
UNEVEN, LACKING = UnevenTextError(990), LevelTooLargeError(700, 4_000)


class FailingPlanner(NamedTuple):
    """Plans what does not fail."""

    number: int
    failing: Mapping[tuple[int, Level], Exception]

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, or fail."""
        if error := self.failing.get((self.number, level)):
            raise error
        return RecordPlan(Question(f"q:{self.number}", "", ("a",)), 0, level.size, (), ())

    def least(self) -> int:
        """Return the shortest of its records."""
        return 0

    def begin(self, level: Level) -> Self:
        """Return it: it remembers nothing."""
        return self

    def length(self, record: RecordPlan) -> int:
        """Return what was planned."""
        return record.length


def outcome(
    failing: dict[tuple[int, Level], Exception], questions: int, others: Iterable[Level] = ()
) -> Outcome:
    """Plan so many questions, of which some fail at a level."""

    planners = {f"q:{number}": FailingPlanner(number, failing) for number in range(questions)}
    recipe = cast(Recipe, SimpleNamespace(ascending_levels=(SMALL, LARGE), nested=True))
    return plan_questions(recipe, planners, (SMALL, LARGE, *others), Seeds(1, "", "mine"))


@pytest.mark.parametrize("error", [UNEVEN, LACKING])
def test_a_question_that_the_smallest_level_cannot_hold_is_left_out_of_all(
    error: Exception,
) -> None:
    done = outcome({(1, SMALL): error}, 3)
    assert done.dropped == {}
    [(name, reason)] = done.left_out.items()
    assert name == "q:1"
    assert reason.startswith("no record of 1k: ")


def test_a_level_that_most_questions_fail_at_is_dropped_and_none_is_left_out() -> None:
    done = outcome({(n, SMALL): UNEVEN for n in range(3)}, 4)
    assert done.dropped == {SMALL: UNEVEN}
    assert done.left_out == {}
    assert len(done.plans[LARGE]) == 4


@pytest.mark.parametrize(("questions", "left_out"), [(19, 0), (20, 1), (40, 1)])
def test_a_larger_level_is_dropped_unless_very_few_questions_lack_documents(
    questions: int, left_out: int
) -> None:
    done = outcome({(1, LARGE): LACKING}, questions)
    assert len(done.left_out) == left_out
    assert (LARGE in done.dropped) == (not left_out)


def test_a_level_outside_the_list_leaves_no_question_out() -> None:
    done = outcome({(1, OTHER): UNEVEN}, 40, [OTHER])
    assert done.dropped == {OTHER: UNEVEN}
    assert done.left_out == {}


def test_what_is_selected_is_asked_and_check_warns(tmp_path: Path, corpora: Path) -> None:
    reword(corpora, FIGURE, 3)
    recipe = write_mixup(
        tmp_path, levels="[2k]", replacements=False, answer_keywords=False, confusing_facts=0
    )
    write_table(tmp_path, "selection", [{"question_id": f"hotpotqa:h{n}"} for n in (1, 3)])
    manifest = lvbuild.build(recipe, tmp_path / "out", corpora=corpora, workers=1)
    assert manifest.recipes["mixed"].left_out == ()
    assert manifest.files["data/mixed_2k.jsonl"].records == 2
    [found] = lvbuild.check(recipe, corpora=corpora)
    assert (found.line, found.rule, found.severity) == (2, "doubtful-question", "warning")
    assert found.message == (
        "no draw takes the question: it rests on a figure; see that it can be answered"
    )
