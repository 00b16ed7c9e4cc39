"""Multiple choice: the wrong answers that stand beside the right one of a record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from lvbuild.core.model import Question
from lvbuild.core.seeds import Draws, Seeds
from lvbuild.errors import BuildError
from lvbuild.languages import Language, find_language
from lvbuild.languages.phrases import bare
from lvbuild.mixing.plan import Choices, LevelPlan, RecordPlan, right_answer
from lvbuild.mixing.planning import LevelText, Prepared
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Tables, used_rows

_WRONG = 3
_BLOCK = 8
"""Answers of a kind that are nearest in length and stand beside each other."""
_LONGER = 2
"""So many times as long as the shortest of them may be the longest."""
_TRIES = 40
_ALIKE = "fewer than four answers are of one kind with it"
_UNSAID = "neither its question nor its answer says of what kind that is"
_NAMED = "its question names its answer, and no three others of its kind"
_COMMON = "its label is that of too many others, and would be told by that"
NOT_CHOSEN = frozenset((_ALIKE, _UNSAID, _NAMED, _COMMON))
"""Why questions that were planned with the others are not asked."""


class Form(NamedTuple):
    """What an answer looks like: a yes or no, a figure of a shape, a name or other words."""

    sort: str
    script: str
    marks: str

    @classmethod
    def of(cls, text: str, language: Language) -> Form:
        """Return the form of an answer; its marks are those that enclose or end something."""
        sort = language.shape(text) or ("name" if text[:1].isupper() else "words")
        if text.casefold() in language.yes_no:
            sort = "yes or no"
        seen = {mark for mark in text if not (mark.isalnum() or mark.isspace() or mark in "-'’·")}
        script = "Latin" if text.isascii() else language.script(text)
        return cls(sort, script, "".join(sorted(seen)))


class _Kind(NamedTuple):
    """Of answers of one kind none is told by its question: what it asks for, and if it names it."""

    asked: str
    form: Form
    named: bool

    @property
    def unsaid(self) -> bool:
        """Whether nothing tells it from what other questions ask for."""
        return not self.asked and self.form.sort in {"name", "words"}


def shared_words(question: str, answer: str, language: Language) -> int:
    """Return how many content words an answer has of its question."""
    return len(language.content(question, 2) & language.content(answer, 2))


@dataclass(frozen=True)
class Chooser:
    """Chooses what stands beside the right answers of a recipe's records.

    All four are of one pool: answers of one kind that are nearest in length, each as often as
    records have it, so that one which is often right is often wrong as well. First comes what who
    takes a rival for the evidence answers, if it is of that kind; of a question that fans out to a
    mapping the values stand in other orders. Labels are offered so that each is right as often as
    it is wrong in thirds. What a recipe always offers stands in each record.
    """

    recipe: Recipe
    tables: Tables
    seeds: Seeds

    @cached_property
    def _language(self) -> Language:
        return find_language(self.recipe.language)

    def choose(self, prepared: Prepared) -> Prepared:
        """Return all levels with the choices of their records: `prepared` has them without a limit.

        A question that has too few choices at one level is left out of all. Raises BuildError where
        none is left.
        """
        found = {level: self._of_level(text.plan) for level, text in prepared.levels.items()}
        lacking: dict[str, str] = {}
        for wrong in found.values():
            for name, texts in wrong.items():
                if isinstance(texts, str):
                    lacking.setdefault(name, texts)
        asked = tuple(name for name in prepared.asked if name not in lacking)
        if not asked and found:
            raise BuildError(
                f"{self.recipe.name}: no question has {_WRONG} wrong answers of its answer's kind"
                f" to choose from ({next(iter(lacking.values()))}); add questions, or confusing"
                " facts with answers"
            )
        levels = {
            level: self._placed(text, found[level], lacking)
            for level, text in prepared.levels.items()
        }
        left_out = tuple(sorted({*prepared.left_out, *lacking.items()}))
        return replace(prepared, levels=levels, asked=asked, left_out=left_out)

    def _placed(
        self,
        text: LevelText,
        wrong: Mapping[str, tuple[str, ...] | str],
        lacking: Collection[str],
    ) -> LevelText:
        """Set the choices into records: of every four each letter is right once."""
        records, targets = [], []
        goals = [goal for goal in text.plan.goals if goal[0].question.id not in lacking]
        for place, (record, target) in enumerate(goals):
            block, turn = divmod(place, _WRONG + 1)
            draws = self.seeds.draws("places of right choices", question_id=str(block))
            right = draws.shuffled(range(_WRONG + 1))[turn]
            texts = list(wrong[record.question.id])
            texts.insert(right, right_answer(record.question))
            records.append(record._replace(choices=Choices(tuple(texts), right)))
            targets.append(target)
        kept = tuple(targets) if text.plan.targets else ()
        return replace(text, plan=replace(text.plan, records=tuple(records), targets=kept))

    def _of_level(self, plan: LevelPlan) -> dict[str, tuple[str, ...] | str]:
        """Return the wrong answers of each question, or why it has too few."""
        questions = [record.question for record in plan.records]
        if self.recipe.answers_are_labels:
            return self._labels({each.id: right_answer(each) for each in questions})
        pools = _Pools.of(questions, self.recipe, self._language)
        found: dict[str, tuple[str, ...] | str] = {}
        for record in plan.records:
            name = record.question.id
            if name not in found:  # fact recall asks one question again
                draws = self.seeds.draws("choices", question_id=name)
                wrong = self._wrong(record, pools, draws)
                kind = pools.kind(record.question)
                few = _UNSAID if kind.unsaid else _NAMED if kind.named else _ALIKE
                found[name] = tuple(draws.shuffled(wrong)) if len(wrong) == _WRONG else few
        return found

    def _labels(self, right: Mapping[str, str]) -> dict[str, tuple[str, ...] | str]:
        """Return other labels beside the label of each question: four questions have the same four.

        Each of these is right once, so that neither a label nor its company tells. Labels stand in
        a circle, each as often as it is right; four at equal distances are a record's. A label of
        more than a quarter of them would meet itself: such questions are left out, and up to three
        of what is no whole quarter.
        """
        draws = self.seeds.draws("choices")
        alike: dict[str, list[str]] = {}
        for name in draws.shuffled(sorted(right)):
            alike.setdefault(right[name], []).append(name)
        circle, most = sum(map(len, alike.values())), list(alike.values())
        spare: list[str] = []
        while circle % (_WRONG + 1) or (_WRONG + 1) * max(map(len, most), default=0) > circle:
            spare.append(max(most, key=len).pop())
            circle -= 1
        names = list(chain.from_iterable(most))
        quarter = circle // (_WRONG + 1)
        found: dict[str, tuple[str, ...] | str] = dict.fromkeys(spare, _COMMON)
        for place, name in enumerate(names):
            others = [names[(place + turn * quarter) % circle] for turn in range(1, _WRONG + 1)]
            found[name] = tuple(right[other] for other in others)
        return found

    def _wrong(self, record: RecordPlan, pools: _Pools, draws: Draws) -> list[str]:
        """Return the texts that stand beside the right one and each other, up to so many."""
        question, passages = record.question, len(record.passages)
        taken = [*map(self._form, (*question.answers, right_answer(question)))]
        if orders := _other_orders(question, draws):
            return orders
        wrong = [text for text in self.recipe.always_offered if self._form(text) not in taken]
        taken += map(self._form, wrong)
        rivals = self._rivals(question, pools, draws)
        for text in chain(rivals, draws.shuffled(pools.beside(question, draws))):
            form = self._form(text)
            if len(wrong) == _WRONG:
                break
            if form and self.recipe.may_answer(text, passages) and not self._overlaps(form, taken):
                taken.append(form)
                wrong.append(text)
        return wrong

    def _rivals(self, question: Question, pools: _Pools, draws: Draws) -> Iterator[str]:
        """Yield what who takes a rival for the evidence answers, where it is of the same kind."""
        placed = used_rows(self.tables.confusing_facts)
        rows = [each.row for each in placed if each.row.question_id == question.id]
        texts = [row.answer for row in rows if row.answer]
        if self.recipe.depths_of == "needle":
            texts += [row.subject for row in rows]
        return (text for text in draws.shuffled(texts) if pools.fits(text, question))

    def _form(self, text: str) -> str:
        return self._language.normalise(bare(text)).casefold()

    def _overlaps(self, form: str, taken: Sequence[str]) -> bool:
        holds = self._language.holds
        return any(form == each or holds(form, each) or holds(each, form) for each in taken)


@dataclass(frozen=True)
class _Pools:
    """The answers of a level's records: those of one block can be told apart by no look at them."""

    language: Language
    always: Sequence[str]
    answers: Sequence[tuple[_Kind, str]]
    blocks: dict[tuple[_Kind, str], Sequence[str]]

    @classmethod
    def of(cls, questions: Sequence[Question], recipe: Recipe, language: Language) -> _Pools:
        always = recipe.always_offered
        pools = cls(language, always, [], {})
        asked = [(pools.kind(each), right_answer(each)) for each in questions]
        answers = [each for each in asked if each[1] and each[1] not in always]
        times: dict[_Kind, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for kind, text in answers:
            times[kind][text] += 1
        blocks: dict[tuple[_Kind, str], Sequence[str]] = {}
        for kind, found in ((kind, found) for kind, found in times.items() if not kind.unsaid):
            for block in _blocks(sorted(found, key=lambda text: (len(text), text))):
                every = [text for text in block for _ in range(found[text])]
                blocks |= {(kind, text): every for text in block}
        return replace(pools, answers=answers, blocks=blocks)

    def kind(self, question: Question) -> _Kind:
        """Return of what kind a question's answer is; the words of one always offered are none."""
        right, language = right_answer(question), self.language
        form = Form.of(right, language)
        named = right not in self.always and shared_words(question.input, right, language) > 0
        return _Kind(language.asked_for(question.input), form, named)

    def beside(self, question: Question, draws: Draws) -> Sequence[str]:
        """Return the answers of a question's block, each as often as records have it.

        That of one which is always offered is the block of another with what is asked for.
        """
        kind, right = self.kind(question), right_answer(question)
        if right not in self.always:
            return self.blocks.get((kind, right), ())
        alike = [each for each in self.answers if each[0].asked == kind.asked]
        return self.blocks.get(draws.choice(alike), ()) if alike else ()

    def fits(self, text: str, question: Question) -> bool:
        """Tell whether a text is of the kind of a question's answer, and about as long."""
        kind, size = self.kind(question), len(right_answer(question))
        named = shared_words(question.input, text, self.language) > 0
        alike = (Form.of(text, self.language), named) == (kind.form, kind.named)
        return alike and size <= _LONGER * len(text) <= _LONGER**2 * size


def _blocks(ascending: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield texts that ascend in length in blocks of about as long ones."""
    start = 0
    while start < len(ascending):
        most = _LONGER * len(ascending[start])
        stop = next((i for i in range(start, len(ascending)) if len(ascending[i]) > most), None)
        run = ascending[start:stop]
        parts = max(len(run) // _BLOCK, 1)
        for part in range(parts):
            yield run[part * len(run) // parts : (part + 1) * len(run) // parts]
        start += len(run)


def _other_orders(question: Question, draws: Draws) -> list[str]:
    """Return the answer of a question that fans out with its values at other keys; [] for none."""
    pairs = question.fan_out.pairs if question.fan_out else ()
    right = right_answer(question)
    if right != _mapping(pairs):
        return []
    found = {right: None}
    keys, values = [key for key, _ in pairs], [value for _, value in pairs]
    for _ in range(_TRIES):
        if len(found) <= _WRONG:
            found.setdefault(_mapping(tuple(zip(keys, draws.shuffled(values), strict=True))))
    return [*found][1:] if len(found) > _WRONG else []


def _mapping(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(chain.from_iterable(pairs))
