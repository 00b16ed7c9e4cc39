"""Dates and numbers: the numerals of texts, what they are bound to, others of the same shape."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from itertools import combinations
from math import isclose

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Words
from lvbuild.annotate.suggesting.vocabulary import Vocabulary
from lvbuild.core.seeds import Draws
from lvbuild.text.counting import count

_LATEST = 2020
_FARTHEST = 9
_TRIES = 60
_FEW = 12
"""The most that may count what texts list."""
_LESS, _MORE = 0.7, 1.35
"""How much of a number another one is, at least and at most."""
_NEAR = 12
_BESIDE = 3
"""The most words, or characters, that an answer has beside its number."""
_SENTENCE = re.compile(r"(?<=[.。！？!?])\s|\n|(?<=[。！？])")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def find_figures(texts: Sequence[str], lists: Vocabulary) -> list[Entity]:
    """Return the years of texts, as one entity, their days, and the numbers that nothing binds.

    Each is a whole numeral, as the language's scanner finds them.
    """
    years, days, counted = dict[str, None](), dict[str, None](), dict[str, None]()
    told = lists.patterns
    for text in texts:
        folded = lists.fold(text)
        days |= {text[slice(*day.span())]: None for day in told["day"].finditer(folded)}
        for numeral in lists.language.numeral.finditer(folded):
            start, end = numeral.span("whole")
            if start < 0:
                continue
            year, number = (told[each].match(folded, start) for each in ("year", "number"))
            before = folded[max(start - _NEAR, 0) : start]
            if year and year.end() >= end:
                years[text[start : year.end()]] = None
            elif number and number.end() >= end and not told["before no number"].search(before):
                counted[text[start : number.end()]] = None
    numbers = [Entity("number", (form,), "number") for form in counted if _value(form) > _FEW]
    found = [Entity("date", tuple(years), "year")] if years else []
    return [*found, *(Entity("date", (day,), "day") for day in days), *numbers]


def figure_words(
    entity: Entity, texts: Sequence[str], answers: Sequence[str], lists: Vocabulary, draws: Draws
) -> Words | None:
    """Return other dates or numbers of the same shape, none of which the texts hold.

    A number is all of an answer but its unit, no sum or difference of others, and stays between
    the same numbers of the texts. Others are left alone.
    """
    joined, [form, *_] = "\n".join(texts), entity.forms
    if entity.sort == "year":
        return _years(entity, joined, "\n".join(answers), lists, draws)
    is_day = entity.kind == "date"
    rests = (each.replace(form, "", 1) for each in answers if form in each)
    if not is_day and not any(count(rest, lists.language.unit) <= _BESIDE for rest in rests):
        return None
    others = {_value(each) for each in _NUMBER.findall(joined)} - {_value(form), 0.0}
    edges = [] if is_day else sorted(others)
    made = (sign * a + b for a, b in combinations(edges, 2) for sign in (1, -1))
    if any(isclose(each, _value(form)) for each in made):
        return None
    drawn = (_day(form, draws) if is_day else _number(form, draws) for _ in range(_TRIES))
    new = dict.fromkeys(
        each
        for each in drawn
        if each not in joined and bisect(edges, _value(each)) == bisect(edges, _value(form))
    )
    return {form: tuple(new)[:CHOICES]} if len(new) >= CHOICES else None


def _value(form: str) -> float:
    """Return the value of the digits of a form."""
    found = _NUMBER.search(form)
    return float(found[0].replace(",", "")) if found else 0.0


def _years(
    entity: Entity, texts: str, answers: str, lists: Vocabulary, draws: Draws
) -> Words | None:
    """Move all years by the same number of few years, which keeps what spans them; decades stay.

    Where events of the world date the texts, or no such number is free, the answer's alone move,
    with those of its sentences that tell of no event, between the years that stay. All stay where
    texts count by eras, and each in its century where they tell of centuries.
    """
    folded, told = lists.fold(texts), lists.patterns
    events, said = told["events"], _SENTENCE.split(folded)
    forms = [form for form in entity.forms if not told["decade"].search(form)]
    bound = {f for each in said if events.search(each) for f in forms if f in each}
    beside = [each for each in said if any(f in answers and f in each for f in forms)]
    near = [f for f in forms if f not in bound and any(f in each for each in beside)]
    held = {int(m) for m in re.findall(r"(?<!\d)\d{3,4}(?!\d)", texts)}
    moves = draws.shuffled([m * sign for m in range(2, _FARTHEST) for sign in (1, -1)])
    moves.sort(key=abs)
    span = 100 if told["century"].search(folded) else 10_000
    together = [near] if events.search(folded) else [forms, near]
    for moved in filter(None, () if told["eras"].search(folded) else together):
        years = {year for form in moved for year in _years_in(form)}
        edges = [] if moved is forms else sorted(held - years)
        fitting = [
            move
            for move in moves
            if held.isdisjoint(year + move for year in years)
            and (move < 0 or max(years) + move <= _LATEST)
            and all(bisect(edges, year) == bisect(edges, year + move) for year in years)
            and all((year - 1) // span == (year + move - 1) // span for year in years)
        ]
        if len(fitting) >= CHOICES:
            chosen = draws.shuffled(fitting[:CHOICES])
            return {form: tuple(_moved(form, move) for move in chosen) for form in moved}
    return None


def _years_in(form: str) -> list[int]:
    """Return the years of a form; of a range's end of two digits the century is the beginning's."""
    found: list[int] = []
    for number in re.findall(r"\d+", form):
        century = found[-1] // 100 * 100 if len(number) < 3 and found else 0
        found.append(century + int(number))
    return found


def _moved(form: str, move: int) -> str:
    """Return a form with its years moved, the end of a range in two digits if it was."""

    def other(number: re.Match[str]) -> str:
        year = int(number[0]) + move
        return f"{year % 100:02}" if len(number[0]) < 3 else str(year)

    return re.sub(r"\d+", other, form)


def _day(form: str, draws: Draws) -> str:
    """Draw another day of the same month, of as many digits."""
    ends = {1: (1, 9), 2: (10, 28)}
    return re.sub(r"\d{1,2}(?![\d月])", lambda day: str(draws.between(*ends[len(day[0])])), form)


def _number(form: str, draws: Draws) -> str:
    """Draw a number near by, of as many digits, with as many noughts behind."""
    digits = re.sub(r"\D", "", form)
    step = 10 ** (len(digits) - len(digits.rstrip("0")))
    least = 10 ** (len(digits.lstrip("0")) - 1)
    low = max(int(int(digits) * _LESS), least) // step
    high = min(int(int(digits) * _MORE), 10 * least - 1) // step
    new = iter(f"{draws.between(low, high) * step:0{len(digits)}}")
    return re.sub(r"\d", lambda _: next(new), form)
