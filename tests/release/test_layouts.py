"""What records look like in each layout: their keys, headings, lengths and choices."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.errors import BuildError, UsageError
from tests.audited import untrue
from tests.builds import hashes
from tests.release.forging import forge
from tests.tasks.choosing import write_chosen
from tests.tasks.small_mixup import write_mixup

PLAIN: dict[str, Any] = {
    "confusing_facts": 0,
    "answer_keywords": "false",
    "replacements": "false",
    "metric": "f1",
}
LONGBENCH = ["input", "context", "answers", "length", "dataset", "language", "all_classes", "_id"]
V2 = ["_id", "domain", "sub_domain", "difficulty", "length", "question"]
V2 += ["choice_A", "choice_B", "choice_C", "choice_D", "answer", "context"]
CHOSEN: dict[str, Any] = {
    "layout": "longbench_v2",
    "answer_keywords": "false",
    "metric": "label",
    "labels": "[A, B, C, D]",
    "prompt": '"{context} {question} {choice_A} {choice_B} {choice_C} {choice_D}"',
}


def test_records_of_longbench_have_its_keys_and_titled_passages_and_fill_their_level(
    tmp_path: Path,
) -> None:
    recipe = write_mixup(tmp_path, layout="longbench", titles="true", **PLAIN)
    lvbuild.build([recipe], tmp_path / "made", sample=True)
    release = lvbuild.open_release(tmp_path / "made")
    for name, size in (("mixed_2k", 2_000), ("mixed_8k", 8_000)):
        records = list(release.records(name))
        assert len(records) == 20
        for record in records:
            fields, told = record.fields, record.provenance["passages"]
            assert list(fields) == LONGBENCH
            assert fields["all_classes"] is None
            counted = len(
                " ".join([fields["input"], fields["context"], *fields["answers"]]).split()
            )
            assert fields["length"] == counted
            assert abs(counted - size) <= size * 0.005
            heads = re.findall(r"^Passage (\d+):\n(\S.*)\n\S", fields["context"], re.MULTILINE)
            assert [int(number) for number, _ in heads] == list(range(1, len(told) + 1))
            for passage, (_, title) in zip(told, heads, strict=True):
                start = passage["span"][0]
                assert fields["context"][start:].startswith(f"{title}\n")
    assert untrue(tmp_path / "made") == []


@pytest.mark.parametrize("strict", [True, False])
def test_the_features_of_the_card_are_the_keys_of_the_layout(tmp_path: Path, strict: bool) -> None:
    recipe = write_mixup(tmp_path, layout="longbench", levels="[2k]", count=4, **PLAIN)
    manifest = lvbuild.build([recipe], tmp_path / "made", sample=True, strict=strict)
    told = "--strict leaves out nothing: records of longbench have upstream's keys alone"
    assert (told in manifest.recipes["mixed"].shortfalls) == strict
    card = (tmp_path / "made/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^ *- ?name: '?(\w+)'?$", card, re.MULTILINE)
    assert [name for name in listed if name in {*LONGBENCH, "answer_keywords"}] == LONGBENCH


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"layout": "longbench"}, "records of longbench have no answer_keywords"),
        (CHOSEN | {"labels": "[A, B]"}, r"write metric: label and labels: \[A, B, C, D\]"),
        (CHOSEN | {"prompt": '"{context} {question}"'}, r"prompt: \{choice_A\} is missing"),
    ],
)
def test_a_layout_that_lacks_what_a_recipe_has_is_refused(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        lvbuild.load_recipe(write_mixup(tmp_path, **changes))


def test_an_unaltered_heading_of_the_layout_within_a_text_is_refused(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, layout="longbench", titles="true", **PLAIN)
    lvbuild.build([recipe], tmp_path / "made", sample=True, levels=["2k"], limit=4)
    path = tmp_path / "made/data/mixed_2k.jsonl"
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    rows[1]["context"] = rows[1]["context"].replace(". ", ".\nPassage 7: ", 1)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    forge(tmp_path / "made")
    assert any("1: layout: " in line for line in untrue(tmp_path / "made"))


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release of multiple choice: of a mixup and of paragraphs to be told apart."""
    folder = tmp_path_factory.mktemp("chosen")
    recipes = [
        write_mixup(folder, count=18, **CHOSEN),
        write_chosen(folder, "passage_retrieval_en"),
        write_chosen(folder, "needle_multi_value_zh"),
    ]
    lvbuild.build(recipes, folder / "made", sample=True)
    return folder / "made"


