"""Dates and numbers: the numerals of texts, what they are bound to, others of the same shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Figures, Vocabulary, Words, choose
from lvbuild.core.seeds import Draws

_LATEST = 2020
_TRIES = 60
_NEAR = 12
_FEW = 12
_ALIKE = 0.05
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_FARTHEST = 10
_DECADE = re.compile(r"\d0(?:s\b|年代)")
_REACH = 40
_REST = re.compile(r"[^.。！？!?\n]*")


def find_figures(texts: Sequence[str], figures: Figures, lists: Vocabulary) -> list[Entity]:
    """Return the years of texts, as one entity, their days, and the numbers that nothing binds."""
    found: dict[str, dict[str, str]] = {"year": {}, "day": {}, "number": {}}
    for text in texts:
        folded = lists.fold(text)
        for day in figures.day.finditer(folded):
            found["day"][text[slice(*day.span())]] = ""
        for numeral in lists.language.numeral.finditer(folded):
            if numeral["whole"]:
                start, end = numeral.span("whole")
                whole, before = numeral["whole"], folded[max(start - _NEAR, 0) : start]
                after = folded[end : end + _REACH]
                if figures.year(whole, before, after):
                    behind = figures.behind.match(after)
                    end += behind.end() if behind else 0
                    found["year"][text[start:end]] = ""
                elif number := figures.number(whole, before, after):
                    rest = _REST.match(folded, end)
                    form = text[start : start + len(number)]
                    found["number"].setdefault(form, rest[0] if rest else "")
    years = [Entity("date", tuple(found["year"]), "year")] if found["year"] else []
    values = {each: _value(each, lists) for each in found["number"]}
    dated = [year for form in found["year"] for year in _years_in(form)]
    numbers = [
        Entity("number", (form,), "number")
        for form, rest in found["number"].items()
        if not _is_bound(form, rest, values, dated, figures)
        # A word for a number that texts have with a capital too is part of a name.
        and not (form.islower() and any(re.search(rf"\b{form.title()}\b", text) for text in texts))
    ]
    return [*years, *(Entity("date", (day,), "day") for day in found["day"]), *numbers]


def _value(form: str, lists: Vocabulary) -> float:
    found = _PLAIN.search(lists.language.normalise(form))
    return float(found[0]) if found else 0.0


def _is_bound(
    form: str, rest: str, values: dict[str, float], years: Sequence[int], figures: Figures
) -> bool:
    """Tell whether a number counts a list, spans two years, or is a sum or part of others."""
    value, others = values[form], {each for each in values.values() if each > _FEW}
    if value <= _FEW:
        return figures.listing.search(rest) is not None
    if any(abs(abs(a - b) - value) <= 1 for a, b in combinations(years, 2)):
        return True
    others.discard(value)
    if any(abs(other - value) <= _ALIKE * value for other in others):
        return True
    return any(a + b == value or abs(a - b) == value for a, b in combinations(sorted(others), 2))


def figure_words(
    entity: Entity, texts: Sequence[str], answers: Sequence[str], figures: Figures, *seed: str | int
) -> Words | None:
    """Return other dates or numbers of the same shape, none of which the texts hold.

    Years that events of the world date stay, but for an answer's.
    """
    draws, joined = Draws(*seed), "\n".join(texts)
    if entity.sort == "year":
        asked = any(form in answer for form in entity.forms for answer in answers)
        plain = tuple(form for form in entity.forms if not _DECADE.search(form))
        entity = Entity("date", plain or entity.forms, "year")
        if figures.fixed.search(joined) or (figures.events.search(joined) and not asked):
            return None
        return _years(entity, joined, figures, draws)
    form, draw = entity.forms[0], _day if entity.sort == "day" else _number
    drawn = (draw(form, figures, draws) for _ in range(_TRIES))
    new = choose(each for each in drawn if each != form and each not in joined)
    return None if new is None else {form: new}


def _years(entity: Entity, texts: str, figures: Figures, draws: Draws) -> Words | None:
    """Move all years by the same number of years, decades by decades, the others little by these."""
    held = {int(m) for m in re.findall(r"(?<!\d)\d{3,4}(?!\d)", texts)}
    years = [year for form in entity.forms for year in _years_in(form)]
    whole = all(_DECADE.search(form) for form in entity.forms)
    near = range(10, 30, 10) if whole else range(2, 4 if _DECADE.search(texts) else _FARTHEST)
    one_century = figures.century.search(texts) is not None
    good = [
        move
        for move in draws.shuffled([m * sign for m in near for sign in (1, -1)])
        if all(year + move not in held for year in years)
        and (move < 0 or max(years) + move <= _LATEST)
        and all(_years_in(_moved(f, move)) == [y + move for y in _years_in(f)] for f in entity.forms)
        and not (one_century and any((y - 1) // 100 != (y + move - 1) // 100 for y in years))
    ]
    good = sorted(good, key=abs)[: 2 * CHOICES]
    if len(good) < CHOICES:
        return None
    chosen = draws.shuffled(good)[:CHOICES]
    return {form: tuple(_moved(form, move) for move in chosen) for form in entity.forms}


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


def _day(form: str, _: Figures, draws: Draws) -> str:
    """Draw another day of the same month, of as many digits."""
    pattern = r"\d{1,2}(?=[日号號])" if "月" in form else r"\d{1,2}"
    ends = {1: (1, 9), 2: (10, 28)}
    return re.sub(pattern, lambda day: str(draws.between(*ends[len(day[0])])), form)


def _number(form: str, figures: Figures, draws: Draws) -> str:
    """Draw a number of as many digits, the first of them near, with as many noughts behind."""
    digits = re.match(r"[\d.,]*\d", form)
    if digits is None:
        words = "|".join(figures.words)
        return re.sub(words, lambda _: draws.choice(figures.words), form)
    drawn = digits[0].rstrip("0") if "." not in digits[0] else digits[0]
    first = int(drawn[:1] or 1)
    new = re.sub(r"\d", lambda _: str(draws.between(0, 9)), drawn)
    lead = draws.between(max(first - 2, 1), min(first + 2, 9))
    return (str(lead) if first else "0") + new[1:] + form[len(drawn) :]
