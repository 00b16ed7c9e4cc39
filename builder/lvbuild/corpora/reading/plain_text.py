"""A text file as every document's text is: UTF-8, NFC, line feeds, nothing at either end."""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import Corpus, CorpusFile
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


class ProseCorpus:
    """A corpus whose texts are left without what is no prose; ids and files are its own."""

    def __init__(self, corpus: Corpus) -> None:
        self.name = corpus.name
        self.revision = corpus.revision
        self.licence = corpus.licence
        self._corpus = corpus
        self._left_out: dict[str, Mapping[str, int]] = {}

    def batches(self) -> Iterator[Sequence[str]]:
        """Walk over the documents' ids in the corpus's groups."""
        return self._corpus.batches()

    def document(self, document_id: str) -> Document:
        """Read one document; nothing may be left of its text."""
        from lvbuild.text.prose import prose_of  # its many patterns are for books alone

        whole = self._corpus.document(document_id)
        prose = prose_of(whole.text)
        self._left_out[document_id] = prose.left_out
        return Document(whole.id, prose.text, whole.title)

    def files(self) -> Sequence[CorpusFile]:
        """Return the files that have been read so far, sorted by path."""
        return self._corpus.files()

    def cleaned(self) -> Mapping[str, int]:
        """Return what the corpus cleaned, and what was left out of the texts read so far."""
        counts = Counter(self._corpus.cleaned())
        for left_out in self._left_out.values():
            counts.update(left_out)
        return dict(counts)
