"""English plurals, possessives and the indefinite article, by sound where spelling tells it."""

from __future__ import annotations

import re
import unicodedata

from lvbuild.languages.english.words import PAIRS, VOCABULARY
from lvbuild.languages.phrases import space_before

_IRREGULAR = PAIRS["irregular plurals"]
_UNCHANGED, _IN_VES, _IN_OES, _IN_MANS = (
    frozenset(VOCABULARY[how])
    for how in ("unchanged plurals", "plurals in ves", "plurals in oes", "plurals in mans")
)
_IN_Y = re.compile(r"(?:[^aeiou]|qu)y$")
_HISSING = re.compile(r"(?:[sxz]|[cs]h)$")
_HARD_CH = re.compile(r"(?:stoma|epo|lo|(?:mon|patri|matri|olig|hier)ar)ch$")

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_FIGURES = re.compile(r"\d[\d,]*")
_LED = re.compile(r"(?:the|an?)\s", re.IGNORECASE)
_LETTERS_NAMED_WITH_A_VOWEL = frozenset("aefhilmnorsx")
_VOWEL_SOUND = re.compile(r"[aeiou]|y[bcdfgjklmnprstvz]|hour(?!i)|honest|honou?r|heir")
_CONSONANT_SOUND = re.compile(
    r"e[uw]|on(?:e|es|ce|eself|eness)\b|ouija|uganda|ukrain|ulysses|unanim|unesco|uvula"
    r"|uni(?:[^nmd]|mo|$)|u[bcfhjkqrst][aeiou]"
)


def plural(phrase: str) -> str:
    """Return the plural of a phrase, made on the word before "of" or on the last; "" for none."""
    head, of, rest = phrase.partition(" of ")
    before, space, word = head.rpartition(" ")
    return f"{before}{space}{_plural(word)}{of}{rest}" if word[-1:].isalpha() else ""


def _plural(word: str) -> str:
    lower = word.lower()
    if lower in _UNCHANGED:
        return word
    if lower in _IRREGULAR:
        return word[0] + _IRREGULAR[lower][1:]
    cut, ending = (0, "s") if len(word) > 1 and word.isupper() else _ending(word, lower)
    return word[: len(word) - cut] + ending


def _ending(word: str, lower: str) -> tuple[int, str]:
    """Return how many letters a regular plural drops, and which it adds."""
    if lower in _IN_VES:
        return (2 if lower.endswith("fe") else 1), "ves"
    if lower.endswith("man") and lower not in _IN_MANS:
        return 2, "en"
    if lower.endswith("sis"):
        return 2, "es"
    if word.islower() and _IN_Y.search(lower):
        return 1, "ies"
    if lower in _IN_OES or (_HISSING.search(lower) and not _HARD_CH.search(lower)):
        return 0, "es"
    return 0, "s"


def possessive(word: str, mark: str, many: bool, capitals: bool) -> str:
    """Return the possessive with this apostrophe: 's, but for the bare mark after a plural's s."""
    if many and word[-1:] in {"s", "S"}:
        return word + mark
    return word + mark + ("S" if capitals else "s")


def article(wording: str) -> str:
    """Return "a" or "an", as the wording's sound asks, or "" where it takes neither."""
    plain = wording
    if not wording.isascii():
        letters_apart = unicodedata.normalize("NFD", wording)
        plain = "".join(c for c in letters_apart if not unicodedata.combining(c))
    plain = plain.lstrip("\"“‘'(_*[")
    if _LED.match(plain):
        return ""
    if figures := _FIGURES.match(plain):
        return "an" if _figures_sound_as_vowel(figures[0].replace(",", "")) else "a"
    letters = _LETTERS.match(plain)
    if letters is None or not letters[0][0].isascii():
        return ""
    word, lower = letters[0], letters[0].lower()
    if len(word) == 1 or _spelled(word):
        return "an" if lower[0] in _LETTERS_NAMED_WITH_A_VOWEL else "a"
    return "an" if _VOWEL_SOUND.match(lower) and not _CONSONANT_SOUND.match(lower) else "a"


def _figures_sound_as_vowel(figures: str) -> bool:
    """Tell whether it begins with eight, eleven or eighteen; 1100 and 1800 count hundreds."""
    size = len(figures)
    return figures[0] == "8" or (figures[:2] in {"11", "18"} and (size == 4 or size % 3 == 2))


def _spelled(word: str) -> bool:
    """Tell whether a word is read letter by letter: an MP, an HTML page, but a NASA film."""
    stem = word.removesuffix("s")
    return stem.isupper() and (len(stem) <= 3 or not re.search("[AEIOUY]", stem))


_APOSTROPHES = frozenset("'’")
_SINGLE_QUOTE = re.compile(r"(?P<opening>(?<![^\W_])['‘](?=\w))|(?<=\S)['’](?!\w)")
_A_WORD_FOLLOWS = re.compile(r"\s+[^\W_]")
_PARAGRAPH = 400


def possessive_end(text: str, start: int, end: int) -> int:
    """Return where the possessive of a match ends: 's, or the bare mark after an s; else `end`."""
    if text[end : end + 1] not in _APOSTROPHES or not text[end - 1].isalpha():
        return end
    ending = "sS" if text[end - 1].isupper() else "s"
    if text[end + 1 : end + 2] in [*ending] and not text[end + 2 : end + 3].isalnum():
        return end + 2
    if text[end - 1] in "sS" and _A_WORD_FOLLOWS.match(text, end + 1) and not _quoted(text, start):
        return end + 1
    return end


def _quoted(text: str, start: int) -> bool:
    """Tell whether a single quotation mark is open here, so that the next may close it."""
    begin = max(text.rfind("\n\n", 0, start), start - _PARAGRAPH, 0)
    is_open = False
    for mark in _SINGLE_QUOTE.finditer(text, begin, start + 1):  # one more to be looked at
        is_open = mark["opening"] is not None
    return is_open


def article_before(text: str, start: int) -> tuple[int, int] | None:
    """Return where the a or an stands that directly precedes a word, in quotes or not."""
    end, at = space_before(text, start)
    if end == at or text.count("\n", end, at) > 1:
        return None
    for begin in (end - 2, end - 1):
        if begin >= 0 and text[begin:end] in {"a", "A", "an", "An", "AN"}:
            before = text[begin - 1 : begin]
            return None if before and (before.isalnum() or before in "-'’.&") else (begin, end)
    return None
