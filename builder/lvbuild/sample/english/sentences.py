"""Telling an English article, sentence by sentence, from templates in files of words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

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


class Sentence(NamedTuple):
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
        for section, templates in read_words("en", file).items():
            title, _, rivals = section.partition(" rivals: ")
            tables[title] = sentences(templates, rivals.split())
    return tables


def sentences(templates: Sequence[str], rivals: Iterable[str] = ()) -> Table:
    """Spell out the shapes of templates; `rivals` are the slots that a pronoun could mean."""
    mistakable = set(rivals)

    def sentence(shape: str) -> Sentence:
        slots = {slot.lower() for slot in _SLOT.findall(shape)}
        return Sentence(shape, bool(slots & _NAMES), bool(slots & mistakable))

    return tuple(tuple(map(sentence, _shapes(template))) for template in templates)


def _shapes(template: str) -> list[str]:
    match = _ALTERNATIVES.search(template)
    if not match:
        return [template]
    before, after = template[: match.start()], template[match.end() :]
    return [shape for part in match[1].split("|") for shape in _shapes(before + part + after)]


def listed(items: list[str]) -> str:
    """Join items as a sentence does: a, b and c."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def years(count: int) -> str:
    """Say a number of years."""
    return "one year" if count == 1 else f"{count} years"


def apart(gap: int) -> str:
    """Say by how many years something came later than another, or earlier."""
    return f"{years(abs(gap))} {'younger' if gap > 0 else 'older'}"


def both(slot: str, text: str) -> dict[str, str]:
    """Return a slot and, under a capital, the same text as it begins a sentence."""
    return {slot: text, capital(slot): capital(text)}


_COUNTABLE = ("profession", "sort", "treasure")
_TOLD_OF_OTHERS = {
    "founded": "year",
    "opened": "year",
    "surveyed_in": "year",
    "charted_in": "year",
    "year": "year",
    "sort": "sort",
    "made_by": "maker",
    "length_km": "other_km",
    "source_altitude_m": "other_height",
}
"""The slots of what an article may tell of others than its subject, by their relations."""


def _stated(slot: str, value: Value) -> dict[str, str]:
    text = named(value) if isinstance(value, Entity) else str(value)
    articled = both(f"a_{slot}", with_article(text)) if slot in _COUNTABLE else {}
    return both(slot, text) | articled


class ArticleKind(NamedTuple):
    """How articles on a kind of thing are told.

    Each sentence of one of its `dated` tables has slots that `date` draws for it alone.
    """

    tell: Callable[[Telling], None]
    tables: Mapping[str, Table]
    dated: Sequence[str]
    date: Callable[[Telling], dict[str, str]]


class Telling:
    """An article as it is being told of a subject, in sentences of its kind's tables.

    `noun` says what the subject is without its name, such as library; a person has none. `byname`
    is another way to name it: the library in Dinovarn.
    """

    def __init__(self, world: World, subject: Entity, draws: Draws, kind: ArticleKind) -> None:
        self.world = world
        self.subject = subject
        self.draws = draws
        self.kind = kind
        self._slots = {"name": subject.name, "Quoted": capital(named(subject))}
        for fact in world.facts(subject):
            self._slots |= _stated(fact.relation, fact.value)
        person = subject.kind == "person"
        self.noun = "" if person else self._slots.get("sort", subject.kind)
        self.byname = self._name = subject.short if person else named(subject)
        pronouns = ("he", "him", "his") if person else ("it", "it", "its")
        if subject.female:
            pronouns = ("she", "her", "her")
        self._slots |= zip(("they", "them", "their"), pronouns, strict=True)
        self._paragraphs: list[list[str]] = [[]]
        self._clear = False
        self._told: set[int] = set()

    def number(self, relation: str) -> int:
        """Return a number that is true of the subject."""
        return self.world.number(self.subject, relation)

    def related(self, relation: str) -> Entity | None:
        """Return what a relation of the subject leads to, None where it leads to nothing."""
        return self.world.related(self.subject, relation)

    def entity(self, relation: str) -> Entity:
        """Return the same of a relation that the subject has."""
        return self.world.entity(self.subject, relation)

    def others(self, kind: str, relation: str) -> list[Entity]:
        """Return the things of a kind that stand in a relation to the subject."""
        return self.world.mentioned(self.subject, kind, relation)

    def know(self, **slots: str) -> None:
        """Let the sentences from now on have more slots."""
        self._slots |= slots

    def say(self, *tables: str, **more: str) -> None:
        """Add a sentence of one of the tables; no template twice while there are others."""
        draws = self.draws
        if tables[0] in self.kind.dated:
            more |= self.kind.date(self)
        table = [template for name in tables for template in self.kind.tables[name]]
        templates = [template for template in table if id(template) not in self._told] or table
        template = draws.choice(templates)
        self._told.add(id(template))
        sentence = draws.choice(template)
        mention = self._mention(sentence.names_another)
        self._paragraphs[-1].append(sentence.text.format_map({**self._slots, **mention, **more}))
        self._clear = not sentence.leaves_doubt

    def say_each(self, tables: Iterable[str]) -> None:
        """Add a sentence of each of some tables."""
        for table in tables:
            self.say(table)

    def tell_names(self, table: str, names: list[str]) -> None:
        """Add a sentence that lists names as `{others}`; none where there are none."""
        if names:
            self.say(table, **both("others", listed(names)))

    def tell_of(self, table: str, others: Iterable[Entity], since: int = 0) -> None:
        """Add a sentence about each of some things besides the subject, which is its `{other}`.

        Its `{year}` is also given as `{deed_age}` and `{after_years}`, counted from `since`.
        """
        for other in others:
            slots = both("other", named(other))
            for fact in self.world.facts(other):
                if slot := _TOLD_OF_OTHERS.get(fact.relation):
                    slots |= _stated(slot, fact.value)
            gap = int(slots["year"]) - since
            self.say(table, **slots, **both("after_years", years(gap)), deed_age=str(gap))

    def paragraphs(self, *parts: Callable[[Telling], None]) -> None:
        """Tell the parts in a drawn order, each in a paragraph of its own."""
        for part in self.draws.shuffled(parts):
            self.paragraph()
            part(self)

    def paragraph(self) -> None:
        """Begin a paragraph, where something has been said in the last one."""
        if self._paragraphs[-1]:
            self._paragraphs.append([])
            self._clear = False

    def fill(self, fewest: int, *tables: str) -> None:
        """Go on with sentences of the tables until there are so many words."""
        while len(self.text().split()) < fewest:
            self.say(*tables)

    def text(self) -> str:
        """Return the article: its paragraphs, one a line."""
        return "\n".join(" ".join(paragraph) for paragraph in self._paragraphs if paragraph)

    def _mention(self, names_another: bool) -> dict[str, str]:
        """Fill the slots of the subject, by name where no other name would stand."""
        name = form = self._name
        possessive = f"{name}'s"
        if self._clear and not names_another:
            name = form = self.draws.choice((self._name, self.byname))
        elif self._clear and self.draws.index(6):
            name = f"the {self.noun}" if self.noun else name
            pronoun = self._slots["they"]
            form = name if self.noun and self.draws.index(2) else pronoun
            possessive = self._slots["their"] if form == pronoun else f"{form}'s"
        mentions = {"own": self._name, "n": name, "s": form, "poss": possessive}
        return mentions | {capital(slot): capital(text) for slot, text in mentions.items()}
