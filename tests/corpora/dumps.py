"""A small multistream dump of Wikipedia with its index."""

from __future__ import annotations

import bz2
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

NAME = "enwiki-20231120-pages-articles-multistream"
Pages = Mapping[int, tuple[str, str]]


def page(pageid: int, title: str, text: str) -> str:
    """Return a page as a dump has it; its revision is ten times its id."""
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>0</ns>\n    <id>{pageid}</id>\n"
        f"    <revision>\n      <id>{10 * pageid}</id>\n"
        "      <contributor><id>7</id></contributor>\n"
        f'      <text xml:space="preserve">{escape(text)}</text>\n    </revision>\n  </page>\n'
    )


def write_dump(folder: Path, streams: Sequence[Pages]) -> None:
    """Write a dump of streams, each with pages by their ids as titles and markup."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = bz2.compress(b"<mediawiki>\n")
    lines = []
    for pages in streams:
        lines += [f"{len(packed)}:{number}:{title}\n" for number, (title, _) in pages.items()]
        text = "".join(page(number, *told) for number, told in pages.items())
        packed += bz2.compress(text.encode())
    (folder / f"{NAME}.xml.bz2").write_bytes(packed + bz2.compress(b"</mediawiki>"))
    write_index(folder, lines)


def write_index(folder: Path, lines: Sequence[str]) -> None:
    """Write the index of a dump."""
    text = "".join(lines).encode()
    (folder / f"{NAME}-index.txt.bz2").write_bytes(bz2.compress(text))
