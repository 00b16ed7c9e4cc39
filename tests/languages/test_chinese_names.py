"""Names in Chinese texts, by the tagger that jieba ships."""

from __future__ import annotations

from pathlib import Path

import jieba
import pytest

from lvbuild.errors import LvbuildError
from lvbuild.languages.chinese import names
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_tokenizer

TEXTS = [
    ("曾经是微软员工的加布·纽维尔创建了公司。", "加布·纽维尔", "PER"),
    ("小林研一郎出生于福岛县磐城市，毕业于东京艺术大学。", "小林研一郎", "PER"),
    ("小林研一郎出生于福岛县磐城市，毕业于东京艺术大学。", "东京艺术大学", "ORG"),
    ("油塘鲤鱼门天后庙建于1753年，由郑连昌所建。", "油塘鲤鱼门天后庙", "LOC"),
    ("王子与马克西玛结婚，圣地亚哥·卡西利亚斯出席。", "圣地亚哥·卡西利亚斯", "PER"),
]


@pytest.mark.parametrize(("text", "name", "tag"), TEXTS)
def test_names_are_whole_that_jieba_alone_cuts(text: str, name: str, tag: str) -> None:
    found = {word.text: word.tag for word in tagged(text)}
    assert found[name] == tag
    assert name not in chinese_tokenizer().cut(text)


def test_words_stand_where_the_text_has_them_and_are_the_same_beside_others() -> None:
    alone = [[word[:2] for word in tagged(text)] for text, _, _ in TEXTS]
    text = "\n".join(text for text, _, _ in TEXTS)
    together = tagged(text)
    assert [word[:2] for word in together] == [word for words in alone for word in words]
    assert all(text[word.start :].startswith(word.text) for word in together)
    assert "".join(word.text for word in together) == text.replace("\n", "")


@pytest.mark.parametrize("text", ["", "\n", "。", "，" * 1000, "a" * 401])
def test_texts_of_any_shape_are_read(text: str) -> None:
    assert "".join(word.text for word in tagged(text)) == text.replace("\n", "")


def test_a_jieba_without_the_tagger_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(jieba, "__file__", str(tmp_path / "__init__.py"))
    names.network.cache_clear()
    with pytest.raises(LvbuildError, match=r"lacks the tagger .* jieba 0\.42\.1 has it"):
        names.network()
    names.network.cache_clear()
