"""Evidence is found in its document exactly, folded, or as the most alike stretch."""

from __future__ import annotations

from lvbuild.languages import find_language
from lvbuild.questions.evidence import evidence_spans

CHINESE = find_language("zh")

TEXT = "It rained. Ada said “I found the  lamp\nin the cellar” and left. Nobody believed her then."


def cut(*wanted: str) -> str | None:
    [span] = evidence_spans([TEXT], wanted, "Nobody", "en")
    return TEXT[span[0][0] : span[-1][1]] if span else None


def test_it_is_found_exactly_or_with_white_space_and_quotes_folded() -> None:
    assert cut("Ada said") == "Ada said"
    assert cut('"I found the lamp in the cellar"') == "“I found the  lamp\nin the cellar”"
    assert cut("It rained.", "believed her") == TEXT[: TEXT.index(" then")]


def test_it_is_found_where_it_is_much_alike_and_not_where_it_is_not() -> None:
    assert cut("Nobody beleived her than.") in {
        "Nobody believed her then.",
        " Nobody believed her then",
    }
    assert cut("The moon is made of cheese.") is None
    assert cut("It rained.", "The moon is made of cheese.") is None
    assert cut() == "Nobody"


def test_it_does_not_begin_or_end_within_a_number_or_a_word() -> None:
    zh = "全市用电12.36万户。农村自来水入户2.36万户，限额12名。"
    [[span]] = evidence_spans([zh], ["2.36万户。"], "", "zh")
    assert zh[: span[0]].endswith("入户")
    assert evidence_spans([zh], ["12名。"], "", "zh") == [[(zh.index("12名"), len(zh))]]
    assert cut("lie") is None


def test_each_document_has_its_own_evidence_and_none_if_any_is_nowhere() -> None:
    texts = ["Ada hid the salt. It rained.", "Nobody saw her.", "It rained all day long there."]
    marked = ["Ada hid the salt.", "It rained"]
    assert evidence_spans(texts, marked, "Ada", "en") == [[(0, 17), (18, 27)], [], [(0, 9)]]
    assert evidence_spans(texts, [*marked, "The moon rose."], "Ada", "en") == [[], [], []]
    assert evidence_spans(texts, [], "Ada", "en") == [[(0, 3)], [], []]


def test_content_is_words_without_stop_words_and_runs_of_characters() -> None:
    assert find_language("en").content("Who found the Lamp's lid?") == {"found", "lamp's", "lid"}
    assert CHINESE.content("谁点亮灯，无人知", 2) == {"谁点", "点亮", "亮灯", "无人", "人知"}
    assert CHINESE.content("灯", 4) == {"灯"}
