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


def records_have_their_keys_in_order_as_plain_json(line: Line) -> Iterator[str]:
    record, recipe = line.record, line.built.recipe
    wanted = [*LV_EVAL_KEYS[:6]]
    wanted += ["answer_keywords"] * recipe["answer_keywords"]
    wanted += ["confusing_facts"] * (recipe["confusing_facts"] > 0)
    yield from unlike_plain_json(line.text, record, wanted)


def identifiers_follow_from_question_and_seed(line: Line) -> Iterator[str]:
    record, name = line.record, line.built.recipe["name"]
    digest = blake2b(f"{line.question.id}\n0".encode(), digest_size=6).hexdigest()
    if not record["_id"] == line.provenance["_id"] == f"{name}-{digest}":
        yield f"{line.question.id} comes to {digest}"
    if line.provenance["level"] != f"{line.level // 1000}k":
        yield f"is of level {line.provenance['level']}"
    if record["contamination_identifier"] != canary(name):
        yield "has another contamination identifier"


def none_but_its_own_documents_support_a_question(line: Line) -> Iterator[str]:
    supporting = {passage["document_id"] for passage, _ in line.of_role("supporting")}
    if supporting != {*line.question.supporting}:
        yield f"{supporting} support it"
    # Beside an excerpt that supports others of its document distract, if it was not retrieved.
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


def no_rival_stands_beside_the_evidence(line: Line) -> Iterator[str]:
    roles = [passage["role"] for passage, _ in line.passages]
    if roles.count("distracting") <= roles.count("supporting"):
        return
    for place, role in enumerate(roles):
        if role == "rival" and "supporting" in roles[max(place - 1, 0) : place + 2]:
            yield f"rival passage {place + 1} stands beside the evidence"


LAYOUT: tuple[Check, ...] = (
    records_have_their_keys_in_order_as_plain_json,
    identifiers_follow_from_question_and_seed,
    none_but_its_own_documents_support_a_question,
    only_long_documents_stand_as_excerpts_and_few_others_are_cut,
    evidence_depths_are_the_shares_of_distracting_text_before,
    supporting_passages_take_at_most_half_the_level,
    no_rival_stands_beside_the_evidence,
)
