"""What texts name, in all its forms, and the words by which it is known or that stand for it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

from lvbuild.core.extras import require
from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.languages.naming import NEVER
from lvbuild.tables.rows import Kind, ReplacementRow

Gender = Literal["", "female", "male"]


@dataclass(frozen=True, slots=True)
class Entity:
    """What texts name, with its kind and the forms in which they do, the fullest first.

    `sort` tells how words for it are made where its kind does not, such as a year among dates.
    """

    kind: Kind
    forms: tuple[str, ...]
    sort: str = ""
    gender: Gender = ""


class People(NamedTuple):
    """Names of people: surnames, and the given names of women and of men."""

    surnames: tuple[str, ...]
    female: tuple[str, ...]
    male: tuple[str, ...]

    def given(self, gender: Gender) -> tuple[str, ...]:
        """Return the given names of a gender, of men where it is unknown."""
        return self.female if gender == "female" else self.male


def read_people(locales: Iterable[str], fold: Callable[[str], str] = str) -> People:
    """Return the names of some of Faker's locales, as `fold` writes them."""
    require("suggesting names", "faker", "suggest")
    from faker.providers import person

    fields = ("last_names", "first_names_female", "first_names_male")
    found = [set[str]() for _ in fields]
    for locale in locales:
        names: Any = import_module(f"{person.__name__}.{locale.replace(' ', '_')}").Provider
        for words, name in zip(found, fields, strict=True):
            words.update(map(fold, getattr(names, name, ())))
    return People(*(tuple(sorted(words)) for words in found))


class Vocabulary:
    """The words of a language by which names are found and made, from the file beside this one.

    `lists` are its sections, `patterns` those that are patterns. `places` and `countries` are the
    known ones, each with the others that may stand for it, none for one that is left as it is;
    `adjectives` are the words for what is of a country, `of_country` the countries by them. `ends`
    are words in which names of a kind end, `nouns` those that tell what is of it.
    """

    def __init__(self, code: LanguageCode) -> None:
        self.code, self.language = code, find_language(code)
        path = Path(__file__).with_name(f"{self.language.name.lower()}.txt")
        read = read_sections(path)
        self.lists = {
            name: tuple(word.replace("_", " ") for word in " ".join(lines).split())
            for name, lines in read.items()
        }
        self.words = {name: frozenset(words) for name, words in self.lists.items()}
        self.adjectives: dict[str, str] = {}
        self.countries = self._sorts("countries of ")
        self.places = self._sorts("places: ")
        self.of_country = {of_it: country for country, of_it in self.adjectives.items()}
        kinds: Sequence[Kind] = ("organisation", "place")
        self.ends = {kind: self.lists[f"ends of {kind}s"] for kind in kinds}
        self.nouns: Mapping[Kind, tuple[str, ...]] = {
            "title": self.lists["works"],
            "organisation": self.lists["bodies"],
            "place": self.lists["sites"],
            "person": self.lists["callings"],
        }
        named = {**self.lists, "places": self.places, "countries": self.countries}
        named["abbreviations"] = sorted(filter(str.istitle, self.language.abbreviations))
        sources = {name: any_of(words) for name, words in named.items()}
        self.patterns: dict[str, re.Pattern[str]] = defaultdict(lambda: NEVER)
        for section, lines in read.items():
            if section.startswith("pattern "):
                name = section.removeprefix("pattern ")
                source = re.sub(r"\{([a-z ]+)\}", lambda place: sources[place[1]], lines[0])
                self.patterns[name] = re.compile(source)
                sources.setdefault(name, source)

    def _sorts(self, prefix: str) -> Mapping[str, Sequence[str]]:
        """Return what sections hold, each with the others of its first one that have no star."""
        found: dict[str, Sequence[str]] = {}
        for name, words in self.lists.items():
            if name.startswith(prefix):
                pairs = [word.partition(":")[::2] for word in words]
                self.adjectives.update((a.rstrip("*"), b) for a, b in pairs if b)
                free = [word for word, _ in pairs if not word.endswith("*")]
                for word, _ in pairs:
                    others = [other for other in free if other != word]
                    found.setdefault(word.rstrip("*"), () if word.endswith("*") else others)
        return found

    @cached_property
    def people(self) -> People:
        """The names that stand for others."""
        return read_people(self.lists["locales"], self.fold)

    @staticmethod
    def fold(text: str) -> str:
        """Return a text as the vocabulary is written."""
        return text


_LABELS: Mapping[str, Kind] = {
    "PERSON": "person",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "ORG": "organisation",
    "WORK_OF_ART": "title",
}


@cache
def trained(code: LanguageCode) -> Any:
    """Return a trained pipeline of spaCy's for a language, the first by name, None without any."""
    try:
        import spacy
    except ImportError:
        return None
    names = (n for n in spacy.util.get_installed_models() if n.startswith(f"{code}_"))
    first = min(names, default=None)
    return None if first is None else spacy.load(first)


