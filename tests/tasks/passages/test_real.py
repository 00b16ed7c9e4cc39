"""The recipes over numbered passages on real paragraphs, and on all levels of the sample world."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import lvbuild
from lvbuild.corpora.catalogue import open_corpora
from lvbuild.errors import BuildError
from lvbuild.recipe import load_recipe
from tests.audited import untrue
from tests.tasks.needles.releases import records, rows
from tests.tasks.passages.releases import RETRIEVALS, check, passages

LEVELS = ("16k", "64k", "256k")


def shingles(text: str, language: str) -> set[str]:
    """Cut a text into its runs of eight words, or of thirteen characters."""
    words, run = (text.lower().split(), 8) if language == "en" else (list(text), 13)
    return {" ".join(words[n : n + run]) for n in range(len(words) - run + 1)}


def alike(one: set[str], other: set[str]) -> bool:
    return len(one & other) > 0.35 * max(min(len(one), len(other)), 1)


def test_real_records_count_unlike_passages_and_levels_beyond_the_corpus_are_told(
    shared_corpora: Path, tmp_path: Path
) -> None:
    name, levels = "passage_count_en", ["8k", "256k"]
    with pytest.raises(BuildError, match="passage_count_en at 256k: the documents that a question"):
        lvbuild.build(name, tmp_path, corpora=shared_corpora, levels=levels, limit=6, workers=1)
    [source] = load_recipe(name).recipe.corpora
    corpus = open_corpora([source], shared_corpora, True)[source]
    found = records(tmp_path, name, "8k")
    assert len(found) == 6
    for record in found:
        check(record, name)
        texts = passages(record)
        for told, text in zip(record.provenance["passages"], texts.values(), strict=True):
            start, end = told["cut"]
            assert text == corpus.document(told["document_id"]).text[start:end]
    cut = [shingles(text, "en") for text in set(texts.values())]
    assert not [1 for one, other in combinations(cut, 2) if alike(one, other)]


@pytest.mark.parametrize(
    "name",
    [RETRIEVALS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in RETRIEVALS[1:])],
)
def test_an_abstract_describes_the_paragraph_of_its_row(
    shared_corpora: Path, tmp_path: Path, name: str
) -> None:
    lvbuild.build(name, tmp_path, corpora=shared_corpora, levels=["4k"], workers=1)
    [source] = load_recipe(name).recipe.corpora
    corpus = open_corpora([source], shared_corpora, True)[source]
    described = {row["abstract"]: corpus.document(row["document_id"]).text for row in rows(name)}
    asked: Counter[str] = Counter()
    for record in records(tmp_path, name, "4k"):
        check(record, name)
        [abstract] = [each for each in described if each in record.input]
        texts = passages(record)
        own = [called for called, text in texts.items() if text == described[abstract]]
        assert record.fields["answers"] == own
        language = record.fields["language"]
        wanted = shingles(described[abstract], language)
        others = [text for called, text in texts.items() if called not in own]
        assert not [text for text in others if alike(wanted, shingles(text, language))]
        asked[abstract] += 1
    assert asked == dict.fromkeys(described, 2)
    assert untrue(tmp_path) == []


@pytest.mark.slow
@pytest.mark.usefixtures("keeping")
@pytest.mark.parametrize("name", ["passage_retrieval_zh", "passage_count_en"])
def test_levels_of_the_sample_world_keep_what_they_promise(tmp_path: Path, name: str) -> None:
    lvbuild.build(name, tmp_path, sample=True, levels=[*LEVELS], limit=30)
    for level in LEVELS:
        found = records(tmp_path, name, level)
        assert len(found) == 30
        for record in found:
            check(record, name)
    assert untrue(tmp_path) == []
