"""Dates and numbers: the numerals of texts, what they are bound to, others of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from lvbuild.annotate.suggesting.entities import Entity, Vocabulary, Words, choose
from lvbuild.core.seeds import Draws

_LATEST = 2020
_TRIES = 60
_NEAR = 12
_FEW = 12
_ALIKE = 0.05
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_FARTHEST = 25
_DECADE = re.compile(r"\d0(?:s\b|年代)")
_REST = re.compile(r"[^.。！？!?\n]*")


def find_figures(texts: Sequence[str], lists: Vocabulary) -> list[Entity]:
    """Return the years of texts, as one entity, their days, and the numbers that nothing binds.

    Each is a whole numeral, as the language's scanner finds them.
    """
    years, days, counted = dict[str, None](), dict[str, None](), dict[str, str]()
    for text in texts:
        folded = lists.fold(text)
        days.update(
            dict.fromkeys(text[slice(*d.span())] for d in lists.patterns["day"].finditer(folded))
        )
        for numeral in lists.language.numeral.finditer(folded):
            if not numeral["whole"]:
                continue
            start, end = numeral.span("whole")
            before = folded[max(start - _NEAR, 0) : start]
            year, number = (
                lists.patterns[name].match(folded, start) for name in ("year", "number")
            )
            if year and year.end() >= end:
                years[text[start : year.end()]] = None
            elif (
                number
                and number.end() >= end
                and not lists.patterns["before no number"].search(before)
            ):
                rest = _REST.match(folded, end)
                counted.setdefault(text[start : number.end()], rest[0] if rest else "")
    plain = {each: _PLAIN.search(lists.language.normalise(each)) for each in counted}
    values = {each: float(found[0]) if found else 0.0 for each, found in plain.items()}
    dated = [year for form in years for year in _years_in(form)]
    numbers = [
        Entity("number", (form,), "number")
        for form, rest in counted.items()
        if not _is_bound(form, rest, values, dated, lists)
        # A word for a number that texts have with a capital too is part of a name.
        and not (form.islower() and any(re.search(rf"\b{form.title()}\b", text) for text in texts))
    ]
    found = [Entity("date", tuple(years), "year")] if years else []
    return [*found, *(Entity("date", (day,), "day") for day in days), *numbers]


def _is_bound(
    form: str, rest: str, values: dict[str, float], years: Sequence[int], lists: Vocabulary
) -> bool:
    """Tell whether a number counts a list, spans two years, or is a sum or part of others."""
    value, others = values[form], {each for each in values.values() if each > _FEW}
    if value <= _FEW:
        return lists.patterns["listing"].match(rest) is not None
    if any(abs(abs(a - b) - value) <= 1 for a, b in combinations(years, 2)):
        return True
    others.discard(value)
    if any(abs(other - value) <= _ALIKE * value for other in others):
        return True
    return any(a + b == value or abs(a - b) == value for a, b in combinations(sorted(others), 2))


def figure_words(
    entity: Entity, texts: Sequence[str], answers: Sequence[str], lists: Vocabulary, draws: Draws
) -> Words | None:
    """Return other dates or numbers of the same shape, none of which the texts hold.

    Years stay where the texts count by eras, and, but for an answer's, where events of the world
    date them.
    """
    joined = "\n".join(texts)
    if entity.sort == "year":
        return _years(entity, joined, "\n".join(answers), lists, draws)
    form = entity.forms[0]
    drawn = (
        _number(form, lists, draws) if entity.kind == "number" else _day(form, draws)
        for _ in range(_TRIES)
    )
    new = choose(
        each
        for each in drawn
        if each != form and not re.search(rf"(?<!\d){re.escape(each)}(?!\d)", joined)
    )
    return None if new is None else {form: new}


def _years(
    entity: Entity, texts: str, answers: str, lists: Vocabulary, draws: Draws
) -> Words | None:
    """Move all years by the same number of years, as little as may be.

    Decades move, by whole ones, with the years of an answer that has one.
    """
    folded, asked = lists.fold(texts), [form for form in entity.forms if form in answers]
    if lists.patterns["eras"].search(folded) or (
        lists.patterns["events"].search(folded) and not asked
    ):
        return None
    whole = any(map(_DECADE.search, asked))
    forms = [form for form in entity.forms if whole or not _DECADE.search(form)]
    near = range(10, 30, 10) if whole else range(2, _FARTHEST)
    held = {int(m) for m in re.findall(r"(?<!\d)\d{3,4}(?!\d)", texts)}
    years = [year for form in forms for year in _years_in(form)]
    one_century = lists.patterns["century"].search(folded) is not None
    good = [
        move
        for move in draws.shuffled([m * sign for m in near for sign in (1, -1)])
        if all(year + move not in held for year in years)
        and (move < 0 or max(years, default=0) + move <= _LATEST)
        and all(_years_in(_moved(f, move)) == [y + move for y in _years_in(f)] for f in forms)
        and not (one_century and any((y - 1) // 100 != (y + move - 1) // 100 for y in years))
    ]
    chosen = choose(map(str, sorted(good, key=abs)))
    if chosen is None or not forms:
        return None
    moves = draws.shuffled([int(move) for move in chosen])
    return {form: tuple(_moved(form, move) for move in moves) for form in forms}


def _read(form: str) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the years of a form; of a range's end of two digits the century is the beginning's."""
    before = 0
    for number in re.finditer(r"\d+", form):
        year = int(number[0])
        before = before - before % 100 + year if len(number[0]) < 3 and before else year
        yield number, before


def _years_in(form: str) -> list[int]:
    return [year for _, year in _read(form)]


def _moved(form: str, move: int) -> str:
    for number, year in reversed(list(_read(form))):
        digits = str(year + move)
        short = digits[-2:] if len(number[0]) < 3 else digits
        form = form[: number.start()] + short + form[number.end() :]
    return form


def _day(form: str, draws: Draws) -> str:
    """Draw another day of the same month, of as many digits."""
    pattern = r"\d{1,2}(?=[日号號])" if "月" in form else r"\d{1,2}"
    ends = {1: (1, 9), 2: (10, 28)}
    return re.sub(pattern, lambda day: str(draws.between(*ends[len(day[0])])), form)


def _number(form: str, lists: Vocabulary, draws: Draws) -> str:
    """Draw a number of as many digits, the first of them near, with as many noughts behind."""
    digits = re.match(r"[\d.,]*\d", form)
    if digits is None:
        counts = lists.lists["counts"]
        return re.sub("|".join(counts), lambda _: draws.choice(counts), form)
    drawn = digits[0].rstrip("0") if "." not in digits[0] else digits[0]
    first = int(drawn[:1] or 1)
    new = re.sub(r"\d", lambda _: str(draws.between(0, 9)), drawn)
    near = 2 if sum(map(str.isdecimal, new)) > 1 else 4
    lead = draws.between(max(first - near, 1), min(first + near, 9))
    return (str(lead) if first else "0") + new[1:] + form[len(drawn) :]
