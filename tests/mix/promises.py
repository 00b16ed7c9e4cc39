"""Drawn cases for the planner, and what a record promises of each, read back from its bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from lvbuild.assemble.record import RecordFormat
from lvbuild.assemble.schema import RecordSchema
from lvbuild.mix.haystack import plan_haystack
from lvbuild.mix.layout import ContextLayout, HeadingUnits
from lvbuild.mix.mixup import Mixer, Placement
from lvbuild.mix.plan import LevelPlan
from lvbuild.mix.pool import Pool, QuestionPool
from lvbuild.mix.supporting import Supporting
from lvbuild.model import Fact, Language, Level, Question
from lvbuild.tasks.documents import SplitDocument
from lvbuild.tasks.nearby import UNPLANNED
from lvbuild.tasks.prepared import LevelText
from lvbuild.text.counting import PlainCounting, Unit, count

Scale = tuple[Language, Unit]
SCALES: tuple[Scale, ...] = (("en", "words"), ("en", "characters"), ("zh", "characters"))
LAYOUT = {"en": ContextLayout("### Passage "), "zh": ContextLayout("### 文章 ")}
KINDS = {  # sentences of a text, and units of a sentence
    "tiny": ([1], [1, 2, 5]),
    "one sentence": ([1], [30, 90, 300]),
    "usual": ([2, 4, 9], [6, 15, 30]),
    "long": ([60, 200], [4, 12, 25, 50]),
    "endless sentences": ([1, 3], [700, 2_500]),
}
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


def _text(draw: random.Random, scale: Scale, kind: str) -> str:
    counts, sizes = KINDS[kind]
    told = [_sentence(draw, scale[0], draw.choice(sizes)) for _ in range(draw.choice(counts))]
    parts = [draw.choice([" " if scale[0] == "en" else "", "\n", "\n\n"]) for _ in told]
    return "".join(s + p for s, p in zip(told, parts, strict=True)).strip()


def _sentence(draw: random.Random, language: Language, size: int) -> str:
    if language == "zh":
        return "".join(draw.choices("山水田园风光好人家", k=size)) + "。"
    return " ".join(draw.choices(WORDS, k=size)).capitalize() + "."


@dataclass(frozen=True, repr=False)
class Case:
    """A question, the texts it may have, and the levels that are asked for."""

    scale: Scale
    question: Question
    pool: tuple[SplitDocument, ...]
    supporting: tuple[Supporting, ...]
    held: tuple[SplitDocument, ...]
    refused: frozenset[int]
    changed: Mapping[int, SplitDocument]
    first: tuple[int, ...]
    levels: tuple[Level, ...]
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
    pool = tuple(rng.sample(reads, min(number, len(reads))))
    sizes = draw(st.lists(st.sampled_from([2, 12, 40, 400, 3_000]), max_size=6))
    facts = tuple(f"{_sentence(rng, scale[0], size)[:-1]}#{n}." for n, size in enumerate(sizes))
    told = [Fact("needle", "Ann has it.")] * haystack
    told += [Fact("confusing", fact) for fact in facts]
    held = [
        rng.choice(bank(scale, draw(st.sampled_from([*KINDS])), f"s{n}"))
        for n in range(rng.randint(1, 4))
    ]
    supporting = tuple(Supporting(read.outline, _evidence(rng, read)) for read in held)
    names = () if haystack else tuple(read.document_id for read in held)
    asked = _sentence(rng, scale[0], 9)
    question = Question("q:1", asked, ("Ann",), facts=tuple(told), supporting=names)
    places = range(len(pool))
    share = draw(st.sampled_from([0.0, 0.1, 0.9]))
    refused = frozenset(place for place in places if rng.random() < share)
    altered = rng.sample(places, min(len(pool), draw(st.sampled_from([0, 3]))))
    changed = {p: _read(scale, pool[p].document_id, f"A{pool[p].text}") for p in altered}
    free = [place for place in places if place not in refused]
    first = tuple(rng.sample(free, min(len(free), draw(st.sampled_from([0, 8, 60])))))
    labels = [1_000, 1_001, 1_500, 2_000, 3_333, 4_000, 16_000]
    levels = draw(st.lists(st.sampled_from(labels), min_size=1, max_size=3, unique=True))
    nested = draw(st.booleans())
    return Case(
        scale, question, pool, supporting, tuple(held), refused, changed, first,
        tuple(Level(size) for size in sorted(levels)), nested, seed,
    )  # fmt: skip


def _evidence(rng: random.Random, read: SplitDocument) -> tuple[int, int] | None:
    starts, marks = read.outline.starts, read.outline.boundaries
    place = rng.randrange(len(marks))
    return rng.choice([None, (starts[place], marks[place].offset), (0, 1)])


def planned_mixup(case: Case) -> list[LevelText]:
    """Plan the levels that can be planned; the others fail in one of the named ways."""
    headings = HeadingUnits(LAYOUT[case.scale[0]], PlainCounting(case.scale[1]))
    rng = random.Random(case.seed)
    placement = Placement(
        tuple(rng.choice([0.0, 1.0, rng.random()]) for _ in case.supporting),
        rng.randrange(max(len(case.pool), 1)),
        rng.uniform(-0.25, 0.25),
        case.first,
    )
    changed = {place: read.outline for place, read in case.changed.items()}
    pool = QuestionPool(Pool([read.outline for read in case.pool]), case.refused, changed)

    def begin() -> Mixer:
        return Mixer(
            case.question,
            case.supporting,
            placement=placement,
            pool=pool,
            language=case.scale[0],
            headings=headings,
        )

    mixer, done = begin(), []
    for level in case.levels:
        if not case.nested:
            mixer = begin()
        plan = _or_none(case, lambda: LevelPlan(level, (mixer.plan(level),)))  # noqa: B023
        done += [] if plan is None else [_ready(case, plan, LAYOUT[case.scale[0]])]
    return done


def planned_haystack(case: Case) -> list[LevelText]:
    """Plan the levels of fact recall that can be planned."""
    rng, done = random.Random(case.seed), []
    positions, phase = rng.choice([2, 5, 40]), rng.uniform(-0.25, 0.25)
    for level in case.levels:
        limit = rng.choice([None, 1, 3])
        plan = _or_none(
            case,
            lambda: plan_haystack(
                level,  # noqa: B023
                [read.outline for read in case.pool],
                case.question,
                language=case.scale[0],
                counting=PlainCounting(case.scale[1]),
                positions=positions,
                phase=phase,
                limit=limit,  # noqa: B023
            ),
        )
        done += [] if plan is None else [_ready(case, plan, ContextLayout())]
    return done


def _or_none(case: Case, plan: Callable[[], LevelPlan]) -> LevelPlan | None:
    """Plan a level; None where that fails in one of the ways it may."""
    try:
        return plan()
    except UNPLANNED as error:
        told = str(error)
    assert told
    assert "evidence" in told or not case.rich, told
    return None


def _ready(case: Case, plan: LevelPlan, layout: ContextLayout) -> LevelText:
    language = case.scale[0]
    form = RecordFormat("drawn", language, "c", RecordSchema(False, True), layout)
    own = {read.document_id: read.escaped for read in case.held} if layout.heading else {}
    own |= (
        {read.document_id: read.escaped for read in case.changed.values()} if layout.heading else {}
    )
    used = {passage.document_id for passage in plan.records[0].passages}
    texts = {read.document_id: read.escaped for read in case.pool if read.document_id in used}
    return LevelText(plan, texts, form, changed={"q:1": own})


def check(case: Case, text: LevelText) -> None:
    """Read every record back and hold it to what it promises."""
    told = zip(text.plan.records, text.records(), text.provenance(), strict=True)
    for plan, line, origin in told:
        record, provenance = json.loads(line), json.loads(origin)
        assert record["length"] == plan.length
        _check_length(case, record, text.plan.level)
        facts = _check_facts(case, record["context"], provenance)
        _check_passages(case, record["context"], provenance, facts, text.form.layout.heading)


def _check_length(case: Case, record: dict[str, Any], level: Level) -> None:
    fields = [record["input"], record["context"], *record["answers"]]
    assert record["length"] == sum(count(field, case.scale[1]) for field in fields)
    assert abs(record["length"] - level.size) <= level.tolerance


def _check_facts(case: Case, context: str, provenance: dict[str, Any]) -> list[tuple[int, int]]:
    facts = provenance["facts"]
    spans = [tuple(fact["span"]) for fact in facts]
    assert spans == sorted(spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    cut_out = [context[slice(*fact["span"])] for fact in facts if fact["kind"] == "confusing"]
    assert cut_out == list(case.question.confusing_facts)
    needles = [context[slice(*fact["span"])] for fact in facts if fact["kind"] == "needle"]
    assert needles == [text for _, text in case.question.facts_of("needle")]
    return spans


def _check_passages(
    case: Case,
    context: str,
    provenance: dict[str, Any],
    facts: Sequence[tuple[int, int]],
    heading: str,
) -> None:
    passages = provenance["passages"]
    names = [passage["document_id"] for passage in passages]
    assert len(set(names)) == len(names)
    texts = {read.document_id: read.text for read in case.pool}
    end = 0
    if heading:
        texts |= {read.document_id: read.text for read in (*case.held, *case.changed.values())}
        assert {case.pool[place].document_id for place in case.refused}.isdisjoint(names)
        supporting = [p["document_id"] for p in passages if p["role"] == "supporting"]
        assert sorted(supporting) == sorted(s.outline.document_id for s in case.supporting)
        assert any(p["role"] == "distracting" for p in passages)
    for number, passage in enumerate(passages, start=1):
        start, stop = passage["span"]
        assert context[end:start] == (f"{heading}{number}\n" if heading else "")
        assert context[stop] == "\n"
        end = stop + 1
        whole = texts[passage["document_id"]]
        kept = whole[slice(*passage["cut"])]
        assert kept
        inside = [span for span in facts if start <= span[0] and span[1] <= stop]
        if inside:  # what parts a fact from the text is not told: white space goes uncompared
            edges = [start, *(edge for span in inside for edge in span), stop]
            parts = zip(edges[::2], edges[1::2], strict=True)
            bare = "".join(context[first:last] for first, last in parts)
            assert "".join(bare.split()) == "".join(kept.split())
        else:
            assert context[start:stop] == kept
    assert end == len(context)


def check_nesting(case: Case, texts: Sequence[LevelText]) -> None:
    """A level's distracting documents stand in the longer ones, where levels are nested."""
    held = [
        {p.document_id for p in text.plan.records[0].passages if p.role == "distracting"}
        for text in texts
    ]
    if case.nested:
        assert all(one <= other for one, other in pairwise(held))
