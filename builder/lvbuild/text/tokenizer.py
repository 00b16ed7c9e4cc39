"""Tokenizers behind one interface: tiktoken's encodings, and Hugging Face's `tokenizer.json`."""

from __future__ import annotations

import binascii
import os
import re
import tempfile
from base64 import b64decode
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha1
from itertools import accumulate, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from lvbuild.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from tiktoken import Encoding
    from tokenizers import Tokenizer as JsonVocabulary

    Numbers = NDArray[Any]


class Tokenizer(Protocol):
    """A tokenizer: texts in, tokens out, none of them special."""

    @property
    def breaks(self) -> bool:
        """Whether no token ever reaches over a line feed into a line that begins with no space."""

    def ids(self, text: str) -> Sequence[int]:
        """Return the tokens of a text."""

    def starts(self, text: str) -> Numbers:
        """Return where each token starts, ascending: the character that its first byte is of."""


_OF_TWO_FILES = frozenset({"gpt2"})  # r50k_base has the same tokens


class Described(NamedTuple):
    """A named encoding: its pattern, and where its ranks come from."""

    pattern: str
    address: str
    sha256: str


class _Encoding:
    """An encoding of tiktoken. Its patterns break after a line feed before all but white space."""

    breaks = True

    def __init__(self, encoding: Encoding, ranks: dict[bytes, int]) -> None:
        self._encoding = encoding
        self._sizes = {rank: len(token) for token, rank in ranks.items()}

    def ids(self, text: str) -> Sequence[int]:
        return self._encoding.encode_ordinary(text)

    def starts(self, text: str) -> Numbers:
        import numpy as np

        sizes = map(self._sizes.__getitem__, self._encoding.encode_ordinary(text))
        at = np.fromiter(accumulate(sizes, initial=0), int)[:-1]
        # Tokens may part a character's bytes: those behind its first are 0b10......
        begins = np.frombuffer(text.encode(), np.uint8) & 0xC0 != 0x80
        found: Numbers = (np.cumsum(begins) - 1)[at]
        return found


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


def tiktoken_tokenizer(path: Path, content: bytes, pattern: str) -> Tokenizer:
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
    return _Encoding(encoding, ranks)


_LINE_ENDS = """word|end.|said.”|said."|(it)|12|…|了。|说。”|《书》|的""".split("|")
_LINE_STARTS = """#|### Passage 12|The|he|12|“The|"It|(a)|他|《书》|/|.""".split("|")

_OVER = re.compile(r"\n\S")


class _JsonTokenizer:
    """A tokenizer of the package `tokenizers`, without the special tokens it may add."""

    def __init__(self, tokenizer: JsonVocabulary) -> None:
        self._tokenizer = tokenizer
        tokenizer.no_truncation()
        tokenizer.no_padding()

    @cached_property
    def breaks(self) -> bool:
        """Whether its pieces, within which tokens are looked for, end with lines.

        Found by trying line ends of all kinds; a tokenizer that makes no pieces, or begins each
        text with a piece of its own, does not.
        """
        added = self._tokenizer.get_added_tokens_decoder().values()
        if self._tokenizer.pre_tokenizer is None or any(_OVER.search(t.content) for t in added):
            return False
        return all(
            self._pieces(f"{end}\n{start}") == self._pieces(f"{end}\n") + self._pieces(start)
            for end, start in product(_LINE_ENDS, _LINE_STARTS)
        )

    def _pieces(self, text: str) -> list[str]:
        normalizer, pre_tokenizer = self._tokenizer.normalizer, self._tokenizer.pre_tokenizer
        normal = text if normalizer is None else normalizer.normalize_str(text)
        return [piece for piece, _ in pre_tokenizer.pre_tokenize_str(normal)]

    def ids(self, text: str) -> Sequence[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
        return ids

    def starts(self, text: str) -> Numbers:
        import numpy as np

        spans = self._tokenizer.encode(text, add_special_tokens=False).offsets
        return np.fromiter((start for start, _ in spans), int, len(spans))


def json_tokenizer(path: Path, content: bytes) -> Tokenizer:
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
    return _JsonTokenizer(tokenizer)