def test_choices_are_different_answers_and_each_letter_is_right_as_often(chosen: Path) -> None:
    release = lvbuild.open_release(chosen)
    for name in release.configurations:
        letters: Counter[str] = Counter()
        for record in release.records(name):
            fields, content = record.fields, record.content
            assert list(fields) == V2
            assert (fields["difficulty"], fields["length"]) == (None, "short")
            texts = list(content.choices.values())
            assert len({text.casefold() for text in texts}) == 4
            answers = record.provenance["answers"]
            assert content.choices[content.right] in {answers[0], ", ".join(answers)}
            others = [text for letter, text in content.choices.items() if letter != content.right]
            assert not {*others} & {*answers}
            assert content.scored == (fields["answer"],)
            letters[content.right] += 1
        assert max(letters.values()) - min(letters.values()) <= 1
        assert set(letters) == {*"ABCD"}
    assert untrue(chosen) == []


def test_levels_offer_the_same_and_what_who_takes_the_rival_would_answer(chosen: Path) -> None:
    release = lvbuild.open_release(chosen)
    offered = {
        level: [record.content.choices for record in release.records(f"mixed_{level}")]
        for level in ("2k", "4k", "8k")
    }
    assert offered["2k"] == offered["4k"] == offered["8k"]


def test_a_limit_or_a_level_alone_changes_no_choice(chosen: Path, tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path, count=18, **CHOSEN)
    lvbuild.build([recipe], tmp_path / "few", sample=True, levels=["4k"], limit=7)
    few = (tmp_path / "few/data/mixed_4k.jsonl").read_text(encoding="utf-8").splitlines()
    whole = (chosen / "data/mixed_4k.jsonl").read_text(encoding="utf-8").splitlines()
    assert few == whole[:7]
    lvbuild.build([recipe], tmp_path / "again", sample=True, workers=1)
    again = {path: told for path, told in hashes(tmp_path / "again").items() if "mixed" in path}
    same = hashes(chosen)
    data = [path for path in again if path.startswith(("data/", "provenance/"))]
    assert len(data) == 6
    assert [again[path] for path in data] == [same[path] for path in data]


def test_the_letter_is_scored(chosen: Path, tmp_path: Path) -> None:
    release = lvbuild.open_release(chosen)
    for name in release.configurations:
        lines = [
            {"_id": record.fields["_id"], "pred": f"({record.fields['answer']})."}
            for record in release.records(name)
        ]
        (tmp_path / f"{name}.jsonl").write_text(
            "".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8"
        )
    assert {each.score for each in lvbuild.score_release(chosen, tmp_path)} == {100.0}


def same_twice(row: dict[str, Any]) -> None:
    row["choice_A"] = row["choice_B"]


def another_letter(row: dict[str, Any]) -> None:
    row["answer"] = "ABCDA"["ABCD".index(row["answer"]) + 1]


def no_letter(row: dict[str, Any]) -> None:
    row["answer"] = "E"


@pytest.mark.parametrize(
    ("damage", "claims"),
    [
        (same_twice, {"choices"}),
        (another_letter, {"choices", "letters"}),
        (no_letter, {"readable"}),
    ],
)
def test_a_damaged_choice_is_found(
    chosen: Path,
    tmp_path: Path,
    damage: Callable[[dict[str, Any]], None],
    claims: set[str],
) -> None:
    recipe = write_mixup(tmp_path, count=18, levels="[2k]", **CHOSEN)
    lvbuild.build([recipe], tmp_path / "made", sample=True, limit=4)
    path = tmp_path / "made/data/mixed_2k.jsonl"
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    damage(rows[2])
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    forge(tmp_path / "made")
    found = lvbuild.audit_release(tmp_path / "made", workers=1, rebuild=False).findings
    assert claims <= {each.claim for each in found}


def test_a_recipe_without_four_answers_of_a_kind_ends_the_build(tmp_path: Path) -> None:
    recipe = write_mixup(
        tmp_path, count=2, levels="[2k]", replacements="false", **{**CHOSEN, "confusing_facts": 0}
    )
    with pytest.raises(BuildError, match="no question has 3 wrong answers of its answer's kind"):
        lvbuild.build([recipe], tmp_path / "made", sample=True)


