"""What every question corpus promises, asserted of all of them on the real files."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from lvbuild.corpora.catalogue import CATALOGUE, corpus_entry
from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.errors import BuildError
from tests.corpora.opening import opener

NOTHING = "nothing is left of it"
WITHOUT = "a supporting document is left out: "
CUT = "cleaning would cut its answer or its evidence"
NOISE = re.compile(r"<p>|&nbsp;|-\{|[\u2028\u2029\x00-\x08]")


class Golden(NamedTuple):
    """What a corpus holds: documents and questions, each count with the first and last id.

    Then come the questions that have evidence, and the documents marked as distracting.
    """

    documents: tuple[int, str, str]
    questions: tuple[int, str, str]
    evidence: int = 0
    distracting: int = 0


GOLDEN = {
    "hotpotqa": Golden(
        (1995, "d8fd5e9f6c7e", "48b3b2f4d840"),
        (195, "5a7613c15542994ccc9186bf", "5a8eea4a5542990e94052bb7"),
        195,
        1556,
    ),
    "2wikimultihopqa": Golden(
        (5949, "21f9f22edafc", "dd6094c6302a"),
        (2, "8813f87c0bdd11eba7f7acde48001122", "e2a3bf2a0bdd11eba7f7acde48001122"),
        2,
        16,
    ),
    "cmrc2018": Golden(
        (843, "DEV_0", "DEV_1989"), (3199, "DEV_0_QUERY_0", "DEV_1989_QUERY_4"), 430
    ),
    "dureader": Golden((888, "4f70ca1cd925", "6e742cf85213"), (183, "186572", "50"), 183),
    "loogle_sd": Golden(
        (5, "80b29051da6f", "d48898071520"), (80, "3c8cc760a564", "a588d7001df6"), 80
    ),
    "loogle_cr": Golden(
        (5, "80b29051da6f", "ae73162433f9"), (15, "740c8fa9ae32", "f07373878aba"), 15
    ),
    "loogle_mir": Golden(
        (5, "80b29051da6f", "ae73162433f9"), (15, "5a7c5fb3e433", "e40728e01576"), 15
    ),
    "longbench_multifieldqa_en": Golden(
        (7, "7f0bde529349", "e48536df45d3"), (7, "c1833d1dc8df", "ba51c0995988")
    ),
    "longbench_multifieldqa_zh": Golden(
        (15, "e0f7d8182d45", "dd75055aa705"), (15, "f782c6820500", "08f256b6ab46")
    ),
}
ALL = pytest.mark.parametrize("name", GOLDEN)


@cache
def opened(name: str, folder: Path) -> LoadedCorpus:
    return opener(name)(folder / corpus_entry(name).folder)


@ALL
def test_ids_and_counts_never_change(name: str, shared_corpora: Path) -> None:
    corpus = opened(name, shared_corpora)
    (documents,) = corpus.batches()
    questions = corpus.questions()
    asked = [question.id for question in questions]
    prefix = f"{corpus_entry(name).folder}:"
    for ids, golden in ((documents, GOLDEN[name].documents), (asked, GOLDEN[name].questions)):
        assert (len(ids), ids[0], ids[-1]) == (golden[0], *(prefix + each for each in golden[1:]))
    every = [*asked, *(question_id for question_id, _ in corpus.left_out())]
    assert len(set(documents)) == len(documents)
    assert len(set(every)) == len(every)
    assert all(each.startswith(prefix) for each in [*documents, *every])
    assert sum(bool(each.evidence) for each in questions) == GOLDEN[name].evidence
    assert sum(len(each.distracting) for each in questions) == GOLDEN[name].distracting
    assert any(each.retrieved for each in questions) == (name == "dureader")


@ALL
def test_texts_are_plain_and_stand_where_they_should(name: str, shared_corpora: Path) -> None:
    corpus = opened(name, shared_corpora)
    (ids,) = corpus.batches()
    documents = {each: corpus.document(each).text for each in ids}
    texts = [*documents.values()]
    for question in corpus.questions():
        texts += [question.input, *question.answers, *question.evidence]
        others = {*question.retrieved, *question.distracting}
        assert question.supporting
        assert not {*question.supporting, *question.retrieved} & {*question.distracting}
        assert not question.retrieved or {*question.supporting} <= {*question.retrieved}
        assert {*question.supporting, *others} <= documents.keys()
        assert question.answers
        assert len(set(question.answers)) == len(question.answers)
        if not name.startswith("loogle"):  # which words some of it unlike its documents
            held = [documents[each] for each in question.supporting]
            assert all(any(passage in text for text in held) for passage in question.evidence)
    for text in texts:
        assert text
        assert text == text.strip()
        assert "\r" not in text
        assert unicodedata.is_normalized("NFC", text)
        assert not NOISE.search(text)


@ALL
def test_licence_revision_and_files_are_known(name: str, shared_corpora: Path) -> None:
    corpus, entry = opened(name, shared_corpora), corpus_entry(name)
    assert (corpus.name, corpus.licence, corpus.revision) == (name, entry.licence, "local")
    assert corpus.files()
    for file in corpus.files():
        data = (shared_corpora / entry.folder / file.path).read_bytes()
        assert file.sha256 == hashlib.sha256(data).hexdigest()
    with pytest.raises(BuildError, match="pg19:11: no such document among the"):
        corpus.document("pg19:11")


@ALL
def test_a_folder_without_its_files_says_what_belongs_there(name: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("nothing")
    with pytest.raises(BuildError) as told:
        CATALOGUE[name].open(tmp_path)
    assert str(tmp_path) in str(told.value)
    assert f"expected {corpus_entry(name).layout}: put it there" in str(told.value)


def test_what_is_left_out_of_real_corpora_is_what_was_read(shared_corpora: Path) -> None:
    """Every page was read: two on dying in one's sleep, one of news with pornography, two of spam.

    Of others nothing whole is left: pages of one sentence around an address, lists whose items
    are gone ("may refer to:"). Contracts, reports and papers are all kept.
    """
    left = {
        "cmrc2018": {NOTHING: 5},
        "hotpotqa": {NOTHING: 4},
        "2wikimultihopqa": {NOTHING: 189},
        "dureader": {
            "link spam": 1,
            "nothing but page furniture": 2,
            NOTHING: 22,
            "pornography": 1,
            "self-harm": 2,
        },
    }
    unasked = {
        "cmrc2018": {f"{WITHOUT}{NOTHING}": 15, CUT: 5},
        "hotpotqa": {CUT: 5},
        "dureader": {
            f"{WITHOUT}{NOTHING}": 6,
            f"{WITHOUT}self-harm": 1,
            CUT: 5,
            "upstream gives no answer": 5,
        },
    }
    for name in GOLDEN:
        corpus = opened(name, shared_corpora)
        expected = {f"documents left out: {why}": n for why, n in left.get(name, {}).items()}
        assert expected == {k: n for k, n in corpus.cleaned().items() if "left out" in k}
        assert Counter(reason for _, reason in corpus.left_out()) == unasked.get(name, {})
