"""What no proposal may be."""

from __future__ import annotations

from lvbuild.annotate.suggesting.entities import UsedWords
from lvbuild.tables.rows import ReplacementRow


def test_no_word_of_the_pool_is_new_in_any_case() -> None:
    taken = UsedWords("The Hatherton river runs by SALLOW.", "en")
    assert not taken.is_new("Hatherton")
    assert not taken.is_new("Sallow")
    assert not taken.is_new("Ada Hatherton")
    assert taken.is_new("Ada Merrow")


def test_no_chinese_word_within_the_pool_is_new() -> None:
    taken = UsedWords("他住在杭州市。", "zh")
    assert not taken.is_new("杭州")
    assert taken.is_new("湖州")


def test_words_in_small_letters_are_no_names() -> None:
    taken = UsedWords("The Time of the river.", "en")
    assert taken.is_common("River")
    assert not taken.is_common("Time")


def test_what_stands_for_a_name_stands_for_no_other() -> None:
    taken = UsedWords("", "en")
    taken.add(
        ReplacementRow(
            question_id="q",
            original="Ada Tamble",
            replacement="Joan Merrow",
            alternatives=("Ann Corrin",),
            kind="person",
            status="draft",
            annotator="test",
        )
    )
    assert not taken.is_new("Joan Merrow")
    assert not taken.is_new("Merrow")
    assert not taken.is_new("Ann Corrin")
    assert taken.is_new("Vale")
