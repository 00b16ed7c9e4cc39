"""English words made of the project's lists: given names, surnames, towns, words of titles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.annotate.suggesting.english.kinds import (
    COUNTRIES,
    ENGLISH,
    LINKS,
    STOP_WORDS,
    given_names,
    initials,
)
from lvbuild.annotate.suggesting.entities import CHOICES, KNOWN, Entity, UsedWords, Words, choose
from lvbuild.core.seeds import Draws

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL = frozenset("a an the of and in on for to with from at by".split())


PAST_COUNTRIES = frozenset(line.split("*")[0] for line in ENGLISH.lines["countries"] if "*" in line)
"""The countries that are no more, and stand for no others."""
OTHER_HEADS = dict(line.split() for line in ENGLISH.lines["heads"])
"""Words of kind that may not stay, each with another."""


def _surname(draws: Draws) -> str:
    beginnings, families, _ = ENGLISH.parts["name_parts"]
    if draws.uniform(0, 1) < 0.4:
        return draws.choice(ENGLISH.parts["surnames"][0])
    return _joined(draws.choice(beginnings), draws.choice(families))


def _joined(beginning: str, ending: str) -> str:
    return beginning + ending.removeprefix(beginning[-1])


def _title_word(is_first: bool, draws: Draws) -> str:
    nouns, before = ENGLISH.parts["title_words"]
    return draws.choice(before if is_first and draws.uniform(0, 1) < 0.5 else nouns)


def _cased(new: str, like: str) -> str:
    """Return new words, in small letters where the words of another phrase are."""
    words, others = new.split(), like.split()
    if like.islower() or len(words) != len(others):
        return new.lower() if like.islower() else new
    return " ".join(
        word.lower() if other.islower() else word for word, other in zip(words, others, strict=True)
    )


_TRIES = 400
_PATTERNS = ("Under the {}", "The {} and the {}", "A {} for the {} {}", "The {} {} of the {} {}")


class EnglishWords:
    """Proposes words for the English names of texts; a word has the same new ones in all names."""

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        self._texts = {word.casefold() for text in texts for word in _WORD.findall(text)}
        self._taken = taken
        self._seed = seed
        self._new: dict[str, tuple[str, ...]] = {}
        self._used: set[str] = set()

    def words(self, entity: Entity, attempt: int) -> Words | None:
        """Return what may stand for each form, or None where the lists hold nothing new."""
        draws = Draws(*self._seed, entity.forms[0], attempt)
        made: Words = {}
        if entity.subkind == "country":
            if (country := self._country(entity, draws)) is None:
                return None
            made = country
        elif entity.subkind == KNOWN:
            made = self._known_place(entity.forms[0], draws) or {}
        for form in entity.forms:
            if form in made:
                continue
            same = [new for old, new in made.items() if old.casefold() == form.casefold()]
            if same:
                made[form] = tuple(_cased(each, form) for each in same[0])
                continue
            if form.isupper() and form.isalpha() and form != entity.forms[0]:
                new = choose(map(initials, made[entity.forms[0]]))
            else:
                new = self._name(form, entity, draws)
            if new is None:
                return None
            made[form] = new
        return made

    def _name(self, form: str, entity: Entity, draws: Draws) -> tuple[str, ...] | None:
        """Return a name whose words are new, but those of kind and the small ones between."""
        words = list(_WORD.finditer(form))
        stop_words = STOP_WORDS.intersection(word[0].casefold() for word in words)
        if entity.kind == "title" and stop_words - _SMALL:  # it is a sentence
            return self._title(form, draws)
        made = [form] * CHOICES
        for place in reversed(range(len(words))):
            word = words[place][0]
            small = word.lower() in STOP_WORDS or word.lower() in {*LINKS, "et"}
            if ENGLISH.language.is_of_kind(word) or (small and len(words) > 1):
                continue
            last = 0 < place == len(words) - 1 and entity.kind not in {"person", "title"}
            other = OTHER_HEADS.get(word) if last else None
            new = (
                (other,) * CHOICES if other else self._word(word, place, len(words), entity, draws)
            )
            if new is None:
                return None
            start, end = words[place].span()
            made = [old[:start] + each + old[end:] for old, each in zip(made, new, strict=True)]
        return tuple(made) if len({form, *made}) == CHOICES + 1 else None

    def _title(self, form: str, draws: Draws) -> tuple[str, ...] | None:
        """Return new titles of as many content words, at most four."""
        count = min(max(len(ENGLISH.language.content(form)), 1), 4)
        drawn = ([_title_word(False, draws) for _ in range(count)] for _ in range(_TRIES))
        return choose(
            _PATTERNS[count - 1].format(*words)
            for words in drawn
            if self._texts.isdisjoint(word.casefold() for word in words)
            and len(set(words)) == count
            and self._taken.is_new(words[-1])
        )

    def _word(
        self, word: str, place: int, of: int, entity: Entity, draws: Draws
    ) -> tuple[str, ...] | None:
        if word in self._new:
            return self._new[word]
        free = len(word) == 1 or word.isdecimal()
        drawn = (self._draw(word, place, of, entity, draws) for _ in range(_TRIES))
        new = choose(
            each
            for tried, each in enumerate(drawn)
            if each != word
            and each.casefold() not in self._texts
            and each not in self._used
            and (free or tried > _TRIES // 2 or self._taken.is_new(each))
        )
        if new is not None:
            self._new[word] = new
            self._used.update(() if free else new)
        return new

    def _draw(  # noqa: PLR0911 - one for each sort of word
        self, word: str, place: int, of: int, entity: Entity, draws: Draws
    ) -> str:
        if word.isdecimal():
            return "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1:
            return draws.choice("ABEFGHJKNPRST")
        if word.isupper() and len(word) < 4:
            return "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        given = word in given_names("female") or word in given_names("male")
        if entity.kind == "person":
            family = entity.forms[0].split()[-1]
            first = place < of - 1 or (of == 1 and (given or word != family))
            return draws.choice(given_names(entity.gender)) if first else _surname(draws)
        if given:
            return draws.choice(given_names(entity.gender))
        common = self._taken.is_common(word)
        if entity.kind == "title":
            new = _title_word(place == 0 and of > 1, draws)
        elif entity.kind == "place" and not common:
            beginnings, _, towns = ENGLISH.parts["name_parts"]
            return _joined(draws.choice(beginnings), draws.choice(towns))
        elif not common and (entity.kind != "organisation" or (not word.isupper() and of > 1)):
            return _surname(draws)
        else:
            new = draws.choice(ENGLISH.parts["organisation_words"][0])
        if word.islower():
            return new.lower()
        return new.upper() if word.isupper() else new

    def _known_place(self, name: str, draws: Draws) -> Words | None:
        """Return other places of the same sort, those that are new to the pool before others."""
        others = [
            other
            for other in draws.shuffled(ENGLISH.places[name])
            if not self._used & {other, *_WORD.findall(other)}
            and not self._texts & {word.casefold() for word in _WORD.findall(other)}
            and not ENGLISH.language.shared_content(name, other)
        ]
        chosen = choose(sorted(others, key=self._taken.is_new, reverse=True))
        if chosen is None:
            return None
        for other in chosen:
            self._used.update((other, *_WORD.findall(other)))
        self._new[name] = chosen
        return {name: chosen}

    def _country(self, entity: Entity, draws: Draws) -> Words | None:
        """Return other countries that the question's texts do not name, in each form."""
        pairs = [
            pair
            for pair in draws.shuffled(list(COUNTRIES.items()))
            if pair[0] not in PAST_COUNTRIES
            and not {word.casefold() for word in pair} & self._texts
            and not set(pair) & self._used
        ]
        pairs.sort(key=lambda pair: not all(map(self._taken.is_new, pair)))
        chosen = pairs[:CHOICES]
        if len(chosen) < CHOICES:
            return None
        self._used.update(word for pair in chosen for word in pair)
        words = {form: tuple(p[form not in COUNTRIES] for p in chosen) for form in entity.forms}
        self._new.update(words)
        return words
