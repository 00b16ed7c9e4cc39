"""Each record of every needle task keeps what the tasks promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audited import untrue
from tests.tasks.needles.releases import NAMES, answers, check, coined, records

Released = Callable[[str], Path]
LEVELS = ("4k", "8k")

pytestmark = pytest.mark.parametrize("name", NAMES)


def test_a_record_keeps_what_its_task_promises(released: Released, name: str) -> None:
    for level in LEVELS:
        found = records(released(name), name, level)
        for record in found:
            far = check(record, name, len(found))
            # In 4k, and in 8k characters, paragraphs are too long to be so near.
            assert level == "4k" or max(far, default=0) <= (0.01 if "_en" in name else 0.02)
            told = record.fields["answers"]
            assert len(set(told)) == len(told)
            assert not any(answer in record.input for answer in told)
            for needle in record.needles:
                rest = [fact for fact in record.facts if fact != needle]
                # A name is found by knowledge of the world, which no decoy must be confused with.
                others = {needle} if "no_overlap" in name else answers(name, record.input, rest)
                assert others != set(told)


def test_every_key_and_value_stands_in_one_record_and_in_no_background(
    released: Released, name: str
) -> None:
    found = records(released(name), name, "8k")
    together = 2 if "unanswerable" in name else 1
    uses: Counter[str] = Counter()
    for start in range(0, len(found), together):
        facts = {fact for record in found[start : start + together] for fact in record.facts}
        uses.update({word for fact in facts for word in coined(name, fact)})
    assert set(uses.values()) == {1}
    for record in found:
        folded = " ".join(record.background.casefold().split())
        assert not [word for word in uses if word.casefold() in folded]


def test_a_question_has_the_same_facts_at_every_level(released: Released, name: str) -> None:
    few, many = (records(released(name), name, level) for level in LEVELS)
    for one, other in zip(few, many, strict=True):
        assert sorted(one.facts) == sorted(other.facts)
        assert one.provenance["question_id"] == f"needle:{one.place:02}"


def test_an_audit_finds_nothing_untrue(released: Released, name: str) -> None:
    assert untrue(released(name)) == []
