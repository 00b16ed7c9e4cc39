"""What a reader of English takes for the same is the same in the normal form."""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language
from tests.text.normal.standing import stands_in


@pytest.mark.parametrize(
    "alike",
    [
        ("twelve", "12", "Twelve", "１２"),
        ("1,000", "1000", "1'000", "a thousand", "one thousand"),
        ("105", "one hundred and five", "a hundred and five", "one hundred five"),
        ("1,200,003", "one million two hundred thousand and three"),
        ("1.5 million", "1,500,000", "1500000"),
        ("$5 million", "$5,000,000", "five million dollars", "5 million dollars"),
        ("1995", "nineteen ninety-five"),
        ("a dozen", "12"),
        ("21st century", "twenty-first century", "Twenty-First Century"),
        ("May 5, 1995", "5 May 1995", "5th May, 1995", "May 5th 1995", "the 5th of May, 1995",
         "May fifth, 1995", "1995-05-05", "MAY 5, 1995"),
        ("Sept. 3, 1939", "September 3, 1939", "3 Sep 1939"),
        ("May 1995", "May, 1995", "May of 1995"),
        ("July 14, 1895", "14/07/1895", "7/14/1895", "1895/07/14", "14.7.1895", "14-7-1895",
         "the fourteenth day of July 1895", "14th day of July, 1895"),
        ("5 May 1995", "5/5/1995", "05.05.1995"),
        ("3:30 pm", "3.30pm", "3.30 p.m.", "3:30 PM", "3:30pm"),
        ("3 pm", "3:00 p.m.", "3pm"),
        ("theatre", "theater", "theatres"), ("colours", "color"), ("Harbour", "harbor"),
        ("grey", "gray"), ("defence", "defense"),
        ("St. John", "Saint John", "St John"), ("Mt. Etna", "Mount Etna"),
        ("child", "children"), ("wolf", "wolves"), ("women", "woman"),
        ("Café Müller", "Cafe Muller", "Cafe\u0301 Muller"),
        ("Łódź", "Lodz"),
        ("Æsop", "Aesop"),
        ("Straße", "STRASSE"),
        ("O'Brien", "O’Brien", "OʼBrien"),
        ("Anglo-Saxon", "Anglo–Saxon", "Anglo Saxon", "Anglo‑Saxon"),
        ("J. K. Rowling", "J.K. Rowling", "JK Rowling", "J.K.Rowling"),
        ("U.S.A.", "USA", "U. S. A."),
        ("9 a.m.", "9 am"),
        ("“Dune”", '"Dune"', "Dune", "‘Dune’", "«Dune»"),
        ("lighthouses", "lighthouse"),
        ("cities", "city"), ("buses", "bus"), ("boxes", "box"), ("movies", "movie"),
        ("houses", "house"), ("potatoes", "potato"), ("churches", "church"),
        ("the dogs' bones", "the dog's bones", "the dog bone"),
        ("World War II", "World War 2", "World War Two"),
        ("World War I", "World War One"),
        ("Henry VIII", "Henry the Eighth"),
        ("5 km", "5km", "5 kilometres", "five kilometers"),
        ("50%", "50 percent", "fifty per cent"),
        ("AT&T", "AT and T"),
        ("ﬁne", "fine"),
        ("New\u00a0York", "New  York", "New\nYork"),
    ],
)  # fmt: skip
def test_what_reads_alike_is_alike(alike: tuple[str, ...]) -> None:
    assert len({find_language("en").normalise(text) for text in alike}) == 1


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("He was with the Beatles then.", "The Beatles"),
        ("A Beatles album", "the Beatles"),
        ("a concert of the Who in 1970", "The Who"),
        ("ADA LEE!", "Ada Lee"),
        ("PARIS, 1900", "Paris"),
        ("the Spider-Man film", "Spiderman"),
        ("the Spiderman film", "Spider-Man"),
        ("send an e-mail now", "email"),
        ("NASA's launch", "NASA"),
        ("1974's best film", "1974"),
        ("films of the 1970's", "1970s"),
        ("paid $5 million for it", "5 million"),
        ("in the U.S. of 1950", "US"),
        ("from 1887–1902", "1887"),
        ("built by Ada M. Stone", "Ada Stone"),
        ("built by Ada V. Stone", "Ada Stone"),
        ("built by Ada Stone", "Ada M. Stone"),
        ("It rained on 12 May 1940.", "May 12"),
        ("C++ is old", "C++"),
    ],
)
def test_a_phrase_is_found_however_a_text_writes_it(text: str, phrase: str) -> None:
    assert stands_in(text, phrase, "en")


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("You may go.", "May"),
        ("films of the 1970's", "1970"),
        ("a friend who came", "The Who"),
        ("Who came?", "The Who"),
        ("it was late", "IT"),
        ("It was late", "IT"),
        ("polish the shoes", "Polish"),
        ("tell us", "US"),
        ("in 112 days", "12"),
        ("the 12th day", "12"),
        ("12.5 litres", "12"),
        ("12,000 men", "12"),
        ("at 12:30", "12"),
        ("twenty-five men", "twenty"),
        ("five million people", "five"),
        ("25．5", "25"),
        ("15 May 1995", "5 May 1995"),
        ("on 6/5/1995", "5 May 1995"),
        ("on 15/5/1995", "5 May 1995"),
        ("on 32/5/1995", "2 May 1995"),
        ("section 1.14.7.1895", "14 July 1895"),
        ("at 3.30 km", "3:30"),
        ("built by Ada M. Stone", "Ada R. Stone"),
        ("a letter to Ada a stone wall", "Ada Stone"),
        ("Ada B. Lee and Stone", "Ada Stone"),
        ("the 12th of May 1940", "12 May 1941"),
        ("McCurie", "Curie"),
        ("Adams", "Adam"),
        ("World War II", "World War I"),
        ("C is old", "C++"),
        ("", "Paris"),
        ("Paris", "?!"),
    ],
)
def test_what_only_looks_alike_is_not_found(text: str, phrase: str) -> None:
    assert not stands_in(text, phrase, "en")
