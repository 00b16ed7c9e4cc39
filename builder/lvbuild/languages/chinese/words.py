"""jieba, which cuts Chinese texts into words by its own dictionary."""

from __future__ import annotations

import string
import sys
import warnings
from functools import cache
from typing import TYPE_CHECKING

from lvbuild.languages.chinese.dictionary import Counts, Dictionary
from lvbuild.languages.naming import read_vocabulary

if TYPE_CHECKING:
    from jieba import Tokenizer

VOCABULARY = read_vocabulary(__file__)
"""The words of Chinese, by sections of the file beside this one."""


@cache
def chinese_tokenizer() -> Tokenizer:
    """Return one with all of jieba's dictionary, whatever a program has added to the shared one.

    jieba is imported without pkg_resources, which takes longer than itself and which it can spare.
    The dictionary is read from its file alone: jieba would load what lies in a folder for temporary
    files, whoever has put it there.
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

    class Cutter(jieba.Tokenizer):  # type: ignore[misc]
        def initialize(self, dictionary: object = None) -> None:
            known = chinese_words()
            self.FREQ, self.total, self.initialized = Counts(known), known.total, True

    return Cutter()


@cache
def chinese_words() -> Dictionary:
    """Return the words of jieba's dictionary, without loading its tagger."""
    with chinese_tokenizer().get_dict_file() as file:
        return Dictionary(file)


_SORTS = frozenset(
    word for name in ("kinds", "ends of kind", "sorts at the end") for word in VOCABULARY[name]
)
_USUAL = 1000
"""Of jieba's counts, that of what is a word and no brand."""


def is_sort(word: str) -> bool:
    """Tell whether a word tells a sort of things: one of ours, or a noun of several characters."""
    tag = chinese_words().tag(word) if len(word) > 1 else ""
    usual = tag == "nz" and chinese_words().count(word) > _USUAL
    return word in _SORTS or tag in {"n", "s", "vn"} or usual


def sorts_at_end(name: str, least: int) -> list[str]:
    """Return the words of sort in which a name ends, in order; so many characters stay before them.

    A single character is one only at the very end, or where it is a place's.
    """
    found: list[str] = []
    while True:
        ends = (name[at:] for at in range(least, len(name)))
        whole = chinese_words().tag(name[-2:]) == "ns"  # a place, such as 台湾 or 上海
        short = () if whole else VOCABULARY["ends of places"]
        near = (e for e in ends if e[1:] or not found or e in short)
        if not (end := next(filter(is_sort, near), "")):
            return found[::-1]
        found.append(end)
        name = name.removesuffix(end)


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
