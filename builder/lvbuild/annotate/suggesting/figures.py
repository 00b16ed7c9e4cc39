"""Dates and numbers: the numerals of texts, what they are bound to, others of the same shape."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from itertools import chain, combinations

from lvbuild.annotate.suggesting.entities import Entity, Words, choose
from lvbuild.annotate.suggesting.vocabulary import Vocabulary
from lvbuild.core.seeds import Draws
from lvbuild.text.counting import count

_FIRST, _LATEST = 1000, 2020
_FARTHEST = 9
_TRIES = 60
_FEW, _ALIKE = 12, 0.05
"""The most that may count what texts list, and how much nearly equal numbers differ."""
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
    held, told = set[float](), lists.patterns
    for text in texts:
        folded = lists.fold(text)
        held.update(map(_value, _NUMBER.findall(folded)))
        days |= {text[slice(*day.span())]: None for day in told["day"].finditer(folded)}
        for numeral in lists.language.numeral.finditer(folded):
            start, end = numeral.span("whole")
            year, number = (told[each].match(folded, max(start, 0)) for each in ("year", "number"))
            before = folded[max(start - _NEAR, 0) : max(start, 0)]
            if start < 0:
                continue
            if year and year.end() >= end:
                years[text[start : year.end()]] = None
            elif number and number.end() >= end and not told["before no number"].search(before):
                counted[text[start : number.end()]] = None
    held.discard(0.0)
    made = {round(r, 3) for a, b in combinations(sorted(held), 2) for r in (a + b, b - a)}
    numbers = [
        Entity("number", (form,), "number")
        for form in counted
        if (value := _value(form)) > _FEW
        and value not in made
        and not any(abs(each - value) <= _ALIKE * value for each in held - {value})
    ]
    found = [Entity("date", tuple(years), "year")] if years else []
    return [*found, *(Entity("date", (day,), "day") for day in days), *numbers]


def figure_words(
    entity: Entity, texts: Sequence[str], answers: Sequence[str], lists: Vocabulary, draws: Draws
) -> Words | None:
    """Return other dates or numbers of the same shape, none of which the texts hold.

    A number is all of an answer but its unit, and counts the same wherever it stands. Others are
    left alone, and it stays between the same numbers of the texts. Dates stay where texts count by
    eras, by the moon or by days of the week.
    """
    joined, [form, *_] = "\n".join(texts), entity.forms
    is_date, held = entity.kind == "date", set[float]()
    folded = lists.fold(joined) if is_date else joined
    if is_date and lists.patterns["eras"].search(folded):
        return None
    if entity.sort == "year":
        return _years(entity, folded, "\n".join(answers), lists, draws)
    if not is_date:
        if not _counts_one_thing(form, joined, answers, lists):
            return None
        held = {_value(each) for each in _NUMBER.findall(joined)}
    edges = sorted(held - {_value(form)})
    drawn = (_day(form, draws) if is_date else _number(form, draws) for _ in range(_TRIES))
    new = choose(
        each
        for each in drawn
        if not re.search(rf"(?<!\d){re.escape(each)}(?!\d)", joined)
        and _value(each) not in held
        and bisect(edges, _value(each)) == bisect(edges, _value(form))
    )
    return None if new is None else {form: new}


def _value(form: str) -> float:
    """Return the value of the digits of a form."""
    found = _NUMBER.search(form)
    return float(found[0].replace(",", "")) if found else 0.0


def _counts_one_thing(form: str, texts: str, answers: Sequence[str], lists: Vocabulary) -> bool:
    """Tell whether a number is an answer's, with the same behind it wherever it stands."""
    rests = (each.replace(form, "", 1) for each in answers if form in each)
    short = any(count(rest, lists.language.unit) <= _BESIDE for rest in rests)
    behind = re.findall(rf"(?<![\d.,]){re.escape(form)}(?![\d.,]\d|\d)[ -]?(\w?)", texts)
    return short and len({each for each in behind if each}) <= 1


