"""The card's section on tell-tale figures."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from lvbuild.release.card import telltale_section
from lvbuild.release.manifest import Figure, Ngram, Telltale

FIGURE = Figure(mean=0.5, low=0.25, high=0.75)
FOUND = Telltale(questions=1200, passages=9000, supporting=1500, text=FIGURE, place=FIGURE)


def ngrams(*characters: str) -> Telltale:
    return FOUND.model_copy(update={"ngrams": tuple(Ngram(each, 1.0) for each in characters)})


def rows(found: Telltale) -> list[str]:
    [section] = telltale_section({"a_1k": found})
    return [line for line in section.splitlines() if line.startswith("| a_1k ")]


def test_a_release_that_was_not_measured_has_no_section() -> None:
    assert telltale_section({}) == []


def test_a_configuration_is_a_row_and_what_is_not_measured_a_dash() -> None:
    interval = "0.500 (0.250 to 0.750)"
    assert rows(FOUND) == [f"| a_1k | 1,200 | 9,000 (1,500) | {interval} | {interval} | - |  |"]


def test_reasons_are_told_once_with_the_names_they_hold_for() -> None:
    reason = Telltale(questions=3, reason="too few")
    [section] = telltale_section({"a_1k": reason, "b_1k": FOUND, "c_1k": reason})
    assert section.endswith("|\n\n- not measured (too few): a_1k, c_1k.\n")
    [section] = telltale_section({"a_1k": reason})
    assert "|" not in section


@pytest.mark.parametrize(
    ("characters", "shown"),
    [
        ("the ", "`+'the '`"),
        ("\n\n", r"`+'\n\n'`"),
        ("\x1b[1m", r"`+'\x1b[1m'`"),
        ("\u202e", r"`+'\u202e'`"),
        ("a|b", r"`+'a\|b'`"),
        ("`a`", "`` +'`a`' ``"),
        ("``", "``` +'``' ```"),
        ("<b>", "`+'<b>'`"),
    ],
)
def test_ngrams_break_neither_the_table_nor_their_quotes(characters: str, shown: str) -> None:
    assert rows(ngrams(characters))[0].endswith(f"| - | {shown} |")


@pytest.mark.parametrize("characters", ["", "five5"])
def test_what_is_no_ngram_is_refused(characters: str) -> None:
    with pytest.raises(ValidationError):
        Telltale.model_validate(ngrams(characters).model_dump())
