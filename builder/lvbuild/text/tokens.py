"""Tokenizers, opened by name or file, and counting in their tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lvbuild.core.kept import Kept
from lvbuild.core.options import TokenizerId
from lvbuild.core.resources import digest, read_file, read_named
from lvbuild.errors import UsageError
from lvbuild.text.counting import Counting
from lvbuild.text.tokenizer import (
    Tokenizer,
    cached_ranks,
    describe,
    encoding_names,
    json_tokenizer,
    tiktoken_tokenizer,
)

if TYPE_CHECKING:
    from lvbuild.text.tokenizer import Numbers

_RANKS, _JSON = ".tiktoken", ".json"
_MOST_BYTES = 256 * 2**20


def _parsed(text: str) -> TokenizerId:
    """Read how a tokenizer is named: `NAME` or `FILE`, then perhaps `#encoding=NAME,sha256=HEX`.

    Raises UsageError for anything else.
    """
    name, _, told = text.partition("#")
    pairs = dict(part.partition("=")[::2] for part in told.split(",")) if told else {}
    if not name or not pairs.keys() <= {"encoding", "sha256"}:
        raise UsageError(
            f"tokenizer {text!r}: write NAME or FILE, after a file #encoding=NAME or"
            " #sha256=HEX or both with a comma between"
        )
    return TokenizerId(name, pairs.get("sha256", "").lower(), pairs.get("encoding", ""))


def _is_file(name: str) -> bool:
    """Tell the name of a file from that of an encoding."""
    return "/" in name or Path(name).suffix in {_RANKS, _JSON}


def open_tokenizer(text: str, folder: Path | None = None) -> TokenCounting:
    """Open a tokenizer that counts: an encoding of tiktoken by name, or a file.

    A file is one of tiktoken's ranks (.tiktoken) or a tokenizer.json; it is looked for in `folder`
    first. Nothing is fetched. Raises UsageError for a name or file that cannot be used.
    """
    named = _parsed(text)
    if not _is_file(named.name):
        return _by_name(named)
    path = Path(named.name)
    if folder is not None and (folder / path).is_file():
        path = folder / path
    content = read_named(path, _MOST_BYTES, "check the path", "the tokenizer")
    sha256 = _checked_hash(path, content, named.sha256)
    if path.suffix != _RANKS:
        counting = TokenCounting(json_tokenizer(path, content), TokenizerId(path.name, sha256))
        if counting.count(_PROBE) <= 1:
            raise UsageError(
                f"{path}: makes one token of whatever text; give one with a pre_tokenizer"
            )
        return counting
    encoding = named.encoding or path.stem
    if encoding not in encoding_names():
        raise UsageError(
            f"{path}: which pattern goes with these ranks? add #encoding=NAME to the file, one of"
            f" {', '.join(encoding_names())}"
        )
    tokenizer = tiktoken_tokenizer(path, content, describe(encoding).pattern)
    return TokenCounting(tokenizer, TokenizerId(path.name, sha256, encoding))


def find_again(known: TokenizerId, given: Sequence[str]) -> str:
    """Name a tokenizer so that it is opened again: a file of those given, or an encoding.

    Raises UsageError where it is a file that is not among them.
    """
    told = []
    for name in given:
        path = Path(_parsed(name).name)
        if path.is_file():
            found = digest(read_file(path, _MOST_BYTES))
            if found == known.sha256:
                return replace(known, name=str(path)).named
            told.append(f"{path} has the sha256 {found}")
        else:
            told.append(f"{path} is no file")
    if not _is_file(known.name):
        return known.named
    also = f" ({'; '.join(told)})" if told else ""
    raise UsageError(
        f"it was built with the tokenizer {known.name} of sha256 {known.sha256}{also}; name that"
        " file by --tokenizer FILE"
    )


def _by_name(named: TokenizerId) -> TokenCounting:
    if named.name not in encoding_names():
        raise UsageError(
            f"tokenizer {named.name!r}: no encoding of tiktoken has this name; there are"
            f" {', '.join(encoding_names())}; a file is named by its path and ends with"
            f" {_RANKS} or {_JSON}"
        )
    described = describe(named.name)
    path = cached_ranks(described)
    try:
        content = read_file(path, _MOST_BYTES)
    except OSError as error:
        raise UsageError(
            f"tokenizer {named.name}: tiktoken's cache lacks it ({path}), and lvbuild does not"
            f" fetch it; save {described.address} there, set TIKTOKEN_CACHE_DIR to a folder that"
            f" has it, or name a {_RANKS} file"
        ) from error
    _checked_hash(path, content, named.sha256 or described.sha256)
    tokenizer = tiktoken_tokenizer(path, content, described.pattern)
    return TokenCounting(tokenizer, TokenizerId(named.name, described.sha256))


def _checked_hash(path: Path, content: bytes, expected: str) -> str:
    found = digest(content)
    if expected and found != expected:
        raise UsageError(
            f"{path}: its sha256 is {found}, not {expected}; take the file that is meant"
        )
    return found


FRAME = "#\n"
"""Stands for the lines before and after: headings begin so, and end with a line feed."""

_PROBE = "Some words on a line.\n几个字。\n" * 99
_LINE = re.compile(r"\n(?=\S)")
"""The end of a line that no token reaches over, where the tokenizer breaks at lines."""
_STARTS = Kept("tokens", "text")


class TokenCounting(Counting):
    """Counts in a tokenizer's tokens.

    A text's last count, at its end, holds the line feed that ends it in a context, since many
    tokenizers take that together with a full stop.
    """

    unit: Literal["tokens"] = "tokens"

    def __init__(self, tokenizer: Tokenizer, identity: TokenizerId) -> None:
        self.identity = identity
        self.breaks = tokenizer.breaks
        self._tokenizer = tokenizer
        self.frames = self.count(FRAME + FRAME)

    def count(self, text: str) -> int:
        """Count the tokens of a text by itself."""
        return len(self._tokenizer.ids(text))

    @property
    def note(self) -> str:
        """What a user is to know of how texts are counted, "" for nothing."""
        if self.breaks:
            return ""
        return (
            f"{self.identity.name} does not break at lines: the tokens of each record were counted"
            " whole, which takes longer"
        )

    def lines(self, text: str) -> int:
        """Count what whole lines add to a context; exact for a tokenizer that breaks at lines."""
        return self.count(FRAME + text + FRAME) - self.frames

    def at(self, text: str, offsets: Sequence[int]) -> tuple[int, ...]:
        """Count the tokens of a text in a context that start before each of the offsets."""
        return self._at(text, offsets, self._kept_starts)

    def _at(
        self, text: str, offsets: Sequence[int], find: Callable[[str], Numbers]
    ) -> tuple[int, ...]:
        framed = f"{FRAME}{text}\n{FRAME}"
        end = len(framed) - len(FRAME)
        places = [len(FRAME), *(len(FRAME) + offset for offset in offsets), len(framed)]
        if offsets and offsets[-1] == len(text):
            places[-2] = end
        first, *counts, whole = find(framed).searchsorted(places).tolist()
        if places[-2] == end:
            counts[-1] = whole - self.frames + first
        return tuple(count - first for count in counts)

    def _kept_starts(self, text: str) -> Numbers:
        """Return where each token of a text starts, as it was found before of the same."""
        import numpy as np

        def find() -> bytes:
            return self._tokenizer.starts(text).astype("<u4").tobytes()

        return np.frombuffer(_STARTS.get((repr(self.identity), text), find), "<u4")

    def inserted(self, text: str, offset: int, insertion: str) -> int:
        """Count what an insertion adds to a text, from the whole lines around the place."""
        left, right = self._lines_around(text, offset, offset)
        return self.count(left + insertion + right) - self.count(left + right)

    def _lines_around(self, text: str, start: int, stop: int) -> tuple[str, str]:
        """Return what of a text stands on the lines of two places, before the one, after the other.

        It is all of the text where the tokenizer breaks at no lines.
        """
        if not self.breaks:
            return text[:start], text[stop:]
        # What is set in may begin with a space, so that tokens reach over the line feed before it.
        first = text.rfind("\n", 0, max(start - 1, 0)) + 1
        while first and text[first : first + 1].isspace():
            first = text.rfind("\n", 0, first - 1) + 1
        end = _LINE.search(text, stop)
        return text[first:start], text[stop : end.end() if end else len(text)]

    def ended(self, text: str, offset: int) -> int:
        """Count what the text before an offset has, ended there, beyond its count by `at`."""
        left, right = self._lines_around(text, offset, offset)
        [before] = self._at(left + right, [len(left)], self._tokenizer.starts)
        return self.lines(left + "\n") - before

    def begun(self, text: str, boundary: int, start: int) -> int:
        """Count what the text from `start` on has, begun there, beyond its count by `at`.

        That is what `at` counts of the text after the boundary, white space up to `start` included.
        """
        left, right = self._lines_around(text, boundary, start)
        right = f"{text[boundary:start]}{right}\n"
        [before] = self._at(left + right, [len(left)], self._tokenizer.starts)
        kept = self.lines(right[start - boundary :])
        return kept - (self.lines(left + right) - before)


REACH = 64
"""Characters of a passage at either end that are counted again with what stands beside them."""


class Seams:
    """Counts the headings before passages, and what tokens that reach over them save or cost.

    Beyond the windows the tokens are those of the passages by themselves: whether two tokens may
    stand side by side in a byte-pair encoding follows from these two alone.
    """

    def __init__(self, counting: TokenCounting) -> None:
        self._counting = counting
        self._known = cache(counting.count)

    def around(self, passages: Iterable[tuple[str, tuple[str, str]]]) -> int:
        """Count what passages take beyond their own counts.

        Each is given by its heading and by the first and the last characters of its text.
        """
        count, taken = self._counting.count, 0
        last = ""
        for heading, (begin, end) in passages:
            taken += count(f"{last}{heading}{begin}") + self._counting.frames
            taken -= self._known(FRAME + begin) + self._known(last and last + FRAME)
            last = f"{end}\n"
        return taken + count(last) - self._known(last + FRAME)
