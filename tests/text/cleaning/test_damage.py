from __future__ import annotations

import pytest

from lvbuild.text.cleaning.characters import MISREAD


@pytest.mark.parametrize(
    "text", ["President Erdo?an", "Sants-Montju?c", "caf\u00c3\u00a9", "锟斤拷", "lost � letter"]
)
def test_a_text_that_was_misread_is_seen(text: str) -> None:
    assert MISREAD.search(text)


@pytest.mark.parametrize(
    "text", ["Who? me", "http://a.cn/index.php?id=3", "吗?abc", "café Ångström", "see a.php?b=c"]
)
def test_a_text_that_is_well_is_not(text: str) -> None:
    assert not MISREAD.search(text)
