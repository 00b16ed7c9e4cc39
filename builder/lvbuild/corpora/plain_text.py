"""A text file as every document's text is: UTF-8, NFC, line feeds, nothing at either end."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from lvbuild.errors import BuildError


class PlainText(NamedTuple):
    """A file's text, made plain, and the sha256 of its bytes in hex."""

    text: str
    sha256: str


def plain(text: str) -> str:
    """Compose to NFC, mend line ends, drop a byte order mark and white space at both ends."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return unicodedata.normalize("NFC", text).strip()


def plain_places(text: str, places: Iterable[object]) -> list[int | None]:
    """Return where places of a text stand once it is plain; None for what is no place."""
    same = text == plain(text)
    return [
        None if type(place) is not int else place if same else _plain_place(text, place)
        for place in places
    ]


def _plain_place(text: str, place: int) -> int:
    # A mark at the end keeps the white space before the place, which is within the text.
    return len(plain(f"{text[: max(place, 0)]}\0")) - 1


def decode_plain(where: object, data: bytes) -> str:
    """Decode UTF-8 and make it plain; a BuildError that names `where` if it is not UTF-8."""
    try:
        return plain(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BuildError(
            f"{where}: byte {error.start} is not UTF-8 ({error.reason}); expected a UTF-8 text: "
            "fetch the file again, or convert it with `iconv -f <its encoding> -t UTF-8`"
        ) from error


def read_plain_text(path: Path) -> PlainText:
    """Read a UTF-8 file and make it plain.

    A file that cannot be read, is not UTF-8 or holds nothing is a BuildError.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(
            f"{path}: cannot be read ({error.strerror}); expected a text file that this user may "
            "read: mend its permissions or put it there again"
        ) from error
    text = decode_plain(path, data)
    if not text:
        raise BuildError(
            f"{path}: empty; expected a text: fetch the file again, or take it out of the folder"
        )
    return PlainText(text, hashlib.sha256(data).hexdigest())
