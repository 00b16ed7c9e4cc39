"""Tables of English sentences: templates, spelt out into shapes.

In a template `[a|b|]` stands for each of its alternatives (they do not nest) and `{slot}` for a
value of the article's subject. Some slots name the subject itself, and change as the text goes:

    {S} {s}         at the start of a sentence or within: she, it or the town, where that is clear
    {Poss} {poss}   the possessive of the same
    {N} {n}         never a pronoun: its name (the Tervane), or the river, where that is clear
    {Own} {own}     always its name
    {they} {them} {their}   always a pronoun

Every sentence names somebody or something of its own province, so that only within a province
can two sentences be alike: where no other name stands in it, the subject is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.sample.word_files import read_words

_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
# The slots that name something else than the subject, save in the opening, which names both.
_NAMES = frozenset(
    {"name", "quoted", "other", "others", "maker", "poss_maker", "rival", "neighbour"}
    | {"flows_into", "surveyed_by", "charted_by", "stands_on", "founded_by", "twin"}
    | {"born_in", "died_in", "taught_by", "married", "studied_at", "worked_at"}
    | {"located_in", "headed_by", "made_by", "dedicated_to", "kept_at", "about"}
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One shape of a sentence.

    `names_another`: something besides the subject is named in it. `leaves_doubt`: after it "she"
    or "the town" could be mistaken.
    """

    text: str
    names_another: bool
    leaves_doubt: bool


Table = tuple[tuple[Sentence, ...], ...]
"""Templates, each with all its shapes."""


def read_tables(name: str) -> Mapping[str, Table]:
    """Read a file of words, each section a table; raises UsageError as `read_words` does.

    A section may open with `@name rivals: slot slot`: after those, "she" or "the town" could be
    mistaken.
    """
    tables = {}
    for section, templates in read_words("en", name, str).items():
        title, _, rivals = section.partition(" rivals: ")
        tables[title] = sentences(templates, rivals.split())
    return tables


def sentences(templates: Sequence[str], rivals: Iterable[str] = ()) -> Table:
    """Spell out the shapes of templates; `rivals` are the slots that a pronoun could mean."""
    mistakable = {written for slot in rivals for written in (slot, slot.capitalize())}
    return tuple(
        tuple(_sentence(shape, mistakable) for shape in _shapes(template)) for template in templates
    )


def _sentence(shape: str, mistakable: set[str]) -> Sentence:
    slots = set(_SLOT.findall(shape))
    named = {slot.lower() for slot in slots} & _NAMES
    return Sentence(shape, bool(named), bool(slots & mistakable))


def _shapes(template: str) -> list[str]:
    match = _ALTERNATIVES.search(template)
    if not match:
        return [template]
    before, after = template[: match.start()], template[match.end() :]
    return [shape for part in match[1].split("|") for shape in _shapes(before + part + after)]
