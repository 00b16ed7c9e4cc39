"""Dream of the Red Chamber (红楼梦): one book of 120 chapters, one document, its noise mended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from lvbuild.core.resources import read_yaml
from lvbuild.corpora.corpus import CorpusFolder, LoadedCorpus
from lvbuild.corpora.reading.loading import Loading
from lvbuild.errors import BuildError

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
    loading = Loading(folder, "hongloumeng")
    files = loading.files
    texts = files.find(r"^红楼梦\.txt", r"^(?:pg)?24264[^/]*\.txt", r"^[^/]+\.txt")
    if len(texts) != 1:
        found = ", ".join(map(files.name_of, texts)) or "none"
        raise BuildError(
            f"{folder.path}: expected 红楼梦.txt, Project Gutenberg's book 24264, or any single "
            f".txt file, found {found}: leave one book there, as UTF-8 text"
        )
    [path] = texts
    text, mended = mend("\n".join(book_paragraphs(files.text(path))))
    if not any(HEADING.fullmatch(line) for line in text.split("\n")):
        raise BuildError(
            f"{path}: no chapter heading; expected lines such as `第一回 甄士隐梦幻识通灵`: put "
            "the whole book there, as UTF-8 text"
        )
    loading.add_document(str(path), re.sub(r"\n{2,}", "\n", text).strip(), "红楼梦", "1")
    loading.counts.update({kind: count for kind, count in mended.items() if count})
    return loading.done()


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


_STRAIGHT = "straight quotation mark"
_MARK = re.compile('[“”"]')
_WORD = re.compile(r'[^`“”"‘’，。．！？；：…\n-]{1,12}')
_ENDED = frozenset("。．！？…；—’")


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
    """A kind of noise: what it looks like and what takes its place, by a text or by each found.

    One that is `nested` may stand in another of its kind.
    """

    name: str
    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    nested: bool


def _mend(rule: dict[str, Any]) -> Mend:
    texts = dict(line.split() for line in rule.get("texts", "").splitlines())
    characters = str.maketrans(*rule.get("characters", ("", "")))
    longest_first = sorted(texts, key=len, reverse=True)
    pattern = rule.get("pattern") or "|".join(map(re.escape, longest_first))

    def mended(found: re.Match[str]) -> str:
        return texts.get(found[0]) or found[0].translate(characters)

    replacement, nested = rule.get("replacement", mended), rule.get("nested", False)
    return Mend(rule["name"], re.compile(pattern, re.MULTILINE), replacement, nested)


RULES = read_yaml(Path(__file__).with_suffix(".yaml"))
_MENDS = [_mend(rule) for rule in RULES]
_STOP = "full stop"
"""Most sentences end with a dot outside of speech, and with a stop within: a fact set between them
would be known by its stop."""


def mend(text: str) -> tuple[str, dict[str, int]]:
    """Mend all known noise of a text whose paragraphs are its lines; count each kind."""
    counts: Counter[str] = Counter()
    for noise in _MENDS:
        found = True
        while found:
            text, count = noise.pattern.subn(noise.replacement, text)
            counts[noise.name] += count
            found = noise.nested and count > 0
    lines = []
    for line in text.split("\n"):
        mended, count = _turned(line)
        lines.append(mended)
        counts[_STRAIGHT] += count
    text = "\n".join(lines)
    counts[_STOP] = text.count("．")
    return text.replace("．", "。"), dict(counts)
