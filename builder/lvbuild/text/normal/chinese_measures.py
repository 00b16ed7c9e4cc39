"""What Chinese texts measure in several words: money, days of the week, hours, frost."""

from __future__ import annotations

import re

_MONEY = re.compile(r"¥([0-9]+(?:\.[0-9]+)?)元?")
_YUAN = re.compile(r"(?:块钱|块(?![㐀-鿿])|圆(?![㐀-鿿]))(?:(?<=[0-9]块钱)|(?<=[0-9][块圆]))")
_WEEKDAY = re.compile(r"周(?<![0-9两]周)(?=(?:[1-6]|日|天)(?![0-9次个天年月回遍场轮期]))")
_HOUR = re.compile(r"时(?<=[0-9]时)(?<![0-9]{3}时)(?![候间代期刻段空])|点钟(?<=[0-9]点钟)")
_FROST = re.compile(r"0下([0-9]+(?:\.[0-9]+)?)(?:度|°c?)")


def rewrite_measures(text: str) -> str:
    """Return a text, its numbers in digits, whose measures are in one form.

    Money is in 元, days of the week are 星期, hours 点, degrees below zero those of Celsius.
    """
    text = _YUAN.sub("元", _MONEY.sub(r"\1元", text))
    text = _WEEKDAY.sub("星期", text.replace("礼拜", "星期")).replace("星期天", "星期日")
    return _FROST.sub(r"0下\1°c", _HOUR.sub("点", text))
