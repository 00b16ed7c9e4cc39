"""Dates and numbers: where they stand in texts, and others of the same shape."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Words
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_YEAR = r"(?<![\d.,:/–])(1\d{3}|20[0-3]\d)"
_YEARS: dict[LanguageCode, re.Pattern[str]] = {
    "en": re.compile(_YEAR + r"(?:(s)\b|([–/]\d{2}(?:\d{2})?)(?!\d)|(?![\w]|[.,:/–]\d))"),
    "zh": re.compile(
        r"(?<![\d.,:/–])[1-9]\d{2}年(?![来來间間后後历歷以的])|"
        + _YEAR
        + r"()([–/]\d{2}(?:\d{2})?(?!\d))?(?!\d|[.,:/]\d|[号号米人元名个])年?"
    ),
}
_DECADES: dict[LanguageCode, re.Pattern[str]] = {
    "en": re.compile(r"\d{3}0s\b"),
    "zh": re.compile(r"\d0年代"),
}
_DAYS: dict[LanguageCode, re.Pattern[str]] = {
    "en": re.compile(rf"\b(?:{_MONTH} \d{{1,2}}|\d{{1,2}} {_MONTH})\b(?!,? ?\d{{4}})"),
    "zh": re.compile(r"(?<!年)(?<!\d)\d{1,2}月\d{1,2}[日号]"),
}
_NUMBERS: dict[LanguageCode, re.Pattern[str]] = {
    "en": re.compile(
        r"(?<![\w.,:/–$£€-])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.,:/–-])(?:\d{2,}(?:\.\d+)?|\d\.\d+)"
    ),
    "zh": re.compile(
        r"(?<![A-Za-z0-9_.,:/–-])(?:(?:\d{1,3}(?:,\d{3})+|\d{2,})(?:\.\d+)?|\d\.\d+)[万亿萬億]?"
        r"|(?<![A-Za-z0-9_.,:/–-])\d(?:[万亿萬億]|[座个個名人位条條层層部集次岁歲米家支艘项項间線线])"
    ),
}
_AFTER_NUMBER = re.compile(r"[A-Za-z_]|[.,:/–-]\d|年|月|日")
_MEASURED = re.compile(
    "(?<![第〇零一二三四五六七八九十百千万亿两年月])[二三四五六七八九十百千]+(?:多)?"
    "(?:个|個|名|座|条|條|位|所|层|層|项|項|种|種|次|家|部|集|人|岁|歲|支|辆|艘|匹|首|届|间|間|类|章|卷|册)"
)
_DIGIT_WORDS = "two three four five six seven eight nine ten eleven twelve".split()
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_DIGIT_WORDS)})\b(?! (?:hundred|thousand|million))")
_ZH_DIGITS = "二三四五六七八九"
_LATEST = 2020
_FARTHEST = 60
_FEW_DIGITS = 2


def find_figures(texts: Sequence[str], language: LanguageCode) -> list[Entity]:
    """Return the years of texts, as one entity, their days and their numbers."""
    years = list(dict.fromkeys(m[0] for text in texts for m in _YEARS[language].finditer(text)))
    found = [Entity("date", tuple(years), "year")] if years else []
    days = dict.fromkeys(m[0] for text in texts for m in _DAYS[language].finditer(text))
    found += [Entity("date", (day,), "day") for day in days]
    numbers = dict.fromkeys(number for text in texts for number in _numbers(text, language))
    return found + [
        Entity("number", (number,), "number")
        for number in numbers
        if not _is_in_name(number, texts)
    ]


def _numbers(text: str, language: LanguageCode) -> list[str]:
    dated = [m.span() for m in _YEARS[language].finditer(text)]
    found = []
    for match in _NUMBERS[language].finditer(text):
        beside = _AFTER_NUMBER.match(text, match.end())
        within = any(start <= match.start() < end for start, end in dated)
        month = language == "en" and _beside_month(text, match.start(), match.end())
        if not (beside or within or month):
            found.append(match[0])
    pattern = _MEASURED if language == "zh" else _NUMBER_WORD
    return found + pattern.findall(text)


def _is_in_name(number: str, texts: Sequence[str]) -> bool:
    """Tell whether texts have an English word for a number with a capital, as names have it."""
    return number in _DIGIT_WORDS and any(
        re.search(rf"\b{number.title()}\b", text) for text in texts
    )


def _beside_month(text: str, start: int, end: int) -> bool:
    before, after = text[max(start - 12, 0) : start], text[end : end + 12]
    return bool(re.search(rf"{_MONTH} $", before) or re.match(rf" {_MONTH}", after))


def figure_words(
    entity: Entity, texts: Sequence[str], language: LanguageCode, *seed: str | int
) -> Words | None:
    """Return other dates or numbers of the same shape, none of which the texts hold."""
    draws = Draws(*seed)
    joined = "\n".join(texts)
    if entity.subkind == "year":
        return _years(entity, joined, language, draws)
    make = _day if entity.subkind == "day" else _number
    made: dict[str, None] = {}
    for _ in range(_FARTHEST):
        new = make(entity.forms[0], draws)
        if new != entity.forms[0] and new not in joined:
            made[new] = None
        if len(made) == CHOICES:
            return {entity.forms[0]: tuple(made)}
    return None


def _years(entity: Entity, texts: str, language: LanguageCode, draws: Draws) -> Words | None:
    """Move all years by the same number of years, by whole decades where texts tell of those."""
    step = 10 if _DECADES[language].search(texts) else 1
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
    def new(match: re.Match[str]) -> str:
        digits = match[0]
        return str(int(digits) + move).zfill(len(digits))

    if re.fullmatch(r"\d{4}[–/]\d{2}.*", form):
        first, mark, last = form[:4], form[4], form[5:]
        end = int(first[: 4 - len(last)] + last) if len(last) < 4 else int(last)
        return f"{int(first) + move}{mark}{str(end + move)[-len(last) :]}"
    return re.sub(r"\d{3,4}", new, form)


def _day(form: str, draws: Draws) -> str:
    """Draw another day of the same month, of as many digits."""

    def new(match: re.Match[str]) -> str:
        return str(draws.between(1, 9) if len(match[0]) == 1 else draws.between(10, 28))

    pattern = r"\d{1,2}(?=[日号])" if "月" in form else r"\d{1,2}"
    return re.sub(pattern, new, form)


def _number(form: str, draws: Draws) -> str:
    if form in _DIGIT_WORDS:
        return draws.choice(_DIGIT_WORDS)
    if not form[0].isascii():
        return re.sub(f"[{_ZH_DIGITS}]", lambda _: draws.choice(_ZH_DIGITS), form)
    first = True

    def new(match: re.Match[str]) -> str:
        nonlocal first
        low, first = (1 if first else 0), False
        return str(draws.between(low, 9))

    if len(form) > _FEW_DIGITS and form.isdecimal() and form.endswith("00"):
        kept = len(form) - len(form.rstrip("0"))
        return re.sub(r"\d", new, form[:-kept]) + form[-kept:]
    return re.sub(r"\d", new, form)
