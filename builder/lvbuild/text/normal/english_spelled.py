"""English numbers in words, and the figures they mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12}
_ORDINALS = dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
        " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
        " twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
        " hundredth thousandth".split(),
        [*_ONES[1:], *_TENS, "hundred", "thousand"],
        strict=True,
    )
)
_CARDINALS = frozenset([*_ONES, *_TENS, *SCALES])
NUMBER_WORDS = _CARDINALS | _ORDINALS.keys()
_LONGEST = 24


def read_number(words: Sequence[str], place: int) -> tuple[int, str]:
    """Read the longest number that begins here; return where it ends, and its figures."""
    run: list[str] = []
    for word in words[place : place + _LONGEST]:
        lower = word.lower()
        if lower not in NUMBER_WORDS and not (lower == "and" and run[-1] in SCALES):
            break
        run.append(lower)
        if lower in _ORDINALS:
            break
    size, number = _longest_number(tuple(run))
    return place + size, number


@lru_cache(maxsize=4096)
def _longest_number(run: tuple[str, ...]) -> tuple[int, str]:
    for size in range(len(run), 0, -1):
        *before, last = run[:size]
        value = _value((*before, _ORDINALS.get(last, last)))
        if value is not None:
            return size, f"{value}th" if last in _ORDINALS else str(value)
    raise AssertionError(run)


def _value(run: tuple[str, ...]) -> int | None:
    """Return what a run of cardinals means, if it is one number; a year may be in two parts."""
    if run[-1] == "dozen":
        dozens = _cardinal(run[:-1]) if run[1:] else 1
        return None if dozens is None else dozens * 12
    value = _cardinal(run)
    if value is not None or not SCALES.keys().isdisjoint(run):
        return value
    for size in range(1, len(run)):
        century, year = _cardinal(run[:size]), _cardinal(run[size:])
        if century in range(10, 100) and year in range(10, 100):
            return 100 * (century or 0) + (year or 0)
    return None


def _cardinal(run: tuple[str, ...]) -> int | None:
    from text_to_num import text2num

    try:
        return int(text2num(" ".join(run), "en"))
    except ValueError:
        return None
