"""Telling an English article, sentence by sentence, from templates in files of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.core.seeds import Draws
from lvbuild.sample.entities import Entity
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


@dataclass(frozen=True, slots=True)
class Subject:
    """How an article speaks of its subject after the opening.

    `name` and `byname` with their articles, within a sentence; `byname` is another way to name it,
    such as "the library in Dinovarn", `noun` one that does not, such as "the library". A person
    has no noun.
    """

    name: str
    byname: str
    pronoun: str
    objective: str
    possessive: str
    noun: str = ""


def person_subject(person: Entity, female: bool) -> Subject:
    """Return how to speak of a person: by surname, as she or he."""
    pronouns = ("she", "her", "her") if female else ("he", "him", "his")
    return Subject(person.short, person.short, *pronouns)


def thing_subject(entity: Entity, noun: str, byname: str = "") -> Subject:
    """Return how to speak of anything but a person."""
    name = named(entity)
    return Subject(name, byname or name, "it", "it", "its", f"the {noun}")


def named(entity: Entity) -> str:
    """Return an entity's name as it stands within a sentence."""
    if entity.kind == "work":
        return f'"{entity.name}"'
    return f"the {entity.name}" if entity.kind in ("sea", "river", "institution") else entity.name


def listed(items: list[str]) -> str:
    """Join items as a sentence does: a, b and c."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def years(count: int) -> str:
    """Say a number of years."""
    return "one year" if count == 1 else f"{count} years"


def capital(text: str) -> str:
    """Begin a text with a capital letter; a quoted title has one."""
    return text[0].upper() + text[1:]


class Telling:
    """An article as it is being told."""

    __slots__ = ("_clear", "_draws", "_paragraphs", "_slots", "_subject", "_told")

    def __init__(self, subject: Subject, draws: Draws, slots: dict[str, str]) -> None:
        self._subject = subject
        self._draws = draws
        self._slots = slots | {
            "they": subject.pronoun,
            "them": subject.objective,
            "their": subject.possessive,
        }
        self._paragraphs: list[list[str]] = [[]]
        self._clear = False
        self._told: set[int] = set()

    def say(self, table: Table, **more: str) -> None:
        """Add a sentence of a table; none of its templates twice while there are others."""
        draws = self._draws
        templates = [template for template in table if id(template) not in self._told] or table
        template = draws.choice(templates)
        self._told.add(id(template))
        sentence = draws.choice(template)
        mention = self._mention(sentence.names_another)
        self._paragraphs[-1].append(sentence.text.format_map({**self._slots, **mention, **more}))
        self._clear = not sentence.leaves_doubt

    def paragraph(self) -> None:
        """Begin a paragraph, where something has been said in the last one."""
        if self._paragraphs[-1]:
            self._paragraphs.append([])
            self._clear = False

    def words(self) -> int:
        """Count the words so far."""
        return sum(said.count(" ") + 1 for paragraph in self._paragraphs for said in paragraph)

    def text(self) -> str:
        """Return the article: its paragraphs, one a line."""
        return "\n".join(" ".join(paragraph) for paragraph in self._paragraphs if paragraph)

    def _mention(self, names_another: bool) -> dict[str, str]:
        """Fill the slots of the subject, by name where no other name would stand."""
        subject, draws = self._subject, self._draws
        name = form = subject.name
        possessive = f"{name}'s"
        if self._clear and not names_another:
            name = form = draws.choice((subject.name, subject.byname))
        elif self._clear and draws.index(6):
            name = subject.noun or name
            form = name if subject.noun and draws.index(2) else subject.pronoun
            possessive = subject.possessive if form == subject.pronoun else f"{form}'s"
        return {
            "own": subject.name,
            "Own": capital(subject.name),
            "n": name,
            "N": capital(name),
            "s": form,
            "S": capital(form),
            "poss": possessive,
            "Poss": capital(possessive),
        }
