"""Marks of English: which belong to a word or a number, and which only stand beside it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[Any]

_EDGE = 4
_OTHER, _DIGIT, _LETTER, _CAPITAL = range(4)
_SPACE = ord(" ")
_GONE = 0


def without_marks(codes: Codes) -> Codes:
    """Return folded UTF-32 codes whose marks are spaces, but those within a word or a number.

    Kept are the marks of decimals, times and hyphened words, and currency, percent and plus signs.
    The full stops and spaces of initials, apostrophes with a possessive's s and the separators of
    thousands are left out.
    """
    import numpy as np

    edge = np.full(_EDGE, _SPACE, dtype=codes.dtype)
    text = np.concatenate([edge, codes, edge])
    kinds = _kinds()[np.minimum(text, 127)]
    marks = np.flatnonzero((kinds == _OTHER) & (text > _SPACE))
    if not marks.size:
        return codes
    new = text.copy()
    between_digits = (kinds[marks - 1] == _DIGIT) & (kinds[marks + 1] == _DIGIT)
    within_word = (kinds[marks - 1] != _OTHER) & (kinds[marks + 1] != _OTHER)
    after_letter = (kinds[marks - 1] >= _LETTER) | (text[marks - 1] == ord("+"))
    kept = {
        ".": between_digits,
        ":": between_digits,
        "-": within_word,
        "+": after_letter,
        "#": after_letter,
        "$": kinds[marks + 1] == _DIGIT,
        "£": kinds[marks + 1] == _DIGIT,
        "€": kinds[marks + 1] == _DIGIT,
        "¥": kinds[marks + 1] == _DIGIT,
        "%": kinds[marks - 1] == _DIGIT,
    }
    sort = text[marks]
    new[marks[(sort == ord("/")) & between_digits]] = ord("-")
    kept["/"] = between_digits
    stays = np.zeros(len(marks), dtype=bool)
    for mark, where in kept.items():
        stays |= (sort == ord(mark)) & where
    new[marks[~stays]] = _SPACE
    new[_joining(text, kinds, marks, sort)] = _GONE
    read: Codes = new[new != _GONE]
    return read


def _joining(text: Codes, kinds: Codes, marks: Codes, sort: Codes) -> Codes:
    """Return the places that are left out, so that what is beside them is joined."""
    import numpy as np

    thousands = marks[(sort == ord(",")) | (sort == ord("'"))]
    thousands = thousands[
        (kinds[thousands - 1] == _DIGIT)
        & (kinds[thousands + 1] == _DIGIT)
        & (kinds[thousands + 2] == _DIGIT)
        & (kinds[thousands + 3] == _DIGIT)
        & (kinds[thousands + 4] != _DIGIT)
        & ~np.all([kinds[thousands - back] == _DIGIT for back in range(1, 5)], axis=0)
    ]
    quotes = marks[sort == ord("'")]
    quotes = quotes[(kinds[quotes - 1] != _OTHER) & (kinds[quotes + 1] >= _LETTER)]
    after = text[quotes + 1] | 32
    # Unless of a decade: 1974's is the year's, 1970's the years from 1970 on.
    owned = text[quotes - 1] != ord("0")
    possessive = quotes[(after == ord("s")) & (kinds[quotes + 2] == _OTHER) & owned]
    stops = marks[sort == ord(".")]
    stops = stops[(kinds[stops - 1] >= _LETTER) & (kinds[stops - 2] == _OTHER)]
    attached = stops[(kinds[stops + 1] >= _LETTER) & (kinds[stops + 2] == _OTHER)]
    spaced = stops[
        (kinds[stops - 1] == _CAPITAL)
        & (text[stops + 1] == _SPACE)
        & (kinds[stops + 2] == _CAPITAL)
        & (text[stops + 3] == ord("."))
    ]
    return np.concatenate([thousands, quotes, possessive + 1, attached, spaced, spaced + 1])


@cache
def _kinds() -> Codes:
    """Return what each ASCII character is; the last stands for all letters beyond."""
    import numpy as np

    kinds = np.zeros(128, dtype=np.uint8)
    for code in range(128):
        if chr(code).isalnum():
            kinds[code] = _LETTER
    kinds[ord("A") : ord("Z") + 1] = _CAPITAL
    kinds[ord("0") : ord("9") + 1] = _DIGIT
    kinds[127] = _LETTER
    return kinds
