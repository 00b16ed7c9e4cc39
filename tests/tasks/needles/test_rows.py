"""Rows of the needle tasks' tables, and keys of their recipes, that cannot be used are told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from lvbuild.errors import UsageError
from lvbuild.recipe import load_recipe
from lvbuild.tables.reading import read_tables
from tests.tasks.needles.releases import NAMES, rows, write_recipe

BAD_ROWS: dict[str, list[tuple[dict[str, object], str]]] = {
    "needle_single_en": [
        ({"fact": "It is {value}."}, "fact: {key} is missing; write it once"),
        ({"question": "What?"}, "question: {key} is missing"),
        ({"question": "What is {key} of {valu}?"}, "question: {valu} is unknown; there is {key}"),
        ({"fact": "{key} is {value}}."}, "fact: a brace stands alone"),
        ({"fact": "The {key}s are {value}."}, "fact: {key} runs into letters, digits or other"),
    ],
    "needle_single_zh": [({"fact": "{key}是第5{value}号。"}, "fact: {value} runs into letters")],
    "needle_two_hop_en": [
        ({"second": "At {value}."}, "second: {bridge} is missing"),
        ({"key_kind": "river"}, "key_kind: must be 'person', 'place', 'organisation' or 'number'"),
    ],
    "needle_no_overlap_en": [
        ({"question": "Who is {name}?"}, "question: {name} is unknown; it takes none"),
        (
            {"fact": "{name} was in Rome.", "question": "Who has seen Rome?"},
            "it shares 'rome' with the fact; use other words",
        ),
        (
            {"fact": "{name} climbed down.", "question": "Who is a climber?"},
            "'climber' has the stem of the fact's 'climbed'; use other words",
        ),
    ],
    "needle_no_overlap_zh": [
        ({"fact": "{name}住在北京。", "question": "谁去过北京？"}, "it shares '北京' with the fact")
    ],
}


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("needle_single_en", "{key}'s mark is “{value}”, as on 5 others."),
        ("needle_single_zh", "第{key}号是{value}。"),
    ],
)
def test_signs_and_chinese_characters_may_stand_beside_a_placeholder(name: str, fact: str) -> None:
    [model] = load_recipe(name).recipe.own_tables.values()
    row: Any = model.model_validate({**rows(name)[0], "fact": fact})
    assert row.fact == fact


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [(name, *case) for name, cases in BAD_ROWS.items() for case in cases],
)
def test_a_bad_row_is_told_by_file_and_line(
    tmp_path: Path, name: str, change: dict[str, object], message: str
) -> None:
    recipe = load_recipe(name).recipe
    [table] = recipe.own_tables
    first, second = rows(name)[:2]
    path = tmp_path / f"{table}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (first, {**second, **change})))
    with pytest.raises(UsageError) as told:
        read_tables(tmp_path, recipe)
    assert str(told.value).startswith(f"{path}:2: ")
    assert message in str(told.value)
    assert "\n" not in str(told.value)


PLAIN: dict[str, object] = {"keyword_recall": None, "blacklist": None}
BAD_KEYS: list[tuple[str, dict[str, object], str]] = [
    ("needle_single_en", {"confusing_facts": 2}, "needle_single takes no confusing_facts"),
    ("needle_single_en", {"count": 1}, "count: a needle takes at least 2 positions"),
    ("needle_single_en", {"depths": "0 to 1"}, "depths: write depths from 0 to 1 as 0..1 by 0.1"),
    ("needle_grid_en", {"count": 100}, "count: there are 11 depths; take a multiple"),
    ("needle_unanswerable_en", {"count": 5}, "count: records come by 2; take a multiple"),
    ("needle_chained_en", {"hops": "8..1"}, "hops: write a number of hops up to 99 as 4, or some"),
    ("needle_chained_zh", {"metric": "f1"}, "asks for several answers, of which f1 scores the"),
    ("passage_count_en", {"least_distinct": 0}, "least_distinct: must be 0.01 or more"),
    ("passage_count_en", {"confusing_facts": 1}, "takes no confusing_facts, replacements or"),
    ("passage_retrieval_zh", {"question": "Which?"}, "question: {abstract} is missing"),
    ("passage_count_en", {"metric": "all_of"}, "metric: all_of finds the answer 7 in 17"),
    ("passage_retrieval_en", {"metric": "f1", **PLAIN}, "metric: only the number tells a right"),
    ("passage_retrieval_en", {"keyword_recall": 0.2}, "metric: only the number tells a right"),
]


@pytest.mark.parametrize(("name", "change", "message"), BAD_KEYS)
def test_a_recipe_that_cannot_be_is_told(
    tmp_path: Path, name: str, change: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError) as told:
        load_recipe(write_recipe(tmp_path, name, **change))
    assert message in str(told.value)


MODERN = re.compile(
    r"(?i)password|\blog(?:s|ging)? in|scanner|\bbank\b|airport|water board|spreadsheet|asphalt"
    r"|telephone|motor|electric|银行|公司|自来水|密码|登录|终端|电话|保险|公交|机场|摩托|磁带|录音"
    r"|网络|文件夹|快递|冰箱|沥青"
)


@pytest.mark.parametrize("name", NAMES)
def test_wordings_suit_a_novel_and_read_as_sentences(name: str) -> None:
    for row in rows(name):
        facts = [row[key] for key in ("fact", "first", "next", "second") if key in row]
        assert not [text for text in facts if MODERN.search(text)]
        assert all(text[-1] in ".。" and len(text) < 160 for text in facts)
        if "multi_query" in name:
            assert row["question"].endswith(
                ("in the order in which the question names them.", "次序回答。")
            )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_names_of_fact_recall_are_invented_and_of_one_kind(language: str) -> None:
    folder = load_recipe(f"factrecall_{language}").beside(f"annotations/factrecall_{language}")
    shape = re.compile("[A-Z][a-z]+ [A-Z][a-z]+" if language == "en" else "[一-鿿]{3}")
    facts, words = (
        [json.loads(line) for line in (folder / f"{table}.jsonl").open(encoding="utf-8")]
        for table in ("confusing_facts", "replacements")
    )
    given = [
        name
        for row in words
        if row["kind"] == "person" and not row["original"].startswith("King ")
        for name in (row["replacement"], *row["alternatives"])
    ]
    rivals = [row["subject"] for row in facts if row["subject"] in row["fact"]]
    assert len({*given, *rivals}) == 18 + 36
    assert all(map(shape.fullmatch, (*given, *rivals)))


@pytest.mark.parametrize("name", [*NAMES, "passage_retrieval_en", "passage_retrieval_zh"])
def test_shipped_rows_are_drafts_with_ids_of_their_own(name: str) -> None:
    found = rows(name)
    assert len({row.get("id") or row["document_id"] for row in found}) == len(found) >= 10
    assert {(row["status"], row["annotator"]) for row in found} == {("draft", "language model")}
