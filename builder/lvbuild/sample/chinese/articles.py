"""Chinese articles: a plan of slots, and for each slot one of its sentence templates.

A template has fields `{name}` and choices `[甲|乙]`; a file of words holds those of each kind.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import NamedTuple

from lvbuild.core.seeds import Draws
from lvbuild.sample.chinese.material import Material, material_for
from lvbuild.sample.word_files import read_words
from lvbuild.sample.world import Entity, World

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
        subject = match[0] if (match := _SUBJECT.match(text)) else ""
        return cls(
            parts=parts,
            fields=frozenset(_FIELD.findall(text) + needed),
            stated=frozenset().union(*map(_stated, parts)),
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


def _stated(wordings: Sequence[str]) -> set[str]:
    return set.intersection(*(set(_FIELD.findall(wording)) for wording in wordings))


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
        text = sentence.write(material.values, draws, self._subject(manner))
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

    def _subject(self, manner: _Manner) -> str | None:
        if manner is _Manner.NAMED:
            return None
        return self._material.pronoun if manner is _Manner.PRONOUN else ""


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
    text = _write(templates, material, draws, _LEFT_OUT)
    if len(text) < _FEWEST_CHARACTERS:
        text = _write(templates, material, draws, 0)
    return text


def _write(templates: Templates, material: Material, draws: Draws, left_out: float) -> str:
    paragraphs: list[Paragraph] = []
    for slots in draws.choice(templates.plans):
        if not paragraphs or len(paragraphs[-1].text()) >= _SHORTEST_PARAGRAPH:
            paragraphs.append(Paragraph(material, draws))
        for slot, optional in slots:
            if not optional or draws.uniform(0, 1) >= left_out:
                paragraphs[-1].add(templates.sentences[slot])
    return "\n".join(paragraph.text() for paragraph in paragraphs).strip()
