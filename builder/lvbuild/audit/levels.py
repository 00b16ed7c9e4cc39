"""What a release claims of all records of a configuration, and of several levels together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean
from typing import NamedTuple

from lvbuild.audit.tabled import Pairs
from lvbuild.audit.tables import differences
from lvbuild.audit.told import Asked, Held, Told
from lvbuild.core.claims import Claim
from lvbuild.core.model import Configuration
from lvbuild.errors import UsageError
from lvbuild.mixing.haystack import FARTHEST
from lvbuild.recipe.layouts import layouts
from lvbuild.release.manifest import FileEntry
from lvbuild.release.provenance import asked_depths
from lvbuild.tasks.task import Hidden

_APART = 0.03
"""How far a depth of one level may be from that of another: small levels have few places."""
_UNEVEN = 1.95
"""Of depths drawn evenly one in a thousand is farther from even (Kolmogorov and Smirnov); those of
a release are strewn more evenly than that."""
_TELLTALE: Mapping[str, float] = {
    "text": 0.7,
    "place": 0.6,
    "length": 0.7,
    "order": 0.6,
    "company": 0.6,
    "choices": 0.7,
}
_ROUNDED = 0.001
_MOST = 0.8
"""Where ids of so many questions begin with their document's, a corpus makes them so."""
LEAST_QUESTIONS = 40
"""Of fewer questions figures say little."""


class At(NamedTuple):
    """What is wrong, in which record of the configuration, counted from 0, if in one."""

    message: str
    record: int | None = None


class Counts(NamedTuple):
    """How many facts and replacements a question has, whether keywords, and its records."""

    confusing_facts: int
    replacements: int
    has_keywords: bool
    times: int


class HidingRecord(NamedTuple):
    """What a record of running text asks, its pairs, and its facts: depth, kind and text."""

    asked: Asked
    pairs: Pairs
    facts: tuple[tuple[float, tuple[str, str]], ...]


@dataclass(slots=True)
class LevelRecords:
    """What is kept of the records of a level: by id what is asked, depths and what distracts.

    `steps` tell how far apart the depths may be that a record of a range can have.
    """

    held: Held
    configuration: Configuration
    entry: FileEntry
    smaller: LevelRecords | None = None
    ids: list[str] = field(default_factory=list)
    asked: dict[str, tuple[object, ...]] = field(default_factory=dict)
    questions: dict[str, Counts] = field(default_factory=dict)
    depths: dict[str, Sequence[float]] = field(default_factory=dict)
    distracting: dict[str, Sequence[int]] = field(default_factory=dict)
    evidence: dict[str, frozenset[int]] = field(default_factory=dict)
    corpora: set[str] = field(default_factory=set)
    lengths: list[int] = field(default_factory=list)
    right: Counter[str] = field(default_factory=Counter)
    steps: dict[str, float] = field(default_factory=dict)
    longest_supports: list[tuple[bool, float]] = field(default_factory=list)
    of_document: list[bool] = field(default_factory=list)
    records: list[HidingRecord] = field(default_factory=list)
    hidden: Hidden | None = None

    def add(self, told: Told) -> None:
        """Take a record."""
        name = str(told.provenance["_id"])
        asked, own = told.asked, told.own
        expected = (*asked.answers, asked.keywords, *asked.choices)
        self.right[asked.right] += 1
        same = expected if self.held.recipe.answers_stand_in_texts else ()
        self.ids.append(name)
        facts = own.named_facts if told.level.has_distractors else ()
        self.asked[name] = asked.question_id, asked.input, *same, *sorted(facts)
        known = self.questions.get(asked.question_id)
        self.questions[asked.question_id] = Counts(
            sum(kind == "confusing" for kind, _ in own.facts),
            len(own.replacements),
            bool(asked.keywords),
            known.times + 1 if known else 1,
        )
        self.depths[name] = asked_depths(
            told.provenance["facts"], told.provenance["evidence_depths"]
        )
        others = {"distracting"} if self.held.runs else {"distracting", "haystack"}
        passages = told.provenance["passages"]
        # What distracts may be cut shorter at another level; evidence may not.
        self.distracting[name] = [
            hash((each["document_id"], each["cut"][0]))
            for each in passages
            if each["role"] in others
        ]
        self.evidence[name] = frozenset(
            hash((each["document_id"], *each["cut"]))
            for each in passages
            if each["role"] == "supporting"
        )
        documents = (each["document_id"] for each in passages if each["role"] != "rival")
        self.corpora.update(name.partition(":")[0] for name in documents)
        of = [name for name, _ in own.supporting]
        self.of_document.append(any(asked.question_id.startswith(name) for name in of))
        self.lengths.append(told.content.length)
        if self.held.runs and told.level.has_distractors:
            depths = [fact["depth"] for fact in told.provenance["facts"]]
            hidden = zip(depths, own.facts, strict=True)
            self.records.append(HidingRecord(asked, own.pairs, tuple(hidden)))
        if self.configuration.level.span:
            self.steps[name] = _step(told)
        if parts := [part for part in told.parts if part.role != "haystack"]:
            longest = max(parts, key=lambda part: len(part.text))
            share = mean(part.role == "supporting" for part in parts)
            self.longest_supports.append((longest.role == "supporting", share))

    @property
    def longest(self) -> tuple[int, float]:
        """How many contexts' longest passage supports, and how many would by chance."""
        shares = sum(share for _, share in self.longest_supports)
        return sum(supports for supports, _ in self.longest_supports), round(shares, 1)

    def forget(self) -> None:
        """Let go of what only the next level is held against."""
        self.smaller = None
        for held in (self.asked, self.distracting, self.evidence):
            held.clear()

    @property
    def all_depths(self) -> list[float]:
        """The depths of all records, ascending; none where contexts hold no distracting text."""
        if not self.configuration.level.has_distractors:
            return []
        return sorted(depth for one in self.depths.values() for depth in one)

    def both(self) -> Iterator[tuple[int, str]]:
        """Yield the records that the next smaller level has too: their places and ids."""
        known = self.smaller.asked if self.smaller else {}
        return ((place, name) for place, name in enumerate(self.ids) if name in known)

    def planned_together(self) -> Iterator[tuple[int, str]]:
        """Yield the same where both levels are the recipe's own: any other is planned by itself."""
        levels = self.held.recipe.ascending_levels
        smaller = self.smaller.configuration.level if self.smaller else None
        return self.both() if {self.configuration.level, smaller} <= {*levels} else iter(())


