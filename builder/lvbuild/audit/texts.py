"""The texts that contexts are made of, each tested once, however many records and levels have it.

Of a release's passages few are distinct: levels are nested, and a document distracts from many
questions. So the texts of a recipe are gathered while its records are read; then claims are tested
on them, for all questions at once, with the filters that a build refuses documents by; and what is
wrong with a text is told of each record that has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from lvbuild.audit.marks import damage, left, shown
from lvbuild.audit.stretches import Stretches
from lvbuild.audit.told import Asked, Held, Told
from lvbuild.core.claims import Claim, untrue_of
from lvbuild.core.model import Origin, Question
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.filters.leaks import LeakFinder
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.questions.annotated import naming
from lvbuild.rules.occurrences import sought_names
from lvbuild.tables.rows import ReplacementRow
from lvbuild.tasks.task import Hidden
from lvbuild.text.counting import PlainCounting
from lvbuild.text.pairs import Pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_AT_ONCE = 4096
"""Texts that are tested together."""


class Untrue(NamedTuple):
    """What is wrong with a text, by its number.

    It is so in the contexts of one question where `asked` is its number, and, where that is given,
    beside the supporting passage of the number `beside`.
    """

    text: int
    message: str
    asked: int | None = None
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A record by numbers: its question's and its texts'.

    `others` are those that may not answer: the passages that distract, or running text.
    """

    asked: int
    every: Numbers
    supporting: Numbers
    others: Numbers
    stretches: Numbers

    def concerns(self, found: Untrue) -> bool:
        """Tell whether what is wrong with one of its texts is wrong in this record."""
        if found.asked is None and found.beside is None:
            return True
        return (
            found.asked in {None, self.asked}
            and (found.beside is None or found.beside in self.supporting)
            and found.text in self.others
        )


@dataclass(frozen=True)
class Batch:
    """Texts that are tested together, by their numbers, for all questions.

    `asked` are the questions, `answerable` the numbers of those that have evidence to be found, and
    `supporting` the normal forms of all supporting passages of the recipe by their numbers.
    `evidence_of` are the ids of the questions that the document of a text supports, `pairs` those
    that each question was replaced by; `hidden` is what running texts hide, as it is made again.
    """

    held: Held
    texts: Mapping[int, str]
    asked: Sequence[Asked]
    answerable: frozenset[int]
    supporting: Mapping[int, NormalText]
    evidence_of: Mapping[int, Collection[str]]
    pairs: Sequence[Sequence[Pair]]
    hidden: Hidden | None

    @cached_property
    def normal(self) -> Mapping[int, NormalText]:
        """The texts in their normal form."""
        forms = self.held.language.normal_texts([*self.texts.values()])
        return dict(zip(self.texts, forms, strict=True))

    @cached_property
    def names(self) -> Sequence[Sequence[ReplacementRow]]:
        """The rows of each question whose originals no other text may hold.

        Such are names; running text has all words replaced.
        """
        language = self.held.language
        rows = [self.held.rows_of(one.question_id) for one in self.asked]
        if self.held.runs:
            return rows
        return [
            [row for row, is_name in zip(each, naming(each, language), strict=True) if is_name]
            for each in rows
        ]

    @cached_property
    def finder(self) -> LeakFinder:
        """The filter by which a build refuses passages."""
        language, counting = self.held.language, PlainCounting(self.held.language.unit)
        titled = getattr(self.held.recipe, "titles", False)
        split = {
            number: SplitDocument.of(
                str(number),
                text,
                language.code,
                counting,
                origin=Origin(str(number), 0, text.find("\n") + 1 if titled else 0),
            )
            for number, text in self.texts.items()
        }
        held = self.held
        judged = held.recipe.judges
        finder = LeakFinder(self.normal, split, language, known_common=held.common, judged=judged)
        names = [row.original for rows in self.names for row in rows]
        names += [one.original for of in self.pairs for one in sought_names(of, language)]
        finder.look_ahead(((question, ()) for question in self.questions), names)
        return finder

    @cached_property
    def questions(self) -> Sequence[Question]:
        """The questions as filters take them."""
        return [one.question for one in self.asked]

    def around(self, text: int, phrases: Sequence[str]) -> str:
        """Return what a message shows of a text: what is around a phrase, else its beginning."""
        found = self.texts[text]
        places = [place for phrase in phrases if (place := found.find(phrase)) >= 0]
        return shown(found[max(min(places, default=0) - 20, 0) :])


