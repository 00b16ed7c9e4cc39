"""New Chinese names, as long as the old ones and of their sort, written as the texts are."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import zip_longest

from lvbuild.annotate.suggesting.english_words import EnglishWords
from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    Entity,
    Proposer,
    UsedWords,
    Words,
    choose,
)
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, read_people
from lvbuild.core.seeds import Draws
from lvbuild.languages.characters import converter, script, to_simplified
from lvbuild.languages.chinese.words import VOCABULARY, chinese_tagger, chinese_tokenizer

_REGIONS = ("s2twp", "s2hk")
"""How Taiwan and Hong Kong write what is simplified, words as well as characters."""


def simplified(text: str) -> str:
    """Return a text in simplified characters, each in its place."""
    simple = to_simplified()(text)
    return simple if len(simple) == len(text) else "".join(map(to_simplified(), text))


CHINESE = Vocabulary("zh", simplified)
for _known in (CHINESE.places, CHINESE.countries):
    for _way in map(converter, _REGIONS):
        _known |= {simplified(_way(name)): _known[name] for name in [*_known]}
_LISTS = CHINESE.lists
_USUAL = frozenset("".join(_LISTS["first syllables"] + _LISTS["last syllables"])) - {"·"}
TRANSCRIBED = _USUAL.union("".join(_LISTS["middle syllables"] + _LISTS["other syllables"]))
"""The characters of transcribed names."""
APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
PAIR = 2
"""Characters of most given names, of double surnames and of those of Japan."""
_SURNAMES, _DOUBLE = _LISTS["common surnames"], CHINESE.words["double surnames"]
_COMMON = 300
_TRIES = 300
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")


@cache
def japanese_surnames() -> frozenset[str]:
    """Return the known surnames of two characters or more of Japan."""
    known = read_people(_LISTS["neighbours"], simplified).surnames
    return frozenset([*known, *_LISTS["japanese surnames"]])


def sort_of(name: str) -> str:
    """Return of what sort a person's name is: transcribed, japanese or chinese, "" for none."""
    called = name[:1] in _SURNAMES and set(name[1:]) & set(
        "".join(CHINESE.people[1] + CHINESE.people[2])
    )
    if APART.search(name) or (
        len(name) > PAIR and set(name) <= (_USUAL if called else TRANSCRIBED)
    ):
        return "transcribed"
    if len(name) in {3, 4, 5} and name[:PAIR] in japanese_surnames():
        return "japanese"
    double = name[:PAIR] in _DOUBLE
    given = name[1 + double :]
    if not 1 <= len(given) <= PAIR or given in CHINESE.words["styles"]:
        return ""
    counts, tags = chinese_tokenizer().FREQ, chinese_tagger().word_tag_tab
    common = counts.get(given, 0) > _COMMON if len(given) > 1 else bool(counts.get(name))
    word = common and tags.get(name, "")[:2] != "nr"
    if word or name[-1] in CHINESE.words["no ends of people"]:
        return ""
    return "chinese" if double or name[0] in CHINESE.people.surnames else ""


