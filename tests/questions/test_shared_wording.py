"""What is evidence of one question stands in every context as that question words it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from lvbuild.core.model import Question
from lvbuild.corpora.corpus import CorpusQuestion
from lvbuild.languages import find_language
from lvbuild.mixing.documents import SplitDocument
from lvbuild.mixing.mixup import change_pool
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.text.counting import PlainCounting
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Reworded
from tests.tasks.small_mixup import write_mixup

COUNTING = PlainCounting("words")
BASE = {"status": "draft", "annotator": "test"}
QUESTIONS = 8
Row = dict[str, Any]


def ferry(number: int) -> str:
    return (
        f"Ferry {number} was built by Ada Stone{number} in the yard of Kent{number}. It sails on."
        f" Nobody but Ada Stone{number} has ever steered it through the narrows of the bay."
    )


def write_corpus(folder: Path) -> Path:
    """Write questions who built a ferry; the last asks of the first ferry where it was built."""
    told = [(f"h{n}", n, f"Who built ferry {n}?", f"Ada Stone{n}") for n in range(QUESTIONS)]
    told.append(("where", 0, "In whose yard was ferry 0 built?", "Kent0"))
    filler = [
        [f"V{n}", [f"Village {n} counts {100 + n * 7} barns and {n} mills, and a wall." * 3]]
        for n in range(120)
    ]
    rows = [
        {
            "_id": name,
            "question": question,
            "answer": answer,
            "supporting_facts": [[f"Ferry {n}", 0]],
            "context": [[f"Ferry {n}", [ferry(n)]], *filler],
        }
        for name, n, question, answer in told
    ]
    (folder / "hotpotqa").mkdir(parents=True)
    path = folder / "hotpotqa/hotpot_dev_distractor_v1.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return folder


def pair(name: str, original: str, replacement: str, *alternatives: str) -> Row:
    words = {"original": original, "replacement": replacement, "alternatives": alternatives}
    return {"question_id": f"hotpotqa:{name}", **words, "kind": "person", **BASE}


def build(
    folder: Path, *rows: Row, corpora: Path | None = None, **options: Any
) -> list[tuple[Row, Row]]:
    """Build the recipe at 2k with these replacements; return its records with their provenance."""
    corpora = corpora or write_corpus(folder / "corpora")
    recipe = write_mixup(
        folder, levels="[2k]", confusing_facts=0, answer_keywords="false", count=QUESTIONS + 1
    )
    tables = folder / "annotations/mixed"
    tables.mkdir(parents=True)
    lines = [json.dumps(row) + "\n" for row in rows]
    (tables / "replacements.jsonl").write_text("".join(lines), encoding="utf-8")
    lvbuild.build(recipe, folder / "out", corpora=corpora, workers=1, **options)
    told = [
        (folder / f"out/{part}/mixed_2k.jsonl").read_text(encoding="utf-8").splitlines()
        for part in ("data", "provenance")
    ]
    return [(json.loads(a), json.loads(b)) for a, b in zip(*told, strict=True)]


def left_out(folder: Path) -> dict[str, str]:
    manifest = json.loads((folder / "out/manifest.json").read_bytes())
    told = manifest["recipes"]["mixed"]["left_out"]
    return {one["question_id"].partition(":")[2]: one["reason"] for one in told}


def of_question(built: Sequence[tuple[Row, Row]], name: str) -> tuple[Row, Row]:
    return next(one for one in built if one[1]["question_id"] == f"hotpotqa:{name}")


def test_another_questions_evidence_stands_as_that_words_it(tmp_path: Path) -> None:
    rows = [pair(f"h{n}", f"Ada Stone{n}", f"Eve Orrin{n}") for n in range(QUESTIONS)]
    built = build(tmp_path, *rows)
    seen = 0
    for record, origin in built:
        assert "Ada Stone" not in record["context"]
        own = origin["question_id"].removeprefix("hotpotqa:h")
        others = record["context"].count("Eve Orrin") - record["context"].count(f"Eve Orrin{own}")
        seen += others
        told = [(one["original"], one["count"]) for one in origin["replacements"]]
        assert told == ([(f"Ada Stone{own}", 3)] if own.isdigit() else [])
    assert seen > 0


def test_questions_of_one_document_word_it_together(tmp_path: Path) -> None:
    rows = [
        pair("h0", "Ada Stone0", "Eve Orrin", "Ida Poell", "Una May"),
        pair("where", "Ada Stone0", "Eve Orrin", "Ida Poell", "Una May"),
        pair("where", "Kent0", "Bob Quill", "Tim Vann", "Max Ulm"),
    ]
    built = build(tmp_path / "base", *rows)
    for name, counts in (("h0", [3]), ("where", [2, 2])):
        record, origin = of_question(built, name)
        assert "Ferry 0 was built by Eve Orrin in the yard of Bob Quill." in record["context"]
        assert [one["count"] for one in origin["replacements"]] == counts
    fresh = set()
    for variant in ("a", "b", "c", "d"):
        varied = build(tmp_path / variant, *rows, variant=variant)
        answers = [of_question(varied, name)[0]["answers"][0] for name in ("h0", "where")]
        assert answers in (["Ida Poell", "Tim Vann"], ["Una May", "Max Ulm"])
        for record, _ in varied:
            assert "Ada Stone0" not in record["context"]
        fresh.add(answers[0])
    assert len(fresh) == 2


def test_a_question_without_rows_that_evidence_then_contradicts_is_left_out(tmp_path: Path) -> None:
    built = build(tmp_path, pair("h0", "Kent0", "Bob Quill"))
    assert len(built) == QUESTIONS
    reason = left_out(tmp_path)["where"]
    assert reason.startswith("it says 'Kent0', but rows of another question replace it")


def test_a_limit_changes_no_wording(tmp_path: Path) -> None:
    rows = [pair(f"h{n}", f"Ada Stone{n}", f"Eve Orrin{n}") for n in range(QUESTIONS)]
    every = build(tmp_path / "all", *rows)
    assert build(tmp_path / "two", *rows, limit=2) == every[:2]


def test_a_near_duplicate_of_evidence_is_worded_like_it(tmp_path: Path) -> None:
    rows = [pair(f"h{n}", f"Ada Stone{n}", f"Eve Orrin{n}") for n in range(QUESTIONS)]
    corpora = write_corpus(tmp_path / "corpora")
    path = corpora / "hotpotqa/hotpot_dev_distractor_v1.json"
    questions = json.loads(path.read_bytes())
    copies = [[f"Copy {n}", [f"{ferry(n)} So it is told on the quay."]] for n in range(QUESTIONS)]
    questions[-1]["context"] += copies
    path.write_text(json.dumps(questions), encoding="utf-8")
    built = build(tmp_path, *rows, corpora=corpora)
    copied = 0
    for record, _ in built:
        assert "Ada Stone" not in record["context"]
        copied += record["context"].count("So it is told on the quay")
    assert copied > 0


def asking(pairs: Sequence[Pair]) -> MixupQuestion:
    """Return a question with pairs that name nothing elsewhere."""
    source = CorpusQuestion("q", "Who?", ("She",), ())
    return MixupQuestion(
        source, Question("q", "Who?", ("She",)), tuple(pairs), (False,) * len(pairs), {}, ()
    )


SHARED = Pair("Ada Stone", "Eve Orrin")


@pytest.mark.parametrize(
    ("own", "hits", "clashes"),
    [
        ([SHARED], [0], False),
        ([Pair("Kent", "Morl", "place")], None, False),
        ([Pair("Orrin", "Vann")], None, False),
        ([SHARED, Pair("Rosa Quint", "Kent")], [0], True),
        ([SHARED, Pair("Orrin", "Vann")], [0], False),
        ([Pair("Rosa Quint", "Una May")], None, False),
    ],
)
def test_a_document_that_is_worded_for_all_is_changed_and_clashes_by_its_words(
    own: list[Pair], hits: list[int] | None, clashes: bool
) -> None:
    reworded = Reworded.of("Ada Stone lived in Kent.", [SHARED], "en")
    text, places = reworded.replaced
    document = SplitDocument.of("d", text, "en", COUNTING, hits=places)
    [found] = change_pool([document], [asking(own)], find_language("en"), {0: reworded})
    assert (0 in found.clashing) is clashes
    changed = found.changed.get(0)
    assert (None if changed is None else [hit.pair for hit in changed.hits]) == hits
