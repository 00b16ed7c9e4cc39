"""Lines that the pages of many questions share are taken away, copied content is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lvbuild.corpora.corpus import LoadedCorpus
from lvbuild.corpora.reading.cleaning import shared_lines
from tests.corpora.opening import open_dureader

MENU = "首页 疾病 药品 医院 专家在线"


def page(*paragraphs: str, selected: bool = False, related: int = 0) -> dict[str, Any]:
    told = {"title": "", "paragraphs": paragraphs, "is_selected": selected}
    return told | {"most_related_para": related}


def read(folder: Path, questions: int, *pages: dict[str, Any]) -> LoadedCorpus:
    """Write questions, each with a page of its own among those of all."""
    lines = []
    for number in range(questions):
        own = page(MENU, f"第{number}个问题的回答。", selected=True, related=1)
        record = {
            "question_id": number,
            "question": "什么？",
            "answers": ["回答"],
            "documents": [own, *pages],
        }
        lines.append(json.dumps(record))
    path = folder / "preprocessed/search.dev.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines))
    return open_dureader(folder)


def test_lines_on_the_pages_of_five_questions_go(tmp_path: Path) -> None:
    corpus = read(tmp_path, 5)
    texts = [corpus.document(name).text for name in next(corpus.batches())]
    assert texts == [f"第{number}个问题的回答。" for number in range(5)]
    assert [q.evidence for q in corpus.questions()] == [(text,) for text in texts]
    assert corpus.cleaned() == {"page furniture": 5}


def test_a_page_of_nothing_else_is_left_out(tmp_path: Path) -> None:
    corpus = read(tmp_path, 5, page(MENU), page("山上有雾。", MENU))
    assert len(next(corpus.batches())) == 6
    assert all(len(question.retrieved) == 2 for question in corpus.questions())
    assert corpus.cleaned()["documents left out: nothing but page furniture"] == 1


def test_a_question_whose_support_is_furniture_alone_is_left_out(tmp_path: Path) -> None:
    read(tmp_path, 5)
    path = tmp_path / "preprocessed/search.dev.json"
    lone = {"question_id": 9, "question": "？", "answers": ["甲"]}
    lone["documents"] = [page(MENU, MENU, selected=True)]
    path.write_text(f"{path.read_text()}\n{json.dumps(lone)}")
    corpus = open_dureader(tmp_path)
    reason = "a supporting document is left out: nothing but page furniture"
    assert corpus.left_out() == (("dureader:9", reason),)


def test_pages_of_one_question_may_copy_each_other() -> None:
    copied = ["同一段内容写了五遍。"] * 5
    assert shared_lines([copied, ["别的内容。"]]) == frozenset()
    assert shared_lines([[line] for line in copied]) == {"同一段内容写了五遍。"}
    assert shared_lines([["步骤"]] * 9) == frozenset()
    assert shared_lines([[f"价格是{number}元一斤"] for number in range(9)]) == frozenset()


def test_in_a_large_corpus_a_line_has_to_be_of_more_questions() -> None:
    pages = [[f"只属于问题的内容：{'甲' * (number % 7)}"] for number in range(4_000)]
    often = [["多次出现的内容"]] * 9
    assert "多次出现的内容" not in shared_lines([*pages, *often])
    assert "多次出现的内容" in shared_lines([*pages, *often, *often])