def test_questions_whose_answers_are_of_no_kind_with_three_others_are_left_out_and_counted(
    tmp_path: Path,
) -> None:
    recipe = write_mixup(tmp_path, count=40, **{**CHOSEN, "confusing_facts": 0})
    lvbuild.build([recipe], tmp_path / "made", sample=True)
    release = lvbuild.open_release(tmp_path / "made")
    told = release.manifest.recipes["mixed"].left_out
    reasons = {"fewer than four answers are of one kind with it"}
    reasons |= {"its question names its answer, and no three others of its kind"}
    assert {each.reason for each in told} <= reasons
    for level in ("2k", "4k", "8k"):
        records = list(release.records(f"mixed_{level}"))
        assert len(records) == 40 - len(told)
        for record in records:
            texts = list(record.content.choices.values())
            assert len({any(map(str.isdigit, text)) for text in texts}) == 1
            assert max(map(len, texts)) <= 2 * min(map(len, texts))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_that_a_text_does_not_tell_is_offered_always_and_right_in_every_second_record(
    tmp_path: Path, language: str
) -> None:
    recipe = write_chosen(tmp_path, f"needle_unanswerable_{language}", count=80)
    lvbuild.build([recipe], tmp_path / "made", sample=True)
    release = lvbuild.open_release(tmp_path / "made")
    [first, *_] = release.configurations
    [absent] = {each.content.answers[0] for each in [*release.records(first)][1::2]}
    for name in release.configurations:
        offered = [record.content for record in release.records(name)]
        assert all(absent in each.choices.values() for each in offered)
        right = [each.choices[each.right] == absent for each in offered]
        assert right == [False, True] * (len(offered) // 2)
        # Nor does the letter at which it stands tell.
        for is_right in (True, False):
            letters = {
                letter
                for each, own in zip(offered, right, strict=True)
                for letter, text in each.choices.items()
                if text == absent and own == is_right
            }
            assert letters == {*"ABCD"}


def test_the_answer_to_a_question_that_fans_out_is_chosen_from_orders_of_its_values(
    tmp_path: Path,
) -> None:
    recipe = write_chosen(tmp_path, "fanoutqa_mixup", count=12)
    lvbuild.build([recipe], tmp_path / "made", sample=True, levels=["8k"])
    release = lvbuild.open_release(tmp_path / "made")
    for record in release.records("fanoutqa_mixup_8k"):
        if isinstance(record.provenance["answer"], dict):
            named = {tuple(sorted(text.split(", "))) for text in record.content.choices.values()}
            assert len(named) == 1


def test_counts_are_chosen_from_those_that_so_many_passages_can_have(tmp_path: Path) -> None:
    recipe = write_chosen(tmp_path, "passage_count_en", count=40)
    lvbuild.build([recipe], tmp_path / "made", sample=True)
    release = lvbuild.open_release(tmp_path / "made")
    for name in release.configurations:
        for record in release.records(name):
            passages = len(record.provenance["passages"])
            counts = [int(text) for text in record.content.choices.values()]
            assert all(int(0.3 * passages) <= count <= passages for count in counts)


def test_real_questions_stand_among_titled_articles_with_longbench_headings(
    shared_corpora: Path, tmp_path: Path
) -> None:
    names = ("lb_hotpotqa", "lb_2wikimqa", "lb_dureader")
    lvbuild.build(names, tmp_path, corpora=shared_corpora, levels=["8k"], limit=12)
    release = lvbuild.open_release(tmp_path)
    head = {"en": r"^Passage (\d+):$", "zh": r"^文章(\d+)$"}
    for name, count in zip(names, (12, 2, 12), strict=True):
        records = list(release.records(f"{name}_8k"))
        assert len(records) == count
        for record in records:
            fields, passages = record.fields, record.provenance["passages"]
            found = re.findall(head[fields["language"]], fields["context"], re.MULTILINE)
            assert found == [str(number) for number in range(1, len(passages) + 1)]
            titled = fields["context"].count("\n标题：")
            assert fields["language"] == "en" or titled == len(passages)
            assert abs(fields["length"] - 8_000) <= 40
    assert untrue(tmp_path) == []
