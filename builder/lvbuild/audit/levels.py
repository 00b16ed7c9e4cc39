"""What a release claims of all records of a configuration, and of several levels together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from lvbuild.audit.told import Held, Told
from lvbuild.core.claims import Claim
from lvbuild.core.model import Configuration
from lvbuild.corpora.catalogue import CATALOGUE
from lvbuild.recipe.layouts import layouts
from lvbuild.release.licences import Part, work_out
from lvbuild.release.manifest import FileEntry, RecipeEntry
from lvbuild.release.provenance import asked_depths

_APART = 0.03
"""How far a depth of one level may be from that of another: small levels have few places."""
_UNEVEN = 1.63
"""Of evenly spread depths one in a hundred is farther from even (Kolmogorov and Smirnov)."""
_TELLTALE: Mapping[str, float] = {
    "text": 0.7,
    "place": 0.6,
    "length": 0.7,
    "order": 0.6,
    "company": 0.6,
}
LEAST_QUESTIONS = 40
"""Of fewer questions figures say little."""


class At(NamedTuple):
    """What is wrong, in which record of the configuration, counted from 0, if in one."""

    message: str
    record: int | None = None


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
    questions: Counter[str] = field(default_factory=Counter)
    depths: dict[str, Sequence[float]] = field(default_factory=dict)
    distracting: dict[str, frozenset[int]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    right: Counter[str] = field(default_factory=Counter)
    steps: dict[str, float] = field(default_factory=dict)

    def add(self, told: Told) -> None:
        """Take a record."""
        name = str(told.provenance["_id"])
        asked, own = told.asked, told.own
        expected = (*asked.answers, asked.keywords, *asked.choices)
        self.right[asked.right] += 1
        same = expected if self.held.recipe.answers_stand_in_texts else ()
        self.ids.append(name)
        facts = own.named_facts if told.level.size else ()
        self.asked[name] = asked.question_id, asked.input, *same, *sorted(facts)
        if not self.held.runs:
            self.questions[asked.question_id] += 1
        self.depths[name] = asked_depths(
            told.provenance["facts"], told.provenance["evidence_depths"]
        )
        others = {"distracting"} if self.held.runs else {"distracting", "haystack"}
        self.distracting[name] = frozenset(
            hash((passage["document_id"], passage["cut"][0]))
            for passage in told.provenance["passages"]
            if passage["role"] in others
        )
        self.lengths.append(told.content.length)
        if self.configuration.level.span:
            self.steps[name] = _step(told)

    @property
    def all_depths(self) -> list[float]:
        """The depths of all records, ascending."""
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
        return max(map(len, told.facts()), default=0) / max(len(told.context), 1)
    others = [len(part.text) for part in told.parts if part.role != "supporting"]
    return max(others, default=0) / max(sum(others), 1)


def _bare(level: LevelRecords) -> bool:
    """Tell whether its contexts hold no distracting text."""
    return not level.configuration.level.size


def ids(level: LevelRecords) -> Iterator[At]:
    """No two records of a configuration have one id, nor two over passages one question."""
    for name in (name for name, times in level.questions.items() if times > 1):
        yield At(f"{name} is asked {level.questions[name]} times")
    seen: Counter[str] = Counter()
    for place, name in enumerate(level.ids):
        if name in seen:
            yield At(f"{name} stands twice", place)
        seen[name] += 1


def even(level: LevelRecords) -> Iterator[At]:
    """Needles, or evidence, are spread evenly over all depths."""
    depths = [] if _bare(level) else level.all_depths
    if (number := len(depths)) >= LEAST_QUESTIONS:
        off = max(max(d - i / number, (i + 1) / number - d) for i, d in enumerate(depths))
        if off * sqrt(number) > _UNEVEN:
            yield At(f"the {number} depths are up to {off:.3f} off from evenly spread ones")


def letters(level: LevelRecords) -> Iterator[At]:
    """Each letter is that of the right choice as often as any other, or once more."""
    times = [level.right[letter] for letter in layouts[level.held.recipe.layout].choices]
    if times and max(times) - min(times) > 1:
        yield At(f"the letters are right {', '.join(map(str, times))} times")


def telltale(level: LevelRecords) -> Iterator[At]:
    """A program that sees no question does not find the evidence."""
    measured = level.entry.telltale
    if measured is None or measured.questions < LEAST_QUESTIONS:
        return
    for name, most in _TELLTALE.items():
        figure = getattr(measured, name)
        if figure and figure.mean > most:
            yield At(f"by {name} the evidence is found with {figure.mean:.3f}, {most} at most")


def same_questions(level: LevelRecords) -> Iterator[At]:
    """All levels ask the same questions, and expect the same answers."""
    if (smaller := level.smaller) is None:
        return
    if smaller.ids != level.ids:
        yield At(f"its records are not those of {smaller.configuration.name}, in order")
    for place, name in level.both():
        # Without distracting text no confusing fact stands in a record.
        count = len(smaller.asked[name])
        if smaller.asked[name] != level.asked[name][: count if _bare(smaller) else None]:
            yield At(f"{name} asks otherwise than in {smaller.configuration.name}", place)


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
        few = level.smaller.distracting[name] if level.smaller else frozenset()
        if lost := len(few - level.distracting[name]):
            yield At(f"{name} lacks {lost} passages that distract at the smaller level", place)


LEVELS: tuple[Claim[LevelRecords, At], ...] = (
    Claim("ids", "error", ids),
    Claim("same-questions", "error", same_questions),
    Claim("same-depths", "error", same_depths),
    Claim("nested", "error", nested),
    Claim("even", "warning", even),
    Claim("letters", "error", letters),
    Claim("telltale", "error", telltale),
)


def passed_on(entry: RecipeEntry) -> Iterator[str]:
    """What it was made from may be passed on as it stands here: with words replaced, in parts."""
    parts = [Part(corpus.name, corpus.licence) for corpus in entry.corpora]
    parts += [Part(f"the table {name}", table.licence) for name, table in entry.tables.items()]
    yield from dict.fromkeys((*entry.warnings, *work_out(parts).warnings))


def canaries_kept(entry: RecipeEntry) -> Iterator[str]:
    """The canaries that upstream sets into a corpus's files are kept, in manifest and card."""
    for corpus in entry.corpora:
        known = CATALOGUE.get(corpus.name)
        if known and known.canary and not corpus.source_canaries:
            yield f"{corpus.name} has lost its canary (source_canaries)"


RECIPES: tuple[Claim[RecipeEntry, str], ...] = (
    Claim("licences", "warning", passed_on),
    Claim("source-canaries", "error", canaries_kept),
)
