"""What every question corpus promises, asserted of all of them on the real files."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from lvbuild.corpora.catalogue import corpus_entry
from lvbuild.corpora.corpus import LoadedCorpus, QuestionCorpus
from lvbuild.errors import BuildError
from tests.corpora.opening import (
    open_2wikimultihopqa,
    open_cmrc2018,
    open_dureader,
    open_hotpotqa,
    open_loogle_cr,
    open_loogle_mir,
    open_loogle_sd,
    open_multifieldqa_en,
    open_multifieldqa_zh,
)


class Golden(NamedTuple):
    name: str
    open: Callable[[Path], LoadedCorpus]
    licence: str
    documents: int
    first_document: str
    last_document: str
    questions: int
    first_question: str
    last_question: str
    left_out: int = 0


GOLDEN = (
    Golden(
        "hotpotqa",
        open_hotpotqa,
        "CC-BY-SA-4.0",
        1999,
        "hotpotqa:d8fd5e9f6c7e",
        "hotpotqa:48b3b2f4d840",
        200,
        "hotpotqa:5a7613c15542994ccc9186bf",
        "hotpotqa:5a8eea4a5542990e94052bb7",
    ),
    Golden(
        "2wikimultihopqa",
        open_2wikimultihopqa,
        "Apache-2.0",
        6138,
        "2wikimultihopqa:21f9f22edafc",
        "2wikimultihopqa:dd6094c6302a",
        2,
        "2wikimultihopqa:8813f87c0bdd11eba7f7acde48001122",
        "2wikimultihopqa:e2a3bf2a0bdd11eba7f7acde48001122",
    ),
    Golden(
        "cmrc2018",
        open_cmrc2018,
        "CC-BY-SA-4.0",
        848,
        "cmrc2018:DEV_0",
        "cmrc2018:DEV_1989",
        3219,
        "cmrc2018:DEV_0_QUERY_0",
        "cmrc2018:DEV_1989_QUERY_4",
    ),
    Golden(
        "dureader",
        open_dureader,
        "Apache-2.0",
        910,
        "dureader:4f70ca1cd925",
        "dureader:6e742cf85213",
        194,
        "dureader:186572",
        "dureader:50",
        left_out=6,
    ),
    Golden(
        "loogle_sd",
        open_loogle_sd,
        "CC-BY-SA-4.0",
        5,
        "loogle:80b29051da6f",
        "loogle:d48898071520",
        80,
        "loogle:3c8cc760a564",
        "loogle:a588d7001df6",
    ),
    Golden(
        "loogle_cr",
        open_loogle_cr,
        "CC-BY-SA-4.0",
        5,
        "loogle:80b29051da6f",
        "loogle:ae73162433f9",
        15,
        "loogle:740c8fa9ae32",
        "loogle:f07373878aba",
    ),
    Golden(
        "loogle_mir",
        open_loogle_mir,
        "CC-BY-SA-4.0",
        5,
        "loogle:80b29051da6f",
        "loogle:ae73162433f9",
        15,
        "loogle:5a7c5fb3e433",
        "loogle:e40728e01576",
    ),
    Golden(
        "longbench_multifieldqa_en",
        open_multifieldqa_en,
        "MIT",
        7,
        "longbench:7f0bde529349",
        "longbench:e48536df45d3",
        7,
        "longbench:c1833d1dc8df",
        "longbench:ba51c0995988",
    ),
    Golden(
        "longbench_multifieldqa_zh",
        open_multifieldqa_zh,
        "MIT",
        15,
        "longbench:e0f7d8182d45",
        "longbench:dd75055aa705",
        15,
        "longbench:f782c6820500",
        "longbench:08f256b6ab46",
    ),
)
ALL = pytest.mark.parametrize("golden", GOLDEN, ids=[golden.name for golden in GOLDEN])


@cache
def opened(golden: Golden, folder: Path) -> QuestionCorpus:
    return golden.open(folder / corpus_entry(golden.name).folder)


@ALL
def test_ids_and_counts_never_change(golden: Golden, shared_corpora: Path) -> None:
    corpus = opened(golden, shared_corpora)
    (documents,) = corpus.batches()
    questions = [question.id for question in corpus.questions()]
    assert (len(documents), documents[0], documents[-1]) == golden[3:6]
    assert (len(questions), questions[0], questions[-1]) == golden[6:9]
    assert len(corpus.left_out()) == golden.left_out


@ALL
def test_ids_are_unique_and_what_is_left_out_is_not_asked(
    golden: Golden, shared_corpora: Path
) -> None:
    corpus = opened(golden, shared_corpora)
    (documents,) = corpus.batches()
    questions = [question.id for question in corpus.questions()]
    questions += [question_id for question_id, _ in corpus.left_out()]
    assert len(set(documents)) == len(documents)
    assert len(set(questions)) == len(questions)
    prefix = f"{corpus_entry(golden.name).folder}:"
    assert all(each.startswith(prefix) for each in [*documents, *questions])


@ALL
def test_every_text_is_plain_and_never_empty(golden: Golden, shared_corpora: Path) -> None:
    corpus = opened(golden, shared_corpora)
    (documents,) = corpus.batches()
    texts = [corpus.document(document_id).text for document_id in documents]
    for question in corpus.questions():
        texts += [question.input, *question.answers, *question.evidence]
    for text in texts:
        assert text
        assert text == text.strip()
        assert "\r" not in text
        assert unicodedata.is_normalized("NFC", text)


@ALL
def test_every_question_has_answers_and_documents(golden: Golden, shared_corpora: Path) -> None:
    corpus = opened(golden, shared_corpora)
    (documents,) = corpus.batches()
    for question in corpus.questions():
        assert question.answers
        assert len(set(question.answers)) == len(question.answers)
        assert question.supporting
        others = {*question.retrieved, *question.distracting}
        assert not set(question.supporting) & others
        assert {*question.supporting, *others} <= set(documents)


@ALL
def test_evidence_stands_in_a_supporting_document(golden: Golden, shared_corpora: Path) -> None:
    if golden.name.startswith("loogle"):
        return  # LooGLE words some of it unlike its documents; see tasks/test_evidence.py
    corpus = opened(golden, shared_corpora)
    for question in corpus.questions():
        texts = [corpus.document(document_id).text for document_id in question.supporting]
        assert all(any(passage in text for text in texts) for passage in question.evidence)


@ALL
def test_licence_revision_and_files_are_known(golden: Golden, shared_corpora: Path) -> None:
    corpus, entry = opened(golden, shared_corpora), corpus_entry(golden.name)
    assert corpus.name == golden.name
    assert corpus.licence == entry.licence == golden.licence
    assert corpus.revision == "local"
    assert corpus.files()
    for file in corpus.files():
        data = (shared_corpora / entry.folder / file.path).read_bytes()
        assert file.sha256 == hashlib.sha256(data).hexdigest()


@ALL
def test_a_folder_without_its_files_says_what_belongs_there(golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("nothing")
    with pytest.raises(BuildError) as told:
        golden.open(tmp_path)
    assert str(tmp_path) in str(told.value)
    assert f"expected {corpus_entry(golden.name).layout}: put it there" in str(told.value)


@ALL
def test_an_unknown_document_is_a_build_error(golden: Golden, shared_corpora: Path) -> None:
    with pytest.raises(BuildError, match="pg19:11: no such document among the"):
        opened(golden, shared_corpora).document("pg19:11")


def test_what_upstream_marks_is_kept(shared_corpora: Path) -> None:
    """The counts of questions with evidence, and of pages found beside DuReader's own."""
    marked = {
        golden.name: sum(bool(q.evidence) for q in opened(golden, shared_corpora).questions())
        for golden in GOLDEN
    }
    assert marked == {
        "hotpotqa": 200,
        "2wikimultihopqa": 2,
        "cmrc2018": 434,
        "dureader": 194,
        "loogle_sd": 80,
        "loogle_cr": 15,
        "loogle_mir": 15,
        "longbench_multifieldqa_en": 0,
        "longbench_multifieldqa_zh": 0,
    }
    retrieved = {
        golden.name
        for golden in GOLDEN
        if any(question.retrieved for question in opened(golden, shared_corpora).questions())
    }
    assert retrieved == {"dureader"}
    distracting = {
        golden.name: sum(len(q.distracting) for q in opened(golden, shared_corpora).questions())
        for golden in GOLDEN
    }
    assert {name: count for name, count in distracting.items() if count} == {
        "hotpotqa": 1600,
        "2wikimultihopqa": 16,
    }


def test_why_real_questions_are_left_out(shared_corpora: Path) -> None:
    corpus = open_dureader(shared_corpora / "dureader")
    assert Counter(reason for _, reason in corpus.left_out()) == {
        "upstream gives no answer": 5,
        "a supporting document is left out: self-harm": 1,
    }
