"""Before and after: a question's texts as its rows make them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lvbuild.annotate.preview import preview_question, question_pairs
from lvbuild.errors import UsageError
from tests.annotate.worlds import workbench


def test_every_text_of_a_question_is_shown_before_and_after(tmp_path: Path) -> None:
    texts = preview_question(workbench(tmp_path), "hotpotqa:ada")
    names = [each.name for each in texts]
    assert names[:4] == ["question", "answer", "keywords", "fact"]
    assert "where the baker Eve Orrin was born" in texts[0].replaced
    assert [each.replaced for each in texts[1:3]] == ["Wissel", "Wissel"]
    for each in texts:
        for match, hit in zip(each.matches, each.hits, strict=True):
            assert each.original[match.start : match.end]
            new = each.replaced[hit.start : hit.stop]
            assert new.split()[0] in {"Eve", "Orrin", "Wissel"}
    assert any("river Wissel" in each.replaced for each in texts[4:])


def test_alternatives_stand_in_the_place_of_replacements(tmp_path: Path) -> None:
    bench = workbench(tmp_path)
    [place] = [row for row in question_pairs(bench, "hotpotqa:ada") if row.kind == "place"]
    texts = preview_question(bench, "hotpotqa:ada", 1)
    assert texts[1].replaced == place.alternatives[0]
    with pytest.raises(UsageError, match="stops at 1; ask for one of these, or add more"):
        preview_question(bench, "hotpotqa:ada", 2)


def test_a_question_that_is_not_asked_is_told_with_those_like_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="did you mean hotpotqa:ada"):
        preview_question(workbench(tmp_path), "hotpotqa:adb")
