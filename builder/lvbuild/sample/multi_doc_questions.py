"""Questions whose answer is put together from the articles about several things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lvbuild.core.seeds import Draws
from lvbuild.sample.entities import Entity, Fact
from lvbuild.sample.question_draft import ProvinceArticles, QuestionDraft, QuestionSort

_TRIES = 30


@dataclass(frozen=True, slots=True)
class _Found:
    """What a survey has found: its facts, those that its answer tells, and its templates' slots."""

    subjects: Sequence[Entity]
    facts: Sequence[Fact]
    told: Sequence[Fact]
    slots: dict[str, str]
    leading: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Some things of a kind: what is told of each, and the number by which one of two leads.

    The larger number leads, or with `least` the smaller; without `compared` none does.
    """

    kind: str
    count: int
    told: str
    compared: str = ""
    least: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind,) * self.count

    def find(self, province: ProvinceArticles, draws: Draws) -> _Found | None:
        subjects = draws.shuffled(province.of(self.kind))[: self.count]
        told = [fact for one in subjects if (fact := province.fact(one, self.told))]
        slots = dict(zip("abc", map(province.phrasing.named, subjects), strict=False))
        if len(told) < self.count:
            return None
        slots |= {
            f"{letter}_{self.told}": province.in_sentence(fact)
            for letter, fact in zip("abc", told, strict=False)
        }
        if not self.compared:
            return _Found(subjects, told, told, slots)
        measured = [fact for one in subjects if (fact := province.fact(one, self.compared))]
        values = [int(str(fact.value)) for fact in measured]
        if len(set(values)) < self.count:
            return None
        first = values.index(min(values) if self.least else max(values))
        leading, trailing = subjects[first], subjects[1 - first]
        slots |= {
            "leading": province.phrasing.named(leading),
            "trailing": province.phrasing.named(trailing),
        }
        return _Found(subjects, told + measured, told, slots, (leading.name,))


@dataclass(frozen=True, slots=True)
class _Journey:
    """A way from a thing of a kind over one of another, told in the articles about both."""

    kind: str
    over: str
    path: tuple[str, str]

    @property
    def kinds(self) -> tuple[str, ...]:
        return self.kind, self.over

    def find(self, province: ProvinceArticles, draws: Draws) -> _Found | None:
        subject = place = draws.choice(province.of(self.kind))
        facts: list[Fact] = []
        for relation in self.path:
            fact = province.fact(place, relation)
            if not fact:
                return None
            facts.append(fact)
            place = fact.value if isinstance(fact.value, Entity) else place
        slots = {"a": province.phrasing.named(subject)}
        slots |= {fact.relation: province.in_sentence(fact) for fact in facts}
        return _Found([subject], facts, facts, slots)


_SURVEYS: dict[str, _Comparison | _Journey] = {
    "births": _Comparison("person", 2, "born_in", "born", least=True),
    "founders": _Comparison("town", 2, "founded_by", "founded", least=True),
    "lengths": _Comparison("river", 2, "surveyed_by", "length_km"),
    "sizes": _Comparison("town", 2, "craft", "population"),
    "heads": _Comparison("institution", 2, "headed_by", "opened", least=True),
    "authors": _Comparison("work", 2, "made_by", "pages"),
    "collectors": _Comparison("person", 3, "collected"),
    "treasures": _Comparison("institution", 2, "treasure", "opened", least=True),
    "author": _Journey("work", "person", ("made_by", "born_in")),
    "keeper": _Journey("work", "institution", ("kept_at", "founded_by")),
    "school": _Journey("person", "institution", ("studied_at", "located_in")),
    "teacher": _Journey("person", "person", ("taught_by", "died_in")),
}


def multi_doc_sorts(province: ProvinceArticles, draws: Draws) -> Mapping[str, QuestionSort]:
    """Return the questions over two or three articles, by survey."""
    return {
        name: QuestionSort(survey.kinds, _drafts(province, name, draws))
        for name, survey in _SURVEYS.items()
    }


def _drafts(province: ProvinceArticles, name: str, draws: Draws) -> Iterator[QuestionDraft]:
    """Yield questions of a survey, none twice, until none is found in many tries."""
    seen: set[str] = set()
    tries = 0
    while tries < _TRIES:
        draft = _draft(province, name, draws)
        tries += 1
        if draft and draft.question.id not in seen:
            seen.add(draft.question.id)
            yield draft
            tries = 0


def _draft(province: ProvinceArticles, name: str, draws: Draws) -> QuestionDraft | None:
    found = _SURVEYS[name].find(province, draws)
    if not found or not all(map(province.evidence, found.facts)):
        return None
    words, fill = province.phrasing.surveys[name], province.phrasing.fill
    text = fill(draws.choice(words.questions), **found.slots)
    answers = [province.answer(fact) for fact in found.told]
    if len(set(answers)) < len(answers) or any(province.holds(text, one) for one in answers):
        return None
    identity = "+".join(sorted(one.id for one in found.subjects))
    answer = fill(draws.choice(words.answers), **found.slots)
    return QuestionDraft(
        question=province.ask(f"{identity}/{name}", text, answer, tuple(found.facts)),
        keywords=" ".join((*answers, *found.leading)),
        facts=tuple(found.told),
        subjects=tuple(found.subjects),
        answering=tuple(fact.value for fact in found.told),
    )
