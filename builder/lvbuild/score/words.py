"""A text as the words that LV-Eval compares, in English and in Chinese."""

from __future__ import annotations

import json
import logging
import re
import string
import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jieba import Tokenizer

LVEVAL: dict[str, list[str] | str] = json.loads(
    Path(__file__).with_name("lveval.json").read_text(encoding="utf-8")
)
"""LV-Eval's word lists `english` and `chinese`, and its `chinese_punctuation`.

The punctuation holds 》 but not 《, and is compared as it is: Unicode's categories score otherwise.
"""

_ENGLISH_SIGNS = str.maketrans("", "", string.punctuation)
_CHINESE_SIGNS = str.maketrans("", "", string.punctuation + str(LVEVAL["chinese_punctuation"]))
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def english_words(text: str) -> list[str]:
    """Return the words in lower case, without punctuation and articles.

    Punctuation goes without leaving a space, so that `well-known` is one word, and before the
    articles do, so that `A.` is one.
    """
    return _ARTICLE.sub(" ", text.lower().translate(_ENGLISH_SIGNS)).split()


def chinese_words(text: str) -> list[str]:
    """Return jieba's words in lower case, without punctuation and white space."""
    return [word for word in map(_plain, _cut(text)) if word]


def chinese_words_cut_twice(text: str) -> list[str]:
    """Return the words that LV-Eval gives to ROUGE: cut, joined with spaces, and cut again.

    Every space and every sign between the words is an empty word here, as it is there.
    """
    return list(map(_plain, _cut(" ".join(_cut(text)))))


def _plain(word: str) -> str:
    return "".join(word.lower().translate(_CHINESE_SIGNS).split())


def _cut(text: str) -> list[str]:
    words: list[str] = _tokenizer().lcut(text, cut_all=False)
    return words


@cache
def _tokenizer() -> Tokenizer:
    """Load jieba with its own dictionary, whatever words a program has added to the shared one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its old regular expressions and of pkg_resources
        import jieba
    jieba.setLogLevel(logging.CRITICAL)  # else it tells of its cache on stderr
    return jieba.Tokenizer()
