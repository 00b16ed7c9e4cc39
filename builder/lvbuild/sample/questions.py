"""Questions over the sample world, with all that annotators would have written for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

from lvbuild.core.seeds import Draws
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.errors import BuildError
from lvbuild.languages import find_language
from lvbuild.sample.corpus import SampleArticles, SampleCorpus, lexicon, side
from lvbuild.sample.inventing import COUNTS, PORT_ALTITUDE_M
from lvbuild.sample.question_sorts import (
    BY_NAME,
    ProvinceArticles,
    QuestionDraft,
    QuestionSort,
    multi_doc_sorts,
    multi_hop_sorts,
    single_hop_sorts,
)
from lvbuild.sample.world import Entity, Fact, Value
from lvbuild.text.counting import Counting

Shape = Literal["single_hop_qa", "multi_hop_qa", "multi_doc_qa"]

MOST_OF_A_PROVINCE = 12
"""How many questions are asked of a province at most."""

_SORTS: Mapping[Shape, Callable[[ProvinceArticles], Mapping[str, QuestionSort]]] = {
    "single_hop_qa": single_hop_sorts,
    "multi_hop_qa": multi_hop_sorts,
    "multi_doc_qa": multi_doc_sorts,
}

Replacement = tuple[str, str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question over the sample world and the rows of the tables that go with it.

    `keywords` are the words of the answer that carry it. `confusing_facts` are (fact, subject,
    passage), like the evidence but of somebody or something that is nowhere in the world.
    `replacements` are (original, replacement, kind, alternatives), the new words nowhere in it.
    """

    question: CorpusQuestion
    keywords: str
    confusing_facts: tuple[tuple[str, str, str], ...]
    replacements: tuple[Replacement, ...]


_OVER = 1.5
"""Articles of a kind by which questions may be ahead of its share."""

_SHARES = {kind: count / sum(COUNTS.values()) for kind, count in COUNTS.items()}


class Balance:
    """What has been asked so far: how often each sort, about how many articles of each kind."""

    def __init__(self) -> None:
        self._kinds = Counter[str]()
        self._sorts = Counter[str]()

    def ask(self, sorts: dict[str, QuestionSort], draws: Draws) -> QuestionDraft | None:
        """Take a question that keeps the kinds even, None where there are no more.

        Of those it is of the sort that was asked least; sorts that are spent are removed.
        """
        while sorts:
            ahead = {kinds: self._ahead(kinds) for kinds in {one.kinds for one in sorts.values()}}
            most = max(_OVER, min(ahead.values()))
            shuffled = draws.shuffled(list(sorts))
            fitting = [sort for sort in shuffled if ahead[sorts[sort].kinds] <= most]
            sort = min(fitting, key=lambda one: self._sorts[one])
            draft = next(sorts[sort].drafts, None)
            if draft:
                self._kinds.update(sorts[sort].kinds)
                self._sorts[sort] += 1
                return draft
            del sorts[sort]
        return None

    def _ahead(self, kinds: tuple[str, ...]) -> float:
        """Return by how many articles one of the kinds would be ahead of its share."""
        tally = self._kinds + Counter(kinds)
        total = tally.total()
        return max(tally[kind] - _SHARES[kind] * total for kind in kinds)


_CONFUSING = 2
_NAMES_EACH = 3
_TRIES = 1_000
_LEAST_SHARED = 2
"""The content words that a confusing fact shares with its question, where it can."""
_SENTENCES_BESIDE = 3
"""What the passage of a confusing fact tells beside it, at most."""
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