def _step(told: Told) -> float:
    """Return how far apart depths may be in a record, of which the shortest have few places.

    It is the part that the longest passage is of all that distract, in running text that which the
    longest fact is of the context.
    """
    if told.held.runs:
        longest = max((len(text) for _, text in told.own.facts), default=0)
        return longest / max(len(told.context), 1)
    others = [len(part.text) for part in told.parts if part.role != "supporting"]
    return max(others, default=0) / max(sum(others), 1)


def ids(level: LevelRecords) -> Iterator[At]:
    """No two records have one id, nor two over passages one question, which has its own evidence.

    A question whose id begins with a document's, as most of a corpus do, is of that document.
    """
    for name, counts in () if level.held.runs else level.questions.items():
        if counts.times > 1:
            yield At(f"{name} is asked {counts.times} times")
    if level.held.recipe.answers_stand_in_texts and not level.held.recipe.judges:
        first: dict[tuple[object, ...], tuple[object, ...]] = {}
        for place, asked in enumerate(level.asked.values()):
            one = first.setdefault(asked[1:], asked)
            if one[0] != asked[0]:
                yield At(f"it asks and expects the same as {one[0]}", place)
    if level.of_document.count(True) > _MOST * len(level.ids):
        for place in (place for place, is_of in enumerate(level.of_document) if not is_of):
            yield At("its evidence is not of the document that its question's id is of", place)
    seen: Counter[str] = Counter()
    for place, name in enumerate(level.ids):
        if name in seen:
            yield At(f"{name} stands twice", place)
        seen[name] += 1


def remade(level: LevelRecords) -> Iterator[At]:
    """What is hidden in running text, and asked of it, is made again by seed and tables alone."""
    held, told = level.held, [[text for _, (_, text) in one.facts] for one in level.records]
    if len(level.records) != level.entry.records:
        return
    try:
        level.hidden = held.recipe.remake(held.tables, held.seeds, held.left_out, told)
    except UsageError as error:
        yield At(str(error))
    astray, perhaps = list[At](), set[int]()
    groups = level.hidden.groups if level.hidden else ()
    questions = [(question, group) for group in groups for question in group.questions]
    if level.hidden and len(questions) < len(level.records):
        yield At(f"it has {len(level.records):,} records, by seed and tables {len(questions):,}")
    # Of a release with a limit there are the first alone.
    for place, (record, (question, group)) in enumerate(
        zip(level.records, questions, strict=False)
    ):
        asked = record.asked
        pairs = [f"{new} for {old}" for old, new, _ in question.replacements]
        facts = sorted(f"{fact.role}: {fact.text}" for fact in question.facts)
        claimed: dict[str, tuple[Sequence[str], Sequence[str]]] = {
            "question's id": (asked.question_id, question.id),
            "question": (asked.input, question.input),
            "answers": (asked.answers, question.answers),
            "keywords": (asked.keywords, question.keywords),
            "replacements": ([f"{new} for {old}" for old, new in record.pairs], pairs),
            "facts": (sorted(f"{kind}: {text}" for _, (kind, text) in record.facts), facts),
        }
        for message in differences(claimed, "by seed and tables"):
            yield At(message, place)
        texts = [fact.text for fact in group.questions[0].facts]
        wanted = dict(zip(texts, group.depths, strict=True))
        for depth, (_, text) in record.facts:
            reach = FARTHEST if wanted.get(text) == group.depths[0] else group.reach
            apart = abs(depth - wanted.get(text, depth)) - reach
            perhaps |= {place} if apart > -_ROUNDED else set()
            if apart > _ROUNDED:
                astray.append(At(f"at {depth:.3f}, not {wanted[text]:.3f}, is {text!r}", place))
    # Some a build could not help, and counts.
    counted, found = level.entry.astray or 0, len({at.record for at in astray})
    yield from astray if found > counted else ()
    if len(perhaps) < counted and level.hidden:
        yield At(f"{counted:,} records are said to have a fact far from its depth, {found:,} have")


