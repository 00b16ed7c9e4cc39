"""Marks of English: which belong to a word or a number, and which only stand beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import TYPE_CHECKING

from lvbuild.languages.characters import APART, PLAIN, fold, joined, text_of, thousands
from lvbuild.languages.english.numbers import rewrite_numbers, time_of_day
from lvbuild.languages.english.words import MONTHS, PAIRS, STOP_WORDS, VOCABULARY
from lvbuild.languages.numerals import with_decimals
from lvbuild.languages.phrases import NormalPhrase, NormalText, between_spaces, remembering

if TYPE_CHECKING:
    from lvbuild.languages.characters import Codes

_EDGE = 4
_OTHER, _DIGIT, _LETTER, _CAPITAL = range(4)
_SPACE = ord(" ")
_GONE = 0


def without_marks(codes: Codes) -> Codes:
    """Return folded UTF-32 codes whose marks are spaces, but those within a word or a number.

    Kept are the marks of decimals, times and hyphened words, and currency, percent and plus signs.
    The full stops and spaces of initials, apostrophes with a possessive's s and the separators of
    thousands are left out.
    """
    import numpy as np

    edge = np.full(_EDGE, _SPACE, dtype=codes.dtype)
    text = np.concatenate([edge, codes, edge])
    kinds = _kinds()[np.minimum(text, 127)]
    marks = np.flatnonzero((kinds == _OTHER) & (text > _SPACE))
    if not marks.size:
        return codes
    new = text.copy()
    between_digits = (kinds[marks - 1] == _DIGIT) & (kinds[marks + 1] == _DIGIT)
    within_word = (kinds[marks - 1] != _OTHER) & (kinds[marks + 1] != _OTHER)
    after_letter = (kinds[marks - 1] >= _LETTER) | (text[marks - 1] == ord("+"))
    # The stop of an initial A stays, which is no article then.
    initial = (text[marks - 1] == ord("A")) & (text[marks - 2] == _SPACE)
    initial &= (text[marks - 3] != ord(".")) | (kinds[marks - 4] != _CAPITAL)
    initial &= (text[marks + 1] == _SPACE) & (kinds[marks + 2] == _CAPITAL)
    kept = {
        ".": between_digits | (initial & (kinds[marks + 3] == _LETTER)),
        ":": between_digits,
        "/": between_digits,
        "-": within_word,
        "+": after_letter,
        "#": after_letter,
        **dict.fromkeys(_CURRENCIES, kinds[marks + 1] == _DIGIT),
        "%": kinds[marks - 1] == _DIGIT,
    }
    sort = text[marks]
    new[marks[(sort == ord("/")) & between_digits]] = ord("-")
    stays = np.zeros(len(marks), dtype=bool)
    for mark, where in kept.items():
        stays |= (sort == ord(mark)) & where
    new[marks[~stays]] = _SPACE
    new[_joining(text, kinds, marks, sort)] = _GONE
    read: Codes = new[new != _GONE]
    return read


def _joining(text: Codes, kinds: Codes, marks: Codes, sort: Codes) -> Codes:
    """Return the places that are left out, so that what is beside them is joined."""
    import numpy as np

    commas = thousands(kinds == _DIGIT, marks[(sort == ord(",")) | (sort == ord("'"))])
    quotes = marks[sort == ord("'")]
    quotes = quotes[(kinds[quotes - 1] != _OTHER) & (kinds[quotes + 1] >= _LETTER)]
    after = text[quotes + 1] | 32
    # Unless of a decade: 1974's is the year's, 1970's the years from 1970 on.
    owned = text[quotes - 1] != ord("0")
    possessive = quotes[(after == ord("s")) & (kinds[quotes + 2] == _OTHER) & owned]
    stops = marks[sort == ord(".")]
    stops = stops[(kinds[stops - 1] >= _LETTER) & (kinds[stops - 2] == _OTHER)]
    attached = stops[(kinds[stops + 1] >= _LETTER) & (kinds[stops + 2] == _OTHER)]
    spaced = stops[
        (kinds[stops - 1] == _CAPITAL)
        & (text[stops + 1] == _SPACE)
        & (kinds[stops + 2] == _CAPITAL)
        & (text[stops + 3] == ord("."))
    ]
    return np.concatenate([commas, quotes, possessive + 1, attached, spaced, spaced + 1])


@cache
def _kinds() -> Codes:
    """Return what each ASCII character is; the last stands for all letters beyond."""
    import numpy as np

    kinds = np.array([_LETTER * chr(code).isalnum() for code in range(128)], dtype=np.uint8)
    kinds[ord("A") : ord("Z") + 1] = _CAPITAL
    kinds[ord("0") : ord("9") + 1] = _DIGIT
    kinds[127] = _LETTER
    return kinds


_FIGURES = re.compile(r"([$£€¥]?)(\d[\d.:]*)([a-z]*|%)")
_CURRENCIES = {"$": "dollar", "£": "pound", "€": "euro", "¥": "yen"}
_AFTER_FIGURES = {
    **dict.fromkeys(("st", "nd", "rd", "th"), "th"),
    "%": " percent",
    **{unit: f" {unit}" for unit in VOCABULARY["units in figures"]},
}
_ALIKE = PAIRS["alike"]
_NO_PLURAL = ("ss", "us", "is")
_HISSING_ES = ("se", "ses", "xe", "xes", "ze", "zes", "che", "ches", "she", "shes")


@lru_cache(maxsize=2**16)
def _folded(word: str) -> str:
    lower = word.lower().removesuffix(".")
    if lower in _ALIKE:
        return _ALIKE[lower]
    if not lower.isalpha() and (figures := _FIGURES.fullmatch(lower)):
        currency, number, rest = figures.groups()
        if rest in ("am", "pm") and (time := time_of_day(number, rest)):
            return time
        if ":" in number:
            number = number.removeprefix("0")
        money = f" {_CURRENCIES[currency]}" if currency else ""
        return number + _AFTER_FIGURES.get(rest, rest) + money
    singular = _singular(lower)
    return _SPELLED.get(singular, singular)


def folded_words(words: Iterable[str]) -> list[str]:
    """Return words in their normal form; of a number with its unit both, a space between them."""
    return list(map(_folded, words))


def _singular(word: str) -> str:
    """Return a regular plural and its singular as one word, which may be neither."""
    if len(word) < 4 or word[-1] not in "se":
        return word
    if word.endswith(_HISSING_ES):
        return word.rstrip("s").removesuffix("e") if word.endswith("s") else word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("ie") and len(word) > 4:
        return f"{word[:-2]}y"
    if word.endswith("s") and not word.endswith(_NO_PLURAL):
        word = word[:-1]
    return word[:-1] if word.endswith("oe") and len(word) > 3 else word


_AMERICAN = {
    f"{stem}our{end}": f"{stem}or{end}"
    for stem in VOCABULARY["stems in our"]
    for end in ("", "ed", "ing", "ful")
}
_AMERICAN |= {f"{stem}re": f"{stem}er" for stem in VOCABULARY["stems in re"]} | PAIRS["british"]
_SPELLED = {_singular(british): _singular(word) for british, word in _AMERICAN.items()}
"""British words in the normal form, and the American ones."""


_YEAR_FIRST = re.compile(r"([12]\d{3})([-.])(\d\d?)\2(\d\d?)")
_YEAR_LAST = re.compile(r"(\d\d?)([-.])(\d\d?)\2([12]\d{3})")
_MOST_DAYS = 31


_BROKEN = re.compile(r"[-‐\u00ad](?<=[^\W\d_].)\s*\n\s*(?=[a-z])")
_NUMBER_SIGN = re.compile(r"#(?<!\w#)(?=\d)")


def english_forms(texts: Sequence[str]) -> list[NormalText]:
    """Return the normal forms of texts."""
    return [form for whole in joined(texts) for form in _forms(whole)]


def _forms(whole: str) -> Iterator[NormalText]:
    import numpy as np

    whole = whole.replace("&", " and ").replace(APART, f" {APART} ")
    whole = with_decimals(_NUMBER_SIGN.sub("No ", _BROKEN.sub("", whole)))
    codes = without_marks(fold(whole, PLAIN))
    text = text_of(codes)
    hyphens = np.flatnonzero(codes == ord("-"))
    numbers = np.searchsorted(np.flatnonzero(codes == ord(APART)), hyphens).tolist()
    words_at = {
        _word_at(text, place): n for place, n in zip(hyphens.tolist(), numbers, strict=True)
    }
    hyphened = [(number, text[start:end]) for (start, end), number in words_at.items()]
    stops = codes == ord(".")
    twice = np.flatnonzero(stops[:-3] & (stops[2:-1] | stops[3:]))
    spans = [*words_at, *(_word_at(text, place) for place in twice.tolist())]
    words = rewrite_numbers(_with_dates(text, spans).replace("-", " ").split())
    compounds = _compounds(hyphened, whole.count(APART) + 1)
    return map(NormalText, _texts(folded_words(words)), _texts(words), compounds)


def _texts(words: Sequence[str]) -> list[str]:
    return " ".join(["", *words, ""]).split(APART) if words else [" "]


def _word_at(text: str, place: int) -> tuple[int, int]:
    return text.rfind(" ", 0, place) + 1, text.find(" ", place)


def _with_dates(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text whose dates in figures, which stand at some of the spans, are in words."""
    pieces: list[str] = []
    copied = 0
    for start, end in sorted(set(spans)):
        if end > 0 and (date := _date(text[start:end])):
            pieces += (text[copied:start], date)
            copied = end
    return "".join(pieces) + text[copied:]


