"""What texts name, in all its forms, lists by which it is known, and what no proposal may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import chain
from typing import Literal, Protocol

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.tables.rows import Kind, ReplacementRow

Gender = Literal["", "female", "male"]


@dataclass(frozen=True, slots=True)
class Entity:
    """What texts name, with its kind and the forms in which they do, the fullest first.

    `subkind` tells how words for it are made where its kind does not, such as a year among dates.
    """

    kind: Kind
    forms: tuple[str, ...]
    subkind: str = ""
    gender: Gender = ""


KNOWN = "known"
"""The subkind of entities that are known places."""


class WordLists:
    """The lists of a language by name, in `names/` under its English name.

    `lines` are those of a list without comments, `parts` its words, which lines of three marks
    divide, and `words` the words of all parts.
    """

    def __init__(self, code: LanguageCode) -> None:
        self.code, self.language = code, find_language(code)
        self.lines: dict[str, list[str]] = {}
        self.parts: dict[str, list[tuple[str, ...]]] = {}
        folder = files("lvbuild.annotate.suggesting") / "names" / self.language.name.lower()
        for path in folder.iterdir():
            lines = path.read_text(encoding="utf-8").splitlines()
            name = path.name.removesuffix(".txt")
            self.lines[name] = [each.strip() for each in lines if each and not each.startswith("#")]
            parts = " ".join(self.lines[name]).split("---")
            self.parts[name] = [tuple(dict.fromkeys(part.split())) for part in parts]
        self.words = {name: frozenset(chain(*parts)) for name, parts in self.parts.items()}

    @cached_property
    def places(self) -> Mapping[str, Sequence[str]]:
        """The known places, each with the others of its first sort, but those with a star."""
        found: dict[str, Sequence[str]] = {}
        for part in self.parts["known_places"]:
            names = [name.replace("_", " ") for name in part]
            others = [name for name in names if not name.endswith("*")]
            for name in names:
                plain = name.removesuffix("*")
                found.setdefault(plain, [other for other in others if other != plain])
        return found


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


_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
IN_ANSWER, IN_QUESTION, BESIDE_ANSWER, ELSEWHERE = range(4)


class UsedWords:
    """What no proposal may be: the words of a pool, and of the rows that are there."""

    def __init__(self, texts: str, language: LanguageCode) -> None:
        words = set(_WORD.findall(texts))
        self._texts = texts
        self._words = {word.casefold() for word in words}
        self._small = {word for word in words if word.islower()}
        self._spaced = bool(find_language(language).space)
        self._used: set[str] = set()
        self._held: dict[str, bool] = {}

    def is_new(self, word: str) -> bool:
        """Tell whether a word is in no text and stands for nothing else yet."""
        if word in self._used:
            return False
        if not self._spaced and not word.isascii():
            if word not in self._held:
                self._held[word] = word in self._texts
            return not self._held[word]
        return all(part.casefold() not in self._words for part in _WORD.findall(word))

    def is_common(self, word: str) -> bool:
        """Tell whether the texts have a word in small letters too, so that it is no name."""
        return word.lower() in self._small

    def add(self, row: ReplacementRow) -> None:
        """Keep the new words of a row from being proposed again."""
        for phrase in (row.replacement, *row.alternatives):
            self._used.add(phrase)
            if self._spaced:
                self._used.update(phrase.split())


class Proposer(Protocol):
    """Proposes words for the names of texts that belong together."""

    def words(self, entity: Entity, attempt: int) -> Words | None:
        """Return what may stand for each form, or None where nothing can be proposed."""


@dataclass(frozen=True)
class FigurePatterns:
    """How a language writes dates and numbers.

    No number has `before` before it or `after` after it. `in_words` are numbers in words, and
    `digits` the words or characters of theirs that may stand for each other.
    """

    years: re.Pattern[str]
    decades: re.Pattern[str]
    days: re.Pattern[str]
    numbers: re.Pattern[str]
    before: re.Pattern[str]
    after: re.Pattern[str]
    in_words: re.Pattern[str]
    digits: tuple[str, ...]


@dataclass(frozen=True)
class LanguageRules:
    """How the names and figures of a language are found, and what proposes words for its names.

    Names are those of texts; given with these are the questions, each with an answer, and what
    tells whether a word is one of the language, and no name.
    """

    find_names: Callable[
        [Sequence[str], Sequence[tuple[str, str]], Callable[[str], bool]], list[Entity]
    ]
    proposer: Callable[..., Proposer]
    figures: FigurePatterns


def merged(entities: Sequence[Entity]) -> list[Entity]:
    """Return entities without those whose forms an earlier one has."""
    seen: set[str] = set()
    kept = []
    for entity in entities:
        forms = tuple(form for form in dict.fromkeys(entity.forms) if form not in seen)
        if forms:
            seen.update(forms)
            kept.append(Entity(entity.kind, forms, entity.subkind, entity.gender))
    return kept


def rank(
    entity: Entity,
    question: str,
    answers: Sequence[str],
    documents: Sequence[str],
    language: LanguageCode,
) -> int:
    """Return how far an entity is from the answer, 0 for in it."""
    holds = find_language(language).holds

    def held(text: str, phrases: Sequence[str]) -> bool:
        return any(holds(text, phrase) for phrase in phrases)

    if any(held(answer, entity.forms) for answer in answers):
        return IN_ANSWER
    if held(question, entity.forms):
        return IN_QUESTION
    sentences = (sentence for text in documents for sentence in _SENTENCE.findall(text))
    beside = any(held(each, answers) and held(each, entity.forms) for each in sentences)
    return BESIDE_ANSWER if beside else ELSEWHERE


def place_in_order(entity: Entity, ranked: int, texts: str) -> tuple[int, int, int]:
    """Return by what entities are ordered: their rank, figures and countries last, then place."""
    late = 2 * (entity.kind in {"date", "number"}) + (entity.subkind in {"country", "latin"})
    first = min((at for form in entity.forms if (at := texts.find(form)) >= 0), default=len(texts))
    return ranked, late if ranked else 0, first
