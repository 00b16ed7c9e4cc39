"""Chinese articles: what there is to tell, a plan of slots, sentence templates for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import groupby
from typing import NamedTuple

from lvbuild.core.seeds import Draws
from lvbuild.sample.chinese.words import TRAITS, named
from lvbuild.sample.word_files import Traits, read_words
from lvbuild.sample.world import Entity, Fact, Value, World

_MOST_LISTED = 3

# Facts of others whose value an entity is, by kind and relation of theirs: the field under which an
# article lists them, or names the first alone with another relation of it.
_LISTED: Mapping[tuple[str, str], str] = {
    ("work", "made_by"): "works",
    ("work", "about"): "books",
    ("work", "kept_at"): "kept",
    ("person", "taught_by"): "students",
    ("person", "born_in"): "natives",
    ("person", "studied_at"): "alumni",
    ("person", "worked_at"): "members",
    ("institution", "located_in"): "houses",
    ("river", "flows_into"): "rivers",
}
_FIRST: Mapping[tuple[str, str], tuple[str, str, str]] = {
    ("town", "founded_by"): ("founded_town", "founded_town_in", "founded"),
    ("institution", "founded_by"): ("founded_house", "founded_house_in", "opened"),
    ("river", "surveyed_by"): ("surveyed_river", "surveyed_river_in", "surveyed_in"),
    ("sea", "charted_by"): ("charted_sea", "charted_sea_in", "charted_in"),
    ("work", "dedicated_to"): ("dedicated_work", "dedicator", "made_by"),
}


class Tie(NamedTuple):
    """A field of templates and the values that it tells, one or several."""

    field: str
    values: Sequence[Value]

    def names(self) -> Sequence[Entity]:
        """Return the values that have names."""
        return [value for value in self.values if isinstance(value, Entity)]

    def text(self) -> str:
        """Return the values as a sentence lists them: 甲、乙和丙, 《甲》《乙》."""
        words = [named(each) if isinstance(each, Entity) else str(each) for each in self.values]
        if words[0].startswith("《"):
            return "".join(words)
        return "和".join(filter(None, ("、".join(words[:-1]), words[-1])))


def ties_of(world: World, entity: Entity) -> Iterator[Tie]:
    """Yield what ties an entity to others beyond its own facts, as far as articles tell of it."""

    def sort(fact: Fact) -> tuple[str, str]:
        return fact.subject.kind, fact.relation

    # An article names the head of an institution as such, and nowhere else.
    head = world.related(entity, "headed_by")
    for group, facts in groupby(sorted(world.mentions(entity), key=sort), key=sort):
        others = [fact.subject for fact in facts if fact.subject != head]
        if group in _LISTED and others:
            yield Tie(_LISTED[group], others[:_MOST_LISTED])
        if group in _FIRST:
            field, beside, relation = _FIRST[group]
            yield Tie(field, others[:1])
            yield Tie(beside, [world.value(others[0], relation)])
    if entity.kind == "river" and (towns := world.towns_downstream(entity)):
        yield Tie("towns", towns)
    if entity.kind == "town":
        towns = world.towns_downstream(world.entity(entity, "stands_on"))
        place = towns.index(entity)
        if place:
            yield Tie("above", [towns[place - 1]])
        if place + 1 < len(towns):
            yield Tie("below", [towns[place + 1]])


_LARGE = frozenset({"area_km2", "population", "holdings"})
_CONDITIONS_FROM: Mapping[tuple[str, str], tuple[int, str]] = {
    ("sea", "area_km2"): (100_000, "wide"),
    ("sea", "depth_m"): (1_500, "deep"),
    ("river", "source_altitude_m"): (1_500, "high"),
    ("town", "population"): (20_000, "large"),
    ("institution", "staff"): (60, "busy"),
    ("work", "pages"): (300, "thick"),
}
"""From which number of a relation on a condition holds."""


class Material(NamedTuple):
    """The values of the fields that templates can be filled with; "" are conditions alone.

    `distinct` are the fields by which a sentence is of its province alone, such as the names of
    others; `rivals` the names of the same kind as the subject; `pronoun` what may stand for it.
    """

    values: Mapping[str, str]
    distinct: AbstractSet[str]
    rivals: Sequence[str]
    pronoun: str


def material_for(world: World, entity: Entity) -> Material:
    """Return what an article about an entity can tell.

    Facts stand under their relation, ties (see `ties_of`) under names of their own, and the words
    that go with what the entity is, such as measure words and pronouns, under their keys.
    """
    facts = [Tie(fact.relation, [fact.value]) for fact in world.facts(entity)]
    ties = [*facts, *ties_of(world, entity)]
    match entity.kind:
        case "person":
            traits = TRAITS["女" if entity.female else "男"]
        case "institution" | "work":
            traits = TRAITS[str(world.value(entity, "sort"))]
        case _:
            traits = TRAITS[entity.name[-1]]
    words = {key: words[0] for key, words in traits.items()}
    values = {"name": entity.name, **words, **dict(_conditions(world, entity, ties, traits))}
    values.update((tie.field, tie.text()) for tie in ties)
    return Material(
        values=values,
        distinct=_LARGE.union(tie.field for tie in ties if tie.names()),
        rivals=[one.name for tie in ties for one in tie.names() if one.kind == entity.kind],
        pronoun=words.get("they") or words["called"],
    )


def _conditions(
    world: World, entity: Entity, ties: Sequence[Tie], traits: Traits
) -> Iterator[tuple[str, str]]:
    """Yield what holds of an entity and no template prints, and a person's age."""
    for tie in ties:
        if len(tie.values) > 1:
            yield f"several_{tie.field}", ""
        least, condition = _CONDITIONS_FROM.get((entity.kind, tie.field), (0, ""))
        if condition and world.number(entity, tie.field) >= least:
            yield condition, ""
    match entity.kind:
        case "town" if not world.related(entity, "founded_by"):
            yield "no_founded_by", ""
        case "person":
            yield "age", str(world.number(entity, "died") - world.number(entity, "born"))
            same = world.related(entity, "born_in") == world.related(entity, "died_in")
            yield ("same_town" if same else "other_town"), ""
            if place := world.related(entity, "worked_at"):
                yield ("head" if world.related(place, "headed_by") == entity else "member"), ""
        case "institution":
            if "teaches" in traits.get("does", ()):
                yield "teaching", ""
        case "work":
            yield traits["style"][0], ""
            if traits["style"][0] != "scholarly":
                yield "free", ""


