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
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of, read_people
from lvbuild.core.seeds import Draws
from lvbuild.sample.words import read_lists

ENGLISH = Vocabulary("en")
_SPOKEN = ENGLISH.language
_LINKS, _ROLES = ENGLISH.words["links"], ENGLISH.words["roles"]
_SMALL = frozenset("a an the of and in on for to with from at by".split())
_OTHER_KINDS = dict(pair.split(":") for pair in ENGLISH.lists["other kinds"])
_PARTS = {
    "person": re.compile(r"[^\W_]+(?:['’-][^\W_]+)*"),
    "organisation": re.compile(rf"\b{any_of(ENGLISH.places)}\b|{WORD.pattern}"),
}
"""The words of names of a kind: those of people with hyphens, of others known places as one."""
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
        if made and form == initials(entity.forms[0]):
            return choose(map(initials, made[entity.forms[0]]))
        sentence = words_of(form) & (_SPOKEN.stop_words - _SMALL) or "'" in form
        if entity.kind == "title" and sentence:
            return self._title(draws)
        words = list(_PARTS.get(entity.kind, WORD).finditer(form))
        # Of words of kind alone, such as Duke University, the first one is new.
        kept = [word for word in words if self._stays(word, entity, len(words) > 1)]
        kept = kept[1:] if len(kept) == len(words) else kept
        every = [form] * CHOICES
        for word in reversed(words):
            new = (word[0],) * CHOICES if word in kept else self._word(word, entity, draws)
            if new is None:
                return None
            start, end = word.span()
            parts = zip(every, new, strict=True)
            every = [old[:start] + part + old[end:] for old, part in parts]
        found = {form, *(" ".join(each.split()) for each in every)}
        return tuple(" ".join(e.split()) for e in every) if len(found) == CHOICES + 1 else None

    def _stays(self, found: re.Match[str], entity: Entity, within: bool) -> bool:
        """Tell whether a word of a name stays: a small one, one of kind, a person's role."""
        word = found[0]
        if entity.kind == "person":
            return within and found.start() == 0 and word in _ROLES
        if word.lower() in _SPOKEN.stop_words or (word in _LINKS and entity.kind != "title"):
            return within
        return entity.kind != "title" and _SPOKEN.is_of_kind(word) and word not in _ROLES

    def _title(self, draws: Draws) -> tuple[str, ...] | None:
        """Return new titles for a sentence."""
        nouns = ENGLISH.lists["title words"]
        drawn = ((draws.choice(nouns), draws.choice(nouns)) for _ in range(_TRIES))
        pairs = ((a, b) for a, b in drawn if a != b and self.is_free(f"{a} {b}"))
        return choose(f"The {a} and the {b}" for a, b in pairs)

    def _word(self, found: re.Match[str], entity: Entity, draws: Draws) -> tuple[str, ...] | None:
        """Return what stands for a word of a name: what it became before, or new words."""
        word, first, opens = found[0], entity.forms[0].split(), found.start() == 0
        if entity.kind == "person" and word.islower() and found.end() < len(found.string):
            return ("",) * CHOICES
        if entity.kind == "organisation" and word in ENGLISH.places:
            return self.place(word, entity)
        last = entity.kind in ENGLISH.ends and found.end() == len(found.string) and not opens
        if last and (other := _OTHER_KINDS.get(word)):
            return (other,) * CHOICES
        key = plainly(word).casefold()
        if entity.kind == "person" and opens and word not in first and word[0] == first[0][0]:
            # Another form of the given name, such as Ron of Ronald, becomes what that does.
            key = plainly(first[0]).casefold()
        if key not in self.known:
            short = len(word) == 1 or word.isdecimal()
            drawn = (self._draw(word, opens, entity, draws) for _ in range(_TRIES))
            new = choose(
                each
                for tried, each in enumerate(drawn)
                if each != word
                and self.is_free(each)
                and (short or tried > _TRIES // 2 or self.taken.is_new(each))
            )
            if new is None:
                return None
            self.keep(key, new)
            self.used.difference_update(new if short else ())
        small, large = word.islower(), word.isupper() and len(word) > 1
        return tuple(
            each.lower() if small else each.upper() if large else each for each in self.known[key]
        )

    def _draw(self, word: str, opens: bool, entity: Entity, draws: Draws) -> str:
        """Draw a word for one of a name; of a person `sort` is the surname."""
        if word.isdecimal():
            return "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) < 6):
            return "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        begins = opens or is_given(word) or any(f[:-1].startswith(word) for f in entity.forms)
        if entity.kind == "title":
            before = opens and re.match(r"\w+ [A-Z]", entity.forms[0]) and draws.uniform(0, 1) < 0.5
            new = draws.choice(ENGLISH.lists["title words before" if before else "title words"])
        elif entity.kind == "person" and begins and word not in re.split("[ -]", entity.sort):
            new = draws.choice(ENGLISH.people.given(entity.gender))
        elif entity.kind != "person" and (self.taken.is_common(word) or word.isupper()):
            new = draws.choice(ENGLISH.lists["organisation words"])
            new = _SPOKEN.plural(new) if entity.forms[0] == word and word[-1] == "s" else new
        else:
            kind = "families" if entity.kind == "person" else "anything" if entity.sort else "towns"
            beginning = draws.choice(ENGLISH.lists["beginnings"])
            new = beginning + draws.choice(ENGLISH.lists[f"ends of {kind}"]).removeprefix(
                beginning[-1]
            )
        return new
