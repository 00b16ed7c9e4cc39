"""What a language brings to questions about the sample world."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.sample.entities import Entity, Value
from lvbuild.seeds import Draws


@dataclass(frozen=True, slots=True)
class RelationWords:
    """How one relation is asked for and stated: templates over {s}, the subject, and {v}.

    `stated` is found in a sentence that holds the value just where it states the relation.
    `phrases` name the value by its subject: the birthplace of {s}.
    """

    stated: re.Pattern[str]
    questions: Sequence[str]
    statements: Sequence[str]
    phrases: Sequence[str]


@dataclass(frozen=True, slots=True)
class SurveyWords:
    """The questions and answers of a survey: templates over what is asked about and its facts."""

    questions: Sequence[str]
    answers: Sequence[str]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How one language asks: its tables, and how names and values stand in its sentences.

    The keys of `relations` are `kind.relation`; `common` are the terms that articles use for other
    things too. `as_answer` gives a value as a bare answer, `in_sentence`
    within a sentence; `stranger` a name and short form for something of the entity's kind that is
    nowhere in any world.
    """

    relations: Mapping[str, RelationWords]
    surveys: Mapping[str, SurveyWords]
    terms: Mapping[str, Sequence[str]]
    common: frozenset[str]
    named: Callable[[Entity], str]
    as_answer: Callable[[str, Value], str]
    in_sentence: Callable[[str, Value], str]
    capital: Callable[[str], str]
    unused_name: Callable[[Entity, Draws], tuple[str, str]]

    def fill(self, template: str, **slots: str) -> str:
        """Fill a template; a slot under a capital begins a sentence."""
        capitals = {self.capital(slot): self.capital(text) for slot, text in slots.items()}
        return template.format_map(capitals | slots)


def read_relations(table: str) -> Mapping[str, RelationWords]:
    """Read a table of relations: a line `kind.relation pattern`, then `?`, `=` and `>` lines."""
    return {
        heading.partition(" ")[0]: RelationWords(
            re.compile(heading.partition(" ")[2], re.IGNORECASE),
            marked["?"],
            marked["="],
            marked[">"],
        )
        for heading, marked in _blocks(table)
    }


def read_surveys(table: str) -> Mapping[str, SurveyWords]:
    """Read a table of surveys: a line with its name, then `?` and `=` lines."""
    return {name: SurveyWords(marked["?"], marked["="]) for name, marked in _blocks(table)}


def _blocks(table: str) -> Iterator[tuple[str, dict[str, list[str]]]]:
    heading, marked = "", dict[str, list[str]]()
    for line in filter(None, table.splitlines()):
        if line[0] in "?=>":
            marked[line[0]].append(line[2:])
        else:
            if heading:
                yield heading, marked
            heading, marked = line, {"?": [], "=": [], ">": []}
    yield heading, marked
