"""Each record of every needle task keeps what the tasks promise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import lvbuild
from lvbuild.recipe import load_recipe
from tests.tasks.needles.following import answers
from tests.tasks.needles.releases import NAMES, Seen, coined, records

Released = Callable[[str], Path]
LEVELS = {"4k": 4_000, "8k": 8_000}
_ENDED = re.compile(r"(?:[.!?。．！？…][\"'”’」』）)\]]*|\n)\s*$")

pytestmark = pytest.mark.parametrize("name", NAMES)


def every(released: Released, name: str) -> Iterator[tuple[int, Seen]]:
    release = released(name)
    for level, size in LEVELS.items():
        for record in records(release, name, level):
            yield size, record


def test_a_record_is_as_long_as_its_level(released: Released, name: str) -> None:
    for size, record in every(released, name):
        texts = [record.input, record.context, *record.fields["answers"]]
        length = sum(len(text.split() if name.endswith("en") else text) for text in texts)
        assert record.fields["length"] == length
        assert abs(length - size) <= size * 0.005


def test_a_fact_is_a_filled_row_and_stands_once_between_sentences(
    released: Released, name: str
) -> None:
    for _, record in every(released, name):
        for fact, told in zip(record.facts, record.provenance["facts"], strict=True):
            start, end = told["span"]
            before, after = record.context[:start], record.context[end:]
            assert coined(name, fact)
            assert record.context.count(fact) == 1
            assert not before or _ENDED.search(before[-20:])
            if name.endswith("en"):
                assert not before or before[-1].isspace()
                assert after[0].isspace()


def test_the_facts_answer_the_question(released: Released, name: str) -> None:
    for _, record in every(released, name):
        told = record.fields["answers"]
        assert set(told) == answers(name, record.input, record.facts)
        assert len(set(told)) == len(told)
        assert not any(answer in record.input for answer in told)


def test_an_answer_needs_each_of_its_needles(released: Released, name: str) -> None:
    for _, record in every(released, name):
        for needle in record.needles:
            rest = [fact for fact in record.facts if fact != needle]
            # A name is found by knowledge of the world, which the decoys must not be confused with.
            told = {needle} if "no_overlap" in name else answers(name, record.input, rest)
            assert told != set(record.fields["answers"])


def asked_depths(record: Seen, name: str, count: int) -> list[float]:
    """Return the depths that a record's facts are to have, the first one's first."""
    place, last = record.place, count - 1
    facts = len(record.facts)
    if "unanswerable" in name:
        place, last = place // 2, count // 2 - 1
        facts = len(record.facts) + (not record.needles)
    first = (place % 11) / 10 if "grid" in name else place / last
    depths = [first, *((first + one / facts) % 1 for one in range(1, facts))]
    return depths if record.needles else depths[1:]


def test_facts_stand_within_a_hundredth_of_their_depths(released: Released, name: str) -> None:
    for size, record in every(released, name):
        if size < 8_000:
            continue  # its sentences are too long
        count = len(records(released(name), name, "8k"))
        found = []
        for fact, told in zip(record.facts, record.provenance["facts"], strict=True):
            start, _ = told["span"]
            assert told["depth"] == start / (len(record.context) - len(fact))
            found.append(told["depth"])
        asked = asked_depths(record, name, count)
        assert found == pytest.approx(sorted(asked), abs=0.01)
        if record.needles:
            roles = [told["kind"] for told in record.provenance["facts"]]
            needles = [d for d, role in zip(found, roles, strict=True) if role == "needle"]
            assert min(abs(depth - asked[0]) for depth in needles) <= 0.01


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
    backgrounds = {
        str([(p["document_id"], p["cut"]) for p in record.provenance["passages"]]): record
        for record in found
    }
    for record in backgrounds.values():
        folded = " ".join(record.background.casefold().split())
        assert not [word for word in uses if word.casefold() in folded]


def test_questions_are_the_same_at_every_level(released: Released, name: str) -> None:
    few, many = (records(released(name), name, level) for level in LEVELS)
    for one, other in zip(few, many, strict=True):
        for key in ("_id", "input", "answers"):
            assert one.fields[key] == other.fields[key]
        assert sorted(one.facts) == sorted(other.facts)
        assert one.provenance["question_id"] == f"needle:{one.place:02}"


def test_the_right_answers_score_one(released: Released, name: str) -> None:
    recipe = load_recipe(name)
    for _, record in every(released, name):
        told = record.fields["answers"]
        said = ", ".join(told)
        assert lvbuild.score.score_answer(name, said, told, recipe=recipe) == pytest.approx(1)


def test_records_share_their_background(released: Released, name: str) -> None:
    found = records(released(name), name, "8k")
    cuts = {str([p["cut"] for p in record.provenance["passages"]]) for record in found}
    assert len(cuts) <= (12 if "chained" in name else 4)
