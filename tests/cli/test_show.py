"""`lvbuild show`: a recipe for people and programs, as a start for one's own, and its questions."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from lvbuild.core.resources import shipped
from lvbuild.recipe import families, load_recipe
from tests.cli.running import lvbuild
from tests.release import test_inline_sources as inline


def test_a_recipes_keys_its_prompt_and_its_tables_are_shown(world: Path) -> None:
    told = lvbuild("show", "./mine.yaml", cwd=world).out
    for expected in ("mine: A recipe of mine", "1k 2k", "pg19", "{context} {input}", "3 rows"):
        assert expected in told
    shipped = lvbuild("show", "factrecall_zh", cwd=world)
    assert (shipped.code, shipped.err) == (0, "")
    assert "祖冲之" not in shipped.out
    assert "hongloumeng" in shipped.out


def test_a_recipe_whose_table_is_missing_is_shown_with_one_error(copy: Path) -> None:
    (copy / "annotations/mine/replacements.jsonl").unlink()
    ran = lvbuild("show", "./mine.yaml", cwd=copy)
    assert "mine: A recipe of mine" in ran.out
    assert "replacements.jsonl: the table cannot be read" in ran.error(2)


def test_json_holds_the_recipe_with_its_defaults(world: Path) -> None:
    told = json.loads(lvbuild("show", "./mine.yaml", "--json", cwd=world).out)
    recipe = load_recipe(world / "mine.yaml").recipe
    assert told == json.loads(recipe.model_dump_json())


@pytest.mark.parametrize("name", ["factrecall_zh", "passage_count_en", "./mine.yaml"])
def test_yaml_is_the_file_itself(world: Path, name: str) -> None:
    shown = lvbuild("show", name, "--yaml", cwd=world)
    path = load_recipe(world / name if name.startswith(".") else name).path
    assert shown.out == path.read_text(encoding="utf-8")
    has_tables = name.startswith(".") or (shipped("annotations") / name).is_dir()
    assert bool(re.search(r"its tables are in \S+", shown.err)) == has_tables


def test_a_recipe_of_another_name_takes_the_tables_that_are_copied(tmp_path: Path) -> None:
    shown = lvbuild("show", "factrecall_en", "--yaml", cwd=tmp_path)
    text = shown.out.replace("name: factrecall_en", "name: mine")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    [folder] = re.findall(r"its tables are in (\S+):", shown.err)
    build = ("recipe", "./mine.yaml", "--levels", "16k", "--limit", "1", "--sample")
    missing = lvbuild(*build, cwd=tmp_path).error(2)
    assert "annotations/mine/needles.jsonl: the table cannot be read" in missing
    assert "`lvbuild schema --tables` shows its fields" in missing
    shutil.copytree(folder, tmp_path / "annotations/mine")
    assert lvbuild(*build, cwd=tmp_path).code == 0


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """Return a folder with the recipe of keys, a selection of two questions and its corpora."""
    (tmp_path / "keys.yaml").write_text(inline.RECIPE)
    (tmp_path / "annotations/keys").mkdir(parents=True)
    rows = [{"question_id": f"hidden:{number}"} for number in (0, 2)]
    selection = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "annotations/keys/selection.jsonl").write_text(selection)
    inline.write_corpora(tmp_path / "corpora")
    return tmp_path


def test_questions_are_listed_with_their_ids_and_whether_they_are_asked(keys: Path) -> None:
    words = ("show", "./keys.yaml", "--questions", "--corpora", "corpora")
    listed = json.loads(lvbuild(*words, "--json", cwd=keys).out)
    assert [(one["question_id"], one["selected"]) for one in listed] == [
        *((f"hidden:{number}", number == 2) for number in range(1, 7)),
        ("hidden:0", True),
    ]
    assert listed[0]["question"] == "Who hid key number 1?"
    assert listed[0]["answers"] == ["Ben Hill"]
    assert len(listed[0]["supporting"]) == 1
    assert [one["left_out"] for one in listed] == [""] * 6 + ["upstream gives no answer"]
    head, *rows = lvbuild(*words, cwd=keys).out.splitlines()
    assert head.split() == ["question_id", "state", "question", "answers"]
    assert re.fullmatch(r"hidden:2 +selected +Who hid key number 2\? +Cy Marsh", rows[1])
    assert re.fullmatch(r"hidden:0 +selected left out: upstream gives no answer", rows[6])


def test_questions_that_no_draw_takes_are_listed_with_the_doubt(keys: Path) -> None:
    [path] = (keys / "corpora/hidden").glob("*.jsonl")
    path.write_text(path.read_text().replace("Who hid key number 1?", "Who hid this key?"))
    shutil.rmtree(keys / "annotations")  # questions need no tables
    recipe = (keys / "keys.yaml").read_text()
    (keys / "keys.yaml").write_text(recipe + "replacements: true\nconfusing_facts: 2\n")
    words = ("show", "./keys.yaml", "--questions", "--corpora", "corpora")
    rows = lvbuild(*words, cwd=keys).out.splitlines()
    doubt = "doubtful: it points to what it does not name"
    assert re.fullmatch(rf"hidden:1 +{doubt} +Who hid this key\? +Ben Hill", rows[1])


def test_the_questions_of_fact_recall_are_its_needles_and_need_no_corpus(world: Path) -> None:
    listed = json.loads(lvbuild("show", "./mine.yaml", "--questions", "--json", cwd=world).out)
    assert [(one["question_id"], one["answers"]) for one in listed] == [("needle:a", ["Ann Lee"])]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("factrecall_en --sample", 2, "--sample, --corpora and --offline go with --questions"),
        ("factrecall_en --yaml --json", 2, "--yaml prints the recipe's file alone"),
        ("lveval --yaml", 2, "name one of them, such as cmrc_mixup"),
        ("lveval --questions", 2, "name one of them, such as cmrc_mixup"),
        ("cmrc_mixup --questions --offline", 3, "missing corpora: cmrc2018"),
    ],
)
def test_words_that_do_not_go_together_are_told(
    world: Path, words: str, code: int, told: str
) -> None:
    assert told in lvbuild("show", *words.split(), cwd=world).error(code)


def test_of_a_family_each_recipe_is_shown(tmp_path: Path) -> None:
    shown = lvbuild("show", "lveval", cwd=tmp_path).out
    told = json.loads(lvbuild("show", "lveval", "--json", cwd=tmp_path).out)
    assert [recipe["name"] for recipe in told] == list(families()["lveval"])
    assert all(f"{recipe['name']}: {recipe['title']}\n" in shown for recipe in told)
