"""Compressing files as they are written, and reading what they hold.

Hashes and sizes of a release are those of the content: what compresses it changes none of them.
"""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from lvbuild.core.extras import require
from lvbuild.core.options import Compress
from lvbuild.core.places import stream

COMPRESSED: tuple[Compress, ...] = ("gz", "zst")
_WINDOW = 27
"""128 MB, in which records find what they share; decoders take no more unless they are told to."""


class Sink(Protocol):
    """What takes the content of a file; closed, it has written the end."""

    def write(self, content: bytes | memoryview, /) -> object:
        """Take some bytes."""

    def close(self) -> None:
        """Write what is left."""


class _Raw(io.RawIOBase):
    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, content: object, /) -> int:
        written = bytes(content)  # type: ignore[call-overload]
        self._write(written)
        return len(written)


def compressing(write: Callable[[bytes], None], how: Compress) -> Sink:
    """Return what compresses content and passes it on; UsageError where the package is missing."""
    if how == "gz":
        return gzip.GzipFile("", "wb", 6, _Raw(write), mtime=0)
    require("--compress zst", "zstandard", "zst")
    import zstandard

    chosen = zstandard.ZstdCompressionParameters.from_level(
        3, window_log=_WINDOW, enable_ldm=True, write_checksum=True
    )
    compressor = zstandard.ZstdCompressor(compression_params=chosen)
    return cast(Sink, compressor.stream_writer(cast(BinaryIO, _Raw(write)), closefd=False))


def decompressed(file: BinaryIO, path: Path, how: Compress) -> BinaryIO:
    """Return the content of an open file; reading it raises OSError where it is damaged."""
    content: BinaryIO
    if how == "gz":
        content = cast(BinaryIO, gzip.GzipFile(fileobj=file))
    else:
        require("a compressed release", "zstandard", "zst")
        import zstandard

        decompressor = zstandard.ZstdDecompressor(max_window_size=2**_WINDOW)
        content = cast(BinaryIO, decompressor.stream_reader(file, read_across_frames=True))
    return stream(content, path, file)
