"""What an audit keeps of the records of a configuration, for what is claimed of all together."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from statistics import mean
from typing import Any, NamedTuple

from lvbuild.audit.tabled import Pairs
from lvbuild.audit.told import Asked, Held, Told
from lvbuild.core.model import Configuration
from lvbuild.mixing.choices import NOT_CHOSEN
from lvbuild.release.manifest import FileEntry
from lvbuild.release.provenance import asked_depths
from lvbuild.tasks.task import Hidden

_BLOCK = 512
"""Characters by which the beginnings of contexts are compared."""


class At(NamedTuple):
    """What is wrong, in which record of the configuration, counted from 0, if in one."""

    message: str
    record: int | None = None


class Counts(NamedTuple):
    """How many facts and replacements a question has, whether keywords, and its records.

    `place` is that of the first of these, in the order in which they were planned.
    """

    confusing_facts: int
    replacements: int
    has_keywords: bool
    times: int
    place: int


class Standing(NamedTuple):
    """Behind how many passages that distract evidence and rivals stand, and how many there are."""

    supporting: list[int]
    rivals: list[int]
    distracting: int


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
    standing: list[Standing] = field(default_factory=list)
    records: list[HidingRecord] = field(default_factory=list)
    hidden: Hidden | None = None
    places: list[int] = field(default_factory=list)
    beginnings: list[Sequence[int]] = field(default_factory=list)

    def add(self, told: Told) -> None:
        """Take a record."""
        name = str(told.provenance["_id"])
        asked, own = told.asked, told.own
        expected = (*asked.answers, asked.keywords, *asked.choices)
        self.right[asked.right] += 1
        same = expected if self.held.recipe.answers_stand_in_texts else ()
        if self.held.recipe.order:
            self.beginnings.append(_beginnings(told.context))
        place = told.provenance.get("place", len(self.ids))
        self.places.append(place)
        self.ids.append(name)
        facts = own.named_facts if told.level.has_distractors else ()
        self.asked[name] = asked.question_id, asked.input, *same, *sorted(facts)
        known = self.questions.get(asked.question_id)
        self.questions[asked.question_id] = Counts(
            sum(kind == "confusing" for kind, _ in own.facts),
            len(own.replacements),
            bool(asked.keywords),
            known.times + 1 if known else 1,
            min(place, known.place) if known else place,
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
        self.standing.append(_standing(passages))
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

    def unasked(self) -> list[str] | None:
        """Return the ids of questions that a limit keeps from being asked, None if not known."""
        selected, limit = self.held.tables.selected, self.held.limit
        reasons = self.held.left_out.values()
        if any(why.startswith("no record of ") or why in NOT_CHOSEN for why in reasons):
            return None
        if limit is None or len(self.ids) < limit:
            return []
        if selected is None or self.held.fills:
            return None
        others = [one for one in selected if one not in {*self.questions, *self.held.left_out}]
        return others[: self.held.recipe.count - len(self.questions)]

    @property
    def longest(self) -> tuple[int, float]:
        """How many contexts' longest passage supports, and how many would by chance."""
        shares = sum(share for _, share in self.longest_supports)
        return sum(supports for supports, _ in self.longest_supports), round(shares, 1)

    @property
    def planned(self) -> list[int]:
        """The places of the records in the order in which they were planned."""
        return sorted(range(len(self.ids)), key=self.places.__getitem__)

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


def _standing(passages: Sequence[Mapping[str, Any]]) -> Standing:
    """Return how many passages distract in a record, and how many of these stand before others."""
    before, behind = 0, dict[str, list[int]](supporting=[], rival=[])
    for role in (each["role"] for each in passages):
        if role in behind:
            behind[role].append(before)
        else:
            before += 1
    return Standing(behind["supporting"], behind["rival"], before)


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


def _beginnings(context: str) -> Sequence[int]:
    """Return a hash of each beginning of a context: of its first block, of its first two and on."""
    blocks = (context[start : start + _BLOCK] for start in range(0, len(context), _BLOCK))
    return array("q", accumulate(blocks, lambda known, block: hash((known, block)), initial=0))[1:]
