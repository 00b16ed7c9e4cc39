"""Telling an article from frames: sentences with slots for what is true of its subject.

The frames of a kind of thing stand in one file of words, `words/<language>/<kind>.txt`:

    @plan       a plan a line: the topics of an article, in paragraphs between /
    @<topic>    the sentences that a plan's topic may be told by, one of them in an article
    @abstract   a sentence on the subject that does not name it
    @ask        "relation ? a question" for the relation of {s}, and "relation > a phrase" for
                the thing that it leads to

A slot is a relation ({founded}), or one of what that leads to ({founded_by.profession}); a list of
others that are related to the subject ({natives}); or a word for the subject: {name}, {short},
{they}, {them} and {their}, and the traits of its sort ({items}). {a sort} has an article before it.
A sentence is told where all its slots are known and the conditions before it hold, relations or
traits: `founded_by: ...`, or `!founded_by: ...` for what has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import chain
from typing import NamedTuple

from lvbuild.core.model import LanguageCode
from lvbuild.core.seeds import Draws
from lvbuild.core.seen import Seen
from lvbuild.languages import find_language
from lvbuild.sample.words import Traits, read_lists, read_sorts, read_words
from lvbuild.sample.world import YEARS, Entity, Value, World

_SLOT = re.compile(r"\{([\w. ]+)\}")
_CONDITIONS = re.compile(r"(!?\w+(?:,!?\w+)*): ?")
_MOST_LISTED = 3
_LISTS: Mapping[str, tuple[str, str, str]] = {
    "natives": ("town", "person", "born_in"),
    "houses": ("town", "institution", "located_in"),
    "books": ("town", "work", "about"),
    "works": ("person", "work", "made_by"),
    "students": ("person", "person", "taught_by"),
    "founded_towns": ("person", "town", "founded_by"),
    "founded_houses": ("person", "institution", "founded_by"),
    "headed": ("person", "institution", "headed_by"),
    "surveyed": ("person", "river", "surveyed_by"),
    "alumni": ("institution", "person", "studied_at"),
    "members": ("institution", "person", "worked_at"),
    "kept": ("institution", "work", "kept_at"),
    "tributaries": ("river", "river", "flows_into"),
}
"""Lists of a kind of thing: those of another kind that stand in a relation to it."""


@cache
def _parts(text: str) -> Sequence[str]:
    """Return what stands between the slots of a text, and the slots in their places."""
    return _SLOT.split(text)


def fill(text: str, **slots: str) -> str:
    """Fill the slots of a text."""
    parts = [*_parts(text)]
    parts[1::2] = [slots[slot] for slot in parts[1::2]]
    return "".join(parts)


class Frame(NamedTuple):
    """A sentence with slots, and the conditions on which it may be told.

    `states` are the relations of its subject that it states, `leads` those that it follows.
    """

    text: str
    slots: tuple[str, ...]
    conditions: tuple[str, ...]
    states: AbstractSet[str]
    leads: Sequence[str]

    @property
    def names(self) -> bool:
        """Whether it names its subject."""
        return not {"name", "short"}.isdisjoint(self.slots)

    @classmethod
    def parse(cls, line: str) -> Frame:
        """Read a line of a file of frames."""
        found = _CONDITIONS.match(line)
        text = line[found.end() :] if found else line
        conditions = tuple(found[1].split(",")) if found else ()
        slots = tuple(_SLOT.findall(text))
        stated = [slot.removeprefix("a ") for slot in slots]
        leads = [relation.partition(".")[0] for relation in stated]
        return cls(text, slots, conditions, frozenset(stated), leads)


class Asking(NamedTuple):
    """How a relation is asked for, and what its value is called by its subject, over {s}."""

    questions: Sequence[str]
    phrases: Sequence[str]


class KindFrames(NamedTuple):
    """The frames of a kind of thing: plans in paragraphs of topics, each topic's, what is asked."""

    plans: Sequence[Sequence[Sequence[str]]]
    topics: Mapping[str, Sequence[Frame]]
    asking: Mapping[str, Asking]

    def of(self, topic: str, naming: str) -> Sequence[Frame]:
        """Return a topic's frames; where some state `naming`, those that name the subject too."""
        frames = self.topics[topic]
        if not (naming and any(naming in frame.states for frame in frames)):
            return frames
        others = self.topics.get("naming", ())
        return [one for one in (*frames, *others) if naming in one.states and one.names] or frames


