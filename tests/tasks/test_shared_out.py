"""What is prepared is the same by however many processes, whatever fails on the way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

import lvbuild
from lvbuild.core.model import Level, Question
from lvbuild.core.options import BuildOptions
from lvbuild.core.processes import at_most
from lvbuild.core.seeds import Seeds
from lvbuild.corpora.catalogue import open_corpora
from lvbuild.errors import BuildError
from lvbuild.mixing.plan import LevelTooLargeError, Passages, RecordPlan, UnevenTextError
from lvbuild.mixing.question_plans import Outcome, plan_questions
from lvbuild.recipe import Recipe
from lvbuild.tasks.gathering import gather
from tests.benchmarks.processes import with_count
from tests.builds import hashes
from tests.tasks.test_mixup import write_hotpotqa
from tests.tasks.test_prepared import told as told_of

TASKS = (
    "factrecall_en needle_multi_key_zh hotpotwikiqa_mixup cmrc_mixup passage_count_en"
    " passage_retrieval_zh lb_trec"
).split()
TWINS = ["hotpotwikiqa_mixup", "factrecall_zh"]
LEVELS = [Level(2_000), Level(4_000)]


def smaller(folder: Path, name: str) -> Path:
    """Write a shipped recipe with fewer questions and smaller levels; return its path."""
    path = with_count(folder, name, 24)
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^levels: .*", "levels: [2k, 4k]", text), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("recipe", "without"), [*((name, None) for name in TASKS), *((name, "facts") for name in TWINS)]
)
def test_each_kind_of_recipe_is_prepared_alike(
    recipe: str, without: str | None, tmp_path: Path, forked: list[int]
) -> None:
    path, found = smaller(tmp_path, recipe), []
    for count in (1, 3):
        [source] = gather(path, BuildOptions(sample=True, without=without))
        assert not forked
        with at_most(count):
            found.append(source.prepare(LEVELS, anew=True))
    assert forked
    assert told_of(found[0]) == told_of(found[1])
    assert found[0].levels
    for name in found[0].asked:
        assert found[0].refused_for(name) == found[1].refused_for(name)


def test_records_of_all_processes_share_their_passages(tmp_path: Path, forked: list[int]) -> None:
    [source] = gather(smaller(tmp_path, "hotpotwikiqa_mixup"), BuildOptions(sample=True))
    with at_most(3):
        prepared = source.prepare(LEVELS, anew=True)
    assert forked
    shared = [
        Passages.of(record.passages).shared
        for text in prepared.levels.values()
        for record in text.plan.records
    ]
    assert len({id(each) for each in shared if len(each)}) == 1


SMALL, MIDDLE, LARGE = (Level(size) for size in (1_000, 2_000, 4_000))
OWN = SMALL, MIDDLE, LARGE


@dataclass
class Remembering:
    """Plans what does not fail, a record for each level with how many were planned before it."""

    number: int
    failing: Mapping[tuple[int, Level], Exception]
    done: int = -1

    def plan(self, level: Level, surplus: int = 0) -> RecordPlan:
        """Plan a level, or fail."""
        self.done += 1
        if error := self.failing.get((self.number, level)):
            raise error
        return RecordPlan(Question(f"q:{self.number}", "", ()), self.done, level.size, (), ())

    def least(self) -> int:
        """Return the shortest of its records."""
        return 0

    def begin(self, level: Level) -> Remembering:
        """Return what plans it."""
        return Remembering(self.number, self.failing)

    def length(self, record: RecordPlan) -> int:
        """Return what was planned."""
        return record.length


def outcome(failing: Mapping[tuple[int, Level], Exception], processes: int) -> Outcome:
    planners = {f"q:{number}": Remembering(number, failing) for number in range(40)}
    recipe = cast(Recipe, SimpleNamespace(ascending_levels=OWN, nested=True))
    with at_most(processes):
        return plan_questions(recipe, planners, (*OWN, Level(8_000)), Seeds(1, "", "mine"))


@pytest.mark.parametrize(
    "failing",
    [
        {},
        {(3, SMALL): UnevenTextError(990), (39, LARGE): LevelTooLargeError(700, 4_000)},
        {(number, MIDDLE): UnevenTextError(1_980 - number) for number in (0, 1, 2, 11)},
        {
            **{(number, SMALL): UnevenTextError(number) for number in range(3, 40, 2)},
            **{(number, LARGE): LevelTooLargeError(number, 4_000) for number in (5, 30, 31, 39)},
            (9, Level(8_000)): LevelTooLargeError(7_000, 8_000),
        },
    ],
    ids=["nothing fails", "two questions", "a level", "two levels, and one beside them"],
)
def test_what_fails_leaves_out_and_drops_the_same(
    failing: Mapping[tuple[int, Level], Exception], forked: list[int]
) -> None:
    alone = outcome(failing, 1)
    assert not forked
    together = outcome(failing, 3)
    assert forked
    assert together.plans == alone.plans
    assert together.asked == alone.asked
    assert together.left_out == alone.left_out
    told = [[(level, repr(why)) for level, why in one.dropped.items()] for one in (alone, together)]
    assert told[0] == told[1]


def test_a_recipe_alone_is_prepared_by_all_workers_and_its_bytes_are_the_same(
    tmp_path: Path, forked: list[int]
) -> None:
    recipe, written = smaller(tmp_path, "hotpotwikiqa_mixup"), []
    for workers in (1, 3):
        assert not forked
        out = tmp_path / str(workers)
        lvbuild.build(recipe, out, sample=True, workers=workers)
        written.append(hashes(out))
    assert forked
    assert written[0] == written[1]


@pytest.mark.parametrize(
    "broken", [["hotpotqa"], ["2wikimultihopqa"], ["hotpotqa", "2wikimultihopqa"]]
)
def test_a_corpus_that_cannot_be_read_is_told_alike(
    broken: list[str], tmp_path: Path, forked: list[int]
) -> None:
    corpora = write_hotpotqa(tmp_path)
    [path] = corpora.glob("hotpotqa/*.json")
    (corpora / "2wikimultihopqa").mkdir()
    (corpora / "2wikimultihopqa/dev.json").write_bytes(path.read_bytes())
    for name in broken:
        [path] = corpora.glob(f"{name}/*.json")
        path.write_bytes(path.read_bytes()[:-100])
    told = []
    for count in (1, 2):
        assert not forked
        with at_most(count), pytest.raises(BuildError) as raised:
            open_corpora(["hotpotqa", "2wikimultihopqa"], corpora)
        told.append(str(raised.value))
    assert forked
    assert told[0] == told[1]
    assert broken[0] in told[0]
