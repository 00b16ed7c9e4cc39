"""Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from operator import add
from typing import TYPE_CHECKING, ClassVar

from lvbuild.core.model import Unit
from lvbuild.languages import Heading, Language, find_language, register
from lvbuild.languages.boundary import Quotation, read_quotation
from lvbuild.languages.characters import HAN, script, strays, to_simplified
from lvbuild.languages.chinese import numbers, words
from lvbuild.languages.chinese.boundaries import chinese_boundaries, chinese_opens, may_part
from lvbuild.languages.chinese.leaning import (
    BEGINS_ANEW,
    CALLS,
    PRONOUNS,
    chinese_lean,
    has_subject,
    points_nowhere,
)
from lvbuild.languages.chinese.normal import chinese_forms, chinese_phrases
from lvbuild.languages.language import LABELS
from lvbuild.languages.naming import any_of, read_pointers
from lvbuild.languages.phrases import NormalText, remembering

if TYPE_CHECKING:
    from lvbuild.languages.language import Numbers

_RUN = re.compile(r"[^\W_]+")
_LIKELY = 0.2
"""Of a text's characters."""


_KINDS = re.compile(any_of(words.VOCABULARY["kinds"]))
# A name too short to be told from others has such words beside it in its row.
_BESIDE = re.compile(any_of(words.VOCABULARY["beside a name"]))
_END = re.compile(f"[{''.join(words.VOCABULARY['ends of kind'])}]+$")
_FUNCTION = frozenset("的与")
_BETWEEN_PARTS = re.compile("[·・‧•]")
_SYLLABLES = frozenset(words.VOCABULARY["syllables"])
_NUMERAL = re.compile("[〇零一二三四五六七八九十百千两]+")
_ASKING = re.compile(any_of(words.VOCABULARY["asking"]))
_FUNCTION_WORDS = re.compile(any_of(words.VOCABULARY["function words"]))
_DATED = "[元〇零一二三四五六七八九十百千0-9]|年|初|末|中|间|間|朝|代|时期|時期"


LATIN = find_language("en")
"""What Chinese texts write in Latin letters is read as English."""


