"""Replacement against a slow one by plain `re`, and the cases that named rules are made for."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lvbuild.model import Language
from lvbuild.text.boundaries.english_words import ABBREVIATIONS
from lvbuild.text.replacement import Pair, Replacer, rewrite
from lvbuild.text.replacement.inflection import article, plural, possessive

NUMBER_BEFORE, NUMBER_AFTER = r"(?<!\d)(?<!\d[.,:/–])", r"(?!\d)(?![.,:/–]\d)"
LATIN = "A-Za-zÀ-ʯ"
NUMERAL = "〇零一二三四五六七八九十百千万亿两"
OPEN, CLOSED = r"""["'“‘(\[_*「『（《【]""", r"""["'”’)\]_*」』）》】]"""


class Form(NamedTuple):
    pattern: re.Pattern[str]
    pair: int
    wording: str
    derived: bool = False
    plural: bool = False
    opens: bool = False
    capitals: bool = False


def forms(index: int, pair: Pair, language: Language) -> list[Form]:
    """List what a pair matches, the form that counts first where two are alike."""
    old, new = " ".join(pair.original.split()), pair.replacement
    found = cased(index, pair, old, new)
    regular = pair.kind == "term" or (pair.kind == "place" and " " not in old)
    new = pair.plural or plural(new) if pair.plural or regular else ""
    if language == "en" and new and plural(old):
        many = cased(index, pair, plural(old), new)
        found += [(text, form._replace(derived=True, plural=True)) for text, form in many]
    unlike = dict(reversed(found))
    return [form._replace(pattern=bordered(text, pair, language)) for text, form in unlike.items()]


def cased(index: int, pair: Pair, old: str, new: str) -> list[tuple[str, Form]]:
    def form(wording: str, derived: bool = True, **more: bool) -> Form:
        return Form(re.compile(""), index, wording, derived, **more)

    small, other_first = old.lower(), old[0].swapcase() + old[1:]
    small_capitalised, bound = small[0].upper() + small[1:], not pair.everywhere
    leads = re.match(r"(the|an?) .", old, re.IGNORECASE)
    turned = new
    if re.match(r"(the|an?) .", new, re.IGNORECASE) and old[0].isupper() == new[0].isupper():
        turned = new[0].swapcase() + new[1:]
    capitals = (old.upper(), form(new.upper(), capitals=old != old.upper()))
    either = [(other_first, form(turned))] if leads else []
    if pair.kind != "term":
        return [(old, form(new, derived=False)), *either, capitals]
    capitalised = old == small_capitalised and old != small
    only_capitalised = new[1:] == new[1:].lower()
    found = [
        (old, form(new, derived=False, opens=capitalised and bound and not leads)),
        (small, form(new.lower() if capitalised and only_capitalised else new)),
        *either,
        (small_capitalised, form(new[0].upper() + new[1:], opens=bound)),
    ]
    if pair.everywhere:
        title = [" ".join(w[0].upper() + w[1:] for w in each.split(" ")) for each in (small, new)]
        found.append((title[0], form(title[1])))
    return [*found, capitals]


def bordered(form: str, pair: Pair, language: Language) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, form.split(" ")))
    before = after = ""
    if language == "en":
        before = r"(?<![^\W_])" if form[0].isalnum() else ""
        after = r"(?![^\W_])" if form[-1].isalnum() else ""
    else:
        before = rf"(?<![{LATIN}\d])" if re.match(f"[{LATIN}]", form[0]) else ""
        after = rf"(?![{LATIN}\d])" if re.match(f"[{LATIN}]", form[-1]) else ""
        if pair.kind in {"date", "number"}:
            before += f"(?<![{NUMERAL}])" if form[0] in NUMERAL else ""
            after += f"(?![{NUMERAL}])" if form[-1] in NUMERAL else ""
    before += NUMBER_BEFORE if form[0].isdecimal() else ""
    after += NUMBER_AFTER if form[-1].isdecimal() else ""
    return re.compile(before + words + after)


def starts_sentence(before: str) -> bool:
    """Tell whether a sentence starts after these words."""
    if re.search(rf"(^|\n\s*\n|[。！？．]{CLOSED}*)\s*{OPEN}*\Z", before):
        return True
    if re.search(rf"[,:]\s+{OPEN}*[\"'“‘「『]{OPEN}*\Z", before):
        return True
    end = re.search(rf"([.!?…]){CLOSED}*(\s+{OPEN}*|{OPEN}+)\Z", before)
    if end is None or end[1] != ".":
        return end is not None
    word = re.search(r"([^\W\d_]+\.)*[^\W\d_]+\Z", before[: end.start()])
    if word is None or word[0] == "I":
        return True
    return not (len(word[0]) == 1 or "." in word[0] or word[0] in ABBREVIATIONS)


