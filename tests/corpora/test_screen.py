"""What is advertising or worse stays out, and what an encyclopedia says of the same does not."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lvbuild.corpora.reading import screening
from lvbuild.corpora.reading.screening import Screen, Section, read_list, why_refused
from tests.corpora.mapped_sources import RECORD, read, source

REFUSED = {
    "健康咨询描述: 有什么方法可以在睡眠中死亡?比如在睡觉前吃了或喝了什么东西。": "self-harm",
    "请问如何自杀,割腕要多久": "self-harm",
    "加微信,福利视频尽情看 和少妇约炮微信露骨聊天记录 女优真枪实弹": "pornography",
    "Free XXX and porn tube, watch hot teens in live sex cams!": "pornography",
    "2017最靠谱的刷单平台,数十万商家推荐,请加QQ/微信:79883025": "link spam",
    "Buy Viagra at our online pharmacy, no prescription needed": "link spam",
}
STAYS = (
    "生命热线是香港一个志愿服务机构，为有自杀倾向、感到绝望及有情绪困扰的人士提供辅导服务。"
    "2009年自杀死亡率下降，自杀方法以跳楼及烧炭为主。",
    "《完全自杀手册》是一本介绍自杀方法的书，被多国列为禁书。书中写到安眠药、上吊等。",
    "他先后杀害三名儿童，其后自尽。法医称死者颈部有割伤，凶手将尸体肢解后弃置。",
    "她是日本AV女优，2003年出道，拍摄成人影片百余部，退役后结婚。",
    "Suicide prevention lines offer help to people with suicidal thoughts. Call one.",
    "Viagra, sold as sildenafil, is prescribed for erectile dysfunction; some buy it online.",
    "The court heard how he had murdered and dismembered eleven women.",
)


@pytest.mark.parametrize("text", REFUSED)
def test_advertising_and_instructions_are_refused(text: str) -> None:
    assert why_refused(f"前文。{text}后文。") == REFUSED[text]


@pytest.mark.parametrize("text", STAYS)
def test_what_tells_of_the_same_subjects_stays(text: str) -> None:
    assert why_refused(text) == ""


def test_a_refused_document_is_counted_and_its_question_left_out_with_the_reason(
    tmp_path: Path,
) -> None:
    spam = {"title": "", "text": "Free porn! Live sex cams! Xxx movies!", "is_selected": False}
    docs = [*RECORD["docs"], spam]
    corpus = read(
        tmp_path,
        source(),
        RECORD | {"docs": docs},
        RECORD | {"qid": 8, "docs": [spam | {"is_selected": True}]},
    )
    assert corpus.cleaned() == {"documents left out: pornography": 1}
    (question,) = corpus.questions()
    assert len(question.retrieved) == 1
    assert corpus.left_out() == (("mine:8", "a supporting document is left out: pornography"),)
    assert len(next(iter(corpus.batches()))) == 2


def test_phrases_are_whole_words_in_any_case() -> None:
    screen = Screen((Section("spam", 1, ("buy now", "加qq", "7日赚")),))
    assert screen.why_refused("BUY NOW!") == "spam"
    assert screen.why_refused("please 加QQ群") == "spam"
    assert screen.why_refused("buy nowhere") == screen.why_refused("abuy now") == ""
    assert screen.why_refused("17日赚") == ""


def test_a_section_may_need_several_different_phrases() -> None:
    screen = Screen((Section("spam", 2, ("甲", "乙")), Section("worse", 1, ("丙",))))
    assert screen.why_refused("甲甲甲") == ""
    assert screen.why_refused("甲乙") == "spam"
    assert screen.why_refused("甲乙丙") == "spam"
    assert screen.why_refused("甲丙") == "worse"


def test_the_lists_are_for_people_to_edit(tmp_path: Path) -> None:
    path = tmp_path / "en.txt"
    path.write_text("# a comment\n\n@link spam 2\nBuy Now\n  加QQ \n@self-harm\nx\n", "utf-8")
    assert read_list(path) == [
        Section("link spam", 2, ("buy now", "加qq")),
        Section("self-harm", 1, ("x",)),
    ]


@pytest.mark.parametrize("name", ["en.txt", "zh.txt"])
def test_no_phrase_of_the_lists_stands_twice(name: str) -> None:
    path = Path(screening.__file__).with_name("screen") / name
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert next(filter(str.strip, lines)).startswith("@")
    sections = read_list(path)
    assert {section.reason for section in sections} == {"self-harm", "pornography", "link spam"}
    counts = Counter(phrase for section in sections for phrase in section.phrases)
    assert max(counts.values()) == 1


def test_a_phrase_is_found_wherever_a_long_text_is_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen([Section("link spam", 1, ("buy pills",))])
    for at_once in range(1, 20):
        monkeypatch.setattr(screening, "_AT_ONCE", at_once)
        assert screen.why_refused("Read on, buy pills here.") == "link spam"
        assert screen.why_refused("Read on, buy pillsbury here.") == ""
        assert screen.why_refused("Read on, rebuy pills here.") == ""
