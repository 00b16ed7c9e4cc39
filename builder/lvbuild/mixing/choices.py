"""Multiple choice: the wrong answers that stand beside the right one of a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from lvbuild.core.model import Question
from lvbuild.core.seeds import Seeds
from lvbuild.core.wording import number_of
from lvbuild.errors import BuildError
from lvbuild.languages import Language, find_language
from lvbuild.languages.phrases import bare
from lvbuild.mixing.plan import Choices, right_answer
from lvbuild.mixing.planning import LevelText
from lvbuild.recipe import Recipe
from lvbuild.tables.reading import Tables, used_rows

_WRONG = 3


@dataclass(frozen=True)
class Chooser:
    """Chooses what stands beside the right answers of a recipe's records.

    Of a question come first what who takes a rival for its evidence answers, and its answer with
    other words in the place of those that a table has for it; then other answers of the recipe,
    those of the same kind first. None is its answer or part of it, nor the other way round.
    """

    recipe: Recipe
    tables: Tables
    seeds: Seeds

    @property
    def _language(self) -> Language:
        return find_language(self.recipe.language)

    def choose(self, text: LevelText) -> LevelText:
        """Return a level with the choices of its records; BuildError where there are too few.

        The right one stands as often at each place: of every four records once.
        """
        records = []
        known: dict[tuple[str, str], tuple[str, ...]] = {}  # fact recall asks one question again
        others = sorted(set(text.answers))
        for place, record in enumerate(text.plan.records):
            asked = record.question.id, right_answer(record.question)
            if asked not in known:
                known[asked] = self._wrong(record.question, others)
            texts = list(known[asked])
            block, turn = divmod(place, _WRONG + 1)
            draws = self.seeds.draws("places of right choices", question_id=str(block))
            right = draws.shuffled(range(_WRONG + 1))[turn]
            texts.insert(right, right_answer(record.question))
            records.append(record._replace(choices=Choices(tuple(texts), right)))
        return replace(text, plan=replace(text.plan, records=tuple(records)))

    def _wrong(self, question: Question, others: Sequence[str]) -> tuple[str, ...]:
        found = tuple(islice(self._fitting(question, others), _WRONG))
        if len(found) < _WRONG:
            remedy = "add confusing facts with answers, alternatives of its words, or questions"
            if not self.recipe.table_names:
                remedy = f"write a layout without choices, or ask questions of {_WRONG + 1} answers"
            raise BuildError(
                f"{self.recipe.name}: {question.id} has {number_of(len(found), 'wrong answer')} to"
                f" stand beside {right_answer(question)!r}, {_WRONG} are needed; {remedy}"
            )
        return found

    def _fitting(self, question: Question, others: Sequence[str]) -> Iterator[str]:
        """Yield the texts that can stand beside the right one and each other, the best first."""
        taken = [*map(self._form, (*question.answers, right_answer(question)))]
        for text in self._offered(question, others):
            form = self._form(text)
            if form and not any(self._is_part(form, each) for each in taken):
                taken.append(form)
                yield text

    def _offered(self, question: Question, others: Sequence[str]) -> Iterator[str]:
        draws = self.seeds.draws("choices", question_id=question.id)
        name, right = question.id, right_answer(question)
        rows = used_rows(self.tables.confusing_facts)
        rivals = [placed.row for placed in rows if placed.row.question_id == name]
        yield from draws.shuffled([row.answer for row in rivals if row.answer])
        pairs = used_rows(self.tables.replacements)
        used = {each.replacement for each in question.replacements}
        for row in (p.row for p in pairs if p.row.question_id in {name, "*"}):
            forms = (row.replacement, *row.alternatives)
            word = next((each for each in forms if each in used and each in right), None)
            yield from (right.replace(word, each) for each in forms if word and each != word)
        if self.recipe.depths_of == "needle":
            yield from draws.shuffled([row.subject for row in rivals])
            needles = (placed.row for placed in used_rows(self.tables.needles))
            told = [row.answers[0] for row in needles if f"needle:{row.id}" != name]
            yield from draws.shuffled(told)
        kind = self._kind(right)
        ordered = draws.shuffled(others)
        yield from sorted(ordered, key=lambda text: self._unlike(kind, self._kind(text)))

    def _kind(self, text: str) -> tuple[str, int]:
        """Return what an answer is: yes or no, a figure of a shape, a name, or other words."""
        size = len(self._language.answer_words(text))
        if text.casefold() in self._language.yes_no:
            return "yes or no", size
        if any(map(str.isdigit, text)):
            return self._language.shape(text), size
        return "name" if text[:1].isupper() else "words", size

    @staticmethod
    def _unlike(one: tuple[str, int], other: tuple[str, int]) -> tuple[bool, int]:
        return one[0] != other[0], abs(one[1] - other[1])

    def _form(self, text: str) -> str:
        return self._language.normalise(bare(text)).casefold()

    def _is_part(self, one: str, other: str) -> bool:
        holds = self._language.holds
        return one == other or holds(one, other) or holds(other, one)