_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)\}")
_SUBJECT = re.compile(r"《\{name\}》|\{name\}")
_TOPIC = re.compile(rf"(?:[^，]*，)?(?:{_SUBJECT.pattern})")
_CONDITIONS = re.compile(r"([a-z_]+(?:,[a-z_]+)*):")
_OF, _ITS, _IS = "的", "其", "是"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One template: its parts, each the wordings to choose from, and all fields it depends on.

    `stated` are the fields that stand in it whichever wordings are chosen. `subject` is how it
    begins where that is with the subject's name, else ""; `needs_subject` whether it is no sentence
    without (`{name}的人口`, `{name}是城镇`); `keeps_topic` whether the subject is what it is about,
    so that the next may go on without one.
    """

    parts: tuple[tuple[str, ...], ...]
    fields: frozenset[str]
    stated: frozenset[str]
    subject: str
    needs_subject: bool
    keeps_topic: bool

    @classmethod
    def parse(cls, template: str) -> Sentence:
        """Read `{name}[位于|地处]河畔。`; fields that it needs may stand before it, as `alive:`."""
        conditions = _CONDITIONS.match(template)
        text = template[conditions.end() :] if conditions else template
        parts = tuple(tuple(part.split("|")) for part in _CHOICE.split(text))
        needed = conditions[1].split(",") if conditions else []
        stated = [[set(_FIELD.findall(wording)) for wording in part] for part in parts]
        subject = match[0] if (match := _SUBJECT.match(text)) else ""
        return cls(
            parts=parts,
            fields=frozenset(_FIELD.findall(text) + needed),
            stated=frozenset().union(*(set.intersection(*wordings) for wordings in stated)),
            subject=subject,
            needs_subject=text.removeprefix(subject).startswith((_OF, _IS)),
            keeps_topic=_TOPIC.match(text) is not None,
        )

    def write(self, values: Mapping[str, str], draws: Draws, subject: str | None = None) -> str:
        """Choose a wording and fill in the values; `subject` replaces the name it begins with.

        An empty one leaves the name out, or what it would have: `{name}的人口` becomes 其人口.
        """
        wording = "".join(
            [part[0] if len(part) == 1 else draws.choice(part) for part in self.parts]
        )
        if subject is not None:
            wording = subject + wording.removeprefix(self.subject)
            if wording.startswith(_OF):
                wording = _ITS + wording.removeprefix(_OF)
        return wording.format_map(values)


Plan = Sequence[Sequence[tuple[str, bool]]]
"""The slots of each paragraph of an article, each with whether it may be left out."""


class Templates(NamedTuple):
    """All it takes to write of one kind of thing: plans, and the templates of each slot."""

    plans: Sequence[Plan]
    sentences: Mapping[str, Sequence[Sentence]]


@cache
def templates_of(kind: str) -> Templates:
    """Return how a kind of thing is written of."""
    plans = [parse_plan(line) for line in read_words("zh", "plans")[kind]]
    slots = read_words("zh", kind).items()
    return Templates(plans, {slot: list(map(Sentence.parse, lines)) for slot, lines in slots})


def parse_plan(line: str) -> Plan:
    """Read a plan: paragraphs between `/`, each of slots; one with `?` may be left out."""
    return [
        [(slot.removesuffix("?"), slot.endswith("?")) for slot in paragraph.split()]
        for paragraph in line.split("/")
    ]


_FULL_STOP, _SEMICOLON = "。", "；"


class _Manner(Enum):
    """How a sentence that begins with the subject's name speaks of it."""

    NAMED = auto()
    PRONOUN = auto()
    BARE = auto()
    """Without a subject, which is that of the sentence before."""
    JOINED = auto()
    """Likewise, and as another clause of that sentence."""


