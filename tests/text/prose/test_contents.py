"""Contents of many kinds are left out, and nothing else is."""

from __future__ import annotations

import pytest

from lvbuild.text.prose import prose_of
from tests.text.prose.contents import CHINESE, ENGLISH, Contents
from tests.text.prose.made_books import TITLE_PAGE, body

CHINESE_TITLE_PAGE = "《桥边旧事》\n作者：甲乙"
GAP = "\n\n\n\n\n"


@pytest.mark.parametrize("contents", ENGLISH.values(), ids=ENGLISH)
def test_english_contents_are_left_out_and_nothing_else_is(contents: Contents) -> None:
    text = body(contents.headings)
    found = prose_of(TITLE_PAGE + GAP + contents.printed + GAP + text)
    assert found.text == text
    assert found.left_out == {"title page": 1, "contents": 1}


@pytest.mark.parametrize("contents", CHINESE.values(), ids=CHINESE)
def test_chinese_contents_are_left_out_and_nothing_else_is(contents: Contents) -> None:
    text = body(contents.headings, "zh").strip()
    found = prose_of(f"{CHINESE_TITLE_PAGE}\n{contents.printed}\n{text}")
    assert found.text == text
    assert found.left_out == {"title page": 1, "contents": 1}
