"""Where upstream found an answer that stands in its document more than once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_REACH = 20


def answer_evidence(text: str, answers: Sequence[str], starts: Sequence[object]) -> tuple[str, ...]:
    """Return the passage around the first answer where upstream has it, as a question's evidence.

    It is the shortest of growing stretches that does not stand before. There is none where the
    answer stands in the text once, or where upstream gives no place (SQuAD's `answer_start`).
    """
    for answer, start in zip(answers, starts, strict=False):
        if answer and answer in text:
            return _passage(text, answer, start) if type(start) is int else ()
    return ()


def _passage(text: str, answer: str, start: int) -> tuple[str, ...]:
    """Take the occurrence nearest to `start`: white space at the text's ends is cut off."""
    places = list(_places(text, answer))
    if len(places) == 1:
        return ()
    at = min(places, key=lambda place: (abs(place - start), place))
    for reach in range(_REACH, len(text) + _REACH, _REACH):
        begin, end = max(at - reach, 0), min(at + len(answer) + reach, len(text))
        while begin and text[begin - 1].isalnum():
            begin -= 1
        while end < len(text) and text[end].isalnum():
            end += 1
        if text.find(text[begin:end]) == begin:
            break
    return (text[begin:end].strip(),)


def _places(text: str, phrase: str) -> Iterator[int]:
    """Yield where a phrase begins in a text; occurrences may overlap."""
    place = text.find(phrase)
    while place >= 0:
        yield place
        place = text.find(phrase, place + 1)
