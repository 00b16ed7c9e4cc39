"""Contents of many kinds, each with the headings that the chapters have in the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.text.prose.made_books import (
    CHINESE_TITLES,
    NUMERALS,
    ORDINALS,
    ROMAN,
    SPELLED,
    TITLES,
    led,
    lines,
)

Entry = Callable[[int, str], str]
"""Writes an entry, or a heading, by its place from 0 and its title."""


class Contents(NamedTuple):
    """A list as it is printed, and the headings of what it lists."""

    printed: str
    headings: Sequence[str]


def _headed(entries: Sequence[str], headings: Sequence[str], between: str = "\n") -> Contents:
    return Contents("CONTENTS\n\n\n" + between.join(entries), headings)


def _pages(entry: str, page: int) -> str:
    return f"    {entry:<60}{page:>4}"


SYNOPSES = lines(
    lambda n, t: (
        f"CHAPTER {ROMAN[n]}. {t}—The Miller’s Daughter—A Quarrel at\nMarket {n + 1}—Of Lamps and"
        f" Oil—The Carrier’s {ORDINALS[n]} Tale—Night on the Fen"
    )
)
SENTENCES = lines(
    lambda n, _: (
        f"CHAPTER {ROMAN[n]}.\n\nThe author tells of the mill and of his father. He leaves home"
        f" with {n + 2} carriers\nand is robbed at the bridge. What he saw in the harbour, and how"
        " he\ncame to sleep in a boat."
    )
)
NESTED = [
    "BOOK I. THE RIVER",
    *(f"CHAPTER {n}. {t}" for n, t in zip(ROMAN[:4], TITLES, strict=False)),
    "BOOK II. THE SEA",
    *(f"CHAPTER {n}. {t}" for n, t in zip(ROMAN[:4], TITLES[4:], strict=True)),
]
NESTED_HEADINGS = [
    "BOOK I\n",
    *(f"CHAPTER {n}" for n in ROMAN[:4]),
    "BOOK II\n",
    *(f"CHAPTER {n}" for n in ROMAN[:4]),
]
CHAPTERS = lines(lambda n, t: f"CHAPTER {ROMAN[n]}\n{t.upper()}")

ENGLISH = {
    "capitals": _headed(lines(lambda n, t: f"CHAPTER {ROMAN[n]}. {t}"), CHAPTERS),
    "numbers alone": _headed(
        lines(lambda n, _: f" Chapter {n + 1}"), [f"Chapter {n}" for n in range(1, 9)]
    ),
    "small numerals and dashes": _headed(
        lines(lambda n, t: f"Chapter {ROMAN[n].lower()} -- {t}"),
        lines(lambda n, _: f"Chapter {ROMAN[n].lower()}"),
    ),
    "small numerals by themselves": _headed(
        lines(lambda n, t: f"{ROMAN[n].lower()}. {t}"),
        lines(lambda n, t: f"{ROMAN[n].lower()}. {t}"),
    ),
    "numerals by themselves": _headed(
        lines(lambda n, t: f" {ROMAN[n]} {t}"), lines(lambda n, t: f"{ROMAN[n]}.\n{t}")
    ),
    "figures": _headed(lines(lambda n, t: f"{n + 1}. {t}"), lines(lambda n, t: f"{n + 1}. {t}")),
    "leaders": _headed(lines(lambda n, t: led(t, 3 + 14 * n)), [t.upper() for t in TITLES]),
    "chapters and leaders": _headed(
        lines(lambda n, t: f"Chapter {n + 1}: {t} {'.' * 20} {9 * n + 2}"),
        lines(lambda n, t: f"Chapter {n + 1}: {t}"),
    ),
    "pages": _headed(
        [f"{'PAGE':>68}", *lines(lambda n, t: _pages(t, 3 + 14 * n))],
        [t.upper() for t in TITLES],
        "\n\n",
    ),
    "pages under chapters": _headed(
        lines(
            lambda n, t: f"{f'CHAPTER {ROMAN[n]}.':^60}\n\n{_pages(t.upper() + ',', 3 + 14 * n)}"
        ),
        lines(lambda n, _: f"CHAPTER {ROMAN[n]}."),
        "\n\n\n",
    ),
    "letters": _headed(
        lines(lambda n, t: f"LETTER {ROMAN[n]}. {t}"), lines(lambda n, _: f"LETTER {ROMAN[n]}")
    ),
    "cantos": _headed(
        lines(lambda n, t: f"Canto {ROMAN[n]}--{t}"), lines(lambda n, _: f"CANTO {ROMAN[n]}.")
    ),
    "books and chapters": _headed(NESTED, NESTED_HEADINGS),
    "books apart": _headed(NESTED, NESTED_HEADINGS, "\n\n"),
    "acts and scenes": _headed(
        ["ACT I", "  Scene I. A mill.", "  Scene II. The bridge.", "ACT II", "  Scene I. A heath."],
        ["ACT I\n", "SCENE I. A mill.", "SCENE II. The bridge.", "ACT II\n", "SCENE I. A heath."],
    ),
    "titles alone": _headed(lines(lambda _, t: f" {t}"), [t.upper() for t in TITLES]),
    "titles apart": _headed(lines(lambda _, t: t.upper()), [t.upper() for t in TITLES], "\n\n"),
    "number words": _headed(
        lines(lambda n, t: f"CHAPTER {SPELLED[n].upper()} {t.upper()}"),
        lines(lambda n, _: f"CHAPTER {SPELLED[n].upper()}"),
    ),
    "ordinals before": _headed(
        lines(lambda n, t: f"THE {ORDINALS[n].upper()} BOOK. {t}"),
        lines(lambda n, _: f"THE {ORDINALS[n].upper()} BOOK."),
    ),
    "ordinals behind": _headed(
        lines(lambda n, t: f"Book the {ORDINALS[n]}--{t}"),
        lines(lambda n, _: f"BOOK THE {ORDINALS[n].upper()}"),
    ),
    "staves": _headed(
        lines(lambda n, t: f"Stave  {ROMAN[n]:>4}: {t}"),
        lines(lambda n, t: f"STAVE {ROMAN[n]}:  {t.upper()}"),
    ),
    "synopses with dashes": _headed(SYNOPSES, lines(lambda n, _: f"CHAPTER {ROMAN[n]}."), "\n\n"),
    "synopses in sentences": _headed(SENTENCES, lines(lambda n, _: f"CHAPTER {ROMAN[n]}."), "\n\n"),
    "a preface and an epilogue": _headed(
        ["PREFACE", *lines(lambda n, t: f"Chapter {n + 1}. {t}"), "EPILOGUE"],
        ["PREFACE", *lines(lambda n, _: f"Chapter {n + 1}"), "EPILOGUE"],
    ),
    "spaced heading": Contents(
        "C O N T E N T S\n\n" + "\n".join(lines(lambda n, t: f"CHAP. {ROMAN[n]}. {t}")),
        lines(lambda n, _: f"CHAP. {ROMAN[n]}."),
    ),
    "table": Contents(
        "_Table of Contents._\n" + "\n".join(lines(lambda n, t: f"Part {ROMAN[n]}: {t}")),
        lines(lambda n, _: f"Part {ROMAN[n]}"),
    ),
    "volume": Contents(
        "CONTENTS OF THE FIRST VOLUME.\n\n"
        + "\n\n".join(lines(lambda n, t: f"CHAPTER {ROMAN[n]}.\n{t}.")),
        lines(lambda n, _: f"CHAPTER {ROMAN[n]}."),
    ),
    "no heading": Contents("\n".join(lines(lambda n, t: f"CHAPTER {ROMAN[n]}. {t}")), CHAPTERS),
    "leaders without heading": Contents(
        "\n".join(lines(lambda n, t: led(t, 3 + 14 * n))), [t.upper() for t in TITLES]
    ),
}

OTHER_ENGLISH: dict[str, tuple[Entry, Entry]] = {
    "numbers, titles and pages": (
        lambda n, t: f"{ROMAN[n] + '.':>6} {t.upper():<50}{9 * n + 1:>3}",
        lambda n, t: f"{ROMAN[n]}.\n\n{t.upper()}",
    ),
    "pages in numerals": (lambda n, t: led(t, ROMAN[n].lower()), lambda _, t: t.upper()),
    "capital letters": (lambda n, t: f"{'ABCDEFGH'[n]}. {t}", lambda n, t: f"{'ABCDEFGH'[n]}. {t}"),
    "italics": (lambda n, t: f"_Chapter {n + 1}._ {t}", lambda n, _: f"_Chapter {n + 1}._"),
    "links": (lambda n, t: f"- [{t}](#{n})", lambda _, t: f"## {t}"),
    "numbered links": (lambda n, t: f"{n + 1}. [{t}](#c{n})", lambda n, t: f"# {n + 1}. {t}"),
    "stars": (lambda n, t: f"* Chapter {n + 1}: {t}", lambda n, t: f"Chapter {n + 1}: {t}"),
    "pages first": (lambda n, t: f"{9 * n + 3:>4}  {t}", lambda _, t: t.upper()),
    "tabs": (lambda n, t: f"{t}\t{9 * n + 3}", lambda _, t: t.upper()),
    "quotations": (lambda _, t: f"“{t}”", lambda _, t: f"“{t.upper()}”"),
    "essays": (lambda n, t: f"Essay {ROMAN[n]}.--Of {t}", lambda n, _: f"ESSAY {ROMAN[n]}."),
    "days": (
        lambda n, t: f"The {ORDINALS[n]} Day: {t}",
        lambda n, _: f"THE {ORDINALS[n].upper()} DAY",
    ),
    "authors": (lambda _, t: f"{t:<40} Ann Lee", lambda _, t: f"{t.upper()}\n\nBy Ann Lee"),
    "small letters": (
        lambda n, t: f"chapter {n + 1}: {t.lower()}",
        lambda n, t: f"chapter {n + 1}: {t.lower()}",
    ),
    "sections": (lambda n, t: f"§ {n + 1}. {t}", lambda n, _: f"§ {n + 1}."),
    "parts of chapters": (
        lambda n, t: f"CHAPTER {ROMAN[n]}\n{t}\n    1. Of the lamp\n    2. Of the oil",
        lambda n, _: f"CHAPTER {ROMAN[n]}",
    ),
    "long titles": (
        lambda n, t: (
            f"CHAPTER {ROMAN[n]}. In which the miller, being out of oil, goes to {t.lower()}\n"
            f"   and finds {n + 2} at home"
        ),
        lambda n, _: f"CHAPTER {ROMAN[n]}",
    ),
}
ENGLISH |= {
    name: _headed(lines(entry), lines(heading)) for name, (entry, heading) in OTHER_ENGLISH.items()
}

_CHINESE_CHAPTERS = lines(lambda n, t: f"第{NUMERALS[n]}回 {t}　{t[::-1]}", CHINESE_TITLES)
CHINESE = {
    "chapters": Contents("目录\n" + "\n".join(_CHINESE_CHAPTERS), _CHINESE_CHAPTERS),
    "chapters, apart": Contents("目　录\n\n" + "\n\n".join(_CHINESE_CHAPTERS), _CHINESE_CHAPTERS),
    "no heading": Contents("\n".join(_CHINESE_CHAPTERS), _CHINESE_CHAPTERS),
    "pages": Contents(
        "目　次\n"
        + "\n".join(lines(lambda n, t: f"第{NUMERALS[n]}章 {t}……{9 * n + 3}", CHINESE_TITLES)),
        lines(lambda n, t: f"第{NUMERALS[n]}章 {t}", CHINESE_TITLES),
    ),
    "figures": Contents(
        "章节目录\n" + "\n".join(lines(lambda n, t: f"第{n + 1}章　{t}", CHINESE_TITLES)),
        lines(lambda n, t: f"第{n + 1}章　{t}", CHINESE_TITLES),
    ),
    "volumes": Contents(
        "总目\n卷一 风起\n"
        + "\n".join(lines(lambda n, t: f"第{NUMERALS[n]}章 {t}", CHINESE_TITLES[:4]))
        + "\n卷二 云涌\n"
        + "\n".join(lines(lambda n, t: f"第{NUMERALS[n]}章 {t}", CHINESE_TITLES[4:])),
        [
            "卷一 风起\n",
            *lines(lambda n, t: f"第{NUMERALS[n]}章 {t}", CHINESE_TITLES[:4]),
            "卷二 云涌\n",
            *lines(lambda n, t: f"第{NUMERALS[n]}章 {t}", CHINESE_TITLES[4:]),
        ],
    ),
    "a foreword and an end": Contents(
        "目錄\n序\n楔子\n" + "\n".join(_CHINESE_CHAPTERS) + "\n尾声\n后记",
        ["序", "楔子", *_CHINESE_CHAPTERS, "尾声", "后记"],
    ),
    "titles alone": Contents("目录\n" + "\n".join(CHINESE_TITLES), CHINESE_TITLES),
    "numbered titles": Contents(
        "目录\n" + "\n".join(lines(lambda n, t: f"{NUMERALS[n]}、{t}", CHINESE_TITLES)),
        lines(lambda n, t: f"{NUMERALS[n]}、{t}", CHINESE_TITLES),
    ),
}

OTHER_CHINESE: dict[str, tuple[str, Entry]] = {
    "sections": ("目　　录", lambda n, t: f"第{NUMERALS[n]}节　{t}"),
    "brackets": ("【目录】", lambda n, t: f"【第{NUMERALS[n]}章】{t}"),
    "numbers in brackets": ("目录", lambda n, t: f"（{NUMERALS[n]}）{t}"),
    "zeros": ("目录：", lambda n, t: f"第00{n + 1}章 {t}"),
    "wide figures": ("目录", lambda n, t: f"第{'１２３４５６７８'[n]}章：{t}"),
    "volumes in the line": ("《旧事》目录", lambda n, t: f"第一卷 第{NUMERALS[n]}章 {t}"),
    "traditional": ("目錄", lambda n, t: f"第{NUMERALS[n]}節 {t}"),
    "indented": ("　　目录", lambda n, t: f"　　第{NUMERALS[n]}章 {t}"),
    "two lines": ("目录", lambda n, t: f"第{NUMERALS[n]}回\n{t}　{t[::-1]}"),
}
CHINESE |= {
    name: Contents(
        "\n".join([heading, *lines(entry, CHINESE_TITLES)]), lines(entry, CHINESE_TITLES)
    )
    for name, (heading, entry) in OTHER_CHINESE.items()
}
