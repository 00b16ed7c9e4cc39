"""Sentence templates: fields `{name}`, choices `[甲|乙]`, tables of them under `@slot` lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lvbuild.seeds import Draws

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)\}")
_LEADING_NAME = re.compile(r"^(?:《\{name\}》|\{name\})")
_CONDITION = re.compile(r"([a-z_]+):")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One template: its parts, each the wordings to choose from, and all fields it depends on."""

    parts: tuple[tuple[str, ...], ...]
    fields: frozenset[str]

    @classmethod
    def parse(cls, template: str) -> Sentence:
        """Read `{name}[位于|地处]河畔。`; a field it needs may stand in front, as `alive:`."""
        condition = _CONDITION.match(template)
        text = template[condition.end() :] if condition else template
        parts = tuple(tuple(part.split("|")) for part in _CHOICE.split(text))
        needed = [condition[1]] if condition else []
        return cls(parts, frozenset(_FIELD.findall(text) + needed))

    @property
    def leads_with_name(self) -> bool:
        """Whether the subject's name comes first, for certain."""
        return _LEADING_NAME.match(self.parts[0][0]) is not None

    def always_told(self) -> frozenset[str]:
        """Return the fields that stand in the sentence whichever wordings are chosen."""
        told: set[str] = set()
        for part in self.parts:
            told.update(set.intersection(*(set(_FIELD.findall(wording)) for wording in part)))
        return frozenset(told)

    def write(self, values: Mapping[str, str], draws: Draws, pronoun: str = "") -> str:
        """Choose a wording and fill in the values; a pronoun replaces the name it leads with."""
        wording = "".join(
            [part[0] if len(part) == 1 else draws.choice(part) for part in self.parts]
        )
        if pronoun:
            wording = _LEADING_NAME.sub(pronoun, wording)
        return wording.format_map(values)


Table = Mapping[str, Sequence[Sentence]]
"""For each slot of an article, the templates that can fill it."""

Plan = Sequence[Sequence[str]]
"""The slots of each paragraph of an article."""


@dataclass(frozen=True, slots=True)
class Wording:
    """All it takes to write of one kind of thing."""

    pronouns: Sequence[str]
    plans: Sequence[Plan]
    sentences: Table


def parse_table(text: str) -> Table:
    """Read a table: a line `@slot`, then a template a line; blank lines are for the eye."""
    table: dict[str, list[Sentence]] = {}
    for line in text.split():
        if line.startswith("@"):
            table[line[1:]] = slot = []
        else:
            slot.append(Sentence.parse(line))
    return table


def parse_plans(text: str) -> Sequence[Plan]:
    """Read plans: slots between white space, paragraphs between `/`; an indented line goes on."""
    lines = text.strip().replace("\n ", " ").splitlines()
    return [[paragraph.split() for paragraph in line.split("/")] for line in lines]
