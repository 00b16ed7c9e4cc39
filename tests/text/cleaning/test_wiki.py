from __future__ import annotations

import pytest

from lvbuild.text.cleaning import WIKI, Cleaned, Cleaning


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("[[Body of Lies (film)|Body of Lies]] and [[Alien]].", "Body of Lies and Alien."),
        ('After "[[The Martian (film), Max worked', 'After "The Martian (film), Max worked'),
        ('"[[Seven (1995 film)|Seven"]]".', '"Seven"".'),
        ("is {{lang|fr|un}} correct as of none }}.", "is correct as of none."),
        ("kidnapping. {{Update}} As of", "kidnapping. As of"),
        ("Gathering list]].", "Gathering list."),
    ],
)
def test_a_link_becomes_what_it_shows_and_a_template_nothing(text: str, cleaned: str) -> None:
    assert Cleaning((WIKI,)).clean(text) == Cleaned(cleaned, (WIKI.name,))


@pytest.mark.parametrize("text", ["a [1] b", "{'1': 2}", "sets {a} and [b]"])
def test_single_brackets_stay(text: str) -> None:
    assert Cleaning((WIKI,)).clean(text) == Cleaned(text, ())