@cache
def head_of(name: str) -> str:
    """Return the word of kind that a name ends in, "" for none."""
    ends = (
        *CHINESE.ends["place"],
        *CHINESE.ends["organisation"],
        *(w for k in CHINESE.nouns for w in CHINESE.nouns[k] if k != "person"),
    )
    known = max((e for e in ends if name.endswith(e) and len(e) < len(name)), key=len, default="")
    last = name[-1] if len(name) > PAIR and name[-1] in VOCABULARY["ends of kind"] else ""
    return known or last


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
        simple = simplified(self.texts)

        def unlike(way: Callable[[str], str]) -> int:
            return sum(a != b for a, b in zip_longest(way(simple), self.texts))

        way = min(map(converter, _REGIONS), key=unlike)
        return lambda word: way(word).replace("裡", "里")

    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return other names of a form's sort: parts of the whole name's, or new ones."""
        if not _HAN_RUN.search(form):
            latin = Entity(entity.kind, (form,), "", entity.gender)
            return (self._latin.words(latin) or {}).get(form)
        first, simple = simplified(entity.forms[0]), simplified(form)
        whole = next(iter(made.values()), ())
        if same := next((made[each] for each in made if simplified(each) == simple), None):
            return same
        if APART.search(first):
            head = "" if entity.kind == "person" else head_of(simple)
            split = APART.split(simple.removesuffix(head))
            parts = [self._part(part, first, entity.gender, draws) for part in split]
            every = [*parts, (self.written(head),) * CHOICES]
            return tuple(map("".join, zip(*every, strict=True))) if all(parts) else None
        if whole and simple in first:
            start = first.index(simple)
            within = tuple(each[start : start + len(simple)] for each in whole)
            return within if len(set(within)) == CHOICES else None
        return self._drawn(form, lambda: _made(simple, entity, draws))

    def _part(self, part: str, name: str, gender: str, draws: Draws) -> tuple[str, ...]:
        """Return other transcribed names, as long as one's part; a part's are always these."""
        if APART.match(part):
            return (part,) * CHOICES
        if part not in self.known:
            women = gender == "female" and part not in " ".join(self.known)
            names = _LISTS["transcribed women" if women else "transcribed"]
            same = [name for name in names if len(name) == len(part)]
            same = [each for each in same if set(simplified(name)).isdisjoint(each)]
            new = self._drawn(part, lambda: draws.choice(same), name) if same else None
            coin = lambda: _coined("syllables", len(part), draws)  # noqa: E731
            self.known[part] = new or self._drawn(part, coin, name) or ()
        return self.known[part]

    def _drawn(self, form: str, draw: Callable[[], str], name: str = "") -> tuple[str, ...] | None:
        """Return words that a form, or the name it is a part of, shares no character with."""
        found = choose(
            word
            for word in (self.written(draw()) for _ in range(_TRIES))
            if word
            and self.is_free(word)
            and not CHINESE.language.shared_content(name or form, word)
            and len(set(word)) == len(word)
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
        return _HAN_RUN.sub(lambda run: _coined("titles", len(run[0]), draws), form)
    head = head_of(form)
    stem = form.removesuffix(head)
    if len(stem) > PAIR and set(stem) <= TRANSCRIBED:
        return _coined("syllables", len(stem), draws) + head
    sort = "places" if entity.kind == "place" or len(stem) == 1 else "organisations"
    made = _coined(sort, len(stem), draws)
    return "" if made[-1:] == head[:1] else made + head


def _coined(sort: str, length: int, draws: Draws) -> str:
    """Return a name by the shape of its length, the longest of the vocabulary where there is none.

    A capital letter of a shape stands for a word of the list that has it before a colon.
    """
    shapes = _LISTS[f"shapes of {sort}"]
    letters = dict(pair.split(":") for pair in _LISTS["letters of shapes"])
    shape = shapes[min(length, len(shapes)) - 1]
    return re.sub("[A-Z]", lambda each: draws.choice(_LISTS[letters[each[0]]]), shape)


def _person(form: str, entity: Entity, draws: Draws) -> str:
    """Return a person's name of a form's length, transcribed, Japanese or Chinese."""
    if entity.sort == "transcribed":
        same = [name for name in _LISTS["transcribed"] if len(name) == len(form)]
        return draws.choice(same) if same else _coined("syllables", len(form), draws)
    japanese = entity.sort == "japanese"
    people = read_people(_LISTS["neighbours"], simplified) if japanese else CHINESE.people
    size = PAIR if japanese or form[:PAIR] in _DOUBLE else 1
    surnames = people.surnames if japanese else (*_SURNAMES, *_DOUBLE)
    given = [
        name
        for name in people.given(entity.gender)
        if len(name) == min(max(len(form) - size, 1), PAIR) and _HAN_RUN.fullmatch(name)
    ]
    return draws.choice(sorted(s for s in surnames if len(s) == size)) + draws.choice(given)
