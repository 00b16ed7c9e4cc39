"""A mapping reads the files of known corpora as their modules do, but for rules of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lvbuild.corpora import cmrc2018, dureader, multi_hop
from lvbuild.corpora.catalogue import corpus_entry
from lvbuild.corpora.corpus import CorpusQuestion, LoadedCorpus
from lvbuild.corpora.mapped import open_mapped
from lvbuild.corpora.reading.cleaning import CERTAIN
from lvbuild.corpora.reading.loading import Loading
from lvbuild.recipe.sources import InlineSource

MAPPINGS: dict[str, dict[str, Any]] = {
    "cmrc2018": {"format": "squad", "fields": {"document_ids": "id"}},
    "dureader": {
        "format": "jsonl",
        "files": "preprocessed/**/search.*.json",
        "fields": {
            "id": "question_id",
            "question": "question",
            "answers": "answers[]",
            "documents": "documents[].paragraphs",
            "titles": "documents[].title",
            "supporting": "documents[].is_selected",
        },
    },
    "hotpotqa": {
        "format": "json",
        "join": "",
        "others_distract": True,
        "fields": {
            "id": "_id",
            "question": "question",
            "answers": "answer",
            "documents": "context[].1",
            "titles": "context[].0",
            "supporting": "supporting_facts[].0",
        },
    },
}


def bare(question: CorpusQuestion) -> tuple[object, ...]:
    """All of a question but its evidence, which no path leads to in these layouts."""
    texts = question.id, question.input, question.answers
    return *texts, question.supporting, question.retrieved


@pytest.mark.parametrize("name", MAPPINGS)
def test_questions_documents_and_reasons_are_the_same(
    name: str, shared_corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cmrc2018, "CLEANING", CERTAIN)
    monkeypatch.setattr(multi_hop, "HOTPOTQA_CLEANING", CERTAIN)
    monkeypatch.setattr(dureader, "CLEANING", CERTAIN)
    monkeypatch.setattr(Loading, "drop_page_lines", lambda _: None)
    entry = corpus_entry(name)
    folder = shared_corpora / entry.folder
    described = {"name": entry.folder, "licence": "MIT", **MAPPINGS[name]}
    mapped = open_mapped(InlineSource.model_validate(described), folder)
    known = entry.open(folder)
    assert isinstance(known, LoadedCorpus)
    assert [*map(bare, mapped.questions())] == [*map(bare, known.questions())]
    assert [*mapped.batches()] == [*known.batches()]
    for document_id in next(mapped.batches()):
        assert mapped.document(document_id).text == known.document(document_id).text
    assert mapped.left_out() == known.left_out()
    assert mapped.files() == known.files()
