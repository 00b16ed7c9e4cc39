"""New English names, word by word."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import combining, normalize

from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    WORD,
    Entity,
    Gender,
    Proposer,
    Words,
    choose,
    words_of,
)
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, read_people
from lvbuild.core.seeds import Draws
from lvbuild.sample.words import read_lists

ENGLISH = Vocabulary("en")
_SPOKEN = ENGLISH.language
_SMALL = frozenset("a an the of and in on for to with from at by".split())
_OTHER_KINDS = dict(pair.split(":") for pair in ENGLISH.lists["other kinds"])
_TRIES = 400


@cache
def given_names(gender: Gender) -> frozenset[str]:
    """Return the given names of a gender, of many countries: those of English lists come first."""
    other: Gender = "female" if gender != "female" else "male"
    own, both = ENGLISH.lists["locales"], ENGLISH.lists["locales"] + ENGLISH.lists["other locales"]
    known, names = read_people(both), read_lists(ENGLISH.code, "names")
    listed = names["woman" if gender == "female" else "man"]
    no_names = ENGLISH.words["passed over"] | ENGLISH.words["months"] | ENGLISH.words["weekdays"]
    alone = {*known.given(gender)}.difference(known.given(other))
    return frozenset([*read_people(own).given(gender), *listed, *alone]) - no_names


def is_given(word: str) -> bool:
    """Tell whether a word is a given name."""
    return word in given_names("female") or word in given_names("male")


def initials(name: str) -> str:
    """Return the letters that may stand for a name: the first of its capitalised words."""
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper())


def plainly(name: str) -> str:
    """Return a name without its diacritics."""
    return "".join(c for c in normalize("NFD", name) if not combining(c))


class EnglishWords(Proposer):
    """Proposes words for English names; a word has the same new ones in all names."""

    vocabulary = ENGLISH

    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return a name whose words are new, but those of kind and the small ones between."""
        for old, told in made.items():
            if old.casefold() == form.casefold():
                return tuple(each.lower() if form.islower() else each for each in told)
        if form.isupper() and form.isalpha() and made:
            return choose(map(initials, made[entity.forms[0]]))
        words = list(WORD.finditer(form))
        sentence = words_of(form) & (_SPOKEN.stop_words - _SMALL) or "'" in form
        if entity.kind == "title" and sentence:
            return self._title(draws)
        new: tuple[str, ...] = (form,) * CHOICES
        for place in reversed(range(len(words))):
            word = words[place][0]
            small = word.lower() in _SPOKEN.stop_words or word.lower() in ENGLISH.words["links"]
            if _SPOKEN.is_of_kind(word) or (small and len(words) > 1):
                continue
            last = 0 < place == len(words) - 1 and entity.kind not in {"person", "title"}
            fixed = _OTHER_KINDS.get(word) if last else None
            each_new = (fixed,) * CHOICES if fixed else self._word(word, place, entity, draws)
            if each_new is None:
                return None
            start, end = words[place].span()
            parts = zip(new, each_new, strict=True)
            new = tuple(old[:start] + each + old[end:] for old, each in parts)
        return new if len({form, *new}) == CHOICES + 1 else None

    def _title(self, draws: Draws) -> tuple[str, ...] | None:
        """Return new titles for a sentence."""
        nouns = ENGLISH.lists["title words"]
        drawn = ((draws.choice(nouns), draws.choice(nouns)) for _ in range(_TRIES))
        return choose(
            f"The {one} and the {other}"
            for one, other in drawn
            if one != other and self.is_free(f"{one} {other}") and self.taken.is_new(other)
        )

    def _word(self, word: str, place: int, entity: Entity, draws: Draws) -> tuple[str, ...] | None:
        if (key := plainly(word)) not in self.known:
            short = len(word) == 1 or word.isdecimal()
            new = choose(
                each
                for tried in range(_TRIES)
                if (each := self._draw(word, place, entity, draws)) != word
                and self.is_free(each)
                and (short or tried > _TRIES // 2 or self.taken.is_new(each))
            )
            if new is None:
                return None
            self.keep(key, new)
            self.used.difference_update(new if short else ())
        return self.known[key]

    def _draw(self, word: str, place: int, entity: Entity, draws: Draws) -> str:
        """Draw a word for one of a name; of a person `sort` is the surname."""
        if word.isdecimal():
            return "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) < 6):
            return "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        if entity.sort == "coined":
            new = _joined("ends of anything", draws)
        elif entity.kind == "title":
            before = place == 0 and " " in entity.forms[0] and draws.uniform(0, 1) < 0.5
            new = draws.choice(ENGLISH.lists["title words before" if before else "title words"])
        elif entity.kind == "person" and (
            word not in re.split("[ -]", entity.sort)
            and (not place or is_given(word) or f"-{word}" in entity.forms[0])
        ):
            return draws.choice(ENGLISH.people.given(entity.gender))
        elif entity.kind == "person":
            return _joined("ends of families", draws)
        elif not self.taken.is_common(word) and not word.isupper():
            new = _joined("ends of towns", draws)
        else:
            new = draws.choice(ENGLISH.lists["organisation words"])
            new = _SPOKEN.plural(new) if entity.forms[0] == word and word[-1] == "s" else new
        return new.lower() if word.islower() else new.upper() if word.isupper() else new


def _joined(ends: str, draws: Draws) -> str:
    beginning = draws.choice(ENGLISH.lists["beginnings"])
    return beginning + draws.choice(ENGLISH.lists[ends]).removeprefix(beginning[-1])
