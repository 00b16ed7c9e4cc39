"""The words of a language by which names are found and made."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from lvbuild.core.extras import require
from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.languages import find_language
from lvbuild.languages.naming import NEVER


def names_of(locale: str) -> Any:
    """Return what Faker knows of the names of a locale: the class with its lists."""
    require("suggesting names", "faker", "suggest")
    from faker.providers import person

    return import_module(f"{person.__name__}.{locale.replace(' ', '_')}").Provider


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of one of some words, the longest that fits."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=lambda w: (-len(w), w))))})"


class Vocabulary:
    """The words of a language, from the file beside this one, and what is made of them.

    `lists` are its sections, `patterns` those that are patterns. `places` and `countries` are the
    known ones, each with the others that may stand for it, none for one that is left as it is;
    `of_country` are the countries by the words for what is of them.
    """

    def __init__(self, code: LanguageCode, fold: Callable[[str], str] = str) -> None:
        self.code, self.language, self.fold = code, find_language(code), fold
        read = read_sections(Path(__file__).with_name(f"{self.language.name.lower()}.txt"))
        self.lists = {
            name: tuple(word.replace("_", " ") for word in " ".join(lines).split())
            for name, lines in read.items()
        }
        self.words = {name: frozenset(words) for name, words in self.lists.items()}
        self.of_country: dict[str, str] = {}
        self.countries = self._sorts("countries of ")
        self.places = self._sorts("places: ")
        named = {**self.lists, "places": self.places, "countries": self.countries}
        named["adjectives"], stop = self.of_country, self.language.stop_words
        named["stop words"] = [*stop, *map(str.capitalize, stop)]
        named["abbreviations"] = sorted(filter(str.istitle, self.language.abbreviations))
        for group in ("title: ", "organisation: ", "place: ", "person: ", "lands of "):
            named[group.rstrip(": ")] = [w for each in self.sections(group).values() for w in each]
        sources = {name: any_of(words) for name, words in named.items()}
        self.patterns: dict[str, re.Pattern[str]] = defaultdict(lambda: NEVER)
        for section, lines in read.items():
            if section.startswith("pattern "):
                name = section.removeprefix("pattern ")
                source = re.sub(r"\{([a-z ]+)\}", lambda place: sources[place[1]], lines[0])
                self.patterns[name] = re.compile(source)
                sources.setdefault(name, source)

    def sections(self, prefix: str) -> dict[str, Sequence[str]]:
        """Return the words of the sections that begin so, by the rest of their names."""
        return {
            n.removeprefix(prefix): each for n, each in self.lists.items() if n.startswith(prefix)
        }

    def pairs(self, name: str) -> dict[str, str]:
        """Return a section of words that have another after a colon."""
        return dict(word.split(":") for word in self.lists[name])

    def _sorts(self, prefix: str) -> dict[str, Sequence[str]]:
        """Return what sections hold, each with the others of its first one that have no star."""
        found: dict[str, Sequence[str]] = {}
        for name, words in self.lists.items():
            for word in words if name.startswith(prefix) else ():
                plain, _, of_it = word.partition(":")
                self.of_country |= {of_it: plain.rstrip("*")} if of_it else {}
                free = [other.partition(":")[0] for other in words if "*" not in other]
                others = [other for other in free if other != plain]
                found.setdefault(plain.rstrip("*"), () if plain.endswith("*") else others)
        return found
