"""Rows whose words are spent: what they take, and that forms of a name take what goes together."""

from __future__ import annotations

from typing import Any

import pytest

from lvbuild.annotate.suggesting.entities import Texts
from lvbuild.renewal.fresh_words import Told
from lvbuild.renewal.spent_rows import Group
from lvbuild.tables.rows import ReplacementRow


def row(original: str, *words: str, **more: Any) -> ReplacementRow:
    first, *others = words
    told = {"question_id": "q", "kind": "person", "status": "draft", "annotator": "Ann"}
    new = {"original": original, "replacement": first, "alternatives": others}
    return ReplacementRow.model_validate({**told, "entity": "Ada Stone", **new, **more})


def group(*rows: ReplacementRow) -> Group:
    """Return what has one place for words, which a variant before took."""
    return Group(["q"], rows, Told(Texts([], []), []), 1, [0], [0, 1])


@pytest.mark.parametrize(
    ("whole", "surname"),
    [
        (["Nora Birch", "Ivy Crane", "May Finch"], ["Birch", "Crane"]),
        (["Nora Birch", "Ivy Crane"], ["Birch", "Crane", "Finch"]),
    ],
)
def test_forms_of_a_name_with_unlike_numbers_of_words_take_those_that_go_together(
    whole: list[str], surname: list[str]
) -> None:
    rows = row("Ada Stone", *whole), row("Stone", *surname)
    those = group(*rows)
    assert [those.wanted(one) for one in rows] == [1, 1]
    new = ["Eve Moor"], ["Moor"]
    drawn = [those.renewed(*each).alternatives[1] for each in zip(rows, new, strict=True)]
    assert drawn == ["Eve Moor", "Moor"]
    kept = [those.renewed(one, ()).alternatives[1] for one in rows]
    assert kept == [whole[0], surname[0]]


def test_forms_that_all_have_a_word_left_take_it() -> None:
    rows = row("Ada Stone", "Nora Birch", "Ivy Crane", "May Finch"), row("Stone", "B", "C", "F")
    those = group(*rows)
    assert not any(map(those.wanted, rows))
    assert [those.renewed(one, ()).alternatives[1] for one in rows] == ["May Finch", "F"]


def test_what_another_name_lacks_is_no_matter() -> None:
    rows = row("Ada Stone", "Nora Birch", "Ivy Crane", "May Finch"), row("Hob", "Tim", "Bob")
    those = group(rows[0], rows[1].model_copy(update={"entity": "Hob"}))
    assert those.wanted(those.rows[0]) == 0
    assert those.wanted(those.rows[1]) == 1


def test_names_that_go_together_by_way_of_another_are_one() -> None:
    first = row("Ada Stone", "Nora Birch", "Ivy Crane", "May Finch")
    spelling = row("Ada Stonne", "Nora Birch", "Ivy Crane", "May Finch", entity="Stonne")
    surname = row("Stonne", "Birch", "Crane", entity="Stonne")
    assert [group(first, spelling, surname).wanted(one) for one in (first, surname)] == [1, 1]
