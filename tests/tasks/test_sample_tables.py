"""Tables for the sample world's questions: what the recipe asks for, as drafts of no person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lvbuild.core.kept import Kept
from lvbuild.core.options import BuildOptions
from lvbuild.recipe import load_recipe
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import sample_questions
from lvbuild.tables.reading import Tables
from lvbuild.tasks import sample_tables
from lvbuild.tasks.gathering import gather
from lvbuild.tasks.question_answering import QuestionAnswering
from lvbuild.tasks.sample_tables import invented_tables


@pytest.mark.parametrize("name", ["cmrc_mixup", "loogle_MIR_mixup"])
def test_there_are_the_tables_that_the_recipe_asks_for_with_rows_for_each_question(
    name: str,
) -> None:
    recipe = load_recipe(name).recipe
    assert isinstance(recipe, QuestionAnswering)
    asked = sample_questions(SampleCorpus(1, recipe.language), recipe.task, 12, provinces=2)
    tables = invented_tables(recipe, asked).named()
    wanted = {"selection"}
    wanted |= {"answer_keywords"} if recipe.answer_keywords else set()
    wanted |= {"confusing_facts"} if recipe.confusing_facts else set()
    wanted |= {"replacements"} if recipe.replacements else set()
    assert set(tables) == wanted
    for table in tables.values():
        rows = [json.loads(line) for line in table.content.splitlines()]
        assert {row["question_id"] for row in rows} == {one.question.id for one in asked}
        assert len(rows) == len(table.rows)
        assert table.approved == 0
        told = {(row.get("status"), row.get("annotator")) for row in rows}
        assert told == {
            (None, None) if table.path.stem == "selection" else ("draft", "sample world")
        }


def test_rows_hold_what_was_invented() -> None:
    recipe = load_recipe("multifieldqa_en_mixup").recipe
    assert isinstance(recipe, QuestionAnswering)
    asked = sample_questions(SampleCorpus(1, "en"), "single_hop_qa", 2, provinces=1)
    rows = {name: table.rows for name, table in invented_tables(recipe, asked).named().items()}
    facts = [(row.fact, row.subject, row.passage) for row in rows["confusing_facts"]]
    assert facts == [fact for one in asked for fact in one.confusing_facts]
    pairs = [(r.original, r.replacement, r.kind, (*r.alternatives,)) for r in rows["replacements"]]
    assert pairs == [pair for one in asked for pair in one.replacements]
    assert [row.keywords for row in rows["answer_keywords"]] == [one.keywords for one in asked]


def tables_of(recipe: str, variant: str = "") -> Tables:
    [source] = gather(recipe, BuildOptions(sample=True, variant=variant))
    return source.tables


def test_tables_that_were_made_before_are_taken_without_the_world(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path))
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "50")
    monkeypatch.setattr(sample_tables, "_INVENTED", Kept("invented", "tasks"))
    made = tables_of("multifieldqa_en_mixup")
    sample_tables._INVENTED.write()
    monkeypatch.setattr(sample_tables, "_INVENTED", Kept("invented", "tasks"))
    with monkeypatch.context() as patched:
        patched.setattr(SampleCorpus, "batches", lambda corpus: pytest.fail("it was written"))
        assert tables_of("multifieldqa_en_mixup") == made
    assert tables_of("multifieldqa_en_mixup", "spring") != made
    monkeypatch.setenv("LVBUILD_CACHE_SIZE", "0")
    monkeypatch.setattr(sample_tables, "_INVENTED", Kept("invented", "tasks"))
    assert tables_of("multifieldqa_en_mixup") == made
