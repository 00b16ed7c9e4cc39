"""English words made of the project's lists: given names, surnames, towns, words of titles."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from lvbuild.annotate.suggesting.english_kinds import given_names
from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Taken, Words
from lvbuild.annotate.suggesting.names import (
    KNOWN,
    countries,
    other_heads,
    past_countries,
    read_names,
    sorts_of_places,
)
from lvbuild.core.seeds import Draws
from lvbuild.languages.english.words import STOP_WORDS
from lvbuild.tables.kinds import is_of_kind, shared_content
from lvbuild.text.content import content

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


_TRIES = 400
_PATTERNS = ("Under the {}", "The {} and the {}", "A {} for the {} {}", "The {} {} of the {} {}")
_LINKS = frozenset(
    "de da del della di do dos von van der den la le du des al el bin ibn y et".split()
)
_SMALL = frozenset("a an the of and in on for to with from at by".split())


class EnglishWords:
    """Proposes words for the English names of texts; a word has the same new ones in all names."""

    def __init__(self, texts: Sequence[str], taken: Taken, *seed: str | int) -> None:
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
            if same := next((new for old, new in made.items() if _same(old, form)), None):
                made[form] = tuple(cased(each, form) for each in same)
                continue
            acronym = form.isupper() and form.isalpha() and form != entity.forms[0]
            new = (
                self._letters(made[entity.forms[0]]) if acronym else self._name(form, entity, draws)
            )
            if new is None:
                return None
            made[form] = new
        return made

    def _letters(self, names: Sequence[str]) -> tuple[str, ...] | None:
        letters = tuple(
            "".join(word[0] for word in _WORD.findall(name) if word[0].isupper()) for name in names
        )
        return letters if len(set(letters)) == len(letters) else None

    def _name(self, form: str, entity: Entity, draws: Draws) -> tuple[str, ...] | None:
        """Return a name whose words are new, but those of kind and the small ones between."""
        if entity.kind == "title" and says_more(form):
            return self._title(form, draws)
        words = list(_WORD.finditer(form))
        made = [form] * CHOICES
        for place in reversed(range(len(words))):
            word = words[place][0]
            small = word.lower() in STOP_WORDS or word.lower() in _LINKS
            if is_of_kind(word, "en") or (small and len(words) > 1):
                continue
            last = 0 < place == len(words) - 1 and entity.kind not in {"person", "title"}
            other = other_heads().get(word) if last else None
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
        count = min(len(content(form, "en")), 4)
        made: dict[str, None] = {}
        for _ in range(_TRIES):
            words = [title_word(False, draws) for _ in range(max(count, 1))]
            new = _PATTERNS[len(words) - 1].format(*words)
            fresh = not {word.casefold() for word in words} & self._texts
            if fresh and len(set(words)) == len(words) and self._taken.is_new(new.split()[-1]):
                made[new] = None
            if len(made) == CHOICES:
                return tuple(made)
        return None

    def _word(
        self, word: str, place: int, of: int, entity: Entity, draws: Draws
    ) -> tuple[str, ...] | None:
        if (new := self._new.get(word)) is None:
            pool = self._pool(word, place, of, entity)
            free = len(word) == 1 or word.isdecimal()
            found: dict[str, None] = {}
            for tried in range(_TRIES):
                each = pool(draws)
                if each == word or each.casefold() in self._texts or each in self._used:
                    continue
                if each in found or not (free or tried > _TRIES // 2 or self._taken.is_new(each)):
                    continue
                found[each] = None
                if len(found) == CHOICES:
                    break
            else:
                return None
            self._new[word] = new = tuple(found)
            if not free:
                self._used.update(new)
        return new

    def _pool(  # noqa: PLR0911 - one for each sort of word
        self, word: str, place: int, of: int, entity: Entity
    ) -> Callable[[Draws], str]:
        """Return what draws a word for a place in a name."""
        if word.isdecimal():
            return lambda draws: "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1:
            return lambda draws: draws.choice("ABEFGHJKNPRST")
        if word.isupper() and len(word) < 4:
            return lambda draws: "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        if entity.kind == "person":
            family = entity.forms[0].split()[-1]
            first = place < of - 1 or (of == 1 and (word in known_given() or word != family))
            return given_name(entity) if first else surname
        if word in known_given():
            return given_name(entity)
        common = self._taken.is_common(word)
        if entity.kind == "title":
            first = place == 0 and of > 1
            return lambda draws: like(word, title_word(first, draws))
        if entity.kind == "place" and not common:
            return town
        if not common and entity.kind != "organisation":
            return surname
        if not common and not word.isupper() and of > 1:
            return surname
        return lambda draws: like(word, draws.choice(read_names("en", "organisation_words")[0]))

    def _known_place(self, name: str, draws: Draws) -> Words | None:
        """Return other places of the same sort, those that are new to the pool before others."""
        others = [
            other
            for other in draws.shuffled(sorts_of_places("en")[name])
            if not self._used & {other, *_WORD.findall(other)}
            and not self._texts & {word.casefold() for word in _WORD.findall(other)}
            and not shared_content(name, other, "en")
        ]
        rare = [other for other in others if self._taken.is_new(other)]
        chosen = tuple((rare + [other for other in others if other not in rare])[:CHOICES])
        if len(chosen) < CHOICES:
            return None
        for other in chosen:
            self._used.update((other, *_WORD.findall(other)))
        self._new[name] = chosen
        return {name: chosen}

    def _country(self, entity: Entity, draws: Draws) -> Words | None:
        """Return other countries that the question's texts do not name, in each form."""
        pairs = [
            pair
            for pair in draws.shuffled(list(countries().items()))
            if pair[0] not in past_countries()
            and not {word.casefold() for word in pair} & self._texts
            and not set(pair) & self._used
        ]
        rare = [pair for pair in pairs if all(map(self._taken.is_new, pair))]
        chosen = (rare + [pair for pair in pairs if pair not in rare])[:CHOICES]
        if len(chosen) < CHOICES:
            return None
        self._used.update(word for pair in chosen for word in pair)
        self._new.update(
            {form: tuple(p[form not in countries()] for p in chosen) for form in entity.forms}
        )
        return {
            form: tuple(pair[form not in countries()] for pair in chosen) for form in entity.forms
        }


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
