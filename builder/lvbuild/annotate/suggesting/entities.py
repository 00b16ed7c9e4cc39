"""What texts name, in all its forms, and what may stand for it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar, Literal

from lvbuild.annotate.suggesting.vocabulary import Vocabulary
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
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
            self._used.update([phrase, *(phrase.split() if self._spaced else ())])


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
        self.taken, self._own = taken, UsedWords(self.texts, self.vocabulary.code)
        self.used: set[str] = set()
        self.known: dict[str, tuple[str, ...]] = {}
        self._seed = seed

    def words(self, entity: Entity) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""
        lists, draws = self.vocabulary, Draws(*self._seed, entity.forms[0])
        made: Words = {}
        for form in entity.forms:
            name = lists.fold(form)
            known = any(name in each for each in (lists.places, lists.countries, lists.of_country))
            new = self.place(name, entity) if known else self.form(form, entity, made, draws)
            if new is None:
                return None
            made[form] = new
        return made

    @abstractmethod
    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return what may stand for a form, where that of the forms before is made already."""

    def is_free(self, word: str) -> bool:
        """Tell whether a word is not in the texts, and stands for no other."""
        return self._own.is_new(word) and self.used.isdisjoint([word, *word.split()])

    @cached_property
    def written(self) -> Callable[[str], str]:
        """What writes a word of the vocabulary as the texts are written."""
        return str

    def keep(self, form: str, new: tuple[str, ...]) -> None:
        """Have words stand for a form from now on, and for no other."""
        self.known[form] = new
        self.used.update(new, *(word.split() for word in new))

    def place(self, form: str, entity: Entity) -> tuple[str, ...] | None:
        """Return other places of a known one's sort, those that are new to the pool first."""
        lists, country = self.vocabulary, entity.sort == "country"
        name = lists.of_country.get(form, form)
        of_it = lists.adjectives if country else {}
        if name not in self.known:
            others = (lists.countries if country else lists.places).get(name, ())
            fresh = [
                other
                for other in map(self.written, Draws(*self._seed, form).shuffled(others))
                if self.is_free(other)
                and self.is_free(of_it.get(other, other))
                and not lists.language.shared_content(form, other)
            ]
            fresh.sort(key=lambda one: (not self.taken.is_new(one), abs(len(one) - len(form))))
            if (chosen := choose(fresh)) is None:
                return None
            self.keep(name, chosen)
        new = self.known[name]
        return tuple(of_it[word] for word in new) if form in lists.of_country and country else new
