"""The origins of names in Latin letters, told by how their letters follow each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from math import log
from unicodedata import name as unicode_name

from lvbuild.annotate.suggesting.vocabulary import names_of

_BEFORE = 2
"""Letters that tell the next one."""
_ALPHABET = 30
_LISTED = 4.0
"""How far ahead the origin is whose lists have a word, in logarithms."""


class Origin:
    """The names of one origin: surnames or places, and given names of women and of men."""

    def __init__(
        self, names: Iterable[str], women: Iterable[str] = (), men: Iterable[str] = ()
    ) -> None:
        self.names, self.women, self.men = (tuple(sorted({*e})) for e in (names, women, men))
        self.given, self.known = frozenset((*self.women, *self.men)), frozenset(self.names)
        every = [step for name in (*self.names, *self.given) for step in _steps(name)]
        self._steps, self._starts = Counter(every), Counter(step[:_BEFORE] for step in every)

    def likeness(self, name: str) -> float:
        """Return how like its names one is: the sum of the logarithms of its letters' shares."""
        words = name.split()
        listed = (words[0] in self.given) + (words[-1] in self.known)
        return _LISTED * listed + sum(
            log((self._steps[step] + 0.5) / (self._starts[step[:_BEFORE]] + _ALPHABET / 2))
            for word in words
            for step in _steps(word)
        )


def _steps(name: str) -> Sequence[str]:
    """Return each letter of a name, and the space behind it, with those before it."""
    padded = f"{' ' * _BEFORE}{name.casefold()} "
    return [padded[at - _BEFORE : at + 1] for at in range(_BEFORE, len(padded))]


@cache
def people_of(locale: str) -> Origin:
    """Return the people of one of Faker's locales, names in Cyrillic as Faker romanises them."""
    held = names_of(locale)
    letters = {letter: new for each in ("uk_UA", "ru_RU") for letter, new in _romanised(each)}

    def read(*fields: str) -> list[str]:
        names = (str(name) for field in fields for name in getattr(held, field, ()))
        parts = ([letters.get(c, _syllable(c)) for c in name] for name in names)
        written = ("".join(part).strip("-").title() for part in parts)
        return [
            name
            for name in written
            if name.replace("-", "").isalpha() and "A" <= name[0] <= "Ž" and len(name) > 1
        ]

    surnames = read("last_romanized_names") or read(
        "last_names", "unisex_last_names", "male_last_names"
    )
    given = read("first_romanized_names") or (
        [] if read("first_names_male") else read("first_names")
    )
    return Origin(surnames, given or read("first_names_female"), given or read("first_names_male"))


def _syllable(character: str) -> str:
    """Return a Korean character as Unicode names it, and another one as it is."""
    korean, _, read = unicode_name(character, "").partition("SYLLABLE ")
    return f"{read}-" if korean == "HANGUL " else character


def _romanised(locale: str) -> Iterable[tuple[str, str]]:
    provider = import_module(f"faker.providers.internet.{locale}").Provider
    return (*provider.replacements, *((sign, "") for sign in "ьъЬЪ"), ("й", "y"))


def likeliest(name: str, origins: Mapping[str, Origin], ahead: Mapping[str, float]) -> str:
    """Return the key of the origin that a name is most like; some begin so far ahead."""
    return max(origins, key=lambda each: origins[each].likeness(name) + ahead.get(each, 0.0))
