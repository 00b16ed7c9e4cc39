"""Versions of texts that belong together: what stands for what in all of their names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from lvbuild.annotate.suggesting.entities import Entity, Proposer, Texts, UsedWords
from lvbuild.annotate.suggesting.suggest import rules_of
from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.languages import OF_LATIN_LETTERS, find_language

_TRIES = 12
"""How often words are drawn for what has none that are new."""
_APART = re.compile(r"[·・‧•･．\s]")
_LATIN, _WIDE = re.compile("[A-Za-zÀ-ɏ]"), re.compile(r"[\u3400-\u9fff]")

Known = dict[LanguageCode, dict[str, str]]
"""What stands for the parts of names, by the language of whose words they are made."""


def fullest(form: str) -> tuple[bool, bool, int, str]:
    """Return how forms are ordered: Chinese ones, those in Latin letters, the longest first."""
    return _WIDE.search(form) is None, _LATIN.search(form) is None, -len(form), form


def _is_latin(form: str) -> bool:
    return _LATIN.search(form) is not None and _WIDE.search(form) is None


class Reading:
    """What texts tell of the names that rows replace, as suggestions read them.

    A name in Latin letters alone is an English one, whatever is written around it.
    """

    def __init__(
        self, texts: Texts, language: LanguageCode, taken: UsedWords, *seed: str | int
    ) -> None:
        self._texts = replace(texts, common=taken.is_common)
        self.language, self._taken, self._seed = language, taken, seed
        self._read, self._proposers = dict[str, Any](), dict[str, Proposer]()

    def code(self, entity: Entity) -> LanguageCode:
        """Return the language of whose words a name is made."""
        return OF_LATIN_LETTERS if _is_latin(entity.forms[0]) else self.language

    def proposer(self, code: LanguageCode) -> Proposer:
        """Return what proposes words of a language, and none twice."""
        if code not in self._proposers:
            made = rules_of(code).PROPOSER(self._texts, self._taken, *self._seed)
            self._proposers[code] = made
        return self._proposers[code]

    def described(self, entity: Entity, had: Collection[str]) -> Entity:
        """Return a name with the sort and gender that texts tell, else its words that it had."""
        code = self.code(entity)
        rules = rules_of(code)
        if code not in self._read:
            self._read[code] = rules.READING(self._texts)
        found: Entity = rules.described(entity, had, self._read[code])
        return found


class World:
    """One version of texts: what stands for their names, and for the parts of these."""

    def __init__(self, reading: Reading, *seed: str | int) -> None:
        self._reading, self._seed = reading, seed
        self._known: Known = {}

    def keep(self, known: Known) -> None:
        """Keep what stands for parts of a name: it does in other names too."""
        self._known = known

    def versions(
        self, entity: Entity, had: Collection[str]
    ) -> Iterator[tuple[Mapping[str, str], Known]]:
        """Yield words for all forms of a name, each with what stands for their parts.

        `had` are the words that it had. In English texts forms in other letters have none.
        """
        reading, forms = self._reading, entity.forms
        if find_language(reading.language).space:
            forms = tuple(filter(_is_latin, forms))
        if not forms:
            return
        own = reading.described(replace(entity, forms=forms), had)
        code = reading.code(own)
        for number in range(_TRIES):
            known = {language: dict(each) for language, each in self._known.items()}
            draws = Draws(*self._seed, number, own.forms[0])
            new = reading.proposer(code).version(own, known.setdefault(code, {}), draws)
            if all(_is_good(form, new.get(form, "")) for form in own.forms):
                yield {form: new[form] for form in own.forms}, known


def _is_good(form: str, word: str) -> bool:
    """Tell whether a new word is another, and has no part twice where the old one has none."""
    twice = [len(parts) > len({*parts}) for parts in map(_APART.split, (form, word))]
    return bool(word) and word != form and twice[0] >= twice[1]
