"""Drawn cases for the planner: a question, texts of every kind, and levels."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st

from lvbuild.core.model import Fact, LanguageCode, Level, Origin, Question, Rival, Unit
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.excerpts import excerpts
from lvbuild.mixing.plan import ContextLayout
from lvbuild.mixing.plans.supporting import Supporting
from lvbuild.text.counting import PlainCounting, count
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer

Scale = tuple[LanguageCode, Unit]
SCALES: tuple[Scale, ...] = (("en", "words"), ("en", "characters"), ("zh", "characters"))
LAYOUT = {"en": ContextLayout("### Passage "), "zh": ContextLayout("### 文章 ")}
KINDS = {  # sentences of a text, and units of a sentence
    "tiny": ([1], [1, 2, 5]),
    "one sentence": ([1], [30, 90, 300]),
    "usual": ([2, 4, 9], [6, 15, 30]),
    "long": ([60, 200], [4, 12, 25, 50]),
    "endless sentences": ([1, 3], [700, 2_500]),
}
REPLACERS: Mapping[LanguageCode, Replacer] = {
    "en": Replacer([Pair("mill", "old sawmill", any_case=True), Pair("boat", "ark")], "en"),
    "zh": Replacer([Pair("山水", "江河湖海"), Pair("风光好", "景")], "zh"),
}
LOOKED_AHEAD = 50
WORDS = ("a", "boat", "é", 'the "old"', "mill", "\\n", "☃", "𝔄𝔅", "grey-green", "riverside")


@cache
def bank(scale: Scale, kind: str, name: str = "x") -> tuple[SplitDocument, ...]:
    """Write texts of a kind once for all cases."""
    number = (
        6 if name != "x" else 300 if max(map(max, KINDS[kind])) <= 300 and kind != "long" else 30
    )
    draw = random.Random(f"{scale} {kind} {name}")
    return tuple(
        _read(scale, f"{name}:{kind} {n}", _text(draw, scale, kind)) for n in range(number)
    )


def _read(scale: Scale, name: str, text: str) -> SplitDocument:
    return SplitDocument.of(name, text, scale[0], PlainCounting(scale[1]))


def _replaced(scale: Scale, read: SplitDocument) -> SplitDocument:
    text, hits = REPLACERS[scale[0]].replace(read.text)
    counting = PlainCounting(scale[1])
    name, origin = read.document_id, read.origin
    return SplitDocument.of(name, text, scale[0], counting, hits=hits, origin=origin)


def _excerpts(
    rng: random.Random, scale: Scale, read: SplitDocument, length: int
) -> list[SplitDocument]:
    """Cut a text that is longer than usual."""
    if not length or read.outline.size <= 2 * length:
        return [read]
    lengths = iter(lambda: rng.uniform(length / 2, 3 * length / 2), None)
    return [
        SplitDocument.of(
            f"{read.document_id}[{start}:{stop}]",
            read.text[start:stop],
            scale[0],
            PlainCounting(scale[1]),
            origin=Origin(read.document_id, start),
        )
        for start, stop in excerpts(read.outline, lengths)
    ]


def _text(draw: random.Random, scale: Scale, kind: str) -> str:
    counts, sizes = KINDS[kind]
    told = [_sentence(draw, scale[0], draw.choice(sizes)) for _ in range(draw.choice(counts))]
    parts = [draw.choice([" " if scale[0] == "en" else "", "\n", "\n\n"]) for _ in told]
    return "".join(s + p for s, p in zip(told, parts, strict=True)).strip()


def _sentence(draw: random.Random, language: LanguageCode, size: int) -> str:
    if language == "zh":
        return "".join(draw.choices("山水田园风光好人家", k=size)) + "。"
    return " ".join(draw.choices(WORDS, k=size)).capitalize() + "."


@dataclass(frozen=True, repr=False)
class Case:
    """A question, the texts it may have, and the levels that are asked for."""

    scale: Scale
    question: Question
    originals: Mapping[str, str]
    pool: tuple[SplitDocument, ...]
    supporting: tuple[Supporting, ...]
    held: tuple[SplitDocument, ...]
    rivals: tuple[SplitDocument, ...]
    refused: frozenset[int]
    changed: Mapping[int, SplitDocument]
    first: tuple[int, ...]
    own: frozenset[int]
    levels: tuple[Level, ...]
    smallest: Level
    nested: bool
    seed: int

    def __repr__(self) -> str:
        sizes = [len(fact) for fact in self.question.confusing_facts]
        kinds = {read.document_id.split()[0] for read in self.pool}
        return (
            f"Case({self.scale}, {sizes}, {len(self.pool)} of {kinds}, {self.levels}, {self.seed})"
        )

    @property
    def rich(self) -> bool:
        """Whether there is so much to choose from that any level has to be met."""
        unit = self.scale[1]
        room = min(level.size for level in self.levels) // 2
        words = self.question.texts
        usual = [
            r
            for n, r in enumerate(self.pool)
            if ":usual" in r.document_id and n not in self.refused
        ]
        plenty = sum(read.outline.size for read in usual) > 2 * max(x.size for x in self.levels)
        return plenty and sum(count(text, unit) for text in words) < room - 400


@st.composite
def cases(draw: st.DrawFn, *, haystack: bool = False) -> Case:
    """Draw a case with every option there is."""
    scale = draw(st.sampled_from(SCALES))
    seed = draw(st.integers(0, 10**6))
    rng = random.Random(seed)
    kinds = draw(st.lists(st.sampled_from([*KINDS]), min_size=1, max_size=3, unique=True))
    number = draw(st.sampled_from([0, 1, 2, 5, 30, 300, 900]))
    reads = [read for kind in kinds for read in bank(scale, kind)]
    usual = draw(st.sampled_from([0, 0, 30, 150]))
    found = rng.sample(reads, min(number, len(reads)))
    parts = [part for read in found for part in _excerpts(rng, scale, read, usual)]
    pool = tuple(rng.sample(parts, len(parts)))
    sizes = draw(st.lists(st.sampled_from([2, 12, 40, 400, 3_000]), max_size=6))
    facts = tuple(f"{_sentence(rng, scale[0], size)[:-1]}#{n}." for n, size in enumerate(sizes))
    told = [Fact("needle", "Ann has it.")] * haystack
    rivals = [] if haystack else [_rival(rng, scale, n, fact) for n, fact in enumerate(facts)]
    stand = {one.document_id: Rival(one.document_id, one.text) for one in rivals}
    told += [Fact("confusing", fact, stand.get(f"rival:{n}")) for n, fact in enumerate(facts)]
    held = [
        rng.choice(bank(scale, draw(st.sampled_from([*KINDS])), f"s{n}"))
        for n in range(rng.randint(1, 4))
    ]
    supporting = tuple(_supporting(rng, read) for read in held)
    originals = {read.document_id: read.text for read in (*found, *held, *rivals)}
    names = () if haystack else tuple(read.document_id for read in held)
    asked = _sentence(rng, scale[0], 9)
    question = Question("q:1", asked, ("Ann",), facts=tuple(told), supporting=names)
    places = range(len(pool))
    share = draw(st.sampled_from([0.0, 0.1, 0.9]))
    refused = frozenset(place for place in places if rng.random() < share)
    altered = rng.sample(places, min(len(pool), draw(st.sampled_from([0, 3]))))
    changed = {p: _replaced(scale, pool[p]) for p in altered}
    free = [place for place in places if place not in refused]
    first = tuple(rng.sample(free, min(len(free), draw(st.sampled_from([0, 8, 60])))))
    mine = draw(st.sampled_from([0.0, 0.02, 0.5, 1.0]))
    own = frozenset(place for place in places if rng.random() < mine)
    labels = [1_000, 1_001, 1_500, 2_000, 3_333, 4_000, 16_000]
    levels = draw(st.lists(st.sampled_from(labels), min_size=1, max_size=3, unique=True))
    smallest = Level(draw(st.sampled_from([min(levels), 1_000, 2_000])))
    nested = draw(st.booleans())
    return Case(
        scale, question, originals, pool, supporting, tuple(held), tuple(rivals), refused, changed,
        first, own, tuple(Level(size) for size in sorted(levels)), smallest, nested, seed,
    )  # fmt: skip


def _rival(rng: random.Random, scale: Scale, number: int, fact: str) -> SplitDocument:
    around = [_sentence(rng, scale[0], 9) for _ in range(rng.randrange(3))]
    around.insert(rng.randint(0, len(around)), fact)
    return _read(scale, f"rival:{number}", " ".join(around))


def _supporting(rng: random.Random, read: SplitDocument) -> Supporting:
    starts, marks = read.outline.starts, read.outline.boundaries
    place = rng.randrange(len(marks))
    span = starts[place], marks[place].offset
    evidence = rng.choice([None, span, (0, 1)])
    return Supporting(read.outline, evidence, rng.choice([0, 40, 300]))
