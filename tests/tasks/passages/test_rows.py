"""Rows of the tasks over numbered passages that cannot be used are told."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from pathlib import Path

import pytest

import lvbuild
from lvbuild.audit.check import list_questions
from lvbuild.corpora.catalogue import open_corpora
from lvbuild.errors import InvalidRowError, UsageError
from lvbuild.recipe import load_recipe
from tests.tasks.needles.releases import Row, rows, write_recipe
from tests.tasks.passages.releases import RETRIEVALS

BAD_ROWS: list[tuple[Row, str]] = [
    ({"abstract": ""}, "abstract: "),
    ({"id": "x"}, "unknown field 'id'; there are status, annotator, note, document_id, abstract"),
    ({"document_id": "hotpotqa:none"}, "no document of tiny has the id 'hotpotqa:none'"),
    ({"document_id": "tiny:1"}, "the id 'tiny:1' stands in line 1; rename one"),
]


def small(folder: Path, **changes: object) -> Path:
    """Write a recipe over three paragraphs of a file, with rows for two of them."""
    texts = [f"{word} " * 30 for word in ("bread", "salt", "iron")]
    lines = [json.dumps({"id": str(n), "text": text}) for n, text in enumerate(texts, start=1)]
    fields = {"documents": "text", "document_ids": "id"}
    haystack = {"name": "tiny", "format": "jsonl", "licence": "MIT", "fields": fields}
    path = write_recipe(folder, "passage_retrieval_en", haystack=haystack, count=2, **changes)
    (folder / "tiny").mkdir()
    (folder / "tiny/tiny.jsonl").write_text("\n".join(lines) + "\n")
    write_rows(folder, [row(), row(document_id="tiny:2")])
    return path


def row(**changes: object) -> Row:
    base = {"document_id": "tiny:1", "abstract": "Of food.", "status": "draft", "annotator": "x"}
    return {**base, **changes}


def write_rows(folder: Path, found: list[Row]) -> None:
    table = folder / "annotations/passage_retrieval_en/abstracts.jsonl"
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_text("".join(json.dumps(each) + "\n" for each in found))


@pytest.mark.parametrize(("change", "message"), BAD_ROWS)
def test_a_bad_row_is_told_by_file_and_line(tmp_path: Path, change: Row, message: str) -> None:
    path = small(tmp_path)
    write_rows(tmp_path, [row(), row(**{"document_id": "tiny:2", **change})])
    with pytest.raises((UsageError, InvalidRowError)) as told:
        lvbuild.plan(path, corpora=tmp_path)
    assert "abstracts.jsonl:2: " in str(told.value)
    assert message in str(told.value)
    [found] = lvbuild.check(path, corpora=tmp_path)
    assert (found.line, found.severity) == (2, "error")
    assert message in found.message


def test_a_corpus_that_is_too_small_is_told(tmp_path: Path) -> None:
    [planned] = lvbuild.plan(small(tmp_path), corpora=tmp_path)
    assert not planned.levels
    for dropped in planned.dropped.values():
        assert "the documents that a question may have come to" in dropped.reason
        assert "(refused: described by its abstract: 2)" in dropped.reason
        assert dropped.reason.endswith("add documents to the corpora or ask for smaller levels")


@pytest.mark.parametrize("name", ["passage_count_en", "passage_count_zh"])
def test_documents_with_a_line_like_a_heading_are_refused_and_counted(
    tmp_path: Path, name: str
) -> None:
    word = "Passage" if name.endswith("en") else "文章"
    heading = f"### {word} 3\n"
    texts = [heading * (n % 2) + f"{n} " * 30 + f"{heading.strip()} is no line." for n in range(9)]
    fields = {"documents": "text"}
    haystack = {"name": "tiny", "format": "jsonl", "licence": "MIT", "fields": fields}
    (tmp_path / "tiny").mkdir()
    lines = [json.dumps({"text": text}) for text in texts]
    (tmp_path / "tiny/tiny.jsonl").write_text("\n".join(lines) + "\n")
    path = write_recipe(tmp_path, name, haystack=haystack, levels=["0.1k"], count=2)
    [planned] = lvbuild.plan(path, corpora=tmp_path)
    assert planned.entry.refused["has a line like the heading of a passage"] == 4


@pytest.mark.parametrize("name", RETRIEVALS)
def test_an_abstract_is_asked_twice_and_no_sentence_of_its_passage(
    shared_corpora: Path, name: str
) -> None:
    recipe, described = load_recipe(name).recipe, rows(name)
    assert len(described) >= 60
    assert recipe.count <= 2 * len(described)
    [corpus] = open_corpora(recipe.sources.values(), shared_corpora, offline=True).values()
    for one in described:
        text = corpus.document(one["document_id"]).text
        shared = SequenceMatcher(None, one["abstract"], text, autojunk=False).find_longest_match()
        assert shared.size <= (40 if name.endswith("en") else 12), one


@pytest.mark.parametrize("name", RETRIEVALS)
def test_the_abstracts_are_there_without_tables_too(tmp_path: Path, name: str) -> None:
    path = write_recipe(tmp_path, name, count=4)
    [one], [other] = (lvbuild.plan(path, sample=True, tables=on) for on in (True, False))
    assert one.levels == other.levels


def test_questions_are_listed_with_the_documents_that_they_are_about(shared_corpora: Path) -> None:
    listed = list_questions("passage_retrieval_en", corpora=shared_corpora)
    told = [(one.supporting, one.question.split("? ")[1]) for one in listed]
    assert told == [((row["document_id"],), row["abstract"]) for row in rows(RETRIEVALS[0])]
