"""New Chinese names, as long as the old ones and of their sort, written as the texts are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import zip_longest

from lvbuild.annotate.suggesting.english_words import ENGLISH, EnglishWords
from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    Entity,
    Proposer,
    UsedWords,
    Vocabulary,
    Words,
    choose,
    read_people,
)
from lvbuild.core.seeds import Draws
from lvbuild.languages.characters import converter, script, to_simplified
from lvbuild.languages.chinese.words import VOCABULARY, chinese_tagger, chinese_tokenizer

_REGIONS = ("s2twp", "s2hk")
"""How Taiwan and Hong Kong write what is simplified, words as well as characters."""


def simplified(text: str) -> str:
    """Return a text in simplified characters, each in its place."""
    simple = to_simplified()(text)
    return simple if len(simple) == len(text) else "".join(map(to_simplified(), text))


class ChineseVocabulary(Vocabulary):
    """The words of Chinese; places are known as other regions write them, too."""

    @staticmethod
    def fold(text: str) -> str:
        """Return a text in simplified characters, each in its place."""
        return simplified(text)

    def _sorts(self, prefix: str) -> Mapping[str, Sequence[str]]:
        found = dict(super()._sorts(prefix))
        ways = [converter(way) for way in _REGIONS]
        return found | {simplified(way(name)): found[name] for way in ways for name in found}


CHINESE = ChineseVocabulary("zh")
_SYLLABLES = ("first syllables", "middle syllables", "last syllables")
_USUAL = frozenset("".join(word for name in _SYLLABLES for word in CHINESE.lists[name])) - {"·"}
TRANSCRIBED = _USUAL.union("".join(CHINESE.lists["other syllables"]))
"""The characters of transcribed names, the usual ones and others."""
APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
PAIR = 2
"""Characters of most given names, of double surnames and of those of Japan."""
_SURNAMES = CHINESE.lists["common surnames"]
_ENDS = sorted(
    {
        end
        for name in ("ends of places", "ends of organisations", "works", "bodies", "sites")
        for end in CHINESE.lists[name]
    },
    key=lambda end: (-len(end), end),
)
_COMMON = 300
_LEAST_TRANSCRIBED = 3
_TRIES = 300


@cache
def _neighbours() -> frozenset[str]:
    """Return the surnames of Japan."""
    known = read_people(CHINESE.lists["neighbours"], simplified).surnames
    return frozenset([*known, *CHINESE.lists["japanese surnames"]])


def sort_of(name: str) -> str:
    """Return of what sort a person's name is: transcribed, japanese or chinese, "" for none."""
    people = CHINESE.people
    called = name[:1] in _SURNAMES and set(name[1:]) & set("".join(people.female + people.male))
    syllables = set(name) <= (_USUAL if called else TRANSCRIBED)
    if APART.search(name) or (len(name) >= _LEAST_TRANSCRIBED and syllables):
        return "transcribed"
    if len(name) in {3, 4, 5} and name[:PAIR] in _neighbours():
        return "japanese"
    size = PAIR if name[:PAIR] in CHINESE.words["double surnames"] else 1
    given, tags = name[size:], chinese_tagger().word_tag_tab
    if not 1 <= len(given) <= PAIR or given in CHINESE.words["styles"]:
        return ""
    counts = chinese_tokenizer().FREQ
    common = counts.get(given, 0) > _COMMON if len(given) > 1 else bool(counts.get(name))
    word = (common and tags.get(name, "")[:2] != "nr") or name[-1] in CHINESE.words[
        "no ends of people"
    ]
    return "chinese" if not word and (size > 1 or name[0] in people.surnames) else ""


def head_of(name: str) -> str:
    """Return the word of kind that a name ends in, "" for none."""
    known = next((end for end in _ENDS if name.endswith(end) and len(end) < len(name)), "")
    last = name[-1] if len(name) > PAIR and name[-1] in VOCABULARY["ends of kind"] else ""
    return known or last


_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


