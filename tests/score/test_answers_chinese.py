"""Chinese answers scored as LV-Eval scores them: each score is worked out by hand above its case.

jieba's words are parted by /. p is precision, r recall over the words that are left, k the recall
of keywords; F1 = 2pr / (p + r).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from lvbuild.score import score_answer

Keyworded = list[tuple[str, str, str | None, Fraction]]

FIVE = "北京、上海、广州、深圳、天津"

PLAIN_F1 = [
    # one word, the same
    ("贝多芬", "贝多芬", Fraction(1)),
    # 是/贝多芬: p 1/2, r 1/1
    ("是贝多芬。", "贝多芬", Fraction(2, 3)),
    # 德国/作曲家 of 贝多芬/是/德国/作曲家: p 2/2, r 2/4
    ("德国作曲家", "贝多芬是德国作曲家", Fraction(2, 3)),
    # an empty prediction
    ("", "贝多芬", Fraction(0)),
    # only punctuation: no words are left
    ("。！", "贝多芬", Fraction(0)),
    # 北京 three times, once in the answer: p 1/3, r 1/1
    ("北京北京北京", "北京", Fraction(1, 2)),
]

SURPRISING_F1 = [
    # 《 is not in LV-Eval's list, so that it is a word: 《/贝多芬: p 1/2, r 1/1
    ("《贝多芬》", "贝多芬", Fraction(2, 3)),
    # 》 is
    ("贝多芬》", "贝多芬", Fraction(1)),
    # a middle dot is not either: 北京/·/上海 and 北京/上海: p 2/3, r 2/2, F1 = 4/3 / (5/3)
    ("北京·上海", "北京、上海", Fraction(4, 5)),
    # spaces part words: 贝/多/芬 is not 贝多芬
    ("贝 多 芬", "贝多芬", Fraction(0)),
    # cut as it stands in its text: 北京大学 is one word, in which 北京 is not found
    ("北京大学", "北京", Fraction(0)),
    # full-width letters stay: ａ/ｂ/ｃ is not abc
    ("ＡＢＣ", "ABC", Fraction(0)),
]

KEYWORDS_F1: Keyworded = [
    # 北京: k 1/1; p 1/1, r 1/5, F1 = 2/5 / (6/5)
    ("北京", FIVE, "北京", Fraction(1, 3)),
    # k 2/5 is at the threshold of 0.4; p 2/2, r 2/5, F1 = 4/5 / (7/5)
    ("北京、上海", FIVE, FIVE, Fraction(4, 7)),
    # k 1/5 is under it
    ("北京", FIVE, FIVE, Fraction(0)),
]

SURPRISING_KEYWORDS_F1: Keyworded = [
    # without keywords the answer stands in for them: k 2/5; p 2/2, r 2/5
    ("北京、上海", FIVE, "", Fraction(4, 7)),
    # k 1/5 of the answer, under the threshold
    ("北京", FIVE, None, Fraction(0)),
    # keywords of which nothing is left are none: the answer's k 1/5
    ("北京", FIVE, "。", Fraction(0)),
    # blacklisted words are no hits: k 0/1, and a right answer scores nothing
    ("的", "的", None, Fraction(0)),
    # 1996/年/9/月 of 1996/年/8/月: 1996 alone is a hit, k 1/4, though F1 would be 3/4
    ("1996年9月", "1996年8月", None, Fraction(0)),
    # with the year as keyword k is 1/2, and blacklisted words count in the second stage: p r 3/4
    ("1996年9月", "1996年8月", "1996年", Fraction(3, 4)),
    # the punctuation of a title is a keyword of its own: k of 《/红楼梦 is 1/2; p 1/1, r 1/2
    ("红楼梦", "《红楼梦》", "《红楼梦》", Fraction(2, 3)),
]

ROUGE_L = [
    # the same words: p 1, r 1
    ("我爱北京天安门", "我爱北京天安门", Fraction(1)),
    # 北京 of 北京/上海: p 1/1, r 1/2
    ("北京", "北京，上海", Fraction(2, 3)),
    # in another order only one of two words is in sequence: p 1/2, r 1/2
    ("上海，北京", "北京，上海", Fraction(1, 2)),
]

SURPRISING_ROUGE_L = [
    # blacklisted words go on both sides: 北京/上海
    ("北京的上海", "北京和上海", Fraction(1)),
    # which leaves nothing of 的: an empty side, though it is the answer
    ("的", "的", Fraction(0)),
    # a word counts once, however often it stands there
    ("北京北京北京", "北京", Fraction(1)),
    # of 的/，/和 two empty words stay and make one: the same on both sides
    ("的，和", "的，和", Fraction(1)),
    # and they are unlike every other word
    ("，，", "北京", Fraction(0)),
    # spaces between the words add nothing beside other words
    ("北京   上海", "北京上海", Fraction(1)),
    # a text in which the package recurses too deeply, without a word of the answer
    ("".join(map(chr, range(0x4E00, 0x4E00 + 3000))), "北京", Fraction(0)),
]


@pytest.mark.parametrize(("prediction", "answer", "score"), PLAIN_F1 + SURPRISING_F1)
def test_fact_recall_is_scored_by_the_f1_of_jiebas_words(
    prediction: str, answer: str, score: Fraction
) -> None:
    assert score_answer("factrecall_zh", prediction, answer) == pytest.approx(float(score), 1e-12)


@pytest.mark.parametrize(
    ("prediction", "answer", "keywords", "score"), KEYWORDS_F1 + SURPRISING_KEYWORDS_F1
)
def test_the_mixups_are_scored_by_f1_where_enough_keywords_are_held(
    prediction: str, answer: str, keywords: str | None, score: Fraction
) -> None:
    for dataset in ("cmrc_mixup", "multifieldqa_zh_mixup"):
        found = score_answer(dataset, prediction, answer, keywords)
        assert found == pytest.approx(float(score), 1e-12)


@pytest.mark.parametrize(("prediction", "answer", "score"), ROUGE_L + SURPRISING_ROUGE_L)
def test_dureader_is_scored_by_rouge_l_of_the_words_that_are_not_blacklisted(
    prediction: str, answer: str, score: Fraction
) -> None:
    found = score_answer("dureader_mixup", prediction, answer, "上海")
    # the package adds 1e-8 below the line
    assert found == pytest.approx(float(score), abs=2e-8)


def test_like_texts_come_to_just_under_one_in_rouge_as_in_the_package() -> None:
    assert score_answer("dureader_mixup", "北京", "北京") == 2 / (2 + 1e-8)
