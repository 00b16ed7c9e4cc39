"""What carries the content of a text in its normal form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from lvbuild.core.model import Language
from lvbuild.languages.chinese.normal import chinese_forms
from lvbuild.languages.english.normal import english_forms, folded_words
from lvbuild.languages.english.words import STOP_WORDS


def normal_content(text: NormalText, language: Language, length: int = 4) -> set[str]:
    """Return the content words of a text; in Chinese its runs of so many characters.

    A Chinese text shorter than that is one run of its own.
    """
    if language == "en":
        return set(text.folded.split()) - _stop_words()
    run = characters(text)
    last = max(len(run) - length, 0)
    return {run[start : start + length] for start in range(last + 1)} - {""}


def characters(text: NormalText) -> str:
    """Return a Chinese text without the marks between its clauses."""
    return text.folded.replace(" ", "").replace(";", "")


@cache
def _stop_words() -> frozenset[str]:
    return frozenset([*folded_words(STOP_WORDS), "1", "2", "3", "1th"])


_AT_ONCE = 1_000_000
_ARTICLES = ("a", "an", "the")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐‑–](?=[^\W\d_])")
_THOUSANDS = re.compile(r"(?<=[0-9])(?=(?:[0-9]{3})+(?![0-9.:]))")
_JOINT = re.compile("(?<=[a-z]) ?(?=[0-9])")
_NUMERAL = "[0-9一二三四五六七八九十百千万亿零〇]"


class NormalText(NamedTuple):
    """A text in its normal form, where phrases are looked for.

    In English `folded` is its words, singular and in lower case, a space before and after each,
    `cased` the same as they are written, and `compounds` those written with hyphens, each as one.
    In Chinese the others are empty.
    """

    folded: str
    cased: str = ""
    compounds: str = ""


@dataclass(frozen=True, slots=True)
class NormalPhrase:
    """A phrase that is looked for in texts of normal form, as a whole.

    English ones stand as whole words; one of a single word that begins with a capital is a name and
    keeps its case. Chinese ones stand anywhere, but for Latin letters and numbers at their ends,
    which are not part of longer ones: `pattern` finds those.
    """

    folded: tuple[str, ...]
    cased: tuple[str, ...] = ()
    pattern: str = ""

    def stands_in(self, text: NormalText) -> bool:
        """Tell whether a text holds the phrase."""
        if self.pattern:
            return any(form in text.folded for form in self.folded) and self.fits(text)
        return (
            any(form in text.folded for form in self.folded)
            or any(form in text.cased for form in self.cased)
            or bool(text.compounds and self._in_compounds(text.compounds))
        )

    def fits(self, text: NormalText) -> bool:
        """Tell whether the phrase is no part of longer words or numbers where it stands."""
        return not self.pattern or re.search(self.pattern, text.folded) is not None

    @property
    def words(self) -> list[str]:
        """The forms that are one English word, which two with a hyphen may be written for."""
        forms = [] if self.pattern else [*self.folded, *self.cased]
        return [form for form in forms if form.count(" ") == 2]

    def _in_compounds(self, compounds: str) -> bool:
        return any(form.lower() in compounds for form in (*self.folded, *self.cased))


def normal_texts(texts: Iterable[str], language: Language) -> list[NormalText]:
    """Return texts in their normal form, many at once: the cost is that of reading them once."""
    return [form for batch in _batches(texts) for form in _forms(batch, language)]


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= _AT_ONCE:
            yield batch
            batch, size = [], 0
    yield batch


def _forms(texts: list[str], language: Language) -> list[NormalText]:
    if language == "zh":
        return list(map(NormalText, chinese_forms(texts)))
    return [NormalText(form.folded, form.cased, form.compounds) for form in english_forms(texts)]


def normalise(text: str, language: Language) -> str:
    """Return a text as a reader compares it.

    Case, width, diacritics, quotation marks, dashes, spaces, initials, thousands, traditional
    characters, numbers in words, dates, regular plurals and Roman numerals after a name are made
    one. Places in it are not those of the text.
    """
    return normal_texts([text], language)[0].folded.strip(" ;")


@lru_cache(maxsize=4096)
def normal_phrase(phrase: str, language: Language, any_case: bool = False) -> NormalPhrase | None:
    """Return a phrase as it is looked for, None where it is marks alone.

    With `any_case` a single word that begins with a capital is no name either.
    """
    if language == "zh":
        return _chinese_phrase(normalise(phrase, language))
    return _english_phrase(phrase, any_case)


def stands_in(text: str, phrase: str, language: Language) -> bool:
    """Tell whether a text holds a phrase, as a reader compares them."""
    wanted = normal_phrase(phrase, language)
    return wanted is not None and wanted.stands_in(normal_texts([text], language)[0])


def _chinese_phrase(form: str) -> NormalPhrase | None:
    if not form:
        return None
    before = after = ""
    if re.match("[a-z]", form):
        before = "(?<![0-9a-z])"
    elif re.match(_NUMERAL, form):
        before = f"(?:(?<!{_NUMERAL})|(?<=[统唯]一))(?<![a-z])(?<![0-9][.:])"
    if re.search("[a-z]$", form):
        after = "(?![0-9a-z])"
    elif re.search(f"{_NUMERAL}$", form):
        after = f"(?!{_NUMERAL}|[a-z]|[.:][0-9])"
    forms = tuple(dict.fromkeys((form, *(_JOINT.sub(joint, form) for joint in ("", " ")))))
    if not (before or after or forms[1:]):
        return NormalPhrase(forms)
    written = "|".join(map(re.escape, forms))
    return NormalPhrase(forms, pattern=f"{before}(?:{written}){after}")


def _english_phrase(phrase: str, any_case: bool) -> NormalPhrase | None:
    form = english_forms([phrase])[0]
    cased, folded = form.cased.split(), form.folded.split()
    if not cased:
        return None
    led = len(cased) > 1 and cased[0].lower() in _ARTICLES
    if led and len(cased) == 2 and cased[1].lower() in STOP_WORDS:
        article = cased[0].lower()
        return NormalPhrase(
            (), _between_spaces(f"{a} {cased[1]}" for a in (article, article.title()))
        )
    if led:
        cased, folded = cased[1:], folded[1:]
    if not any_case and len(cased) == 1 and cased[0].isalpha() and cased[0][0].isupper():
        return NormalPhrase((), _between_spaces(_as_name(cased[0])))
    together = " ".join(folded)
    ways = [together, _THOUSANDS.sub(" ", together)]
    if (joined := _HYPHEN.sub("", phrase)) != phrase:
        ways.append(normalise(joined, "en"))
    initials = _with_initials(phrase)
    if len(cased) > 2 and _is_initial(cased[1]) and all(map(_is_named, (cased[0], cased[2]))):
        ways.append(" ".join([folded[0], *folded[2:]]))
    return NormalPhrase(_between_spaces(dict.fromkeys(ways)), initials)


def _with_initials(phrase: str) -> tuple[str, ...]:
    """Return a name of two words with each initial that may stand between them."""
    words = phrase.split()
    if len(words) != 2 or not all(map(_is_named, words)):
        return ()
    written = [f"{words[0]} {initial}. {words[1]}" for initial in ascii_uppercase]
    return tuple(dict.fromkeys(f" {form.cased.strip()} " for form in english_forms(written)))


def _is_named(word: str) -> bool:
    return len(word) > 1 and word.isalpha() and word[0].isupper()


def _is_initial(word: str) -> bool:
    return len(word) == 1 and word.isupper()


def _between_spaces(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(f" {form} " for form in forms)


def _as_name(word: str) -> list[str]:
    """Return how a name is written where it stands: as it is, or all in capitals."""
    if word.lower() in STOP_WORDS:
        return [word]
    return list(dict.fromkeys([word, word.upper(), word.capitalize() if word.isupper() else word]))