def _years(
    entity: Entity, folded: str, answers: str, lists: Vocabulary, draws: Draws
) -> Words | None:
    """Move all years by the same number of few years, which keeps what spans them.

    Decades stay, and so does what is within one, before it or after.
    Where events of the world date the texts, or no such number is free, the answer's alone move,
    with those of its sentences that tell of no event, between the years that stay. All stay where
    texts tell of games.
    """
    told = lists.patterns
    forms = {form: [year for _, year in _years_in(form)] for form in entity.forms}
    decades = {form for form in forms if told["decade"].search(form)}
    ends = {year + many for form in decades for year in forms.pop(form) for many in (0, 10)}
    if not forms or told["games"].search(folded):
        return None
    held = {int(m) for m in re.findall(r"(?<!\d)\d{3,4}(?!\d)", folded)}
    one_century = told["century"].search(folded) is not None

    def moves(moved: dict[str, list[int]], *, apart: bool) -> tuple[str, ...] | None:
        """Return by how many years some forms may move, `apart` from the years that do not."""
        years = {year for each in moved.values() for year in each}
        edges = sorted(held - years | ends if apart else ends)
        shuffled = draws.shuffled([m * sign for m in range(2, _FARTHEST) for sign in (1, -1)])
        return choose(
            str(move)
            for move in sorted(shuffled, key=abs)
            if held.isdisjoint(year + move for year in years)
            and (move < 0 or max(years) + move <= _LATEST)
            and all(bisect(edges, year) == bisect(edges, year + move) for year in years)
            and all(len(_moved(form, move)) == len(form) for form in moved)
            and not (one_century and any((y - 1) // 100 != (y + move - 1) // 100 for y in years))
        )

    events, chosen, said = told["events"], None, _SENTENCE.split(folded)
    bound = {f for each in said if events.search(each) for f in forms if f in each}
    beside = [each for each in said if any(f in answers and f in each for f in forms)]
    near = {f for f in forms if any(f in each for each in beside)} - bound
    asked = {f: forms[f] for f in forms if f in near and any(each in answers for each in near)}
    rest = {*forms} - {*asked}
    if not events.search(folded):
        chosen = moves(forms, apart=False)
    if (
        chosen is None
        and asked
        and {*chain(*asked.values())}.isdisjoint(year for form in rest for year in forms[form])
    ):
        forms, chosen = asked, moves(asked, apart=True)
    shuffled = draws.shuffled(list(map(int, chosen or ())))
    return (
        {form: tuple(_moved(form, move) for move in shuffled) for form in forms} if chosen else None
    )


def _years_in(form: str) -> list[tuple[re.Match[str], int]]:
    """Return the years of a form; of a range's end of two digits the century is the beginning's."""
    found: list[tuple[re.Match[str], int]] = []
    for number in re.finditer(r"\d+", form):
        century = found[-1][1] // 100 * 100 if len(number[0]) < 3 and found else 0
        found.append((number, century + int(number[0])))
    return found


def _moved(form: str, move: int) -> str:
    """Return a form with its years moved; longer where the end of a range leaves the century."""
    found = _years_in(form)
    for number, year in reversed(found):
        short = len(number[0]) < 3 and (year + move) // 100 == (found[0][1] + move) // 100
        digits = str(year + move)[-2:] if short else str(year + move)
        form = form[: number.start()] + digits + form[number.end() :]
    return form


def _day(form: str, draws: Draws) -> str:
    """Draw another day of the same month, of as many digits."""
    pattern = r"\d{1,2}(?=[日号號])" if "月" in form else r"\d{1,2}"
    ends = {1: (1, 9), 2: (10, 28)}
    return re.sub(pattern, lambda day: str(draws.between(*ends[len(day[0])])), form)


def _number(form: str, draws: Draws) -> str:
    """Draw a number near by, of as many digits, with as many noughts behind."""
    digits = re.sub(r"\D", "", form)
    step = 10 ** (len(digits) - len(digits.rstrip("0")))
    least = 0 if digits.startswith("0") else 10 ** (len(digits) - 1)
    low = max(int(int(digits) * _LESS), least) // step
    high = min(int(int(digits) * _MORE), 10 ** len(digits) - 1) // step
    new = iter(f"{draws.between(low, high) * step:0{len(digits)}}")
    return re.sub(r"\d", lambda _: next(new), form)
