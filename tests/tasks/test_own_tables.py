"""Tables for the sample world's questions: what the recipe asks for, as drafts of no person."""

from __future__ import annotations

import json

import pytest

from lvbuild.recipe import load_recipe
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import sample_questions
from lvbuild.tasks.own_tables import invented_tables
from lvbuild.tasks.question_answering import QuestionAnswering


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
    [one, _] = asked = sample_questions(SampleCorpus(1, "en"), "single_hop_qa", 2, provinces=1)
    tables = invented_tables(recipe, asked)
    assert tables.answer_keywords is not None
    assert tables.confusing_facts is not None
    assert tables.replacements is not None
    mine = one.question.id
    assert [r.keywords for r in tables.answer_keywords.rows if r.question_id == mine] == [
        one.keywords
    ]
    facts = [
        (r.fact, r.subject, r.passage) for r in tables.confusing_facts.rows if r.question_id == mine
    ]
    assert facts == list(one.confusing_facts)
    pairs = [r for r in tables.replacements.rows if r.question_id == mine]
    assert [(r.original, r.replacement, r.kind, tuple(r.alternatives)) for r in pairs] == list(
        one.replacements
    )
