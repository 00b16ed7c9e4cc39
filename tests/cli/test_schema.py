"""`lvbuild schema`: for programs JSON Schemas, for people keys, tables and fields."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lvbuild.cli.schema import recipe_keys
from lvbuild.recipe import recipe_schema, tasks
from lvbuild.tables.reference import described, known_tables
from tests.cli.running import lvbuild


def test_the_schema_is_json_schema_of_the_recipe(world: Path) -> None:
    assert json.loads(lvbuild("schema", cwd=world).out) == recipe_schema()


def test_the_schemas_of_the_tables_are_those_of_their_rows(world: Path) -> None:
    told = json.loads(lvbuild("schema", "--tables", "--json", cwd=world).out)
    assert told == {name: table.row.model_json_schema() for name, table in known_tables().items()}
    assert set(told["needles"]["required"]) == {
        "id",
        "fact",
        "question",
        "answers",
        "status",
        "annotator",
    }


def test_the_keys_of_every_task_are_listed_once() -> None:
    listed = recipe_keys()
    common = {key.name: key.default for key in listed["every recipe"]}
    assert all(key.meaning for keys in listed.values() for key in keys)
    for task, model in tasks.items():
        [own] = [keys for title, keys in listed.items() if re.search(rf"\b{task}\b", title)]
        names = [key.name for key in own]
        assert set(model.model_fields) == {*common, *names}
        assert len(set(names)) == len(names)
        # of those of all only what it leaves out is told otherwise
        assert all(key.default != common.get(key.name) for key in own)


@pytest.mark.parametrize("name", known_tables())
def test_every_field_is_listed_with_an_example_that_is_a_row(world: Path, name: str) -> None:
    _, _, section = lvbuild("schema", "--tables", cwd=world).out.partition(f"{name}.jsonl is read ")
    lines = section.partition("\n\n")[0].splitlines()
    row = known_tables()[name].row
    fields = {each.alias or field: each for field, each in row.model_fields.items()}
    assert {line.split()[0] for line in lines[2:-1]} == set(fields)
    example = json.loads(lines[-1].removeprefix("for example "))
    row.model_validate(example)
    for one in described(row):
        assert (one.default == "required") == fields[one.name].is_required()


def test_values_and_defaults_are_told_in_plain_words() -> None:
    by_name = {one.name: one for one in described(tasks["multi_hop_qa"])}
    assert by_name["task"].value.startswith("single_hop_qa, multi_hop_qa, multi_doc_qa, fan_out_qa")
    assert by_name["count"][1:3] == ("1 to 100,000", "required")
    assert by_name["questions"].value == "list of text or source"
    assert by_name["blacklist"].value == "english, chinese or list of text"
    assert by_name["nested"][1:3] == ("true, false", "true")
    assert by_name["tokenizer"][1:3] == ("text", "-")
