"""A small multistream dump of Wikipedia with its index."""

from __future__ import annotations

import bz2
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

NAME = "enwiki-20231120-pages-articles-multistream"
Pages = Mapping[int, tuple[str, str]]


HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" \
xml:lang="en">
  <siteinfo>
    <sitename>Wikipedia</sitename>
    <dbname>enwiki</dbname>
    <namespaces>
      <namespace key="0" case="first-letter" />
    </namespaces>
  </siteinfo>
"""
_REDIRECT = re.compile(r"#REDIRECT \[\[([^]#]+)")


def page(pageid: int, title: str, text: str) -> str:
    """Return a page as a dump has it; its revision is ten times its id."""
    sent = _REDIRECT.match(text)
    redirect = f"    <redirect title={quoteattr(sent[1])} />\n" if sent else ""
    size = len(text.encode())
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>0</ns>\n    <id>{pageid}</id>\n"
        f"{redirect}    <revision>\n      <id>{10 * pageid}</id>\n"
        f"      <parentid>{9 * pageid}</parentid>\n"
        "      <timestamp>2023-11-01T00:00:00Z</timestamp>\n"
        "      <contributor>\n        <username>A &amp; B</username>\n        <id>7</id>\n"
        "      </contributor>\n      <comment>/* History */ &lt;ref&gt;</comment>\n"
        "      <model>wikitext</model>\n      <format>text/x-wiki</format>\n"
        f'      <text bytes="{size}" sha1="0" xml:space="preserve">{escape(text)}</text>\n'
        "      <sha1>0</sha1>\n    </revision>\n  </page>\n"
    )


def write_dump(folder: Path, streams: Sequence[Pages]) -> None:
    """Write a dump of streams, each with pages by their ids as titles and markup."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = bz2.compress(HEADER.encode())
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
