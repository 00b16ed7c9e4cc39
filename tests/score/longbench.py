"""LongBench's metrics, written out from their published definitions: slow and obvious.

Each takes a prediction, an answer and the classes; a record's score is that of its best answer.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from rouge import Rouge

from lvbuild.languages.chinese.words import chinese_tokenizer

Scorer = Callable[[str, str, Sequence[str]], float]

CHINESE_SIGNS = (
    "！？｡。＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～｟｠｢｣､、〃》"
    "「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟〰〾〿–—‘’‛“”„‟…‧﹏."
)


def best(scorer: Scorer, prediction: str, answers: Sequence[str], classes: Sequence[str]) -> float:
    score = 0.0
    for answer in answers:
        score = max(score, scorer(prediction, answer, classes))
    return score


def first_line(prediction: str) -> str:
    """What few-shot tasks score of a prediction."""
    while prediction.startswith("\n"):
        prediction = prediction[1:]
    return prediction.split("\n")[0]


def _f1(said: list[str], right: list[str]) -> float:
    same = sum((Counter(said) & Counter(right)).values())
    if not same:
        return 0.0
    precision, recall = same / len(said), same / len(right)
    return 2 * precision * recall / (precision + recall)


def f1(prediction: str, answer: str, classes: Sequence[str]) -> float:
    def words(text: str) -> list[str]:
        text = "".join(each for each in text.lower() if each not in string.punctuation)
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    return _f1(words(prediction), words(answer))


def f1_chinese(prediction: str, answer: str, classes: Sequence[str]) -> float:
    def words(text: str) -> list[str]:
        found = []
        for word in chinese_tokenizer().cut(text):
            signs = string.punctuation + CHINESE_SIGNS
            kept = "".join(each for each in word.lower() if each not in signs)
            found.append("".join(kept.split()))
        return [word for word in found if word]

    return _f1(words(prediction), words(answer))


def rouge(prediction: str, answer: str, classes: Sequence[str]) -> float:
    try:
        return float(Rouge().get_scores([prediction], [answer], avg=True)["rouge-l"]["f"])
    except ValueError:  # an empty side
        return 0.0


def rouge_chinese(prediction: str, answer: str, classes: Sequence[str]) -> float:
    cut = chinese_tokenizer().cut
    return rouge(" ".join(cut(prediction)), " ".join(cut(answer)), classes)


def classification(prediction: str, answer: str, classes: Sequence[str]) -> float:
    held = [name for name in classes if name in prediction]
    for name in held:  # as published, the list is shortened while it is walked
        if name in answer and name != answer:
            held.remove(name)
    return 1.0 / len(held) if answer in held else 0.0


def _share_of_numbers(prediction: str, right: str) -> float:
    numbers = re.findall(r"\d+", prediction)
    hits = sum(number == right for number in numbers)
    return hits / len(numbers) if numbers else 0.0


def count(prediction: str, answer: str, classes: Sequence[str]) -> float:
    return _share_of_numbers(prediction, answer)


def retrieval(prediction: str, answer: str, classes: Sequence[str]) -> float:
    return _share_of_numbers(prediction, re.findall(r"Paragraph (\d+)", answer)[0])


def retrieval_chinese(prediction: str, answer: str, classes: Sequence[str]) -> float:
    return _share_of_numbers(prediction, re.findall(r"段落(\d+)", answer)[0])


def code(prediction: str, answer: str, classes: Sequence[str]) -> float:
    line = ""
    for each in prediction.lstrip("\n").split("\n"):
        if "`" not in each and "#" not in each and "//" not in each:
            line = each
            break
    if line == answer:
        return 1.0
    if not line or not answer:
        return 0.0
    return round(100 * SequenceMatcher(None, line, answer).ratio()) / 100
