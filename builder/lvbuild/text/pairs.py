"""What a pair matches, where, and what each match becomes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from lvbuild.languages import Language
from lvbuild.languages.phrases import space_before

Kind = Literal["person", "place", "organisation", "title", "date", "number", "term"]

NAMES = frozenset({"person", "place", "organisation", "title"})
"""The kinds whose replacements have to be new to the pool."""

FIGURES = frozenset({"date", "number"})
"""The kinds that keep the shape of what they replace."""

_LED = re.compile(r"(the|an?) (?=\S)", re.IGNORECASE)
_PLURAL_NOUN = re.compile(r"[^su'’]s$|[aeo]us$")


VARIANTS = {
    other: usual
    for usual, others in {"'": "’‘ʼ＇", '"': "“”„＂", "-": "‐‑", "·": "・‧•･", "台": "臺"}.items()
    for other in others
}
"""Characters that stand for one another, whichever a table or a text has: O'Brien is O’Brien."""
_VARIANTS = str.maketrans(VARIANTS)


@dataclass(frozen=True, slots=True)
class Pair:
    """A word or phrase, and what stands for it.

    White space in the original matches any run, and an apostrophe, a quotation mark, a hyphen or a
    middle dot any of its kind.

    Names, dates and numbers match as written and in capitals. A term matches in small letters too,
    and capitalised at a sentence's start or, with `any_case`, anywhere. `plural` is that of the
    replacement; without it a term and a place of one word have their regular ones, others none.
    """

    original: str
    replacement: str
    kind: Kind = "person"
    plural: str = ""
    any_case: bool = False


class Form(NamedTuple):
    """How a pair may stand in a text, and its new wording.

    `derived` forms give way to those that a table has as written. `capitals`: it stands so in all
    its letters. `many`: the wording is a plural that takes the bare apostrophe. `article` is the
    wording's, "" for none. `opens`: it matches at a sentence's start alone. `lifted`: its wording
    is capitalised there. `counts`: it is a date or number, or holds one or a month, and is not cut
    out of a numeral. `figure`: it is one in its kind.
    """

    pair: int
    wording: str
    derived: bool
    capitals: bool
    many: bool
    article: str
    opens: bool
    lifted: bool
    counts: bool
    figure: bool


class _Case(NamedTuple):
    original: str
    wording: str
    capitals: bool = False
    opens: bool = False


def forms(pairs: Sequence[Pair], language: Language) -> dict[str, list[Form]]:
    """Return what can stand in a text, each with its forms: as written first, then in order."""
    found: dict[str, dict[int, Form]] = {}
    for index, pair in enumerate(pairs):
        for key, form in _forms(pair, language):
            found.setdefault(key, {}).setdefault(index, form._replace(pair=index))
    return {
        key: sorted(each.values(), key=lambda form: (form.derived, form.pair))
        for key, each in found.items()
    }


@lru_cache(maxsize=16_384)
def _forms(pair: Pair, spoken: Language) -> Sequence[tuple[str, Form]]:
    """Return the forms of a pair, remembered, since texts that share it are read one by one."""
    term, found = pair.kind == "term", []
    for number, (original, wording) in enumerate(_numbers(pair, spoken)):
        many = number > 0 or _is_plural(wording, pair.kind)
        article = spoken.article(wording) if number == 0 else ""
        figure = pair.kind in FIGURES
        for place, case in enumerate(_cases(original, wording, term, pair.any_case)):
            form = Form(
                pair=0,
                wording=case.wording,
                derived=number + place > 0,
                capitals=case.capitals,
                many=many,
                article=article,
                opens=case.opens,
                lifted=term and case.wording[:1].islower() and not case.original[0].islower(),
                counts=figure or spoken.shape(original) != "",
                figure=figure,
            )
            found.append((case.original.translate(_VARIANTS), form))
    return found


