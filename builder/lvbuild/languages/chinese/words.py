"""jieba, which cuts Chinese texts into words: with its own dictionary, and without a word of it."""

from __future__ import annotations

import logging
import string
import sys
import warnings
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress
from typing import TYPE_CHECKING, Any

from lvbuild.languages.naming import read_vocabulary

if TYPE_CHECKING:
    from jieba import Tokenizer

VOCABULARY = read_vocabulary(__file__)
"""The words of Chinese, by sections of the file beside this one."""


@cache
def chinese_tokenizer() -> Tokenizer:
    """Return one with all of jieba's dictionary, whatever a program has added to the shared one."""
    return _jieba().Tokenizer()


def knowing(texts: Sequence[str]) -> Tokenizer:
    """Return a tokenizer that has of jieba's dictionary what stands in texts.

    It cuts these as one with all of it does, and is made in a quarter of the time: of the 350,000
    words only the others can be theirs.
    """
    tokenizer = _jieba().Tokenizer()
    fields = tokenizer.get_dict_file().read().decode("utf-8").split()
    words, counts = fields[::3], fields[1::3]
    longest = max(map(len, words))
    standing = {
        text[start:end]
        for text in texts
        for start in range(len(text))
        for end in range(start + 1, min(start + longest, len(text)) + 1)
    }
    held = map(standing.__contains__, words)
    known = {word: int(count) for word, count in compress(zip(words, counts, strict=True), held)}
    for word in list(known):
        for end in range(1, len(word)):
            known.setdefault(word[:end], 0)  # it seeks longer words from these
    tokenizer.FREQ, tokenizer.total = known, sum(map(int, counts))
    tokenizer.initialized = True
    return tokenizer


@cache
def chinese_tagger() -> Any:
    """Return one that tells the part of speech of each word, over the same dictionary."""
    tokenizer = chinese_tokenizer()
    import jieba.posseg

    return jieba.posseg.POSTokenizer(tokenizer)


def _jieba() -> Any:
    """Import jieba without pkg_resources, which takes longer than itself and which it can spare."""
    spared = "pkg_resources" not in sys.modules
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its old regular expressions
        if spared:
            sys.modules["pkg_resources"] = None  # type: ignore[assignment]
        try:
            import jieba
        finally:
            if spared:
                del sys.modules["pkg_resources"]
    jieba.setLogLevel(logging.CRITICAL)  # else it tells of its cache on stderr
    return jieba


_PUNCTUATION = (
    "！？｡。＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～｟｠｢｣､、〃"
    "》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰〾〿–—‘’‛“”„‟…‧﹏."
)
"""LV-Eval's, with 》 but without 《, and taken as it is: Unicode's categories score otherwise."""
_SIGNS = str.maketrans("", "", string.punctuation + _PUNCTUATION)


def answer_words(text: str) -> list[str]:
    """Return jieba's words in lower case, without punctuation and white space."""
    return [word for word in map(_plain, _cut(text)) if word]


def rouge_words(text: str) -> list[str]:
    """Return the words that LV-Eval gives to ROUGE: cut, joined with spaces, and cut again.

    Every space and every sign between the words is an empty word here, as it is there.
    """
    return list(map(_plain, _cut(" ".join(_cut(text)))))


def _plain(word: str) -> str:
    return "".join(word.lower().translate(_SIGNS).split())


def cut_ahead(texts: Iterable[str]) -> None:
    """Cut texts that will be scored, so that all of jieba's dictionary is not needed."""
    new = [text for text in dict.fromkeys(texts) if text not in _known]
    if new and not chinese_tokenizer.cache_info().currsize:
        tokenizer = knowing(new)
        _known.update((text, tokenizer.lcut(text, cut_all=False)) for text in new)


_known: dict[str, list[str]] = {}


def _cut(text: str) -> list[str]:
    words = _known.get(text)
    return chinese_tokenizer().lcut(text, cut_all=False) if words is None else words