@cache
def read_frames(language: LanguageCode, kind: str) -> KindFrames:
    """Read the file of a kind of thing."""
    topics = dict(read_words(language, kind))
    plans = [[part.split() for part in line.split("/")] for line in topics.pop("plan")]
    asking: dict[str, tuple[list[str], list[str]]] = {}
    for line in topics.pop("ask"):
        relation, mark, text = line.split(maxsplit=2)
        asking.setdefault(relation, ([], []))["?>".index(mark)].append(text)
    frames = {topic: list(map(Frame.parse, lines)) for topic, lines in topics.items()}
    return KindFrames(plans, frames, {of: Asking(*texts) for of, texts in asking.items()})


class Grammar:
    """How names and values stand in the sentences of a language, from its file of grammar."""

    def __init__(self, language: LanguageCode) -> None:
        self.language = find_language(language)
        self.words = read_lists(language, "grammar")
        self._joints = read_words(language, "grammar")["joints"]
        self._named = {
            kind: pattern
            for kind, _, pattern in (
                line.partition(" ") for line in read_words(language, "grammar")["named"]
            )
        }
        self._units = {
            relation: unit
            for unit, *relations in map(str.split, read_words(language, "grammar").get("units", ()))
            for relation in relations
        }

    def named(self, entity: Entity) -> str:
        """Return an entity's name as it stands within a sentence."""
        return self._named.get(entity.kind, "{}").format(entity.name)

    def answer(self, relation: str, value: Value) -> str:
        """Return a value by itself: the bare name of an entity, a number with its unit."""
        if isinstance(value, Entity):
            return value.name
        grouped = isinstance(value, int) and self.language.space and relation not in YEARS
        return f"{value:,}" if grouped else f"{value}{self._units.get(relation, '')}"

    def said(self, relation: str, value: Value) -> str:
        """Return a value as it stands within a sentence."""
        return self.named(value) if isinstance(value, Entity) else self.answer(relation, value)

    def listed(self, entities: Sequence[Entity]) -> str:
        """Join names as a sentence does: a, b and c."""
        comma, last = (mark.replace("_", " ") for mark in self._joints)
        names = [self.named(one) for one in entities]
        return last.join(filter(None, (comma.join(names[:-1]), names[-1])))

    def with_article(self, term: str) -> str:
        """Put a or an before a term, in a language that has articles."""
        if not self.language.space:
            return term
        return f"{'an' if term[0].lower() in 'aeiou' else 'a'} {term}"

    def sentence(self, text: str) -> str:
        """Begin a sentence with a capital letter; a quoted title has one."""
        return text[0].upper() + text[1:]


@cache
def grammar(language: LanguageCode) -> Grammar:
    """Return the grammar of a language."""
    return Grammar(language)


class Material(dict[str, str | None]):
    """What sentences about a subject may tell, by slot; None where nothing is known for it."""

    def __init__(self, world: World, subject: Entity) -> None:
        super().__init__()
        self._world = world
        self._subject = subject
        self._grammar = grammar(world.language)
        self._led: dict[str, Sequence[Entity]] = {}

    @property
    def _traits(self) -> Traits:
        sort = self._world.value(self._subject, "sort")
        return read_sorts(self._world.language).get(self._subject.kind, {}).get(str(sort), {})

    def holds(self, condition: str) -> bool:
        """Tell whether a condition of a frame holds."""
        wanted = condition.removeprefix("!")
        held = wanted in self._traits.get("does", ()) or self[wanted] is not None
        return held != condition.startswith("!")

    def fits(self, frame: Frame) -> bool:
        """Tell whether a frame can be filled."""
        known = None not in map(self.__getitem__, frame.slots)
        return known and all(map(self.holds, frame.conditions))

    def names_another(self, frame: Frame) -> bool:
        """Tell whether a frame names something else that the subject's pronoun may be taken for."""
        person = self._subject.kind == "person"
        others = chain.from_iterable(map(self._others, frame.leads))
        return any((other.kind == "person") == person for other in others)

    def fill(self, text: str, **own: str) -> str:
        """Fill the slots of a text; those named stand for what they are given."""
        parts = [*_parts(text)]
        parts[1::2] = [own[slot] if slot in own else self[slot] or "" for slot in parts[1::2]]
        return self._grammar.sentence("".join(parts))

    def __missing__(self, slot: str) -> str | None:
        found = self[slot] = self._find(slot)
        return found

    def _find(self, slot: str) -> str | None:
        if slot.startswith("a "):
            term = self[slot.removeprefix("a ")]
            return term and self._grammar.with_article(term)
        first, dot, rest = slot.partition(".")
        if dot:
            others = self._others(first)
            return Material(self._world, others[0])[rest] if others else None
        value = self._world.value(self._subject, slot)
        if value is not None:
            return self._grammar.said(slot, value)
        if others := self._others(slot):
            return self._grammar.listed(others[:_MOST_LISTED])
        return self._word(slot)

    def _others(self, slot: str) -> Sequence[Entity]:
        """Return what a relation leads to, or a list of those that are related to the subject."""
        if slot not in self._led:
            self._led[slot] = self._find_others(slot)
        return self._led[slot]

    def _find_others(self, slot: str) -> Sequence[Entity]:
        world, subject = self._world, self._subject
        if related := world.related(subject, slot):
            return [related]
        kind, *relation = _LISTS.get(slot, ("", "", ""))
        if kind == subject.kind:
            return world.mentioned(subject, *relation)
        if (slot, subject.kind) == ("towns", "river"):
            return world.towns_downstream(subject)
        if (slot, subject.kind) == ("below", "town") and (
            river := world.related(subject, "stands_on")
        ):
            towns = world.towns_downstream(river)
            return towns[towns.index(subject) + 1 :][:1] if subject in towns else ()
        return ()

    def _word(self, slot: str) -> str | None:
        subject, words = self._subject, self._grammar.words
        if slot == "name":
            return self._grammar.named(subject)
        if slot == "short":
            return subject.short
        sex = "woman" if subject.female else "man"
        spoken = words.get(sex if subject.kind == "person" else subject.kind, ())
        if slot in (keys := words["spoken"]):
            return dict(zip(keys, spoken, strict=False)).get(slot)
        if slot == "age" and (died := self._world.value(subject, "died")):
            return str(int(str(died)) - self._world.number(subject, "born"))
        own = self._traits.get(slot)
        return own[0] if own else None


