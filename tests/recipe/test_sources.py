"""A mixup's sources: known corpora by their names, and inline sources with a field mapping."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lvbuild.recipe import load_recipe, recipe_schema
from lvbuild.recipe.mapping import Fields
from lvbuild.recipe.sources import InlineSource
from lvbuild.tasks.question_answering import QuestionAnswering
from tests.recipe.recipes import GOOD, refusal, write

MIXUP = GOOD.replace("fact_recall", "multi_hop_qa").replace(
    "haystack: pg19", "questions: [hotpotqa]\ndistractors: [hotpotqa, 2wikimultihopqa]"
)


def test_a_mixup_names_its_corpora_each_once(tmp_path: Path) -> None:
    recipe = load_recipe(write(tmp_path, MIXUP)).recipe
    assert recipe.corpora == ("hotpotqa", "2wikimultihopqa")
    assert recipe.nested


INLINE = MIXUP.replace(
    "questions: [hotpotqa]\ndistractors: [hotpotqa, 2wikimultihopqa]",
    """\
questions:
  - name: mine
    format: jsonl
    licence: MIT
    fields: {id: qid, question: query, answers: "answers[].text", documents: "docs[].text"}
distractors: [mine, hotpotqa, {name: prose, format: text, licence: CC0-1.0}, prose]""",
)


def test_an_inline_source_is_written_once_and_named_again(tmp_path: Path) -> None:
    recipe = load_recipe(write(tmp_path, INLINE)).recipe
    assert isinstance(recipe, QuestionAnswering)
    assert (recipe.question_corpora, recipe.distractor_corpora) == (
        ("mine",),
        ("mine", "hotpotqa", "prose"),
    )
    assert recipe.corpora == ("mine", "hotpotqa", "prose")
    mine, known, prose = recipe.sources.values()
    assert isinstance(mine, InlineSource)
    assert mine.mapping.documents == "docs[].text"
    assert mine.asks
    assert known == "hotpotqa"
    assert isinstance(prose, InlineSource)
    assert (prose.glob, prose.asks) == ("*.txt", False)


def test_an_inline_source_may_stand_behind_its_name_or_twice_alike(tmp_path: Path) -> None:
    prose = "{name: prose, format: text, licence: CC0-1.0}"
    for sources in (f"prose, {prose}", f"{prose}, {prose}"):
        text = INLINE.replace(f"{prose}, prose", sources)
        assert load_recipe(write(tmp_path, text)).recipe.corpora[2:] == ("prose",)


ASKED = 'id: qid, question: query, answers: "answers[].text", '
HUB = "licence: MIT\n    hub: {repository: a/b, revision: %s, files: [%s]}"
COMMIT = "0123456789" * 4


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format: jsonl", "fromat: jsonl", "'questions.0.fromat': did you mean 'format'?"),
        ("[mine, hotpotqa,", "[mine, 5,", "distractors.1: is neither a corpus's name nor a mapp"),
        ('"docs[].text"', '"docs[0].text"', "questions.0.fields.documents: 'docs[0].text' is no"),
        ("query", '"q[].text"', "fields.question: a question has one; leave [] out, or name `"),
        (', documents: "docs[].text"', "", "fields.documents is missing: name where a record"),
        ("question: query, ", "", "fields.answers takes fields.question, which is missing"),
        (ASKED, "", "questions: mine asks nothing; name where its questions are by fields.quest"),
        ("jsonl", "csv", "fields.documents: a row of csv is flat; write a column's name"),
        ("format: text", "format: text, join: ' '", "distractors.2: join: a text file is one doc"),
        ("format: jsonl", "format: jsonl\n    records: a[]", "records: only json has records at"),
        ("format: jsonl", "format: csv\n    delimiter: \\t", 'a tab is "\\t", with quotes'),
        ("format: jsonl", "format: jsonl\n    files: a.zip", "packed files are not read; unpack"),
        ("CC0-1.0}, prose", "CC0-1.0}, {name: prose, format: text, licence: MIT}", "prose: stands"),
        ("licence: MIT\n    f", HUB % ("main", "a.jsonl") + "\n    f", "questions.0.hub.revision:"),
        ("licence: MIT\n    f", HUB % (COMMIT, "a.csv") + "\n    f", "a.csv is none of the files"),
    ],
)
def test_an_inline_source_with_a_flaw_is_refused_by_its_key(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in INLINE
    assert told in refusal(tmp_path, INLINE.replace(old, new, 1))


def test_unknown_keys_of_a_hub_home_are_told_with_their_likes(tmp_path: Path) -> None:
    text = INLINE.replace("licence: MIT\n    f", HUB % (COMMIT, "a.jsonl") + "\n    f")
    assert load_recipe(write(tmp_path, text)).recipe.corpora[0] == "mine"
    told = refusal(tmp_path, text.replace("revision:", "revison:"))
    assert "unknown key 'questions.0.hub.revison': did you mean 'revision'?" in told


def test_the_schema_describes_inline_sources_key_by_key() -> None:
    schema = recipe_schema()
    for model in (InlineSource, Fields):
        described = schema["$defs"][model.__name__]
        assert set(described["properties"]) == set(model.model_fields)
        assert described["additionalProperties"] is False
        for name, each in described["properties"].items():
            assert "description" in each or "$ref" in json.dumps(each), name
    items = schema["$defs"]["QuestionAnswering"]["properties"]["questions"]["items"]["oneOf"]
    assert {"$ref": "#/$defs/InlineSource"} in items
