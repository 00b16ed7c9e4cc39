"""How much an answer depends on what texts name."""

from __future__ import annotations

import pytest

from lvbuild.annotate.suggesting.entities import (
    BESIDE_ANSWER,
    ELSEWHERE,
    IN_ANSWER,
    IN_QUESTION,
    Entity,
    place_in_order,
    rank,
)

QUESTION = "Who founded the school of Hatherton?"
TEXT = "Ada Tamble founded it with Tom Vale in 1902. It closed when Joan Merrow left."


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("Tamble", IN_ANSWER),
        ("Hatherton", IN_QUESTION),
        ("Tom Vale", BESIDE_ANSWER),
        ("Joan Merrow", ELSEWHERE),
    ],
)
def test_an_entity_is_ranked_by_how_near_the_answer_it_stands(form: str, expected: int) -> None:
    assert rank(Entity("person", (form,)), QUESTION, ["Ada Tamble"], [TEXT], "en") == expected


def test_any_form_of_a_family_ranks_it() -> None:
    family = Entity("person", ("Ada Joan Tamble", "Tamble"))
    assert rank(family, QUESTION, ["Tamble"], [TEXT], "en") == IN_ANSWER


def test_names_come_before_figures_and_countries_of_their_rank_but_in_the_answer() -> None:
    name = Entity("person", ("Tom Vale",))
    year = Entity("date", ("1902",), "year")
    country = Entity("place", ("France",), "country")
    text = f"1902 France Tom Vale. {TEXT}"

    def ordered(ranked: int) -> list[Entity]:
        return sorted([year, country, name], key=lambda one: place_in_order(one, ranked, text))

    assert ordered(BESIDE_ANSWER) == [name, country, year]
    assert ordered(IN_ANSWER) == [year, country, name]
