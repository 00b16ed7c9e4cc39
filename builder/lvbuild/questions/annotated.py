"""A question with the rows that its tables have for it, and its words under them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain

from lvbuild.core.model import LanguageCode, Question, Replacement
from lvbuild.tables.reading import Placed
from lvbuild.tables.rows import ConfusingFactRow, ReplacementRow
from lvbuild.text.replacement import Pair, Replacer, Reworded


def row_pairs(rows: Iterable[ReplacementRow], alternative: int | None = None) -> tuple[Pair, ...]:
    """Return the pairs of rows, with the alternatives of a place where they have any.

    A row's `plural` is that of its replacement, not of its alternatives.
    """
    return tuple(
        Pair(row.original, row.replacement, row.kind, row.plural, row.everywhere)
        if alternative is None or not row.alternatives
        else Pair(row.original, row.alternatives[alternative], row.kind, everywhere=row.everywhere)
        for row in rows
    )


def replace_words(question: Question, pairs: Sequence[Pair], replacer: Replacer) -> Question:
    """Return a question with the words of its fields and facts replaced, and how often each was.

    A confusing fact counts twice: it stands in the context and in its field.
    """
    uses: Counter[int] = Counter()

    def new(text: str, times: int = 1) -> str:
        replaced = replacer.replace(text)
        for hit in replaced.hits:
            uses[hit.pair] += times
        return replaced.text

    replaced = replace(
        question,
        input=new(question.input),
        answers=tuple(map(new, question.answers)),
        keywords=new(question.keywords),
        facts=tuple(
            fact._replace(text=new(fact.text, times=2 if fact.role == "confusing" else 1))
            for fact in question.facts
        ),
    )
    used = tuple(
        Replacement(pair.original, pair.replacement, uses[index])
        for index, pair in enumerate(pairs)
    )
    return replace(replaced, replacements=used)


@dataclass(frozen=True, slots=True)
class ReplacedQuestion:
    """A question under one choice of its replacements.

    `new` are the words that replace each row's original, `uses` how often they do so in the fields
    and in the supporting documents, which are `documents`, in their order.
    """

    new: tuple[str, ...]
    question: Question
    documents: tuple[str, ...]
    uses: tuple[int, ...]


@dataclass(frozen=True)
class AnnotatedQuestion:
    """A question in the original words, with its own rows and, last, those of every question.

    `supporting` are its documents by id; `facts` stand in the order of `original`. `shared` are the
    rows of all questions that a document is evidence of, by its id: they replace words in it first.
    """

    original: Question
    supporting: Mapping[str, str]
    rows: tuple[Placed[ReplacementRow], ...]
    facts: tuple[Placed[ConfusingFactRow], ...]
    language: LanguageCode
    shared: Mapping[str, tuple[Placed[ReplacementRow], ...]] = field(default_factory=dict)

    @property
    def own(self) -> tuple[Placed[ReplacementRow], ...]:
        """The rows that only this question has."""
        return tuple(placed for placed in self.rows if placed.row.question_id != "*")

    @property
    def texts(self) -> list[str]:
        """The question's fields and supporting documents."""
        return [*self.original.texts, *self.supporting.values()]

    @cached_property
    def replaced(self) -> Sequence[ReplacedQuestion]:
        """The question under its replacements, then under each place of their alternatives."""
        rows = [*self.rows, *chain.from_iterable(self.shared.values())]
        given = [len(placed.row.alternatives) for placed in rows if placed.row.alternatives]
        return [self._replace(place) for place in (None, *range(min(given, default=0)))]

    @property
    def questions(self) -> list[Question]:
        """The question in its original words, then under each choice of its replacements."""
        return [self.original, *(each.question for each in self.replaced)]

    def _replace(self, alternative: int | None) -> ReplacedQuestion:
        pairs = row_pairs((placed.row for placed in self.rows), alternative)
        replacer = Replacer(pairs, self.language)
        question = replace_words(self.original, pairs, replacer)
        counts = Counter({i: used.uses for i, used in enumerate(question.replacements)})
        documents = []
        for name, text in self.supporting.items():
            shared = row_pairs((placed.row for placed in self.shared.get(name, ())), alternative)
            reworded = Reworded.of(text, shared, self.language)
            replaced = reworded.under(pairs, replacer.find(reworded.replaced.text))
            counts.update(hit.pair for hit in replaced.hits)
            documents.append(replaced.text)
        used = tuple(counts[index] for index in range(len(pairs)))
        new = tuple(pair.replacement for pair in pairs)
        return ReplacedQuestion(new, question, tuple(documents), used)


def own_texts(question: Question) -> list[str]:
    """Return what a question asks and expects, and its needle: all but its confusing facts."""
    return [question.input, *question.answers, *(text for _, text in question.facts_of("needle"))]


def each_choice(row: ReplacementRow) -> Iterator[tuple[str, str]]:
    """Yield each word that may stand for a row's original, and what to call it in a message."""
    yield row.replacement, f"the replacement {row.replacement!r}"
    for word in row.alternatives:
        yield word, f"the alternative {word!r}"
