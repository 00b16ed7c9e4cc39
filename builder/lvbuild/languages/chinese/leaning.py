"""Chinese words that tie a sentence, or a question, to what stands before it or outside of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lvbuild.languages.boundary import Lean
from lvbuild.languages.characters import to_simplified
from lvbuild.languages.chinese.words import VOCABULARY, chinese_words
from lvbuild.languages.naming import any_of

ENDED = re.compile(r"[。．！？…!?.][”’\"」』）)】-]*\Z")
"""A sentence's end with the marks that close behind it."""

LEAD_IN = re.compile(r"(?:[:：]|——|(?:诗|词|赞|偈|歌|判)[云曰])[“\"「]?\Z")
"""What leads in the words of another: verse, a letter, a speech."""

GOES_ON = re.compile(r"\s*[，、；：。．！？…—,;:.!?~·》〉）)】」』”’-]")
"""Punctuation after which the sentence has not ended."""

CONTINUES_QUOTATION = re.compile(any_of(VOCABULARY["continues a quotation"]))
"""What makes a quotation a part of the sentence that follows its closing mark."""

SPEECH_TAG = re.compile(
    r"[^，。．！？；：“”\"、,.:;!?\n]{0,9}"
    r"(?:说|道|问|答|喊|叫|嚷|回答|表示|指出|认为|写道)[，。．！？,.!?]"
)
"""A speech tag behind the speech ("他说，")."""

_HANGS_ON = re.compile(rf"\s*{any_of(VOCABULARY['hangs on'])}")
_TOLD_ON = re.compile("那(?![时時里裡边邊些个個样樣日知种種])|且说|却说|只见")
"""What a storyteller begins a sentence with that has a subject of its own ("那宝玉")."""

CLINGS = re.compile(rf"\s*{any_of(VOCABULARY['clings'])}")
"""A phrase that no other sentence may come before: it breaks off the speech that stands there, or
closes what is told."""


_OPENING = re.compile(r"[\s“”\"「『‘（(【]*")
_POINTS_BACK = re.compile(any_of(VOCABULARY["points back"]))
_PRONOUN = re.compile(any_of(VOCABULARY["pronouns"]))
BEGINS_ANEW = re.compile(any_of(VOCABULARY["begins anew"]))
PRONOUNS = re.compile(
    rf"(?P<points>{any_of(VOCABULARY['pointing'])})|{_PRONOUN.pattern}|那(?![时時里裡])|其|彼"
    rf"|之[，。．]|(?:^|[，；])[^，。．！？；]{{0,4}}?{any_of(VOCABULARY['going on'])}"
)
"""Words that may stand for what another sentence tells of, or go on with it; `points`: that do."""
CALLS = re.compile(rf"[?？!！]\Z|{any_of(VOCABULARY['orders'])}")
"""What in a sentence calls for an answer, or has somebody do what the next one tells."""
_NUMERAL = "0-9０-９〇零一二三四五六七八九十百千"
_TIME = re.compile(
    f"[于於在到至自从從直]?(?:约|約|公元前?|民[国國])?[{_NUMERAL}]+"
    f"(?:世[纪紀]|年代?|月|日|至|到|[-—~～–{_NUMERAL}])+[^，。；,;]{{0,8}}[，,]"
)
_NAMED = re.compile(r"[《「“\"『]?[A-Z][A-Za-z]|《|[^，。；：、（(\s]{1,8}[·•‧・]")
_HEAD = 30
_QUOTES = '《》「」“”"『』'
_END = re.compile(f"[^\\w{_QUOTES}]")
_TOLD_ANEW = re.compile(
    "[却且话話][说說]|不[想料]|[谁誰][想知料]|可巧|[过過]了[几幾]|有日"
    "|(?!.会|.會)[\u4e00-\u9fff]{1,2}[儿兒氏]"
)
"""What a storyteller begins with who leaves what was told, or the name of somebody ("平儿")."""
_MOMENT = re.compile("[一这這那此是次当當][日天夜晚时時]|[彼其]时|[明半]日|少[顷頃时時]|[，,]")
_ASPECTS = frozenset("了着著过過")
_LEAST_NAME = 2
_LONGEST_WORD = 4
_NOUNS, _TIMES, _UNTOLD = frozenset("ns"), frozenset("tf"), "zg"
"""How jieba tags nouns, names and places; times and sides; characters of which it tells nothing."""


def chinese_lean(text: str, start: int, stop: int) -> Lean:
    """Return how much a sentence leans on what stands before it.

    It points back by its first words, after a date too, or by a pronoun where no name leads it. It
    names what it tells of where it begins with a title, a foreign name or, as the text itself
    does, with the text's subject; any other may lack a subject and go on about the one before.
    """
    begin = _OPENING.match(text, start, stop).end()  # type: ignore[union-attr]
    if begin >= stop:
        return Lean.NAMES
    after_time = _TIME.match(text, begin, stop)
    subject = after_time.end() if after_time else begin
    if any(_POINTS_BACK.match(text, place, stop) for place in (begin, subject)):
        return Lean.POINTS_BACK
    if _NAMED.match(text, subject, stop) or _begins_alike(text, subject):
        return Lean.NAMES
    return Lean.POINTS_BACK if _PRONOUN.search(text, subject, stop) else Lean.GOES_ON


def takes_up(text: str, place: int, end: int) -> bool:
    """Tell whether the sentence behind a place goes on about the one before, or lacks a subject."""
    after_time = _TIME.match(text, place, end)
    subject = after_time.end() if after_time else place
    return any(
        (_HANGS_ON.match(text, at, end) or _POINTS_BACK.match(text, at, end))
        and not _TOLD_ON.match(text, at, end)
        for at in (place, subject)
    )


