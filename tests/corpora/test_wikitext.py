"""Wikipedia's markup becomes the Markdown that a reader of the page would see."""

from __future__ import annotations

import pytest

from lvbuild.corpora.pages import markdown_page
from lvbuild.corpora.wikitext import markdown_of


@pytest.mark.parametrize(
    ("markup", "shown"),
    [
        (
            "'''Ann''' is a [[poet|great poet]] of [[Rome]].<ref>p. 3</ref>",
            "Ann is a great poet of Rome.",
        ),
        ("== Early ''life'' ==\nText", "## Early life\n\nText"),
        ("* one\n* two", "- one\n- two"),
        ("It is {{convert|5|km|mi|abbr=on}} off.", "It is 5 km off."),
        ("{{lang|fr|la mer}} &amp; {{cite web|title=x}}[https://e.org a page]", "la mer & a page"),
        ("A.<!-- hidden -->[[File:a.jpg|thumb|a [[b]]]] B.[[Category:C]]", "A. B."),
        ("{{Infobox person}}\n{{Infobox town|name=}}\nBen.", "Ben."),
        (
            "{{Infobox person\n| name = Ann\n| birth_place = [[Rome]]\n| empty =\n}}",
            "|  |  |\n| --- | --- |\n| name | Ann |\n| birth place | Rome |",
        ),
        (
            '{| class="x"\n! Year !! Town\n|-\n| 1990 || [[Rome]]<br>(twice)\n|-\n| 1991\n|}',
            "| Year | Town |\n| --- | --- |\n| 1990 | Rome (twice) |\n| 1991 |  |",
        ),
    ],
)
def test_markup_is_read(markup: str, shown: str) -> None:
    assert markdown_page(markdown_of(markup)) == shown


def test_what_is_nested_without_end_is_read_all_the_same() -> None:
    assert "x" in markdown_of("{{a|" * 3_000 + "[[" * 3_000 + "x")
