"""Sources that a recipe names by a path, and questions whose documents stand apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import lvbuild
from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.errors import BuildError, MissingCorpusError
from lvbuild.recipe.sources import InlineSource

PAGES = {"kites": "Ada Stone gave the kite.", "boats": "Ben Hill built the boat."}
ROWS = "question,answer,page\nWho gave the kite?,Ada Stone,{0}\nWho is lost?,Cy Marsh,nowhere\n"
ASKED = {"question": "question", "answers": "answer", "supporting": "page"}


def source(data: Any) -> InlineSource:
    return InlineSource.model_validate(data)


@pytest.mark.parametrize(
    ("data", "read"),
    [
        ("./essays/", ("essays", "text", "*.txt", "essays")),
        ("old essays/**/*.md", ("old_essays", "text", "**/*.md", "old essays")),
        ("*.txt", ("texts", "text", "*.txt", ".")),
        ({"path": "a/b.jsonl", "fields": {"documents": "t"}}, ("a", "jsonl", "b.jsonl", "a")),
        ({"path": "/x/a", "format": "text", "name": "own"}, ("own", "text", "*.txt", "/x/a")),
    ],
)
def test_a_path_makes_up_what_it_is_not_told(data: Any, read: tuple[str, ...]) -> None:
    made = source(data)
    assert (made.name, made.format, made.glob, str(made.folder)) == read
    assert made.licence == "LicenseRef-unknown"
    assert str(made.of_recipe(Path("/r")).beside) == str(Path("/r") / read[3])


def write_haystack(folder: Path) -> Path:
    (folder / "essays").mkdir(parents=True)
    for number in range(4):
        lines = [
            f"The old mill {number} stood by the river in the year {n} of rain." for n in range(150)
        ]
        told = "\n\n".join(" ".join(lines[first : first + 10]) for first in range(0, 150, 10))
        (folder / f"essays/{number}.txt").write_text(told)
    (folder / "essays/empty.txt").write_text(" \n")
    path = folder / "mine.yaml"
    prompt = 'prompt: "{context} {input}"'
    path.write_text(
        "name: factrecall_en\ntitle: Mine\ntask: fact_recall\nlanguage: en\nlicence: MIT\n"
        f"haystack: ./essays/\ncount: 2\nlevels: [1k]\nunit: words\nmetric: f1\n{prompt}\n"
    )
    return path


def test_a_folder_of_texts_is_tried_and_a_warning_says_what_a_release_wants(tmp_path: Path) -> None:
    path = write_haystack(tmp_path / "here")
    manifest = lvbuild.build(path, tmp_path / "out", workers=1)
    entry = manifest.recipes["factrecall_en"]
    assert [*entry.warnings] == [
        "nobody says what licence essays has: the release may not be passed on until that is known"
    ]
    assert entry.corpora[0].cleaned == {"documents left out: empty": 1}
    (tmp_path / "given").mkdir()
    (tmp_path / "here/essays").rename(tmp_path / "given/essays")
    again = lvbuild.build(path, tmp_path / "again", workers=1, corpora=tmp_path / "given")
    assert again.files == manifest.files
    lvbuild.verify(tmp_path / "out", rebuild=True, corpora=tmp_path / "given")


def test_a_release_is_built_again_from_where_its_recipes_path_leads(tmp_path: Path) -> None:
    path = write_haystack(tmp_path / "here")
    named = path.read_text().replace("./essays/", "{path: ./essays/, name: own, licence: MIT}")
    path.write_text(named)
    lvbuild.build(path, tmp_path / "out", workers=1)
    with pytest.raises(MissingCorpusError):
        lvbuild.verify(tmp_path / "out", rebuild=True, corpora=tmp_path)
    lvbuild.verify(tmp_path / "out", rebuild=True, corpora=tmp_path / "here")


def joined(folder: Path, texts: Any, page: str = "kites") -> LoadedCorpus:
    (folder / "q.csv").write_text(ROWS.format(page))
    return open_mapped(source({"path": "q.csv", "texts": texts, "fields": ASKED}), folder)


@pytest.mark.parametrize("page", ["kites", "kites.txt", "pages/kites.txt"])
def test_a_row_names_the_text_files_that_support_it(tmp_path: Path, page: str) -> None:
    (tmp_path / "pages").mkdir()
    for name, text in PAGES.items():
        (tmp_path / f"pages/{name}.txt").write_text(text)
    corpus = joined(tmp_path, "pages/*.txt", page)
    (question,) = corpus.questions()
    assert question.supporting == ("q:pages/kites.txt",)
    assert (question.retrieved, question.distracting) == ((), ())
    assert [len(batch) for batch in corpus.batches()] == [2]
    assert [why for _, why in corpus.left_out()] == ["its supporting document 'nowhere' is missing"]


@pytest.mark.parametrize("numbered", [False, True])
def test_a_row_names_records_of_another_file(tmp_path: Path, numbered: bool) -> None:
    ids: list[Any] = [1, 2] if numbered else list(PAGES)
    records = [{"page": name, "t": text} for name, text in zip(ids, PAGES.values(), strict=True)]
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, records)))
    texts = {"files": "p.jsonl", "fields": {"documents": "t", "document_ids": "page"}}
    corpus = joined(tmp_path, texts, str(ids[0]))
    (question,) = corpus.questions()
    assert [corpus.document(each).text for each in question.supporting] == [PAGES["kites"]]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({**ASKED, "documents": "t"}, "fields.documents: the documents are those of `texts`"),
        ({"question": "q", "answers": "a"}, "fields.supporting is missing"),
    ],
)
def test_texts_that_stand_apart_are_named_by_their_questions(
    fields: dict[str, str], told: str
) -> None:
    with pytest.raises(ValidationError, match=told):
        source({"path": "q.csv", "texts": "*.txt", "fields": fields})


def test_each_file_may_be_a_record(tmp_path: Path) -> None:
    for name, text in PAGES.items():
        (tmp_path / f"{name}.json").write_text(json.dumps({"question": name, "a": "x", "t": text}))
    fields = {"question": "question", "answers": "a", "documents": "t"}
    corpus = open_mapped(source({"path": "./", "format": "json", "fields": fields}), tmp_path)
    assert [question.input for question in corpus.questions()] == ["boats", "kites"]


@pytest.mark.parametrize(("name", "place"), [("a.json", ""), ("a.jsonl", ", line 1")])
def test_a_number_of_too_many_digits_is_told(tmp_path: Path, name: str, place: str) -> None:
    (tmp_path / name).write_text(f'{{"t": {"1" * 5_000}}}')
    with pytest.raises(BuildError, match=rf"{name}{place}: holds a number of more digits"):
        open_mapped(source({"path": name, "fields": {"documents": "t"}}), tmp_path)
