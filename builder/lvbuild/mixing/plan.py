"""Plans: what goes where in each record, under which headings, and why a level has none."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, chain
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from lvbuild.core.model import Level, Question
from lvbuild.core.spool import Spool, StoredNumbers
from lvbuild.languages import Heading
from lvbuild.text.counting import Counting

Role = Literal["supporting", "distracting", "rival", "haystack"]
_PLACE = itemgetter(0)


class Passage(NamedTuple):
    """The part [start, stop) of a document's text, in characters, that stands in a context."""

    document_id: str
    role: Role
    start: int
    stop: int
    whole: bool


def whole(document_id: str, length: int, role: Role = "distracting") -> Passage:
    """Return a document of so many characters as a passage that is not cut."""
    return Passage(document_id, role, 0, length, whole=True)


@dataclass(frozen=True, slots=True)
class WholePassages(Sequence[Passage]):
    """Passages that are whole documents of so many characters, each made if asked for.

    They are too many in a long context to be held. There are several `rounds` of them.
    """

    names: Sequence[str]
    lengths: Sequence[int]
    role: Role = "distracting"
    rounds: int = 1

    def __len__(self) -> int:
        return self.rounds * len(self.names)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        if not 0 <= place < len(self.names):
            place = range(len(self))[place] % len(self.names)
        return Passage(self.names[place], self.role, 0, self.lengths[place], True)


@dataclass(frozen=True, slots=True)
class Passages(Sequence[Passage]):
    """The passages of a record: whole documents that all may have by their numbers, and its own.

    Of the `shared` ones, which support nothing, `numbers` tell which stands at each place. `own`
    are, by ascending place, what stands there instead: what supports, is a rival, cut, or worded
    for its question. Hundreds of records have tens of thousands of passages each, so that all of
    them are made only where asked for.
    """

    shared: WholePassages = field(hash=False, repr=False)
    numbers: Sequence[int] = field(hash=False)
    own: Sequence[tuple[int, Passage]] = field(hash=False)

    @classmethod
    def of(cls, parts: Iterable[Passages | Passage]) -> Passages:
        """Return passages on end, those that stand by themselves as own ones."""
        if isinstance(parts, Passages):
            return parts
        shared = WholePassages((), ())
        numbers, own = array("I"), list[tuple[int, Passage]]()
        for part in parts:
            if isinstance(part, Passages):
                own += [(len(numbers) + place, each) for place, each in part.own]
                shared = part.shared
                numbers.extend(part.numbers)
            else:
                own.append((len(numbers), part))
                numbers.append(0)
        return cls(shared, numbers, own)

    def exchanged(self, instead: Iterable[Passage | None]) -> Passages:
        """Return what stands instead of each, without those where nothing does."""
        numbers, own, mine = array("I"), list[tuple[int, Passage]](), dict(self.own)
        for place, (number, new) in enumerate(zip(self.numbers, instead, strict=True)):
            if new is None:
                continue
            if place in mine or new != self.shared[number]:
                own.append((len(numbers), new))
            numbers.append(number)
        return Passages(self.shared, numbers, own)

    @property
    def common(self) -> Iterator[int]:
        """The numbers of those that are not its own."""
        numbers, own = self.numbers[:], [place for place, _ in self.own]
        edges = zip([0, *(place + 1 for place in own)], [*own, len(numbers)], strict=True)
        return chain.from_iterable(numbers[start:stop] for start, stop in edges)

    @property
    def roles(self) -> Counter[Role]:
        """How many there are of each role: the shared ones, which are the most, all have one."""
        found = Counter(passage.role for _, passage in self.own)
        found[self.shared.role] += len(self.numbers) - len(self.own)
        return found

    def own_between(self, start: int, stop: int) -> Sequence[tuple[int, Passage]]:
        """Return its own ones among the passages [start, stop), each with its place."""
        first, last = (bisect_left(self.own, place, key=_PLACE) for place in (start, stop))
        return self.own[first:last]

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Passage]:
        return iter(self._made(0, len(self)))

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [*self][place]
        start = range(len(self))[place]
        return self._made(start, start + 1)[0]

    def _made(self, start: int, stop: int) -> list[Passage]:
        own = dict(self.own_between(start, stop))
        return [
            own.get(place) or self.shared[number]
            for place, number in enumerate(self.numbers[start:stop], start)
        ]


