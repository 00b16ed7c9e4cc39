"""Facts of a haystack stand in its prose: none in contents, a title page or a heading."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import lvbuild
from tests.tasks.small_world import write_tables
from tests.text.prose.contents import ENGLISH, Contents
from tests.text.prose.made_books import TITLE_PAGE, body

GAP = "\n\n\n\n\n"
ILLUSTRATIONS = "ILLUSTRATIONS\n\n" + "\n".join(
    f" {title}" for title in ("By Night", "At the Gate", "“Who goes?”", "The Lamp", "The Harbour")
)
RECIPE = """\
name: mine
title: One fact in books of mine
task: fact_recall
language: en
licence: MIT
haystack: {name: books, format: text, licence: CC0-1.0}
count: 200
levels: [16k]
unit: words
confusing_facts: 2
answer_keywords: true
metric: f1
prompt: "{context} {input}"
"""


def english_book(contents: Contents, seed: int) -> str:
    """Write a book, every third of two volumes with contents each."""
    printed, headings = contents
    first = GAP.join([TITLE_PAGE, printed, ILLUSTRATIONS, body(headings, seed=seed)])
    if seed % 3:
        return first
    return GAP.join([first, printed, body(headings, seed=(seed, 2))])


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prose")
    (folder / "corpora/books").mkdir(parents=True)
    kinds = [*ENGLISH.values()]
    for seed in range(28):
        path = folder / f"corpora/books/{seed:02}.txt"
        path.write_text(english_book(kinds[seed % len(kinds)], seed), encoding="utf-8")
    (folder / "mine.yaml").write_text(RECIPE, encoding="utf-8")
    write_tables(folder / "annotations", replacements=[])
    lvbuild.build(folder / "mine.yaml", folder / "release", corpora=folder / "corpora", workers=1)
    return folder / "release"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_no_more_than_one_needle_of_two_hundred_stands_outside_of_prose(release: Path) -> None:
    records = lines(release / "data/mine_16k.jsonl")
    traces = lines(release / "provenance/mine_16k.jsonl")
    kinds = Counter[bool]()
    for place, (record, trace) in enumerate(zip(records, traces, strict=True)):
        [fact] = [fact for fact in trace["facts"] if fact["kind"] == "needle"]
        kinds[is_prose(record["context"][: fact["span"][0]])] += 1
        assert abs(fact["depth"] - place / 199) <= 0.01
    assert kinds[True] + kinds[False] == 200
    assert kinds[False] <= 1


def is_prose(before: str) -> bool:
    """Tell whether the line before is a sentence of invented prose, or the end of one."""
    last = before.rstrip().rsplit("\n", 1)[-1]
    return re.search(r"[a-z]\.$", last) is not None and last[-20:].islower()


def test_what_was_left_out_is_counted(release: Path) -> None:
    manifest = lvbuild.open_release(release).manifest
    [corpus] = manifest.recipes["mine"].corpora
    assert corpus.cleaned["title page"] >= 4
    assert corpus.cleaned["contents"] >= corpus.cleaned["title page"]
    assert "list of illustrations" in corpus.cleaned
    assert "contents" in (release / "README.md").read_text(encoding="utf-8")
