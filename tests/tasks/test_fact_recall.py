"""Preparing fact recall: the haystack's books, the levels, what is dropped and refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions
from lvbuild.mixing.planning import Prepared
from lvbuild.mixing.running_text import RunningText
from lvbuild.recipe.layouts import layouts
from lvbuild.release.records import RecordSchema, canary
from lvbuild.release.writer import LevelFiles
from lvbuild.tasks import haystack
from tests.tasks.small_world import RECIPE, TABLES, Row, Shelf, book, pair, prepare, read_recipe

BOOKS = [book(seed, 800) for seed in range(4)]
ONE, TWO = Level(1_000), Level(2_000)


def prepared(
    folder: Path,
    books: Sequence[str] = BOOKS,
    options: BuildOptions | None = None,
    levels: Sequence[Level] = (ONE, TWO),
    text: str = RECIPE,
    **tables: Sequence[Row],
) -> Prepared:
    recipe, read = read_recipe(folder, text, **tables)
    return prepare(recipe, read, Shelf(books), levels, options)


def files(done: Prepared, level: Level, options: BuildOptions | None = None) -> LevelFiles:
    options = options or BuildOptions()
    fields = layouts["lveval"].fields[:-2] if options.strict else layouts["lveval"].fields
    schema = RecordSchema("mine", "en", canary("mine", options), fields)
    return LevelFiles(done.levels[level], schema)


def records(
    done: Prepared, level: Level, options: BuildOptions | None = None
) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files(done, level, options).records()]


def test_texts_are_run_together_once_for_a_level_beyond_the_recipes_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def run_together(*arguments: Any) -> RunningText:
        made.append(RunningText(*arguments))
        return made[-1]

    monkeypatch.setattr(haystack, "RunningText", run_together)
    larger = Level(20_000)
    done = prepared(tmp_path, [book(seed, 2_000) for seed in range(30)], levels=[larger])
    assert list(done.levels) == [larger]
    assert len(made) == 1


def test_a_level_too_large_is_dropped_with_what_there_is_and_the_others_stand(
    tmp_path: Path,
) -> None:
    texts = BOOKS[:2]
    have = sum(len(text.split()) for text in texts)
    done = prepared(tmp_path, texts, levels=[ONE, TWO])
    assert list(done.levels) == [ONE]
    [told] = done.dropped.values()
    fields = json.loads(next(iter(files(done, ONE).records())))
    inserted = [fields["input"], *fields["answers"], *fields["confusing_facts"]]
    need = 2_000 - sum(len(text.split()) for text in inserted) - 11
    assert told.reason.startswith(f"mine at 2k: pg19 has {have:,} words, {need:,} are needed;")
    assert told.missing == need - have


def test_a_text_that_cannot_be_cut_near_the_level_is_told(tmp_path: Path) -> None:
    endless = "word " * 3_000 + "end."
    done = prepared(tmp_path, [endless], levels=[ONE])
    assert done.levels == {}
    assert done.dropped[ONE].reason.startswith(
        "mine at 1k: the texts of pg19 can only be laid out to a record of"
    )
    assert done.dropped[ONE].reason.endswith("over 0.5% off; ask for another level")


HOLDERS = {
    "the answer": "The boat saw Eve Orr come home.",
    "the answer in capitals, wrapped": "The boat saw EVE\nORR come home.",
    "a part that stands for a name": "The boat saw Orr come home.",
}


@pytest.mark.parametrize("sentence", HOLDERS.values(), ids=HOLDERS)
def test_books_that_hold_the_answer_or_a_new_name_are_refused_and_counted(
    tmp_path: Path, sentence: str
) -> None:
    done = prepared(tmp_path, [*BOOKS, f"{sentence} {BOOKS[0]}", f"{BOOKS[1]} {sentence}"])
    assert done.refused == {"holds the answer or a replacement": 2}


def test_a_book_that_stands_twice_is_taken_and_counted_once(tmp_path: Path) -> None:
    done = prepared(tmp_path, [*BOOKS, BOOKS[0]])
    assert done.refused == {"duplicate": 1}
    passages = [
        passage
        for line in files(done, TWO).provenance()
        for passage in json.loads(line)["passages"]
    ]
    assert not {"pg19:0", "pg19:4"} <= {passage["document_id"] for passage in passages}


def test_a_replacement_whose_original_stands_in_a_book_alone_is_applied(tmp_path: Path) -> None:
    rows = [*TABLES["replacements"], pair("nobody", "no soul", kind="term")]
    done = prepared(tmp_path, replacements=rows)
    context = records(done, TWO)[0]["context"]
    assert " no soul " in context
    assert " nobody " not in context
    told = json.loads(next(iter(files(done, TWO).provenance())))["replacements"][3]
    assert told == {
        "original": "nobody",
        "replacement": "no soul",
        "count": context.count(" no soul"),
    }


def test_a_book_that_comes_to_hold_the_answer_by_replacement_is_refused(tmp_path: Path) -> None:
    done = prepared(tmp_path, [f"The boat saw Ann Lee come home. {BOOKS[0]}", *BOOKS[1:]])
    assert all(record["context"].count("Eve Orr") == 1 for record in records(done, TWO))
    assert sum(done.refused.values()) == 1
