"""People in Chinese texts, and answers as what their questions ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from lvbuild.annotate.suggesting.entities import KNOWN, Entity, Gender, WordLists
from lvbuild.languages.characters import to_simplified
from lvbuild.languages.chinese.words import chinese_tagger, chinese_tokenizer
from lvbuild.tables.rows import Kind

CHINESE = WordLists("zh")
PLACES, _KEPT, _CHANGED = CHINESE.parts["heads"]
"""The words of kind that places end in."""
ORGANISATIONS = _KEPT + _CHANGED
TRANSCRIBED = frozenset("".join(CHINESE.words["transliteration"]))
"""The characters of transliterated names."""
_DOTS = "·・‧•･．"
_DOTTED = re.compile(
    "[{0}]{{1,7}}(?:[{1}][{0}]{{1,8}})+".format("".join(TRANSCRIBED - set(_DOTS)), _DOTS)
)
_ASKED: Sequence[tuple[str, Kind]] = (
    ("谁|本名|原名|真名|姓名|名字|作者|导演", "person"),
    ("哪个?国|国籍|哪里|哪儿|何地|何处|哪个(?:城市|省|市|县|区|镇|岛)|什么地方|祖籍", "place"),
    (
        "哪[个家所支](?:公司|机构|大学|学校|球队|球会|俱乐部|组织|出版社|医院|电视台|唱片)",
        "organisation",
    ),
    ("什么(?:歌|书|电影|作品)|哪[部首本张]", "title"),
)
_LONGEST_ANSWER = 8
_LONGEST_WITHOUT_HEAD = 5


def answered(asked: Sequence[tuple[str, str]]) -> Iterator[Entity]:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, given in asked:
        answer = given.strip("。，！？《》“” ")
        kind = next((kind for cue, kind in _ASKED if re.search(cue, question)), None)
        if answer.endswith(ORGANISATIONS) and answer not in ORGANISATIONS:
            kind = "organisation"
        words = [pair.flag[:1] for pair in chinese_tagger().cut(answer)]
        simple = 1 < len(answer) <= _LONGEST_ANSWER and not set("的了是和与及在被为") & set(answer)
        if kind is None or not simple or not is_plain(answer) or "v" in words:
            continue
        long = len(answer) > _LONGEST_WITHOUT_HEAD and not is_foreign(answer)
        if kind == "place" and long and not answer.endswith(PLACES):
            continue
        if kind == "person" and not (is_called(answer) or len(words) == 1):
            continue
        places_known = chain(CHINESE.words["countries"], CHINESE.places)
        if any(answer.startswith(place) and answer != place for place in places_known):
            continue  # the row of the place changes it too
        subkind = "foreign" if is_foreign(answer) and kind in {"person", "place"} else ""
        if answer in CHINESE.words["countries"]:
            kind, subkind = "place", "country"
        elif answer in CHINESE.places:
            kind, subkind = "place", KNOWN
        if answer not in CHINESE.words["passed_over"]:
            yield Entity(kind, (answer,), subkind)


def is_plain(quoted: str) -> bool:
    """Tell whether a phrase is of Chinese characters alone, and more than a word of kind."""
    return re.fullmatch(
        r"[\u3400-\u9fff]+", quoted
    ) is not None and not CHINESE.language.is_of_kind(quoted)


_COMMON = 300
_LEAST_FOREIGN = 3


class Word(NamedTuple):
    """A word of a text, as jieba cuts it, with its part of speech."""

    text: str
    tag: str


def foreigners_of(text: str, words: Sequence[Word]) -> Iterator[Entity]:
    """Yield the people whose names have dots; `words` are those of the text."""
    ends = list(accumulate(len(word.text) for word in words))
    starts = {end - len(word.text): word for end, word in zip(ends, words, strict=True)}
    names = (_without_words_beside(m, starts) for m in _DOTTED.finditer(text))
    for name in dict.fromkeys(name for name in names if re.search(f"[{_DOTS}]", name)):
        # The parts that stand alone are forms too, and the name without its dots.
        parts = [part for part in re.split(f"[{_DOTS}]", name) if len(part) > 1]
        bare, rest = "".join(parts), text.replace(name, "")
        forms = [name, *([bare] if bare in rest else []), *(p for p in parts[::-1] if p in rest)]
        yield Entity("person", tuple(forms), "foreign", gender_of(text))


def _without_words_beside(found: re.Match[str], starts: dict[int, Word]) -> str:
    """Return a name with dots without the words, or the ends of words, that stand beside it."""
    start, end = found.span()
    dot = start + re.search(f"[{_DOTS}]", found[0]).start()  # type: ignore[union-attr]
    later = [at for at in sorted(starts) if start <= at < dot]
    if start not in starts and later:
        start = later[0]
    while (word := starts.get(start)) and 1 < len(word.text) < dot - start:
        if word.tag[:2] in {"nr", "ns", "nz", "nt", "x", "j"}:
            break
        start += len(word.text)
    while found.string[end - 1] in CHINESE.parts["common_words"][1]:
        end -= 1
    return found.string[start:end]


def is_foreign(name: str) -> bool:
    """Tell whether a name is made of the characters of transliterated ones, three or more."""
    return len(name) >= _LEAST_FOREIGN and set(name) <= TRANSCRIBED


def is_called(name: str) -> bool:
    """Tell whether a name begins with a surname, and is as long as names are."""
    simple = to_simplified()(name)
    return 2 <= len(simple) <= 4 and (
        simple[0] in CHINESE.words["surnames"] or simple[:2] in CHINESE.words["surnames"]
    )


def is_chinese_name(name: str) -> bool:
    """Tell whether a word is a person's name: its given name is no common word."""
    surnames, counts = CHINESE.words["surnames"], chinese_tokenizer().FREQ
    simple = to_simplified()(name)
    if len(simple) in {3, 4} and simple[:2] in surnames:
        return True
    if len(simple) not in {2, 3} or simple[0] not in surnames:
        return False
    return not counts.get(simple) if len(simple) == 2 else counts.get(simple[1:], 0) <= _COMMON


def gender_of(texts: str) -> Gender:
    """Return the gender that the pronouns of texts tell."""
    return "female" if texts.count("她") > texts.count("他") else "male"
