"""What a record promises of each drawn case, read back from its bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from lvbuild.core.model import Level
from lvbuild.core.seeds import Seeds
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.haystack import RecordGroup, plan_groups
from lvbuild.mixing.plan import ContextLayout, HeadingUnits, LevelPlan, UnplannedError, whole
from lvbuild.mixing.planning import LevelText
from lvbuild.mixing.plans.mixer import Mixer, Placement
from lvbuild.mixing.pool import Pool, PoolView
from lvbuild.mixing.running_text import RunningText
from lvbuild.recipe.layouts import layouts
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles
from lvbuild.text.counting import PlainCounting, count
from lvbuild.text.prose import Place
from lvbuild.text.replacing import Replaced
from tests.mixing.cases import LAYOUT, LOOKED_AHEAD, REPLACERS, Case
from tests.mixing.invented_texts import Invented


def _beginning(case: Case, wanted: Collection[Level] | None = None) -> Callable[[], Mixer]:
    headings = HeadingUnits(LAYOUT[case.scale[0]], PlainCounting(case.scale[1]))
    rng = random.Random(case.seed)
    depths = tuple(rng.choice([0.0, 1.0, rng.random()]) for _ in case.supporting)
    rival_depths = tuple(sorted(rng.random() for _ in case.rivals))
    placement = Placement(depths, rng.randrange(2**53), rival_depths, case.first)
    changed = {
        place: case.pool[place].reworded(Replaced(read.text, read.hits))
        for place, read in case.changed.items()
    }
    corpora = [{"mine"} if place in case.own else {"other"} for place in range(len(case.pool))]
    outlines = Pool([read.outline for read in case.pool], corpora)
    pool = PoolView(outlines, dict.fromkeys(case.refused, "drawn"), changed, "mine")
    rivals = [whole(one.document_id, len(one.text), "rival") for one in case.rivals]
    return lambda: Mixer(
        case.question,
        case.supporting,
        placement=placement,
        pool=pool,
        smallest=case.smallest,
        headings=headings,
        rivals=rivals,
        wanted=wanted,
    )


def planned_mixup(case: Case) -> list[LevelFiles]:
    """Plan the levels that can be planned; the others fail in one of the named ways."""
    begin = _beginning(case)
    mixer, done = begin(), []
    for level in case.levels:
        if not case.nested:
            mixer = begin()
        plan = _or_none(case.rich, lambda: LevelPlan(level, (mixer.plan(level),)))  # noqa: B023
        done += [] if plan is None else [_ready(case, plan, LAYOUT[case.scale[0]])]
    return done


def check_unlaid(case: Case) -> None:
    """Levels that need not be laid fail where they do laid, and leave the last one as it is."""
    laid, unlaid = _beginning(case)(), _beginning(case, case.levels[-1:])()
    for level in case.levels:
        is_last = level == case.levels[-1]
        whole, told = (
            _or_none(case.rich, lambda: LevelPlan(level, (mixer.plan(level),)))  # noqa: B023
            for mixer in (laid, unlaid)
        )
        assert (whole is None) == (told is None)
        assert whole == told or not is_last


def planned_haystack(case: Case) -> list[LevelFiles]:
    """Plan the levels of fact recall that can be planned."""
    rng, done = random.Random(case.seed), []
    positions, others = rng.choice([2, 5, 40]), len(case.question.facts) - 1
    confusing = [rng.uniform(place, place + 1) / others for place in range(others)]
    groups = [
        RecordGroup((case.question,), (position / (positions - 1), *confusing), position)
        for position in range(positions)
    ]
    counting, language = PlainCounting(case.scale[1]), find_language(case.scale[0])
    text = RunningText([_with_drawn_places(case, one) for one in case.pool], counting, language)
    for level in case.levels:
        limit = rng.choice([None, 1, 3])
        plan = _or_none(
            _is_met(case, text, level),
            lambda: plan_groups(
                level,  # noqa: B023
                text,
                groups,
                draws=Seeds(case.seed, "", "drawn").draws("places"),
                lengths=Seeds(case.seed, "", "drawn").draws("length"),
            ),
        )
        if plan is not None:
            first = replace(plan, records=plan.records[:limit])
            done.append(_ready(case, first, ContextLayout()))
    return done


def _is_met(case: Case, text: RunningText, level: Level) -> bool:
    """Tell whether a window with a place for the needle is as long as the level wants it."""
    texts, facts = case.question.texts, case.question.facts
    wanted = level.size - sum(map(text.counting.count, texts)) - len(facts) * text.white
    firsts = range(len(text._starts_at) // 2 if wanted > 0 else 0)
    for first in firsts:
        lengths = text._units_to - text._units_before[first]
        fits = (abs(lengths - wanted) <= level.tolerance) & (lengths <= text.units)
        for last in fits.nonzero()[0].tolist():
            start, end = text._starts_at[first], text._ends_at[last]
            if ((start < text.places) & (text.places < end)).any():
                return True
    return False


def _with_drawn_places(case: Case, text: SplitDocument) -> Invented:
    draw = random.Random(f"{case.seed} {text.document_id}")
    marks = (mark for mark in text.outline.boundaries if draw.random() < 0.5)
    places = [Place(mark.offset, draw.randrange(9)) for mark in marks]
    return Invented(text.text, text.outline, places)


def _or_none(must: bool, plan: Callable[[], LevelPlan]) -> LevelPlan | None:
    """Plan a level; None where that fails in one of the ways it may."""
    try:
        return plan()
    except UnplannedError as error:
        told = str(error)
    assert told
    assert "evidence" in told or not must, told
    return None


def _ready(case: Case, plan: LevelPlan, layout: ContextLayout) -> LevelFiles:
    language = case.scale[0]
    fields = (field for field in layouts["lveval"].fields if field.name != "answer_keywords")
    schema = RecordSchema("drawn", language, "c", tuple(fields))
    own = (
        {read.document_id: read.escaped for read in (*case.held, *case.rivals)}
        if layout.heading
        else {}
    )
    own |= (
        {read.document_id: read.escaped for read in case.changed.values()} if layout.heading else {}
    )
    used = {passage.document_id for record in plan.records for passage in record.passages}
    texts = {read.document_id: read.escaped for read in case.pool if read.document_id in used}
    changed = {
        record.question.id: {
            place: own[passage.document_id]
            for place, passage in enumerate(record.passages)
            if passage.document_id in own
        }
        for record in plan.records
    }
    return LevelFiles(LevelText(plan, texts, layout, changed), schema)


def check(case: Case, files: LevelFiles) -> None:
    """Read every record back and hold it to what it promises."""
    text = files.text
    told = zip(text.plan.records, files.records(), files.provenance(), strict=True)
    for plan, line, origin in told:
        record, provenance = json.loads(line), json.loads(origin)
        assert record["length"] == plan.length
        _check_length(case, record, text.plan.level)
        facts = _check_facts(case, record["context"], provenance)
        names, heading = [p.document_id for p in plan.passages], text.layout.heading
        _check_passages(case, record["context"], provenance, facts, heading, names)
        if heading:
            _check_supporting(case, provenance["passages"], text.plan.level)


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
    names: Sequence[str],
) -> None:
    passages = provenance["passages"]
    changed = {case.changed[n].document_id for n in case.changed} if heading else set()
    _check_none_twice(passages)
    end = 0
    if heading:
        _check_corpora(case, {*names})
        assert {case.pool[place].document_id for place in case.refused}.isdisjoint(names)
        assert any(p["role"] == "distracting" for p in passages)
    for number, (name, passage) in enumerate(zip(names, passages, strict=True), start=1):
        start, stop = passage["span"]
        assert context[end:start] == (f"{heading}{number}\n" if heading else "")
        assert context[stop] == "\n"
        end = stop + 1
        kept = case.originals[passage["document_id"]][slice(*passage["cut"])]
        assert kept
        if name in changed:
            kept = REPLACERS[case.scale[0]].replace(kept).text
        inside = [span for span in facts if start <= span[0] and span[1] <= stop]
        if (
            inside and passage["role"] != "rival"
        ):  # what parts a fact from the text is not told: white space goes uncompared
            edges = [start, *(edge for span in inside for edge in span), stop]
            parts = zip(edges[::2], edges[1::2], strict=True)
            bare = "".join(context[first:last] for first, last in parts)
            assert "".join(bare.split()) == "".join(kept.split())
        else:
            assert context[start:stop] == kept
    assert end == len(context)


def _check_none_twice(passages: Sequence[dict[str, Any]]) -> None:
    """No two passages share a character of a document."""
    cuts = sorted((passage["document_id"], *passage["cut"]) for passage in passages)
    for (name, _, stop), (other, start, _) in pairwise(cuts):
        assert name != other or stop <= start


def _check_supporting(case: Case, passages: Sequence[dict[str, Any]], level: Level) -> None:
    """Supporting passages are whole, or trimmed to their share around their evidence."""
    cuts = {p["document_id"]: p["cut"] for p in passages if p["role"] == "supporting"}
    assert cuts.keys() == {one.outline.document_id for one in case.supporting}
    size = min(level, case.smallest).size
    usual = min(0.1 * case.smallest.size, 0.25 * size / len(cuts))
    for one in case.supporting:
        start, stop = cuts[one.outline.document_id]
        blocks, whole = one.outline.blocks, [0, one.outline.length]
        kept = [block for block in blocks if start <= block.start and block.stop <= stop]
        units = kept[-1].units - kept[0].before
        assert (kept[0].start, kept[-1].stop) == (start, stop)
        assert units <= min(0.1 * case.smallest.size, size // 2 // len(cuts))
        if one.outline.size <= usual or one.evidence is None:
            assert [start, stop] == whole
            continue
        first, last = one.evidence
        assert start <= first
        assert last <= stop
        if units > usual:  # the evidence takes it all
            assert all(block.start < last and first < block.stop for block in kept)


def _check_corpora(case: Case, names: set[str]) -> None:
    """Documents of other corpora stand where few of its own are left, which do not fit."""
    stand = {place for place, read in enumerate(case.pool) if read.document_id in names}
    others = stand - case.own - {*case.first}
    if others:
        assert len(case.own - case.refused - stand) <= LOOKED_AHEAD


def check_nesting(case: Case, levels: Sequence[LevelFiles]) -> None:
    """A level's distracting documents stand in the longer ones, where levels are nested."""
    held = [
        {p.document_id for p in files.text.plan.records[0].passages if p.role == "distracting"}
        for files in levels
    ]
    if case.nested:
        assert all(one <= other for one, other in pairwise(held))
