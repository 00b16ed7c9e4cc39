"""What texts name, in all its forms, and what may stand for it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
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

    `sort` tells how words for it are made, `origin` of which people or land they are.
    """

    kind: Kind
    forms: tuple[str, ...]
    sort: str = ""
    gender: Gender = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """What is read: documents, what is asked of them, each with an answer, and their titles.

    `common` tells whether a word is one of the language, and no name.
    """

    documents: Sequence[str]
    asked: Sequence[tuple[str, str]]
    titles: Sequence[str] = ()
    common: Callable[[str], bool] = lambda _: False

    @property
    def said(self) -> str:
        """The questions and answers, a line each."""
        return "".join(f"{part}\n" for pair in self.asked for part in pair)

    @property
    def every(self) -> list[str]:
        """The documents, and what is asked of them."""
        return [*self.documents, self.said]


Words = dict[str, tuple[str, ...]]
"""What stands for each form of an entity: a replacement and its alternatives."""

CHOICES = 3
"""A replacement and two alternatives."""

_TRIES, _ALIKE = 300, 67
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


class UsedWords:
    """What no proposal may be: the words of a pool, and of the rows that are there."""

    def __init__(self, texts: str, language: LanguageCode) -> None:
        words, self._spoken = {*_WORD.findall(texts)}, find_language(language)
        self._words = {word.casefold() for word in words}
        self._small = {word for word in words if word.islower()}
        self._holds, self._used = cache(texts.__contains__), set[str]()

    def with_rows(self, rows: Iterable[ReplacementRow]) -> UsedWords:
        """Return the words of the same pool, and of some rows alone."""
        other = copy(self)
        other._used = set()
        other.add(rows)
        return other

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""
        if not self._spoken.space and not word.isascii():
            return word not in self._used and not self._holds(word)
        parts = {part.casefold() for part in _WORD.findall(word)} - self._spoken.stop_words
        return word not in self._used and self._words.isdisjoint(parts)

    def is_common(self, word: str) -> bool:
        """Tell whether the texts have a word in small letters too, so that it is no name."""
        return word.lower() in self._small

    def add(self, rows: Iterable[ReplacementRow]) -> None:
        """Keep the new words of rows from being proposed again."""
        for phrase in chain.from_iterable(row.words for row in rows):
            self._used.update([phrase, *(phrase.split() if self._spoken.space else ())])


def merged(entities: Sequence[Entity]) -> list[Entity]:
    """Return entities without those whose forms an earlier one has."""
    seen, kept = set[str](), list[Entity]()
    for entity in entities:
        forms = tuple(form for form in dict.fromkeys(entity.forms) if form not in seen)
        seen.update(forms)
        kept += [replace(entity, forms=forms)] if forms else []
    return kept


class Proposer(ABC):
    """Proposes words for the names of texts, in `CHOICES` versions that are a world each.

    What stands for what there is known, so that names that share a word share the new one too.
    """

    vocabulary: ClassVar[Vocabulary]

    def __init__(self, texts: Texts, taken: UsedWords, *seed: str | int) -> None:
        self.text, self.taken, self._seed = "\n".join(texts.every), taken, seed
        self._own = UsedWords(self.text, self.vocabulary.code)
        self._used, self._had = set[str](), defaultdict[str, set[str]](set)
        self._known = [dict[str, str]() for _ in range(CHOICES)]

    def words(self, entity: Entity) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""
        draws = Draws(*self._seed, entity.forms[0])
        versions = [self.version(entity, known, draws) for known in self._known]
        made = {form: tuple(each.get(form, "") for each in versions) for form in entity.forms}
        good = all(len({"", form, *new}) == CHOICES + 2 for form, new in made.items())
        return made if good else None

    @abstractmethod
    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms in one version, without those that nothing can."""

    def drawn(self, draw: Callable[[], str], old: str) -> str:
        """Return the first word drawn that these texts do not have, "" where there is none.

        Those are drawn first that no text of the pool has.
        """
        spoken = self.vocabulary.language
        for tried in range(_TRIES):
            word = draw()
            parts = {word, *word.split()} - spoken.stop_words - {"The"}
            free = self._own.is_new(word) and parts.isdisjoint(self._used | self._had[old])
            alike = fuzz.ratio(old.casefold(), word.casefold()) >= _ALIKE
            if not word or not free or alike or spoken.shared_content(old, word):
                continue
            if tried > _TRIES // 2 or self.taken.is_new(word):
                self._used |= parts
                self._had[old].add(word)
                return word
        return ""