def even(level: LevelRecords) -> Iterator[At]:
    """Evidence is spread evenly over all depths."""
    depths = level.all_depths
    if (number := len(depths)) >= LEAST_QUESTIONS and not level.held.runs:
        off = max(max(d - i / number, (i + 1) / number - d) for i, d in enumerate(depths))
        if off * sqrt(number) > _UNEVEN:
            yield At(f"the {number} depths are up to {off:.3f} off from evenly spread ones")


def letters(level: LevelRecords) -> Iterator[At]:
    """Each letter is that of the right choice as often as any other, or once more."""
    times = [level.right[letter] for letter in layouts[level.held.recipe.layout].choices]
    if times and max(times) - min(times) > 1:
        yield At(f"the letters are right {', '.join(map(str, times))} times")


def telltale(level: LevelRecords) -> Iterator[At]:
    """A program finds neither the evidence without a question, nor the answer without a context."""
    measured = level.entry.telltale
    if measured is None or measured.questions < LEAST_QUESTIONS:
        return
    for name, most in _TELLTALE.items():
        figure = getattr(measured, name)
        if figure and figure.mean > most:
            found = "answer" if name == "choices" else "evidence"
            yield At(f"by {name} the {found} is found with {figure.mean:.3f}, {most} at most")


def same_questions(level: LevelRecords) -> Iterator[At]:
    """All levels ask the same questions, and expect the same answers."""
    if (smaller := level.smaller) is None:
        return
    if smaller.ids != level.ids:
        yield At(f"its records are not those of {smaller.configuration.name}, in order")
    for place, name in level.both():
        # Without distracting text no confusing fact stands in a record.
        full = smaller.configuration.level.has_distractors
        count = None if full else len(smaller.asked[name])
        if smaller.asked[name] != level.asked[name][:count]:
            yield At(f"{name} asks otherwise than in {smaller.configuration.name}", place)


def same_evidence(level: LevelRecords) -> Iterator[At]:
    """Levels of the recipe's own have one evidence, and what distracts at several in one order."""
    if level.held.runs or level.held.recipe.repeats_passages:
        return
    for place, name in level.planned_together():
        if (smaller := level.smaller) is None:
            return
        if smaller.evidence[name] != level.evidence[name]:
            yield At(f"{name} has other evidence than in {smaller.configuration.name}", place)
        few, many = smaller.distracting[name], level.distracting[name]
        places = {stretch: at for at, stretch in enumerate(many)}
        known = [places[stretch] for stretch in few if stretch in places]
        if level.held.recipe.nested and known != sorted(known):
            yield At(f"{name} has passages in another order than at the smaller level", place)


def same_depths(level: LevelRecords) -> Iterator[At]:
    """A question's evidence stands equally deep at every level of the recipe's own."""
    for place, name in level.planned_together():
        few = level.smaller.depths[name] if level.smaller else ()
        pairs = [*zip(few, level.depths[name], strict=False)]
        apart = max(_APART, level.smaller.steps.get(name, 0) if level.smaller else 0)
        # Of several needles the first alone has a depth of its own.
        exact = not level.held.runs or len(pairs) == 1
        if exact and any(abs(one - other) > apart for one, other in pairs):
            yield At(f"{name} has its evidence elsewhere than at the next smaller level", place)


def nested(level: LevelRecords) -> Iterator[At]:
    """What distracts at a level of the recipe's own distracts at every larger one too."""
    for place, name in level.planned_together() if level.held.recipe.nested else ():
        few = level.smaller.distracting[name] if level.smaller else ()
        there = frozenset(level.distracting[name])
        if lost := sum(stretch not in there for stretch in few):
            yield At(f"{name} lacks {lost} passages that distract at the smaller level", place)


LEVELS: tuple[Claim[LevelRecords, At], ...] = (
    Claim("ids", "error", ids),
    Claim("same-questions", "error", same_questions),
    Claim("same-evidence", "error", same_evidence),
    Claim("same-depths", "error", same_depths),
    Claim("nested", "error", nested),
    Claim("remade", "error", remade, made_again=True),
    Claim("even", "error", even),
    Claim("letters", "error", letters),
    Claim("telltale", "error", telltale),
)
