"""The prose of twenty real books, held against what a reader of their first pages noted.

pytest -m slow -n 0 -s tests/text/prose/test_real_books.py    # prints where prose begins
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from lvbuild.corpora.reading.files import read_plain_text
from lvbuild.text.prose import no_prose, prose_of

pytestmark = pytest.mark.slow


class Noted(NamedTuple):
    """What stands in a book: the first heading of prose and its first words.

    `gone` are lines of what is no prose; `between` are words of prose that stands before a list.
    """

    heading: str
    prose: str
    gone: tuple[str, ...]
    between: str = ""


BOOKS = {
    11: Noted(
        "CHAPTER I.\nDown the Rabbit-Hole",
        "Alice was beginning to get very tired",
        ("MILLENNIUM FULCRUM", "CHAPTER XII.   Alice’s Evidence"),
    ),
    35: Noted(
        "I.\n Introduction",
        "The Time Traveller (for so",
        ("An Invention", " XVI After the Story\n"),
    ),
    43: Noted("STORY OF THE DOOR", "Mr. Utterson the lawyer", ("by Robert Louis", "Contents\n")),
    46: Noted(
        "PREFACE",
        "I HAVE endeavoured",
        ("A Ghost Story of Christmas\n", "Stave   V: The End of It\n\n"),
        "May it haunt their houses",
    ),
    74: Noted(
        "PREFACE",
        "Most of the adventures recorded",
        (
            "(Samuel Langhorne Clemens)",
            "CHAPTER XXXV. A New Order of Things",
            "Tail Piece",
            "Contentment\n",
        ),
    ),
    76: Noted(
        "NOTICE.",
        "Persons attempting to find a motive",
        ("(Tom Sawyer’s Comrade)", "Civilizing Huck.—Miss Watson.", " Yours Truly\n"),
    ),
    84: Noted(
        "Letter 1", "You will rejoice to hear", ("or, the Modern Prometheus", " Chapter 24\n\n\n")
    ),
    98: Noted(
        "Book the First--Recalled to Life",
        "It was the best of times",
        ("A STORY OF THE FRENCH REVOLUTION", "CHAPTER XV     The Footsteps"),
    ),
    145: Noted(
        "PRELUDE.", "Who that cares much", ("H. M. Caldwell", " CHAPTER LXXXVI.\n\n FINALE.")
    ),
    174: Noted("THE PREFACE", "The artist is the creator", ("by Oscar Wilde", " CHAPTER XX.\n")),
    345: Noted(
        "How these papers have been placed",
        "How these papers have been placed",
        ("HOMMY-BEG", "CHAPTER XXVII. Mina", "GREEN INK", "GROSSET"),
    ),
    514: Noted(
        "PART 1",
        "“Christmas won’t be Christmas",
        ("by Louisa May Alcott", "FORTY-SEVEN HARVEST TIME\n\n\n\n\nPART"),
    ),
    768: Noted("CHAPTER I", "1801—I have just returned", ("by Emily Brontë",)),
    1260: Noted("PREFACE", "A preface to the first edition", ("SERVICE & PATON", "THE AUTHOR\n")),
    1342: Noted(
        "PREFACE.",
        "_Walt Whitman has somewhere",
        ("RUSKIN HOUSE", "To J. Comyns Carr", "Heading to Preface", "The End                "),
        "_GEORGE SAINTSBURY._",
    ),
    1400: Noted("Chapter I.", "My father’s family name", ("[1867 Edition]", " Chapter LIX.\n")),
    1661: Noted(
        "I. A SCANDAL IN BOHEMIA",
        "To Sherlock Holmes she is",
        ("by Arthur Conan", "XII.   The Adventure"),
    ),
    2554: Noted("TRANSLATOR’S PREFACE", "A few words about Dostoevsky", ("Translated By",)),
    2701: Noted(
        "ETYMOLOGY.",
        "The pale Usher—threadbare",
        ("or, THE WHALE.", "CHAPTER 135. The Chase.—Third Day.\n\nEpilogue", "Virginia Tech"),
    ),
    2814: Noted(
        "THE SISTERS",
        "There was no hope for him",
        ("by James Joyce", " Ivy Day in the Committee Room\n"),
    ),
}
MOST = 10_000
"""Characters that are no prose, in any of them."""


@pytest.mark.parametrize("number", BOOKS)
def test_a_real_book_is_left_with_its_prose(number: int, shared_corpora: Path) -> None:
    text = read_plain_text(shared_corpora / f"pg19/test/{number}.txt").text
    known = BOOKS[number]
    found = prose_of(text).text
    print(
        f"\n{number}: prose from {text.index(known.prose):,} of {len(text):,}; left out:", end=" "
    )
    print(", ".join(f"{s.kind} [{s.start:,}, {s.end:,})" for s in no_prose(text)))
    assert found.startswith(known.heading)
    assert 0 <= found.index(known.prose) < 400
    assert known.between in found
    for line in known.gone:
        assert line in text
        assert line not in found
    assert len(text) - len(found) < MOST
    after = text.index(known.prose)
    kept = [span for span in no_prose(text) if span.end > after]
    assert [span.kind for span in kept] == REST.get(number, [])
    end = kept[-1].start if kept and kept[-1].end == len(text) else len(text)
    assert found.endswith(text[max(after, end - 5_000) : end].rstrip())


REST = {
    46: ["contents"],
    345: ["advertisement"],
    1342: ["list of illustrations"],
}
"""What is left out behind the first prose; nothing else is."""