def has_subject(text: str, start: int) -> bool:
    """Tell whether a sentence begins with a noun, a name or a place, behind a time if there is one.

    Any other goes on about the subject of the one before, as a rule.
    """
    tag_of = chinese_words().tag
    begin = _OPENING.match(text, start).end()  # type: ignore[union-attr]
    if _TOLD_ANEW.match(text, begin):
        return True
    while time := _TIME.match(text, begin) or _MOMENT.match(text, begin):
        begin = time.end()
    head = to_simplified()(text[begin : begin + _LONGEST_WORD])
    words = (head[:size] for size in range(len(head), 0, -1))
    word = next((word for word in words if tag_of(word)), "")
    if tag_of(word)[:1] in _TIMES:
        return has_subject(text, begin + len(word))
    tag = tag_of(word) if head[len(word) : len(word) + 1] not in _ASPECTS else ""
    return tag[:1] in _NOUNS or tag == _UNTOLD


def _begins_alike(text: str, subject: int) -> bool:
    """Tell whether a sentence begins as the text does, with a word and not with a number."""
    from rapidfuzz.distance import Prefix

    head = _first_words(text[_OPENING.match(text).end() :][:_HEAD])  # type: ignore[union-attr]
    here = _first_words(text[subject : subject + _HEAD])
    shared = Prefix.similarity(head, here)
    return shared >= _LEAST_NAME and not head[:shared].isnumeric()


def _first_words(text: str) -> str:
    return _END.split(text.lstrip(_QUOTES), maxsplit=1)[0]


# Demonstratives with their classifiers, pronouns, and words for the text itself.
_CLASSIFIERS = "一个位名种部座家所项次届款场条首张些类套支句本篇块段点"
_BEFORE_PRONOUNS = (
    "，。、？：；0-9年月日时后前中里为让使由给对与和及跟同被向把从在是问说以将而但则并且因于"
    "当认到过了示"
)
"""Within names such as 巴吞他尼府 there are none."""
_POINTS = re.compile(
    rf"(?P<these>(?:这|该|此)[{_CLASSIFIERS}]*)"
    "|(?P<all>[全我](?:市|县|省|区|镇|乡|村)(?!级))"
    rf"|(?P<he>(?:^|(?<=[{_BEFORE_PRONOUNS}]))[他她](?!们|人|国|乡|杀|者))"
    rf"|(?P<they>(?:^|(?<=[{_BEFORE_PRONOUNS}]))(?:[他她它牠]们|[它牠]))"
    f"|{any_of(VOCABULARY['points to its text'])}"
)
_BARE = re.compile(
    f"(?:在)?{any_of(VOCABULARY['of its document'])}"
    "(?=[的在由是有于因何被为共总最分里内中曾于以将会一什哪多面主])"
    "|[原被]告(?!席)|产品(?=[应的在由是有可能需])|法院判决被告"
)
"""What has no name of its own, at the beginning of a question, is that of its document."""
_NO_POINTER = re.compile(r"[因如从由彼至就为]此|此外|此后|此前|应该|活该|这么|这样|这一?点")
_APPOSED = re.compile(
    r"[^了着过在对于从为以与和及到至由被把将给向用按据使让是有的中后前时明写拍演唱获，、。？\s]$"
)
_MARKED = re.compile(r"[》”」』）)A-Za-z0-9]$")
_NAME = re.compile(r"[·《“「A-Z]")
_PERSON = re.compile(f"[{''.join(VOCABULARY['common surnames'])}][\u4e00-\u9fff]{{1,2}}")
_FILLERS = re.compile(any_of(VOCABULARY["fillers"]))
_PLACE = re.compile("(?![全我])[\u4e00-\u9fff]{2,}?(?:市|县|省|区|镇|乡|村|州)")
_SUBJECT_ENDS = re.compile(r"[，,（(。、！？；：\s]|是(?!什)|为|在|指|位于")


def points_nowhere(question: str, documents: Iterable[tuple[str, str]]) -> bool:
    """Tell whether a question points to something that neither it names nor its subject is."""
    simplified = to_simplified()
    question = simplified(question)
    for subject in map(simplified, subjects(documents)):
        size = min(len(subject), 3)  # characters on end of its name
        runs = (subject[start : start + size] for start in range(len(subject) - size + 1))
        if len(subject) > 1 and any(run in question for run in runs):
            return False
    if _BARE.match(question) and not _NAME.search(question):
        return True
    return any(_unresolved(found) for found in _POINTS.finditer(question))


def subjects(documents: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield what documents are about: their titles, and the words that their texts begin with."""
    for title, text in documents:
        yield re.split(r"\s*[(（]", title)[0]
        head = _SUBJECT_ENDS.split(text[:40].lstrip("《「“\"'"))[0][:20]
        yield head.strip("《》「」“”\"'")


def _unresolved(found: re.Match[str]) -> bool:
    """Tell whether what a word points to is named nowhere before it."""
    question, before = found.string, found.string[: found.start()]
    if any(_NO_POINTER.match(question, max(found.start() - back, 0)) for back in (0, 1)):
        return False
    if _MARKED.search(before):
        return False
    kind = found.lastgroup
    if kind == "these":
        named = any(character in before for character in question[found.end() :][:2])
        return not (named or (found["these"][0] == "这" and _APPOSED.search(before)))
    if kind == "all":
        return not _PLACE.search(before + question[found.end() :])
    if kind == "he":
        return not (_NAME.search(before) or _PERSON.search(before))
    return kind != "they" or not (_NAME.search(before) or len(_FILLERS.sub("", before)) > 1)
