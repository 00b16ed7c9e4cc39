"""Words that stand for names: known places and countries by their sort, others as languages do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import ClassVar

from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    Entity,
    UsedWords,
    Vocabulary,
    Words,
    choose,
)
from lvbuild.core.seeds import Draws


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
        others = (lists.countries if country else lists.places).get(name)
        if not others:
            known = any(plain in each for each in (lists.places, lists.countries, lists.of_country))
            return None if known else self.form(form, entity, made, draws)
        if name not in self.known:
            fresh = [
                other
                for other in map(self.written, draws.shuffled(others))
                if all(map(self.is_free, self._both(other, country)))
                and not lists.language.shared_content(form, other)
            ]
            fresh.sort(
                key=lambda other: abs(len(other) - len(form)) if not lists.language.space else 0
            )
            chosen = choose(sorted(fresh, key=self.taken.is_new, reverse=True))
            if chosen is None:
                return None
            self.keep(name, chosen)
        new = self.known[name]
        if plain in lists.of_country and country:
            return tuple(lists.adjectives[word] for word in new)
        return new if len(set(new)) == CHOICES else None

    def _both(self, name: str, country: bool) -> list[str]:
        """Return a name with, where it is a country's, the word for what is of it."""
        of_it = self.vocabulary.adjectives.get(name, "") if country else ""
        return [name, of_it] if of_it else [name]
