"""A family's name stands for its recipes wherever recipes are named."""

from __future__ import annotations

from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.recipe import families, load_recipe, load_recipes, shipped_recipes
from tests.recipe.recipes import GOOD, refusal, write

LVEVAL = (
    *("cmrc_mixup", "dureader_mixup", "factrecall_en", "factrecall_zh", "hotpotwikiqa_mixup"),
    *("lic_mixup", "loogle_CR_mixup", "loogle_MIR_mixup", "loogle_SD_mixup"),
    *("multifieldqa_en_mixup", "multifieldqa_zh_mixup"),
)


def names(*given: str | Path) -> list[str]:
    return [file.recipe.name for file in load_recipes(given)]


def test_lveval_is_its_eleven_recipes_of_five_levels_each() -> None:
    assert names("lveval") == list(LVEVAL)
    assert sum(len(file.recipe.levels) for file in load_recipes(["lveval"])) == 55


def test_families_are_those_that_the_shipped_recipes_name() -> None:
    named = {name: load_recipe(name).recipe.family for name in shipped_recipes()}
    assert "" not in named.values()
    assert {n: family for family, of in families().items() for n in of} == named
    assert not {"all", *shipped_recipes()} & set(families())


def test_a_recipe_comes_before_a_family_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lvbuild.recipe.loading.families", lambda: {"cmrc_mixup": LVEVAL})
    assert names("cmrc_mixup") == ["cmrc_mixup"]
    path = tmp_path / "lveval.yaml"
    path.write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    assert names("lveval.yaml") == names("./lveval.yaml") == ["mine"]


def test_a_file_may_name_any_family_or_none(tmp_path: Path) -> None:
    assert load_recipe(write(tmp_path, GOOD)).recipe.family == ""
    for family in ("museum", "lveval"):
        path = write(tmp_path, GOOD.replace("task:", f"family: {family}\ntask:"))
        assert load_recipe(path).recipe.family == family
    assert names("lveval") == list(LVEVAL)


@pytest.mark.parametrize("family", ["all", "two words"])
def test_what_could_name_no_family_is_refused(tmp_path: Path, family: str) -> None:
    told = refusal(tmp_path, GOOD.replace("task:", f"family: {family}\ntask:"))
    assert "family: " in told


def test_where_one_recipe_is_named_a_family_is_refused_with_the_remedy() -> None:
    with pytest.raises(UsageError, match="'lveval' stands for 11 recipes: name one of them"):
        lvbuild.load_recipe("lveval")
    with pytest.raises(UsageError, match="'lv-eval': did you mean lveval"):
        load_recipes(["lv-eval"])
