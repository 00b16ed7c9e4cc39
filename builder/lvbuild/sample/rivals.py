"""What is nowhere in the world: confusing facts about names, and names for what it has."""

from __future__ import annotations

from lvbuild.sample.entities import Entity, Fact, Value
from lvbuild.sample.question_draft import BY_NAME, ProvinceArticles, QuestionDraft, Replacement
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


class UnusedNames:
    """Gives names that are nowhere in the world, none twice."""

    __slots__ = ("_draws", "_given", "_province")

    def __init__(self, province: ProvinceArticles, draws: Draws) -> None:
        self._province = province
        self._draws = draws
        self._given: set[str] = set()

    def name(self, entity: Entity) -> tuple[str, str]:
        """Name something like an entity: in full and in short."""
        while True:
            name, short = self._province.phrasing.unused_name(entity, self._draws)
            if not {name, short} & self._given:
                self._given |= {name, short}
                return name, short

    def like(self, entity: Entity) -> Entity:
        """Return something of the entity's kind that is not in the world."""
        return Entity("", entity.kind, *self.name(entity))


def confusing_facts(
    province: ProvinceArticles, draft: QuestionDraft, names: UnusedNames, draws: Draws
) -> tuple[tuple[str, str], ...]:
    """Return facts that state of unused names what the evidence states, and never the answer.

    Where a question names its subject through another, the unused name takes the other's place.
    """
    rivalled = [(fact.subject, fact) for fact in reversed(draft.facts)]
    if draft.subject_phrase != BY_NAME:
        rivalled = [(draft.facts[0].subject, draft.facts[-1])]
    confusing: list[tuple[str, str]] = []
    used: set[str] = set()
    for place in range(_CONFUSING):
        entity, fact = rivalled[place % len(rivalled)]
        subject = names.like(entity)
        templates = [one for one in province.words(fact).statements if one not in used]
        template = draws.choice(templates)
        used.add(template)
        value = _another(province, draft, fact, names, draws)
        text = province.phrasing.fill(
            template,
            s=province.phrasing.fill(draft.subject_phrase, s=province.phrasing.named(subject)),
            v=province.phrasing.in_sentence(fact.relation, value),
        )
        confusing.append((text, subject.name))
    return tuple(confusing)


def replacements(
    province: ProvinceArticles, draft: QuestionDraft, names: UnusedNames
) -> tuple[Replacement, ...]:
    """Return new names for a question's subjects, its facts' and, if it names one, its answer."""
    named = [value for value in draft.answering if isinstance(value, Entity)]
    rows: list[Replacement] = []
    subjects = (fact.subject for fact in draft.facts)
    for entity in dict.fromkeys((*draft.subjects, *subjects, *named)):
        given = [names.name(entity) for _ in range(_NAMES_EACH)]
        originals = dict.fromkeys((entity.name, entity.short))
        for original, forms in zip(originals, zip(*given, strict=True), strict=False):
            rows.append((original, forms[0], _KINDS[entity.kind], tuple(forms[1:])))
    return tuple(rows)


def _another(
    province: ProvinceArticles, draft: QuestionDraft, fact: Fact, names: UnusedNames, draws: Draws
) -> Value:
    """Draw a value of the same sort that is none of the question's."""
    value = fact.value
    if isinstance(value, Entity):
        return names.like(value)
    taken = {province.answer(fact) for fact in draft.facts}
    while True:
        other = (
            _number_like(value, draws) if isinstance(value, int) else _term(province, fact, draws)
        )
        answer = province.phrasing.as_answer(fact.relation, other)
        if not any(province.holds(answer, one) for one in taken):
            return other


def _number_like(value: int, draws: Draws) -> int:
    spread = max(3, min(value // 3, 60 if 1300 < value < 2000 else value))
    return value + draws.choice((-1, 1)) * draws.between(1, spread)


def _term(province: ProvinceArticles, fact: Fact, draws: Draws) -> str:
    return draws.choice(province.phrasing.terms[fact.relation])
