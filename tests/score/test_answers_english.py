"""English answers scored as LV-Eval scores them: each score is worked out by hand above its case.

p is precision, r recall over the words that are left of prediction and answer, k the recall of
keywords; F1 = 2pr / (p + r).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from lvbuild.score import score_answer

Keyworded = list[tuple[str, str, str | None, Fraction]]

FIVE = "alpha beta gamma delta epsilon"
TOWN = "the small town of Sherman Oaks"

PLAIN_F1 = [
    # 2 of 2 words, 2 of 2: 1
    ("Ludwig Beethoven", "Ludwig Beethoven", Fraction(1)),
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
]

SURPRISING_F1 = [
    # a hyphen leaves no space: answer is ludwigbeethoven: nothing in common
    ("The answer is Ludwig-Beethoven", "Ludwig Beethoven", Fraction(0)),
    # nor does a decimal point: 15 km on both sides
    ("1.5 km", "15 km", Fraction(1)),
    # "A." is an article once its full stop is gone: b smith on both sides
    ("A. B. Smith", "B Smith", Fraction(1)),
    # a right answer of an article alone has no words left
    ("The", "The", Fraction(0)),
    # curly quotes are no punctuation of Python's: “ludwig beethoven” are two other words
    ("“Ludwig Beethoven”", "Ludwig Beethoven", Fraction(0)),
    # a no-break space parts words like any other white space
    ("Ludwig\u00a0Beethoven", "Ludwig Beethoven", Fraction(1)),
]

KEYWORDS_F1: Keyworded = [
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
    # "1234 km": k 1/2; p 1/1, r 1/2
    ("1234", "1,234 km", "1,234 km", Fraction(2, 3)),
]

SURPRISING_KEYWORDS_F1: Keyworded = [
    # blacklisted words are no hits: k 0/2, and a right answer scores nothing
    ("was of", "was of", "was of", Fraction(0)),
    # but they count below the line, and in the second stage: lord of rings: k 1/3 for rings;
    # of rings and: p 2/3, r 2/3
    ("of rings and", "Lord of the Rings", "Lord of the Rings", Fraction(2, 3)),
    # keywords are counted as often as they stand: new new york new york city: k 1/6
    ("New", "New York", "New New York New York City", Fraction(0)),
    # the word twice: k 2/6; new new: p 1/2, r 1/2
    ("New new", "New York", "New New York New York City", Fraction(1, 2)),
    # keywords of which nothing is left are none (LV-Eval's code would divide by nothing): paris:
    # p 1/1, r 1/2
    ("Paris", "Paris, France", "The ...", Fraction(2, 3)),
]


@pytest.mark.parametrize(("prediction", "answer", "score"), PLAIN_F1 + SURPRISING_F1)
def test_fact_recall_is_scored_by_the_f1_of_the_words(
    prediction: str, answer: str, score: Fraction
) -> None:
    assert score_answer("factrecall_en", prediction, answer) == pytest.approx(float(score), 1e-12)


@pytest.mark.parametrize(
    ("prediction", "answer", "keywords", "score"), KEYWORDS_F1 + SURPRISING_KEYWORDS_F1
)
def test_the_other_recipes_are_scored_by_f1_where_enough_keywords_are_held(
    prediction: str, answer: str, keywords: str | None, score: Fraction
) -> None:
    for dataset in ("hotpotwikiqa_mixup", "multifieldqa_en_mixup"):
        found = score_answer(dataset, prediction, answer, keywords)
        assert found == pytest.approx(float(score), 1e-12)


def test_fact_recall_asks_for_no_keywords() -> None:
    assert score_answer("factrecall_en", "Ludwig", "Ludwig", "Vienna Bonn") == 1
