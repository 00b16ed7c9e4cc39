"""A recipe's words: the needle of a variant, its pairs, its confusing facts; what is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from lvbuild.core.model import Fact, Question, Replacement
from lvbuild.core.seeds import Seeds
from lvbuild.errors import UsageError
from lvbuild.rules import enforce
from lvbuild.rules.context import LintContext
from lvbuild.tasks.fact_recall import ChosenNeedle, choose_needle
from tests.tasks.small_world import RECIPE, TABLES, Row, fact, needle, pair, read_recipe

VARIANTS = [f"v{number}" for number in range(12)]
TWO_MORE = [fact("Bob Ray ate.", "needle:b"), fact("Tom Fox ate.", "needle:b")]


SEEDS = Seeds(42, "", "mine")


def worded(
    folder: Path,
    seeds: Seeds = SEEDS,
    text: str = RECIPE,
    /,
    **tables: Sequence[Row],
) -> ChosenNeedle:
    recipe, read = read_recipe(folder, text, **tables)
    return choose_needle(recipe, read, seeds)


def approved(folder: Path, **tables: Sequence[Row]) -> ChosenNeedle:
    recipe, read = read_recipe(folder, RECIPE, **tables)
    return choose_needle(recipe, read.of_approved(), SEEDS)


def refusal(folder: Path, /, **tables: Sequence[Row]) -> str:
    """Return how a build refuses the tables: by a rule, or as it chooses their words."""
    recipe, read = read_recipe(folder, RECIPE, **tables)

    def prepare() -> None:
        choose_needle(recipe, read, SEEDS)
        enforce(LintContext(recipe, read))

    with pytest.raises(UsageError) as caught:
        prepare()
    return str(caught.value)


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


def test_a_recipe_without_replacements_keeps_its_words(tmp_path: Path) -> None:
    text = RECIPE.replace("replacements: true", "replacements: false")
    found = worded(tmp_path, SEEDS, text)
    assert found.question.answers == ("Ann Lee",)
    assert found.question.replacements == ()


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


def test_a_pair_without_alternatives_keeps_its_replacement_in_variants(tmp_path: Path) -> None:
    rows = [*TABLES["replacements"][:2], pair("cellar", "vault", kind="term")]
    assert {replacements(tmp_path, variant, rows)[2] for variant in VARIANTS} == {"vault"}


def test_alternatives_of_unequal_lengths_never_mix_two_names(tmp_path: Path) -> None:
    rows = [
        pair("Ann Lee", "Eve Orr", alternatives=["Ida Poe", "Una May"]),
        pair("Lee", "Orr", alternatives=["Poe", "May", "Kay"]),
    ]
    for variant in VARIANTS:
        name, surname = replacements(tmp_path, variant, rows)
        assert name.split()[1] == surname


def test_variants_draw_other_confusing_facts(tmp_path: Path) -> None:
    facts = [fact(f"Person {number} ate.") for number in range(6)]

    def drawn(variant: str) -> tuple[str, ...]:
        found = worded(tmp_path, Seeds(42, variant, "mine"), confusing_facts=facts)
        return found.question.confusing_facts

    assert drawn("") == ("Person 0 ate.", "Person 1 ate.")
    assert len({drawn(variant) for variant in VARIANTS}) > 3
    assert all(len(set(drawn(variant))) == 2 for variant in VARIANTS)
    assert drawn("v0") == drawn("v0")


@pytest.mark.parametrize(
    "text",
    [
        "So Ann Lee ate.",
        "So ANN LEE ate.",
        "So Eve Orr ate.",
        "So EVE ORR ate.",
        "So eve orr ate.",
    ],
    ids=["original", "its capitals", "replacement", "its capitals", "its small letters"],
)
def test_a_confusing_fact_that_holds_the_answer_is_refused(tmp_path: Path, text: str) -> None:
    told = refusal(tmp_path, confusing_facts=[fact("Bob ate."), fact(text)])
    assert "confusing_facts.jsonl:2: the confusing fact holds the answer" in told


def test_a_confusing_fact_that_holds_any_answer_is_refused(tmp_path: Path) -> None:
    rows = [needle("a", answers=["Ann Lee", "the cook"])]
    told = refusal(
        tmp_path, needles=rows, confusing_facts=[fact("Bob saw The Cook."), fact("Bob ate.")]
    )
    assert "confusing_facts.jsonl:1: the confusing fact holds the answer 'the cook'" in told


NEEDLE_FLAWS = {
    "no answer in the fact": (
        [needle("a", answers=["Sue"], keywords="")],
        r"needles\.jsonl:1: the fact does not hold its answer 'Sue'",
    ),
    "the answer within a word": (
        [needle("a", answers=["ellar"])],
        r"needles\.jsonl:1: the fact does not hold its answer 'ellar'",
    ),
    "the answer in the question": (
        [needle("a", question="Where did ANN LEE hide it?")],
        r"needles\.jsonl:1: the question holds the answer 'Ann Lee'",
    ),
    "another answer in the question": (
        [needle("a", answers=["Ann Lee", "salt"])],
        r"needles\.jsonl:1: the question holds the answer 'salt'",
    ),
    "an id twice": ([needle("a"), needle("a")], r"needles\.jsonl:2: the id 'a' stands in line 1"),
    "none": ([], r"needles\.jsonl: holds no row; add one"),
    "only rejected ones": ([needle("a", status="rejected")], r"no row but rejected ones; add one"),
}


@pytest.mark.parametrize(("rows", "told"), NEEDLE_FLAWS.values(), ids=NEEDLE_FLAWS)
def test_a_needle_with_a_flaw_is_refused(tmp_path: Path, rows: list[Row], told: str) -> None:
    assert re.search(told, refusal(tmp_path, needles=rows))


def test_no_approved_needle_is_refused_where_only_approved_ones_are_taken(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"needles\.jsonl: holds no approved row; add one$"):
        approved(tmp_path)


def test_an_id_that_a_rejected_row_holds_too_is_free(tmp_path: Path) -> None:
    rows = [needle("a", status="rejected"), needle("a")]
    assert worded(tmp_path, needles=rows).question.id == "needle:a"


def test_too_few_confusing_facts_are_refused_with_both_numbers(tmp_path: Path) -> None:
    rows = [fact("Bob ate."), fact("Tom ate.", status="rejected")]
    told = refusal(tmp_path, confusing_facts=rows)
    assert "needle:a has 1 confusing facts that can be used, the recipe sets 2" in told


@pytest.mark.parametrize("table", ["confusing_facts", "replacements"])
def test_an_unknown_question_id_is_refused_with_those_there_are(tmp_path: Path, table: str) -> None:
    row = fact("Bob ate.", "needle:z") if table == "confusing_facts" else pair("Lee", "Orr")
    told = refusal(tmp_path, **{table: [*TABLES[table], {**row, "question_id": "needle:z"}]})
    line = len(TABLES[table]) + 1
    assert (
        f"{table}.jsonl:{line}: none of the needles (needle:a) has the question id 'needle:z'"
        in told
    )


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


def test_names_and_answers_are_what_no_text_may_hold(tmp_path: Path) -> None:
    assert worded(tmp_path).names == ("Eve Orr", "Orr")