class Chinese(Language):
    """Chinese, whose characters are counted."""

    code: ClassVar = "zh"
    name: ClassVar = "Chinese"
    unit: ClassVar[Unit] = "characters"
    space: ClassVar = ""
    heading: ClassVar = "### 文章 "
    article_heading: ClassVar = Heading("文章", "\n", "\n", title="标题：")
    paragraph_heading: ClassVar = Heading("段落", "：", "\n")
    comma: ClassVar = "、"
    last_comma: ClassVar = "和"
    shortest_end: ClassVar = 0
    sentence_end: ClassVar = re.compile(
        r"[。．！？!?](?=[^\s。．！？…!?.”’」』）)\]】》\"'—,，、；;：:0-9])"
    )
    long_paragraph: ClassVar = 60
    offers: ClassVar = re.compile("还是|還是|或|哪[个個些位]|谁更|誰更")
    pronouns: ClassVar = PRONOUNS
    begins_anew: ClassVar = BEGINS_ANEW
    calls: ClassVar = CALLS
    lost_subject: ClassVar = 14
    short_sentence: ClassVar = 10
    widest_gap: ClassVar = 3_000
    omission: ClassVar = "[……]"
    shingle: ClassVar = 13
    free_text: ClassVar = 20
    characters_a_token: ClassVar = 1.0
    example_recipe: ClassVar = "cmrc_mixup"
    yes_no: ClassVar = Language.yes_no | frozenset("是 否 不是 对 不对 有 没有 能 不能".split())
    names_have_capitals: ClassVar = False
    numeral: ClassVar = numbers.NUMERAL
    word_character: ClassVar = re.compile(r"[0-9A-Za-z\u00c0-\u024f]")
    keyword_recall: ClassVar = 0.4
    ignored_words: ClassVar = frozenset(words.VOCABULARY["ignored"])
    answer_for_keywords: ClassVar = True
    font: ClassVar = "Noto Sans CJK"
    labels: ClassVar = LABELS["Chinese"]

    months: ClassVar = LATIN.months
    weekdays: ClassVar = LATIN.weekdays
    number_words: ClassVar = LATIN.number_words
    ordinal: ClassVar = LATIN.ordinal
    abbreviations: ClassVar = LATIN.abbreviations

    pointers: ClassVar = read_pointers(__file__)
    asking: ClassVar = re.compile(
        "(?P<person>[谁誰]|[何哪][位人]|什[么麼]人)|(?P<place>哪[里裡儿兒]|何[处處地]|什[么麼]地方)"
        "|(?P<time>何[时時年]|什[么麼][时時]|[哪几幾]一?[年月天日])|(?P<number>多少|多[大高长長远遠]|[几幾])"
        "|(?P<way>怎|如何)|(?P<reason>[为為]何|[为為]什[么麼])"
        "|(?:什[么麼]|哪一?[个個些座所种種部家])(?P<named>[一-龥]{0,2})"
    )

    def asked_words(self, text: str) -> Sequence[str]:
        """Return the text: it is as long as what names a thing is as a rule."""
        return [text] if text else []

    def is_likely(self, text: str) -> bool:
        """Tell whether a fifth of a text are Chinese characters."""
        chinese = sum("一" <= character <= "鿿" for character in text)
        return chinese > _LIKELY * max(len(text), 1)

    script = staticmethod(script)
    strays = staticmethod(strays)

    boundaries = staticmethod(chinese_boundaries)

    lean = staticmethod(chinese_lean)
    opens = staticmethod(chinese_opens)
    may_part = staticmethod(may_part)

    has_subject = staticmethod(has_subject)

    def quotation(self, text: str, start: int, end: int, left_open: bool) -> Quotation:
        """Return the quotation marks of a paragraph."""
        return read_quotation(text, start, end, left_open, chinese_opens)

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
        return terms & {*folded, *map(add, folded, folded[1:])}

    normal_texts = staticmethod(chinese_forms)

    normal_phrases = staticmethod(chinese_phrases)

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

    answer_words = staticmethod(words.answer_words)
    rouge_words = staticmethod(words.rouge_words)
    spaced = staticmethod(words.spaced)

    def telling_words(self, question: str) -> frozenset[str]:
        """Return jieba's words of several characters; without any, what is asked as a whole."""
        cut = words.chinese_tokenizer().cut(question.casefold())
        several = frozenset(word for word in cut if len(word) > 1)
        return several or frozenset(self.content(_ASKING.sub(" ", question)))

    def holds_words(self, sentence: str, words: frozenset[str]) -> bool:
        """Return True: no spaces tell a word from a part of one."""
        return True

    def shared_contents(
        self, pairs: Sequence[tuple[str, str]], *, listed: bool = False
    ) -> list[list[str]]:
        """Return the characters that both of each pair have, but words of kind, and Latin words."""
        named = iter(_named_by(list(chain.from_iterable(pairs))))
        found = []
        for pair, latin in zip(pairs, LATIN.shared_contents(pairs), strict=True):
            shared = next(named) & next(named)
            if shared and not listed and (end := _shared_sort(*pair)):
                one, other = _named_by([each[: -len(end)] for each in pair])
                shared &= one & other
            if all(map(_BETWEEN_PARTS.search, pair)):  # they are transcribed
                shared -= _SYLLABLES
            found.append(sorted(shared.union(word for word in latin if not HAN.search(word))))
        return found

    def is_of_kind(self, phrase: str) -> bool:
        """Tell whether a phrase is made of words of kind alone, such as 大学."""
        named = _named_by([phrase])[0]
        return not named and all(HAN.search(word) for word in LATIN.telling(phrase))

    def shape(self, figure: str) -> str:
        """Return what stays of a date or number when its digits and numerals change."""
        return super().shape(_NUMERAL.sub("〇", figure))

    def era(self, phrase: str) -> re.Pattern[str] | None:
        """Return what finds a phrase used as an era's name."""
        return re.compile(f"{re.escape(phrase)}(?:{_DATED})")

    def is_empty(self, phrase: str) -> bool:
        """Tell whether a phrase is function words alone, or a single character."""
        return _FUNCTION_WORDS.fullmatch(phrase) is not None or (
            len(phrase) == 1 and HAN.match(phrase) is not None
        )

    def asked_content(self, question: str, run: int) -> set[str]:
        """Return the runs of what stands between the words that ask."""
        runs = (self.content(part, run) for part in _ASKING.split(question))
        return {each for found in runs for each in found if len(each) == run}


@remembering
def _named_by(phrases: Sequence[str]) -> list[frozenset[str]]:
    """Return the characters of names: words of kind and 的, 与 do not count."""
    forms = (form.folded.strip(" ;") for form in chinese_forms(phrases))
    plain = ("".join(HAN.findall(_KINDS.sub("", _BESIDE.sub("", form)))) for form in forms)
    return [frozenset(_END.sub("", name) or name[:-1]) - _FUNCTION for name in plain]


def _shared_sort(one: str, other: str) -> str:
    """Return the end that two names share and that words of sort make up, "" for none.

    What follows 的 says more than a sort.
    """
    one, other = map(to_simplified(), (one, other))
    held = accumulate(reversed(words.sorts_at_end(one, 1)), lambda end, word: word + end)
    end = next((e for e in reversed([*held]) if other.endswith(e) and other != e), "")
    return "" if one.removesuffix(end).endswith("的") else end


def _runs(text: str, length: int) -> set[str]:
    last = max(len(text) - length, 0)
    return {text[start : start + length] for start in range(last + 1)}


def _characters(text: NormalText) -> str:
    """Return a text without the marks between its clauses."""
    return text.folded.replace(" ", "").replace(";", "")


def _is_latin(character: str) -> bool:
    return character < "\u2e80" and character.isalpha()


register(Chinese())
