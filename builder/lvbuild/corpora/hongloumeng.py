"""Dream of the Red Chamber (红楼梦): one book of 120 chapters, one document, its noise mended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from lvbuild.core.model import Document
from lvbuild.corpora.corpus import CorpusFile, CorpusFolder, LoadedCorpus, path_within
from lvbuild.corpora.reading.files import read_plain_text
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


def open_hongloumeng(folder: CorpusFolder) -> LoadedCorpus:
    """Read the one text file of a folder: its paragraphs, headings included, a line each."""
    path = _book_in(folder.path)
    book, sha256 = read_plain_text(path)
    text, mended = mend("\n".join(book_paragraphs(book)))
    if not any(HEADING.fullmatch(line) for line in text.split("\n")):
        raise BuildError(
            f"{path}: no chapter heading; expected lines such as `第一回 甄士隐梦幻识通灵`: put "
            "the whole book there, as UTF-8 text"
        )
    document = Document(DOCUMENT_ID, re.sub(r"\n{2,}", "\n", text).strip(), "红楼梦")
    return LoadedCorpus(
        folder.name,
        folder.revision,
        folder.licence,
        {DOCUMENT_ID: document},
        (),
        (),
        (CorpusFile(path_within(folder.path, path), sha256),),
        {kind: count for kind, count in mended.items() if count},
    )


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
    hard_wrapped = sum(len(line) >= WRAPPED.stop for line in lines) * 100 <= len(lines)
    paragraphs = _with_headings(_unwrapped(lines, hard_wrapped))
    first = next((k for k, line in enumerate(paragraphs) if HEADING.fullmatch(line)), 0)
    return paragraphs[first:]


def _unwrapped(lines: Iterable[str], hard_wrapped: bool) -> list[str]:
    paragraphs: list[str] = []
    before = ""
    for line in lines:
        content = line.strip()
        heading = HEADING.fullmatch(content)
        goes_on = hard_wrapped and len(before) in WRAPPED and not INDENT.match(line)
        if content and not heading and goes_on:
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


_INNER = "inner quotation mark"
_HYPHENS = "inner quotation in hyphens"
_HYPHEN = "quotation opened by a hyphen"
_STRAIGHT = "straight quotation mark"
_OTHER = '[^`“”"‘’-]'
_PLAIN = '[^`“”"‘’，。．！？；：…-]'
_PATTERNS = (
    (_INNER, re.compile(rf"`((?:{_OTHER}++|‘[^‘’]*+’)++)-"), r"‘\1’"),
    (_INNER, re.compile(rf"`({_PLAIN}{{1,8}})`"), r"‘\1’"),
    (_INNER, re.compile(rf"`((?:{_PLAIN}|，){{1,40}})([。．！？]?[”\"])"), r"‘\1’\2"),
    (_HYPHENS, re.compile(rf"-({_PLAIN}{{1,12}})-"), r"‘\1’"),
    (_HYPHENS, re.compile(rf"(?<=[道说曰云问]：)-({_OTHER}{{1,60}})-"), r"‘\1’"),
    (_HYPHEN, re.compile(rf"(?<=[道说曰云问]：)-(?={_OTHER}{{1,300}}[”\"])"), "“"),
)
_MARK = re.compile('[“”"]')
_WORD = re.compile(rf"{_PLAIN}{{1,12}}")
_ENDED = frozenset("。．！？…；—’")


def mend_marks(line: str) -> tuple[str, Counter[str]]:
    """Mend the quotation marks of a paragraph, and count those that were by their kind."""
    counts: Counter[str] = Counter()
    for kind, pattern, replacement in _PATTERNS if "`" in line or "-" in line else ():
        found = 1
        while found:  # an inner quotation may stand in another
            line, found = pattern.subn(replacement, line)
            counts[kind] += found
    if '"' in line:
        line, counts[_STRAIGHT] = _turned(line)
    return line, +counts


def _turned(line: str) -> tuple[str, int]:
    """Turn straight marks by the marks beside them; return how many were."""
    offsets = [mark.start() for mark in _MARK.finditer(line)]
    written = list(line)
    opened = False
    for offset, following in zip_longest(offsets, offsets[1:], fillvalue=len(line)):
        mark = written[offset]
        if mark != '"':
            opened = mark == "“" or (opened and mark != "”")
            continue
        ended = line[offset - 1] in _ENDED
        between, next_mark = line[offset + 1 : following], line[following : following + 1]
        if opened and next_mark == '"' and not ended and _WORD.fullmatch(between):
            written[offset], written[following] = "‘’"
        elif opened:
            written[offset], opened = "”", False
        elif next_mark and next_mark != "“" and not (ended and "：" in between):
            written[offset], opened = "“", True
    mended = "".join(written)
    return mended, line.count('"') - mended.count('"')


class Mend(NamedTuple):
    """A kind of noise: what it looks like and what takes its place, by a text or by each found."""

    name: str
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    texts: Mapping[str, str]


def _mend(rule: dict[str, Any]) -> Mend:
    name, pattern = rule["name"], re.compile(rule.get("pattern", ""), re.MULTILINE)
    if "texts" in rule:
        texts = dict(line.split() for line in rule["texts"].splitlines())
        longest_first = sorted(texts, key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, longest_first)))
        return Mend(name, pattern, lambda match: texts[match[0]], texts)
    if "characters" in rule:
        characters = str.maketrans(*rule["characters"])
        return Mend(name, pattern, lambda match: match[0].translate(characters), {})
    return Mend(name, pattern, rule["replacement"], {})


_RULES = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
MENDS = [_mend(rule) for rule in _RULES]
_STOP = "full stop"
"""Most sentences end with a dot outside of speech, and with a stop within: a fact set between them
would be known by its stop."""


def mend(text: str) -> tuple[str, dict[str, int]]:
    """Mend all known noise of a text whose paragraphs are its lines; count each kind."""
    counts: Counter[str] = Counter()
    for noise in MENDS:
        text, count = noise.pattern.subn(noise.replacement, text)
        counts[noise.name] += count
    lines = []
    for line in text.split("\n"):
        mended, marks = mend_marks(line)
        lines.append(mended)
        counts += marks
    text = "\n".join(lines)
    counts[_STOP] = text.count("．")
    return text.replace("．", "。"), dict(counts)