def encoding(batch: Batch) -> Iterator[Untrue]:
    """Texts are in NFC, and none was damaged by a wrong encoding."""
    published = batch.held.recipe.keeps_ids
    for number, text in batch.texts.items():
        yield from (Untrue(number, message) for message in damage(text, published=published))


def named(batch: Batch) -> Iterator[Untrue]:
    """No other text names what is replaced, or what replaces it."""
    for asked, rows in enumerate(batch.names):
        if batch.held.runs:
            new = [word for row in rows for word in row.words]
            for number, text in batch.texts.items() if rows else ():
                for message in left(batch.held, rows, text, new):
                    yield Untrue(number, message, asked)
            continue
        for row in rows:
            for number in sorted(batch.finder.naming([row.original])):
                told = f"{row.original!r} is left: {batch.around(number, [row.original])}"
                yield Untrue(number, told, asked)
        # Evidence of another question may share a pair.
        own = [one for one in batch.pairs[asked] if batch.held.new_words[one.replacement] == 1]
        names = [one.original for one in sought_names(own, batch.held.language)]
        for number in sorted(batch.finder.naming(names) - batch.evidence_of.keys()):
            told = f"it holds what replaces a word: {batch.around(number, names)}"
            yield Untrue(number, told, asked)


def siblings(batch: Batch) -> Iterator[Untrue]:
    """What is evidence of another question stands in its words, with nothing left to undo them."""
    for number, text in batch.texts.items():
        for question in sorted(batch.evidence_of.get(number, ())):
            rows = batch.held.rows_of(question)
            new = [word for row in rows for word in row.words]
            for message in left(batch.held, rows, text, new):
                yield Untrue(number, message)


def answered_once(batch: Batch) -> Iterator[Untrue]:
    """Nothing but the evidence holds an answer or the keywords, unless any text may.

    Of an answer in parts no other sentence or row holds a key and what belongs to it; of what is to
    be judged no other passage holds half of the content words.
    """
    if batch.held.runs:
        holds = batch.held.language.holds
        answers = {answer for one in batch.asked for answer in one.answers}
        for number, text in batch.texts.items():
            told = (
                batch.hidden.tells(text) if batch.hidden else any(holds(text, a) for a in answers)
            )
            if told:
                yield Untrue(number, "it tells what needles alone may")
        return
    if not batch.held.recipe.answers_stand_in_texts:
        return
    for asked in sorted(batch.answerable):
        phrases = batch.asked[asked].phrases
        for number in sorted(batch.finder.leaks(batch.questions[asked])):
            yield Untrue(number, f"it may answer: {batch.around(number, phrases)}", asked)


def unlike(batch: Batch) -> Iterator[Untrue]:
    """No passage that distracts is a near-duplicate of one that supports."""
    texts = {str(number): text for number, text in batch.supporting.items()}
    alike = near_duplicates(texts, batch.normal, batch.held.language) if texts else {}
    for supporting, numbers in alike.items():
        for number in sorted(numbers):
            told = f"it is much like the evidence: {batch.around(number, ())}"
            yield Untrue(number, told, beside=int(supporting))


TEXTS: tuple[Claim[Batch, Untrue], ...] = (
    Claim("encoding", "error", encoding),
    Claim("named", "error", named),
    Claim("siblings", "error", siblings),
    Claim("answered-once", "error", answered_once),
    Claim("near-duplicates", "error", unlike),
)


def stretches(found: Mapping[int, str]) -> Iterator[str]:
    """What contexts have of a document is the same in all, as long as its cut, and no scrap."""
    yield from found.values()


STRETCHES: Claim[Mapping[int, str], str] = Claim("stretches", "error", stretches)


