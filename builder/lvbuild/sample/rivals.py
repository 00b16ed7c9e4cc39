"""What is nowhere in the world: confusing facts about names, and names for what it has."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.sample.corpus import lexicon
from lvbuild.sample.inventing import PORT_ALTITUDE_M
from lvbuild.sample.question_draft import BY_NAME, ProvinceArticles, QuestionDraft, Replacement
from lvbuild.sample.world import Entity, Fact, Value

_CONFUSING = 2
_NAMES_EACH = 3
_TRIES = 1_000
_LEAST_SHARED = 2
"""The content words that a confusing fact shares with its question, where it can."""
_RUN = 2
"""The characters that count as one content word in Chinese."""
_KINDS = {
    "person": "person",
    "institution": "organisation",
    "work": "title",
    "town": "place",
    "river": "place",
    "sea": "place",
}


class UnusedNames:
    """Gives names that are kept back from all worlds, none twice in a province."""

    __slots__ = ("_draws", "_given", "_lexicon", "_new", "_world")

    def __init__(self, province: ProvinceArticles, draws: Draws, given: set[str]) -> None:
        self._world = province.world
        self._draws = draws
        self._lexicon = lexicon(province.world.language, spare=True)
        self._given = given
        self._new: dict[Entity, list[str]] = {}

    def name(self, entity: Entity) -> str:
        """Name something like an entity, in other words than its own."""
        world, sort = self._world, ""
        match entity.kind:
            case "person":
                sort = "woman" if entity.female else "man"
            case "town":
                low = world.number(entity, "altitude_m") <= PORT_ALTITUDE_M
                sort = "port" if low else ""
            case "institution" | "work":
                sort = str(world.value(entity, "sort"))
        for _ in range(_TRIES):
            name = self._lexicon.name(self._draws, entity.kind, sort)
            forms = {name, Entity("", entity.kind, name).short}
            if self._fits(entity, name) and not forms & self._given:
                self._given |= forms
                return name
        raise BuildError(f"sample: no new name for {entity.name} in {_TRIES} draws")

    def replacing(self, entity: Entity) -> list[str]:
        """Return the names that replace an entity's, the same for all questions that tell of it."""
        if entity not in self._new:
            self._new[entity] = [self.name(entity) for _ in range(_NAMES_EACH)]
        return self._new[entity]

    def like(self, entity: Entity) -> Entity:
        """Return something of the entity's kind that is not in the world."""
        return Entity("", entity.kind, self.name(entity), entity.female)

    def _fits(self, entity: Entity, name: str) -> bool:
        """Tell whether a name is like an entity's and shares no content with it.

        Words of kind count in titles and in the names of people, where they tell no kind. A Chinese
        place keeps the character that tells its kind: 城 stays 城.
        """
        language, old = self._world.language, entity.name
        spoken = find_language(language)
        if entity.kind == "work" and language == "en":
            return spoken.content(old).isdisjoint(spoken.content(name))
        if entity.kind == "person" and language == "zh":
            return set(old).isdisjoint(name)
        if _KINDS[entity.kind] == "place" and language == "zh" and old[-1] != name[-1]:
            return False
        return not spoken.shared_content(old, name)


def confusing_facts(
    province: ProvinceArticles, draft: QuestionDraft, names: UnusedNames, draws: Draws
) -> tuple[tuple[str, str], ...]:
    """Return facts that state of unused names what the evidence states, and never the answer.

    A question that names its subject through another is rivalled through an unused name, too.
    """
    rivalled = list(reversed(draft.facts)) if draft.subject_phrase == BY_NAME else draft.facts[-1:]
    confusing: list[tuple[str, str]] = []
    used: set[str] = set()
    for place in range(_CONFUSING):
        fact = rivalled[place % len(rivalled)]
        stranger, subject = _stranger(province, draft, fact, names)
        value = province.phrasing.in_sentence(
            fact.relation, _another(province, draft, fact, names, draws)
        )
        templates = [one for one in province.words(fact).statements if one not in used]
        filled = {
            province.phrasing.fill(one, s=subject, v=value): one
            for one in draws.shuffled(templates)
        }
        text = max(filled, key=lambda text: _likeness(province, draft, text))
        used.add(filled[text])
        confusing.append((text, stranger.name))
    return tuple(confusing)


def _stranger(
    province: ProvinceArticles, draft: QuestionDraft, fact: Fact, names: UnusedNames
) -> tuple[Entity, str]:
    """Invent what a confusing fact is about, and say how it names what it states the fact of."""
    phrasing = province.phrasing
    if draft.subject_phrase == BY_NAME:
        stranger = names.like(fact.subject)
        return stranger, phrasing.named(stranger)
    stranger, bridge = names.like(draft.subjects[0]), names.like(fact.subject)
    phrase = phrasing.fill(draft.subject_phrase, s=phrasing.named(stranger))
    return stranger, phrasing.apposed(phrasing.named(bridge), phrase)


def _likeness(province: ProvinceArticles, draft: QuestionDraft, text: str) -> int:
    """Return how many words a text shares with a question, besides names: so many as confuse."""
    language, asked = province.world.language, draft.question.input
    for subject in draft.subjects:
        asked = asked.replace(subject.name, "/")
    content = find_language(language).content
    shared = content(asked, _RUN) & content(text, _RUN)
    return min(len(shared), _LEAST_SHARED)


def replacements(
    province: ProvinceArticles, draft: QuestionDraft, names: UnusedNames
) -> tuple[Replacement, ...]:
    """Return new names for a question's subjects, its facts' and, if it names one, its answer."""
    named = [value for value in draft.answering if isinstance(value, Entity)]
    rows: list[Replacement] = []
    subjects = (fact.subject for fact in draft.facts)
    for entity in dict.fromkeys((*draft.subjects, *subjects, *named)):
        first, *others = [Entity("", entity.kind, name) for name in names.replacing(entity)]
        kind = _KINDS[entity.kind]
        rows.append((entity.name, first.name, kind, tuple(other.name for other in others)))
        if entity.short != entity.name:
            rows.append((entity.short, first.short, kind, tuple(other.short for other in others)))
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
    terms = lexicon(province.world.language)
    if fact.relation == "treasure":
        return draws.choice(
            terms.institutions[str(province.world.value(fact.subject, "sort"))]["treasure"]
        )
    return draws.choice(terms.terms[fact.relation])
