"""Dream of the Red Chamber (红楼梦): one book of 120 chapters, one document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFile, path_within
from lvbuild.corpora.hongloumeng_noise import mend
from lvbuild.corpora.reading.plain_text import PlainText, read_plain_text
from lvbuild.errors import BuildError

DOCUMENT_ID = "hongloumeng:1"
EXPECTED = "expected 红楼梦.txt, Project Gutenberg's book 24264, or any single .txt file"

HEADING = re.compile(r"(第[一二三四五六七八九十百零〇○]+回)(?:\s+(\S.*))?")
RULE = re.compile(r"^ *-{5,} *$", re.MULTILINE)
INDENT = re.compile(r"　|  |\t")
GUTENBERG = re.compile(
    r"\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG EBOOK[^\n]*\n(.*?)"
    r"(?:^End of (?:the )?Project Gutenberg[^\n]*\n|\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG)",
    re.DOTALL | re.MULTILINE,
)
WRAPPED = range(30, 46)
"""Lengths of a hard-wrapped line that the next one goes on from (Gutenberg: 34 to 40)."""


class HongLouMeng:
    """The book as the one text file of a folder."""

    name = "hongloumeng"
    licence = "public domain"

    def __init__(self, folder: Path, revision: str = "local") -> None:
        self.revision = revision
        self._folder = folder
        self._path = _book_in(folder)
        self._cleaned: Mapping[str, int] = {}

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the one group of the one document."""
        yield [DOCUMENT_ID]

    def document(self, document_id: str) -> Document:
        """Read the book: its paragraphs, headings included, a line each, known noise mended."""
        if document_id != DOCUMENT_ID:
            raise BuildError(f"{document_id}: not in {self._folder}, which holds {DOCUMENT_ID}")
        text, self._cleaned = mend("\n".join(book_paragraphs(self._file.text)))
        if not any(HEADING.fullmatch(line) for line in text.split("\n")):
            raise BuildError(
                f"{self._path}: no chapter heading; expected lines such as "
                "`第一回 甄士隐梦幻识通灵`: put the whole book there, as UTF-8 text"
            )
        return Document(DOCUMENT_ID, re.sub(r"\n{2,}", "\n", text).strip(), "红楼梦")

    def files(self) -> Sequence[CorpusFile]:
        """Return the book's file once it has been read."""
        if "_file" not in self.__dict__:
            return []
        path = path_within(self._folder, self._path)
        return [CorpusFile(path, self._file.sha256)]

    def cleaned(self) -> Mapping[str, int]:
        """Return how often each kind of noise was mended, once the book has been read."""
        return {kind: count for kind, count in self._cleaned.items() if count}

    @cached_property
    def _file(self) -> PlainText:
        return read_plain_text(self._path)


def _book_in(folder: Path) -> Path:
    texts = sorted(path for path in folder.glob("*.txt") if not path.name.startswith("."))
    for choice in (
        [path for path in texts if path.name == "红楼梦.txt"],
        [path for path in texts if re.match(r"(pg)?24264", path.name)],
        texts,
    ):
        if len(choice) == 1:
            return choice[0]
    found = ", ".join(path.name for path in texts) or "none"
    raise BuildError(f"{folder}: {EXPECTED}, found {found}: leave one book there, as UTF-8 text")


def book_paragraphs(text: str) -> list[str]:
    """Split a book into its paragraphs, from the first heading on, without indentation.

    A heading is `第一回 甲　乙` on one line. Project Gutenberg's frame, its ruled lines and hard
    wrapping are undone; elsewhere a line is a paragraph.
    """
    framed = GUTENBERG.search(text)
    lines = RULE.sub("", framed[1] if framed else text).split("\n")
    paragraphs = _with_headings(_unwrapped(lines) if _is_hard_wrapped(lines) else _stripped(lines))
    first = next((k for k, line in enumerate(paragraphs) if HEADING.fullmatch(line)), 0)
    return paragraphs[first:]


def _is_hard_wrapped(lines: Sequence[str]) -> bool:
    return sum(len(line) >= WRAPPED.stop for line in lines) * 100 <= len(lines)


def _stripped(lines: Iterable[str]) -> Iterator[str]:
    return (content for line in lines if (content := line.strip()))


def _unwrapped(lines: Iterable[str]) -> list[str]:
    paragraphs: list[str] = []
    before = ""
    for line in lines:
        content = line.strip()
        heading = HEADING.fullmatch(content)
        if content and not heading and len(before) in WRAPPED and not INDENT.match(line):
            paragraphs[-1] += content
        elif content:
            paragraphs.append(content)
        before = "" if heading or not content else line
    return paragraphs


def _with_headings(paragraphs: Iterable[str]) -> list[str]:
    """Give every heading its one form; a bare number takes the couplet that follows it."""
    result: list[str] = []
    number = ""
    for paragraph in paragraphs:
        heading = HEADING.fullmatch(paragraph)
        if heading:
            number, couplet = heading[1], heading[2] or ""
            result.append(f"{number} {'　'.join(couplet.split())}".rstrip())
        elif number and result[-1] == number and not re.search(r"[，．。：！？]", paragraph):
            result[-1] = f"{number} {'　'.join(paragraph.split())}"
        else:
            result.append(paragraph.replace(" ", ""))
    return result
