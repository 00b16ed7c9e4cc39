"""Numbers and names in forms that nobody listed: replaced whole, left whole, or found elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.text.pairs import Kind, Pair
from lvbuild.text.replacing import Replacer

ONES = "one two three four five six seven eight nine".split()
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
MONTHS = "January March May August September December".split()
DIGITS = "零一二三四五六七八九"
CASES = (str, str.upper, str.capitalize)


def in_english(number: int, gap: str, link: str) -> str:
    """Write a number below a million in words, those of one pair of tens and ones with a gap."""
    if number >= 1000:
        rest = f"{link if number % 1000 < 100 else ' '}{in_english(number % 1000, gap, link)}"
        return f"{in_english(number // 1000, gap, link)} thousand{rest if number % 1000 else ''}"
    if number >= 100:
        rest = f"{link}{in_english(number % 100, gap, link)}"
        return f"{ONES[number // 100 - 1]} hundred{rest if number % 100 else ''}"
    if number >= 20:
        return TENS[number // 10 - 2] + (gap + ONES[number % 10 - 1] if number % 10 else "")
    return (*ONES, *TEENS)[number - 1]


def in_chinese(number: int) -> str:
    """Write a number below ten thousand in numerals."""
    text = ""
    for size, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // size % 10
        text += DIGITS[digit] + unit if digit else "零" if text and number % size else ""
    return text.replace("零零", "零").removeprefix("一十" if number < 20 else "\x00") or "十"


SMALL, DAYS = st.integers(1, 999_999), st.integers(1, 28).map(str)
WORDS = st.builds(in_english, SMALL, st.sampled_from("- \n"), st.sampled_from([" and ", " "]))
DASH = st.sampled_from("-‐‑–—")
FIGURES = st.integers(1, 10**9).flatmap(
    lambda n: st.sampled_from([f"{n:,}", f"{n:,}".replace(",", " "), f"{n}.{n % 97}", f"{n}½"])
)
RANGES = st.builds("{}{}{}".format, st.integers(1000, 2099), DASH, st.integers(10, 99))
ENGLISH = st.one_of(
    WORDS.flatmap(lambda words: st.sampled_from([case(words) for case in CASES])),
    FIGURES,
    RANGES,
    st.builds(
        "{}{}{}".format, FIGURES, st.sampled_from(" -"), st.sampled_from(["million", "dozen"])
    ),
    st.builds("{} {}".format, DAYS, st.sampled_from(MONTHS)),
    st.builds("{} {}".format, st.sampled_from(MONTHS), DAYS),
    st.builds("{}{}".format, st.integers(1, 12), st.sampled_from([" pm", "am", " p.m.", " a.m."])),
    st.builds("{}:{:02}".format, st.integers(0, 23), st.integers(0, 59)),
)
CHINESE = st.one_of(
    st.integers(11, 9999).map(in_chinese),
    st.builds("百分之{}".format, FIGURES),
    FIGURES,
    RANGES,
    st.builds("{}{}".format, FIGURES, st.sampled_from("万亿萬億")),
    st.builds("{}月{}日".format, st.integers(1, 12), DAYS),
    st.builds("{}0年代".format, st.integers(190, 200)),
    st.builds("{}世纪".format, st.integers(11, 20).map(in_chinese)),
    st.builds("{}点{}分".format, st.integers(1, 12), st.integers(10, 59).map(in_chinese)),
)
TEXTS = {
    "en": ("They counted ", " of them (by the old roll)."),
    "zh": ("据说共有", "之多，见旧志。"),
}
PIECES = {
    "en": [*map(str, range(1, 130)), "000", "1911", "million", *ONES, *TEENS, *TENS, "hundred"],
    "zh": [*map(str, range(1, 130)), "000", "1911", *DIGITS[1:], "十", "十一", "二十", "百", "千"],
}


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(max_examples=400)
@given(data=st.data(), kind=st.sampled_from(["number", "date"]))
def test_a_number_is_replaced_whole_or_left_whole(
    language: LanguageCode, data: st.DataObject, kind: Kind
) -> None:
    written = data.draw(ENGLISH if language == "en" else CHINESE)
    before, after = TEXTS[language]
    pieces = [piece for piece in PIECES[language] if piece in written.lower() != piece]
    pairs = [Pair(piece, "77", kind) for piece in pieces]
    text = before + written + after
    parts = "月" if "月" in written else "百分之" if "百分之" in written else ""
    left = Replacer(pairs, language).replace(text).text
    if not parts:
        assert left == text
    whole = Pair(written.strip(), "88", kind)
    assert Replacer([*pairs, whole], language).replace(text).text in {text, before + "88" + after}


@pytest.mark.parametrize(
    ("row", "text", "new", "language"),
    [
        ("1911", "12 May 1911, May 12, 1911", "12 May 1920, May 12, 1920", "en"),
        ("May 1911", "on 12 May 1911", "on 12 1920", "en"),
        ("12", "12 May and May 12, 12 men", "12 May and May 12, 1920 men", "en"),
        ("1911年", "1911年12月3日与1911年代", "192012月3日与1911年代", "zh"),
        ("12", "1911年12月3日与12人", "1911年12月3日与1920人", "zh"),
        ("2.5", "百分之2.5即2.5%", "百分之1920即1920%", "zh"),
        ("1911", "1911—12年，1911.12", "1911—12年，1911.12", "zh"),
    ],
)
def test_a_date_is_replaced_by_its_parts_as_a_reader_reads_them(
    row: str, text: str, new: str, language: LanguageCode
) -> None:
    assert Replacer([Pair(row, "1920", "date")], language).replace(text).text == new


NAMES = st.lists(
    st.sampled_from("Ada Byron Stone Quill Irma Orrin Bea Walsh".split()),
    min_size=2,
    max_size=3,
    unique=True,
)
MARKS = ["", "_", "*", "“", "²", "™", ",", "'s", "\u200b"]


@settings(max_examples=300)
@given(NAMES, st.sampled_from(MARKS), st.sampled_from(MARKS), st.data())
def test_a_name_is_replaced_or_found_by_the_filter(
    names: list[str], opening: str, closing: str, data: st.DataObject
) -> None:
    *given_names, family = names
    name, initials = " ".join(names), [f"{each[0]}." for each in given_names]
    joined = data.draw(st.integers(1, len(family) - 1))
    written = data.draw(
        st.sampled_from(
            [
                name.upper(),
                name.lower(),
                "\n".join(names),
                "_".join(names),
                name[:2] + "\u200d" + name[2:],
                f"{' '.join(given_names)} {family[:joined]}-\n{family[joined:]}",
                f"{family}, {' '.join(given_names)}",
                " ".join([*initials, family]),
                "".join([*initials, " ", family]),
                " ".join([initials[0], *given_names[1:], family]),
            ]
        )
    )
    opening = "" if opening in {"'s", ",", "²", "™"} else opening
    text = f"It was told that Mrs. {opening}{written}{closing} came home late."
    language = find_language("en")
    wanted = language.normal_phrase(name, True)
    replaced = Replacer([Pair(name, "Una Vale")], "en").replace(text).hits
    assert replaced or (wanted and wanted.stands_in(language.normal_texts([text])[0]))
