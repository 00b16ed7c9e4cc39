"""A multistream dump of Wikipedia with its index, of which the pages that are wanted are read.

The dump is bzip2 streams of a hundred pages each, one behind the other; a line of the index says at
which byte a page's stream begins: `<offset>:<page id>:<title>`. Nothing is unpacked beyond the
streams that wanted pages stand in, each of which has a bound.
"""

from __future__ import annotations

import bz2
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import BinaryIO
from xml.etree import ElementTree

from lvbuild.corpora.corpus import sha256_of
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.corpora.reading.record import invalid
from lvbuild.errors import BuildError

DUMP = r"^[a-z_]+wiki-\d{8}-pages-articles-multistream\.xml\.bz2"
_INDEX = "-multistream-index.txt.bz2"
_INDEXED = re.compile(rb"(\d{1,15}):(\d{1,15}):(.+)\n?")
_LONGEST_LINE = 2**12
_MOST_INDEX = 2**33
"""Bytes of an unpacked index: that of the English Wikipedia has over 2**30."""
_MOST_STREAM = 2**28
"""Bytes of an unpacked stream: a page has 2 MiB at most."""
_AT_ONCE = 2**18


@dataclass
class Dump:
    """A dump: where the streams of its wanted pages begin, by their ids."""

    path: Path
    offsets: dict[int, int] = field(default_factory=dict)
    titles: dict[str, int] = field(default_factory=dict)
    _unpacked: dict[int, ElementTree.Element] = field(default_factory=dict)

    @classmethod
    def find(cls, files: RecordFiles, pageids: Collection[int], titles: Collection[str]) -> Dump:
        """Return the dump of a folder, in whose index pages are looked up by ids and by titles.

        A title that is another name of a page stands for that. BuildError where an index is
        missing, is none, or is larger than any.
        """
        [path] = files.find(DUMP)[-1:]
        index = path.with_name(path.name.replace("-multistream.xml.bz2", _INDEX))
        dump = cls(path)
        dump._look_up(index, pageids, titles)
        asked = {title: dump.titles[title] for title in titles if title in dump.titles}
        meant = {title: dump._redirects_to(pageid) for title, pageid in asked.items()}
        if any(meant.values()):
            dump._look_up(index, (), {title for title in meant.values() if title})
        dump.titles |= {title: dump.titles.get(meant[title], asked[title]) for title in asked}
        for each in (path, index):
            files.remember(each, sha256_of(each))
        return dump

    def _look_up(self, index: Path, pageids: Collection[int], titles: Collection[str]) -> None:
        for offset, pageid, title in _indexed(index):
            if pageid in pageids or title in titles:
                self.offsets[pageid] = offset
                self.titles[title] = pageid

    @property
    def day(self) -> str:
        """The day whose revisions it has, such as 2023-11-20."""
        [digits] = re.findall(r"-(\d{8})-", self.path.name)
        return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"

    def page(self, pageid: int) -> tuple[str, int] | None:
        """Return the markup of a page and its revision; None where the dump has no such page.

        One that only sends its reader on to another is none. BuildError where the stream that the
        index names is no stream, or larger than any.
        """
        page = self._element(pageid)
        if page is None or page.find("redirect") is not None:
            return None
        del self._unpacked[pageid]
        try:
            revision = int(page.findtext("revision/id") or "0")
        except ValueError as error:
            raise self._broken(pageid, error) from error
        return page.findtext("revision/text") or "", revision

    def _redirects_to(self, pageid: int) -> str:
        """Return the title of the page that a page sends its reader on to; "" of any other."""
        page = self._element(pageid)
        redirect = None if page is None else page.find("redirect")
        return "" if redirect is None else redirect.get("title", "")

    def _element(self, pageid: int) -> ElementTree.Element | None:
        """Return a page, with which the others that are wanted of its stream are kept till read."""
        if pageid not in self._unpacked and pageid in self.offsets:
            try:
                with self.path.open("rb") as file:
                    file.seek(self.offsets[pageid])
                    text = b"<pages>" + _stream(file) + b"</pages>"
                for page in ElementTree.fromstring(text).iter("page"):  # noqa: S314 - bounded
                    number = int(page.findtext("id") or "")
                    if number in self.offsets:
                        self._unpacked[number] = page
            except (OSError, EOFError, ValueError, ElementTree.ParseError) as error:
                raise self._broken(pageid, error) from error
        return self._unpacked.get(pageid)

    def _broken(self, pageid: int, error: Exception) -> BuildError:
        what = f"has no whole stream at byte {self.offsets[pageid]:,} ({error})"
        return invalid(self.path, what, "the dump that its index is of")


def _indexed(path: Path) -> Iterator[tuple[int, int, str]]:
    """Yield what each line of an index says: a stream's beginning, a page's id and its title."""
    expected, read = "lines such as 569:12:Anarchism", 0
    try:
        with bz2.open(path) as file:
            while line := file.readline(_LONGEST_LINE):
                read += len(line)
                found = _INDEXED.fullmatch(line)
                if found is None or read > _MOST_INDEX:
                    what = "is larger than any index" if found else f"holds {line[:40]!r}"
                    raise invalid(path, what, expected)
                yield int(found[1]), int(found[2]), unescape(found[3].decode())
    except (OSError, EOFError, UnicodeDecodeError) as error:
        what = f"cannot be read ({error})"
        raise invalid(path, what, f"an index beside its dump, with {expected}") from error


def _stream(file: BinaryIO) -> bytes:
    """Return the bzip2 stream that begins where a file is, unpacked."""
    unpacker, text = bz2.BZ2Decompressor(), bytearray()
    while not unpacker.eof:
        packed = file.read(_AT_ONCE) if unpacker.needs_input else b""
        if unpacker.needs_input and not packed:
            raise EOFError("it ends before its end")
        text += unpacker.decompress(packed, _AT_ONCE)
        if len(text) > _MOST_STREAM:
            raise ValueError(f"it unpacks to over {_MOST_STREAM:,} bytes")
    return bytes(text)
