"""The rows that replace the forms of one name: they are decided on as one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from lvbuild.core.model import Language
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.normal import normalise

_WORD = re.compile(r"[^\W_]+")
_FIGURES = frozenset({"date", "number"})
_SHORTEST_STEM, _STEMS = 2, 7
"""Characters that the words of a name and of an adjective share: the fewest, those of both rows."""


def families(rows: Sequence[ReplacementRow], language: Language) -> list[list[int]]:
    """Return the places of a question's rows, those of one family together, in their order.

    A row is a form of another's name where its words, initials or stem are those of the other, and
    what replaces it is the like form of what replaces the other. A date or number is of no family.
    """
    head = list(range(len(rows)))
    for one, other in combinations(range(len(rows)), 2):
        if head[one] != head[other] and are_forms(rows[one], rows[other], language):
            first, second = sorted((head[one], head[other]))
            head = [first if each == second else each for each in head]
    found: dict[int, list[int]] = {}
    for place, first in enumerate(head):
        found.setdefault(first, []).append(place)
    return list(found.values())


def are_forms(one: ReplacementRow, other: ReplacementRow, language: Language) -> bool:
    """Tell whether two rows replace forms of one name."""
    if one.kind != other.kind or one.kind in _FIGURES or one.question_id != other.question_id:
        return False
    pairs = (one.original, other.original), (one.replacement, other.replacement)
    if language == "zh":
        return all(_within(*pair) for pair in pairs)
    if all(_is_part(*pair) for pair in pairs):
        return True
    stems = [_stem(*pair) for pair in pairs]
    return min(stems) >= _SHORTEST_STEM and sum(stems) >= _STEMS


def _within(one: str, other: str) -> bool:
    """Tell whether one Chinese name is part of the other, in whatever characters."""
    short, long = sorted((normalise(one, "zh"), normalise(other, "zh")), key=len)
    return bool(short) and short in long


def _is_part(one: str, other: str) -> bool:
    """Tell whether the words of one name, or their initials, are those of the other."""
    short, long = sorted((_words(one), _words(other)), key=len)
    if len(short) == 1 and len(long) > 1 and short[0].isupper():
        initials = "".join(word[0] for word in long if word[0].isupper())
        if short[0] == initials:
            return True
    if all(len(word) == 1 for word in short):
        return bool(short) and short == [word[0] for word in long][: len(short)]
    folded = {word.casefold() for word in long}
    firsts = {word[0] for word in long}
    return bool(short) and all(
        word.casefold() in folded or (len(word) == 1 and word in firsts) for word in short
    )


def _words(name: str) -> list[str]:
    return [word for word in _WORD.findall(name) if word.casefold() not in {"the", "of", "s"}]


def _stem(one: str, other: str) -> int:
    """Return how many characters two single words begin with alike."""
    words = _words(one), _words(other)
    if [len(each) for each in words] != [1, 1]:
        return 0
    first, second = words[0][0].casefold(), words[1][0].casefold()
    alike = 0
    while alike < min(len(first), len(second)) and first[alike] == second[alike]:
        alike += 1
    return alike
