"""What Chinese takes from its libraries: jieba's words, and OpenCC's characters."""

from __future__ import annotations

import logging

import jieba
import pytest

from lvbuild.languages import find_language
from lvbuild.languages.characters import script
from lvbuild.languages.chinese.words import chinese_tokenizer


def test_words_that_a_program_adds_change_nothing() -> None:
    jieba.setLogLevel(logging.CRITICAL)
    jieba.add_word("北京上海", freq=10**9)
    try:
        assert jieba.lcut("北京上海") == ["北京上海"]
        assert chinese_tokenizer().lcut("北京上海") == ["北京", "上海"]
    finally:
        jieba.del_word("北京上海")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("依南洋储蓄会的约定，联名卡持卡人逾期未缴款时，联名商店不负清偿责任。", "simplified"),
        ("依南洋儲蓄會的約定，聯名卡持卡人逾期未繳款時，聯名商店不負清償責任。", "traditional"),
        ("清末的书家题写了「臺」字，后来人们把这间屋子叫做台屋，至今仍在使用。", "simplified"),
        ("", "simplified"),
    ],
)
def test_a_script_is_told_by_the_characters_that_would_be_simplified(
    text: str, wanted: str
) -> None:
    assert script(text) == wanted


def test_a_question_without_a_word_of_several_characters_is_told_by_what_it_asks() -> None:
    assert find_language("zh").telling_words("谁怕高？") == {"怕高"}


@pytest.mark.parametrize(
    ("phrase", "script", "strays"),
    [
        ("玉峰", "traditional", ""),
        ("公孫丑", "traditional", ""),
        ("馬洛里", "traditional", ""),
        ("樂群社", "traditional", ""),
        ("卢岫云", "traditional", "卢"),
        ("國語", "simplified", "國語"),
        ("樫野县", "simplified", "樫"),
        ("皇后里", "simplified", ""),
    ],
)
def test_what_both_scripts_have_strays_in_neither(phrase: str, script: str, strays: str) -> None:
    assert find_language("zh").strays(phrase, script) == strays
