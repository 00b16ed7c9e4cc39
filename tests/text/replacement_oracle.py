"""Replacement done slowly, by plain `re`, word by word from the left."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.english.inflection import article, plural, possessive
from lvbuild.languages.english.words import ABBREVIATIONS
from lvbuild.text.pairs import Pair

LATIN = "A-Za-zÀ-ʯ"
OPEN, CLOSED = r"""["'“‘(\[_*「『（《【]""", r"""["'”’)\]_*」』）》】]"""


class Form(NamedTuple):
    pattern: re.Pattern[str]
    pair: int
    wording: str
    derived: bool = False
    plural: bool = False
    opens: bool = False
    capitals: bool = False


@lru_cache(maxsize=5_000)
def forms(index: int, pair: Pair, language: LanguageCode) -> list[Form]:
    """List what a pair matches, the form that counts first where two are alike."""
    old, new = " ".join(pair.original.split()), pair.replacement
    found = cased(index, pair, old, new)
    regular = pair.kind == "term" or (pair.kind == "place" and " " not in old)
    new = pair.plural or plural(new) if pair.plural or regular else ""
    if language == "en" and new and plural(old):
        many = cased(index, pair, plural(old), new)
        found += [(text, form._replace(derived=True, plural=True)) for text, form in many]
    unlike = dict(reversed(found))
    return [form._replace(pattern=bordered(text, language)) for text, form in unlike.items()]


def cased(index: int, pair: Pair, old: str, new: str) -> list[tuple[str, Form]]:
    def form(wording: str, derived: bool = True, **more: bool) -> Form:
        return Form(re.compile(""), index, wording, derived, **more)

    small, other_first = old.lower(), old[0].swapcase() + old[1:]
    small_capitalised, bound = small[0].upper() + small[1:], not pair.any_case
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
    if pair.any_case:
        title = [" ".join(w[0].upper() + w[1:] for w in each.split(" ")) for each in (small, new)]
        found.append((title[0], form(title[1])))
    return [*found, capitals]


def bordered(form: str, language: LanguageCode) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, form.split(" "))).replace("'", "['’]")
    before = after = ""
    if language == "en":
        before = r"(?<![^\W_])" if form[0].isalnum() else ""
        after = r"(?![^\W_])" if form[-1].isalnum() else ""
    else:
        before = rf"(?<![{LATIN}\d])" if re.match(f"[{LATIN}]", form[0]) else ""
        after = rf"(?![{LATIN}\d])" if re.match(f"[{LATIN}]", form[-1]) else ""
    return re.compile(before + words + after)


def cut(text: str, start: int, end: int, pair: Pair, language: LanguageCode) -> bool:
    """Tell whether a numeral goes on beyond an edge, but for Chinese ones at a name's edges."""
    figure = pair.kind in {"date", "number"}
    return any(
        found["whole"]
        and found.start() < place < found.end()
        and (figure or not "㐀" <= text[edge] <= "鿿")
        and not (found.groupdict().get("month") and place == found.span("month")[place == end])
        for found in find_language(language).numeral.finditer(text)
        for place, edge in ((start, start), (end, end - 1))
    )


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


def oracle(
    text: str, pairs: list[Pair], language: LanguageCode
) -> tuple[str, list[tuple[int, int]]]:
    """Replace word by word from the left; return the text and each (pair, start)."""
    known = [form for index, pair in enumerate(pairs) for form in forms(index, pair, language)]
    new, hits, done, start = "", [], 0, 0
    while start < len(text):
        found = [
            (match.end(), form)
            for form in known
            if (match := form.pattern.match(text, start))
            and (not form.opens or starts_sentence(text[:start]))
            and not cut(text, start, match.end(), pairs[form.pair], language)
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
