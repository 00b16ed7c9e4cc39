"""Tokenizers, opened by name or file, and counting in their tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal

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
        return TokenCounting(json_tokenizer(path, content), TokenizerId(path.name, sha256))
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

_WINDOW = 128
"""Characters on either side of a change that are counted again with it."""

_ALIKE = 4
"""Tokens at each end of a window that a change must leave alone, or the window was too small."""


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
