"""What a page has of a record: its whole text with marks, or as much of it as there is room for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.audit.view.records import shown_record
from lvbuild.core.model import Level
from lvbuild.languages import find_language
from lvbuild.release.reading import Record

ROOM = 2**30
SENTENCE = "The clock of the mill was wound by hand on every other day. "


def shown(record: Record, most: int = ROOM, language: str = "en") -> dict[str, Any]:
    made = shown_record(
        record,
        "mine_1k 0",
        level=Level(1000),
        unit="words",
        language=find_language(language),
        most=most,
    )
    content: dict[str, Any] = json.loads(made.json)
    left_out = sum(not each["text"] for each in content["stretches"])
    assert bool(made.left_out) == bool(left_out)
    assert (made.stretches, made.left_out) == (content["parts"], content["left_out"])
    return content


def text_of(stretch: dict[str, Any]) -> str:
    return "".join(text for text, _, _ in stretch["text"])


def marked_in(stretches: list[dict[str, Any]], place: int) -> list[tuple[str, str]]:
    """Return what is marked as a fact (1) or as replaced (2), with its mark, runs of one joined."""
    found: list[tuple[str, str]] = []
    for stretch in stretches:
        last = ""
        for run in stretch["text"]:
            if run[place] and run[place] == last:
                found[-1] = found[-1][0] + run[0], last
            elif run[place]:
                found.append((run[0], run[place]))
            last = run[place]
    return found


def record(*passages: str, facts: tuple[str, ...] = (), **fields: object) -> Record:
    """Return a record whose last passage supports, and whose facts stand somewhere in it."""
    context = "".join(f"### Passage {n}\n{text}\n" for n, text in enumerate(passages, start=1))
    parts: list[dict[str, object]] = []
    end = 0
    for number, text in enumerate(passages, start=1):
        start = context.index(text, end)
        end = start + len(text)
        role = "supporting" if number == len(passages) else "distracting"
        part = {"number": number, "document_id": f"x:{number}", "role": role}
        parts.append({**part, "span": [start, end], "cut": [0, len(text)]})
    spans = [(context.index(fact), context.index(fact) + len(fact)) for fact in facts]
    return Record(
        {"input": "Who?", "context": context, "answers": ["Ann"], "length": 1000, **fields},
        {
            "_id": "mine-1",
            "question_id": "needle:a",
            "passages": parts,
            "facts": [
                {"kind": "needle", "span": [*span], "depth": span[0] / len(context)}
                for span in spans
            ],
            "evidence_depths": [1.0],
            "replacements": [],
        },
    )


def test_every_passage_is_there_whole_with_its_facts_and_replaced_words(world: Path) -> None:
    for each in lvbuild.open_release(world / "release").records("mine_2k"):
        content = shown(each)
        context, passages = each.fields["context"], each.provenance["passages"]
        whole = "".join(context[slice(*passage["span"])] for passage in passages)
        assert "".join(map(text_of, content["stretches"])) == whole
        facts = [(context[slice(*f["span"])], f["kind"]) for f in each.provenance["facts"]]
        assert sorted(marked_in(content["stretches"], 1)) == sorted(facts)
        words = marked_in(content["stretches"], 2)
        assert {("Eve Orr", "Ann Lee"), ("Orr", "Lee"), ("vault", "cellar")} == {*words}
        assert content["question"] == [
            ["Who hid the salt in the ", "", ""],
            ["vault", "", "cellar"],
            ["?", "", ""],
        ]
        for place in content["places"]:
            kinds = {kind for _, kind, _ in content["stretches"][place["at"]]["text"]}
            assert place["kind"] in kinds


def test_choices_are_shown_by_their_letters_with_the_right_one() -> None:
    told = record("The mill ran.", "Ann came.")
    assert shown(told)["choices"] == []
    del told.fields["input"], told.fields["answers"]
    offered = {"A": "Bob", "B": "<i>Ann</i>", "C": "Cyd", "D": "Dot"}
    fields = {f"choice_{letter}": text for letter, text in offered.items()}
    told.fields.update({"question": "Who?", "answer": "B", **fields})  # type: ignore[attr-defined]
    told.provenance.update({"answers": ["<i>Ann</i>"], "length": 5})  # type: ignore[attr-defined]
    told.provenance["replacements"].append({"original": "Eve", "replacement": "Ann", "count": 2})
    assert shown(told)["choices"] == [
        ["A", False, [["Bob", "", ""]]],
        ["B", True, [["<i>", "", ""], ["Ann", "", "Eve"], ["</i>", "", ""]]],
        ["C", False, [["Cyd", "", ""]]],
        ["D", False, [["Dot", "", ""]]],
    ]


def test_a_word_is_marked_between_its_borders_alone() -> None:
    told = record("The rivers ran. A Mill by Milling stood, and no mill.", "River, milk, Mill's.")
    pairs = [("stream", "river"), ("Wheel", "Mill")]
    told.provenance["replacements"].extend(
        {"original": old, "replacement": new, "count": 1} for old, new in pairs
    )
    marked = marked_in(shown(told)["stretches"], 2)
    assert marked == [
        ("rivers", "stream"),
        ("Mill", "Wheel"),
        ("River", "stream"),
        ("Mill's", "Wheel"),
    ]


def test_a_long_passage_is_parted_behind_sentences_and_within_no_fact() -> None:
    fact = "Ann hid the salt. " * 20
    long = f"{SENTENCE * 95}{fact}{SENTENCE * 300}".strip()
    content = shown(record(long, "Here.", facts=(fact,)))
    *parts, last = content["stretches"]
    assert "".join(map(text_of, parts)) == long
    assert [part["part"] for part in parts] == [*range(1, parts[0]["parts"] + 1)]
    assert all(3_000 < len(text_of(part)) <= 6_000 for part in parts[:-1])
    assert all(text_of(part).endswith(". ") for part in parts[:-1])
    assert marked_in(parts, 1) == [(fact, "needle")]
    assert (last["parts"], last["role"], text_of(last)) == (1, "supporting", "Here.")
    # What holds no end of a sentence is parted all the same.
    whole = "x" * 20_000
    assert "".join(map(text_of, shown(record(whole, "Here."))["stretches"][:-1])) == whole


@pytest.mark.parametrize("most", [0, 1_000, 3_000, 10_000, ROOM])
def test_where_there_is_little_room_what_is_far_from_the_evidence_is_left_out(most: int) -> None:
    passages = [f"{SENTENCE}{number}" * 3 for number in range(40)]
    fact = "Ann hid the salt."
    passages[20] += fact
    told = record(*passages, facts=(fact,))
    content = shown(told, most)
    stretches = content["stretches"]
    beside = len(json.dumps(shown(told, 0), separators=(",", ":")))
    assert len(json.dumps(content, separators=(",", ":"))) <= most + beside
    kept = [each["passage"] for each in stretches if each["text"]]
    assert len(kept) == 40 - content["left_out"]
    distances = sorted(min(abs(n - 21), abs(n - 40)) for n in range(1, 41))
    assert sorted(min(abs(n - 21), abs(n - 40)) for n in kept) == distances[: len(kept)]
    # All are bands still: those without text together, but for evidence and facts.
    covered = [n for each in stretches for n in range(each["passage"], each["last"] + 1)]
    assert covered == [*range(1, 41)]
    assert {21, 40} <= {each["passage"] for each in stretches if each["passage"] == each["last"]}
    assert len(stretches) <= len(kept) + 5
    for place in content["places"]:
        assert stretches[place["at"]]["passage"] in {21, 40}


def test_passages_one_within_another_are_refused() -> None:
    told = record("one", "two", "three")
    told.provenance["passages"][1]["span"][0] -= 20
    with pytest.raises(ValueError, match="passage 2 begins within the one before it"):
        shown(told)


def test_a_record_without_passages_has_no_bands() -> None:
    told = record()
    told.provenance["evidence_depths"].clear()
    told.provenance["facts"].append({"kind": "needle", "span": [0, 0], "depth": 0.0})
    content = shown(told)
    assert (content["stretches"], content["places"]) == ([], [])


def test_what_steers_a_screen_or_ends_a_script_is_no_part_of_the_json() -> None:
    hostile = "</script><script>alert(1)</script><!-- \u202e\x1b[2J \u2028 &lt; ]]>"
    told = record(hostile, "b", input=hostile, answers=[hostile], answer_keywords=hostile)
    told.provenance["replacements"].append({"original": hostile, "replacement": "b", "count": 1})
    made = shown_record(
        told, "x", level=Level(1), unit="words", language=find_language("en"), most=ROOM
    ).json
    assert b"<" not in made
    content = json.loads(made)
    shown_as = hostile.replace("\u202e", "�").replace("\x1b", "�").replace("\u2028", "�")
    assert text_of(content["stretches"][0]) == shown_as
    assert content["stretches"][1]["text"] == [["b", "", shown_as]]


def test_the_characters_of_chinese_are_told() -> None:
    for text, tag in (("這個國家的歷史。", "zh-Hant"), ("这个国家的历史。", "zh")):
        assert shown(record(text, "那里。"), language="zh")["lang"] == tag
