"""What Chinese names are like: their words of sort, surnames, origins and genders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import chain
from math import log

from lvbuild.annotate.suggesting.entities import Gender
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, names_of
from lvbuild.languages.characters import converter, to_simplified
from lvbuild.languages.chinese.words import chinese_words, sorts_at_end
from lvbuild.tables.rows import Kind

REGIONS = ("s2twp", "s2hk")
"""How Taiwan and Hong Kong write what is simplified, words as well as characters."""


def simplified(text: str) -> str:
    """Return a text in simplified characters, each in its place."""
    simple = to_simplified()(text)
    return simple if len(simple) == len(text) else "".join(map(to_simplified(), text))


CHINESE = Vocabulary("zh", simplified)
for _known in (CHINESE.places, CHINESE.countries):
    for _way in map(converter, REGIONS):
        _known |= {simplified(_way(name)): _known[name] for name in [*_known]}
SURNAMES = CHINESE.pairs("common surnames") | CHINESE.pairs("double surnames")
APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
PAIR = 2
"""Characters of most given names, of double surnames and of those of Japan."""
HAN = re.compile(r"[\u3400-\u9fff]+")
_FOREIGN, _TELLING, _LISTED = 0.4, 1.2, 3
"""How much likelier characters are in transcribed names, or in those of women, in logarithms."""
_NEAR = 6


@cache
def japanese(kind: str) -> Mapping[str, str]:
    """Return Japan's names of a kind, such as `last_name` or `first_name_male`, as Faker has them.

    Those that simplified characters write, each with its reading in Latin letters.
    """
    triples = getattr(names_of("ja_JP"), f"{kind}_pairs")
    names = {simplified(han): latin for han, _, latin in triples if HAN.fullmatch(han)}
    return {han: names[han] for han in names if len(han.encode("gb2312", "ignore")) == 2 * len(han)}


@cache
def surnames() -> frozenset[str]:
    """Return the surnames by which Chinese people are known: ours and Faker's."""
    listed = (each for locale in ("zh_CN", "zh_TW") for each in names_of(locale).last_names)
    return frozenset([*SURNAMES, *map(simplified, listed)])


@cache
def _characters() -> tuple[Counter[str], Counter[str], Counter[str], Counter[str]]:
    """Count the characters of names: foreign and Chinese by jieba, of women and of men by Faker."""
    foreign, own, women, men = (Counter[str]() for _ in range(4))
    for word, tag in chinese_words().tags().items():
        if tag == "nrt" or (tag == "nr" and len(word) > 3):
            foreign.update(word)
        elif tag == "nr" and word[0] in surnames():
            own.update(word)
        elif tag == "ns" and word.endswith(("县", "市", "区", "镇", "乡", "村")):
            own.update(word[:-1])
    for locale in ("zh_CN", "zh_TW"):
        women.update("".join(map(simplified, names_of(locale).first_names_female)))
        men.update("".join(map(simplified, names_of(locale).first_names_male)))
    for count, sex in ((women, "women"), (men, "men")):
        listed = (CHINESE.pairs(f"{which} of {sex}") for which in ("given", "last"))
        count.update(
            dict.fromkeys([*CHINESE.lists[f"characters of {sex}"], *chain(*listed)], _LISTED)
        )
    return foreign, own, women, men


@cache
def foreignness(name: str) -> float:
    """Return how much likelier a name's characters are in transcribed names than in Chinese ones.

    It is the mean of the characters' logarithms, above 0 where they are.
    """
    foreign, own, *_ = _characters()
    share, plain = foreign.total() / own.total(), "".join(HAN.findall(name))
    rare = sum(foreign[c] < _LISTED for c in plain) / max(len(plain), 1)
    told = [log((foreign[c] + share) / (own[c] + 1) / share) for c in plain]
    return sum(told) / max(len(told), 1) - rare


@cache
def words_of_sort(name: str, kind: Kind) -> tuple[str, ...]:
    """Return the words of sort, or of rank, that a name ends in, one by one, () for none.

    Those of places and organisations are ours, and the nouns of jieba's dictionary before them; two
    characters or more are left of a name, but before a longer word.
    """
    if kind in {"person", "title"}:
        ends = CHINESE.lists["styles" if kind == "person" else "ends of works"]
        held = [end for end in ends if name.endswith(end)]
        return () if name in held or not held else (max(held, key=len),)
    found = sorts_at_end(name, PAIR)
    return tuple(found or ([] if APART.search(name) else sorts_at_end(name, 1)))


def head_of(name: str, kind: Kind) -> str:
    """Return what of a name is words of sort or rank at its end, "" for nothing."""
    return "".join(words_of_sort(name, kind))


def surname_of(name: str, sort: str) -> str:
    """Return the surname that a Chinese or Japanese name begins with."""
    double = sort == "japanese" or name[:PAIR] in surnames()
    return name[: PAIR if double and len(name) > PAIR else 1]


def sort_of(name: str) -> str:
    """Return of what sort a person's name is: transcribed, japanese or chinese, "" for none."""
    surname = surname_of(name, "")
    given, foreign = name.removeprefix(surname), foreignness(name)
    if 3 <= len(name) <= 5 and name[:PAIR] in japanese("last_name"):
        return "japanese"
    chinese = surname in surnames() and 1 <= len(given) <= PAIR and foreign < _FOREIGN * len(given)
    if APART.search(name) or (len(name) > PAIR and foreign > _FOREIGN / 2 and not chinese):
        return "transcribed"
    word = len(given) > 1 and (chinese_words().tag(given) or "nr")[:1] in "vadr"
    return "chinese" if chinese and (not word or chinese_words().tag(name) == "nr") else ""


def gender_of(name: str, text: str) -> Gender:
    """Return the gender that the text that begins with a name tells, else characters, else ""."""
    subject = next((line for line in text.split("\n") if name in line[: len(name) + PAIR]), "")
    women = len(re.findall("她|女[演歌士作星]", subject))
    men = len(re.findall("他|男[演歌星]", subject))
    if women or men:
        return "female" if women > men else "male"
    first = APART.split(name)[0]
    if first != name or sort_of(name) == "transcribed":
        named = first in CHINESE.pairs("transcribed female")
        she = named or first.endswith(CHINESE.lists["last syllables of women"])
        return "female" if she else "male"
    *_, of_women, of_men = _characters()
    given = name.removeprefix(surname_of(name, sort_of(name)))
    like = sum(log((of_women[char] + 1) / (of_men[char] + 1)) for char in given if given[1:])
    return "female" if like > _TELLING else "male" if like < -_TELLING else ""
