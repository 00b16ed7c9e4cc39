"""Chinese as a reader compares it: characters without the marks and spaces around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

from lvbuild.languages.characters import (
    APART,
    APOSTROPHES,
    DASHES,
    Folding,
    fold,
    joined,
    text_of,
    thousands,
)
from lvbuild.languages.chinese.numbers import NUMERALS, rewrite_measures, rewrite_numbers
from lvbuild.languages.numerals import with_decimals
from lvbuild.languages.phrases import NormalPhrase, NormalText, remembering

if TYPE_CHECKING:
    from lvbuild.languages.characters import Codes

_AROUND = '"“”„‟«»「」『』《》〈〉【】〔〕＂'
"""What a Chinese text writes around names, and a reader passes over: it parts Jump from 1992."""
_WITHIN = "·・•‧∙⋅"
"""What it writes within names, and a reader passes over."""
_CLAUSE_ENDS = "。！？；、!?;()（）…"
_FOLDING = Folding(
    ".,:%+#°/¥",
    {
        **DASHES,
        **dict.fromkeys(_AROUND, " "),
        **dict.fromkeys(_WITHIN + APOSTROPHES, ""),
        **dict.fromkeys(_CLAUSE_ENDS, ";"),
        "○": "〇",
    },
    simplified=True,
)
_EDGE = 4
_SPACE, _HYPHEN, _CLAUSE_END = map(ord, " -;")
_GONE = 0
_MARKS = ".,:%+#/¥- "
_BELOW_ZERO = re.compile(r"(?<![0-9A-Za-z])[-−–－](?=[0-9]+(?:\.[0-9]+)?\s?(?:℃|°))")
_BETWEEN_DIGITS = ".:/-"
_WRITTEN = digits + ascii_lowercase + NUMERALS
"""Latin letters and numerals, which need a space between two of them."""


def chinese_forms(texts: Sequence[str]) -> list[NormalText]:
    """Return the normal forms of texts.

    Spaces stay between Latin letters and numbers alone; ends of clauses are `;`.
    """
    return [form for whole in joined(texts) for form in _forms(whole)]


def _forms(whole: str) -> Iterator[NormalText]:
    if "℃" in whole or "°" in whole:
        whole = _BELOW_ZERO.sub("零下", whole)
    text = rewrite_numbers(text_of(_without_marks(fold(with_decimals(whole), _FOLDING))))
    return map(NormalText, rewrite_measures(text).split(APART))


def _without_marks(codes: Codes) -> Codes:
    """Return folded codes with the marks that belong to a number, and the other marks as `;`."""
    import numpy as np

    blank = (codes == _SPACE) | (codes == _HYPHEN)
    first = np.concatenate([[True], ~blank[:-1]])
    edge = np.full(_EDGE, ord(APART), dtype=codes.dtype)
    text = np.concatenate([edge, codes[~blank | first], edge])
    new = text.copy()
    marks = np.flatnonzero(_are(text, _MARKS))
    if not marks.size:
        return codes
    sort, before, after = text[marks], text[marks - 1], text[marks + 1]
    digit_before, digit_after = _are(before, digits), _are(after, digits)
    between = digit_before & digit_after
    kept = between & _are(sort, _BETWEEN_DIGITS)
    kept |= (sort == ord("%")) & digit_before
    kept |= (sort == ord("¥")) & digit_after
    kept |= ((sort == ord("+")) | (sort == ord("#"))) & _are(before, _WRITTEN)
    new[marks[~kept]] = _CLAUSE_END
    new[marks[(sort == ord(".")) & _is_chinese(before) & _is_chinese(after)]] = _GONE
    gaps = (sort == _SPACE) | (sort == _HYPHEN)
    new[marks[gaps & ~kept]] = _GONE
    new[marks[gaps & ~kept & _are(before, _WRITTEN) & _are(after, _WRITTEN)]] = _SPACE
    new[thousands(_are(text, digits), marks[sort == ord(",")])] = _GONE
    new = new[_EDGE:-_EDGE]
    read: Codes = new[new != _GONE]
    return read


def _is_chinese(codes: Codes) -> Codes:
    """Tell which codes are Chinese characters: a full stop between two is a name's middle dot."""
    return (codes >= ord("㐀")) & (codes <= ord("鿿"))


def _are(codes: Codes, characters: str) -> Codes:
    """Tell which codes are one of the characters."""
    table = _table(characters)
    found: Codes = table[codes.clip(max=len(table) - 1)]
    return found


@cache
def _table(characters: str) -> Codes:
    """Return of each code whether it is one of the characters, False for all beyond the last."""
    import numpy as np

    codes = list(map(ord, characters))
    table = np.zeros(max(codes) + 2, dtype=bool)
    table[codes] = True
    return table


_JOINT = re.compile("(?<=[a-z]) ?(?=[0-9])")
_NUMERAL = "[0-9一二三四五六七八九十百千万亿零〇]"


@remembering
def chinese_phrases(phrases: Sequence[str], any_case: bool) -> list[NormalPhrase | None]:
    """Return phrases as they are looked for, None for those that are marks alone."""
    return [_phrase(form.folded.strip(" ;")) for form in chinese_forms(phrases)]


def _phrase(form: str) -> NormalPhrase | None:
    if not form:
        return None
    before = after = ""
    if re.match("[a-z]", form):
        before = "(?<![0-9a-z])"
    elif re.match(_NUMERAL, form):
        before = f"(?:(?<!{_NUMERAL})|(?<=[统唯]一))(?<![a-z])(?<![0-9][.:])"
    if re.search("[a-z]$", form):
        after = "(?![0-9a-z])"
    elif re.search(f"{_NUMERAL}$", form):
        after = f"(?!{_NUMERAL}|[a-z]|[.:][0-9])"
    forms = tuple(dict.fromkeys((form, *(_JOINT.sub(joint, form) for joint in ("", " ")))))
    if not (before or after or forms[1:]):
        return NormalPhrase(forms)
    written = "|".join(map(re.escape, forms))
    return NormalPhrase(forms, pattern=f"{before}(?:{written}){after}")
