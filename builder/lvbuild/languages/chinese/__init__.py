"""Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from lvbuild.core.model import Unit
from lvbuild.languages import Language, register
from lvbuild.languages.characters import HAN, script
from lvbuild.languages.chinese import numbers, words
from lvbuild.languages.chinese.boundaries import chinese_boundaries
from lvbuild.languages.chinese.leaning import chinese_lean, points_nowhere
from lvbuild.languages.chinese.naming import LATIN, ChineseNaming
from lvbuild.languages.chinese.normal import chinese_forms, chinese_phrase
from lvbuild.languages.language import LABELS
from lvbuild.languages.phrases import NormalText

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

_RUN = re.compile(r"[^\W_]+")
_UNBROKEN = re.compile(r"\S+")
_LIKELY = 0.2
"""Of a text's characters."""


class Chinese(ChineseNaming, Language):
    """Chinese, whose characters are counted."""

    code: ClassVar = "zh"
    name: ClassVar = "Chinese"
    unit: ClassVar[Unit] = "characters"
    space: ClassVar = ""
    heading: ClassVar = "### 文章 "
    comma: ClassVar = "、"
    last_comma: ClassVar = "和"
    hyphen: ClassVar = ""
    firm_ending: ClassVar = "公司"
    least_document: ClassVar = 30
    shortest_end: ClassVar = 0
    shingle: ClassVar = 13
    free_text: ClassVar = 20
    characters_a_token: ClassVar = 1.0
    example_recipe: ClassVar = "cmrc_mixup"
    yes_no: ClassVar = Language.yes_no | frozenset("是 否 不是 对 不对 有 没有 能 不能".split())
    names_have_capitals: ClassVar = False
    word_character: ClassVar = re.compile(r"[0-9A-Za-z\u00c0-\u024f]")
    keyword_recall: ClassVar = 0.4
    ignored_words: ClassVar = frozenset(words.VOCABULARY["ignored"])
    answer_for_keywords: ClassVar = True
    font: ClassVar = "Noto Sans CJK"
    labels: ClassVar = LABELS["Chinese"]

    def is_likely(self, text: str) -> bool:
        """Tell whether a fifth of a text are Chinese characters."""
        chinese = sum("一" <= character <= "鿿" for character in text)
        return chinese > _LIKELY * max(len(text), 1)

    script = staticmethod(script)

    boundaries = staticmethod(chinese_boundaries)

    lean = staticmethod(chinese_lean)

    def content(self, text: str, run: int = 4) -> set[str]:
        """Return the runs of so many characters, of a shorter run itself."""
        runs: set[str] = set()
        for part in _RUN.findall(text.casefold()):
            runs |= _runs(part, run)
        return runs

    def points_nowhere(self, question: str, documents: Iterable[tuple[str, str]]) -> bool:
        """Tell whether a question, which may be in English, points to what is named nowhere."""
        if HAN.search(question):
            return points_nowhere(question, documents)
        return LATIN.points_nowhere(question, documents)

    def held_terms(self, terms: set[str], text: str) -> set[str]:
        """Return those of characters and pairs of them that a text holds."""
        folded = text.casefold()
        return {term for term in terms if term in folded}

    def index_terms(self, text: str) -> Iterable[str]:
        """Yield the pairs of characters."""
        for run in _UNBROKEN.findall(text):
            for first, second in pairwise(run):
                yield first + second

    normal_texts = staticmethod(chinese_forms)

    normal_phrase = staticmethod(chinese_phrase)

    def normal_content(self, text: NormalText, run: int = 4) -> set[str]:
        """Return the runs of so many characters, without the marks between clauses."""
        return _runs(_characters(text), run) - {""}

    def normal_units(self, texts: Sequence[NormalText]) -> tuple[Numbers, Numbers]:
        """Return the characters as numbers."""
        import numpy as np

        joined = [_characters(text) for text in texts]
        sizes = np.array([len(text) for text in joined], dtype=np.int64)
        codes = "".join(joined).encode("utf-32-le", "replace")
        return np.frombuffer(codes, dtype="<u4").astype(np.uint64), sizes

    def is_one_word(self, edge: str, beside: str) -> bool:
        """Tell whether Latin letters stand side by side, or one beside a digit."""
        return _is_latin(edge) and (_is_latin(beside) or beside.isdecimal())

    is_whole_number = staticmethod(numbers.whole_numeral)
    answer_words = staticmethod(words.answer_words)
    rouge_words = staticmethod(words.rouge_words)

    def telling_words(self, question: str) -> frozenset[str]:
        """Return jieba's words of several characters."""
        cut = words.chinese_tokenizer().cut(question.casefold())
        return frozenset(word for word in cut if len(word) > 1)

    def holds_words(self, sentence: str, words: frozenset[str]) -> bool:
        """Return True: no spaces tell a word from a part of one."""
        return True


def _runs(text: str, length: int) -> set[str]:
    last = max(len(text) - length, 0)
    return {text[start : start + length] for start in range(last + 1)}


def _characters(text: NormalText) -> str:
    """Return a text without the marks between its clauses."""
    return text.folded.replace(" ", "").replace(";", "")


def _is_latin(character: str) -> bool:
    return character < "\u2e80" and character.isalpha()


register(Chinese())
