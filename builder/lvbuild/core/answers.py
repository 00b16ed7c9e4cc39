"""An answer as a data set gives it, and the strings that records hold of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from lvbuild.errors import UsageError

Answer: TypeAlias = "str | int | float | bool | Sequence[Answer] | Mapping[str, Answer]"


def answer_texts(answer: Answer) -> tuple[str, ...]:
    """Return the strings of an answer in their order: of a mapping each key, then what it holds.

    A number is written as Python does, true is "yes" and false "no", as in FanOutQA's scores.
    Raises UsageError for what is none of these, such as null.
    """
    if isinstance(answer, str):
        return (answer,)
    if isinstance(answer, bool):
        return ("yes" if answer else "no",)
    if isinstance(answer, int | float):
        return (str(answer),)
    if isinstance(answer, Mapping):
        return tuple(text for key in answer for text in (key, *answer_texts(answer[key])))
    if isinstance(answer, Sequence):
        return tuple(text for held in answer for text in answer_texts(held))
    raise UsageError(
        f"{answer!r} is no answer: give a text, a number, true or false, or a list or mapping"
    )
