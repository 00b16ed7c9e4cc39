"""`all` stands for every recipe that comes with lvbuild, to the library and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lvbuild.recipe import load_recipes, shipped_recipes
from tests.cli.running import lvbuild as run

RECIPES = sorted(path.stem for path in (Path(__file__).parents[2] / "recipes").glob("*.yaml"))


def test_all_is_every_recipe_once_also_beside_others() -> None:
    assert [file.recipe.name for file in load_recipes(["all"])] == RECIPES
    named = [file.recipe.name for file in load_recipes(["cmrc_mixup", "all", "cmrc_mixup"])]
    assert named == ["cmrc_mixup", *(name for name in RECIPES if name != "cmrc_mixup")]
    assert list(shipped_recipes()) == RECIPES


@pytest.mark.slow
@pytest.mark.usefixtures("keeping")
def test_all_are_built_from_the_sample_world_and_lack_nothing_but_needles_of_variants(
    tmp_path: Path,
) -> None:
    ran = run(
        *("recipe", "all", "--sample", "--levels", "16k", "--limit", "2", "--out", "typed"),
        *("--offline", "--json"),
        cwd=tmp_path,
    )
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert told["records"] == 2 * len(RECIPES)
    assert [note.partition(",")[0] for note in told["notes"]] == [
        f"factrecall_{language}: 1 of 6 needles is asked; only variants may ask needle:{first}"
        for language, first in (("en", "brahe"), ("zh", "huangdaopo"))
    ]
    names = {path.name for path in (tmp_path / "typed" / "data").iterdir()}
    recipes = [file.recipe for file in load_recipes(["all"])]
    assert names == {f"{one.name}{'' if one.fills_none else '_16k'}.jsonl" for one in recipes}
