"""Tiktoken's encodings: from a file of ranks, or by name from tiktoken's cache."""

from __future__ import annotations

import binascii
import os
import tempfile
from base64 import b64decode
from bisect import bisect_left
from collections.abc import Sequence
from hashlib import sha1
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from tiktoken import Encoding

_OF_TWO_FILES = frozenset({"gpt2"})  # r50k_base has the same tokens


class Described(NamedTuple):
    """A named encoding: its pattern, and where its ranks come from."""

    pattern: str
    address: str
    sha256: str


class TiktokenTokenizer:
    """An encoding of tiktoken. Its patterns break after a line feed before all but white space."""

    breaks = True

    def __init__(self, encoding: Encoding, ranks: dict[bytes, int]) -> None:
        self._encoding = encoding
        self._sizes = {rank: len(token) for token, rank in ranks.items()}

    def ids(self, text: str) -> Sequence[int]:
        """Return the tokens of a text."""
        return self._encoding.encode_ordinary(text)

    def before(self, text: str, offsets: Sequence[int]) -> list[int]:
        """Count the tokens that start before each offset; tokens may part a character's bytes."""
        sizes = map(self._sizes.__getitem__, self._encoding.encode_ordinary(text))
        starts = list(accumulate(sizes, initial=0))[:-1]
        stretches = (len(text[a:b].encode()) for a, b in pairwise([0, *offsets]))
        return [bisect_left(starts, place) for place in accumulate(stretches)]


def encoding_names() -> list[str]:
    """Return the names of the encodings whose ranks are one file."""
    from tiktoken_ext.openai_public import ENCODING_CONSTRUCTORS

    return sorted(ENCODING_CONSTRUCTORS.keys() - _OF_TWO_FILES)


def describe(name: str) -> Described:
    """Ask tiktoken for an encoding's pattern and for where its ranks are, without reading them."""
    from tiktoken_ext import openai_public as library

    asked: list[tuple[str, str]] = []

    def note(address: str, expected_hash: str = "") -> dict[bytes, int]:
        asked.append((address, expected_hash))
        return {}

    # Its own reader would download what the cache lacks.
    own = library.load_tiktoken_bpe
    library.load_tiktoken_bpe = note
    try:
        arguments = library.ENCODING_CONSTRUCTORS[name]()
    finally:
        library.load_tiktoken_bpe = own
    [(address, sha256)] = asked
    return Described(arguments["pat_str"], address, sha256)


def cached_ranks(described: Described) -> Path:
    """Return where tiktoken's cache holds the ranks of an encoding, if it does."""
    default = Path(tempfile.gettempdir(), "data-gym-cache")
    folder = Path(os.environ.get("TIKTOKEN_CACHE_DIR") or default)
    return folder / sha1(described.address.encode(), usedforsecurity=False).hexdigest()


def tiktoken_tokenizer(path: Path, content: bytes, pattern: str) -> TiktokenTokenizer:
    """Make an encoding of a file of ranks; raise UsageError where it is none."""
    from tiktoken import Encoding

    ranks: dict[bytes, int] = {}
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            token, rank = line.split()
            ranks[b64decode(token, validate=True)] = int(rank)
        except (ValueError, binascii.Error) as error:
            raise UsageError(
                f"{path}:{number}: is no line of tiktoken's ranks (a token in base64, a space, its"
                " rank); fetch the file again"
            ) from error
    lacking = sum(bytes([value]) not in ranks for value in range(256))
    if lacking or len(set(ranks.values())) < len(ranks):
        fault = f"{lacking} of the 256 bytes are no tokens" if lacking else "a rank stands twice"
        raise UsageError(
            f"{path}: these are not all ranks of an encoding ({fault}); fetch it again"
        )
    encoding = Encoding(path.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return TiktokenTokenizer(encoding, ranks)
