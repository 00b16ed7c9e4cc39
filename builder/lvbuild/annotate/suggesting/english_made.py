"""English words made of the project's lists: given names, surnames, towns, words of titles."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from lvbuild.annotate.suggesting.english_kinds import given_names
from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.suggesting.names import read_names
from lvbuild.seeds import Draws
from lvbuild.text.content import STOP_WORDS

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL = frozenset("a an the of and in on for to with from at by".split())


@cache
def known_given() -> frozenset[str]:
    """Return the given names that new names are made of."""
    return frozenset((*given_names("female"), *given_names("male")))


def given_name(entity: Entity) -> Callable[[Draws], str]:
    """Return what draws given names of a person's gender."""
    names = given_names(entity.gender)
    return lambda draws: draws.choice(names)


def surname(draws: Draws) -> str:
    """Return a surname."""
    beginnings, families, _ = read_names("en", "name_parts")
    if draws.uniform(0, 1) < 0.4:
        return draws.choice(read_names("en", "surnames")[0])
    return _joined(draws.choice(beginnings), draws.choice(families))


def town(draws: Draws) -> str:
    """Return the name of a town."""
    beginnings, _, towns = read_names("en", "name_parts")
    return _joined(draws.choice(beginnings), draws.choice(towns))


def says_more(title: str) -> bool:
    """Tell whether a title is a sentence: it has stop words besides those between nouns."""
    words = {word.casefold() for word in _WORD.findall(title)}
    return bool((words & STOP_WORDS) - _SMALL)


def _joined(beginning: str, ending: str) -> str:
    if beginning[-1] == ending[0]:
        return beginning + ending[1:]
    return beginning + ending


def title_word(is_first: bool, draws: Draws) -> str:
    """Return a word of a title."""
    nouns, before = read_names("en", "title_words")
    return draws.choice(before if is_first and draws.uniform(0, 1) < 0.5 else nouns)


def like(word: str, new: str) -> str:
    """Return a new word in small letters or capitals, as the word is."""
    if word.islower():
        return new.lower()
    return new.upper() if word.isupper() else new


def cased(new: str, like: str) -> str:
    """Return new words, in small letters where the words of another phrase are."""
    words, others = new.split(), like.split()
    if like.islower() or len(words) != len(others):
        return new.lower() if like.islower() else new
    return " ".join(
        word.lower() if other.islower() else word for word, other in zip(words, others, strict=True)
    )