class Sentence(NamedTuple):
    """A sentence of an article, and the relations of its subject that it states.

    `names_another`: a pronoun after it may be taken for what it names.
    """

    text: str
    states: AbstractSet[str]
    names_another: bool


class Article(NamedTuple):
    """An article in paragraphs of sentences."""

    paragraphs: Sequence[Sequence[Sentence]]
    space: str

    @property
    def text(self) -> str:
        """Return it as a text: paragraphs, one a line."""
        return "\n".join(
            self.space.join(sentence.text for sentence in paragraph)
            for paragraph in self.paragraphs
        )

    @property
    def line(self) -> str:
        """Return it as a text of one paragraph."""
        return self.space.join(self.text.split("\n"))

    def stating(self, relation: str) -> str | None:
        """Return the sentence that states a relation, None where none does."""
        sentences = (sentence for paragraph in self.paragraphs for sentence in paragraph)
        return next((one.text for one in sentences if relation in one.states), None)


_PRONOUNS = re.compile(r"\{(they|them|their)\}")


def tell(world: World, subject: Entity, draws: Draws, said: Seen, naming: str = "") -> Article:
    """Tell an article on a subject; its sentences join those `said`, and are others if they can.

    The one that states the relation `naming` names the subject.
    """
    frames, material = read_frames(world.language, subject.kind), Material(world, subject)
    paragraphs: list[list[Sentence]] = []
    for topics in draws.choice(frames.plans):
        paragraph: list[Sentence] = []
        for topic in topics:
            fitting = [one for one in frames.of(topic, naming) if material.fits(one)]
            if fitting:
                unclear = bool(paragraph) and paragraph[-1].names_another
                paragraph.append(_say(world, draws.shuffled(fitting), material, said, unclear))
        if paragraph:
            paragraphs.append(paragraph)
    return Article(paragraphs, find_language(world.language).space)


def _say(
    world: World, frames: Sequence[Frame], material: Material, said: Seen, unclear: bool
) -> Sentence:
    """Fill the first frame whose sentence is new, with a name for its pronoun where none is.

    Where a pronoun would be unclear, no frame has one. Where all have been said, the first frame is
    said again.
    """
    every: list[Callable[[str], str]] = [str, _named(world.language)]
    first, *_ = spellings = every[unclear:]
    new = (
        (frame, text)
        for spelling in spellings
        for frame in frames
        if said.add(text := material.fill(spelling(frame.text)))
    )
    frame, text = next(new, None) or (frames[0], material.fill(first(frames[0].text)))
    return Sentence(text, frame.states, material.names_another(frame))


@cache
def _named(language: LanguageCode) -> Callable[[str], str]:
    """Return what has the first pronoun of a frame give way to a name."""
    [their] = read_lists(language, "grammar")["possessive"]

    @cache
    def spell(text: str) -> str:
        found = _PRONOUNS.search(text)
        if not found:
            return text
        name = f"{{name}}{their}" if found[1] == "their" else "{name}"
        return text.replace(found[0], name, 1)

    return spell


def abstract(world: World, subject: Entity, draws: Draws) -> str:
    """Return a sentence that tells of a subject without its name."""
    frames, material = read_frames(world.language, subject.kind), Material(world, subject)
    fitting = [frame for frame in frames.topics["abstract"] if material.fits(frame)]
    return material.fill(draws.choice(fitting).text)
