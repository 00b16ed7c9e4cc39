"""English numbers in words, and the figures they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from itertools import compress

from lvbuild.languages.english.words import MONTHS, PAIRS, STOP_WORDS, VOCABULARY
from lvbuild.languages.naming import any_of
from lvbuild.languages.numerals import FIGURES, hour_of_day

_ONES, _TENS, _ORDINALS = VOCABULARY["ones"], VOCABULARY["tens"], PAIRS["ordinals"]
SCALES = {"hundred": 100, "thousand": 1000, "dozen": 12}
SCALES |= {"million": 10**6, "billion": 10**9, "trillion": 10**12}
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

    if len(run) == 1 and run[0] in SCALES:
        return SCALES[run[0]]  # text2num knows no trillion
    try:
        return int(text2num(" ".join(run), "en"))
    except ValueError:
        return None


_SHORT_MONTHS = {**{month[:3]: month for month in MONTHS}, "Sept": "September"}
_MOST_ROMAN = 89
_FIGURES = re.compile(r"([$£€¥]?)(\d{1,15}(?:\.\d{1,15})?)")
_DAY = re.compile(r"(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_HOUR = re.compile(r"(0?\d|1\d)(?:[.:]([0-5]\d))?")
_YEAR = re.compile(r"[12]\d{3}")


def rewrite_numbers(words: list[str]) -> list[str]:
    """Return words with numbers up to billions in figures, and dates as "5 May 1995".

    An ordinal is "5th", of a monarch and for a Roman numeral after a name "8". Other words, of any
    case, stay as they are.
    """
    spots = _spots()
    found = list(compress(range(len(words)), map(spots.__contains__, words)))
    if not found:
        return words
    new: list[str] = []
    copied = 0
    for place in found:
        if place >= copied:
            new += words[copied:place]
            copied = spots[words[place]](words, place, new)
    return new + words[copied:]


_Rewriting = Callable[[list[str], int, list[str]], int]
"""Adds to the new words what stands for those from a place on, and returns where the others begin:
at the place itself where its word stays.
"""


@cache
def _spots() -> dict[str, _Rewriting]:
    """Return what is done at each word that may belong to a number or a date."""
    from roman_numerals import RomanNumeral

    spots: dict[str, _Rewriting] = {"cent": _percent, "I": _roman, "half": _half}
    spots |= dict.fromkeys(("No", "NO"), _numero)
    spots |= dict.fromkeys(("am", "pm", "AM", "PM"), _clock)
    for number in range(2, _MOST_ROMAN + 1):
        numeral = str(RomanNumeral(number))
        if numeral not in ("L", "XL"):
            spots[numeral] = _roman
    for name in [*MONTHS, *_SHORT_MONTHS]:
        spots[name] = spots[name.upper()] = _month
    for word in NUMBER_WORDS:
        spots[word] = spots[word.capitalize()] = spots[word.upper()] = _number
    return spots


def _percent(words: list[str], place: int, new: list[str]) -> int:
    if new and new[-1].lower() == "per":
        new[-1] = "percent"
        return place + 1
    return place


def _clock(words: list[str], place: int, new: list[str]) -> int:
    """Rewrite the hour before, as 3.30 pm and 3:00 pm."""
    if new and (time := time_of_day(new[-1], words[place])):
        new[-1] = time
        return place + 1
    return place


def time_of_day(figures: str, half: str) -> str:
    """Return a time with its am or pm as one of 24 hours, "" where it is none."""
    found = _HOUR.fullmatch(figures)
    if found is None:
        return ""
    return f"{hour_of_day(int(found[1]), late=half.lower() == 'pm')}:{found[2] or '00'}"


def _half(words: list[str], place: int, new: list[str]) -> int:
    if new[-2:] == ["and", "a"] and len(new) > 2 and new[-3].isdecimal():
        del new[-2:]
        new[-1] += ".5"
        return place + 1
    return place


def _numero(words: list[str], place: int, new: list[str]) -> int:
    """Rewrite No. as number, where a number follows."""
    follows = words[place + 1] if place + 1 < len(words) else ""
    if follows.isdecimal() or follows.lower() in _CARDINALS:
        new.append("number")
        return place + 1
    return place


def _roman(words: list[str], place: int, new: list[str]) -> int:
    from roman_numerals import RomanNumeral

    if new and _is_name(new[-1]):
        new.append(str(int(RomanNumeral.from_string(words[place]))))
        return place + 1
    return place


def _is_name(word: str) -> bool:
    return len(word) > 1 and word[0].isupper() and word.lower() not in STOP_WORDS


def _number(words: list[str], place: int, new: list[str]) -> int:
    """Rewrite a number in words, whole or after figures: "5 million", "a hundred and five"."""
    if words[place].lower() in SCALES:
        return _scaled(words, place, new)
    end, number = read_number(words, place)
    monarch = new[-1:] == ["the"] and len(new) > 1 and _is_name(new[-2])
    more = end < len(words) and words[end][0].isupper()
    if monarch and number.endswith("th") and words[place][0].isupper() and not more:
        new.pop()
        number = number.removesuffix("th")
    new.append(number)
    return end


def _scaled(words: list[str], place: int, new: list[str]) -> int:
    before = new[-1].lower() if new else ""
    figures = _FIGURES.fullmatch(before)
    if before in ("a", "an"):
        end, new[-1] = read_number(words, place)
        return end
    if figures is None:
        return place
    amount = Decimal(figures[2]) * SCALES[words[place].lower()]
    if place + 1 < len(words) and words[place + 1].lower() in SCALES:
        place += 1
        amount *= SCALES[words[place].lower()]
    whole = amount == amount.to_integral_value()
    new[-1] = figures[1] + (str(int(amount)) if whole else str(amount))
    return place + 1


def _month(words: list[str], place: int, new: list[str]) -> int:
    """Rewrite a date with its day and year in any order of day and month."""
    month = words[place].capitalize()
    day, end = _day_before(new), place + 1
    if day is None and end < len(words):
        day, end = _day_after(words, end)
    year_follows = end < len(words) and _YEAR.fullmatch(words[end]) is not None
    if end + 1 < len(words) and words[end] == "of" and _YEAR.fullmatch(words[end + 1]):
        year_follows, end = True, end + 1
    if day is None and not year_follows:
        return place
    new += [*([] if day is None else [day]), _SHORT_MONTHS.get(month, month)]
    return end


def _day_before(new: list[str]) -> str | None:
    """Take the day from the end of the words before a month, with its "the" and its "of"."""
    if new[-2:] == ["day", "of"]:
        del new[-2]
    of = new[-1:] == ["of"]
    found = _DAY.fullmatch(new[-2 if of else -1]) if len(new) > of else None
    if found is None:
        return None
    del new[-2 if of else -1 :]
    if new[-1:] == ["the"]:
        new.pop()
    return str(int(found[1]))


def _day_after(words: list[str], place: int) -> tuple[str | None, int]:
    the = place + 1 < len(words) and words[place].lower() == "the"
    at, number = place + the, words[place + the]
    end = at + 1
    if number.lower() in NUMBER_WORDS and number.lower() not in SCALES:
        end, number = read_number(words, at)
    found = _DAY.fullmatch(number)
    return (None, place) if found is None else (str(int(found[1])), end)


_APART = r"(?:\s+|-\s*)"
_UNITS = any_of([*_ONES[1:10], *list(_ORDINALS)[:9]])
_BELOW_HUNDRED = rf"(?:{any_of(_TENS)}(?:{_APART}{_UNITS})?|{any_of(_ONES[10:])})"
_IN_WORDS = (
    rf"(?<![^\W_])(?:{_BELOW_HUNDRED}(?:{_APART}(?:{_BELOW_HUNDRED}|oh{_APART}{_UNITS}))?"
    rf"|{any_of([*_ONES, *_ORDINALS])})(?![^\W_])"
)
_SCALES = rf"(?:{_APART}{any_of(SCALES)}(?![^\W_]))"
_HUNDREDS = rf"(?:{_IN_WORDS}|\ban?){_SCALES}+"
_MORE = r"(?:,?\s+(?:and\s+)?|-(?:and-)?)"
_DAY_OF = rf"(?:(?<!\d)\d\d?(?:[-‐‑–—]\d\d?)?(?:st|nd|rd|th)?|{_BELOW_HUNDRED}|{_UNITS})(?![^\W_])"
_MONTH = rf"(?-i:{any_of([*MONTHS, *map(str.upper, MONTHS), *_SHORT_MONTHS])}(?![^\W_]))"
_BEGINS = [*_ONES, *_TENS, *_ORDINALS, "an?", *MONTHS, *_SHORT_MONTHS]
_QUICKLY = rf"(?=[\dADEFHJMNOSTZ])(?=\d|\b{any_of(_BEGINS)}(?![^\W_]))"
NUMERAL = re.compile(
    rf"{_QUICKLY}(?P<whole>(?<![^\W_])(?P<day>{_DAY_OF}(?:\s+day)?(?:\s+of)?{_APART})?(?P<month>{_MONTH})"
    rf"(?(day)|(?:\.?{_APART}(?:the\s+)?{_DAY_OF}(?![.,:/-]\d))?)"
    rf"|(?:{FIGURES}{_SCALES}*"
    rf"|{_HUNDREDS}(?:{_MORE}{_HUNDREDS})*(?:{_MORE}{_IN_WORDS})?"
    rf"|{_IN_WORDS})(?:\s+and\s+a\s+(?:half|quarter)"
    r"|-(?:half|halves|thirds?|quarters?|fourths|(?:fif|six|seven|eigh|nin|ten)ths)"
    r"|\s?[ap]\.?m\b|\s+o['’]clock|(?<=0)['’]s)?)",
    re.IGNORECASE,
)
"""A number in words or digits, a time of day, or a date without its year."""
