"""People in Chinese texts, and answers as what their questions ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from lvbuild.annotate.suggesting.entities import Entity, Gender
from lvbuild.annotate.suggesting.names import KNOWN, WordLists
from lvbuild.languages.characters import to_simplified
from lvbuild.languages.chinese.words import chinese_tagger, chinese_tokenizer
from lvbuild.tables.rows import Kind

CHINESE = WordLists("zh")
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
        places, organisations = heads_of_names()
        if answer.endswith(organisations) and answer not in organisations:
            kind = "organisation"
        words = [pair.flag[:1] for pair in chinese_tagger().cut(answer)]
        simple = 1 < len(answer) <= _LONGEST_ANSWER and not set("的了是和与及在被为") & set(answer)
        if kind is None or not simple or not is_plain(answer) or "v" in words:
            continue
        long = len(answer) > _LONGEST_WITHOUT_HEAD and not is_foreign(answer)
        if kind == "place" and long and not answer.endswith(places):
            continue
        if kind == "person" and not (is_called(answer) or len(words) == 1):
            continue
        if any(answer.startswith(place) and answer != place for place in _stems()):
            continue  # the row of the place changes it too
        subkind = "foreign" if is_foreign(answer) and kind in {"person", "place"} else ""
        if answer in CHINESE.words("countries"):
            kind, subkind = "place", "country"
        elif answer in CHINESE.places:
            kind, subkind = "place", KNOWN
        if answer not in CHINESE.words("passed_over"):
            yield Entity(kind, (answer,), subkind)


@cache
def heads_of_names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the words of kind that places end in, and those of organisations."""
    places, kept, changed = CHINESE.parts("heads")
    return places, kept + changed


@cache
def _stems() -> frozenset[str]:
    return CHINESE.words("countries") | set(CHINESE.places)


def is_plain(quoted: str) -> bool:
    """Tell whether a phrase is of Chinese characters alone, and more than a word of kind."""
    return re.fullmatch(
        r"[\u3400-\u9fff]+", quoted
    ) is not None and not CHINESE.language.is_of_kind(quoted)


_DOTS = "·・‧•･．"
_COMMON = 300
_LEAST_FOREIGN = 3


class Word(NamedTuple):
    """A word of a text, as jieba cuts it, with its part of speech."""

    text: str
    tag: str


def cut_words(text: str) -> list[Word]:
    """Return the words of a text with their parts of speech."""
    return [Word(pair.word, pair.flag) for pair in chinese_tagger().cut(text)]


def foreigners_of(text: str, words: Sequence[Word]) -> Iterator[Entity]:
    """Yield the people whose names have dots; `words` are those of the text."""
    ends = list(accumulate(len(word.text) for word in words))
    starts = {end - len(word.text): word for end, word in zip(ends, words, strict=True)}
    names = (_without_words_beside(m, starts) for m in _dotted().finditer(text))
    for name in dict.fromkeys(name for name in names if re.search(f"[{_DOTS}]", name)):
        yield _foreigner(name, text)


def _without_words_beside(found: re.Match[str], starts: dict[int, Word]) -> str:
    """Return a name with dots without the words, or the ends of words, that stand beside it."""
    start, end = found.span()
    dot = start + re.search(f"[{_DOTS}]", found[0]).start()  # type: ignore[union-attr]
    later = [at for at in sorted(starts) if start <= at < dot]
    if start not in starts and later:
        start = later[0]
    while start in starts and _is_word(starts[start]) and start + len(starts[start].text) < dot:
        start += len(starts[start].text)
    while found.string[end - 1] in CHINESE.parts("common_words")[1]:
        end -= 1
    return found.string[start:end]


def _is_word(word: Word) -> bool:
    """Tell whether a word is one of the language, of two characters or more, and no name."""
    return len(word.text) > 1 and word.tag[:2] not in {"nr", "ns", "nz", "nt", "x", "j"}


@cache
def foreign_characters() -> frozenset[str]:
    """Return the characters of transliterated names."""
    parts = CHINESE.parts("transliteration")
    return frozenset(character for part in parts for character in part)


@cache
def _dotted() -> re.Pattern[str]:
    one = f"[{''.join(sorted(foreign_characters() - set(_DOTS)))}]"
    return re.compile(f"{one}{{1,7}}(?:[{_DOTS}]{one}{{1,8}})+")


def _foreigner(name: str, texts: str) -> Entity:
    """Return a person whose name has dots, with the parts that stand alone and the name without."""
    parts = [part for part in re.split(f"[{_DOTS}]", name) if len(part) > 1]
    bare = "".join(parts)
    rest = texts.replace(name, "")
    forms = [name, *([bare] if bare in rest else []), *(p for p in parts[::-1] if p in rest)]
    return Entity("person", tuple(forms), "foreign", gender_of(texts))


def is_foreign(name: str) -> bool:
    """Tell whether a name is made of the characters of transliterated ones, three or more."""
    return len(name) >= _LEAST_FOREIGN and all(c in foreign_characters() for c in name)


def is_called(name: str) -> bool:
    """Tell whether a name begins with a surname, and is as long as names are."""
    simple = to_simplified()(name)
    return 2 <= len(simple) <= 4 and (
        simple[0] in CHINESE.words("surnames") or simple[:2] in CHINESE.words("surnames")
    )


def is_chinese_name(name: str) -> bool:
    """Tell whether a word is a person's name: its given name is no common word."""
    surnames, known = CHINESE.words("surnames"), chinese_tokenizer()
    simple = to_simplified()(name)
    if len(simple) in {3, 4} and simple[:2] in surnames:
        return True
    if len(simple) == 2:
        return simple[0] in surnames and not known.FREQ.get(simple)
    common = (known.FREQ.get(simple[1:]) or 0) > _COMMON
    return len(simple) == 3 and simple[0] in surnames and not common


def gender_of(texts: str) -> Gender:
    """Return the gender that the pronouns of texts tell."""
    return "female" if texts.count("她") > texts.count("他") else "male"
