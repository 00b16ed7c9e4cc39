"""What no rule can mend: sentences that lost words, and what a page says of itself, go whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from lvbuild.languages import find_language, guess_language
from lvbuild.languages.boundary import Lean
from lvbuild.text.cleaning.cleaning import Cut, Rule

_DAMAGE = re.compile(
    r"「\s*」|『\s*』|《\s*》|〈\s*〉|“\s*”|‘\s*’|（\s*）"  # where a template was taken out
    r"|(?<![\w\"'.,!?])\"\"(?!\w)|\"\"\s*\(\d"
    r"|(?i:(?<![a-z])formula_?\d)"
    r"|、、|[：:]、|包括[、，]|、[和及与]?[。，]|\b(?:and|or) (?:and|or)\b|, ,"  # items of a list
    r"|\A，|[：:][\s\"”]*\Z"  # a subject; what is announced and does not follow
)
_ADDRESS = (
    r"https?:|www\.|(?<![\w.])[\w-]+(?:\.[\w-]+)*\.(?:com|cn|net|org|cc|tv)\b(?!\.[A-Za-z]|\()"
    r"|[\w.+-]+[@#][\w-]+\.\w"
)
_NUMBER = (
    r"(?<![\d.-])(?<!\d )(?:1[3-9]\d[- ]?\d{4}[- ]?\d{4}|0\d{2,3}[-—) ]{1,2}\d{7,8}"
    r"|[48]00[- ]?\d{3,4}[- ]?\d{3,4})(?![\d.]| \d)"
    r"|(?:电话|热线|手机|传真|[Tt]el)[^\n。]{0,6}[:：]\s*\d[\d-]{6,}"
)
_ACCOUNT = (
    r"(?i:q{2}|扣扣|微信|vx|wx|公众)(?:客服|公众|咨询)?[群号]?码?[:：为是（(\s]{0,3}[\"“]?"
    r"(?=[\w.-]*\d)[A-Za-z0-9_-]{5,}|(?:微信|公众|(?i:qq))(?:公众)?[群号]\s*[:：（(“\"]"
    r"|(?:扫一扫|扫码|扫描|微信)[^\n。]{0,8}(?:关注|二维码)|关注[^\n。]{0,14}公众号|加(?i:微信|qq|扣扣)"
)
_FURNITURE = (
    r"\A[^\n。]*(?: > | » )[^\n。]{0,40}(?=\n|\Z)|^[^\n。]{0,30}(?: > | » )[^\n。]{0,40}(?: > | » )"
    r"|^(?:[^\s\d，。,:：!?！？的我你是了不就]{2,12}(?:[ |>·]+|$)){8,}"  # a menu
    r"|^(?![aio] )[a-z] [\w]"  # begun inside a word
    r"|个性签名[:：]|^经验内容仅供参考|版权(?:所有|声明)|[Cc]opyright|ICP备|转载请|[:：]\s*\Z"
)
_PAGE = re.compile("|".join((_ADDRESS, _NUMBER, _ACCOUNT, _FURNITURE)), re.MULTILINE)
_PART = re.compile(r"[^\n。！？!?]*(?:[。！？!?]+[”」』）)\"]*\n?|\n|\Z)")
_LONGEST = 200
"""Characters of what goes out of a page: a longer part is most of what it says."""

Parts = Callable[[str], Iterable[int]]
"""Where the sentences of a text end, in ascending order, its own end last."""


def _damaged_spans(text: str) -> Iterable[tuple[int, int]]:
    speaks = find_language(guess_language(text))

    def leans(text: str, start: int, end: int) -> bool:
        return speaks.lean(text, start, end) is Lean.POINTS_BACK

    return _cut(text, _DAMAGE, [place.offset for place in speaks.boundaries(text)], leans)


DAMAGED = Rule(
    "sentences that lost words",
    lambda text: (Cut(_damaged_spans),) if _DAMAGE.search(text) else (),
    True,
)
"""Of an encyclopedia's text a sentence that lost words goes."""


def _page_ends(text: str) -> list[int]:
    return [part.end() for part in _PART.finditer(text) if part[0]]


def _page_spans(text: str) -> Iterable[tuple[int, int]]:
    spans = [*_cut(text, _PAGE, _page_ends(text), lambda text, start, end: False)]
    long = any(
        part[0].strip() and len(part[0]) > _LONGEST and _PAGE.search(part[0])
        for start, end in spans
        for part in _PART.finditer(text[start:end])
    )
    return [(0, len(text))] if long else spans


_OF_PAGES = Cut(_page_spans)
PAGES = Rule(
    "what pages say of themselves",
    lambda text: (_OF_PAGES,) if _PAGE.search(text) else (),
    True,
)
"""Addresses, numbers to call, accounts to follow, menus and paths go with their sentence.

Of a page that is no more than one long sentence around them nothing is left.
"""


def _cut(
    text: str,
    pattern: re.Pattern[str],
    ends: Iterable[int],
    leans: Callable[[str, int, int], bool],
) -> Iterator[tuple[int, int]]:
    """Yield the sentences that hold a pattern, and after each those that lean on it.

    The first of a paragraph names what it tells of: where that goes, all of it goes.
    """
    hurt = [found.start() for found in pattern.finditer(text)]
    start, gone, whole = 0, False, False
    for end in ends:
        written = text[start:end]
        blank = len(written) - len(written.lstrip())
        broken = any(start <= place < end for place in hurt)
        if not start or "\n" in text[start - 1 : start + blank]:
            whole = broken
        gone = whole or broken or (gone and leans(text, start, end))
        if gone:
            # The line's end stays where something of the line does.
            yield start, end - (written.endswith("\n") and not whole)
        start = end
