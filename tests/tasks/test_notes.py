"""Where a build gives less than its files hold, plan, summary and manifest say so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.release.manifest import read_manifest
from tests.release import test_inline_sources as inline
from tests.tasks.small_mixup import write_mixup
from tests.tasks.small_world import RECIPE, Row, book, fact, needle, pair, write_books, write_recipe
from tests.tasks.test_mixup import Hearing

BASE = {"status": "draft", "annotator": "test"}
ASKED = inline.RECIPE.replace("count: 6", "count: 6\nreplacements: true\nanswer_keywords: true")


def notes(recipe: Path, corpora: Path, **options: Any) -> tuple[str, ...]:
    [planned] = lvbuild.plan(recipe, corpora=corpora, levels="1k", **options)
    return planned.notes


def recall(folder: Path, text: str = RECIPE, /, **tables: Sequence[Row]) -> tuple[Path, Path]:
    """Write the small recipe of fact recall, some of its tables changed, and its books."""
    corpora = write_books(folder / "corpora", [book(seed, 800) for seed in range(3)])
    return write_recipe(folder, text, **tables), corpora


def mixup(folder: Path, text: str, **tables: Sequence[Row]) -> tuple[Path, Path]:
    """Write the recipe of six keys that people hid, with tables, and its corpora."""
    (folder / "annotations/keys").mkdir(parents=True)
    for name, rows in tables.items():
        lines = [json.dumps(row) + "\n" for row in rows]
        (folder / f"annotations/keys/{name}.jsonl").write_text("".join(lines))
    (folder / "keys.yaml").write_text(text)
    return folder / "keys.yaml", inline.write_corpora(folder / "corpora")


def keywords(number: int) -> Row:
    return {"question_id": f"hidden:{number}", "keywords": "Stone", **BASE}


def select(*numbers: int) -> list[Row]:
    return [{"question_id": f"hidden:{number}"} for number in numbers]


def new_name(number: int, *alternatives: str) -> Row:
    name = inline.PEOPLE[number]
    row = pair(name, "Ivy Oak", question_id=f"hidden:{number}", alternatives=alternatives)
    return row | {"kind": "person"}


def test_a_prompt_without_a_place_for_questions_that_differ_is_told(tmp_path: Path) -> None:
    recipe, corpora = mixup(tmp_path, inline.RECIPE)
    prompts = tmp_path / "dataset2prompt.json"
    for prompt, told in (
        ("{context} {input}", ()),
        ("{context} now", (f"the prompt of {prompts.name} asks no question: it has no place for",)),
    ):
        prompts.write_text(json.dumps({"keys": prompt}))
        found = notes(recipe, corpora, prompts=str(prompts))
        told_of = (note.partition(" the input")[0] for note in found if "prompt" in note)
        assert tuple(told_of) == told


def test_a_build_of_all_that_its_files_hold_has_no_notes(tmp_path: Path) -> None:
    assert notes(*recall(tmp_path)) == ()


@pytest.mark.parametrize(
    ("change", "selected", "told"),
    [
        ("count: 90", (), "6 questions for a count of 90: no more can be asked"),
        (
            "count: 6",
            (1, 2),
            "2 questions for a count of 6: the selection has 2; the corpora have 4 more, which"
            " --fill draws from",
        ),
        ("count: 2", (1, 2, 3), "1 question left out: the recipe's count of 2 was reached (1)"),
        (
            "count: 6\nhard_negatives: upstream",
            (),
            "hard_negatives: upstream marks no distracting document for 6 questions",
        ),
    ],
)
def test_fewer_questions_than_the_recipe_names_are_told(
    tmp_path: Path, change: str, selected: tuple[int, ...], told: str
) -> None:
    tables = {"selection": select(*selected)} if selected else {}
    text = inline.RECIPE.replace("count: 6", change)
    assert told in notes(*mixup(tmp_path, text, **tables))


def test_rows_for_questions_that_are_not_asked_are_counted_by_table(tmp_path: Path) -> None:
    recipe, corpora = mixup(
        tmp_path,
        ASKED.replace("count: 6", "count: 1"),
        selection=select(1),
        answer_keywords=[keywords(1), keywords(2), keywords(3)],
        replacements=[new_name(1), new_name(2)],
    )
    assert notes(recipe, corpora) == (
        "2 rows of answer_keywords for questions that are not asked: hidden:2, hidden:3",
        "1 row of replacements for questions that are not asked: hidden:2",
    )


@pytest.mark.parametrize(
    ("alternatives", "told"),
    [
        ([], "1 of 2 replacements have no alternatives: every variant has the same words for them"),
        (
            ["crypt", "grotto"],
            "1 alternative never taken, as another replacement of the question has fewer",
        ),
    ],
)
def test_a_variant_alone_tells_which_words_it_may_not_change(
    tmp_path: Path, alternatives: list[str], told: str
) -> None:
    name = pair("Ann Lee", "Eve Orr", alternatives=["Ida Poe"])
    place = pair("cellar", "vault", kind="term", alternatives=alternatives)
    recipe, corpora = recall(tmp_path, replacements=[name, place])
    assert told in notes(recipe, corpora, variant="b")
    assert notes(recipe, corpora) == ()


@pytest.mark.parametrize(
    ("needles", "alternatives", "told"),
    [
        (1, 2, "variants have 2 choices of answers, so that two of them may ask for the same"),
        (2, 2, "variants have 3 choices of answers, so that two of them may ask for the same"),
        (1, 0, "every variant asks for the same answers, as there is one choice"),
    ],
)
def test_variants_that_may_ask_for_the_same_are_told(
    tmp_path: Path, needles: int, alternatives: int, told: str
) -> None:
    names = ["Ida Poe", "Una May"][:alternatives]
    recipe, corpora = recall(
        tmp_path,
        needles=[needle(name) for name in "ab"[:needles]],
        confusing_facts=[
            fact(f"In the {place} Bob Ray hid flour.", f"needle:{name}")
            for name in "ab"[:needles]
            for place in ("attic", "barn")
        ],
        replacements=[pair("Ann Lee", "Eve Orr", alternatives=names)],
    )
    assert any(note.startswith(told) for note in notes(recipe, corpora, variant="x"))


def test_facts_without_a_passage_and_former_fields_are_told(tmp_path: Path) -> None:
    text = inline.RECIPE.replace("metric:", "confusing_facts: 1\nmetric:")
    told = "Joy Ash lost a key at sea."
    key = {"fact": told, "subject": "Joy Ash", **BASE}
    facts = [
        {"question_id": "hidden:1", "home": "prose:1.txt", **key},
        {"question_id": "hidden:2", "passage": f"Joy Ash sailed from Ely. {told}", **key},
    ]
    recipe, corpora = mixup(tmp_path, text, selection=select(1, 2), confusing_facts=facts)
    found = notes(recipe, corpora)
    assert "1 confusing fact without a passage: each is one by itself, which may be seen" in found
    assert "confusing_facts.jsonl: rows have no field 'home' any more; use 'passage'" in found


@pytest.mark.parametrize(
    ("text", "file", "told"),
    [
        (RECIPE, "selection.jsonl", "fact_recall asks its needles"),
        (RECIPE, "answer_keywords.jsonl", "in fact_recall the keywords stand in needles.jsonl"),
        (RECIPE, "needle.jsonl", "did you mean needles.jsonl?"),
        (
            RECIPE.replace("confusing_facts: 2\n", ""),
            "confusing_facts.jsonl",
            "the recipe says confusing_facts: 0",
        ),
    ],
)
def test_a_file_among_the_tables_that_is_not_read_is_told(
    tmp_path: Path, text: str, file: str, told: str
) -> None:
    recipe, corpora = recall(tmp_path, text)
    (tmp_path / "annotations/mine" / file).touch()
    [note] = notes(recipe, corpora)
    assert note.startswith(f"{file} is not read: {told}")
    assert notes(recipe, corpora, tables=False) == ()


def test_own_tables_that_the_sample_world_stands_in_for_are_told(tmp_path: Path) -> None:
    recipe = write_mixup(tmp_path)
    assert lvbuild.plan(recipe, sample=True, levels="2k")[0].notes == ()
    (tmp_path / "annotations/mixed").mkdir(parents=True)
    (tmp_path / "annotations/mixed/replacements.jsonl").touch()
    [planned] = lvbuild.plan(recipe, sample=True, levels="2k")
    assert planned.notes == (
        "the tables beside the recipe are not read: the sample world brings its own",
    )


def test_shortfalls_stand_in_summary_and_manifest_whatever_the_levels(tmp_path: Path) -> None:
    recipe, corpora = recall(tmp_path, needles=[needle("a"), needle("b")])
    told = "1 of 2 needles is asked; only variants may ask needle:b"
    for level in ("1k", "2k"):
        kept = Hearing()
        out = tmp_path / "release"
        lvbuild.build(recipe, out, levels=level, corpora=corpora, workers=1, listener=kept)
        assert kept.summary.notes == (f"mine: {told}",)
        assert read_manifest(out).recipes["mine"].shortfalls == (told,)
    lvbuild.verify(out, rebuild=True, corpora=corpora)


def test_many_reasons_are_told_by_the_most_common(tmp_path: Path) -> None:
    recipe, corpora = mixup(tmp_path, inline.RECIPE)
    path = corpora / "hidden/a.jsonl"
    base = {"query": "Who?", "text": "Ada."}
    spoilt = [{"qid": 100 + n, **base, "answers": [None] * n + [[None]]} for n in range(7)]
    path.write_text(path.read_text() + "".join(json.dumps(row) + "\n" for row in spoilt))
    [note] = notes(recipe, corpora)
    assert note.startswith("8 questions left out: ")
    assert note.endswith("(1); and 3 more reasons, in the manifest")
