"""The task few_shot: labelled examples, and a question whose label is asked for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, ClassVar, Literal, NamedTuple, Self

from pydantic import Field, model_validator

from lvbuild.core.model import Level, Question
from lvbuild.corpora.corpus import Corpus, CorpusQuestion, QuestionCorpus
from lvbuild.errors import UsageError
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.examples import ExampleMixer, Examples, by_shares
from lvbuild.mixing.lengths import PassageLengths, passage_lengths
from lvbuild.mixing.plan import ContextLayout, HeadingUnits, RecordPlan
from lvbuild.mixing.planning import Prepared
from lvbuild.mixing.question_plans import plan_questions
from lvbuild.recipe import metrics, register
from lvbuild.recipe.layouts import layouts
from lvbuild.recipe.schema import label_form
from lvbuild.recipe.sources import CorpusSource, InlineSource, source_names
from lvbuild.rules import enforce
from lvbuild.sample import SampleCorpus
from lvbuild.sample.questions import SampleLabelledCorpus
from lvbuild.score.metric import metric_of
from lvbuild.tables.reading import Tables
from lvbuild.tasks.own_tables import fill, holding
from lvbuild.tasks.task import Invented, ListedQuestion, Source, Task
from lvbuild.text.counting import Counting

_LETTERS = re.compile(r"\w+")


@register
class FewShot(Task):
    """A recipe that asks for a question's label, as examples have theirs.

    Its corpora ask nothing but that: each of their questions is a text, and its answer the label.
    """

    source_keys: ClassVar = ("examples", "questions")
    answers_stand_in_texts: ClassVar = False
    asks_without_text: ClassVar = False
    passages_are: ClassVar = "example"
    answers_are_labels: ClassVar = True
    labels_are_read: ClassVar = True

    task: Literal["few_shot"] = Field(description="what is asked: the label of a question")
    examples: CorpusSource = Field(description="the corpus of the labelled examples")
    questions: CorpusSource = Field(
        description="the corpus of what is asked, labelled too; it may be that of the examples, of"
        " which a question is none of its own"
    )
    example: Annotated[str, holding("text", "label")] = Field(
        description="how an example stands in a context, with {text} and {label}"
    )
    question: Annotated[str, holding("text")] = Field(
        description="how a question is asked, with {text}; its label follows"
    )

    @model_validator(mode="after")
    def _takes_labels_alone(self) -> Self:
        if self.replacements or self.confusing_facts or self.answer_keywords:
            raise ValueError(
                "few_shot takes no replacements, confusing_facts or answer_keywords: its examples"
                " stand as they are; leave these keys out"
            )
        if metrics[self.metric].answers == "all":
            raise ValueError(f"metric: {self.metric} takes several answers; a question has a label")
        for source in (self.examples, self.questions):
            if isinstance(source, InlineSource) and not source.asks:
                raise ValueError(
                    f"{source.name}: has no labels; name the column of the texts by"
                    " fields.documents and fields.question, that of the labels by fields.answers"
                )
        return self

    @property
    def question_corpora(self) -> tuple[str, ...]:
        """The name of the corpus that asks."""
        return source_names([self.questions])

    def invent(self, world: SampleCorpus, counting: Counting) -> Invented:
        """Take questions about the world for all corpora, each labelled by what it asks for."""
        size = self.ascending_levels[-1].size
        asked = SampleLabelledCorpus(world, size, counting)
        return Invented(dict.fromkeys(self.corpora, asked))

    def prepare(self, source: Source, levels: Sequence[Level]) -> Prepared:
        """Read examples and questions, and plan the levels."""
        enforce(self.read_case(source))
        shelf = Shelf.of(self, source)
        labels = self._labels(shelf, source)
        questions, left_out = self._choose(shelf, source)
        counters = source.counters
        headings = HeadingUnits(ContextLayout.of(self.heading), counters.levels)
        documents = {
            name: SplitDocument.of(name, text, self.language, counters.levels)
            for name, text in (
                (one.id, fill(self.example, text=one.text, label=one.label))
                for one in shelf.examples
            )
        }
        examples = Examples.of(documents.values())
        lengths = passage_lengths(counters.tokens, documents, headings)
        planners = {
            one.id: _Planner(self, one, shelf, examples, headings, lengths, source)
            for one in questions
        }
        outcome = plan_questions(self, planners, levels, source.seeds)
        return source.planned(
            levels,
            outcome,
            planners,
            documents,
            headings,
            unused=shelf.refused,
            left_out=left_out,
            labels=labels,
        )

    def asked_questions(self, source: Source) -> list[str]:
        """Return the ids of the questions that a build asks, in its order."""
        return [one.id for one in self._choose(Shelf.of(self, source), source)[0]]

    def list_questions(
        self, tables: Tables, open_source: Callable[[], Source]
    ) -> list[ListedQuestion]:
        """Return the questions of the corpus that asks, then those that cannot be asked."""
        source = open_source()
        shelf = Shelf.of(self, source)
        fit, left_out = shelf.askable()
        listed = [
            ListedQuestion(one.id, fill(self.question, text=one.text), (one.label,)) for one in fit
        ]
        return [*listed, *(ListedQuestion(n, "", (), left_out=why) for n, why in left_out.items())]

    def _choose(self, shelf: Shelf, source: Source) -> tuple[list[Labelled], dict[str, str]]:
        """Draw the questions, each class by its share of those that can be asked."""
        fit, left_out = shelf.askable()
        order = by_shares([one.label for one in fit], source.seeds.question_draws)
        return [fit[place] for place in order[: self.count]], left_out

    def _labels(self, shelf: Shelf, source: Source) -> tuple[str, ...]:
        """Return the labels that may be answered: those of the examples, as the recipe lists them.

        There are none where letters are answered. Raises UsageError where they are others than it
        lists, or where one cannot be told.
        """
        if layouts[self.layout].choices:
            return ()
        found, where = shelf.labels, source.file.argument
        if source.invented is None and self.labels is not None:
            strange, unlisted = sorted({*self.labels} - {*found}), sorted({*found} - {*self.labels})
            if strange or unlisted:
                lacks = "no example has" if strange else "an example has"
                name = (strange or unlisted)[0]
                near = get_close_matches(name, unlisted, n=1) if strange else []
                hint = f": did you mean {near[0]!r}?" if near else ""
                raise UsageError(
                    f"{where}: labels: {lacks} {name!r}{hint}; list those of the examples, or leave"
                    " the key out"
                )
            found = self.labels
        if len(found) < 2 or len({*map(label_form, found)}) < len(found):
            told = ", ".join(map(repr, found)) or "none"
            raise UsageError(
                f"{where}: the examples have the labels {told}; expected two at least, that differ"
                " by more than capitals and full stops"
            )
        metric = metric_of(self.model_copy(update={"labels": found}))
        for label in found:
            if (score := metric.score_record(label, [label])) < 1:
                raise UsageError(
                    f"{where}: metric: by {self.metric} the label {label!r} scores"
                    f" {100 * score:.0f} as its own answer, as it holds another; rename one of them"
                )
        return found


class Labelled(NamedTuple):
    """A text with its label; `form` is what it is compared by: its letters and digits."""

    id: str
    text: str
    label: str
    form: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The labelled texts of a recipe: its examples, and what can be asked.

    `refused` counts the texts that are no examples, `unasked` are the questions that corpora leave
    out, each with why.
    """

    examples: Sequence[Labelled]
    questions: Sequence[Labelled]
    refused: Mapping[str, int]
    unasked: Mapping[str, str]

    @classmethod
    def of(cls, recipe: FewShot, source: Source) -> Self:
        """Read the corpora of a recipe."""
        [examples], [questions] = (
            source_names([each]) for each in (recipe.examples, recipe.questions)
        )
        refused: Counter[str] = Counter()
        found: dict[str, Labelled] = {}
        twofold: set[str] = set()
        for one in _labelled(source.corpora[examples]):
            if isinstance(one, CorpusQuestion):
                refused["has several labels"] += 1
            elif (known := found.setdefault(one.form, one)) is not one:
                refused["stands twice"] += 1
                if known.label != one.label:
                    twofold.add(one.form)
        refused["has another label elsewhere"] += len(twofold)
        # A level beyond the recipe's own asks the same: a larger sample world has more examples.
        held = (source.invented or source).corpora
        asking: QuestionCorpus = held[questions]  # type: ignore[assignment]
        unasked, defects = dict(asking.left_out()), source.options.known_defects
        asked: dict[str, Labelled] = {}
        for each in _labelled(asking):
            if why := defects.get(each.id):
                unasked[each.id] = why
            elif isinstance(each, CorpusQuestion):
                unasked[each.id] = "it has several labels"
            elif each.form in twofold:
                unasked[each.id] = "it has another label elsewhere"
            elif asked.setdefault(each.form, each) is not each:
                unasked[each.id] = "it stands twice"
        kept = [one for form, one in found.items() if form not in twofold]
        return cls(kept, [*asked.values()], dict(sorted((+refused).items())), unasked)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the examples, sorted."""
        return tuple(sorted({one.label for one in self.examples}))

    def askable(self) -> tuple[list[Labelled], dict[str, str]]:
        """Return what can be asked, and why others cannot: each class needs examples of its own."""
        counts = Counter(one.label for one in self.examples)
        own = {one.form: one for one in self.examples}
        fit, left_out = [], dict(self.unasked)
        for each in self.questions:
            barred = own.get(each.form)
            if each.label not in counts:
                left_out[each.id] = "no example has its label"
            elif barred and counts[barred.label] == 1:
                left_out[each.id] = "it is the only example of its label"
            else:
                fit.append(each)
        return fit, left_out


def _labelled(corpus: Corpus) -> Sequence[Labelled | CorpusQuestion]:
    """Return the texts of a corpus; those that have not one label as they stand in it."""
    asking: QuestionCorpus = corpus  # type: ignore[assignment]
    return [
        Labelled(one.id, one.input, one.answers[0], _form(one.input))
        if len(one.answers) == 1
        else one
        for one in asking.questions()
    ]


def _form(text: str) -> str:
    return "".join(_LETTERS.findall(text.casefold()))


@dataclass(frozen=True)
class _Planner:
    """All that the records of a question are planned from."""

    recipe: FewShot
    asked: Labelled
    shelf: Shelf
    examples: Examples
    headings: HeadingUnits
    lengths: PassageLengths | None
    source: Source

    def least(self) -> int:
        """Return the units of the question with an example of each class."""
        return self._mixer().least

    def begin(self, level: Level) -> ExampleMixer:
        """Return what plans a level, and then larger ones."""
        return self._mixer()

    def _mixer(self) -> ExampleMixer:
        """Return what plans the question, which is no example itself."""
        name, seeds, labelled = self.asked.id, self.source.seeds, self.shelf.examples
        places = [n for n, one in enumerate(labelled) if one.form != self.asked.form]
        labels = [labelled[place].label for place in places]
        order = by_shares(labels, seeds.draws("examples", question_id=name))
        text = fill(self.recipe.question, text=self.asked.text)
        return ExampleMixer(
            Question(name, text, (self.asked.label,)),
            self.examples,
            order=[places[one] for one in order],
            classes=len({*labels}),
            ranked=seeds.draws("order", question_id=name).index(2**53),
            headings=self.headings,
        )

    def length(self, record: RecordPlan) -> int:
        """Return the exact length of a record."""
        return record.length if self.lengths is None else self.lengths.of(record)
