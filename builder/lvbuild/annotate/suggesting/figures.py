"""Dates and numbers: where they stand in texts, and others of the same shape."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, FigurePatterns, Words, choose
from lvbuild.core.seeds import Draws

YEAR = r"(?<![\d.,:/–])(?<!\d-)(1\d{3}|20[0-3]\d)"
YEAR_ON = r"[–/-]\d{2}(?:\d{2})?(?!\d|-\d)"
"""How a span of years goes on after its first: 1937-38, and no 1937-08-12."""
AFTER_NUMBER = r"[A-Za-z_]|[.,:/–-]\d|年|月|日"
_LATEST = 2020
_FARTHEST = 60
_LONGEST_MONTH = 12
_FEW_DIGITS = 2


def find_figures(texts: Sequence[str], patterns: FigurePatterns) -> list[Entity]:
    """Return the years of texts, as one entity, their days and their numbers."""
    years = list(dict.fromkeys(m[0] for text in texts for m in patterns.years.finditer(text)))
    found = [Entity("date", tuple(years), "year")] if years else []
    days = dict.fromkeys(m[0] for text in texts for m in patterns.days.finditer(text))
    found += [Entity("date", (day,), "day") for day in days]
    numbers = dict.fromkeys(number for text in texts for number in _numbers(text, patterns))
    # A word for a number that texts have with a capital too is part of a name.
    return found + [
        Entity("number", (number,), "number")
        for number in numbers
        if number not in patterns.digits
        or not any(re.search(rf"\b{number.title()}\b", text) for text in texts)
    ]


def _numbers(text: str, patterns: FigurePatterns) -> list[str]:
    dated = [m.span() for m in patterns.years.finditer(text)]
    found = []
    for match in patterns.numbers.finditer(text):
        start, end = match.span()
        within = any(first <= start < last for first, last in dated)
        before = patterns.before.search(text, max(start - _LONGEST_MONTH, 0), start)
        if not (within or before or patterns.after.match(text, end)):
            found.append(match[0])
    return found + patterns.in_words.findall(text)


def figure_words(
    entity: Entity, texts: Sequence[str], patterns: FigurePatterns, *seed: str | int
) -> Words | None:
    """Return other dates or numbers of the same shape, none of which the texts hold."""
    draws = Draws(*seed)
    joined = "\n".join(texts)
    if entity.subkind == "year":
        # By whole decades where the texts tell of those.
        return _years(entity, joined, 10 if patterns.decades.search(joined) else 1, draws)
    form, draw = entity.forms[0], _day if entity.subkind == "day" else _number
    drawn = (draw(form, patterns, draws) for _ in range(_FARTHEST))
    new = choose(each for each in drawn if each != form and each not in joined)
    return None if new is None else {form: new}


def _years(entity: Entity, texts: str, step: int, draws: Draws) -> Words | None:
    """Move all years by the same number of years, a multiple of a step, the nearer the better."""
    held = {int(m) for m in re.findall(r"(?<!\d)\d{3,4}(?!\d)", texts)}
    numbers = {int(m) for form in entity.forms for m in re.findall(r"\d{3,4}", form)}
    near = [step * n * sign for n in range(1, 10 if step == 1 else 4) for sign in (1, -1)]
    far = [step * n * sign for n in range(4, _FARTHEST) for sign in (-1, 1)]
    good = [
        move
        for move in dict.fromkeys([*draws.shuffled([m for m in near if abs(m) > 1]), *far])
        if all(n + move not in held for n in numbers)
        and (move < 0 or max(numbers) + move <= _LATEST)
    ][:CHOICES]
    if len(good) < CHOICES:
        return None
    return {form: tuple(_moved(form, move) for move in good) for form in entity.forms}


def _moved(form: str, move: int) -> str:
    if span := re.fullmatch(r"(\d{4})([–/-])(\d{2}(?:\d{2})?)(\D*)", form):
        first, mark, last, unit = span.groups()
        end = int(first[: 4 - len(last)] + last)
        return f"{int(first) + move}{mark}{str(end + move)[-len(last) :]}{unit}"
    return re.sub(r"\d{3,4}", lambda year: str(int(year[0]) + move).zfill(len(year[0])), form)


def _day(form: str, _: FigurePatterns, draws: Draws) -> str:
    """Draw another day of the same month, of as many digits."""
    pattern = r"\d{1,2}(?=[日号])" if "月" in form else r"\d{1,2}"
    ends = {1: (1, 9), 2: (10, 28)}
    return re.sub(pattern, lambda day: str(draws.between(*ends[len(day[0])])), form)


def _number(form: str, patterns: FigurePatterns, draws: Draws) -> str:
    if not (form[0].isascii() and form[0].isdecimal()):
        return re.sub("|".join(patterns.digits), lambda _: draws.choice(patterns.digits), form)
    round_number = len(form) > _FEW_DIGITS and form.isdecimal() and form.endswith("00")
    drawn = form.rstrip("0") if round_number else form
    new = re.sub(r"\d", lambda digit: str(draws.between(0 if digit.start() else 1, 9)), drawn)
    return new + form[len(drawn) :]
