"""Of an answer that stands in its document twice, the place that upstream gives is kept."""

from __future__ import annotations

import pytest

from lvbuild.corpora.reading.cleaning import answer_evidence
from lvbuild.questions.evidence import evidence_spans

FILLER = " ".join(f"Line {number} tells of the old mill and its keepers." for number in range(40))
TEXT = (
    f"Ada Lee was a miller. {FILLER} The school was founded by Ada Lee in the year 1907. {FILLER}"
)
LAST = TEXT.rindex("Ada Lee")
ZH = (
    "李阿达生于河边。"
    + "河水流过磨坊的石墙，" * 40
    + "学校由李阿达创办于一九〇七年。"
    + "山上有雾，" * 40
)


@pytest.mark.parametrize(("text", "answer"), [(TEXT, "Ada Lee"), (ZH, "李阿达")])
def test_the_evidence_holds_the_place_alone(text: str, answer: str) -> None:
    last = text.rindex(answer)
    (evidence,) = answer_evidence(text, [answer], [last])
    assert text.count(evidence) == 1
    language = "zh" if text is ZH else "en"
    [[span]] = evidence_spans([text], [evidence], answer, language)
    assert span[0] <= last < last + len(answer) <= span[1]
    assert span[1] - span[0] < 150


@pytest.mark.parametrize("shift", [-3, 0, 5])
def test_white_space_cut_off_before_it_does_not_lead_astray(shift: int) -> None:
    (evidence,) = answer_evidence(TEXT, ["Ada Lee"], [LAST + shift])
    assert "founded by Ada Lee" in evidence


@pytest.mark.parametrize("start", [None, "7", True, 1.0])
def test_where_upstream_gives_no_place_there_is_no_evidence(start: object) -> None:
    assert answer_evidence(TEXT, ["Ada Lee"], [start]) == ()
    assert answer_evidence(TEXT, ["Ada Lee"], []) == ()


def test_an_answer_that_stands_once_needs_none() -> None:
    assert answer_evidence(TEXT, ["1907"], [TEXT.index("1907")]) == ()
