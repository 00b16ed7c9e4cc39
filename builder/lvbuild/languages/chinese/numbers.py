"""What Chinese texts measure in several words: money, days of the week, hours, frost."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from lvbuild.languages.numerals import FIGURES, hour_of_day

_MONEY = re.compile(r"¥([0-9]+(?:\.[0-9]+)?)元?")
_YUAN = re.compile(r"(?:块钱|块(?![㐀-鿿])|圆(?![㐀-鿿]))(?:(?<=[0-9]块钱)|(?<=[0-9][块圆]))")
_WEEKDAY = re.compile(r"周(?<![0-9两]周)(?=(?:[1-6]|日|天)(?![0-9次个天年月回遍场轮期]))")
_HOUR = re.compile(r"时(?<=[0-9]时)(?<![0-9]{3}时)(?![候间代期刻段空])|点钟(?<=[0-9]点钟)")
_EARLY, _LATE = "上午 早上 早晨 清晨 凌晨".split(), "中午 下午 午后 傍晚 晚上 晚间".split()
_CLOCK = re.compile(
    rf"(?P<half>{'|'.join(_EARLY + _LATE)})?(?<![0-9.:])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?:点(?:(?P<minutes>[0-5]?[0-9]|半)分?(?![0-9]))?|:(?P<colon>[0-5][0-9])(?![0-9:]))"
)
_ERA = re.compile("公元(?=前?[0-9])")
_FROST = re.compile(r"0下([0-9]+(?:\.[0-9]+)?)(?:度|°c?)")


def rewrite_measures(text: str) -> str:
    """Return a text, its numbers in digits, whose measures are in one form.

    Money is in 元, days of the week are 星期, hours 点, degrees below zero those of Celsius.
    """
    text = _YUAN.sub("元", _MONEY.sub(r"\1元", text))
    text = _WEEKDAY.sub("星期", text.replace("礼拜", "星期")).replace("星期天", "星期日")
    text = _CLOCK.sub(_time, _HOUR.sub("点", text)).replace("西元", "公元")
    return _FROST.sub(r"0下\1°c", _ERA.sub("", text))


def _time(found: re.Match[str]) -> str:
    """Return a time as one of 24 hours."""
    hour, minutes = int(found["hour"]), found["minutes"] or found["colon"]
    if half := found["half"]:
        hour = hour_of_day(hour, late=half not in _EARLY)
    return f"{hour}点{30 if minutes == '半' else int(minutes or 0) or ''}"


_DIGITS = str.maketrans("零〇一二两三四五六七八九", "001223456789")
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "亿": 10**8}
_TENS = str.maketrans({"廿": "二十", "卅": "三十"})
_FINANCIAL = str.maketrans("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千")
_LONGEST = 40

_ONE = "一二三四五六七八九"
NUMERALS = f"〇零{_ONE}十百千万亿廿卅两"
"""Chinese numerals as they are folded."""

_NUMBER = re.compile(
    f"[统唯0-9{NUMERALS}][0-9{NUMERALS}]*"
    rf"(?:(?:\.[0-9]+|点[〇零{_ONE}]+(?![〇零{_ONE}十百0-9分]))[十百千万亿]*)?"
)
_WRITTEN_LONG = re.compile("[壹贰叁肆伍陆柒捌玖][拾佰仟万亿][零壹贰叁肆伍陆柒捌玖拾佰仟万亿]*")
_DECIMALS = r"(?:\.[0-9]+)?"
_FIGURES = f"[0-9]+{_DECIMALS}"
_PLAIN = re.compile(_FIGURES)
_POSITIONAL = re.compile(rf"[〇零{_ONE}]{{2,}}")
_SECTION = re.compile(
    rf"(?:(?P<千>[{_ONE}两]{_DECIMALS}|{_FIGURES})千)?[零〇]?"
    rf"(?:(?P<百>[{_ONE}两]{_DECIMALS}|{_FIGURES})百)?[零〇]?"
    rf"(?:(?P<十>[{_ONE}]{_DECIMALS}|{_FIGURES}|)十)?[零〇]?"
    rf"(?P<个>[{_ONE}]{_DECIMALS}|{_FIGURES}|两)?"
)
_UNITS = {"平方公里": "平方千米", "公里": "千米", "公斤": "千克", "公分": "厘米",
          "km": "千米", "kg": "千克", "kw": "千瓦", "cm": "厘米", "mm": "毫米"}  # fmt: skip
_UNIT = {
    unit: re.compile(f"{unit}(?:(?<=[0-9{NUMERALS}]{unit})|(?<= {unit}))(?![a-z])")
    for unit in _UNITS
}
_SPACE_BEFORE_UNIT = re.compile(" (?=[千厘毫])")
_DATE = re.compile(
    r"(?<![0-9])([12][0-9]{3})([-/.])(0?[1-9]|1[0-2])\2(0?[1-9]|[12][0-9]|3[01])(?![0-9])"
)
_DAY = re.compile(r"月([0-9]{1,2})号")
_LEADING_ZERO = re.compile(r"0(?<![0-9.]0)(?=[1-9][月日])")
_FRACTION = re.compile(r"(?<![0-9.])([0-9]+)分之([0-9]+)")
_PER_CENT = re.compile(r"百分之([0-9]+(?:\.[0-9]+)?)")


def rewrite_numbers(text: str) -> str:
    """Return a folded text whose numbers are in digits; what is no one number stays as it is."""
    if "-" in text or "/" in text:
        text = _DATE.sub(r"\1年\3月\4日", text)
    for unit, pattern in _UNIT.items():
        if unit in text:
            text = _SPACE_BEFORE_UNIT.sub("", pattern.sub(_UNITS[unit], text))
    text = _WRITTEN_LONG.sub(lambda found: found[0].translate(_FINANCIAL), text)
    text = _NUMBER.sub(lambda found: _figures(found[0]), text)
    text = _LEADING_ZERO.sub("", _DAY.sub(r"月\1日", text))
    text = _FRACTION.sub(r"\2/\1", _PER_CENT.sub(r"\1%", text))
    return text.replace("摄氏度", "°c")


@lru_cache(maxsize=100_000)
def _figures(run: str) -> str:
    if len(run) > _LONGEST:
        return run
    if run[0] in "统唯":
        start = 2 if run[1:2] == "一" else 1
        return run[:start] + (_figures(run[start:]) if run[start:] else "")
    if run.endswith("两") and len(run) > 1:
        return f"{_figures(run[:-1])}两"
    if _PLAIN.fullmatch(run):
        return run
    whole, point, decimals = run.translate(_TENS).partition("点")
    digits = decimals.rstrip("十百千万亿")
    written = f"{whole}.{digits.translate(_DIGITS)}{decimals[len(digits) :]}" if point else whole
    if _POSITIONAL.fullmatch(whole) and not point:
        return whole.translate(_DIGITS)
    value = _value(written)
    if value is None and written.endswith("千") and (thousands := _value(written[:-1])):
        value = thousands * 1000
    return run if value is None else format(value.normalize(), "f")


def _value(run: str, scale: str = "亿万") -> Decimal | None:
    """Return the value of a numeral; None where it is none, as 三四百 or 百 alone."""
    if not scale:
        return _section(run)
    head, unit, tail = run.rpartition(scale[0])
    if not unit:
        return _value(run, scale[1:])
    high = _value(head, scale)
    low: Decimal | None = Decimal(0)
    if len(tail) == 1 and tail in _ONE:  # 三万五 is 35000, 三万零五 30005
        low = Decimal(tail.translate(_DIGITS)) * _LARGE[unit] / 10
    elif tail:
        low = _value(tail.lstrip("零〇"), scale[1:])
    return None if high is None or low is None else high * _LARGE[unit] + low


def _section(run: str) -> Decimal | None:
    """Return the value of a numeral below 万, such as 一百零五, 二百五 or 3千."""
    found = _SECTION.fullmatch(run)
    if not run or found is None:
        return None
    total = Decimal(0)
    for unit, times in _SMALL.items():
        if found[unit] is not None:
            total += Decimal(found[unit].translate(_DIGITS) or 1) * times
    if last := found["个"]:
        before = run[-len(last) - 1 : -len(last)]
        total += Decimal(last.translate(_DIGITS)) * (_SMALL.get(before, 10) // 10)
    return total


_WRITTEN = r"[〇零○一二三四五六七八九十百千万亿两萬億兩廿卅壹贰貳叁肆伍陆陸柒捌玖拾佰仟\d]"
_MINUTES = rf"(?:半|{_WRITTEN}+分?)?"
NUMERAL = re.compile(
    rf"[百千万萬]分之(?={_WRITTEN})|(?P<whole>(?:{FIGURES}(?: ?[万亿萬億])?|{_WRITTEN})"
    rf"(?:{_WRITTEN}|(?:(?<=\d)[.,:/：．]|(?<={_WRITTEN})[点點])(?={_WRITTEN})|分之(?={_WRITTEN}))*"
    rf"(?:年代|世[纪紀]|月|(?<!\d{{3}})日|(?:(?<=月.)|(?<=月..)|(?<=月...))[号號]|[点點时時](?![候期代间間刻段空]){_MINUTES})?)"
)
"""A number in digits or numerals, a time of day, or a year, month or day of a date.

What a percentage counts is a number of its own, with 百分之 before it as with % behind it.
"""
