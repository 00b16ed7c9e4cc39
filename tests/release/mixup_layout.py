"""How the passages and facts of a mixup's record must stand: checks for the walk."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise

from tests.release.mixup_walk import (
    ENDS_OF_SENTENCES,
    LV_EVAL_KEYS,
    Check,
    Line,
    canary,
    sizes,
    unlike_plain_json,
)

HEADING = {"en": r"### Passage (\d+)\n", "zh": r"### 文章 (\d+)\n"}


def lengths_are_those_counted_and_near_the_level(line: Line) -> Iterator[str]:
    record = line.record
    told = [record["input"], record["context"], *record["answers"]]
    counted = sum(sizes(text, line.built.recipe["unit"]) for text in told)
    if record["length"] != counted or abs(counted - line.level) > 0.005 * line.level:
        yield f"length {record['length']}, counted {counted}"


def passages_stand_in_order_under_their_headings(line: Line) -> Iterator[str]:
    context = line.context
    headings = list(re.finditer(HEADING[line.record["language"]], context))
    passages = line.provenance["passages"]
    numbers = list(range(1, len(passages) + 1))
    if [int(heading[1]) for heading in headings] != numbers:
        yield "the headings are not numbered from 1 without a gap"
    if [passage["number"] for passage in passages] != numbers:
        yield "the provenance does not number the passages from 1"
    if any(h.start() and context[h.start() - 1] != "\n" for h in headings):
        yield "a heading stands within a line"
    if [heading.end() for heading in headings] != [p["span"][0] for p in passages]:
        yield "spans do not begin where headings end"
    ends = [*(heading.start() for heading in headings[1:]), len(context)]
    if ends != [passage["span"][1] + 1 for passage in passages]:
        yield "spans do not end one line feed before what follows"
    for passage, text in line.passages:
        if text != text.strip("\n") or context[passage["span"][1]] != "\n" or not text.strip():
            yield f"passage {passage['number']} does not end with exactly one line feed"


def records_have_their_keys_in_order_as_plain_json(line: Line) -> Iterator[str]:
    record, recipe = line.record, line.built.recipe
    wanted = [*LV_EVAL_KEYS[:6]]
    wanted += ["answer_keywords"] * recipe["answer_keywords"]
    wanted += ["confusing_facts"] * (recipe["confusing_facts"] > 0)
    yield from unlike_plain_json(line.text, record, wanted)
    told = [record["dataset"], record["language"]]
    if told != [recipe["name"], recipe["language"]]:
        yield f"is of {told}"


def identifiers_follow_from_question_and_seed(line: Line) -> Iterator[str]:
    record, name = line.record, line.built.recipe["name"]
    digest = blake2b(f"{line.question.id}\n0".encode(), digest_size=6).hexdigest()
    if not record["_id"] == line.provenance["_id"] == f"{name}-{digest}":
        yield f"{line.question.id} comes to {digest}"
    if line.provenance["level"] != f"{line.level // 1000}k":
        yield f"is of level {line.provenance['level']}"
    if record["contamination_identifier"] != canary(name):
        yield "has another contamination identifier"


def no_part_of_a_document_stands_twice(line: Line) -> Iterator[str]:
    cuts = sorted((p["document_id"], *p["cut"]) for p in line.provenance["passages"])
    for (name, _, stop), (other, start, _) in pairwise(cuts):
        if name == other and start < stop:
            yield f"a part of {name} stands twice"
    supporting = {passage["document_id"] for passage, _ in line.of_role("supporting")}
    if supporting != {*line.question.supporting}:
        yield f"{supporting} support it"
    # Beside an excerpt that supports, others of its document distract.
    parted = {p["document_id"] for p, _ in line.of_role("supporting") if line.is_cut(p)}
    distracting = {passage["document_id"] for passage, _ in line.of_role("distracting")}
    if others := distracting & {*line.question.retrieved, *supporting - parted}:
        yield f"holds {others}, which support it or upstream retrieved for it"


def only_long_documents_stand_as_excerpts_and_few_others_are_cut(line: Line) -> Iterator[str]:
    unit, levels = line.built.recipe["unit"], line.built.recipe["levels"]
    tenth = min(float(level.rstrip("kM")) for level in levels) * 100
    longest = max(sizes(text, unit) for _, text in line.of_role("supporting"))
    few = 0
    for passage in (p for p, _ in line.of_role("distracting") if line.is_cut(p)):
        document = line.built.text(passage["document_id"])
        start, stop = passage["cut"]
        before, kept = document[:start].rstrip(" \u3000"), document[start:stop]
        if sizes(document, unit) <= min(tenth, 2 * longest):
            few += 1
            if start:
                yield f"{passage['document_id']} is cut at its start"
        if before and before[-1] not in ENDS_OF_SENTENCES:
            yield f"passage {passage['number']} begins after {before[-9:]!r}"
        if kept[-1] not in ENDS_OF_SENTENCES and document[stop : stop + 1] not in ("", "\n"):
            yield f"passage {passage['number']} ends with {kept[-9:]!r}"
    if few > len(line.question.supporting) + 1:
        yield f"{few} documents are cut"


def evidence_depths_are_the_shares_of_distracting_text_before(line: Line) -> Iterator[str]:
    starts = [m.start() for m in re.finditer(HEADING[line.record["language"]], line.context)]
    facts = [fact["span"] for fact in line.provenance["facts"]]
    before, depths = 0, defaultdict[str, list[tuple[int, int]]](list)
    for (start, stop), (passage, _) in zip(
        pairwise([*starts, len(line.context)]), line.passages, strict=True
    ):
        if passage["role"] == "supporting":
            depths[passage["document_id"]].append((passage["cut"][0], before))
            continue
        set_in = [[a - start, b - start] for a, b in facts if start <= a < stop]
        bare = line.bare(passage) if set_in else ""
        first, last = passage["span"]
        before += stop - start - (last - first - len(bare) if set_in else 0)
    # Of several passages of a document each has its depth, in its order.
    wanted = [at / before for name in line.question.supporting for _, at in sorted(depths[name])]
    if wanted != line.provenance["evidence_depths"]:
        yield f"depths {line.provenance['evidence_depths']}, measured {wanted}"


def supporting_passages_take_at_most_half_the_level(line: Line) -> Iterator[str]:
    unit = line.built.recipe["unit"]
    taken = sum(sizes(text, unit) for _, text in line.of_role("supporting"))
    if taken > line.level / 2:
        yield f"they take {taken}"


def each_confusing_fact_stands_once_in_a_rival_passage(line: Line) -> Iterator[str]:
    facts, told = line.record.get("confusing_facts", []), line.provenance["facts"]
    rivals = [passage["span"] for passage, _ in line.of_role("rival")]
    if not len(told) == len(facts) == len(rivals) <= line.built.recipe["confusing_facts"]:
        yield f"{len(told)} of {len(facts)} facts are told of, in {len(rivals)} rivals"
        return
    for each, (first, last) in zip(told, rivals, strict=True):
        start, end = each["span"]
        fact = line.context[start:end]
        if fact not in facts or line.context.count(fact) != 1:
            yield f"{fact!r} is no fact of the record, or stands twice"
        if not first <= start < end <= last:
            yield f"{fact!r} stands in no rival passage"
        if each["depth"] != start / (len(line.context) - len(fact)):
            yield f"{fact!r} has the depth {each['depth']}"


def no_rival_stands_beside_the_evidence(line: Line) -> Iterator[str]:
    roles = [passage["role"] for passage, _ in line.passages]
    if roles.count("distracting") <= roles.count("supporting"):
        return
    for place, role in enumerate(roles):
        if role == "rival" and "supporting" in roles[max(place - 1, 0) : place + 2]:
            yield f"rival passage {place + 1} stands beside the evidence"


LAYOUT: tuple[Check, ...] = (
    lengths_are_those_counted_and_near_the_level,
    passages_stand_in_order_under_their_headings,
    records_have_their_keys_in_order_as_plain_json,
    identifiers_follow_from_question_and_seed,
    no_part_of_a_document_stands_twice,
    only_long_documents_stand_as_excerpts_and_few_others_are_cut,
    evidence_depths_are_the_shares_of_distracting_text_before,
    supporting_passages_take_at_most_half_the_level,
    each_confusing_fact_stands_once_in_a_rival_passage,
    no_rival_stands_beside_the_evidence,
)
