"""People in Chinese texts: names with a surname, and transliterated names, with dots or without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from lvbuild.annotate.suggesting.entities import Entity, Gender
from lvbuild.annotate.suggesting.names import listed, read_names
from lvbuild.text.chinese_words import chinese_tagger, chinese_tokenizer
from lvbuild.text.normal.characters import to_simplified

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
    while found.string[end - 1] in read_names("zh", "common_words")[1]:
        end -= 1
    return found.string[start:end]


def _is_word(word: Word) -> bool:
    """Tell whether a word is one of the language, of two characters or more, and no name."""
    return len(word.text) > 1 and word.tag[:2] not in {"nr", "ns", "nz", "nt", "x", "j"}


@cache
def foreign_characters() -> frozenset[str]:
    """Return the characters of transliterated names."""
    parts = read_names("zh", "transliteration")
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
        simple[0] in listed("zh", "surnames") or simple[:2] in listed("zh", "surnames")
    )


def is_chinese_name(name: str) -> bool:
    """Tell whether a word is a person's name: its given name is no common word."""
    surnames, known = listed("zh", "surnames"), chinese_tokenizer()
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
