"""Chinese words, cut ahead of scoring with what of jieba's dictionary stands in the texts."""

from __future__ import annotations

import jieba

from lvbuild.languages.chinese.words import answer_words, cut_ahead


def test_words_cut_ahead_are_the_words() -> None:
    text = "龟龄鹤算的作曲家贝多芬，又名beethoven"
    whole = [word for word in jieba.Tokenizer().lcut(text) if word != "，"]
    cut_ahead([text])
    assert answer_words(text) == whole