class Insertion(NamedTuple):
    """A fact set into a passage at an offset of its document's text.

    `fact` is an index into the question's facts. `lead` and `tail` are the white space that parts
    it from the text on either side. Insertions at one offset stand in the order in which the record
    lists them.
    """

    fact: int
    passage: int
    offset: int
    lead: str
    tail: str


class Choices(NamedTuple):
    """The answers that a record of multiple choice offers, and the place of the right one."""

    texts: tuple[str, ...]
    right: int


def right_answer(question: Question) -> str:
    """Return what answers a question wholly: its first answer, or all that it asks for."""
    several = question.fan_out is not None or len(question.answers) == len(
        question.facts_of("needle")
    )
    return ", ".join(question.answers if several else question.answers[:1])


class RecordPlan(NamedTuple):
    """One record, its question as the record has it; `length` is in units.

    `position` is the needle's index, 0 outside fact recall. `tokens` is its length in those of a
    tokenizer that was to be reported; `astray` says that a fact in running text is farther from
    its depth than it may be. `choices` are there where its answer is chosen from several, `place`
    where the file has another order than that in which records are planned.
    """

    question: Question
    position: int
    length: int
    passages: Sequence[Passage]
    insertions: tuple[Insertion, ...]
    tokens: int | None = None
    astray: bool = False
    choices: Choices | None = None
    place: int | None = None

    def stored(self, numbers: Spool[Any]) -> RecordPlan:
        """Return the same with the numbers of its passages behind others in a temporary file."""
        passages = self.passages
        if not isinstance(passages, Passages) or isinstance(passages.numbers, StoredNumbers):
            return self
        own = StoredNumbers(numbers, array("I", passages.numbers))
        return self._replace(passages=replace(passages, numbers=own))

    def standing(self, role: Role) -> list[tuple[int, Passage]]:
        """Return its own passages of a role by their places: no others support, or are rivals."""
        return [each for each in Passages.of(self.passages).own if each[1].role == role]

    def inserted(self, insertion: Insertion) -> str:
        """Return what an insertion adds to the context: a fact and the white space around it."""
        return insertion.lead + self.question.facts[insertion.fact].text + insertion.tail


class Spread(NamedTuple):
    """The least, the mean (to two places) and the greatest of some numbers."""

    min: int
    mean: float
    max: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """Return the spread of at least one number."""
        return cls(min(numbers), round(sum(numbers) / len(numbers), 2), max(numbers))


@dataclass(frozen=True, slots=True)
class LevelPlan:
    """All records of a recipe at a level, in the order of the file.

    `targets` are the levels that the records of a range were planned for, each by itself.
    """

    level: Level
    records: tuple[RecordPlan, ...]
    targets: tuple[Level, ...] = ()

    @property
    def goals(self) -> Sequence[tuple[RecordPlan, Level]]:
        """The records, each with the level that it was planned for."""
        targets = self.targets or (self.level,) * len(self.records)
        return [*zip(self.records, targets, strict=True)]

    def first(self, limit: int | None) -> LevelPlan:
        """Return the same with the first records alone, so many at most."""
        return replace(self, records=self.records[:limit], targets=self.targets[:limit])

    @property
    def astray(self) -> int:
        """How many records have a fact farther from its depth than it may be."""
        return sum(record.astray for record in self.records)

    def reporting(self, tokens: Sequence[int]) -> LevelPlan:
        """Return the same, each record with so many tokens."""
        pairs = zip(self.records, tokens, strict=True)
        return replace(self, records=tuple(record._replace(tokens=n) for record, n in pairs))


