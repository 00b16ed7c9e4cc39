from __future__ import annotations

import pytest

from lvbuild.text.cleaning import QUOTATION, SPACING, Cleaned, Cleaning

CLEANING = Cleaning((QUOTATION, SPACING))

JOINED = {
    "Hoskins( 26 October 1942 – 2014) was": "Hoskins (26 October 1942 – 2014) was",
    "roles,( 2018), and( 2019).": "roles, (2018), and (2019).",
    "Prince of Anhalt- Zerbst( died 1391)": "Prince of Anhalt-Zerbst (died 1391)",
    "( 1860- 1929) and 1920– 1935": "(1860-1929) and 1920–1935",
    "the father- in- law, black- and- white": "the father-in-law, black-and-white",
    "the son -in- law of Jean -Baptiste": "the son-in-law of Jean-Baptiste",
    "Hugh III of Cyprus- a great- grandson": "Hugh III of Cyprus – a great-grandson",
    "BC Kalev/ Cramo, 1731/ 32": "BC Kalev/Cramo, 1731/32",
    "Grosset& Dunlap, R& B and A& M": "Grosset & Dunlap, R&B and A&M",
    "of$ 1.2 million, US$ 5 and at# 16": "of $1.2 million, US$5 and at #16",
    "Pat O' Brien, L' Aigle, Palme d' Or": "Pat O'Brien, L'Aigle, Palme d'Or",
    "his father ’s “ making of ” film": "his father’s “making of” film",
    "Nicki Minaj , is ; known ) . She !": "Nicki Minaj, is; known). She!",
    "( ; 8 October 1872) and ( ) a": "(8 October 1872) and a",
    "GmbH (] ; born 1963) and (], ] ; 1970)": "GmbH (born 1963) and (1970)",
    "album, , was": "album, was",
    'film" Cat Ballou"( 1965)," Pacific Rim" and': 'film "Cat Ballou" (1965), "Pacific Rim" and',
    'by Henry J." Red" Krause': 'by Henry J. "Red" Krause',
    '" Foo"( USA:" Bar") is': '"Foo" (USA: "Bar") is',
}
STAYS = (
    "pre- and post-war, ten- and 12-inch, ulko- ja turvallisuus",
    "a well - known (1990) film, 1990 – 2000",
    'the "Foo" and "Bar" of 7" and 12" singles',
    'an odd " mark and" one" more',
    "the Drivers' championship, Finger Lickin' Good, the 'glue' that",
    "water-cooled .303 British, sorrow ... be silent, Trois couleurs : Bleu",
    "section 501(c)(3), f(x), Sinéad's “Foo” isn’t",
    "БК „Локомотив София“ ја",
)


@pytest.mark.parametrize("text", JOINED)
def test_punctuation_stands_at_its_word(text: str) -> None:
    assert CLEANING.clean(text).text == JOINED[text]


@pytest.mark.parametrize("text", STAYS)
def test_what_is_written_so_stays(text: str) -> None:
    assert CLEANING.clean(text) == Cleaned(text, ())
