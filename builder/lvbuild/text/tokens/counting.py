"""Counting in tokens: of whole texts once, and where texts meet by small windows around the seam.

A tokenizer breaks a text into pieces before it looks for tokens, mostly before white space. Where a
piece begins follows from the text after it alone, so two texts that are alike from some place on
have the same tokens from the next piece on. A change therefore shows within a few pieces of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from lvbuild.core.options import TokenizerId
from lvbuild.text.tokens.tokenizer import Tokenizer

FRAME = "#\n"
"""Stands for the lines before and after: headings begin so, and end with a line feed."""

_WINDOW = 128
"""Characters on either side of a change that are counted again with it."""

_ALIKE = 4
"""Tokens at each end of a window that a change must leave alone, or the window was too small."""


class TokenCounting:
    """Counts in a tokenizer's tokens, as a `Counting` does.

    A text's last count, at its end, holds the line feed that ends it in a context, since many
    tokenizers take that together with a full stop.
    """

    def __init__(self, tokenizer: Tokenizer, identity: TokenizerId) -> None:
        self.identity = identity
        self.breaks = tokenizer.breaks
        self._tokenizer = tokenizer
        self.frames = self.count(FRAME + FRAME)

    @property
    def unit(self) -> Literal["tokens"]:
        """What is counted."""
        return "tokens"

    @property
    def line_feed(self) -> Literal[0]:
        """Nothing: the last count of a text holds it."""
        return 0

    def count(self, text: str) -> int:
        """Count the tokens of a text by itself."""
        return len(self._tokenizer.ids(text))

    def lines(self, text: str) -> int:
        """Count what whole lines add to a context; exact for a tokenizer that breaks at lines."""
        return self.count(FRAME + text + FRAME) - self.frames

    def at(self, text: str, offsets: Sequence[int]) -> tuple[int, ...]:
        """Count the tokens of a text in a context that start before each of the offsets."""
        framed = f"{FRAME}{text}\n{FRAME}"
        end = len(framed) - len(FRAME)
        places = [len(FRAME), *(len(FRAME) + offset for offset in offsets), len(framed)]
        if offsets and offsets[-1] == len(text):
            places[-2] = end
        first, *counts, whole = self._tokenizer.before(framed, places)
        if places[-2] == end:
            counts[-1] = whole - self.frames + first
        return tuple(count - first for count in counts)

    def inserted(self, text: str, offset: int, insertion: str) -> int:
        """Count what an insertion adds to a text, from windows on either side of the place."""
        width = _WINDOW
        while True:
            start, stop = max(offset - width, 0), min(offset + width, len(text))
            left, right = text[start:offset], text[offset:stop]
            before = self._tokenizer.ids(left + right)
            after = self._tokenizer.ids(left + insertion + right)
            all_left, all_right = start == 0, stop == len(text)
            if (all_left or _alike(before[:_ALIKE], after[:_ALIKE])) and (
                all_right or _alike(before[-_ALIKE:], after[-_ALIKE:])
            ):
                return len(after) - len(before)
            width *= 4

    def ended(self, text: str, offset: int) -> int:
        """Count what the text before an offset has, ended there, beyond its count by `at`."""
        left = text[max(offset - _WINDOW, 0) : offset]
        right = text[offset : offset + _WINDOW]
        [before] = self.at(left + right, [len(left)])
        return self.lines(left + "\n") - before

    def begun(self, text: str, boundary: int, start: int) -> int:
        """Count what the text from `start` on has, begun there, beyond its count by `at`.

        That is what `at` counts of the text after the boundary, white space up to `start` included.
        """
        left = text[max(boundary - _WINDOW, 0) : boundary]
        right = text[boundary : start + _WINDOW] + "\n"
        [before] = self.at(left + right, [len(left)])
        kept = self.lines(right[start - boundary :])
        return kept - (self.lines(left + right) - before)


def _alike(one: Sequence[int], other: Sequence[int]) -> bool:
    return len(one) == _ALIKE and list(one) == list(other)


REACH = 64
"""Characters of a passage at either end that are counted again with what stands beside them."""


class Seams:
    """Counts the headings before passages, and what tokens that reach over them save or cost.

    Beyond the windows the tokens are those of the passages by themselves: whether two tokens may
    stand side by side in a byte-pair encoding follows from these two alone.
    """

    def __init__(self, counting: TokenCounting) -> None:
        self._counting = counting
        self._known: dict[str, int] = {"": 0}

    def around(self, passages: Iterable[tuple[str, tuple[str, str]]]) -> int:
        """Count what passages take beyond their own counts.

        Each is given by its heading and by the first and the last characters of its text.
        """
        count, taken = self._counting.count, 0
        last = ""
        for heading, (begin, end) in passages:
            taken += count(f"{last}{heading}{begin}") + self._counting.frames
            taken -= self._of(FRAME + begin) + self._of(last and last + FRAME)
            last = f"{end}\n"
        return taken + count(last) - self._of(last + FRAME)

    def _of(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = self._counting.count(text)
        return self._known[text]