def possessive_mark(text: str, start: int, end: int) -> str:
    """Return the possessive ending of the word at [start, end)."""
    if not text[end - 1].isalpha():
        return ""
    endings = r"['’][sS](?![^\W_])" if text[end - 1].isupper() else r"['’]s(?![^\W_])"
    if found := re.compile(endings).match(text, end):
        return found[0]
    marks = re.finditer(r"(?<![^\W_])(['‘])(?=\w)|(?<=\S)['’](?!\w)", text)
    paragraph = text[:start].rfind("\n\n")
    opened = [bool(mark[1]) for mark in marks if paragraph <= mark.start() < start]
    bare = re.compile(r"['’](?=\s+[^\W_])").match(text, end)
    if bare and text[end - 1] in "sS" and not (opened and opened[-1]):
        return bare[0]
    return ""


def worded(form: Form, pair: Pair, text: str, start: int, mark: str) -> str:
    new = form.wording
    if pair.kind == "term" and starts_sentence(text[:start]) and not text[start].islower():
        new = new[0].upper() + new[1:]
    if not mark:
        return new
    capitals = mark.endswith("S") or (len(mark) == 1 and form.capitals)
    many = form.plural or (
        re.search(r"s\Z", pair.replacement) is not None
        and not re.search(r"[siu]s\Z", pair.replacement)
        and re.search({"person": "^[Tt]he ", "term": ""}.get(pair.kind, " "), pair.replacement)
        is not None
    )
    return possessive(new, mark[0], many, capitals)


def mended(before: str, gap: str, form: Form, pair: Pair) -> str:
    """Return what stands before a word with the article that the word asks for."""
    words = rf"(?<![^\W_])(?<![-'’.&])(a|A|an|An|AN)([^\S\n]*\n?[^\S\n]*{OPEN}*)\Z"
    an = re.compile(words).search(before + gap, len(before))
    right = article(pair.replacement)
    if not an or not re.match(r"\s", an[2]) or not right or form.plural:
        return gap
    if an[1].lower() == right:
        return gap
    new = an[1][0] + ("" if right == "a" else "N" if form.capitals and an[1] == "A" else "n")
    return gap[: an.start() - len(before)] + new + an[2]


def oracle(text: str, pairs: list[Pair], language: Language) -> tuple[str, list[tuple[int, int]]]:
    """Replace word by word from the left; return the text and each (pair, start)."""
    known = [form for index, pair in enumerate(pairs) for form in forms(index, pair, language)]
    new, hits, done, start = "", [], 0, 0
    while start < len(text):
        found = [
            (match.end(), form)
            for form in known
            if (match := form.pattern.match(text, start))
            and (not form.opens or starts_sentence(text[:start]))
        ]
        if not found:
            start += 1
            continue
        end, form = min(found, key=lambda one: (-one[0], one[1].derived, one[1].pair))
        pair = pairs[form.pair]
        mark = possessive_mark(text, start, end) if language == "en" else ""
        gap = text[done:start]
        if language == "en":
            gap = mended(text[:done], gap, form, pair)
        new += gap
        hits.append((form.pair, len(new)))
        new += worded(form, pair, text, start, mark)
        done = start = end + len(mark)
    return new + text[done:], hits


def originals(words: str) -> st.SearchStrategy[str]:
    word = st.text(alphabet=words, min_size=1, max_size=3)
    led = st.sampled_from(["", "", "", "", "The ", "a ", "An "])
    return st.builds(
        lambda lead, rest: lead + " ".join(rest), led, st.lists(word, min_size=1, max_size=2)
    )


def pair_lists(words: str) -> st.SearchStrategy[list[Pair]]:
    one = st.builds(
        Pair,
        originals(words),
        st.sampled_from(["x", "Ox", "X y", "The ox", "uni", "新", "77", "8", "the Xs", "an Ox Y"]),
        st.sampled_from(["person", "place", "title", "date", "number", "term", "term"]),
        st.sampled_from(["", "", "oxen"]),
        st.booleans(),
    )
    return st.lists(one, max_size=5, unique_by=lambda pair: pair.original)


WORDS = ["a", "b", "A", "B", "ab", "AB", "as", "bs", "Bs", "BS", "1", "2", "an", "An", "The", "the"]
BETWEEN = [
    " ",
    " ",
    "  ",
    "\n",
    "\t\n ",
    "\n\n",
    ". ",
    ", ",
    *"_,:/–-",
    '"',
    ' "',
    "! ",
    " ‘",
    " '",
]
AFTER = ["", "", "", "'", "’", "'s", "’s", "'S", ".", '."']
ENGLISH = st.lists(
    st.tuples(*map(st.sampled_from, (BETWEEN, WORDS, AFTER))).map("".join), max_size=9
).map("".join)
CHINESE = st.lists(
    st.sampled_from([*"甲乙月aBé12二十\n　", "  ", *".,:/–。_！「", "甲", "月", "a", "B"]),
    max_size=30,
).map("".join)


@settings(max_examples=1000)
@given(ENGLISH, pair_lists("abABs12"))
@example("a \n b", [Pair("a b", "x"), Pair("b", "Yy")])
def test_english_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "en").replace(text)
    assert (replaced.text, [tuple(hit) for hit in replaced.hits]) == oracle(text, pairs, "en")