@dataclass(frozen=True, slots=True)
class ContextLayout:
    """How passages follow each other in a context.

    Each stands under a heading, which is `heading`, its number and what stands `after` that, and
    ends with one line feed; before the headings of all but the first stands what is `parting` them.
    Running text, with `heading` "", has no headings.
    """

    heading: str = ""
    after: str = "\n"
    parting: str = ""

    @classmethod
    def of(cls, heading: Heading) -> ContextLayout:
        """Return the layout of passages that are headed so."""
        return cls(heading.before, heading.after, heading.parting)

    @property
    def has_whole_lines(self) -> bool:
        """Whether a heading is a line by itself, with no empty line before it.

        A tokenizer that breaks at lines counts it alike wherever it stands then.
        """
        return self.after.endswith("\n") and not self.parting

    @property
    def line(self) -> re.Pattern[str]:
        """What finds the lines that are, or that begin with, the heading of a passage."""
        behind = re.escape(self.after.rstrip()) or r"\s*$"
        return re.compile(rf"^{re.escape(self.heading)}\d+{behind}", re.MULTILINE)

    def title(self, passage: int) -> str:
        """Return what a passage is called: its heading without the marks around it."""
        return f"{self.heading}{passage}".lstrip("# ")

    def headings(self, passages: int) -> list[str]:
        """Return the headings of so many passages, with what parts them."""
        return _headings(self, _enough(passages))[0][:passages]

    def seams(self, passages: int) -> list[str]:
        """Return what parts each passage's text from the one before: a line feed, the heading."""
        headings = self.headings(passages)
        return [f"\n{heading}" if place else heading for place, heading in enumerate(headings)]

    def characters(self, passages: int) -> list[int]:
        """Return the characters of headings and line feeds before each passage, and of all.

        The line feed that ends a passage is counted with its heading.
        """
        return _headings(self, _enough(passages))[1][: passages + 1]


def _enough(passages: int) -> int:
    """Return a power of two for so many: what follows from few numbers is remembered."""
    return 1 << max(passages - 1, 0).bit_length()


@lru_cache(maxsize=64)
def _headings(layout: ContextLayout, passages: int) -> tuple[list[str], list[int]]:
    """Return the headings of so many passages, and the characters before each and of all."""
    headings = [""] * passages
    if layout.heading:
        for place in range(passages):
            parting = layout.parting if place else ""
            headings[place] = f"{parting}{layout.heading}{place + 1}{layout.after}"
    return headings, list(accumulate((len(each) + 1 for each in headings), initial=0))


class HeadingUnits:
    """What headings take in the units of a level, with the line feeds that end the passages.

    They are counted once, for all who share this.
    """

    def __init__(self, layout: ContextLayout, counting: Counting) -> None:
        self.layout = layout
        self.counting = counting
        self._units = [0]

    def of(self, passages: int) -> int:
        """Return the units of so many."""
        known = len(self._units) - 1
        if known < passages:
            for heading in self.layout.headings(passages)[known:]:
                units = self.counting.lines(heading) + self.counting.line_feed
                self._units.append(self._units[-1] + units)
        return self._units[passages]


class UnplannedError(Exception):
    """A question has no record of a level."""


class LevelTooLargeError(UnplannedError):
    """The texts end before the level is reached: `have` units of the `need`ed."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"{have:,} of {need:,}")
        self.have = have
        self.need = need


class UnevenTextError(UnplannedError):
    """No boundary is near enough to the level: the nearest gives a record of `nearest` units."""

    def __init__(self, nearest: int) -> None:
        super().__init__(f"the nearest that its documents come to is {nearest:,}")
        self.nearest = nearest


class QuestionTooLongError(UnplannedError):
    """What a record has to hold leaves no room for other texts: it comes to so many units."""

    def __init__(self, units: int) -> None:
        super().__init__(f"without other texts its record already comes to {units:,}")


class TrimmingError(UnplannedError):
    """A supporting document has no known evidence to be trimmed around, or too long a one."""