_MANNERS = ((_Manner.JOINED, 0.3), (_Manner.BARE, 0.3), (_Manner.PRONOUN, 0.3))
"""How often each is drawn; else the subject is named."""
_MANNERS_ALONE = ((_Manner.JOINED, 0.75),)
"""The same of a sentence that would be nobody's without the name."""
_LEADING = 0.7
"""How often, where the subject can be left unsaid, a sentence is taken that begins with it."""


class Paragraph:
    """The sentences so far of a paragraph about one subject.

    Each names its subject or another thing of its province, so that none stands twice in a world.
    The subject is left unsaid only behind a sentence about it, and neither that nor a pronoun
    follows the name of a rival, something else that it could mean.
    """

    def __init__(self, material: Material, draws: Draws) -> None:
        self._material = material
        self._draws = draws
        self._sentences: list[str] = []
        self._last = _Manner.NAMED
        self._on_topic = False

    def add(self, slot: Sequence[Sentence]) -> None:
        """Say one of a slot's sentences for which all fields are there; nothing where none is."""
        material, draws = self._material, self._draws
        fitting = [sentence for sentence in slot if sentence.fields <= material.values.keys()]
        if not fitting:
            return
        if self._on_topic and draws.uniform(0, 1) < _LEADING:
            fitting = [sentence for sentence in fitting if sentence.subject] or fitting
        sentence = draws.choice(fitting)
        manner = self._manner(sentence)
        subject = {_Manner.NAMED: None, _Manner.PRONOUN: material.pronoun}.get(manner, "")
        text = sentence.write(material.values, draws, subject)
        if manner is _Manner.JOINED:
            self._sentences[-1] = self._sentences[-1].removesuffix(_FULL_STOP) + _SEMICOLON + text
        else:
            self._sentences.append(text)
        self._last = manner
        self._on_topic = sentence.keeps_topic

    def text(self) -> str:
        """Return the paragraph so far."""
        return "".join(self._sentences)

    def _manner(self, sentence: Sentence) -> _Manner:
        if not (sentence.subject and self._sentences):
            return _Manner.NAMED
        last = self._sentences[-1]
        if any(rival in last for rival in self._material.rivals):
            return _Manner.NAMED
        drawn = self._draws.uniform(0, 1)
        named = self._material.distinct.isdisjoint(sentence.stated)
        for manner, share in _MANNERS_ALONE if named else _MANNERS:
            if drawn < share:
                return manner if self._is_clear(manner, sentence) else _Manner.NAMED
            drawn -= share
        return _Manner.NAMED

    def _is_clear(self, manner: _Manner, sentence: Sentence) -> bool:
        """Tell whether one that speaks so reads well behind the sentences so far."""
        if manner is _Manner.PRONOUN:
            return self._last is not manner
        if manner is _Manner.JOINED and self._last is manner:
            return False
        return self._on_topic and not (manner is _Manner.BARE and sentence.needs_subject)


_LEFT_OUT = 0.2
"""How often a slot is left out that may be."""
_FEWEST_CHARACTERS = 230
"""Where leaving slots out makes an article shorter, none is."""
_SHORTEST_PARAGRAPH = 50
"""A shorter one, but the last, goes on with what the next was to say."""


def article(world: World, entity: Entity, draws: Draws) -> str:
    """Write the article on an entity: paragraphs with a line feed between them, no heading.

    Every fact of the entity is stated.
    """
    templates, material = templates_of(entity.kind), material_for(world, entity)
    text = ""
    for left_out in (_LEFT_OUT, 0):
        paragraphs: list[Paragraph] = []
        for slots in draws.choice(templates.plans):
            if not paragraphs or len(paragraphs[-1].text()) >= _SHORTEST_PARAGRAPH:
                paragraphs.append(Paragraph(material, draws))
            for slot, optional in slots:
                if not optional or draws.uniform(0, 1) >= left_out:
                    paragraphs[-1].add(templates.sentences[slot])
        text = "\n".join(paragraph.text() for paragraph in paragraphs).strip()
        if len(text) >= _FEWEST_CHARACTERS:
            break
    return text
