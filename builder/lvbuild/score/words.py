"""A text as the words that LV-Eval compares, in English and in Chinese."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from lvbuild.languages.chinese.words import chinese_tokenizer, knowing

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
    """Cut Chinese texts that will be scored, so that all of jieba's dictionary is not needed."""
    new = [text for text in dict.fromkeys(texts) if text not in _known]
    if new and not chinese_tokenizer.cache_info().currsize:
        tokenizer = knowing(new)
        _known.update((text, tokenizer.lcut(text, cut_all=False)) for text in new)


_known: dict[str, list[str]] = {}


def _cut(text: str) -> list[str]:
    words = _known.get(text)
    return chinese_tokenizer().lcut(text, cut_all=False) if words is None else words


IGNORED = {name: frozenset(LVEVAL[name]) for name in ("english", "chinese")}


@dataclass(frozen=True, slots=True)
class _Language:
    answer_words: Callable[[str], list[str]]
    rouge_words: Callable[[str], list[str]]
    read_ahead: Callable[[Iterable[str]], object]
    keyword_recall: float
    ignored_words: frozenset[str]
    answer_for_keywords: bool


LANGUAGES = {
    "en": _Language(english_words, english_words, list, 0.2, IGNORED["english"], False),
    "zh": _Language(
        chinese_words, chinese_words_cut_twice, cut_ahead, 0.4, IGNORED["chinese"], True
    ),
}
