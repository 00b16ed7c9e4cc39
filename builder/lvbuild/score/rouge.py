"""ROUGE-1, 2 and L as `rouge_score` computes them with stems, the program that FanOutQA calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

_WORD = re.compile(r"[a-z0-9]+")
_STEMMED = 4
"""Characters: a shorter word stands as it is."""


def rouge_scores(prediction: str, answer: str) -> Mapping[str, float]:
    """Return the F of each measure by its name, from 0 to 1; only a to z and figures are words."""
    from rapidfuzz.distance import LCSseq

    said, right = rouge_stems(prediction), rouge_stems(answer)
    return {
        "ROUGE-1": _f(*_shared(said, right, 1)),
        "ROUGE-2": _f(*_shared(said, right, 2)),
        "ROUGE-L": _f(LCSseq.similarity(said, right), len(said), len(right)),
    }


def rouge_stems(text: str) -> list[str]:
    """Return the stems of a text's words, in their order."""
    return [_stem(word) for word in _WORD.findall(text.lower())]


def _shared(said: Sequence[str], right: Sequence[str], size: int) -> tuple[int, int, int]:
    """Count the runs of so many words that both texts have, and those of each."""
    runs = [
        Counter(zip(*(words[start:] for start in range(size)), strict=False))
        for words in (said, right)
    ]
    return (runs[0] & runs[1]).total(), runs[0].total(), runs[1].total()


def _f(shared: int, said: int, right: int) -> float:
    precision, recall = shared / max(said, 1), shared / max(right, 1)
    return 2 * precision * recall / (precision + recall) if shared else 0.0


@cache
def _stemmer() -> Any:
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer()


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return str(_stemmer().stem(word)) if len(word) >= _STEMMED else word
