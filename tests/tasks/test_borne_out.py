"""A question is drawn with the answers that what supports it bears out, and with no others."""

from __future__ import annotations

import json
import random
from pathlib import Path

import lvbuild
from tests.tasks.small_mixup import write_mixup

QUESTIONS = 12
CHARACTERS = "春夏秋冬江河山海松竹梅柳牛羊鸡犬桥路田园"
UNHEARD = "据说每逢月圆之夜有白鹭成群飞来，栖在屋脊上不肯离开。"


def told(number: int) -> str:
    return f"第{number}号渡口的渡船由船匠甲{number}打造，漆成青色，一次可以载三十名乘客过江。"


def village(draws: random.Random) -> str:
    """Return sentences that no other page has."""
    return "".join("".join(draws.choices(CHARACTERS, k=18)) + "。" for _ in range(6))


def write_dureader(corpora: Path) -> Path:
    """Write questions over pages: of the second the first answer stands nowhere, of the third any.

    The fourth says its answer.
    """
    path = corpora / "dureader" / "preprocessed" / "devset" / "search.dev.json"
    path.parent.mkdir(parents=True)
    rows, draws = [], random.Random(7)
    for number in range(QUESTIONS):
        texts = [told(number), *(village(draws) for _ in range(6))]
        pages = [
            {"title": text[:6], "paragraphs": [text], "is_selected": not n}
            for n, text in enumerate(texts)
        ]
        answers = {1: [UNHEARD, told(number)], 2: [UNHEARD]}.get(number, [told(number)])
        asked = f"第{number}号渡口的渡船什么样"
        if number == 3:
            asked = f"是不是{told(number)}"
        row = {"question_id": number, "question": asked, "answers": answers, "documents": pages}
        rows.append(json.dumps(row, ensure_ascii=False))
    path.write_text("\n".join(rows), encoding="utf-8")
    return corpora


def test_an_answer_that_no_passage_bears_out_is_dropped_and_a_question_without_another_left_out(
    tmp_path: Path,
) -> None:
    corpora = write_dureader(tmp_path / "corpora")
    recipe = write_mixup(
        tmp_path,
        task="multi_doc_qa",
        language="zh",
        unit="characters",
        questions="[dureader]",
        distractors="[dureader]",
        levels="[1k]",
        metric="rouge_l",
        answers="best",
        confusing_facts=0,
        answer_keywords="false",
    )
    manifest = lvbuild.build(
        recipe, tmp_path / "out", corpora=corpora, tables=False, workers=1, levels=["1k"]
    )
    left_out = {one.question_id: one.reason for one in manifest.recipes["mixed"].left_out}
    assert left_out == {
        "dureader:2": "what supports it does not bear its answer out",
        "dureader:3": "it says its answer",
    }
    records = list(lvbuild.open_release(tmp_path / "out").records("mixed_1k"))
    assert len(records) == QUESTIONS - 2
    assert {record.fields["answers"][0] for record in records} >= {told(1)}
    assert not any(UNHEARD in record.fields["answers"] for record in records)
