"""jieba's dictionary as bytes, beside the one that jieba makes of the same file."""

from __future__ import annotations

from io import BytesIO

import jieba
import pytest

from lvbuild.languages.chinese.dictionary import Counts, Dictionary
from lvbuild.languages.chinese.words import chinese_tokenizer, chinese_words

SMALL = "B超 3 n\n北京 34488 ns\nAT&T 7 nz\n北京大学 2053 nt\n北 17860 ns\n北京 5 nrt"


@pytest.fixture(scope="module")
def own() -> tuple[dict[str, int], int]:
    """What jieba makes of its file."""
    found: tuple[dict[str, int], int] = jieba.Tokenizer.gen_pfdict(
        chinese_tokenizer().get_dict_file()
    )
    return found


def test_every_word_and_what_words_begin_with_has_jiebas_count(
    own: tuple[dict[str, int], int],
) -> None:
    counts, total = own
    known = Counts(chinese_words())
    some = [*counts][::23]
    assert chinese_words().total == total
    assert {word: known[word] for word in some} == {word: counts[word] for word in some}
    assert {word: known.get(word + "之") for word in some} == {
        word: counts.get(word + "之") for word in some
    }


def test_a_text_is_cut_as_jieba_cuts_it(own: tuple[dict[str, int], int]) -> None:
    text = "北京大学的B超室里，AT&T公司的工程师𠮷田在研究量子 computing-3.5% 的问题。"
    shared = jieba.Tokenizer()
    (shared.FREQ, shared.total), shared.initialized = own, True
    assert chinese_tokenizer().lcut(text) == shared.lcut(text)


def test_of_a_word_that_stands_twice_the_last_line_holds() -> None:
    known = Dictionary(BytesIO(SMALL.encode()))
    assert (known.count("北京"), known.tag("北京")) == (5, "nrt")
    assert known.tags() == {"B超": "n", "北京": "nrt", "AT&T": "nz", "北京大学": "nt", "北": "ns"}


@pytest.mark.parametrize("text", ["", "京", "北京大学生", "AT&T 7", "北京 5", "\ud800"])
def test_what_no_word_begins_with_is_not_known(text: str) -> None:
    known = Counts(Dictionary(BytesIO(SMALL.encode())))
    assert text not in known
    assert known.get(text) is None
    with pytest.raises(KeyError):
        known[text]


def test_what_words_begin_with_is_counted_never_and_is_no_word() -> None:
    known = Dictionary(BytesIO(SMALL.encode()))
    assert Counts(known)["北京大"] == 0
    assert known.tag("北京大") == ""
