"""What is nowhere in the world: confusing facts about strangers, and names for what it has."""

from __future__ import annotations

from lvbuild.corpora.sample.drafted import BY_NAME, Drafted, Province, Replacement
from lvbuild.corpora.sample.entities import Entity, Fact, Value
from lvbuild.seeds import Draws

_CONFUSING = 2
_NAMES_EACH = 3
_KINDS = {
    "person": "person",
    "institution": "organisation",
    "work": "title",
    "town": "place",
    "river": "place",
    "sea": "place",
}


class Strangers:
    """Gives names that are nowhere in the world, none twice."""

    __slots__ = ("_draws", "_given", "_province")

    def __init__(self, province: Province, draws: Draws) -> None:
        self._province = province
        self._draws = draws
        self._given: set[str] = set()

    def name(self, entity: Entity) -> tuple[str, str]:
        """Name something like an entity: in full and in short."""
        while True:
            name, short = self._province.asking.stranger(entity, self._draws)
            if not {name, short} & self._given:
                self._given |= {name, short}
                return name, short

    def like(self, entity: Entity) -> Entity:
        """Return something of the entity's kind that is not in the world."""
        return Entity("", entity.kind, *self.name(entity))


def confuse(
    province: Province, drafted: Drafted, strangers: Strangers, draws: Draws
) -> tuple[tuple[str, str], ...]:
    """State of strangers what the evidence of a question states; never the answer.

    A question that is led to what it asks about is confused by what a stranger leads to likewise.
    """
    told_of = [(fact.subject, fact) for fact in reversed(drafted.facts)]
    if drafted.led != BY_NAME:
        told_of = [(drafted.facts[0].subject, drafted.facts[-1])]
    confusing: list[tuple[str, str]] = []
    told: set[str] = set()
    for place in range(_CONFUSING):
        entity, fact = told_of[place % len(told_of)]
        subject = strangers.like(entity)
        templates = [one for one in province.words(fact).statements if one not in told]
        template = draws.choice(templates)
        told.add(template)
        value = _another(province, drafted, fact, strangers, draws)
        text = province.asking.fill(
            template,
            s=province.asking.fill(drafted.led, s=province.asking.named(subject)),
            v=province.asking.told(fact.relation, value),
        )
        confusing.append((text, subject.name))
    return tuple(confusing)


def rename(province: Province, drafted: Drafted, strangers: Strangers) -> tuple[Replacement, ...]:
    """Give new names to a question's subjects, to what leads to its answer and, if named, to it."""
    named = [value for value in drafted.answering if isinstance(value, Entity)]
    rows: list[Replacement] = []
    told_of = (fact.subject for fact in drafted.facts)
    for entity in dict.fromkeys((*drafted.subjects, *told_of, *named)):
        names = [strangers.name(entity) for _ in range(_NAMES_EACH)]
        originals = dict.fromkeys((entity.name, entity.short))
        for original, forms in zip(originals, zip(*names, strict=True), strict=False):
            rows.append((original, forms[0], _KINDS[entity.kind], tuple(forms[1:])))
    return tuple(rows)


def _another(
    province: Province, drafted: Drafted, fact: Fact, strangers: Strangers, draws: Draws
) -> Value:
    """Draw a value of the same sort that is none of the question's."""
    value = fact.value
    if isinstance(value, Entity):
        return strangers.like(value)
    taken = {province.answer(fact) for fact in drafted.facts}
    while True:
        other = (
            _number_like(value, draws) if isinstance(value, int) else _term(province, fact, draws)
        )
        answer = province.asking.answered(fact.relation, other)
        if not any(province.holds(answer, one) for one in taken):
            return other


def _number_like(value: int, draws: Draws) -> int:
    spread = max(3, min(value // 3, 60 if 1300 < value < 2000 else value))
    return value + draws.choice((-1, 1)) * draws.between(1, spread)


def _term(province: Province, fact: Fact, draws: Draws) -> str:
    return draws.choice(province.asking.terms[fact.relation])
