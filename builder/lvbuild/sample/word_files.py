"""The words of the invented world: files of them, names kept apart, how it is asked about."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.core.resources import read_sections
from lvbuild.core.seeds import Draws
from lvbuild.errors import BuildError
from lvbuild.languages import Language, find_language
from lvbuild.sample.world import Entity, Value

FOLDERS: Mapping[LanguageCode, str] = {"en": "english", "zh": "chinese"}
"""The folders of the languages that have an invented world: its code and its words."""

_SEPARATORS: Mapping[LanguageCode, str | None] = {"en": ",", "zh": None}
"""What stands between the words of a list: white space, unless a phrase may hold some."""


@cache
def read_words(language: LanguageCode, name: str) -> Mapping[str, Sequence[str]]:
    """Read the lines of each section of a file of words; UsageError where it cannot be read."""
    return read_sections(Path(__file__).parent / "words" / FOLDERS[language] / f"{name}.txt")


def read_lists(language: LanguageCode, name: str) -> Mapping[str, tuple[str, ...]]:
    """Read a file of lists: the words of each section, whatever lines they stand in."""
    return {
        section: tuple(word for line in lines for word in _split(language, line))
        for section, lines in read_words(language, name).items()
    }


def _split(language: LanguageCode, line: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split(_SEPARATORS[language]))


Traits = Mapping[str, tuple[str, ...]]
"""What is true of a sort of things: words by a key."""


def read_traits(language: LanguageCode, name: str) -> Mapping[str, Traits]:
    """Read a file of sorts of things, each a section of traits such as `measure: 座`."""
    traits: dict[str, dict[str, tuple[str, ...]]] = {}
    for sort, lines in read_words(language, name).items():
        pairs = (line.split(":", 1) for line in lines)
        traits[sort] = {key: _split(language, words) for key, words in pairs}
    return traits


_TRIES = 10_000
_KEPT_BACK = 8


def is_kept_back(coined: str) -> bool:
    """Tell whether a coined name is one that no world has: one in eight, by its hash alone.

    New names for what a world has are of these, so that nothing in their shape tells them.
    """
    return blake2b(coined.encode(), digest_size=1).digest()[0] % _KEPT_BACK == 0


class Names:
    """All names given so far in one world.

    No name stands within another (English: at word borders; Chinese: at all), save a person's
    short form within that person's own name.
    """

    def __init__(self, language: LanguageCode) -> None:
        self._language = language
        self._taken: set[str] = set()
        self._parts: set[str] = set()

    def give(self, draw: Callable[[], str], surname: bool = False) -> str:
        """Draw a name until it is new, and so is its last word if that is a `surname`; take both.

        Raises BuildError where the lexicon has no names left.
        """
        for _ in range(_TRIES):
            name = draw()
            forms = {name, name.split(" ")[-1]} if surname else {name}
            parts = {part for form in forms for part in self._parts_of(form)}
            if self._parts.isdisjoint(forms) and self._taken.isdisjoint(parts):
                self._taken |= forms
                self._parts |= parts
                return name
        raise BuildError(f"sample: no new {self._language} name in {_TRIES} draws; ask for fewer")

    def _parts_of(self, form: str) -> Iterator[str]:
        joint = find_language(self._language).space
        units: Sequence[str] = form.split(" ") if joint else form
        for start in range(len(units)):
            for end in range(start + 1, len(units) + 1):
                yield joint.join(units[start:end])


class Lexicon(ABC):
    """Names and terms of one language.

    A `spare` one gives the names that are kept back from all worlds, of the same shape as those
    that worlds have (see `is_kept_back`).

    `terms` are the words of each term relation: fish, craft, market_day, festival_month,
    profession, collected, institution_sort and work_sort (the last two are told as `sort`).
    `institutions` are the traits of each sort: what can be its `treasure`, and whether it `does`
    what few do: `teaches`, or `keeps` works. At least one sort does each.
    """

    language: Language
    terms: Mapping[str, tuple[str, ...]]
    institutions: Mapping[str, Traits]

    def __init__(self, spare: bool = False) -> None:
        self._spare = spare

    @abstractmethod
    def name(self, draws: Draws, kind: str, sort: str = "") -> str:
        """Draw a name for a thing of a kind; a person's ends with the surname.

        `sort` is that of an institution or a work, `woman` or `man` of a person, `port` of a town
        that lies low enough for one. A name that is taken, or that holds or stands in another, is
        drawn again: so there must be many, and no institution or work may be named with the name
        of a town, river or person.
        """

    def stands_for(self, entity: Entity, name: str) -> bool:
        """Tell whether a name can replace an entity's: it shares no content with it."""
        return not self.language.shared_content(entity.name, name)

    def able(self, what: str) -> Collection[str]:
        """Return the sorts of institutions that do something."""
        sorts = self.institutions.items()
        return [sort for sort, traits in sorts if what in traits.get("does", ())]

    def coined(self, draw: Callable[[], str], real: Collection[str] = ()) -> str:
        """Draw a name until it is one that worlds have, or a spare one, and no real name."""
        while (name := draw()) in real or is_kept_back(name) != self._spare:
            pass
        return name


_IDLE_COMMA = re.compile(",(?=[,.;:?])")


class Asking(NamedTuple):
    """How one relation is asked for and stated: templates over {s}, the subject, and {v}.

    `stated` is found in a sentence that holds the value just where it states the relation.
    `phrases` name the value by its subject: the birthplace of {s}; in them {what} is the value's
    noun: the {what} where {s} studied. The templates of a survey, which has questions and
    statements that answer them, are over what is asked about and its facts.
    """

    stated: re.Pattern[str]
    questions: Sequence[str]
    statements: Sequence[str]
    phrases: Sequence[str]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How one language asks: its tables, and how names and values stand in its sentences.

    The keys of `relations` are `kind.relation`; `common` are the terms that articles use for other
    things too; `nouns` say what each kind of thing is called; `units` what stands behind the number
    of a relation. `named` names an entity within a
    sentence, `introduced` says what it is, too: the town of Lommiby; `apposed` names one, and adds
    a phrase for it: Anna Holt, the founder of Lommiby. `in_sentence` gives a value as it stands
    within a sentence.
    """

    relations: Mapping[str, Asking]
    surveys: Mapping[str, Asking]
    common: frozenset[str]
    nouns: Mapping[str, str]
    units: Mapping[str, str]
    named: Callable[[Entity], str]
    introduced: Callable[[Entity, str], str]
    apposed: Callable[[str, str], str]
    in_sentence: Callable[[str, Value], str]
    capital: Callable[[str], str]

    def as_answer(self, relation: str, value: Value) -> str:
        """Return a value as a bare answer, as articles have it."""
        if isinstance(value, Entity):
            return value.name
        return f"{value}{self.units.get(relation, '')}"

    def fill(self, template: str, **slots: str) -> str:
        """Fill a template; a slot under a capital begins a sentence."""
        capitals = {self.capital(slot): self.capital(text) for slot, text in slots.items()}
        return _IDLE_COMMA.sub("", template.format_map(capitals | slots))


def read_asking(language: LanguageCode, file: str) -> Mapping[str, Asking]:
    """Read how the relations of `questions`, or the `surveys`, are asked for."""
    asking = {}
    for name, lines in read_words(language, file).items():
        texts: dict[str, list[str]] = {mark: [] for mark in "~?=>"}
        for line in lines:
            mark, _, text = line.partition(" ")
            texts[mark].append(text)
        stated, *templates = texts.values()
        asking[name] = Asking(re.compile("|".join(stated), re.IGNORECASE), *templates)
    return asking
