from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.errors import BuildError
from tests.corpora.opening import open_2wikimultihopqa, open_hotpotqa

CONTEXT = [
    ["Ada", ["Ada was born in London.", " She wrote notes."]],
    ["Bob", ["Bob was not."]],
    ["London", ["London is a city.", " It is old.", ""]],
]
RECORD: dict[str, Any] = {
    "_id": "q1",
    "question": " Where was the writer born? ",
    "answer": "London",
    "context": CONTEXT,
    "supporting_facts": [["London", 0], ["Ada", 1]],
}
WHERE = r"hotpot_dev_distractor_v1\.json, record 1"


def hotpotqa(folder: Path, *records: Any) -> LoadedCorpus:
    (folder / "hotpot_dev_distractor_v1.json").write_text(json.dumps(records))
    return open_hotpotqa(folder)


def texts(corpus: LoadedCorpus) -> list[str]:
    return [
        corpus.document(document_id).text for batch in corpus.batches() for document_id in batch
    ]


def test_sentences_are_joined_as_they_are_and_supporting_ones_are_evidence(tmp_path: Path) -> None:
    corpus = hotpotqa(tmp_path, RECORD)
    assert texts(corpus) == [
        "Ada was born in London. She wrote notes.",
        "Bob was not.",
        "London is a city. It is old.",
    ]
    (question,) = corpus.questions()
    assert question.id == "hotpotqa:q1"
    assert question.input == "Where was the writer born?"
    assert question.answers == ("London",)
    titles = [corpus.document(document_id).title for document_id in question.supporting]
    assert titles == ["Ada", "London"]
    assert question.evidence == ("London is a city.", "She wrote notes.")
    assert question.retrieved == ()
    distracting = [corpus.document(document_id).title for document_id in question.distracting]
    assert distracting == ["Bob"]


def test_the_layout_of_the_hub_gives_the_same(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    original = hotpotqa(tmp_path / "a", RECORD)
    row = {
        "id": "q1",
        "question": RECORD["question"],
        "answer": "London",
        "supporting_facts": {"title": ["London", "Ada"], "sent_id": [0, 1]},
        "context": {
            "title": [title for title, _ in CONTEXT],
            "sentences": [sentences for _, sentences in CONTEXT],
        },
    }
    shard = tmp_path / "b/distractor/validation-00000-of-00001.parquet"
    fullwiki = tmp_path / "b/fullwiki/validation-00000-of-00001.parquet"
    for path, rows in ((shard, [row]), (fullwiki, [row | {"answer": "Paris"}])):
        path.parent.mkdir(parents=True)
        pq.write_table(pa.Table.from_pylist(rows), path)
    hub = open_hotpotqa(tmp_path / "b")
    assert hub.questions() == original.questions()
    assert texts(hub) == texts(original)
    assert [file.path for file in hub.files()] == ["distractor/validation-00000-of-00001.parquet"]
    given = open_hotpotqa(tmp_path / "b", "0" * 40, [shard])
    assert given.questions() == original.questions()
    assert given.revision == "0" * 40


def test_other_splits_of_hotpotqa_are_left_alone(tmp_path: Path) -> None:
    for name in ("hotpot_dev_fullwiki_v1.json", "hotpot_test_fullwiki_v1.json"):
        (tmp_path / name).write_text("broken")
    (tmp_path / "hotpot_train_v1.1.json").write_text(json.dumps([RECORD | {"_id": "t"}]))
    assert [question.id for question in open_hotpotqa(tmp_path).questions()] == ["hotpotqa:t"]
    corpus = hotpotqa(tmp_path, RECORD)
    assert [question.id for question in corpus.questions()] == ["hotpotqa:q1"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"supporting_facts": []}, "upstream marks no supporting fact"),
        ({"supporting_facts": [["Paris", 0]]}, "its supporting paragraph 'Paris' is missing"),
        ({"supporting_facts": [["Bob", 1]]}, "its supporting paragraph 'Bob' has no sentence 1"),
        ({"supporting_facts": [["Bob", -1]]}, "its supporting paragraph 'Bob' has no sentence -1"),
        (
            {"context": [*CONTEXT, ["Ada", ["Another Ada."]]]},
            "two of its paragraphs have the title 'Ada' of a supporting one",
        ),
        ({"context": [["Ada", [" "]], CONTEXT[2]]}, "its supporting paragraph 'Ada' is missing"),
    ],
)
def test_a_question_without_its_support_is_left_out(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    corpus = hotpotqa(tmp_path, RECORD | change)
    assert corpus.questions() == ()
    assert corpus.left_out() == (("hotpotqa:q1", reason),)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"context": [*CONTEXT, ["Ada"]]},
            "context 4: .* a title and a list of sentences",
        ),
        ({"context": [*CONTEXT, ["Ada", [1]]]}, "context 4, sentence: is a number"),
        ({"supporting_facts": [["Ada", "0"]]}, "supporting_facts 1: .* a title and a sentence's n"),
        ({"context": {"title": ["Ada"], "sentences": []}}, "context: has columns of unequal"),
    ],
)
def test_a_record_of_another_layout_is_told_with_its_number(
    tmp_path: Path, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(BuildError, match=f"{WHERE}, {why}"):
        hotpotqa(tmp_path, RECORD | change)


def test_a_broken_record_leaves_no_document_behind(tmp_path: Path) -> None:
    broken = RECORD | {"_id": "q2", "context": [["Eve", ["Eve was there."]], ["Ada", [1]]]}
    corpus = hotpotqa(tmp_path, RECORD, broken)
    assert [question_id for question_id, _ in corpus.left_out()] == ["hotpotqa:q2"]
    assert len(texts(corpus)) == len(CONTEXT)


def two_wiki(folder: Path, passages: Any = None) -> LoadedCorpus:
    stripped = [[title, [s.strip() for s in sentences]] for title, sentences in CONTEXT[:2]]
    record = RECORD | {"context": stripped, "supporting_facts": [["Ada", 0]]}
    (folder / "dev.json").write_text(json.dumps([record]))
    if passages is not None:
        (folder / "passages.json").write_text(json.dumps(passages))
    return open_2wikimultihopqa(folder)


def test_a_space_joins_the_stripped_sentences_of_2wiki(tmp_path: Path) -> None:
    assert texts(two_wiki(tmp_path)) == ["Ada was born in London. She wrote notes.", "Bob was not."]


def test_passages_are_further_documents_and_known_ones_are_not(tmp_path: Path) -> None:
    passages = [
        {"title": "Bob", "text": "Bob was not."},
        {"title": "Eve", "text": "Eve was\r\nthere. "},
    ]
    assert texts(two_wiki(tmp_path, passages))[1:] == ["Bob was not.", "Eve was\nthere."]
