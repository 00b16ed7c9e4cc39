"""What texts name, in all its forms, and what may stand for it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Literal

from rapidfuzz import fuzz

from lvbuild.annotate.suggesting.vocabulary import Vocabulary
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.tables.rows import Kind, ReplacementRow

Gender = Literal["", "female", "male"]


@dataclass(frozen=True, slots=True)
class Entity:
    """What texts name, with its kind and the forms in which they do, the fullest first.

    `sort` tells how words for it are made where its kind does not, such as a year among dates;
    `gender` and `origin`, the people whose names one's are like, which names a person may have.
    """

    kind: Kind
    forms: tuple[str, ...]
    sort: str = ""
    gender: Gender = ""
    origin: str = ""


Words = dict[str, tuple[str, ...]]
"""What stands for each form of an entity: a replacement and its alternatives."""

CHOICES = 3
"""A replacement and two alternatives."""

_TRIES, _ALIKE = 300, 67


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
        self._small_ones = find_language(language).stop_words
        self._holds = cache(texts.__contains__)
        self._used: set[str] = set()

    def with_rows(self, rows: Iterable[ReplacementRow]) -> UsedWords:
        """Return the words of the same pool, and of some rows alone."""
        other = copy(self)
        other._used = set()
        for row in rows:
            other.add(row)
        return other

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""
        if self.stands(word):
            return False
        if not self._spaced and not word.isascii():
            return not self._holds(word)
        return self._words.isdisjoint(words_of(word) - self._small_ones)

    def stands(self, word: str) -> bool:
        """Tell whether a word stands for something already."""
        return word in self._used

    def is_common(self, word: str) -> bool:
        """Tell whether the texts have a word in small letters too, so that it is no name."""
        return word.lower() in self._small

    def add(self, row: ReplacementRow) -> None:
        """Keep the new words of a row from being proposed again."""
        for phrase in row.words:
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

    Each of the `CHOICES` versions of the texts is one world: `known` holds what stands for what
    there, so that two names that share a word, or a surname, share the new one too.
    """

    vocabulary: ClassVar[Vocabulary]

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        self.text = "\n".join(texts)
        self.taken, self._own = taken, UsedWords(self.text, self.vocabulary.code)
        self._used: set[str] = set()
        self._had: dict[str, set[str]] = defaultdict(set)
        self.known: Sequence[dict[str, str]] = [{} for _ in range(CHOICES)]
        self._seed = seed

    def words(self, entity: Entity) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""
        draws = Draws(*self._seed, entity.forms[0])
        versions = [self.version(entity, known, draws) for known in self.known]
        made = {form: tuple(each.get(form, "") for each in versions) for form in entity.forms}
        good = all(len({"", form, *new}) == CHOICES + 2 for form, new in made.items())
        return made if good else None

    @abstractmethod
    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms in one version, without those that nothing can."""

    def drawn(self, draw: Callable[[], str], old: str, *, again: bool = False) -> str:
        """Return the first word drawn that these texts do not have, "" where there is none.

        Those are drawn first that no text of the pool has; `again` lets a word that is in many
        names, such as a surname, stand for two.
        """
        for tried in range(_TRIES):
            word = draw()
            taken, small = self._used | self._had[old], self.vocabulary.language.stop_words
            parts = [word, *(each for each in word.split() if each.casefold() not in small)]
            free = taken.isdisjoint(parts) and self._own.is_new(word)
            apart = not self.vocabulary.language.shared_content(old, word)
            apart = apart and fuzz.ratio(old.casefold(), word.casefold()) < _ALIKE
            if (
                word
                and free
                and apart
                and (again or tried > _TRIES // 2 or self.taken.is_new(word))
            ):
                self._used.update([] if again else parts)
                self._had[old].add(word)
                return word
        return ""

    def place(self, name: str, known: dict[str, str], draws: Draws) -> str:
        """Return another place of a known one's sort, "" where none may stand for it."""
        others = self.vocabulary.places.get(name) or self.vocabulary.countries.get(name)
        if name not in known:
            draw = lambda: self.written(draws.choice(others)) if others else ""  # noqa: E731
            known[name] = self.drawn(draw, name)
        return known[name]

    def written(self, word: str) -> str:
        """Return a word of the vocabulary as the texts are written."""
        return word
