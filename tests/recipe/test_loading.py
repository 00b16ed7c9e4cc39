"""Recipes: what the schema takes, and how it refuses the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild.core.model import Level
from lvbuild.errors import UsageError
from lvbuild.recipe import load_recipe, load_recipes, recipe_schema, shipped_recipes, tasks
from tests.recipe.recipes import GOOD, refusal, write


def test_a_recipe_file_is_read_with_its_bytes(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    file = load_recipe(str(path))
    assert (file.path, file.content) == (path, GOOD.encode())
    assert file.recipe.name == "mine"
    assert file.recipe.confusing_facts == 0
    assert file.recipe.ascending_levels == (Level(1_000), Level(2_000))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("count: 10", "cuont: 10", "unknown key 'cuont': did you mean 'count'?"),
        ("count: 10", "cuont: 10", "the key 'count' is missing: see `lvbuild schema --keys`"),
        ("[2k, 1k]", "[1M, 1000k]", "levels: each level can stand there once"),
        ("[2k, 1k]", "[]", "levels:"),
        ("[2k, 1k]", "4k", 'levels: must be a list, such as ["4k"], not "4k"'),
        ("count: 10", "count: 0", "count: must be 1 or more, not 0"),
        ("name: mine", "name: 2024", 'name: must be text in quotes, such as "2024", not 2024'),
        ("metric: f1", "metric: f1\nkeyword_recall: 0.5", "goes with metric: f1_keywords, not"),
        (
            "task: fact_recall\nlanguage: en\nlicence: MIT\nhaystack: pg19",
            "task: multi_hop_qa\nquestions: hotpotqa",
            'questions: must be a list, such as ["hotpotqa"]',
        ),
        ("language: en", "language: zh", "Chinese has no words between spaces; write characters"),
        ("{context} {input}", "{input}", "prompt: {context} is missing"),
        ("count: 10", "count: 1", "count: a needle takes at least 2 positions"),
        ("count: 10", "count: 1:04", ":7: is no YAML (1:04 is no number here; write one, or"),
        ("A recipe of mine", "'two\n\n  lines'", "title: must be one line"),
        ("licence: MIT", '"licence": "MIT\\n---\\nx: y"', "licence: must be one line"),
        ("metric: f1", "metric: f2", "metric: must be 'f1_keywords', 'f1', 'rouge_l'"),
        ("fact_recall", "next_one", "not 'next_one'; a task of another package is known"),
        ("task: fact_recall\n", "", "the key 'task' is missing"),
        (
            "haystack: pg19",
            "haystack: pg19\nquestions: [hotpotqa]",
            "unknown key 'questions': only recipes of single_hop_qa and multi_hop_qa and",
        ),
    ],
)
def test_a_recipe_with_a_flaw_is_refused_by_its_key(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in GOOD
    assert told in refusal(tmp_path, GOOD.replace(old, new))


@pytest.mark.parametrize("key", ["", "x: "])
def test_python_tags_run_no_code(tmp_path: Path, key: str) -> None:
    trace = tmp_path / "ran"
    tag = f"{key}!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path"
    refusal(tmp_path, f'{tag} ["{trace}"]]\n')
    refusal(tmp_path, f'{key}!!python/object/apply:os.system ["touch {trace}"]\n')
    assert not trace.exists()


HUGE = {
    "a file of another kind": ("#" * 300_000, "a recipe has 262,144 bytes at most"),
    "very many keys": ("".join(f"k{n}: 1\n" for n in range(11_000)), "more than 20,000 values"),
    "aliases of aliases": (
        "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{f'*a{n - 1}, ' * 9}]\n" for n in range(1, 40)),
        "more than 20,000 values",
    ),
    "merges of merges": (
        "m0: &m0 {k: 1}\n"
        + "".join(f"m{n}: &m{n} {{<<: [{f'*m{n - 1}, ' * 9}]}}\n" for n in range(1, 40)),
        "more than 20,000 values",
    ),
    "an alias of itself": ("a: &a [*a]\n", "more than 20,000 values"),
    "deep nesting": ("a: " + "[" * 50_000, "is no YAML"),
}


@pytest.mark.parametrize(("text", "told"), HUGE.values(), ids=HUGE)
def test_a_recipe_that_grows_without_bound_is_refused(tmp_path: Path, text: str, told: str) -> None:
    assert told in refusal(tmp_path, GOOD + text)


UNREADABLE = {
    "no UTF-8": (b"title: \xe9t\xe9\n", "it is not UTF-8 text"),
    "a key that stands twice": (f"{GOOD}count: 20\n", "count"),
    "a date that is none": (f"{GOOD}x: 2020-99-99\n", ""),
    "a level beyond all floats": (GOOD.replace("2k", f"{'9' * 400}k"), "levels"),
    "broken YAML": ("a: 1\nb: 2\n c: [\n", "mine.yaml:3: is no YAML"),
    "nothing": ("", "a recipe is a mapping of keys"),
    "a list": ("- a\n- b\n", "a recipe is a mapping of keys"),
}


@pytest.mark.parametrize(("content", "told"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_is_no_mapping_of_keys_in_yaml_is_refused(
    tmp_path: Path, content: str | bytes, told: str
) -> None:
    assert told in refusal(tmp_path, content)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.yaml: cannot be read \(No such file"):
        load_recipe(tmp_path / "none.yaml")
    with pytest.raises(UsageError, match=r"cannot be read \(Is a directory\)"):
        load_recipe(tmp_path)


def test_an_unknown_name_is_told_its_likes_or_all_there_are() -> None:
    with pytest.raises(UsageError, match="'factrecal_en': did you mean factrecall_en"):
        load_recipe("factrecal_en")
    with pytest.raises(UsageError, match=r"there are .*factrecall_en.*by its path"):
        load_recipe("qqq")
    with pytest.raises(UsageError):
        load_recipe("a" * 300)


def test_a_short_list_is_told_by_its_bad_items_alone(tmp_path: Path) -> None:
    told = refusal(tmp_path, GOOD.replace("[2k, 1k]", "[16000]"))
    assert "empty" not in told


def test_two_files_of_one_name_are_refused_and_both_are_named(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, GOOD)
    with pytest.raises(UsageError) as caught:
        load_recipes([tmp_path / "one/mine.yaml", tmp_path / "two/mine.yaml"])
    assert str(caught.value).startswith(f"{tmp_path}/two/mine.yaml: its name, 'mine', is that of")
    assert f"{tmp_path}/one/mine.yaml" in str(caught.value)


def test_one_file_by_two_paths_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, GOOD)
    (tmp_path / "link.yaml").symlink_to(path)
    monkeypatch.chdir(tmp_path)
    [file] = load_recipes(["./mine.yaml", "mine.yaml", path, "link.yaml"])
    assert file.path == Path("mine.yaml")


def test_the_schema_describes_every_key() -> None:
    schema = recipe_schema()
    assert schema["discriminator"]["propertyName"] == "task"
    assert set(schema["discriminator"]["mapping"]) == set(tasks)
    for model in tasks.values():
        described = schema["$defs"][model.__name__]
        assert set(described["properties"]) == set(model.model_fields)
        assert described["additionalProperties"] is False


def test_tables_lie_beside_the_recipe_or_in_its_parents_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipes = tmp_path / "recipes"
    recipes.mkdir()
    file = load_recipe(write(recipes, GOOD))
    (tmp_path / "annotations").mkdir()
    assert file.beside("annotations") == tmp_path / "annotations"
    monkeypatch.chdir(recipes)
    found = load_recipe("./mine.yaml").beside("annotations")
    assert found.resolve() == tmp_path / "annotations"
    (recipes / "annotations").mkdir()
    assert file.beside("annotations") == recipes / "annotations"
    (tmp_path / "annotations/mine").mkdir()
    assert file.beside("annotations/mine") == tmp_path / "annotations/mine"


def test_every_shipped_recipe_has_its_card_and_reads() -> None:
    for name in shipped_recipes():
        file = load_recipe(name)
        assert file.recipe.name == name
        assert file.beside(f"data_cards/{name}.md").is_file()


def test_tokens_and_a_tokenizer_go_together(tmp_path: Path) -> None:
    for unit, told in (
        ("tokens", "unit: tokens takes a tokenizer"),
        ("words\ntokenizer: cl100k_base", "tokenizer: goes with unit: tokens, not with words"),
    ):
        assert told in refusal(tmp_path, GOOD.replace("unit: words", f"unit: {unit}"))
    both = GOOD.replace("unit: words", "unit: tokens\ntokenizer: cl100k_base")
    assert load_recipe(write(tmp_path, both)).recipe.tokenizer == "cl100k_base"
