"""The headings that stand before what is no prose, and those that stand before prose."""

from __future__ import annotations

import re

_DECORATION = " \t　_*=~|[](){}<>“”\"'‘’.:：。-—–#【】「」『』〔〕"
_SPACED = re.compile(r"(?:\b\w )+\w\b")
_OF_A_PART = (
    r"(?: (?:of|to|for) (?:the )?(?:\w+ )?(?:vol(?:ume)?s?|book|part|series)\.?(?: (?:the )?\w+)?)?"
    r"(?:[ ,.—-]*(?:vol(?:ume)?|book|part)\.? \w+)?(?:[ .,—(-]*(?:continued|cont'?d)\)?)?"
)
_LISTS = {
    "contents": re.compile(
        rf"(?:(?:table|summary|general table|analytical table) of )?(?:the )?contents{_OF_A_PART}"
        r"|chapter headings|[回总總]目"
        r"|(?:本书|全书|本卷|章节|章回|详细|分卷|[上中下]卷|第\w{1,3}[卷部册])?[回总總]?目\s*[录錄次]"
    ),
    "list of illustrations": re.compile(
        r"(?:illustrations?:? )?(?:(?:complete |full )?list of )(?:the )?(?:\w+[ -]){0,3}"
        r"(?:illustrations|plates|maps|figures|portraits|engravings|photographs|diagrams|drawings"
        rf"|pictures|tables|cuts|woodcuts){_OF_A_PART}"
        rf"|(?:the )?(?:illustrations|plates|maps|portraits)(?: and (?:\w+ )?\w+)?{_OF_A_PART}"
        r"|(?:插图|插圖|图版|圖版|附图)\s*(?:目\s*[录錄次]|一览)"
    ),
    "index": re.compile(r"(?:general |alphabetical )?index(?: of [\w ]{3,40})?|索\s*引"),
}
_WORDS = (
    *("contents", "illustrations", "list of", "plates", "maps", "portraits", "index", "headings"),
    *("c o n t e n t s", "i n d e x", "目", "索", "一览"),
)
_LONGEST = 70  # characters of a heading, and
_LONGEST_LIST = 50  # of a list's
_OPENING = re.compile(
    r"(?:(?:the|an?|(?:author|editor|translator|publisher|transcriber)['’]?s?['’]?|\w+ \w+['’]s|"
    r"general|original|biographical|critical|historical|first|second|third|few) )*"
    r"(?:prefaces?|prefatory|introduction|introductory|introduction|foreword|prologue|epilogue|prelude"
    r"|finale|conclusion|afterword|appendix|appendices|notes?|notice|explanatory|explanation"
    r"|dedication|advertisement|postscript|argument|proem|preamble|interlude|etymology|extracts"
    r"|epigraph|apology|envoi|envoy|chronology|memoir|acknowledg?e?ments?|words?)"
    r"(?: (?:to|of|by|note|notes|on|letter|chapter|remarks|epistle|memoir)\b[\w ’',]{0,60})?"
    r"|to (?:the|my) (?:\w+ )?(?:readers?|public)"
    r"|(?:自|代|原|译者|作者|编者|出版者|再版|重印|初版)?(?:序言?|前言|引言|导言|导读|小引|题记|后记|跋|凡例)"
    r"|楔子|引子|尾声|终章|序[章幕曲]|番外.{0,12}|附录.{0,12}"
)


def listed(line: str) -> str:
    """Return what a list is of that a line is the heading of: "contents", ..., "" if it is none."""
    line = line.strip()
    if len(line) > _LONGEST_LIST or not any(map(line.lower().__contains__, _WORDS)):
        return ""
    written = plain_title(line)
    return next((kind for kind, pattern in _LISTS.items() if pattern.fullmatch(written)), "")


def opens_prose(line: str) -> bool:
    """Tell whether a line is the heading of prose that is no chapter: a preface, a prologue."""
    return len(line) <= _LONGEST and _OPENING.fullmatch(plain_title(line)) is not None


def plain_title(line: str) -> str:
    """Return a heading in lower case, letter-spaced words joined, without marks around it."""
    written = " ".join(line.strip(_DECORATION).split()).lower()
    if _SPACED.fullmatch(written):
        return written.replace(" ", "")
    return written


def title_key(line: str) -> str:
    """Return what two wordings of one title have in common: its letters and figures."""
    return re.sub(r"[\W_]+", "", line).lower()


_NOTE = re.compile(
    r"(?:the |original )?(?:transcriber|proofreader)s?['’]?s?['’]? ?(?:end)?notes?(?:\b.*)?"
    r"|notes? (?:of|by|from) the transcriber.*|(?:录入|校对|排版)(?:者)?(?:说明|附注).*"
)


def noted(line: str) -> bool:
    """Tell whether a line begins a note of those who transcribed a text."""
    return _NOTE.fullmatch(plain_title(line)) is not None
