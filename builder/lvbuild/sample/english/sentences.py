"""Telling an English article, sentence by sentence, from templates in files of words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.core.seeds import Draws
from lvbuild.sample.english.words import capital, named, with_article
from lvbuild.sample.word_files import read_words
from lvbuild.sample.world import Entity, Value, World

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


def read_tables(*files: str) -> Mapping[str, Table]:
    """Read files of words, each section a table; raises UsageError as `read_words` does.

    A section may open with `@name rivals: slot slot`: after those, "she" or "the town" could be
    mistaken.
    """
    tables = {}
    for file in files:
        for section, templates in read_words("en", file, str).items():
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


def subject_of(entity: Entity, noun: str = "", byname: str = "") -> Subject:
    """Return how to speak of a person, by surname, or of a thing by its noun."""
    if entity.kind == "person":
        pronouns = ("she", "her", "her") if entity.female else ("he", "him", "his")
        return Subject(entity.short, entity.short, *pronouns)
    return Subject(named(entity), byname or named(entity), "it", "it", "its", f"the {noun}")


def listed(items: list[str]) -> str:
    """Join items as a sentence does: a, b and c."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def years(count: int) -> str:
    """Say a number of years."""
    return "one year" if count == 1 else f"{count} years"


def apart(gap: int) -> str:
    """Say by how many years something came later than another, or earlier."""
    return f"{years(abs(gap))} {'younger' if gap > 0 else 'older'}"


_YEAR_OF = {
    "town": "founded",
    "institution": "opened",
    "river": "surveyed_in",
    "sea": "charted_in",
    "work": "year",
}
_COUNTABLE = {"profession", "sort", "treasure"}


def slots_of(world: World, entity: Entity) -> dict[str, str]:
    """Return the slots of an article's subject: `{relation}`, `{Relation}`, `{a_relation}`."""
    slots = {"name": entity.name, "Quoted": capital(named(entity))}
    for fact in world.facts(entity):
        slots |= both(fact.relation, _said(fact.value))
        if fact.relation in _COUNTABLE and isinstance(fact.value, str):
            slots |= both(f"a_{fact.relation}", with_article(fact.value))
    return slots


def slots_about(world: World, other: Entity) -> dict[str, str]:
    """Return the slots of something that an article tells of besides its subject.

    `{other}`, its `{year}`, of a work and an institution `{sort}` and `{a_sort}`, of a work
    its `{maker}`.
    """
    slots = both("other", named(other))
    facts = {fact.relation: _said(fact.value) for fact in world.facts(other)}
    if other.kind in _YEAR_OF:
        slots["year"] = facts[_YEAR_OF[other.kind]]
    if "sort" in facts:
        slots |= both("sort", facts["sort"]) | both("a_sort", with_article(facts["sort"]))
    if "made_by" in facts:
        slots |= both("maker", facts["made_by"])
    return slots


def both(slot: str, text: str) -> dict[str, str]:
    """Return a slot and, under a capital, the same text as it begins a sentence."""
    return {slot: text, capital(slot): capital(text)}


def _said(value: Value) -> str:
    return named(value) if isinstance(value, Entity) else str(value)


class Telling:
    """An article as it is being told, in sentences of tables."""

    def __init__(
        self, tables: Mapping[str, Table], subject: Subject, draws: Draws, slots: dict[str, str]
    ) -> None:
        self._tables = tables
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

    def say(self, *tables: str, **more: str) -> None:
        """Add a sentence of one of the tables; no template twice while there are others."""
        draws = self._draws
        table = [template for name in tables for template in self._tables[name]]
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
