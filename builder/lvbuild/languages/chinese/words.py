"""jieba, which cuts Chinese texts into words by its own dictionary."""

from __future__ import annotations

import logging
import string
import sys
import warnings
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from lvbuild.languages.naming import read_vocabulary

if TYPE_CHECKING:
    from jieba import Tokenizer

VOCABULARY = read_vocabulary(__file__)
"""The words of Chinese, by sections of the file beside this one."""


@cache
def chinese_tokenizer() -> Tokenizer:
    """Return one with all of jieba's dictionary, whatever a program has added to the shared one.

    jieba is imported without pkg_resources, which takes longer than itself and which it can spare.
    """
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
    return jieba.Tokenizer()


@cache
def word_tags() -> Mapping[str, str]:
    """Return the part of speech of each word of jieba's dictionary, without loading its tagger."""
    with chinese_tokenizer().get_dict_file() as file:
        fields = file.read().decode().split()
    return dict(zip(fields[::3], fields[2::3], strict=True))


_SIGNS = str.maketrans("", "", string.punctuation + "".join(VOCABULARY["signs"]))


def answer_words(text: str) -> list[str]:
    """Return jieba's words in lower case, without punctuation and white space."""
    return [word for word in map(_plain, chinese_tokenizer().cut(text)) if word]


def spaced(text: str) -> str:
    """Return a text with spaces between jieba's words, signs and white space among them."""
    return " ".join(chinese_tokenizer().cut(text))


def rouge_words(text: str) -> list[str]:
    """Return the words that LV-Eval gives to ROUGE: cut, joined with spaces, and cut again.

    Every space and every sign between the words is an empty word here, as it is there.
    """
    cut = chinese_tokenizer().cut
    return list(map(_plain, cut(" ".join(cut(text)))))


def _plain(word: str) -> str:
    return "".join(word.lower().translate(_SIGNS).split())
