"""Chinese words that stand for names: as long, of the same sort, and of other characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from lvbuild.annotate.suggesting.chinese.people import CHINESE
from lvbuild.annotate.suggesting.english.words import EnglishWords
from lvbuild.annotate.suggesting.entities import CHOICES, KNOWN, Entity, UsedWords, Words, choose
from lvbuild.core.seeds import Draws
from lvbuild.languages.characters import script, to_simplified

_TRIES = 300
_PAIR = 2
_FOREIGN_TOWN = "伦敦"
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
_APART = re.compile(r"([·・‧•･．])")


class ChineseWords:
    """Proposes words for the Chinese names of texts; Latin ones become other Latin ones."""

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        self._texts = "\n".join(texts)
        self._taken = taken
        self._seed = seed
        self._latin = EnglishWords(texts, taken, *seed)
        self._used: set[str] = set()
        self._new: dict[str, tuple[str, ...]] = {}
        self._written: Callable[[str], str] = str
        if script(self._texts) == "traditional":
            from opencc import OpenCC

            self._written = OpenCC("s2t").convert

    def words(self, entity: Entity, attempt: int) -> Words | None:
        """Return what may stand for each form, or None where the lists hold nothing new."""
        draws = Draws(*self._seed, entity.forms[0], attempt)
        made: Words = {}
        for form in entity.forms:
            if _HAN_RUN.search(form):
                new = self._form(form, entity, made, draws)
            else:
                latin = Entity(entity.kind, (form,), "", entity.gender)
                new = (self._latin.words(latin, attempt) or {}).get(form)
            if new is None:
                return None
            made[form] = new
        return made

    def _form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        first = entity.forms[0]
        if form != first and first in made:
            if form in first and entity.kind == "person" and not entity.subkind:
                return tuple(new[-len(form) :] for new in made[first])
            if len(form) == len(first) and entity.subkind != "foreign":
                return made[first]
        if entity.subkind == KNOWN or (entity.kind, entity.subkind) == ("place", "foreign"):
            return self._place(form, draws)
        parts = _APART.split(form)
        if entity.subkind == "foreign":
            new = [
                (part,) * CHOICES
                if _APART.match(part)
                else self._part(part, form, entity.gender == "female" and at == 0, draws)
                for at, part in enumerate(parts)
            ]
            if not all(new):
                return None
            return tuple(map("".join, zip(*new, strict=True)))
        return self._drawn(form, self._maker(form, entity), draws)

    def _place(self, form: str, draws: Draws) -> tuple[str, ...] | None:
        """Return other places of the same sort, as long and new to the pool before others."""
        known = CHINESE.places
        simple = to_simplified()(form)
        others = draws.shuffled(known.get(simple, known[_FOREIGN_TOWN]))
        others.sort(key=lambda word: abs(len(word) - len(form)))
        good = [word for word in map(self._written, others) if self._fits(form, word)]
        chosen = choose(sorted(good, key=self._taken.is_new, reverse=True))
        if chosen is not None:
            self._used.update(chosen)
            self._new[form] = chosen
        return chosen

    def _fits(self, form: str, word: str) -> bool:
        there = word in self._used or word in self._texts
        return not there and not CHINESE.language.shared_content(form, word)

    def _part(self, part: str, whole: str, woman: bool, draws: Draws) -> tuple[str, ...]:
        """Return other transliterated names, as long where there are; a part's are always these."""
        if part not in self._new:
            names = CHINESE.parts["foreign_names"][woman]
            new = None
            for length in range(len(part), 1, -1):
                same = [name for name in names if len(name) == length]
                new = new or (same and self._drawn(whole, same, draws)) or None
            new = new or self._drawn(whole, lambda d: _foreign_name(len(part), d), draws)
            self._new[part] = new or ()
        return self._new[part]

    def _drawn(
        self, form: str, source: Callable[[Draws], str] | Sequence[str], draws: Draws
    ) -> tuple[str, ...] | None:
        """Return words that a form shares no character with, made or from a list."""
        made = (
            (source(draws) for _ in range(_TRIES)) if callable(source) else draws.shuffled(source)
        )
        countries = CHINESE.words["countries"]
        found = choose(
            word
            for tried, word in enumerate(map(self._written, made))
            if self._fits(form, word)
            and len(set(word)) >= len(word) - 1
            and ((word in countries and tried > _TRIES // 2) or self._taken.is_new(word))
        )
        self._used.update(found or ())
        return found

    def _maker(self, form: str, entity: Entity) -> Callable[[Draws], str]:
        if entity.subkind == "country":
            same = [word for word in sorted(CHINESE.words["countries"]) if len(word) == len(form)]
            return lambda draws: draws.choice(same)
        if entity.kind == "person":
            return lambda draws: _person(form, entity, draws)
        if entity.kind == "title":
            return lambda draws: _HAN_RUN.sub(lambda run: _title(len(run[0]), draws), form)
        places, kept, others = CHINESE.parts["heads"]
        heads = places if entity.kind == "place" else kept
        head = next((h for h in heads if form.endswith(h) and len(form) > len(h)), "")
        stem = len(form) - len(head)
        if entity.kind == "place":
            return lambda draws: _place(stem, draws) + head
        if not head and form.endswith(others):
            return lambda draws: (
                _phrase("organisation_words", len(form) - _PAIR, draws) + draws.choice(others)
            )
        return lambda draws: _phrase("organisation_words", stem, draws) + head


def _person(form: str, entity: Entity, draws: Draws) -> str:
    surnames = CHINESE.words["surnames"]
    double = len(form) > 2 and form[:2] in surnames
    same = [name for name in sorted(surnames) if len(name) == 1 + double]
    women = entity.gender == "female"
    length = len(form) - 1 - double
    names = CHINESE.parts["given_pairs" if length == _PAIR else "given"][women]
    return draws.choice(same) + draws.choice(names)


def _foreign_name(length: int, draws: Draws) -> str:
    first, middle, last, _ = CHINESE.parts["transliteration"]
    if length == 1:
        return draws.choice(first)
    between = "".join(draws.choice(middle) for _ in range(length - 2))
    return draws.choice(first) + between + draws.choice(last[:-1])


def _place(length: int, draws: Draws) -> str:
    first, second = CHINESE.parts["places"]
    if length == 1:
        return draws.choice(first)
    if length > 2:
        return _foreign_name(length, draws)
    return draws.choice(first) + draws.choice(second)


def _title(length: int, draws: Draws) -> str:
    """Return a title: of more than four characters one that reads as a phrase."""
    nouns, single = CHINESE.parts["title_words"]
    patterns = {5: "{}的{}", 6: "{}边的{}", 7: "{}与{}的{}", 8: "{}与{}的{}"}
    if length < min(patterns):
        return _phrase("title_words", length, draws)
    length = min(length, max(patterns))
    last = draws.choice(single if length == 7 else nouns)
    before = [draws.choice(nouns) for _ in range(patterns[length].count("{}") - 1)]
    return patterns[length].format(*before, last)


def _phrase(file: str, length: int, draws: Draws) -> str:
    """Return words of two characters and, where a file has such, one of one where that is odd."""
    pairs, *singles = CHINESE.parts[file]
    phrase = "".join(draws.choice(pairs) for _ in range(max(length // 2, 1)))
    return phrase + draws.choice(singles[0]) if length % 2 and singles else phrase
