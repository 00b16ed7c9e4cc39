"""Chinese as a reader compares it: characters without the marks and spaces around them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from lvbuild.text.normal.characters import APART, fold, joined, text_of
from lvbuild.text.normal.chinese_numbers import NUMERALS, rewrite_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[Any]

_EDGE = 4
_SPACE, _HYPHEN, _CLAUSE_END = map(ord, " -;")
_GONE = 0


def chinese_forms(texts: Sequence[str]) -> list[str]:
    """Return the normal forms of texts; the cost is that of reading all of them once.

    Spaces stay between Latin letters and numbers alone; ends of clauses are `;`.
    """
    if not texts:
        return []
    return rewrite_numbers(text_of(_without_marks(fold(joined(texts), "zh")))).split(APART)


def _without_marks(codes: Codes) -> Codes:
    """Return folded codes with the marks that belong to a number, and the other marks as `;`."""
    import numpy as np

    blank = (codes == _SPACE) | (codes == _HYPHEN)
    first = np.concatenate([[True], ~blank[:-1]])
    edge = np.full(_EDGE, ord(APART), dtype=codes.dtype)
    text = np.concatenate([edge, codes[~blank | first], edge])
    new = text.copy()
    marks = np.flatnonzero(_is_mark()[np.minimum(text, 127)])
    sort, before, after = text[marks], text[marks - 1], text[marks + 1]
    digit_before, digit_after = _is_digit(before), _is_digit(after)
    between = digit_before & digit_after
    thousands = (sort == ord(",")) & between & _is_digit(text[marks + 2])
    thousands &= _is_digit(text[marks + 3]) & ~_is_digit(text[marks + 4])
    thousands &= ~np.all([_is_digit(text[marks - back]) for back in range(1, 5)], axis=0)
    kept = between & np.isin(sort, list(map(ord, ".:/-")))
    kept |= (sort == ord("%")) & digit_before
    kept |= ((sort == ord("+")) | (sort == ord("#"))) & _is_written(before)
    new[marks[~kept]] = _CLAUSE_END
    gaps = (sort == _SPACE) | (sort == _HYPHEN)
    new[marks[gaps & ~kept]] = _GONE
    new[marks[gaps & ~kept & _is_written(before) & _is_written(after)]] = _SPACE
    new[marks[thousands]] = _GONE
    new = new[_EDGE:-_EDGE]
    read: Codes = new[new != _GONE]
    return read


def _is_digit(codes: Codes) -> Codes:
    return (codes >= ord("0")) & (codes <= ord("9"))


def _is_written(codes: Codes) -> Codes:
    """Tell which codes are Latin letters or numerals, which need a space between two of them."""
    import numpy as np

    latin = (codes >= ord("a")) & (codes <= ord("z"))
    return latin | _is_digit(codes) | np.isin(codes, list(map(ord, NUMERALS)))


@cache
def _is_mark() -> Codes:
    import numpy as np

    return np.array([chr(code) in ".,:%+#/- " for code in range(128)])
