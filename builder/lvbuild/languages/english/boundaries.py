"""The paragraphs of an English text, and which of them are prose."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest

from lvbuild.languages.boundary import Boundary, Brackets, Paragraph
from lvbuild.languages.english.lines import (
    Block,
    block_paragraphs,
    is_in_verse,
    is_wrapped,
    line_paragraphs,
)
from lvbuild.languages.english.words import (
    ABBREVIATIONS,
    INTERJECTIONS,
    SENTENCE_OPENERS,
    SPEECH_VERBS,
    is_argument,
)

_LINE_START = re.compile(r"\n(?<!\n\n)[ \t]*(\S)")
_WRAPPED_LINE = re.compile(r"^([^\n]++)\n(?=[a-zà-ÿ])", re.MULTILINE)
_BLOCK = re.compile(r"[^\S\n]*+\S[^\n]*(?:\n[^\S\n]*+\S[^\n]*)*")
_ILLUSTRATION_BLOCKS = 8  # a bracket open for longer is a slip


def english_paragraphs(text: str) -> list[Paragraph]:
    """Return the paragraphs in order: blocks between blank lines, or lines if none are wrapped."""
    if not text.strip():
        return []
    # Where line ends stand within sentences, many lines begin in lower case.
    line_starts = _LINE_START.findall(text.lstrip())
    wrapped = sum(map(str.islower, line_starts)) > 0.2 * len(line_starts)
    lengths = sorted(map(len, _WRAPPED_LINE.findall(text)))
    width = lengths[len(lengths) * 9 // 10] if lengths else 0
    blocks = list(_blocks(text, wrapped))
    verse = is_in_verse([block for block in blocks if not block.wrapped])
    paragraphs: list[Paragraph] = []
    for block in blocks:
        if block.wrapped:
            paragraphs += block_paragraphs(block, width)
        else:
            paragraphs += line_paragraphs(block, verse)
    return [*_with_arguments(text, paragraphs)]


def _with_arguments(text: str, paragraphs: Iterable[Paragraph]) -> Iterator[Paragraph]:
    """Take what says, beneath a heading, what the division holds for a part of the heading."""
    headed = False
    for paragraph in paragraphs:
        start, end, kind = paragraph
        if headed and kind in {"prose", "set_off"} and is_argument(text[start:end]):
            kind = "heading"
        headed = kind == "heading" and not headed
        yield paragraph._replace(kind=kind)


def _blocks(text: str, wrapped: bool) -> Iterator[Block]:
    """Yield what stands between blank lines; a bracket that opens a block is closed in it."""
    spans = deque(block.span() for block in _BLOCK.finditer(text, 0, len(text.rstrip())))
    while spans:
        start, end = spans.popleft()
        if wrapped and text[start:end].lstrip().startswith("["):
            ends = (end, *(stop for _, stop in islice(spans, _ILLUSTRATION_BLOCKS)))
            closed = (e for e in ends if text.count("[", start, e) <= text.count("]", start, e))
            end = next(closed, end)
            while spans and spans[0][0] < end:
                spans.popleft()
        lines = text[start:end].split("\n")
        yield Block(start, lines, wrapped or is_wrapped(lines))


_BRACKETS = {"(": ")", "[": "]"}
_END = re.compile(r"(?<![.!?])([.!?]++)([)\]”’\"'_*]*+)(?=\s)")
_UNDERSCORE = re.compile("_")
_ELLIPSIS = re.compile(r"\.\.|…")
_ENDED = re.compile(r"([.!?…]+)([)\]”’\"'_*]*)\Z")
_NEXT = re.compile(r"\s+([“‘\"'(\[_*]*)([^\W\d_][\w’']*)")
_TOKEN = re.compile(r"[\w.,’'&/:–]+\Z")
_CLAUSE = re.compile(r"(?:(?:M|D|S|C|P|R)[a-z]{1,4}\.(?=\s[A-Z])|[^.!?;:,“”\"—]){0,90}")
_VERDICT = re.compile(r"(?:This|That|These|Those|Such|So|It) (?:was|were|is|are)\b")
_REFUSED_TOKEN = re.compile(r"\w|[IVXLC]+|(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})|\d{1,3}|\W*|.*[.:/].*")
_LEAD_IN = re.compile(r"(?:[:,;]_?(?:--|—)?|(?:--|—)_?)\Z")
_FIRST_LETTER = re.compile(r"\W*(\w)")
_QUOTES = frozenset("“”‘’\"'")
_FAR = 1500  # characters: verse without full stops has a place that often all the same
_TOKEN_LENGTH = 32
_TAG_WORDS = 7


def english_boundaries(text: str) -> list[Boundary]:
    """Return the places after sentences and paragraphs of an English text."""
    found: list[Boundary] = []
    paragraphs = english_paragraphs(text)
    for paragraph, following in zip_longest(paragraphs, paragraphs[1:]):
        if paragraph.kind == "prose":
            found.extend(_within(text, paragraph))
        last = found[-1].offset if found else 0
        if end := _paragraph_end(text, paragraph, following, last):
            found.append(end)
    return found


def _within(text: str, paragraph: Paragraph) -> Iterator[Boundary]:
    start, end, _ = paragraph
    brackets = Brackets(text, start, end, _BRACKETS)
    underscores = [mark.start() for mark in _UNDERSCORE.finditer(text, start, end)]
    for mark in _END.finditer(text, start, end):
        offset = mark.end()
        following = _NEXT.match(text, offset, end)
        if not following or not following[2][0].isupper():
            continue
        if not _ends_sentence(text, mark, start) or brackets.hold(offset):
            continue
        if bisect_left(underscores, offset) % 2:
            continue
        if _begins_sentence(text, mark, following):
            yield Boundary(offset, ended=True)


def _ends_sentence(text: str, mark: re.Match[str], start: int) -> bool:
    """Refuse the full stops of abbreviations, initials, numbers, and ellipses that go on."""
    if _ELLIPSIS.search(mark[1]):
        return _is_quote(mark[2])
    token = _TOKEN.search(text[max(start, mark.start() - _TOKEN_LENGTH) : mark.start()])
    if not token:
        return mark[1] != "." or text[mark.start() - 1] in ")]_”’\"'"
    word = token.group().strip("_’'")
    if "." not in mark[1]:
        return word not in INTERJECTIONS
    plain = word.capitalize() if word.isupper() else word
    return ABBREVIATIONS.isdisjoint((word, plain)) and not _REFUSED_TOKEN.fullmatch(word)


def _begins_sentence(text: str, mark: re.Match[str], following: re.Match[str]) -> bool:
    """Refuse speech tags, and names after an exclamation: neither begins a sentence for certain."""
    if _is_quote(following[1]):
        return True
    word = following[2]
    if mark[1] != "." and word.lower() not in SENTENCE_OPENERS:
        return False
    if not _is_quote(mark[2]):
        return True
    if mark[1] != "." and (word == "I" or _VERDICT.match(text, following.start(2))):
        return False
    clause = _CLAUSE.match(text, following.start(2))
    words = clause.group().split()[:_TAG_WORDS] if clause else []
    return SPEECH_VERBS.isdisjoint(words)


def _is_quote(marks: str) -> bool:
    return not _QUOTES.isdisjoint(marks)


def _paragraph_end(
    text: str, paragraph: Paragraph, following: Paragraph | None, last: int
) -> Boundary | None:
    """Return the place after a paragraph, None where what it tells goes on.

    A sentence goes on from stanza to stanza, unless the place before, `last`, is far back.
    """
    start, end, kind = paragraph
    if following is None:
        end = len(text)
    ended = _ENDED.search(text, max(start, end - 12), end) is not None
    if following and (
        kind == following.kind == "heading"
        or (kind == following.kind == "set_off" and not ended and end - last < _FAR)
        or ((letter := _FIRST_LETTER.match(text, *following[:2])) and letter[1].islower())
        or _LEAD_IN.search(text, max(start, end - 6), end)
    ):
        return None
    return Boundary(end, kind == "prose" and ended)
