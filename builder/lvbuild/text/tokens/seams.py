"""Counting what stands between passages, for tokenizers whose tokens reach over line feeds."""

from __future__ import annotations

from collections.abc import Iterable

from lvbuild.text.tokens.counting import FRAME, TokenCounting

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
