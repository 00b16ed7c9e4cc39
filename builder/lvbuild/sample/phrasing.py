"""What a language brings to questions about the sample world."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.sample.word_files import read_words
from lvbuild.sample.world import Entity, Value

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
