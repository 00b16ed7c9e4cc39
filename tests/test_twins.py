"""What a twin may lack, and what it is called."""

from __future__ import annotations

import pytest

from lvbuild.core.options import BuildOptions
from lvbuild.core.twins import PARTS, full_name, in_order, twin_name
from lvbuild.recipe import load_recipe


def test_parts_come_in_one_order_each_once_however_they_are_named() -> None:
    assert in_order(["keywords", " facts", "keywords", ""]) == ("facts", "keywords")
    assert BuildOptions(without="keywords,facts").left_out == ("facts", "keywords")
    assert BuildOptions().left_out == ()
    with pytest.raises(ValueError, match="'words' cannot be left out; name some of facts, "):
        in_order(["facts", "words"])


@pytest.mark.parametrize("parts", [(), ("facts",), ("facts", "keywords"), tuple(PARTS)])
def test_a_name_tells_of_what_recipe_it_is_a_twin(parts: tuple[str, ...]) -> None:
    assert full_name(twin_name("lic_mixup", parts)) == "lic_mixup"
    assert twin_name("lic_mixup", parts) == "_".join(
        ["lic_mixup", *["without"][: len(parts)], *parts]
    )


@pytest.mark.parametrize("name", ["house_without_doors", "without_facts", "a_without", "x_facts"])
def test_a_name_that_is_no_twins_is_a_recipes_own(name: str) -> None:
    assert full_name(name) == name


def test_a_twins_recipe_has_its_name_and_lacks_what_is_left_out() -> None:
    recipe = load_recipe("hotpotwikiqa_mixup").recipe
    twin = recipe.without(("facts", "keywords"))
    assert twin.name == "hotpotwikiqa_mixup_without_facts_keywords"
    assert (twin.confusing_facts, twin.answer_keywords, twin.replacements) == (0, False, True)
    assert twin.without(("facts", "keywords")) == twin
    assert recipe.without(()) == recipe
