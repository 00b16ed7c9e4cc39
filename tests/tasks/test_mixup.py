"""Preparing mixups: questions that lack rows or are left out are told, and no level harms another.

The corpus is made of HotpotQA's own layout, with texts of the tests' own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.engine.here import Listener, Summary
from lvbuild.errors import BuildError
from tests.tasks.small_mixup import write_mixup

QUESTIONS = 12
BASE = {"status": "draft", "annotator": "test"}


class Hearing(Listener):
    """Keeps the summary of a build."""

    summary: Summary

    def finished(self, summary: Summary) -> None:
        """Keep it."""
        self.summary = summary


def paragraph(number: int, sentences: int = 8) -> list[str]:
    return [
        f"{' ' * (n > 0)}Village {number} counts {1000 + number * 37 + n} barns and {n} old mills."
        for n in range(sentences)
    ]


def write_hotpotqa(corpora: Path, sentences: int = 8, long: int = 0) -> Path:
    """Write questions over paragraphs; the evidence of the first one ends with a long sentence.

    Each one's evidence begins and ends a paragraph, which up to the number `long` is very long.
    """
    (corpora / "hotpotqa").mkdir(parents=True)
    rows = []
    for n in range(QUESTIONS):
        own = paragraph(n, 400 if n <= long else sentences)
        own[0] = f"Ferry {n} was built by Builder{n} in the old yard."
        own[-1] = f" Builder{n} sold ferry {n}{' and another' * 200 * (n == 0)} at last."
        told = [[f"Ferry {n}", own]]
        told += [[f"V {n * 9 + k}", paragraph(1000 + n * 9 + k, sentences)] for k in range(9)]
        facts = [[f"Ferry {n}", 0], [f"Ferry {n}", len(own) - 1]]
        question = f"Who built ferry {n} in the old yard?"
        row = {"_id": f"h{n}", "question": question, "answer": f"Builder{n}"}
        rows.append({**row, "supporting_facts": facts, "context": told})
    path = corpora / "hotpotqa" / "hotpot_dev_distractor_v1.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return corpora


def write_table(folder: Path, name: str, rows: Sequence[dict[str, Any]]) -> None:
    (folder / "annotations" / "mixed").mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row) + "\n" for row in rows]
    path = folder / "annotations" / "mixed" / f"{name}.jsonl"
    path.write_text("".join(lines), encoding="utf-8")


def write_tables(folder: Path) -> None:
    """Select all questions but the first, with no rows for any."""
    ids = [f"hotpotqa:h{n}" for n in range(1, QUESTIONS)]
    write_table(folder, "selection", [{"question_id": one} for one in ids])
    for name in ("answer_keywords", "confusing_facts", "replacements"):
        write_table(folder, name, [])


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    return write_hotpotqa(tmp_path / "corpora")


def records(release: Path, level: str) -> list[dict[str, Any]]:
    path = release / "data" / f"mixed_{level}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def build(recipe: Path, out: Path, corpora: Path, **options: Any) -> Summary:
    hearing = Hearing()
    lvbuild.build(recipe, out, corpora=corpora, listener=hearing, workers=1, **options)
    return hearing.summary


def test_questions_that_lack_rows_are_counted_in_summary_manifest_and_card(
    tmp_path: Path, corpora: Path
) -> None:
    recipe = write_mixup(tmp_path, levels="[2k, 4k]", count=5)
    ids = [f"hotpotqa:h{n}" for n in range(1, 6)]
    write_table(tmp_path, "selection", [{"question_id": one} for one in ids])
    keywords = [{"question_id": one, "keywords": "Builder1", **BASE} for one in ids[:1]]
    write_table(tmp_path, "answer_keywords", keywords)
    facts = [
        {"question_id": one, "fact": "Tom Fox built the raft.", "subject": "Tom Fox", **BASE}
        for one in ids[:3]
    ]
    write_table(tmp_path, "confusing_facts", facts)
    pair = {"original": "Builder1", "replacement": "Shaper", "kind": "person", **BASE}
    write_table(tmp_path, "replacements", [{"question_id": ids[0], **pair}])
    summary = build(recipe, tmp_path / "out", corpora)
    told = "4 too few answer_keywords; 2 too few confusing_facts; 4 too few replacements"
    assert f"mixed: questions that lack rows of a table ({told})" in summary.notes
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    lacking = {"answer_keywords": 4, "confusing_facts": 2, "replacements": 4}
    assert manifest["recipes"]["mixed"]["lacking"] == lacking
    assert f"Questions that lack rows of a table: {told}." in (
        tmp_path / "out" / "README.md"
    ).read_text(encoding="utf-8")
    asked = records(tmp_path / "out", "2k")
    assert [record["answer_keywords"] for record in asked] == ["Shaper", "", "", "", ""]
    assert [len(record["confusing_facts"]) for record in asked] == [1, 1, 1, 0, 0]


def test_evidence_at_both_ends_of_a_long_document_is_two_passages_among_others_of_it(
    tmp_path: Path,
) -> None:
    corpora = write_hotpotqa(tmp_path / "corpora", long=1)
    recipe = write_mixup(tmp_path, levels="[2k, 4k]", count=QUESTIONS, hard_negatives=4)
    build(recipe, tmp_path / "out", corpora, tables=False)
    for level in ("2k", "4k"):
        [record] = [
            each
            for each in lvbuild.open_release(tmp_path / "out").records(f"mixed_{level}")
            if each.provenance["question_id"] == "hotpotqa:h1"
        ]
        context, passages = record.fields["context"], record.provenance["passages"]
        own = {p["document_id"] for p in passages if p["role"] == "supporting"}
        assert len(own) == 1
        [first, last] = sorted(
            (context[slice(*p["span"])] for p in passages if p["role"] == "supporting"),
            key=lambda text: "sold" in text,
        )
        assert first.startswith("Ferry 1 was built by Builder1")
        assert last.endswith("Builder1 sold ferry 1 at last.")
        assert max(len(first.split()), len(last.split())) <= 200
        assert len(record.provenance["evidence_depths"]) == 2
        beside = [p for p in passages if p["role"] == "distracting" and p["document_id"] in own]
        assert len(beside) >= 2
        assert all("Builder1" not in context[slice(*p["span"])] for p in beside)


@pytest.mark.parametrize("nested", ["true", "false"])
@pytest.mark.parametrize(
    ("beyond", "told"),
    [
        ("0.06k", "at 0.06k: a question cannot be asked (its evidence spans more than its share"),
        ("500k", "at 500k: the documents that a question may have come to"),
    ],
    ids=["too short for the evidence", "too long for the corpus"],
)
def test_a_level_that_cannot_be_built_never_shortens_another(
    tmp_path: Path, corpora: Path, nested: str, beyond: str, told: str
) -> None:
    write_tables(tmp_path)
    plain = write_mixup(tmp_path, levels="[2k, 4k]", nested=nested)
    build(plain, tmp_path / "plain", corpora)
    with pytest.raises(BuildError, match=re.escape(told)):
        build(plain, tmp_path / "out", corpora, levels=["2k", beyond, "4k"])
    for level in ("2k", "4k"):
        assert len(records(tmp_path / "out", level)) == QUESTIONS - 1
        mine = (tmp_path / "out" / f"data/mixed_{level}.jsonl").read_bytes()
        assert mine == (tmp_path / "plain" / f"data/mixed_{level}.jsonl").read_bytes()
    assert len(list((tmp_path / "out" / "data").iterdir())) == 2


def test_a_selection_corrects_its_questions_and_is_filled_with_further_ones(
    tmp_path: Path, corpora: Path
) -> None:
    recipe = write_mixup(tmp_path, levels="[2k]", count=5, answer_keywords="false")
    words = {"question": "Who made it?", "answers": ["Builder1"], "reason": "unclear"}
    write_table(tmp_path, "selection", [{"question_id": "hotpotqa:h1", **words}])
    for table in ("confusing_facts", "replacements"):
        write_table(tmp_path, table, [])
    summary = build(recipe, tmp_path / "out", corpora, fill=True)
    assert not any("--fill" in note for note in summary.notes)
    asked = records(tmp_path / "out", "2k")
    assert (len(asked), asked[0]["input"], asked[0]["answers"]) == (5, "Who made it?", ["Builder1"])
    lines = (tmp_path / "out/provenance/mixed_2k.jsonl").read_text(encoding="utf-8").splitlines()
    first, *others = map(json.loads, lines)
    assert len(first["corrected"]) == 32
    assert "annotated" not in first
    assert [one["annotated"] for one in others] == [False] * 4
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_bytes())
    assert manifest["recipes"]["mixed"]["corrected"] == 1
