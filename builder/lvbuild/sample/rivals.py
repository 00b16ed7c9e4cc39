"""What annotators would write of the sample world's questions: rival passages and new names."""

from __future__ import annotations

from functools import cache, partial

from lvbuild.core.seen import Seen
from lvbuild.errors import BuildError
from lvbuild.sample.asking import ProvinceArticles, QuestionDraft
from lvbuild.sample.inventing import PORT_ALTITUDE_M
from lvbuild.sample.names import Lexicon
from lvbuild.sample.telling import tell
from lvbuild.sample.world import YEARS, Entity, Fact, Value, World

Replacement = tuple[str, str, str, tuple[str, ...]]

_CONFUSING = 2
_NAMES_EACH = 3
_TRIES = 1_000
_SHIFTS = (9, 60)
"""By how many years all that is told of a rival is earlier or later, so that it is in order."""
_KINDS = {
    "person": "person",
    "institution": "organisation",
    "work": "title",
    "town": "place",
    "river": "place",
}

_spare_names = cache(partial(Lexicon, spare=True))


class Rivals:
    """Writes what annotators would of a province's questions.

    Its names are kept back from all worlds. Those that are `given` are so in no other province, and
    are none of those that passages on strangers have `mentioned`.
    """

    def __init__(self, province: ProvinceArticles, given: set[str], mentioned: set[str]) -> None:
        self._province = province
        self._draws = province.draws
        self._lexicon = _spare_names(province.world.language)
        self._given = given
        self._mentioned = mentioned
        self._new: dict[Entity, list[Entity]] = {}

    def confusing_facts(self, draft: QuestionDraft) -> tuple[tuple[str, str, str], ...]:
        """Return facts of strangers that are told as the evidence is, never with the answer.

        Each names its stranger, so that it stands nowhere else.
        Each comes with the article on its stranger, and is the first's that the question rests on
        as well as the last's.
        """
        rivalled = list(reversed(draft.facts))
        facts = (rivalled[place % len(rivalled)] for place in range(_CONFUSING))
        return tuple(self._rival(draft, fact) for fact in facts)

    def _rival(self, draft: QuestionDraft, fact: Fact) -> tuple[str, str, str]:
        province, told = self._province, fact.subject
        answers = [province.answer(one) for one in draft.facts]
        stranger = self._like(told)
        for _ in range(_TRIES):
            shift = self._draws.choice((-1, 1)) * self._draws.between(*_SHIFTS)
            values: dict[str, Value] = {
                one.relation: self._another(one, shift) for one in province.world.facts(told)
            }
            world = World(province.world.language, [{stranger: values}])
            article = tell(world, stranger, self._draws, Seen(), naming=fact.relation)
            stated = article.stating(fact.relation)
            if stated and not any(province.holds(article.text, answer) for answer in answers):
                return stated, stranger.name, article.line
        raise BuildError(f"sample: no rival of {told.name} in {_TRIES} draws")

    def _another(self, fact: Fact, shift: int) -> Value:
        """Return another value for a relation of a stranger."""
        value, draws = fact.value, self._draws
        if isinstance(value, Entity):
            return self._like(value, once=False)
        if fact.relation == "sort":
            return value
        if isinstance(value, int):
            spread = max(3, value // 4)
            return value + (shift if fact.relation in YEARS else draws.between(-spread, spread))
        world, subject = self._province.world, fact.subject
        sort = str(world.value(subject, "sort") or "")
        owned = fact.relation in self._lexicon.sorts.get(subject.kind, {}).get(sort, {})
        terms = self._lexicon.terms(fact.relation, subject.kind, sort if owned else "")
        return draws.choice(terms)

    def replacements(self, draft: QuestionDraft) -> tuple[Replacement, ...]:
        """Return new names for a question's subjects, its facts' and the things it answers.

        They are the same for all questions that tell of a thing.
        """
        rows: list[Replacement] = []
        named = [value for value in draft.answering if isinstance(value, Entity)]
        subjects = (fact.subject for fact in draft.facts)
        for entity in dict.fromkeys((*draft.subjects, *subjects, *named)):
            if entity not in self._new:
                self._new[entity] = [self._like(entity) for _ in range(_NAMES_EACH)]
            first, *others = self._new[entity]
            kind = _KINDS[entity.kind]
            rows.append((entity.name, first.name, kind, tuple(one.name for one in others)))
            if entity.short != entity.name:
                rows.append((entity.short, first.short, kind, tuple(one.short for one in others)))
        return tuple(rows)

    def _like(self, entity: Entity, once: bool = True) -> Entity:
        """Invent something like an entity, named in other words, that is not in the world.

        Nothing else is named so, if it is not merely mentioned.
        """
        world, sort = self._province.world, ""
        match entity.kind:
            case "person":
                sort = "woman" if entity.female else "man"
            case "town" if world.number(entity, "altitude_m") <= PORT_ALTITUDE_M:
                sort = "port"
            case "institution" | "work":
                sort = str(world.value(entity, "sort"))
        for _ in range(_TRIES):
            name = self._lexicon.name(self._draws, entity.kind, sort)
            other = Entity(f"rival:{name}", entity.kind, name, entity.female)
            free = self._given.isdisjoint({name, other.short})
            if once:
                free = free and self._mentioned.isdisjoint({name, other.short})
            if free and self._lexicon.stands_for(entity, name):
                (self._given if once else self._mentioned).update({name, other.short})
                return other
        raise BuildError(f"sample: no new name for {entity.name} in {_TRIES} draws")
