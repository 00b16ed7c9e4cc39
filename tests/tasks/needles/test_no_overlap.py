"""needle_no_overlap leaves out the rows that its haystack may answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import lvbuild
from lvbuild.errors import UsageError
from lvbuild.tasks.own_tables import fill
from tests.tasks.needles.releases import build, records, rows, write_recipe
from tests.tasks.small_world import book, write_books

NAME = "needle_no_overlap_en"
ANSWER = "One of them, I think it was Tom, checked twice on his honeybees, the honeybees of Kent."
NO_ANSWER = "He checked his watch. She told him of honeybees, unchecked."
ROW = "beehive"  # Who checked on the honeybees?


def planned(folder: Path, *sentences: str, levels: str = "1k") -> lvbuild.PlannedRecipe:
    books = []
    for seed, sentence in enumerate(sentences):
        text = book(seed, 1_900)
        middle = text.index(". ", len(text) // 2) + 2
        books.append(f"{text[:middle]}{sentence} {text[middle:]}")
    path = write_recipe(folder, NAME, levels=["1k"])
    [found] = lvbuild.plan(path, corpora=write_books(folder / "corpora", books), levels=levels)
    return found


def test_a_row_is_left_out_that_a_sentence_may_answer(tmp_path: Path) -> None:
    found = planned(tmp_path, ANSWER)
    assert [(one.question_id, one.reason) for one in found.entry.left_out] == [
        (ROW, "the haystack may answer it")
    ]
    assert "1 question left out: the haystack may answer it (1)" in found.notes
    assert len(found.levels[0].lengths) == 24


def test_words_apart_or_within_others_answer_nothing(tmp_path: Path) -> None:
    found = planned(tmp_path, NO_ANSWER)
    assert (found.entry.left_out, found.notes) == ((), ())


def test_a_text_of_a_larger_level_that_may_answer_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lvbuild.tasks.haystack.units_read", lambda level: level.size)
    first, second = (
        planned(tmp_path / str(place), *sentences, levels="2k")
        for place, sentences in enumerate([(ANSWER, NO_ANSWER), (NO_ANSWER, ANSWER)])
    )
    if not first.entry.left_out:
        first, second = second, first
    assert [one.question_id for one in first.entry.left_out] == [ROW]
    assert len(first.levels) == 1
    assert second.entry.left_out == ()
    [dropped] = second.dropped.values()
    assert "(1 more texts were refused)" in dropped.reason


def test_a_haystack_that_may_answer_all_rows_is_told(tmp_path: Path) -> None:
    questions = " ".join(row["question"].rstrip("?") + "." for row in rows(NAME))
    with pytest.raises(UsageError, match="pg19 may answer all questions of its rows; add rows"):
        planned(tmp_path, questions)


BY = {"status": "draft", "annotator": "test"}
ALPS = {"id": "alps", "fact": "{name} climbed the Matterhorn.", "question": "Who was in Bern?"}
FACTS = {
    "the same question": {"fact": "{name} fed bears.", "question": "Who was in Bern?"},
    "a question for more": {"fact": "{name} fed bears.", "question": "Who sang in Bern?"},
    "the same fact": {"fact": "{name} climbed the Matterhorn.", "question": "Who is bold?"},
    "words of the question": {"fact": "{name} fed bears in Bern.", "question": "Who is bold?"},
}


@pytest.mark.parametrize("other", FACTS.values(), ids=FACTS)
def test_the_fact_of_a_row_that_may_answer_is_no_decoy_and_that_is_counted(
    tmp_path: Path, other: dict[str, str]
) -> None:
    harp = {"id": "harp", "fact": "{name} plucks strings.", "question": "Who has a harp?"}
    table = tmp_path / f"annotations/{NAME}/links.jsonl"
    table.parent.mkdir(parents=True)
    lines = [json.dumps({**row, **BY}) for row in (ALPS, {"id": "other", **other}, harp)]
    table.write_text("\n".join(lines))
    release = build(tmp_path, NAME, changes={"decoys": 2, "levels": ["2k"], "count": 6})
    rivals = {fill(text, name="") for text in (ALPS["fact"], other["fact"])}
    asked = [one for one in records(release, NAME, "2k") if one.input == ALPS["question"]]
    assert asked
    for record in asked:
        assert sum(record.context.count(rival) for rival in rivals) == 1
    [entry] = lvbuild.open_release(release).manifest.recipes.values()
    assert any("too few links)" in line for line in entry.shortfalls)
