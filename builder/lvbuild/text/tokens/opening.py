"""Opening a tokenizer by what a recipe or an option says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.options import TokenizerId
from lvbuild.core.resources import read_file
from lvbuild.errors import UsageError
from lvbuild.text.tokens.counting import TokenCounting
from lvbuild.text.tokens.tokenizer import (
    Described,
    cached_ranks,
    describe,
    encoding_names,
    json_tokenizer,
    tiktoken_tokenizer,
)

_RANKS, _JSON = ".tiktoken", ".json"
_MOST_BYTES = 256 * 2**20


class Named(NamedTuple):
    """`NAME` or `FILE`, with what may follow it: `#encoding=NAME,sha256=HEX`."""

    place: str
    encoding: str = ""
    sha256: str = ""

    @property
    def is_file(self) -> bool:
        """Whether it is a file and no encoding's name."""
        return "/" in self.place or Path(self.place).suffix in {_RANKS, _JSON}

    @classmethod
    def parse(cls, text: str) -> Named:
        """Read how a tokenizer is named; raise UsageError for anything else."""
        place, _, told = text.partition("#")
        pairs = dict(part.partition("=")[::2] for part in told.split(",")) if told else {}
        if not place or not pairs.keys() <= {"encoding", "sha256"}:
            raise UsageError(
                f"tokenizer {text!r}: write NAME or FILE, after a file #encoding=NAME or"
                " #sha256=HEX or both with a comma between"
            )
        return cls(place, pairs.get("encoding", ""), pairs.get("sha256", "").lower())


def open_tokenizer(text: str, folder: Path | None = None) -> TokenCounting:
    """Open a tokenizer that counts: an encoding of tiktoken by name, or a file.

    A file is one of tiktoken's ranks (.tiktoken) or a tokenizer.json; it is looked for in `folder`
    first. Nothing is fetched. Raises UsageError for a name or file that cannot be used.
    """
    named = Named.parse(text)
    if not named.is_file:
        return _by_name(named)
    path = Path(named.place)
    if folder is not None and (folder / path).is_file():
        path = folder / path
    try:
        content = read_file(path, _MOST_BYTES)
    except OSError as error:
        raise UsageError(
            f"{path}: the tokenizer cannot be read ({error.strerror}); check the path"
        ) from error
    _check_hash(path, content, named.sha256)
    if path.suffix != _RANKS:
        identity = TokenizerId(path.name, sha256(content).hexdigest())
        return TokenCounting(json_tokenizer(path, content), identity)
    encoding = named.encoding or path.stem
    if encoding not in encoding_names():
        raise UsageError(
            f"{path}: which pattern goes with these ranks? add #encoding=NAME to the file, one of"
            f" {', '.join(encoding_names())}"
        )
    identity = TokenizerId(path.name, sha256(content).hexdigest(), encoding)
    return TokenCounting(tiktoken_tokenizer(path, content, describe(encoding).pattern), identity)


def find_again(known: TokenizerId, given: Sequence[str]) -> str:
    """Name a tokenizer so that it is opened again: a file of those given, or an encoding.

    Raises UsageError where it is a file that is not among them.
    """
    told = []
    for name in given:
        path = Path(Named.parse(name).place)
        if path.is_file():
            found = sha256(read_file(path, _MOST_BYTES)).hexdigest()
            if found == known.sha256:
                return replace(known, name=str(path)).named
            told.append(f"{path} has the sha256 {found}")
        else:
            told.append(f"{path} is no file")
    if not Named(known.name).is_file:
        return known.named
    also = f" ({'; '.join(told)})" if told else ""
    raise UsageError(
        f"it was built with the tokenizer {known.name} of sha256 {known.sha256}{also}; name that"
        " file by --tokenizer FILE"
    )


def _by_name(named: Named) -> TokenCounting:
    if named.place not in encoding_names():
        raise UsageError(
            f"tokenizer {named.place!r}: no encoding of tiktoken has this name; there are"
            f" {', '.join(encoding_names())}; a file is named by its path and ends with"
            f" {_RANKS} or {_JSON}"
        )
    described = describe(named.place)
    path = cached_ranks(described)
    content = _read_cached(named.place, described, path)
    _check_hash(path, content, named.sha256 or described.sha256)
    tokenizer = tiktoken_tokenizer(path, content, described.pattern)
    return TokenCounting(tokenizer, TokenizerId(named.place, described.sha256))


def _read_cached(name: str, described: Described, path: Path) -> bytes:
    try:
        return read_file(path, _MOST_BYTES)
    except OSError as error:
        raise UsageError(
            f"tokenizer {name}: tiktoken's cache lacks it ({path}), and lvbuild does not fetch it;"
            f" save {described.address} there, set TIKTOKEN_CACHE_DIR to a folder that has it, or"
            f" name a {_RANKS} file"
        ) from error


def _check_hash(path: Path, content: bytes, expected: str) -> None:
    found = sha256(content).hexdigest()
    if expected and found != expected:
        raise UsageError(
            f"{path}: its sha256 is {found}, not {expected}; take the file that is meant"
        )