def _numbers(pair: Pair, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the singular, then the plural where there is one."""
    original = " ".join(pair.original.split())
    yield original, pair.replacement
    regular = pair.kind == "term" or (pair.kind == "place" and " " not in original)
    if regular or pair.plural:
        originals = language.plural(original)
        many = pair.plural or language.plural(pair.replacement)
        if originals and many:
            yield originals, many


def _cases(original: str, wording: str, term: bool, any_case: bool) -> Iterator[_Case]:
    """Yield a phrase as written, with its article's other case, in capitals; a term also small.

    After that it is capitalised, with `any_case` in all its words too.
    """
    small, led, opens = original.lower(), _LED.match(original), term and not any_case
    capitalised = _capitalise(small)
    written_capitalised = original == capitalised != small
    yield _Case(original, wording, opens=opens and written_capitalised and not led)
    if term:
        yield _Case(small, _uncapitalise(wording) if written_capitalised else wording)
    if led:
        yield _Case(_turn(original), _turned(original, wording))
    if term:
        yield _Case(capitalised, _capitalise(wording), opens=opens)
    if term and any_case:
        yield _Case(_title(small), _title(wording))
    upper = original.upper()
    yield _Case(upper, wording.upper(), capitals=upper != original)


def _turn(phrase: str) -> str:
    return phrase[0].swapcase() + phrase[1:]


def _turned(original: str, wording: str) -> str:
    """Give the article of a wording its other case too, where it leads as the original's does."""
    alike = _LED.match(wording) and wording[0].isupper() == original[0].isupper()
    return _turn(wording) if alike else wording


def _capitalise(phrase: str) -> str:
    return phrase[:1].upper() + phrase[1:]


def _uncapitalise(phrase: str) -> str:
    """Write a phrase small that is capitalised as a sentence is, and leave names in it alone."""
    return phrase.lower() if phrase == _capitalise(phrase.lower()) else phrase


def _title(phrase: str) -> str:
    return " ".join(map(_capitalise, phrase.split(" ")))


def _is_plural(wording: str, kind: Kind) -> bool:
    """Guess whether a wording in -s is a plural: scissors, the Kinks, Brooks Brothers."""
    if not _PLURAL_NOUN.search(wording) or wording.endswith("is"):
        return False
    return (
        kind == "term"
        or wording.lower().startswith("the ")
        or (kind != "person" and " " in wording)
    )


_QUOTES = frozenset("\"'“‘「『")
_CLOSING = frozenset("\"'”’)]_*」』）》】")
_LAST_WORD = re.compile(r"[^\W\d_]+(?:\.[^\W\d_]+)*(?=\.$)")


def free(text: str, start: int, end: int, language: Language) -> bool:
    """Tell whether a stretch is no part of a longer word.

    In English no letter or digit stands beside it; in Chinese neither beside a Latin letter.
    """
    return not (
        (start and language.is_one_word(text[start], text[start - 1]))
        or (end < len(text) and language.is_one_word(text[end - 1], text[end]))
    )


def starts_sentence(text: str, start: int, language: Language) -> bool:
    """Tell whether a sentence starts here, at least in quotes: after a comma only in those."""
    end, at = space_before(text, start)
    if not end or text.count("\n", end, at) > 1:
        return True
    quoted = any(mark in _QUOTES for mark in text[at:start])
    if quoted and end < at and text[end - 1] in ",:":
        return True
    apart = end < start
    while end and text[end - 1] in _CLOSING:
        end -= 1
    last = text[end - 1 : end]
    if last in {"。", "！", "？", "．"}:
        return True
    return apart and (
        last in {"!", "?", "…"} or (last == "." and not _abbreviated(text, end, language))
    )


def _abbreviated(text: str, end: int, language: Language) -> bool:
    """Tell whether the full stop before `end` is that of "Dr.", "J." or "B.C."."""
    word = _LAST_WORD.search(text, max(0, end - 30), end)
    if word is None or word[0] == "I":
        return False
    return len(word[0]) == 1 or "." in word[0] or word[0] in language.abbreviations
