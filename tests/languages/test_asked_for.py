"""What a question asks for is told by the words that ask, and by those that they stand before."""

from __future__ import annotations

import pytest

from lvbuild.languages import find_language


@pytest.mark.parametrize(
    ("language", "question", "asked"),
    [
        ("en", "Who wrote it?", "person"),
        ("en", "Which American poet wrote it?", "person"),
        ("en", "In which year was the mill built?", "time"),
        ("en", "When was the mill built?", "time"),
        ("en", "In which town does she live?", "place"),
        ("en", "How large is the staff?", "number"),
        ("en", "How did he die?", "way"),
        ("en", "Why did she leave?", "reason"),
        ("en", "What is the name of the river that parts them?", "river"),
        ("en", "Which magazine was started first?", "magazine"),
        ("en", "Tell of the mill.", ""),
        ("zh", "这本书是谁写的？", "person"),
        ("zh", "這本書是誰寫的？", "person"),
        ("zh", "他哪一年出生？", "time"),
        ("zh", "他什么时候出生？", "time"),
        ("zh", "他住在哪里？", "place"),
        ("zh", "村里有多少人？", "number"),
        ("zh", "他为什么离开？", "reason"),
        ("zh", "他毕业于什么大学？", "大学"),
        ("zh", "请介绍这座桥", ""),
    ],
)
def test_what_is_asked_for_is_told(language: str, question: str, asked: str) -> None:
    assert find_language(language).asked_for(question) == asked
