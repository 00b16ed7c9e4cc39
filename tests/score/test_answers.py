"""Answers scored as LV-Eval scores them: each score is worked out by hand above its case.

p is precision, r recall over the words that are left of prediction and answer, k the recall of
keywords; F1 = 2pr / (p + r). jieba's words are parted by /.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from lvbuild.score import score_answer

FIVE = "alpha beta gamma delta epsilon"
TOWN = "the small town of Sherman Oaks"
CITIES = "北京、上海、广州、深圳、天津"

F1 = [
    # it was ludwig beethoven: p 2/4, r 2/2, F1 = 2 * 1/2 / (3/2)
    ("It was Ludwig Beethoven.", "Ludwig Beethoven", Fraction(2, 3)),
    # case and end punctuation go: ludwig van beethoven: p 2/3, r 2/2, F1 = 4/3 / (5/3)
    ("LUDWIG van BEETHOVEN!", "Ludwig Beethoven", Fraction(4, 5)),
    # an empty prediction
    ("", "Ludwig Beethoven", Fraction(0)),
    # only punctuation, nothing is left
    ("...?!", "Ludwig Beethoven", Fraction(0)),
    # counted as often as in both: ludwig ludwig beethoven beethoven: p 2/4, r 2/2
    ("Ludwig Ludwig Beethoven Beethoven", "Ludwig Beethoven", Fraction(2, 3)),
    # plain F1 knows no blacklist: was of / king of spain: p 1/2, r 1/3, F1 = 1/3 / (5/6)
    ("was of", "King of Spain", Fraction(2, 5)),
    # a hyphen leaves no space: answer is ludwigbeethoven: nothing in common
    ("The answer is Ludwig-Beethoven", "Ludwig Beethoven", Fraction(0)),
    # "A." is an article once its full stop is gone: b smith on both sides
    ("A. B. Smith", "B Smith", Fraction(1)),
    # a right answer of an article alone has no words left
    ("The", "The", Fraction(0)),
    # curly quotes are no punctuation of Python's: “ludwig beethoven” are two other words
    ("“Ludwig Beethoven”", "Ludwig Beethoven", Fraction(0)),
    # a no-break space parts words like any other white space
    ("Ludwig\u00a0Beethoven", "Ludwig Beethoven", Fraction(1)),
]

CHINESE_F1 = [
    # 是/贝多芬: p 1/2, r 1/1
    ("是贝多芬。", "贝多芬", Fraction(2, 3)),
    # only punctuation: no words are left
    ("。！", "贝多芬", Fraction(0)),
    # 北京 three times, once in the answer: p 1/3, r 1/1
    ("北京北京北京", "北京", Fraction(1, 2)),
    # 《 is not in LV-Eval's list, so that it is a word: 《/贝多芬: p 1/2, r 1/1
    ("《贝多芬》", "贝多芬", Fraction(2, 3)),
    # a middle dot is not either: 北京/·/上海 and 北京/上海: p 2/3, r 2/2, F1 = 4/3 / (5/3)
    ("北京·上海", "北京、上海", Fraction(4, 5)),
    # spaces part words: 贝/多/芬 is not 贝多芬
    ("贝 多 芬", "贝多芬", Fraction(0)),
    # cut as it stands in its text: 北京大学 is one word, in which 北京 is not found
    ("北京大学", "北京", Fraction(0)),
    # full-width letters stay: ａ/ｂ/ｃ is not abc
    ("ＡＢＣ", "ABC", Fraction(0)),
]

KEYWORDS = [
    # k 2/2; small town of sherman oaks: p 2/2, r 2/5, F1 = 4/5 / (7/5)
    ("Sherman Oaks", TOWN, "Sherman Oaks", Fraction(4, 7)),
    # k 0/2, though three words agree
    ("a town of small size", TOWN, "Sherman Oaks", Fraction(0)),
    # k 1/5 is at the threshold of 0.2; p 1/1, r 1/5, F1 = 2/5 / (6/5)
    ("alpha", FIVE, FIVE, Fraction(1, 3)),
    # k 1/6 is under it
    ("alpha", FIVE, f"{FIVE} zeta", Fraction(0)),
    # no keywords, no threshold: town: p 1/1, r 1/5
    ("town", TOWN, "", Fraction(1, 3)),
    # blacklisted words are no hits: k 0/2, and a right answer scores nothing
    ("was of", "was of", "was of", Fraction(0)),
    # but they count below the line, and in the second stage: lord of rings: k 1/3 for rings;
    # of rings and: p 2/3, r 2/3
    ("of rings and", "Lord of the Rings", "Lord of the Rings", Fraction(2, 3)),
    # keywords are counted as often as they stand: new new york new york city: k 1/6
    ("New", "New York", "New New York New York City", Fraction(0)),
    # keywords of which nothing is left are none (LV-Eval's code would divide by nothing): paris:
    # p 1/1, r 1/2
    ("Paris", "Paris, France", "The ...", Fraction(2, 3)),
]

CHINESE_KEYWORDS = [
    # k 2/5 is at the threshold of 0.4; p 2/2, r 2/5, F1 = 4/5 / (7/5)
    ("北京、上海", CITIES, CITIES, Fraction(4, 7)),
    # k 1/5 is under it
    ("北京", CITIES, CITIES, Fraction(0)),
    # without keywords the answer stands in for them: k 1/5
    ("北京", CITIES, None, Fraction(0)),
    # keywords of which nothing is left are none: the answer's k 1/5
    ("北京", CITIES, "。", Fraction(0)),
    # blacklisted words are no hits: k 0/1, and a right answer scores nothing
    ("的", "的", None, Fraction(0)),
    # with the year as keyword k is 1/2, and blacklisted words count in the second stage: p r 3/4
    ("1996年9月", "1996年8月", "1996年", Fraction(3, 4)),
    # the punctuation of a title is a keyword of its own: k of 《/红楼梦 is 1/2; p 1/1, r 1/2
    ("红楼梦", "《红楼梦》", "《红楼梦》", Fraction(2, 3)),
]

ROUGE_L = [
    # 北京 of 北京/上海: p 1/1, r 1/2
    ("北京", "北京，上海", Fraction(2, 3)),
    # blacklisted words go on both sides: 北京/上海
    ("北京的上海", "北京和上海", Fraction(1)),
    # which leaves nothing of 的: an empty side, though it is the answer
    ("的", "的", Fraction(0)),
    # of 的/，/和 two empty words stay and make one: the same on both sides
    ("的，和", "的，和", Fraction(1)),
]


@pytest.mark.parametrize(
    ("dataset", "prediction", "answer", "score"),
    [
        *(("factrecall_en", *case) for case in F1),
        *(("factrecall_zh", *case) for case in CHINESE_F1),
    ],
)
def test_fact_recall_is_scored_by_the_f1_of_the_words_and_asks_for_no_keywords(
    dataset: str, prediction: str, answer: str, score: Fraction
) -> None:
    for keywords in ("", "Vienna 上海"):
        found = score_answer(dataset, prediction, answer, keywords)
        assert found == pytest.approx(float(score), 1e-12)


@pytest.mark.parametrize(
    ("dataset", "prediction", "answer", "keywords", "score"),
    [
        *((name, *case) for name in ("hotpotwikiqa", "multifieldqa_en") for case in KEYWORDS),
        *((name, *case) for name in ("cmrc", "multifieldqa_zh") for case in CHINESE_KEYWORDS),
    ],
)
def test_the_mixups_are_scored_by_f1_where_enough_keywords_are_held(
    dataset: str, prediction: str, answer: str, keywords: str | None, score: Fraction
) -> None:
    found = score_answer(f"{dataset}_mixup", prediction, answer, keywords)
    assert found == pytest.approx(float(score), 1e-12)


@pytest.mark.parametrize(("prediction", "answer", "score"), ROUGE_L)
def test_dureader_is_scored_by_rouge_l_of_the_words_that_are_not_blacklisted(
    prediction: str, answer: str, score: Fraction
) -> None:
    found = score_answer("dureader_mixup", prediction, answer, "上海")
    # the package adds 1e-8 below the line, so that like texts come to just under one
    assert found == pytest.approx(float(score), abs=2e-8)
    assert found < 1
