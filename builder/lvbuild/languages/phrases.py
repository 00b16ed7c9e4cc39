"""Where phrases stand in texts, as they are written and as a reader compares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_END_MARKS = " \t\n.,;:!?。．，、；：！？…\"'”’"


def bare(phrase: str) -> str:
    """Return a phrase without the marks and white space at its ends."""
    return phrase.strip(_END_MARKS)


_SPACE = re.compile(r"\s+")
_OPENING = frozenset("\"'“‘([_*「『（《【")


def space_before(text: str, start: int) -> tuple[int, int]:
    """Return the white space [start, end) before a word and the marks that open it."""
    end = start
    while end and text[end - 1] in _OPENING:
        end -= 1
    begin = end
    while begin and text[begin - 1].isspace():
        begin -= 1
    return begin, end


def occurrences(text: str, phrase: str, beside: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield where a phrase stands in a text, in the same case; white space is folded.

    Where it begins or ends with what `beside` matches, it has none of that beside it.
    """
    words = phrase.split()
    if not words or any(word not in text for word in words):
        return
    bordered_before, bordered_after = beside.match(words[0]), beside.match(words[-1][-1])
    start = text.find(words[0])
    while start >= 0:
        end = _end_of(text, words, start)
        if (
            end
            and not (bordered_before and start and beside.match(text, start - 1))
            and not (bordered_after and beside.match(text, end))
        ):
            yield start, end
            start = text.find(words[0], end)
        else:
            start = text.find(words[0], start + 1)


def _end_of(text: str, words: Sequence[str], start: int) -> int:
    """Return where words end that begin at a place of a text, 0 where they do not stand there."""
    end = start + len(words[0])
    for word in words[1:]:
        space = _SPACE.match(text, end)
        if space is None or not text.startswith(word, space.end()):
            return 0
        end = space.end() + len(word)
    return end


class NormalText(NamedTuple):
    """A text in its normal form, where phrases are looked for.

    Where spaces part words, `folded` is its words, singular and in lower case, a space before and
    after each, `cased` the same as they are written, and `compounds` those written with hyphens,
    each as one. In other languages `cased` and `compounds` are empty.
    """

    folded: str
    cased: str = ""
    compounds: str = ""


@dataclass(frozen=True, slots=True)
class NormalPhrase:
    """A phrase that is looked for in texts of normal form, as a whole.

    English ones stand as whole words; one of a single word that begins with a capital is a name and
    keeps its case. Chinese ones stand anywhere, but for Latin letters and numbers at their ends,
    which are not part of longer ones: `pattern` finds those.
    """

    folded: tuple[str, ...]
    cased: tuple[str, ...] = ()
    pattern: str = ""

    def stands_in(self, text: NormalText) -> bool:
        """Tell whether a text holds the phrase."""
        if self.pattern:
            return any(form in text.folded for form in self.folded) and self.fits(text)
        return (
            any(form in text.folded for form in self.folded)
            or any(form in text.cased for form in self.cased)
            or any(form.lower() in text.compounds for form in self.cased + self.folded)
        )

    def fits(self, text: NormalText) -> bool:
        """Tell whether the phrase is no part of longer words or numbers where it stands."""
        return not self.pattern or re.search(self.pattern, text.folded) is not None

    @property
    def words(self) -> list[str]:
        """The forms that are one word, which two with a hyphen may be written for."""
        forms = [] if self.pattern else [*self.folded, *self.cased]
        return [form for form in forms if form.count(" ") == 2]


_MOST_REMEMBERED = 20_000


def remembering(
    make: Callable[Concatenate[Sequence[str], P], Sequence[T]],
) -> Callable[Concatenate[Sequence[str], P], list[T]]:
    """Remember what is made of phrases; of several, those not known yet are made all at once."""
    known: dict[tuple[Any, ...], T] = {}

    @wraps(make)
    def made(phrases: Sequence[str], /, *how: P.args, **named: P.kwargs) -> list[T]:
        if len(known) > _MOST_REMEMBERED:
            known.clear()
        new = [phrase for phrase in dict.fromkeys(phrases) if (phrase, *how) not in known]
        if new:
            each = ((phrase, *how) for phrase in new)
            known.update(zip(each, make(new, *how, **named), strict=True))
        return [known[phrase, *how] for phrase in phrases]

    return made


def between_spaces(forms: Iterable[str]) -> tuple[str, ...]:
    """Return words as they stand in a normal text, a space before and after."""
    return tuple(f" {form} " for form in forms)