class _Annotator:
    """Writes what annotators would of a province's questions.

    Its names are kept back from all worlds; those that are `given` are so in no other province.
    """

    def __init__(self, province: ProvinceArticles, given: set[str]) -> None:
        self._province = province
        self._draws = province.draws
        self._language = find_language(province.world.language)
        self._lexicon = lexicon(province.world.language, spare=True)
        self._given = given
        self._new: dict[Entity, list[Entity]] = {}

    def confusing_facts(self, draft: QuestionDraft) -> tuple[tuple[str, str, str], ...]:
        """Return facts that state of unused names what the evidence states, never the answer.

        A question that names its subject through another is rivalled through an unused name, too.
        """
        phrasing = self._province.phrasing
        by_name = draft.subject_phrase == BY_NAME
        rivalled = list(reversed(draft.facts)) if by_name else draft.facts[-1:]
        confusing: list[tuple[str, str, str]] = []
        used: set[str] = set()
        for place in range(_CONFUSING):
            fact = rivalled[place % len(rivalled)]
            stranger, subject = self._stranger(draft, fact)
            value = phrasing.in_sentence(fact.relation, self._another(draft, fact))
            statements = phrasing.relations[fact.key].statements
            templates = self._draws.shuffled([one for one in statements if one not in used])
            filled = {phrasing.fill(one, s=subject, v=value): one for one in templates}
            text = max(filled, key=lambda text: self._likeness(draft, text))
            used.add(filled[text])
            about = fact.subject if by_name else draft.subjects[0]
            passage = self._passage(draft, about, stranger, fact.relation, text)
            confusing.append((text, stranger.name, passage))
        return tuple(confusing)

    def _passage(
        self, draft: QuestionDraft, about: Entity, stranger: Entity, told: str, text: str
    ) -> str:
        """Tell of a stranger, among a confusing fact, other things of the kind told of `about`."""
        phrasing = self._province.phrasing
        others = [
            fact
            for fact in self._province.world.facts(about)
            if fact.relation != told
            and isinstance(fact.value, int | Entity)
            and phrasing.relations[fact.key].statements
        ]
        answers = [self._language.normal_phrase(self._province.answer(f)) for f in draft.facts]
        sentences = [text]
        for fact in self._draws.shuffled(others)[:_SENTENCES_BESIDE]:
            value = phrasing.in_sentence(fact.relation, self._another(draft, fact))
            statement = self._draws.choice(phrasing.relations[fact.key].statements)
            sentence = phrasing.fill(statement, s=phrasing.named(stranger), v=value)
            [read] = self._language.normal_texts([sentence])
            if not any(answer and answer.stands_in(read) for answer in answers):
                sentences.append(sentence)
        return self._language.space.join(self._draws.shuffled(sentences))

    def _stranger(self, draft: QuestionDraft, fact: Fact) -> tuple[Entity, str]:
        """Invent what a confusing fact is about, and say how it names what it is the fact of."""
        phrasing = self._province.phrasing
        if draft.subject_phrase == BY_NAME:
            stranger = self._like(fact.subject)
            return stranger, phrasing.named(stranger)
        stranger, bridge = self._like(draft.subjects[0]), self._like(fact.subject)
        phrase = phrasing.fill(draft.subject_phrase, s=phrasing.named(stranger))
        return stranger, phrasing.apposed(phrasing.named(bridge), phrase)

    def _likeness(self, draft: QuestionDraft, text: str) -> int:
        """Return how many words a text shares with a question, besides names: what confuses."""
        asked = draft.question.input
        for subject in draft.subjects:
            asked = asked.replace(subject.name, "/")
        shared = self._language.content(asked, _RUN) & self._language.content(text, _RUN)
        return min(len(shared), _LEAST_SHARED)

    def _another(self, draft: QuestionDraft, fact: Fact) -> Value:
        value, draws = fact.value, self._draws
        if isinstance(value, Entity):
            return self._like(value)
        taken = [self._province.answer(fact) for fact in draft.facts]
        terms = self._lexicon.terms.get(fact.relation, ())
        if fact.relation == "treasure":
            sort = str(self._province.world.value(fact.subject, "sort"))
            terms = self._lexicon.institutions[sort]["treasure"]
        while True:
            if isinstance(value, int):
                spread = max(3, min(value // 3, 60 if 1300 < value < 2000 else value))
                other: Value = value + draws.choice((-1, 1)) * draws.between(1, spread)
            else:
                other = draws.choice(terms)
            answer = self._province.phrasing.as_answer(fact.relation, other)
            if not any(self._province.holds(answer, one) for one in taken):
                return other

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

    def _like(self, entity: Entity) -> Entity:
        """Invent something like an entity, named in other words, that is not in the world."""
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
            other = Entity("", entity.kind, name, entity.female)
            fits = self._lexicon.stands_for(entity, name)
            if fits and self._given.isdisjoint({name, other.short}):
                self._given |= {name, other.short}
                return other
        raise BuildError(f"sample: no new name for {entity.name} in {_TRIES} draws")


def sample_questions(
    corpus: SampleCorpus, shape: Shape, count: int, provinces: int
) -> list[SampleQuestion]:
    """Return so many questions of a shape, in turn about each of the first provinces.

    Were they about a few of the provinces that distracting articles are of, the names there would
    tell the supporting ones. The first n are the same however many are asked for and however far
    the corpus was walked. Raises BuildError where the provinces are too few.
    """
    questions: list[SampleQuestion] = []
    balance = Balance()
    asking: dict[int, tuple[ProvinceArticles, dict[str, QuestionSort], _Annotator]] = {}
    given: set[str] = set()
    spent: set[int] = set()
    for number in cycle(range(provinces)):
        if len(questions) == count:
            return questions
        if number not in asking:
            world, draws = corpus.province(number), corpus.draws("questions", shape, number)
            province = ProvinceArticles(world, corpus, side(world.language).PHRASING, draws)
            asking[number] = province, dict(_SORTS[shape](province)), _Annotator(province, given)
        province, sorts, annotator = asking[number]
        if draft := balance.ask(sorts, province.draws):
            facts, rows = annotator.confusing_facts(draft), annotator.replacements(draft)
            questions.append(SampleQuestion(draft.question, draft.keywords, facts, rows))
        else:
            spent.add(number)
            if len(spent) == provinces:
                break
    raise BuildError(
        f"sample: {provinces} provinces have {len(questions)} questions, not {count}; ask for fewer"
    )


class SampleQuestionCorpus(SampleArticles):
    """The first provinces of a sample corpus, which end, and so many questions about them.

    There are provinces enough for the questions and for contexts of `size` units. More units of
    the same corpus hold the same questions and, first, the same articles.
    """

    def __init__(
        self, corpus: SampleCorpus, shape: Shape, questions: int, size: int, counting: Counting
    ) -> None:
        fewest = -(-questions // MOST_OF_A_PROVINCE)
        provinces = max(fewest, SampleArticles(corpus, size, counting).provinces)
        self.sample_questions = sample_questions(corpus, shape, questions, provinces)
        needed = {name for one in self.sample_questions for name in one.question.supporting}
        super().__init__(corpus, size, counting, needed)

    def questions(self) -> Sequence[CorpusQuestion]:
        """Return the questions, without what annotators would have written for them."""
        return [one.question for one in self.sample_questions]

    def left_out(self) -> Sequence[tuple[str, str]]:
        """Return nothing: every invented question can be asked."""
        return ()
