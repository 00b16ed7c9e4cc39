"""What counting asks of a tokenizer, whichever library it comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lvbuild.arguments import Sha256


@dataclass(frozen=True, slots=True)
class TokenizerId:
    """Which tokenizer it is: an encoding's name or a file's, and the hash of its vocabulary.

    `encoding` is the one whose pattern a file of ranks is read with; "" otherwise.
    """

    name: str
    sha256: Sha256
    encoding: str = ""

    @property
    def told(self) -> str:
        """The tokenizer as messages and options name it."""
        encoding = f"encoding={self.encoding}," if self.encoding else ""
        return f"{self.name}#{encoding}sha256={self.sha256}"


class Tokenizer(Protocol):
    """A tokenizer: texts in, tokens out, none of them special."""

    @property
    def breaks(self) -> bool:
        """Whether no token ever reaches over a line feed into a line that begins with no space."""

    def ids(self, text: str) -> Sequence[int]:
        """Return the tokens of a text."""

    def before(self, text: str, offsets: Sequence[int]) -> list[int]:
        """Count the tokens that start before each of the ascending offsets, in characters."""