class ChineseWords(Proposer):
    """Proposes words for Chinese names, as long as they are; Latin ones become other Latin ones."""

    vocabulary = CHINESE

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        self._latin = EnglishWords(texts, taken, *seed)

    @cached_property
    def written(self) -> Callable[[str], str]:
        """What writes simplified words as the texts are written: as in Taiwan or Hong Kong."""
        if script(self.texts) != "traditional":
            return str
        ways = [converter(way) for way in _REGIONS]
        simple = simplified(self.texts)
        both = {way: zip_longest(way(simple), self.texts) for way in ways}
        return min(ways, key=lambda way: sum(a != b for a, b in both[way]))

    def is_free(self, word: str) -> bool:
        """Tell whether the texts do not hold a word, and it stands for no other."""
        return word not in self.used and word not in self.texts

    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return other names of a form's sort: parts of the whole name's, or new ones."""
        if not _HAN_RUN.search(form):
            latin = Entity(entity.kind, (form,), "", entity.gender)
            return (self._latin.words(latin, 0) or {}).get(form)
        first, simple = entity.forms[0], simplified(form)
        for other, new in made.items():
            if simplified(other) == simple:
                return new
        if first in made and entity.kind != "person" and head_of(simplified(first)):
            head = len(head_of(simplified(first)))
            return tuple(each[: len(each) - head] for each in made[first])
        if first in made and form in first and entity.sort in {"chinese", "japanese"}:
            ends = simplified(first).endswith(simple)
            return tuple(each[-len(form) :] if ends else each[: len(form)] for each in made[first])
        if entity.sort == "transcribed":
            parts = APART.split(simple)
            woman = entity.gender == "female"
            made_parts = [
                (part,) * CHOICES
                if APART.match(part)
                else self._part(part, woman and not at, draws)
                for at, part in enumerate(parts)
            ]
            return tuple(map("".join, zip(*made_parts, strict=True))) if all(made_parts) else None
        return self._drawn(form, lambda: _made(simple, entity, draws))

    def _part(self, part: str, woman: bool, draws: Draws) -> tuple[str, ...]:
        """Return other transcribed names, as long; a part's are always these."""
        if part not in self.known:
            names = CHINESE.lists["transcribed women" if woman else "transcribed"]
            same = [name for name in names if len(name) == len(part)]
            new = self._drawn(part, lambda: draws.choice(same)) if same else None
            new = new or self._drawn(part, lambda: _coined("syllables", len(part), draws))
            self.known[part] = new or ()
        return self.known[part]

    def _drawn(self, form: str, draw: Callable[[], str]) -> tuple[str, ...] | None:
        """Return words that a form shares no character with."""
        found = choose(
            word
            for word in (self.written(draw()) for _ in range(_TRIES))
            if self.is_free(word)
            and not CHINESE.language.shared_content(form, word)
            and len(set(word)) >= len(word) - 1
            and self.taken.is_new(word)
        )
        if found:
            self.keep(form, found)
        return found


def _made(form: str, entity: Entity, draws: Draws) -> str:
    """Return a name of a form's length and kind."""
    if entity.kind == "person":
        return _person(form, entity, draws)
    if entity.kind == "title":
        words = ENGLISH.lists["title words"]
        form = re.sub("[A-Za-z]{2,}", lambda _: draws.choice(words), form)
        return _HAN_RUN.sub(lambda run: _coined("titles", len(run[0]), draws), form)
    head = head_of(form)
    stem = form.removesuffix(head)
    if len(stem) > PAIR and set(stem) <= TRANSCRIBED:
        return _coined("syllables", len(stem), draws) + head
    sort = "places" if entity.kind == "place" or len(stem) == 1 else "organisations"
    return _coined(sort, len(stem), draws) + head


def _coined(sort: str, length: int, draws: Draws) -> str:
    """Return a name by the shape of its length, the longest of the vocabulary where there is none.

    A capital letter of a shape stands for a word of the list that has it before a colon.
    """
    shapes = CHINESE.lists[f"shapes of {sort}"]
    letters = dict(pair.split(":") for pair in CHINESE.lists["letters of shapes"])
    shape = shapes[min(length, len(shapes)) - 1]
    return re.sub("[A-Z]", lambda each: draws.choice(CHINESE.lists[letters[each[0]]]), shape)


def _person(form: str, entity: Entity, draws: Draws) -> str:
    if entity.sort == "japanese":
        people = read_people(CHINESE.lists["neighbours"], simplified)
        given = [n for n in people.given(entity.gender) if len(n) == 2 and _HAN_RUN.fullmatch(n)]
        return draws.choice([n for n in people.surnames if len(n) == 2]) + draws.choice(given)
    people, double = CHINESE.people, form[:2] in CHINESE.words["double surnames"]
    surnames = CHINESE.lists["double surnames"] if double else _SURNAMES
    length = max(len(form) - 1 - double, 1)
    given = [name for name in people.given(entity.gender) if len(name) == min(length, 2)]
    return draws.choice([s for s in surnames if len(s) == 1 + double]) + draws.choice(given)