@settings(max_examples=500)
@given(CHINESE, pair_lists("甲乙月aBé12二十"))
def test_chinese_texts_are_replaced_as_a_plain_alternation_does(
    text: str, pairs: list[Pair]
) -> None:
    replaced = Replacer(pairs, "zh").replace(text)
    assert (replaced.text, [tuple(hit) for hit in replaced.hits]) == oracle(text, pairs, "zh")


@given(ENGLISH, pair_lists("abABs12"))
def test_hits_cut_the_new_wording_out_of_the_new_text(text: str, pairs: list[Pair]) -> None:
    replaced = Replacer(pairs, "en").replace(text)
    for index, start in replaced.hits:
        pair = pairs[index]
        new = (pair.replacement, pair.plural or plural(pair.replacement) or pair.replacement)
        assert replaced.text[start:].casefold().startswith(tuple(map(str.casefold, new)))
    assert all(one.start < other.start for one, other in pairwise(replaced.hits))


@given(ENGLISH, pair_lists("abABs12"))
def test_every_match_spans_its_words_in_the_text(text: str, pairs: list[Pair]) -> None:
    for match in Replacer(pairs, "en").find(text):
        stretch = " ".join(text[match.start : match.end].split())
        original = " ".join(pairs[match.pair].original.split())
        assert stretch.casefold().startswith(original.casefold())
        assert text[match.start : match.end] == text[match.start : match.end].strip()


@given(ENGLISH)
def test_a_text_without_a_match_is_left_as_it_is(text: str) -> None:
    assert Replacer([Pair("zz", "y")], "en").replace(text) == (text, ())
    assert Replacer([], "en").replace(text) == (text, ())


CURIE = [Pair("Marie Curie", "Diego Maradona"), Pair("Curie", "Maradona")]


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Curie's salt", "Maradona's salt"),
        ("_Curie_ or Curie-led", "_Maradona_ or Maradona-led"),
        ("MARIE CURIE and CURIE", "DIEGO MARADONA and MARADONA"),
        ("by Marie\n    Curie, of", "by Diego Maradona, of"),
        ("Marie Curie and Curie", "Diego Maradona and Maradona"),
        ("Curies, McCurie, Curie2, curie", "Curies, McCurie, Curie2, curie"),
        ("(Curie)“Curie”Curie.", "(Maradona)“Maradona”Maradona."),
        ("Marie Curies", "Marie Curies"),
        ("É Curie É", "É Maradona É"),
        ("ÉCurieÉ", "ÉCurieÉ"),
    ],
)
def test_an_english_name_is_replaced_between_its_borders(text: str, new: str) -> None:
    assert Replacer(CURIE, "en").replace(text).text == new


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "text", ["10,000", "3.10", "10:30", "9/10", "10/9", "1–10", "100", "210", "9:10", "10.5"]
)
def test_a_number_is_never_cut_out_of_a_longer_one(text: str, language: Language) -> None:
    assert Replacer([Pair("10", "twelve")], language).replace(text) == (text, ())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("text", ["10", "10.", "(10)", "10, 11", ".10", "$10", "10-year", "10: a"])
def test_a_number_that_stands_alone_is_replaced(text: str, language: Language) -> None:
    assert Replacer([Pair("10", "12")], language).replace(text).text == text.replace("10", "12")


@pytest.mark.parametrize(
    ("original", "text", "new"),
    [
        ("2月", "在12月", "在12月"),
        ("2月", "在2月里", "在新里"),
        ("祖冲之", "又祖冲之说", "又新说"),
        ("NBA", "看CNBA与NBA赛", "看CNBA与新赛"),
        ("NBA", "NBA2与NBAs", "NBA2与NBAs"),
        ("10", "10km与10公里", "新km与新公里"),
        ("甲 乙", "甲\n　乙", "新"),
        ("甲 乙", "甲乙", "甲乙"),
    ],
)
def test_a_chinese_original_is_replaced_beside_other_han(
    original: str, text: str, new: str
) -> None:
    assert Replacer([Pair(original, "新")], "zh").replace(text).text == new


def test_a_longer_match_that_breaks_a_border_does_not_hide_a_shorter_one() -> None:
    pairs = [Pair("New York", "Old Ulm"), Pair("New", "Late")]
    assert Replacer(pairs, "en").replace("New Yorkers, New York").text == "Late Yorkers, Old Ulm"


def test_of_overlapping_matches_the_leftmost_then_the_longest_is_replaced() -> None:
    pairs = [Pair("b c", "1"), Pair("a b", "2"), Pair("a", "3"), Pair("c d e", "4")]
    replaced = Replacer(pairs, "en").replace("a b c d e")
    assert replaced == ("2 4", ((1, 0), (3, 2)))


def test_new_words_are_not_replaced_again() -> None:
    assert Replacer([Pair("a", "b"), Pair("b", "a")], "en").replace("a b a").text == "b a b"


def test_matches_may_be_given_in_any_order() -> None:
    found = Replacer([Pair("a", "xx"), Pair("b", "y")], "en").find("a b a")
    assert rewrite("a b a", reversed(found)).text == "xx y xx"
