from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lvbuild.corpora.catalogue import fetch_corpus
from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.errors import BuildError, MissingCorpusError
from tests.corpora.opening import open_loogle_cr, open_loogle_mir, open_loogle_sd

TEXT = " Early life. Ada was born\nin 1815. She wrote notes. "
SHORT = {"Q": "When was Ada born?", "A": " In 1815.", "S": "Ada was born in 1815."}
LONG = {"Q": "Why?", "A": "Because.", "S": ["She wrote notes.", "Not there."]}
CR, MIR = "comprehension_and_reasoning", "multiple_information_retrieval"


def record(*pairs: Any, **change: Any) -> dict[str, Any]:
    literal = repr(list(pairs))
    return {"input": TEXT, "title": "Ada", "qa_pairs": literal, "output": "none"} | change


def write(folder: Path, short: Any = None, long: Any = None) -> Path:
    for name, content in (("shortdep_qa", short), ("longdep_qa", long)):
        text = json.dumps(record(SHORT) if content is None else content) + "\n"
        (folder / f"{name}.jsonl").write_text(text, "utf-8")
    return folder


def test_evidence_is_given_as_upstream_words_it(tmp_path: Path) -> None:
    write(tmp_path, record(SHORT), record(LONG | {"type": CR}))
    (short,) = open_loogle_sd(tmp_path).questions()
    assert short.answers == ("In 1815.",)
    assert short.evidence == ("Ada was born in 1815.",)
    (long,) = open_loogle_cr(tmp_path).questions()
    assert long.evidence == ("She wrote notes.", "Not there.")
    assert long.supporting == short.supporting


def test_the_type_of_a_question_decides_which_corpus_asks_it(tmp_path: Path) -> None:
    types = (CR, "Multiple information retrieval", "computation", "timeline_reorder", "riddle")
    pairs = [LONG | {"Q": kind, "type": kind} for kind in types]
    write(tmp_path, long=record(*pairs))
    cr, mir = open_loogle_cr(tmp_path), open_loogle_mir(tmp_path)
    assert [question.input for question in cr.questions()] == [CR]
    assert [question.input for question in mir.questions()] == ["Multiple information retrieval"]
    for corpus in (cr, mir):
        assert [reason for _, reason in corpus.left_out()] == [
            "its type 'riddle' is none of LooGLE's"
        ]


def test_a_number_is_an_answer_and_nothing_is_none(tmp_path: Path) -> None:
    write(tmp_path, record(SHORT | {"A": 3}, {"Q": "Who?", "A": ""}))
    corpus = open_loogle_sd(tmp_path)
    assert [question.answers for question in corpus.questions()] == [("3",)]
    assert [reason for _, reason in corpus.left_out()] == ["upstream gives no answer"]


def test_the_archive_of_the_hub_holds_all_three(tmp_path: Path) -> None:
    write(tmp_path, record(SHORT), record(LONG | {"type": CR}))
    path = tmp_path / "hub/data.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("shortdep_qa.jsonl", "longdep_qa.jsonl"):
            archive.write(tmp_path / name, f"data/{name}")
    corpus: LoadedCorpus = open_loogle_cr(path.parent, "0" * 40, [path])
    assert corpus.questions() == open_loogle_cr(tmp_path).questions()
    assert [file.path for file in corpus.files()] == ["data.zip"]


@pytest.mark.parametrize(
    ("open_", "content", "why"),
    [
        (open_loogle_sd, record(qa_pairs="[{'Q': "), "line 1, qa_pairs: is no Python literal"),
        (open_loogle_sd, record(qa_pairs="{'Q': 1}"), "line 1, qa_pairs: is no list"),
        (open_loogle_sd, record(SHORT | {"S": [1]}), "line 1, qa_pairs 1, S 1: is a number"),
        (open_loogle_cr, record(LONG), "line 1, qa_pairs 1: has no field 'type'"),
    ],
)
def test_a_record_of_another_layout_is_told_with_its_line(
    tmp_path: Path, open_: Callable[[Path], LoadedCorpus], content: Any, why: str
) -> None:
    write(tmp_path, content, content)
    with pytest.raises(BuildError, match=rf"dep_qa\.jsonl, {why}"):
        open_(tmp_path)


def test_what_is_not_fetched_is_told_by_the_name_to_fetch_it_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(MissingCorpusError, match="run `lvbuild corpora fetch loogle_mir`"):
        fetch_corpus("loogle_mir")
    assert not (tmp_path / "corpora/loogle_mir").exists()