def _date(word: str) -> str | None:
    """Read a date in figures, the year first or last; None where day and month may be either."""
    if found := _YEAR_FIRST.fullmatch(word):
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    elif found := _YEAR_LAST.fullmatch(word):
        day, month, year = int(found[1]), int(found[3]), int(found[4])
        if day <= len(MONTHS) < month:
            day, month = month, day
        elif day <= len(MONTHS) and day != month:
            return None
    else:
        return None
    valid = 1 <= month <= len(MONTHS) and 1 <= day <= _MOST_DAYS
    return f"{day} {MONTHS[month - 1]} {year}" if valid else None


def _compounds(hyphened: Iterable[tuple[int, str]], count: int) -> list[str]:
    """Return the words of each text that hyphens divide, without them."""
    found: list[set[str]] = [set() for _ in range(count)]
    for number, word in hyphened:
        joint = word.replace("-", "")
        if joint.isalpha():
            found[number].add(joint)
    return [f" {' '.join(folded_words(sorted(each)))} " if each else "" for each in found]


_ARTICLES = ("a", "an", "the")
_MOST_NAMES = 4
_READ_AS_ROMAN = {"I": "1", "V": "5", "X": "10"}
_A = re.compile(r"\bA(?= )")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐‑–](?=[^\W\d_])")
_THOUSANDS = re.compile(r"(?<=[0-9])(?=(?:[0-9]{3})+(?![0-9.:]))")


