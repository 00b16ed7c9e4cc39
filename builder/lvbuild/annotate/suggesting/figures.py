"""Years and numbers: the numerals of texts, what they are bound to, others of the same shape."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Texts, Words
from lvbuild.annotate.suggesting.vocabulary import Vocabulary
from lvbuild.core.seeds import Draws
from lvbuild.text.counting import count

_LATEST, _FARTHEST, _TRIES = 2020, 9, 60
_FEW, _ALIKE, _LESS, _MORE, _NEAR, _BESIDE = 12, 0.05, 0.7, 1.35, 12, 3
"""The most that may count what texts list; how much nearly equal numbers differ; how much of a
number another is, at least and at most; characters before it, and units beside it in an answer."""
_SENTENCE = re.compile(r"(?<=[.。！？!?])\s|\n|(?<=[。！？])")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def find_figures(texts: Sequence[str], lists: Vocabulary) -> list[Entity]:
    """Return the years of texts, as one entity, and numbers that nothing beside them binds."""
    years, counted = dict[str, None](), dict[str, None]()
    stays, told = set[float](), lists.patterns
    for text in texts:
        folded = lists.fold(text)
        for numeral in lists.language.numeral.finditer(folded):
            start, end = numeral.span("whole")
            year, number = (told[each].match(folded, max(start, 0)) for each in ("year", "number"))
            before = told["before no number"].search(folded[max(start - _NEAR, 0) : max(start, 0)])
            if start >= 0 and year and year.end() >= end:
                years[text[start : year.end()]] = None
            elif start >= 0 and number and number.end() >= end and not before:
                counted[text[start : number.end()]] = None
            else:
                stays.add(_value(numeral[0]))
    numbers = [each for each in counted if _value(each) > _FEW and _value(each) not in stays]
    found = [Entity("date", tuple(years))] if years else []
    return found + [Entity("number", (each,)) for each in numbers]


def figure_words(entity: Entity, texts: Texts, lists: Vocabulary, draws: Draws) -> Words | None:
    """Return other years or numbers of the same shape, none of which the texts hold.

    Years stay where texts count by eras, by the moon or by days of the week. A number is all of an
    answer but its unit, counts one thing and follows from no others; it stays between the same.
    """
    if entity.kind == "date":
        return _years(entity.forms, texts, lists, draws)
    [form, *_], unit = entity.forms, lists.language.unit
    rests = (answer.replace(form, "", 1) for _, answer in texts.asked if form in answer)
    if not any(count(rest, unit) <= _BESIDE for rest in rests):
        return None
    joined = "\n".join(texts.every)
    behind = re.findall(rf"(?<![\d.,]){re.escape(form)}(?![\d.,]\d|\d)[ -]?(\w?)", joined)
    own, held = _value(form), {_value(each) for each in _NUMBER.findall(joined)} - {0.0}
    follows = any(round(own - each, 3) in held or round(own + each, 3) in held for each in held)
    alike = any(0 < abs(own - each) <= _ALIKE * own for each in held)
    if follows or alike or len({*filter(None, behind)}) > 1:
        return None
    edges = sorted(held - {own})
    drawn = dict.fromkeys(_number(form, draws) for _ in range(_TRIES))
    places = {each: bisect(edges, _value(each)) for each in drawn if _value(each) not in held}
    new = tuple(each for each in places if places[each] == bisect(edges, own))[:CHOICES]
    return {form: new} if len(new) == CHOICES else None


def _value(form: str) -> float:
    """Return the value of the digits of a form."""
    found = _NUMBER.search(form)
    return float(found[0].replace(",", "")) if found else 0.0


def _years(every: Sequence[str], texts: Texts, lists: Vocabulary, draws: Draws) -> Words | None:
    """Move all years by the same number of few years, which keeps what spans them.

    Where events of the world date the texts, or no such number is free, those alone move that are
    asked of and that no sentence binds. Decades and centuries stay; all do where games are told of.
    """
    folded, told, asked = lists.fold("\n".join(texts.every)), lists.patterns, texts.said
    forms = {form: {year for _, year in _years_in(form)} for form in every}
    decades = [form for form in forms if told["decade"].search(form)]
    ends = {year + many for form in decades for year in forms.pop(form) for many in (0, 10)}
    ends |= {*range(1, _LATEST, 100)} if told["century"].search(folded) else set()
    held = {int(year) for year in re.findall(r"(?<!\d)\d{3,4}(?!\d)", folded)}

    def moved(own: Sequence[str]) -> Words | None:
        """Move some forms past no year that stays, and no end of a decade or century."""
        years = {year for form in own for year in forms[form]}
        edges = sorted(held - years | ends)

        def keeps(move: int) -> bool:
            new = [year + move for year in years]
            return (
                held.isdisjoint(new)
                and (move < 0 or max(new) <= _LATEST)
                and all(bisect(edges, year) == bisect(edges, year + move) for year in years)
                and all(len(_moved(form, move)) == len(form) for form in own)
            )

        every = draws.shuffled([many * sign for many in range(2, _FARTHEST) for sign in (1, -1)])
        near = [move for move in sorted(every, key=abs) if own and keeps(move)][:CHOICES]
        moves = draws.shuffled(near) if len(near) == CHOICES else ()
        return {form: tuple(_moved(form, move) for move in moves) for form in own if moves} or None

    said = _SENTENCE.split(folded)
    events, spans = ([each for each in said if told[n].search(each)] for n in ("events", "spans"))
    bound = {form for form in forms for each in (*events, *spans) if form in each}
    free = [form for form in forms if form in asked and form not in bound]
    other = {year for form in forms.keys() - {*free} for year in forms[form]}
    if told["games"].search(folded) or told["eras"].search(folded):
        return None
    whole = None if events else moved([*forms])
    return whole or moved([form for form in free if forms[form].isdisjoint(other)])


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


def _number(form: str, draws: Draws) -> str:
    """Draw a number near by, of as many digits, with as many noughts behind."""
    digits = re.sub(r"\D", "", form)
    step = 10 ** (len(digits) - len(digits.rstrip("0")))
    least = 0 if digits.startswith("0") else 10 ** (len(digits) - 1)
    low = max(int(int(digits) * _LESS), least) // step
    high = min(int(int(digits) * _MORE), 10 ** len(digits) - 1) // step
    new = iter(f"{draws.between(low, high) * step:0{len(digits)}}")
    return re.sub(r"\d", lambda _: next(new), form)
