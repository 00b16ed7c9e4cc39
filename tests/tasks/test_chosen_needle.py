"""A recipe's words: the needle of a variant, its pairs, its confusing facts; what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from lvbuild.core.model import Fact, Question, Replacement
from lvbuild.core.seeds import Seeds
from lvbuild.errors import UsageError
from lvbuild.tasks.fact_recall import ChosenNeedle, FactRecall, choose_needle
from tests.tasks.small_world import RECIPE, TABLES, Row, fact, needle, pair, read_recipe

VARIANTS = [f"v{number}" for number in range(12)]
TWO_MORE = [fact("Bob Ray ate.", "needle:b"), fact("Tom Fox ate.", "needle:b")]


SEEDS = Seeds(42, "", "mine")


def worded(
    folder: Path, seeds: Seeds = SEEDS, text: str = RECIPE, /, **tables: Sequence[Row]
) -> ChosenNeedle:
    recipe, read = read_recipe(folder, text, **tables)
    assert isinstance(recipe, FactRecall)
    return choose_needle(recipe, read, seeds, ())


def approved(folder: Path, **tables: Sequence[Row]) -> ChosenNeedle:
    recipe, read = read_recipe(folder, RECIPE, **tables)
    assert isinstance(recipe, FactRecall)
    return choose_needle(recipe, read.of_approved(), SEEDS, ())


def replacements(folder: Path, variant: str, rows: Sequence[Row] | None = None) -> list[str]:
    rows = rows or TABLES["replacements"]
    found = worded(folder, Seeds(42, variant, "mine"), replacements=rows)
    return [pair.replacement for pair in found.question.replacements]


def test_all_fields_are_worded_anew_and_their_replacements_counted(tmp_path: Path) -> None:
    assert worded(tmp_path).question == Question(
        id="needle:a",
        input="Who hid the salt in the vault?",
        answers=("Eve Orr",),
        keywords="Eve Orr",
        facts=(
            Fact("needle", "In the vault Eve Orr hid the salt, and Orr wept."),
            Fact("confusing", "In the attic Bob Ray hid the flour."),
            Fact("confusing", "In the barn Tom Fox hid the vault key."),
        ),
        replacements=(
            # A confusing fact stands in its field and in the context.
            Replacement("Ann Lee", "Eve Orr", 3),
            Replacement("Lee", "Orr", 1),
            Replacement("cellar", "vault", 4),
        ),
    )


def test_keywords_and_facts_are_left_out_where_the_recipe_has_none(tmp_path: Path) -> None:
    text = RECIPE.replace("answer_keywords: true", "").replace("facts: 2", "facts: 0")
    question = worded(tmp_path, SEEDS, text).question
    assert (question.keywords, question.confusing_facts) == ("", ())


def test_the_base_variant_takes_the_first_needle_that_is_not_rejected(tmp_path: Path) -> None:
    rows = [needle("r", status="rejected"), needle("a"), needle("b", status="approved")]
    assert worded(tmp_path, needles=rows).question.id == "needle:a"


def test_approved_only_takes_the_first_approved_rows(tmp_path: Path) -> None:
    found = approved(
        tmp_path,
        needles=[needle("b"), needle("a", status="approved")],
        confusing_facts=[
            fact("Bob ate.", status="draft"),
            fact("Tom ate.", status="approved"),
            fact("Sue ate.", status="approved"),
        ],
        replacements=[pair("Ann", "Eve"), pair("Lee", "Orr", status="approved")],
    )
    assert found.question.id == "needle:a"
    assert found.question.confusing_facts == ("Tom ate.", "Sue ate.")
    assert found.question.answers == ("Ann Orr",)


def test_variants_draw_needles_again_the_same_and_reach_all(tmp_path: Path) -> None:
    rows = [needle("a"), needle("b")]
    facts = [*TABLES["confusing_facts"], *TWO_MORE]
    pairs = [pair("cellar", "vault", question_id="*", kind="term")]

    def drawn(variant: str, seed: int = 42) -> str:
        seeds = Seeds(seed, variant, "mine")
        tables = {"needles": rows, "confusing_facts": facts, "replacements": pairs}
        return worded(tmp_path, seeds, **tables).question.id

    assert {drawn(variant) for variant in VARIANTS} == {"needle:a", "needle:b"}
    assert [drawn(variant) for variant in VARIANTS] == [drawn(variant) for variant in VARIANTS]
    assert len({drawn("v0", seed) for seed in range(12)}) == 2


def test_variants_draw_the_same_place_of_all_alternatives(tmp_path: Path) -> None:
    drawn = {tuple(replacements(tmp_path, variant)) for variant in VARIANTS}
    assert drawn == {("Ida Poe", "Poe", "grotto"), ("Una May", "May", "crypt")}
    assert replacements(tmp_path, "") == ["Eve Orr", "Orr", "vault"]
    assert replacements(tmp_path, "v0") == replacements(tmp_path, "v0")


def test_alternatives_of_unequal_lengths_never_mix_two_names(tmp_path: Path) -> None:
    rows = [
        pair("Ann Lee", "Eve Orr", alternatives=["Ida Poe", "Una May"]),
        pair("Lee", "Orr", alternatives=["Poe", "May", "Kay"]),
    ]
    for variant in VARIANTS:
        name, surname = replacements(tmp_path, variant, rows)
        assert name.split()[1] == surname


def test_too_few_confusing_facts_are_refused_with_both_numbers(tmp_path: Path) -> None:
    rows = [fact("Bob ate."), fact("Tom ate.", status="rejected")]
    with pytest.raises(UsageError, match=r"needle:a has 1 confusing facts .* the recipe sets 2"):
        worded(tmp_path, confusing_facts=rows)


def test_rows_of_every_question_apply_in_the_tables_order(tmp_path: Path) -> None:
    rows = [pair("salt", "gold", question_id="*", kind="term"), *TABLES["replacements"]]
    found = worded(tmp_path, replacements=rows)
    assert found.question.input == "Who hid the gold in the vault?"
    assert [pair.original for pair in found.question.replacements] == [
        "salt",
        "Ann Lee",
        "Lee",
        "cellar",
    ]


def test_variants_draw_other_confusing_facts(tmp_path: Path) -> None:
    facts = [fact(f"Person {number} ate.") for number in range(6)]

    def drawn(variant: str) -> tuple[str, ...]:
        found = worded(tmp_path, Seeds(42, variant, "mine"), confusing_facts=facts)
        return found.question.confusing_facts

    assert drawn("") == ("Person 0 ate.", "Person 1 ate.")
    assert len({drawn(variant) for variant in VARIANTS}) > 3
    assert all(len(set(drawn(variant))) == 2 for variant in VARIANTS)
    assert drawn("v0") == drawn("v0")