def trained_kinds(texts: Iterable[str], code: LanguageCode) -> dict[str, Kind]:
    """Return the names that a trained pipeline finds, with their kinds; none without one."""
    read = trained(code)
    found = (entity for text in texts for entity in (read(text).ents if read else ()))
    return {each.text: _LABELS[each.label_] for each in found if each.label_ in _LABELS}


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of one of some words, the longest that fits."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=lambda w: (-len(w), w))))})"


Words = dict[str, tuple[str, ...]]
"""What stands for each form of an entity: a replacement and its alternatives."""

CHOICES = 3
"""A replacement and two alternatives."""


def choose(candidates: Iterable[str]) -> tuple[str, ...] | None:
    """Return the first different words of some, None where they are too few."""
    found: dict[str, None] = {}
    for word in candidates:
        found[word] = None
        if len(found) == CHOICES:
            return tuple(found)
    return None


WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def words_of(text: str) -> set[str]:
    """Return the words of a text in small letters."""
    return {word.casefold() for word in WORD.findall(text)}


class UsedWords:
    """What no proposal may be: the words of a pool, and of the rows that are there."""

    def __init__(self, texts: str, language: LanguageCode) -> None:
        words = set(WORD.findall(texts))
        self._words = {word.casefold() for word in words}
        self._small = {word for word in words if word.islower()}
        self._spaced = bool(find_language(language).space)
        self._holds = cache(texts.__contains__)
        self._used: set[str] = set()

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""
        if word in self._used:
            return False
        if not self._spaced and not word.isascii():
            return not self._holds(word)
        return self._words.isdisjoint(words_of(word))

    def is_common(self, word: str) -> bool:
        """Tell whether the texts have a word in small letters too, so that it is no name."""
        return word.lower() in self._small

    def add(self, row: ReplacementRow) -> None:
        """Keep the new words of a row from being proposed again."""
        for phrase in (row.replacement, *row.alternatives):
            self._used.add(phrase)
            if self._spaced:
                self._used.update(phrase.split())


def merged(entities: Sequence[Entity]) -> list[Entity]:
    """Return entities without those whose forms an earlier one has."""
    seen: set[str] = set()
    kept = []
    for entity in entities:
        forms = tuple(form for form in dict.fromkeys(entity.forms) if form not in seen)
        seen.update(forms)
        kept.append(replace(entity, forms=forms))
    return [entity for entity in kept if entity.forms]


class Proposer(ABC):
    """Proposes words for the names of texts that belong together.

    `known` are the new words of what has some, `used` all of them.
    """

    vocabulary: ClassVar[Vocabulary]

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        self.texts = "\n".join(texts)
        self.taken = taken
        self.used: set[str] = set()
        self.known: dict[str, tuple[str, ...]] = {}
        self._seed = seed

    def words(self, entity: Entity, attempt: int) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""
        draws = Draws(*self._seed, entity.forms[0], attempt)
        made: Words = {}
        for form in entity.forms:
            if (new := self._new(form, entity, made, draws)) is None:
                return None
            made[form] = new
        return made

    @abstractmethod
    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return what may stand for a form, where that of the forms before is made already."""

    @abstractmethod
    def is_free(self, word: str) -> bool:
        """Tell whether a word is not in the texts, and stands for no other."""

    @cached_property
    def written(self) -> Callable[[str], str]:
        """What writes a word of the vocabulary as the texts are written."""
        return str

    def keep(self, form: str, new: tuple[str, ...]) -> None:
        """Have words stand for a form from now on, and for no other."""
        self.known[form] = new
        self.used.update(new, *(word.split() for word in new))

    def _new(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return other places of a known one's sort, those that are new to the pool first."""
        lists, plain = self.vocabulary, self.vocabulary.fold(form)
        name = lists.of_country.get(plain, plain)
        country = entity.sort == "country"
        of_it = lists.adjectives if country else {}
        others = (lists.countries if country else lists.places).get(name)
        if not others:
            known = any(plain in each for each in (lists.places, lists.countries, lists.of_country))
            return None if known else self.form(form, entity, made, draws)
        if name not in self.known:
            fresh = [
                other
                for other in map(self.written, draws.shuffled(others))
                if self.is_free(other)
                and self.is_free(of_it.get(other, other))
                and not lists.language.shared_content(form, other)
            ]
            farther = 0 if lists.language.space else 1
            fresh.sort(key=lambda other: farther * abs(len(other) - len(form)))
            chosen = choose(sorted(fresh, key=self.taken.is_new, reverse=True))
            if chosen is None:
                return None
            self.keep(name, chosen)
        new = self.known[name]
        if plain in lists.of_country and country:
            return tuple(lists.adjectives[word] for word in new)
        return new if len(set(new)) == CHOICES else None