class DistinctTexts:
    """The texts of a recipe's records, each once, and its questions, by numbers."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._texts: dict[str, int] = {}
        self._stretches = Stretches(held)
        self._asked: dict[Asked, int] = {}
        self._pairs: list[Sequence[Pair]] = []
        self._answerable: set[int] = set()
        self._supporting: set[int] = set()
        self._documents: dict[int, str] = {}
        self._evidence_of: dict[str, set[str]] = defaultdict(set)

    def place(self, told: Told) -> Placed:
        """Take the texts of a record."""
        import numpy as np

        texts = self._texts
        every = [texts.setdefault(text, len(texts)) for _, text in told.parts]
        roles = [role for role, _ in told.parts]
        supporting = [n for n, role in zip(every, roles, strict=True) if role == "supporting"]
        others = [n for n, role in zip(every, roles, strict=True) if role in _OTHERS]
        asked = self._asked.setdefault(told.asked, len(self._asked))
        if asked == len(self._pairs):
            kinds = {row.original: row.kind for row in self._held.rows_of(told.asked.question_id)}
            self._pairs.append(
                [Pair(old, new, kinds.get(old, "term")) for old, new in told.own.pairs]
            )
        if told.own.evidence:
            self._answerable.add(asked)
        self._supporting.update(supporting)
        for number, part in zip(every, told.provenance["passages"], strict=True):
            self._documents.setdefault(number, part["document_id"])
            if part["role"] == "supporting":
                self._evidence_of[part["document_id"]].add(told.asked.question_id)
        stretches = self._stretches.place(told, every)
        sides = (every, supporting, others, stretches)
        return Placed(asked, *(np.unique(np.array(side, dtype=np.int32)) for side in sides))

    @property
    def own_documents(self) -> int:
        """How often a question's supporting passage distracts from another, once each."""
        return self._stretches.own

    def test(self, hidden: Hidden | None) -> Findings:
        """Test all claims on all texts, given what they hide."""
        every, asked = [*self._texts], [*self._asked]
        supporting = sorted(self._supporting)
        normal = self._held.language.normal_texts([every[number] for number in supporting])
        known = dict(zip(supporting, normal, strict=True))
        found: dict[int, list[tuple[Claim[Batch, Untrue], Untrue]]] = defaultdict(list)
        for start in range(0, len(every), _AT_ONCE):
            texts = dict(enumerate(every[start : start + _AT_ONCE], start))
            supported = {
                number: self._evidence_of[document]
                for number in texts
                if (document := self._documents.get(number, "")) in self._evidence_of
            }
            batch = Batch(
                self._held,
                texts,
                asked,
                frozenset(self._answerable),
                known,
                supported,
                self._pairs,
                hidden,
            )
            for claim, untrue in untrue_of(TEXTS, batch):
                found[untrue.text].append((claim, untrue))
        return Findings(found, self._stretches.untrue(every))


_OTHERS = frozenset(["distracting", "haystack"])


class Findings:
    """What is wrong with texts."""

    def __init__(
        self,
        found: Mapping[int, Sequence[tuple[Claim[Batch, Untrue], Untrue]]],
        stretches: Mapping[int, str],
    ) -> None:
        self._found = found
        self._stretches = stretches

    @cached_property
    def _numbers(self) -> tuple[Numbers, Numbers]:
        """The numbers of texts, and of stretches, with which something is wrong."""
        import numpy as np

        texts, stretches = (sorted(found) for found in (self._found, self._stretches))
        return np.array(texts, dtype=np.int32), np.array(stretches, dtype=np.int32)

    def of(self, placed: Placed) -> Iterator[tuple[Claim[Any, Any], str]]:
        """Yield what of it is wrong in a record."""
        import numpy as np

        texts, stretches = self._numbers
        for number in np.intersect1d(placed.every, texts).tolist():
            for claim, untrue in self._found[number]:
                if placed.concerns(untrue):
                    yield claim, untrue.message
        for number in np.intersect1d(placed.stretches, stretches).tolist():
            yield STRETCHES, self._stretches[number]
