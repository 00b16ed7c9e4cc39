"""New English names, word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from unicodedata import combining, normalize

from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    WORD,
    Entity,
    Gender,
    Proposer,
    UsedWords,
    Vocabulary,
    Words,
    choose,
    read_people,
    words_of,
)
from lvbuild.core.seeds import Draws
from lvbuild.sample.words import read_lists

ENGLISH = Vocabulary("en")
_SPOKEN = ENGLISH.language
_STOP_WORDS = _SPOKEN.stop_words


@cache
def given_names(gender: Gender) -> frozenset[str]:
    """Return the given names of a gender, of many countries: those of English lists come first."""
    own, both = (
        ENGLISH.lists["locales"],
        (*ENGLISH.lists["locales"], *ENGLISH.lists["other locales"]),
    )
    known, names = read_people(both), read_lists(ENGLISH.code, "names")
    listed = {"female": names["woman"], "male": names["man"]}[gender or "male"]
    alone = set(known.given(gender)) - set(known.given("male" if gender == "female" else "female"))
    no_names = ENGLISH.words["passed over"] | ENGLISH.words["months"] | ENGLISH.words["weekdays"]
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


_SMALL = frozenset("a an the of and in on for to with from at by".split())
_OTHER_KINDS = dict(pair.split(":") for pair in ENGLISH.lists["other kinds"])
_PATTERNS = ("Under the {}", "The {} and the {}", "The {} {} and the {}", "The {} {} of the {} {}")
_TRIES = 400
_INVENTED = 0.6


class EnglishWords(Proposer):
    """Proposes words for English names; a word has the same new ones in all names."""

    vocabulary = ENGLISH

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        self._words = words_of("\n".join(texts))

    def is_free(self, word: str) -> bool:
        """Tell whether no word of a name is in the texts, or stands for another."""
        return self._words.isdisjoint(words_of(word)) and not self.used & {word, *word.split()}

    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return a name whose words are new, but those of kind and the small ones between."""
        same = [new for old, new in made.items() if old.casefold() == form.casefold()]
        if same:
            return tuple(_cased(each, form) for each in same[0])
        if form.isupper() and form.isalpha() and made:
            return choose(map(initials, made[entity.forms[0]]))
        words = list(WORD.finditer(form))
        sentence = words_of(form) & (_STOP_WORDS - _SMALL) or "'" in form
        if entity.kind == "title" and sentence:
            return self._title(form, draws)
        new = [form] * CHOICES
        for place in reversed(range(len(words))):
            word = words[place][0]
            small = word.lower() in _STOP_WORDS or word.lower() in {*ENGLISH.lists["links"], "et"}
            if _SPOKEN.is_of_kind(word) or (small and len(words) > 1):
                continue
            last = 0 < place == len(words) - 1 and entity.kind not in {"person", "title"}
            fixed = _OTHER_KINDS.get(word) if last else None
            each_new = (
                (fixed,) * CHOICES if fixed else self._word(word, place, len(words), entity, draws)
            )
            if each_new is None:
                return None
            start, end = words[place].span()
            new = [old[:start] + each + old[end:] for old, each in zip(new, each_new, strict=True)]
        return tuple(new) if len({form, *new}) == CHOICES + 1 else None

    def _title(self, form: str, draws: Draws) -> tuple[str, ...] | None:
        """Return new titles of as many content words as a sentence has, at most four."""
        count = min(max(len(_SPOKEN.content(form)), 1), 4)
        drawn = (
            [draws.choice(ENGLISH.lists["title words"]) for _ in range(count)]
            for _ in range(_TRIES)
        )
        return choose(
            _PATTERNS[count - 1].format(*words)
            for words in drawn
            if len(set(words)) == count
            and all(map(self.is_free, words))
            and self.taken.is_new(words[-1])
        )

    def _word(
        self, word: str, place: int, of: int, entity: Entity, draws: Draws
    ) -> tuple[str, ...] | None:
        if (key := plainly(word)) not in self.known:
            short = len(word) == 1 or word.isdecimal()
            new = choose(
                each
                for tried in range(_TRIES)
                if (each := self._draw(word, place, of, entity, draws)) != word
                and self.is_free(each)
                and (short or tried > _TRIES // 2 or self.taken.is_new(each))
            )
            if new is None:
                return None
            self.keep(key, new)
            self.used.difference_update(new if short else ())
        return self.known[key]

    def _draw(self, word: str, place: int, of: int, entity: Entity, draws: Draws) -> str:
        if word.isdecimal():
            return "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) < 4):
            return "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        person, common = entity.kind == "person", self.taken.is_common(word)
        whole = entity.forms[0].split()
        last = (
            place == of - 1
            if of > 1
            else word == whole[-1] and (len(whole) > 1 or not is_given(word))
        )
        if entity.kind == "title":
            before = place == 0 and of > 1 and draws.uniform(0, 1) < 0.5
            new = draws.choice(ENGLISH.lists["title words before" if before else "title words"])
        elif person and not last and (not place or is_given(word) or f"-{word}" in entity.forms[0]):
            return draws.choice(ENGLISH.people.given(entity.gender))
        elif person:
            surnames, invented = ENGLISH.people.surnames, draws.uniform(0, 1) < _INVENTED
            return _joined("ends of families", draws) if invented else draws.choice(surnames)
        elif not common and not word.isupper():
            return _joined("ends of towns", draws)
        else:
            new = draws.choice(ENGLISH.lists["organisation words"])
        return new.lower() if word.islower() else new.upper() if word.isupper() else new


def _joined(ends: str, draws: Draws) -> str:
    beginning = draws.choice(ENGLISH.lists["beginnings"])
    return beginning + draws.choice(ENGLISH.lists[ends]).removeprefix(beginning[-1])


def _cased(new: str, like: str) -> str:
    """Return new words, in small letters where the words of another phrase are."""
    words, others = new.split(), like.split()
    if like.islower() or len(words) != len(others):
        return new.lower() if like.islower() else new
    return " ".join(
        word.lower() if other.islower() else word for word, other in zip(words, others, strict=True)
    )
