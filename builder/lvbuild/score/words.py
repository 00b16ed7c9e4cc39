"""A text as the words that LV-Eval compares, in English and in Chinese."""

from __future__ import annotations

import json
import logging
import re
import string
import sys
import warnings
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


def cut_ahead(texts: Iterable[str]) -> None:
    """Cut Chinese texts that will be scored, so that all of jieba's dictionary is not needed.

    What stands in none of them cannot be a word of theirs: of the dictionary's 350,000 words only
    the others are taken, a quarter of the work. The words are those that it cuts with all of them.
    """
    new = [text for text in dict.fromkeys(texts) if text not in _known]
    if new and not _tokenizer.cache_info().currsize:
        tokenizer = knowing(new)
        _known.update((text, tokenizer.lcut(text, cut_all=False)) for text in new)


_known: dict[str, list[str]] = {}


def _cut(text: str) -> list[str]:
    words = _known.get(text)
    return _tokenizer().lcut(text, cut_all=False) if words is None else words


@cache
def _tokenizer() -> Tokenizer:
    """Load jieba with its own dictionary, whatever words a program has added to the shared one."""
    return _jieba().Tokenizer()


def knowing(texts: Sequence[str]) -> Tokenizer:
    """Return a tokenizer that has of jieba's dictionary what stands in texts."""
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
