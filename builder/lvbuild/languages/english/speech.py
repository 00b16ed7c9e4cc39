"""The quotation marks of an English paragraph, told from its apostrophes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from lvbuild.languages.boundary import Paragraph, Quotation
from lvbuild.languages.english.words import ABBREVIATIONS, DIVISIONS

_DOUBLE = re.compile('[“”"]')
_OPENING = re.compile(r"(?:(?<=[\s(\[_—-])|\A)\"(?=\S)")
_SINGLE = re.compile(r"[‘’'](?:(?<=[‘'])(?<![\w.,!?].)(?=[\w“\"])(?P<opening>)|(?<=\S[’'])(?!\w))")
_SPEECH_START = re.compile(r"[_*(\[]*[“\"]")
_LONG = 3000  # characters; whole documents come as one paragraph, where one slip must not tell on
_LONGEST_SINGLE = 1500


def spoken_quotation(text: str, paragraph: Paragraph, left_open: bool) -> Quotation:
    """Return the double quotation marks of a paragraph.

    `left_open`: the paragraph before ended within a speech. A speech that goes on opens again with
    a mark; without one it is doubtful where a mark is missing, there or here.
    """
    start, end, _ = paragraph
    marks = list(_DOUBLE.finditer(text, start, end))
    in_turn = text.count('"', start, end) % 2 == 0 and end - start < _LONG
    opens: list[bool] = []
    straight_opens = False
    for mark in marks:
        if mark.group() != '"':
            opens.append(mark.group() == "“")
            continue
        straight_opens = not straight_opens
        opens.append(straight_opens if in_turn else _OPENING.match(text, mark.start()) is not None)
    offsets = [mark.start() for mark in marks]
    carried = left_open and not _SPEECH_START.match(text, start)
    if 2 * sum(opens) <= len(opens):
        return Quotation(offsets, opens, carried)
    # Where marks are doubled for good, speech within speech goes on in the same marks.
    doubled = (offset for offset, both in zip(offsets, pairwise(opens), strict=False) if all(both))
    return Quotation(offsets, opens, carried, nested_from=next(doubled, None))


def single_quotation(text: str, paragraph: Paragraph, spoken: Quotation) -> Quotation:
    """Return the single quotation marks outside the double ones.

    They count in pairs only, or as the start of a paragraph: the others are apostrophes.
    """
    offsets: list[int] = []
    pending = -1
    for mark in _SINGLE.finditer(text, paragraph.start, paragraph.end):
        offset = mark.start()
        if mark["opening"] is not None:
            pending = -1 if spoken.holds(offset) else offset
        elif pending >= 0 and offset - pending < _LONGEST_SINGLE:
            offsets += [pending, offset]
            pending = -1
    if pending == paragraph.start:
        offsets.append(pending)
    return Quotation(offsets, [index % 2 == 0 for index in range(len(offsets))], carried=False)


_STYLE = r"(?:_|\*\*)?"
_DIRECTION = r"(?:\([^()\n]{1,120}\)|\[[^\[\]\n]{1,120}\])"
_SAID = (
    rf"(?:,?[ \t]*{_DIRECTION})?"
    rf"(?:(?P<stop>[.:]{_STYLE}(?=\s|\Z))(?:[ \t]+{_DIRECTION}(?=\s|\Z))?"
    rf"|[.:]?(?:--|—)|{_STYLE}(?=\t|  |\n|\Z)|(?<=[)\]])(?=\s))"
)
_CAPITALS = (
    rf"(?P<cue>{_STYLE}(?P<name>(?:\d\w\w )?(?:(?:MRS?|DR|ST)\. )?[A-Z][A-Z’'-]*"
    rf"(?:(?:,? AND|,? &)? [A-Z\d][A-Z\d’'-]*){{0,4}}){_STYLE}{_SAID})"
    r"(?=[^a-z\n]*+\n{0,2}+[^a-z\n]*+[a-z])"  # what is said is no line of a heading
)
_IN_CAPITALS = re.compile(_CAPITALS)
_ON_A_LINE = re.compile(rf"\n[ \t]*{_CAPITALS}")
_MIXED = re.compile(
    rf"(?P<cue>{_STYLE}(?P<name>(?:\d\w\w )?[A-Z][\w’'-]*(?: [A-Z\d][\w’'-]*){{0,3}}){_STYLE}"
    rf"{_SAID})"
)
_MIXED_ON_A_LINE = re.compile(rf"(?:\n[ \t]+|(?<=[.!?\])—-])[ \t]*\n){_MIXED.pattern}")
_NO_NAME = re.compile(rf"[IVXLC]+|\d+|(?i:{DIVISIONS})\b.*")
_SHORTEST = 3  # letters of a name that need not recur
_RECURS = 3  # paragraphs: a name that begins so many is no accident
_SHARES = {True: 0.05, False: 0.15}  # of a play's paragraphs begin so: certain, or doubtful


class Speakers:
    """Tells which paragraphs begin with a speaker's name.

    A name in capitals with a full stop or a colon is one. Any other ("Nora. Yes", "Nora: Yes",
    "NORA--Yes", a name alone on its line) is one in a play only: where at least two names begin
    three paragraphs each, and all such names together a seventh of the paragraphs (a twentieth for
    names in capitals with a full stop or a colon).
    """

    def __init__(self, text: str, starts: Iterable[int]) -> None:
        self._cues: dict[int, re.Match[str]] = {}
        paragraphs = 0
        for start in starts:
            paragraphs += 1
            cue = _IN_CAPITALS.match(text, start) or _MIXED.match(text, start)
            if cue:
                self._cues[start] = cue
        for cue in _ON_A_LINE.finditer(text):
            self._cues[cue.start("cue")] = cue
        counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        for start, cue in list(self._cues.items()):
            if _is_name(cue):
                counts[_is_certain(cue)][cue["name"]] += 1
            else:
                del self._cues[start]
        self._recurring = _recurring(counts[True], _SHARES[True] * paragraphs)
        self._recurring |= _recurring(counts[False], _SHARES[False] * paragraphs)
        if not all(map(str.isupper, self._recurring)):
            # Such names begin lines too where no blank ones stand between speeches.
            for cue in _MIXED_ON_A_LINE.finditer(text):
                if cue["stop"] and cue["name"] in self._recurring:
                    self._cues.setdefault(cue.start("cue"), cue)

    @property
    def found(self) -> bool:
        """Whether the text is a play."""
        return bool(self._recurring)

    def cue(self, start: int) -> int | None:
        """Return where the cue ends that stands at `start`, if any."""
        cue = self._cues.get(start)
        if cue is None:
            return None
        return cue.end() if self.found or _is_certain(cue) else None

    def recurs(self, start: int) -> bool:
        """Tell whether the name at `start` is one of a play's."""
        return start in self._cues and self._cues[start]["name"] in self._recurring


def _is_name(cue: re.Match[str]) -> bool:
    if _NO_NAME.fullmatch(cue["name"]) or (cue.re is _MIXED and cue["name"].isupper()):
        return False
    alone = cue.string.startswith("\n", cue.end())
    return alone or not (cue["stop"] and cue["name"].capitalize() in ABBREVIATIONS)


def _is_certain(cue: re.Match[str]) -> bool:
    name = cue["name"]
    return name.isupper() and len(name) >= _SHORTEST and cue["stop"] is not None


def _recurring(counts: Counter[str], fewest: float) -> frozenset[str]:
    often = {name: count for name, count in counts.items() if count >= _RECURS}
    enough = len(often) > 1 and sum(often.values()) >= fewest
    return frozenset(often if enough else ())