@remembering
def english_phrases(phrases: Sequence[str], any_case: bool) -> list[NormalPhrase | None]:
    """Return phrases as they are looked for, None for those that are marks alone.

    With `any_case` a single word that begins with a capital is no name.
    """
    forms = iter(english_forms([*phrases, *(_HYPHEN.sub("", phrase) for phrase in phrases)]))
    written = [next(forms) for _ in phrases]
    return [
        _phrase(len(phrase.split()), form, unhyphened, any_case)
        for phrase, form, unhyphened in zip(phrases, written, forms, strict=True)
    ]


def _phrase(
    size: int, form: NormalText, unhyphened: NormalText, any_case: bool
) -> NormalPhrase | None:
    cased, folded = form.cased.split(), form.folded.split()
    if not cased:
        return None
    led = len(cased) > 1 and cased[0].lower() in _ARTICLES
    if led and len(cased) == 2 and cased[1].lower() in STOP_WORDS:
        article = cased[0].lower()
        return NormalPhrase(
            (), between_spaces(f"{a} {cased[1]}" for a in (article, article.title()))
        )
    if led:
        cased, folded = cased[1:], folded[1:]
    if not any_case and len(cased) == 1 and cased[0].isalpha() and cased[0][0].isupper():
        # A name stands as it is written or all in capitals; a coined one in any case.
        word = cased[0]
        ways = [word, word.upper(), word.capitalize() if word.isupper() else word]
        if not (word.isupper() or word[1:].islower()):
            return NormalPhrase(between_spaces(folded))
        known = word.lower() in STOP_WORDS
        return NormalPhrase((), between_spaces([word] if known else dict.fromkeys(ways)))
    together = " ".join(folded)
    ways = [together, _THOUSANDS.sub(" ", together), unhyphened.folded.strip()]
    *given, family = cased
    initial = len(cased) == 3 and len(cased[1]) == 1 and cased[1].isupper()
    if initial and _is_named(cased[0]) and _is_named(family):
        ways.append(" ".join([folded[0], *folded[2:]]))
    named = len(cased) == size <= _MOST_NAMES and all(map(_is_named, cased))
    others = _other_ways(given, family) if named and given else ()
    return NormalPhrase(between_spaces(dict.fromkeys(ways)), between_spaces(others))


def _other_ways(given: Sequence[str], family: str) -> Iterator[str]:
    """Yield a name of some words with an initial within, inverted, and with initials alone.

    An initial A has its stop, which tells it from an article; some are read as Roman numerals.
    """
    initials = [name[0] for name in given]
    every = {"".join(initials), " ".join([initials[0], *given[1:]])}
    every.add(" ".join([given[0], *initials[1:]]))
    if len(given) == 1:
        every |= {f"{given[0]} {initial}" for initial in ascii_uppercase}
    for each in sorted(every - {" ".join(given)}):
        yield _A.sub("A.", f"{each} {family}")
        read = " ".join(_READ_AS_ROMAN.get(name, name) for name in each.split())
        if read != each:
            yield f"{read} {family}"
    yield " ".join([family, *given])
    if (inverted := "".join(initials)) != "A":
        yield f"{family} {inverted}"


def _is_named(word: str) -> bool:
    return len(word) > 1 and word.isalpha() and word[0].isupper()
