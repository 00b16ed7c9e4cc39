"""Predictions that do not fit a release: one line says how many, the first, and the remedy."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from tests.score.answering import Row, as_lveval_writes, read_rows, write_predictions, write_rows


def refusal(
    release: Path,
    predictions: Path,
    *,
    only: list[str] | None = None,
    levels: list[str] | None = None,
) -> str:
    with pytest.raises(UsageError) as caught:
        lvbuild.score_release(release, predictions, only=only, levels=levels)
    [line] = str(caught.value).splitlines()
    return line


@pytest.fixture
def by_id(small: Path, tmp_path: Path) -> Path:
    return write_predictions(small, tmp_path / "by_id")


@pytest.fixture
def in_order(small: Path, tmp_path: Path) -> Path:
    return write_predictions(small, tmp_path / "in_order", line=as_lveval_writes)


def repeat_two(rows: list[Row]) -> list[Row]:
    return [*rows, *rows[1:3]]


def wrong_from(second: int, **changes: object) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [row | changes if i >= second else row for i, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        (
            "by_id",
            lambda rows: rows[:1] + rows[3:],
            r"1k.jsonl: 2 of 5 predictions are missing, .* record 1, mine-\w+;",
        ),
        ("by_id", repeat_two, r"1k.jsonl:6: 2 predictions are repeated, .* of mine-\w+ \(line 2\)"),
        (
            "by_id",
            wrong_from(3, _id="x"),
            r"1k.jsonl:4: 2 of 5 predictions are of no record .* 'x'",
        ),
        (
            "by_id",
            lambda rows: [*rows[:2], {"pred": "a"}, {"pred": "b"}, rows[4]],
            r'1k.jsonl:3: 2 of 5 predictions have no "_id", this one first',
        ),
        ("in_order", lambda rows: rows[:3], r"1k.jsonl: 2 of 5 .* missing, .* record 3, mine"),
        (
            "in_order",
            repeat_two,
            r"1k.jsonl:6: 2 predictions too many, this one first; .* 5 records",
        ),
        ("in_order", wrong_from(2, gold_ans="Bob"), r'1k.jsonl:3: "gold_ans" of 3 predictions'),
        ("in_order", wrong_from(1, answers=["Bob"]), r'1k.jsonl:2: "answers" of 4 predictions'),
        ("in_order", wrong_from(3, input="Why?"), r'1k.jsonl:4: "input" of 2 predictions'),
        ("in_order", wrong_from(0, length=7), r'1k.jsonl:1: "length" of 5 predictions'),
    ],
)
def test_predictions_must_be_those_of_the_records_one_each(
    small: Path,
    kind: str,
    change: Callable[[list[Row]], list[Row]],
    told: str,
    request: pytest.FixtureRequest,
) -> None:
    predictions: Path = request.getfixturevalue(kind)
    write_rows(predictions / "mine_1k.jsonl", change(read_rows(predictions / "mine_1k.jsonl")))
    assert re.search(told, refusal(small, predictions))


@pytest.mark.parametrize("told", [None, "Eve Orr", ["Eve Orr"]])
def test_gold_ans_may_be_absent_or_repeat_keywords_or_answers(
    small: Path, in_order: Path, told: object
) -> None:
    for path in in_order.iterdir():
        write_rows(path, wrong_from(0, gold_ans=told)(read_rows(path)))
    assert [score.score for score in lvbuild.score_release(small, in_order)] == [100, 100]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no json", "is no JSON object; write one a line"),
        ("[" * 100_000, "is no JSON object"),
        ('{"_id": "a", "pred": ["a"]}', 'has no text "pred"'),
        ('{"_id": 7, "pred": "a"}', '"_id" is no text; copy it'),
    ],
)
def test_a_line_that_is_no_prediction_is_named(
    small: Path, by_id: Path, line: str, told: str
) -> None:
    path = by_id / "mine_1k.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[3:]]))
    assert f"{path}:3: {told}" in refusal(small, by_id)


def test_a_file_that_is_no_utf8_is_named(small: Path, by_id: Path) -> None:
    path = by_id / "mine_1k.jsonl"
    first, *_ = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + '{"pred": "é"}\n'.encode("latin-1"))
    assert "mine_1k.jsonl:2: is no UTF-8 text" in refusal(small, by_id)


def test_a_file_that_is_empty_is_told_from_one_that_is_missing(small: Path, by_id: Path) -> None:
    (by_id / "mine_1k.jsonl").write_bytes(b"")
    assert "missing, the first mine_1k.jsonl, which is empty;" in refusal(small, by_id)


def test_empty_lines_a_byte_order_mark_and_unusual_line_separators_do_no_harm(
    small: Path, by_id: Path
) -> None:
    path = by_id / "mine_1k.jsonl"
    rows = [row | {"pred": "Eve Orr\u2028\x85\x0b"} for row in read_rows(path)]
    write_rows(path, rows)
    path.write_text("\ufeff" + path.read_text().replace("\n", "\r\n") + "\n\n", newline="")
    assert [score.score for score in lvbuild.score_release(small, by_id)] == [100, 100]


def test_missing_files_are_counted_and_the_remedy_is_told(small: Path, by_id: Path) -> None:
    (by_id / "mine_1k.jsonl").unlink()
    line = refusal(small, by_id)
    assert "1 of 2 files of predictions are missing, the first mine_1k.jsonl" in line
    assert "--only and --levels" in line


def test_files_that_the_release_does_not_hold_are_refused(small: Path, by_id: Path) -> None:
    (by_id / "mine_4k.jsonl").write_text('{"pred": ""}\n')
    for path in (by_id, by_id / "mine_4k.jsonl"):
        line = refusal(small, path)
        assert "mine_4k.jsonl: the release holds no 'mine_4k'; there are mine_1k, mine_2k" in line


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"only": ["yours"]}, "holds no recipe 'yours'; there are mine"),
        ({"levels": ["4k"]}, "holds no level '4k'; there are 1k, 2k"),
        ({"levels": ["much"]}, "'much' is no level"),
    ],
)
def test_what_is_asked_for_must_be_in_the_release(
    small: Path, by_id: Path, asked: dict[str, list[str]], told: str
) -> None:
    assert told in refusal(small, by_id, **asked)


def test_predictions_must_be_there(small: Path, tmp_path: Path) -> None:
    assert "no such file or folder" in refusal(small, tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    assert "holds no predictions; name a file <recipe>_<level>.jsonl" in refusal(
        small, tmp_path / "empty"
    )


def test_predictions_on_another_variant_are_noticed(small: Path, tmp_path: Path) -> None:
    recipe, corpora = small.parent / "mine.yaml", small.parent / "corpora"
    lvbuild.build(recipe, tmp_path / "other", corpora=corpora, variant="b", workers=1)
    others = write_predictions(tmp_path / "other", tmp_path / "others", line=as_lveval_writes)
    assert "they were made for another release" in refusal(small, others)
