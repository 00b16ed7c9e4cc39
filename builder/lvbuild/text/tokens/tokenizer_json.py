"""Hugging Face's tokenizers, from their `tokenizer.json`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_LINE_ENDS = (
    "word",
    "end.",
    "said.”",
    'said."',
    "(it)",
    "12",
    "…",
    "了。",
    "说。”",
    "《书》",
    "的",
)
_LINE_STARTS = (
    "#",
    "### Passage 12",
    "The",
    "he",
    "12",
    "“The",
    '"It',
    "(a)",
    "他",
    "《书》",
    "/",
    ".",
)


class JsonTokenizer:
    """A tokenizer of the package `tokenizers`, without the special tokens it may add."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        tokenizer.no_truncation()
        tokenizer.no_padding()

    @cached_property
    def breaks(self) -> bool:
        """Whether its pieces, within which tokens are looked for, end with lines.

        Found by trying line ends of all kinds; a tokenizer that makes no pieces, or begins each
        text with a piece of its own, does not.
        """
        return self._tokenizer.pre_tokenizer is not None and all(
            self._pieces(f"{end}\n{start}") == self._pieces(f"{end}\n") + self._pieces(start)
            for end, start in product(_LINE_ENDS, _LINE_STARTS)
        )

    def _pieces(self, text: str) -> list[str]:
        normalizer, pre_tokenizer = self._tokenizer.normalizer, self._tokenizer.pre_tokenizer
        normal = text if normalizer is None else normalizer.normalize_str(text)
        return [piece for piece, _ in pre_tokenizer.pre_tokenize_str(normal)]

    def ids(self, text: str) -> Sequence[int]:
        """Return the tokens of a text."""
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def before(self, text: str, offsets: Sequence[int]) -> list[int]:
        """Count the tokens that start before each offset."""
        spans = self._tokenizer.encode(text, add_special_tokens=False).offsets
        starts = [start for start, _ in spans]
        return [bisect_left(starts, offset) for offset in offsets]


def json_tokenizer(path: Path, content: bytes) -> JsonTokenizer:
    """Read a tokenizer.json; raise UsageError where it is none."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_buffer(content)
    except Exception as error:  # the package raises nothing more special
        fault = " ".join(str(error).split())
        raise UsageError(
            f"{path}: is no tokenizer.json of the package tokenizers ({fault}); save it again with"
            " Tokenizer.save"
        ) from error
    return JsonTokenizer(tokenizer)
