"""Of a source larger than memory documents are taken that a draw by their ids picks."""

from __future__ import annotations

import json
import random
import re
import tracemalloc
from pathlib import Path

import pytest

from lvbuild.core.seeds import child_seed
from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.errors import BuildError
from lvbuild.recipe.sources import InlineSource
from tests.corpora.mapped_sources import source, write

MOST = 1_000_000
FIELDS = {"documents": "text", "document_ids": "id"}
LEFT_OUT = "documents left out: not among the 1,000,000 characters"


def records(count: int) -> list[dict[str, str]]:
    drawn = random.Random(1)
    return [
        {"id": str(n), "text": f"The heron {n} waits. " * drawn.randint(20, 400)}
        for n in range(count)
    ]


def of_records(**more: object) -> InlineSource:
    return source("jsonl", FIELDS, **more)


def texts(corpus: LoadedCorpus) -> dict[str, str]:
    return {name: corpus.document(name).text for batch in corpus.batches() for name in batch}


def first_drawn(told: list[dict[str, str]]) -> dict[str, str]:
    """Take documents in the order of their ids' seeds until there are so many characters."""
    taken: dict[str, str] = {}
    for name, text in sorted(
        ((f"mine:{each['id']}", each["text"].strip()) for each in told),
        key=lambda pair: child_seed(pair[0]),
    ):
        if sum(map(len, taken.values())) < MOST:
            taken[name] = text
    return taken


@pytest.mark.parametrize("seed", range(4))
def test_those_are_taken_that_come_first_in_an_order_of_ids_however_files_have_them(
    tmp_path: Path, seed: int
) -> None:
    told = records(600)
    random.Random(seed).shuffle(told)
    (tmp_path / "more").mkdir()
    write(tmp_path, "jsonl", *told[:250])
    write(tmp_path / "more", "jsonl", *told[250:])
    corpus = open_mapped(of_records(take=MOST), tmp_path)
    found = texts(corpus)
    assert found == first_drawn(told)
    assert [*found] == [f"mine:{each['id']}" for each in told if f"mine:{each['id']}" in found]
    assert corpus.cleaned() == {LEFT_OUT: len(told) - len(found)}
    assert len(corpus.files()) == 2


@pytest.mark.parametrize("more", [{"take": MOST}, {}])
def test_records_without_text_are_counted(tmp_path: Path, more: dict[str, int]) -> None:
    told = records(20)
    for each in told[::5]:
        each["text"] = ""
    write(tmp_path, "jsonl", *told)
    assert open_mapped(of_records(**more), tmp_path).cleaned() == {"documents left out: empty": 4}


def test_a_source_that_is_smaller_is_read_as_one_that_takes_all(tmp_path: Path) -> None:
    write(tmp_path, "jsonl", *records(60))
    taken, every = (open_mapped(of_records(**more), tmp_path) for more in ({"take": MOST}, {}))
    assert texts(taken) == texts(every)
    assert taken.cleaned() == every.cleaned() == {}


def test_text_files_and_rows_of_parquet_are_taken_alike(tmp_path: Path) -> None:
    told = records(600)
    for format_, contents in (("parquet", told), ("text", [each["text"] for each in told])):
        folder = tmp_path / format_
        folder.mkdir()
        write(folder, format_, *contents)
        fields = FIELDS if format_ == "parquet" else None
        corpus = open_mapped(source(format_, fields, take=MOST), folder)
        held = sum(map(len, texts(corpus).values()))
        assert MOST <= held < MOST + 10_000
        assert corpus.cleaned()[LEFT_OUT] == 600 - len(texts(corpus))


def test_memory_holds_what_is_taken_alone(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        with (tmp_path / "a.jsonl").open("w", encoding="utf-8") as file:
            for n in range(count):
                text = f"The heron {n} waits by the reeds of the mill. " * 100
                file.write(json.dumps({"id": str(n), "text": text}) + "\n")
        tracemalloc.start()
        open_mapped(of_records(take=MOST), tmp_path)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(4_000) < 1.2 * peak(1_000) < 12 * MOST


def test_two_documents_of_one_id_are_told(tmp_path: Path) -> None:
    write(tmp_path, "jsonl", *records(3), {"id": "1", "text": "Another text."})
    with pytest.raises(BuildError, match=r"line 4, text: another document with the id mine:1"):
        open_mapped(of_records(take=MOST), tmp_path)
    write(tmp_path, "jsonl", *records(3), *records(3))
    assert len(texts(open_mapped(of_records(take=MOST), tmp_path))) == 3


def test_a_source_that_asks_questions_takes_all(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape("take: a source that asks questions")):
        source(take=MOST)
