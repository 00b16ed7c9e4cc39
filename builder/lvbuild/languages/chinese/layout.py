"""The paragraphs of a Chinese text: prose, verse, plays, and the quotation marks of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from lvbuild.languages.boundary import Kind, Paragraph, Quotation, with_speeches
from lvbuild.languages.chinese.leaning import ENDED, LEAD_IN

_MARKS = re.compile('[“”"「」]')
_SENTENCE_ENDS = frozenset("。．！？…!?.")


def spoken_quotation(text: str, paragraph: Paragraph, left_open: bool) -> Quotation:
    """Return the quotation marks of a paragraph.

    `left_open`: a speech of an earlier paragraph has not been closed. Unlike in English it need not
    open again here (verse that is recited, a letter that is read out).
    """
    carried = left_open and text[paragraph.start] not in "“「"
    offsets: list[int] = []
    opens: list[bool] = []
    for mark in _MARKS.finditer(text, paragraph.start, paragraph.end):
        offset = mark.start()
        if mark.group() == '"':
            opened, before = opens[-1] if opens else carried, text[offset - 1 : offset]
            introduced = before in {":", "："}
            opens.append(introduced or (not opened and before not in _SENTENCE_ENDS))
        else:
            opens.append(mark.group() in "“「")
        offsets.append(offset)
    return Quotation(offsets, opens, carried)


_NAME = r"[^\W\d_][^\W_]{0,5}(?:[·•][^\W_]{1,6})?"
_DIRECTION = r"(?:[（(〔][^（）()〔〕\n]{1,40}[）)〕])?"
_CUE = re.compile(
    rf"(?P<name>{_NAME})[ 　\t]*{_DIRECTION}(?:[:：](?![“\"「『])|(?:[ \t]{{2,}}|　+|\t)(?=\S))"
    rf"|[【〔\[](?P<bracketed>{_NAME}){_DIRECTION}[】〕\]][:：]?"
    r"|[（(〔](?P<role>[^（）()〔〕\n，。]{1,8}?)(?:(?:上|做|作|打|同|又)?[^（）()〔〕\n]{0,8})"
    r"[云唱白念曰说道问答][）)〕]"
)
_WITHIN = re.compile(r"[（(][^（）()\n]{0,12}[云唱][）)]")
_RECURS = 3  # lines: a name that begins so many is no accident
_SHARE = 0.2  # of the lines of a play begin with one


def cues(text: str, lines: Sequence[tuple[int, int]]) -> Mapping[int, int]:
    """Return where the speakers' names end in the lines that begin with one, by their starts.

    A name before a colon, a wide space or in brackets is one where the text is a play: at least two
    names begin three lines each, all such lines together are a fifth, and most of them, if there is
    more in them than the name, end with a sentence (the rows of a list do not).
    """
    found = {line: cue for line in lines if (cue := _CUE.match(text, *line))}
    names = Counter(cue["name"] or cue["bracketed"] or cue["role"] for cue in found.values())
    often = [count for count in names.values() if count >= _RECURS]
    if len(often) < 2 or sum(often) < _SHARE * len(lines):
        return {}
    ends = [end for (_, end), cue in found.items() if cue.end() < end]
    if 2 * sum(ENDED.search(text, end - 8, end) is not None for end in ends) < len(ends):
        return {}
    return {start: cue.end() for (start, _), cue in found.items()}


def is_libretto(text: str, lines: int) -> bool:
    """Tell a play that names its speakers within the lines ("（正旦云）这书院好。（唱）")."""
    return len(_WITHIN.findall(text)) > max(2 * _RECURS, _SHARE * lines)


def _names_speaker(text: str, line: Paragraph) -> bool:
    """Tell whether a line of such a play names a tune, or says in brackets who speaks."""
    return text[line.start] == "【" or _WITHIN.search(text, *line[:2]) is not None


_VERSE_TITLE = re.compile(
    r"《[^《》\n]+》[^，。．！？\n]{0,8}|[^，。．！？；：\n]{1,12}[·・•][^，。．！？；：\n]{1,20}"
    r"|(?:作者|题目|題目)[:：][^\n]+"
)
_PAUSE = re.compile(r"[，。．！？；、：,!?\s]+")
_SENTENCE_BEFORE = re.compile(r"[^。．！？!?\n”\"]+\Z")
_SENTENCE_AFTER = re.compile(r"[^。．！？!?\n：]+")
_QUOTES = frozenset('“”"「」『』')
_VERSE_REACH = 40  # a line of verse, looked for on both sides
_VERSE_FEET = range(3, 10)
_SONG = 6  # clauses: so many tell verse although some are longer or shorter
_COUPLETS = 4  # lines of one length that are couplets
_WHOLE = 16  # lines: so much verse is not broken


def is_measured(line: str) -> bool:
    """Tell verse by its clauses of one length."""
    clauses = [len(clause) for clause in _PAUSE.split(line) if clause]
    return len(clauses) > 1 and len(set(clauses)) == 1 and clauses[0] in _VERSE_FEET


def is_song(line: str) -> bool:
    """Tell verse in a single line by its clauses: most have one length, or five and seven."""
    clauses = Counter(len(clause) for clause in _PAUSE.split(line) if clause)
    [(feet, most)] = clauses.most_common(1) or [(0, 0)]
    total = clauses.total()
    if total < _SONG or feet not in _VERSE_FEET:
        return False
    return 2 * most > total or 5 * (clauses[5] + clauses[7]) > 3 * total


def is_songbook(text: str, paragraphs: Sequence[Paragraph]) -> bool:
    """Tell whether a quarter of the text is verse that is told by itself, in many lines."""
    verse = [
        end - start
        for start, end, kind in paragraphs
        if kind == "set_off" and (is_measured(text[start:end]) or is_song(text[start:end]))
    ]
    return len(verse) > _WHOLE and 4 * sum(verse) > sum(end - start for start, end, _ in paragraphs)


def _may_be_sung(text: str, line: Paragraph) -> bool:
    """Tell whether no clause is longer than those of songs, whose lines differ in length."""
    return max(map(len, _PAUSE.split(text[line.start : line.end]))) < _VERSE_FEET.stop


def is_ended(text: str, paragraph: Paragraph) -> bool:
    """Tell whether a sentence ends with the paragraph."""
    return ENDED.search(text, max(paragraph.start, paragraph.end - 8), paragraph.end) is not None


def whole_verse(text: str, paragraphs: Sequence[Paragraph]) -> set[int]:
    """Return the numbers of the lines of verse that no place is after, unless it is the last.

    Those are all in verse that is short enough to stay whole; in longer verse with full stops those
    that end without one, and without full stops the first lines of couplets. Nor is a
    poem torn from its title or its author.
    """
    whole: set[int] = set()
    if is_songbook(text, paragraphs):
        for number, (start, end, kind) in enumerate(paragraphs[:-1]):
            if kind == "set_off" and _VERSE_TITLE.fullmatch(text, start, end):
                whole.add(number)
    start = 0
    for kind, run in groupby(paragraphs, key=attrgetter("kind")):
        lines = list(run)
        if kind == "set_off":
            within = range(start, start + len(lines) - 1)
            ended = {index for index in within if is_ended(text, paragraphs[index])}
            if len(lines) <= _WHOLE:
                whole.update(within)
            elif 4 * len(ended) > len(lines):
                whole.update(set(within) - ended)
            else:
                whole.update(start + line for line in _within_couplets(lines))
                whole.discard(start + len(lines) - 1)
        start += len(lines)
    return whole


def _within_couplets(lines: Sequence[Paragraph]) -> Iterator[int]:
    """Yield the numbers of the lines that may not end a couplet, where most stand in couplets.

    Couplets are four lines of one length or more, even in number.
    """
    doubtful: list[int] = []
    start = 0
    for _, run in groupby(lines, key=lambda line: line.end - line.start):
        number = len(list(run))
        couplets = number >= _COUPLETS and number % 2 == 0
        doubtful += range(start, start + number, 2 if couplets else 1)
        start += number
    if 3 * len(doubtful) < 2 * len(lines):
        yield from doubtful


def in_verse(text: str, end: int, offset: int) -> bool:
    """Tell whether a place stands beside verse that runs on in a line: clauses of one length."""
    closed = text[offset - 1] in _QUOTES
    before = None if closed else _SENTENCE_BEFORE.search(text, max(0, end - _VERSE_REACH), end)
    after = _SENTENCE_AFTER.match(text, offset, offset + _VERSE_REACH)
    return any(
        sentence is not None and ("兮" in sentence.group() or is_measured(sentence.group()))
        for sentence in (before, after)
    )


_LINE = re.compile(r"[^\s](?:[^\n]*[^\s])?")
_HEADING = re.compile(
    r"(?:第[一二三四五六七八九十百千零〇\d]+[回章节卷部篇集幕场折出]|(?:目录|楔子|序幕|尾声)\Z)"
    r"(?!.*[，。．])"
)
_TITLE = re.compile(r"[^，。．！？；、：,.!?;:]{1,30}")
_SPEECH = re.compile('[“”"「」]')
_SET_OFF_LENGTH = 60
_SAMPLE = 120  # characters from which a long line is seen to be no verse


def chinese_paragraphs(text: str) -> list[Paragraph]:
    """Return the lines in order; in a play, a speaker's name and what it says by themselves.

    Verse and letters stand in short lines without quotation marks, mostly introduced by a colon;
    set pieces are broken into lines in mid-sentence.
    """
    lines = [line.span() for line in _LINE.finditer(text)]
    named = cues(text, lines)
    paragraphs: list[Paragraph] = []
    introduced = False
    for start, end in lines:
        said = named.get(start)
        if said is not None:
            paragraphs.append(Paragraph(start, said, "cue"))
            words = text[said:end].lstrip()
            if words:
                verse = len(words) <= _SET_OFF_LENGTH and is_measured(words)
                kind: Kind = "set_off" if verse else "speech"
                paragraphs.append(Paragraph(end - len(words), end, kind))
            introduced = False
            continue
        written = text[start:end]
        kind = _kind(written, introduced)
        if kind == "set_off" and paragraphs and paragraphs[-1].kind == "heading":
            kind = "heading" if _TITLE.fullmatch(written) else kind
        introduced = kind == "set_off" or LEAD_IN.search(written[-4:]) is not None
        paragraphs.append(Paragraph(start, end, kind))
    if named:
        return with_speeches(text, paragraphs)
    if is_libretto(text, len(lines)):
        return [_said(line, "speech", _names_speaker(text, line)) for line in paragraphs]
    if is_songbook(text, paragraphs):
        return [_said(line, "set_off", _may_be_sung(text, line)) for line in paragraphs]
    return paragraphs


def _said(line: Paragraph, kind: Kind, sung: bool) -> Paragraph:
    """Take a line of prose that is sung for one of a kind."""
    return line._replace(kind=kind) if sung and line.kind == "prose" else line


def _kind(line: str, introduced: bool) -> Kind:
    if len(line) > _SET_OFF_LENGTH:
        return "set_off" if is_song(line[:_SAMPLE]) and is_song(line) else "prose"
    if _HEADING.match(line):
        return "heading"
    if _SPEECH.search(line) or LEAD_IN.search(line):
        return "prose"
    if introduced or not ENDED.search(line) or is_measured(line) or is_song(line):
        return "set_off"
    return "prose"
