"""New Chinese names, as long as the old ones and of their sort, written as the texts are.

A name is parts of which the words of sort at its end stay: what is distinguishing alone changes, to
the same in all names that have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, zip_longest
from typing import NamedTuple

from lvbuild.annotate.suggesting.chinese_names import (
    APART,
    CHINESE,
    HAN,
    PAIR,
    REGIONS,
    SURNAMES,
    japanese,
    simplified,
    sort_of,
    surname_of,
    words_of_sort,
)
from lvbuild.annotate.suggesting.english_words import english_version
from lvbuild.annotate.suggesting.entities import Entity, Proposer, UsedWords
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.languages.characters import converter, script

_LETTERS: Mapping[str, Mapping[str, str]] = {
    letter: CHINESE.pairs(name) for letter, name in CHINESE.pairs("letters of shapes").items()
}
_SHAPES: Mapping[str, Sequence[str]] = {
    name: shapes.split()
    for name, shapes in re.findall(r"(\w+): ([^:]+)(?= \w+:|$)", " ".join(CHINESE.lists["shapes"]))
}
_KNOWN = re.compile(any_of({*CHINESE.places, *CHINESE.countries}))


class _Part(NamedTuple):
    """A part of a name, what stands for it, and how that reads in Latin letters."""

    old: str
    new: str
    latin: str = ""


_Source = str | Mapping[str, str]
"""What a part is drawn from: the words of a list with their readings, or a sort of shapes."""


class ChineseWords(Proposer):
    """Proposes words for Chinese names, and for their readings in Latin letters."""

    vocabulary = CHINESE

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        self._latin = dict[str, str]()

    @cached_property
    def _writing(self) -> Callable[[str], str]:
        """What writes simplified words as the texts are written: as in Taiwan or Hong Kong."""
        if script(self.text) != "traditional":
            return str

        simple = simplified(self.text)

        def unlike(way: Callable[[str], str]) -> int:
            return sum(a != b for a, b in zip_longest(way(simple), self.text))

        return min(map(converter, REGIONS), key=unlike)

    def written(self, word: str) -> str:
        """Return a simplified word as the texts are written."""
        return self._writing(word).replace("裡", "里")

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms: parts of one new name, and its readings."""
        if not HAN.search(entity.forms[0]):
            return english_version(self, entity, known, draws)
        parts = self._made(entity, known, draws)
        made = {form: self._form(form, parts, entity, known, draws) for form in entity.forms}
        return made if all(part.new for part in parts) else {}

    def _made(self, entity: Entity, known: dict[str, str], draws: Draws) -> Sequence[_Part]:
        name = simplified(entity.forms[0])
        return [self._part(old, name, each, known, draws) for old, each in _sources(name, entity)]

    def _form(
        self,
        form: str,
        parts: Sequence[_Part],
        entity: Entity,
        known: dict[str, str],
        draws: Draws,
    ) -> str:
        """Return what stands for a form: a reading, some parts, characters of these, or others."""
        if not HAN.search(form):
            return _in_latin(form, parts, entity) if form[0] < "ɐ" else ""
        simple, first = simplified(form), "".join(part.old for part in parts)
        new, pieces = "".join(part.new for part in parts), APART.split(simple)
        runs = {
            "".join(part.old for part in parts[a:b]): "".join(part.new for part in parts[a:b])
            for a, b in combinations(range(len(parts) + 1), 2)
        }
        if runs.keys() >= {*pieces}:
            return "".join(map(runs.__getitem__, pieces))
        if simple == APART.sub("", first):
            return APART.sub("", new)
        if (places := subsequence(simple, first)) and len(new) == len(first):
            return "".join(new[place] for place in places)
        made = self._made(replace(entity, forms=(simple,)), known, draws)
        return "".join(part.new for part in made) if all(part.new for part in made) else ""

    def _part(
        self, old: str, name: str, source: _Source, known: dict[str, str], draws: Draws
    ) -> _Part:
        """Return a part of a name with what stands for it from its source, the same in all."""
        if source == "known":
            return _Part(old, self.place(old, known, draws))
        if not source:
            return _Part(old, self.written(old), " " if APART.match(old) else "")

        def draw() -> str:
            word, latin = _drawn(source, len(old), draws)
            new = self.written(word)
            self._latin[new] = latin
            other = new not in map(known.get, APART.split(name))
            shared = not other or CHINESE.language.shared_content(name, word)
            return "" if shared or word in CHINESE.places or len({*word}) < len(word) else new

        if old not in known:
            known[old] = self.drawn(draw, old, again=not isinstance(source, str))
        return _Part(old, known[old], self._latin.get(known[old], ""))


def _sources(name: str, entity: Entity) -> list[tuple[str, _Source]]:
    """Return the parts of a name, each with what its new one is drawn from, "" for one that stays.

    Titles part into runs of characters, people into surname and given name or at dots, others into
    known places, the names that they hold, a stem, and words of sort.
    """
    if name in CHINESE.places or name in CHINESE.countries:
        return [(name, "titles" if entity.kind == "title" else "known")]
    behind: list[tuple[str, _Source]] = [(w, "") for w in words_of_sort(name, entity.kind)]
    stem = name.removesuffix("".join(word for word, _ in behind))
    if entity.kind == "title":
        runs = re.findall(f"[{HAN.pattern[1:-2]}·]+|.", stem)
        return [*((run, "titles" if HAN.match(run) else "") for run in runs), *behind]
    if entity.kind == "person":
        return [*_of_person(stem, entity), *behind]
    made: _Source = "organisations" if entity.kind == "organisation" and stem[1:] else "places"
    if entity.sort == "japanese":
        made = japanese("last_name")
    elif entity.sort == "transcribed" or APART.search(stem):
        made = "syllables"
    inner = {f for f in map(simplified, entity.forms) if f in stem and f != stem}
    known = _KNOWN.match(stem)
    inner |= {known[0]} if known and len(stem) - len(known[0]) >= PAIR else set()
    inner = {each for each in inner if not any(one in each for one in inner - {each})}
    splits = f"({any_of([*inner, *'·・‧•･．'])})"
    pieces = [piece for piece in re.split(splits, stem) if piece]
    held: list[tuple[str, _Source]] = [
        (p, "known" if CHINESE.places.get(p) else "" if APART.match(p) else made) for p in pieces
    ]
    return held + behind


def _of_person(stem: str, entity: Entity) -> Iterator[tuple[str, _Source]]:
    """Yield the parts of a person's name without rank, each with what its new one is drawn from."""
    sort, gender = entity.sort or sort_of(stem) or "given", entity.gender or "either"
    japan = sort == "japanese"
    if sort in {"chinese", "japanese"} or stem in SURNAMES:
        surname = surname_of(stem, sort) if stem not in SURNAMES else stem
        yield surname, japanese("last_name") if japan else SURNAMES
        if given := stem.removeprefix(surname):
            yield given, japanese(f"first_name_{entity.gender or 'male'}") if japan else gender
    elif sort == "given":
        yield stem, gender
    else:
        *firsts, last = APART.split(stem)
        for piece in firsts:
            yield piece, "" if APART.match(piece) else CHINESE.pairs(f"transcribed {gender}")
        yield last, CHINESE.pairs("transcribed surnames") if firsts else "syllables"


def _drawn(source: _Source, length: int, draws: Draws) -> tuple[str, str]:
    """Draw a word about so long from a source, with its reading in Latin letters.

    A letter of a shape stands for a word of the list that has it before a colon.
    """
    if not isinstance(source, str):
        far = min(abs(len(each) - length) for each in source) + (length > PAIR)
        word = draws.choice(sorted(each for each in source if abs(len(each) - length) <= far))
        return word, source[word]
    shapes = _SHAPES[source]
    pieces = [
        draws.choice([*_LETTERS[each].items()]) if each in _LETTERS else (each, "")
        for each in shapes[min(length, len(shapes)) - 1]
    ]
    apart = " " if source == "titles" else ""
    latin = apart.join(filter(None, (latin for _, latin in pieces)))
    return "".join(han for han, _ in pieces), latin if apart else latin.capitalize()


def subsequence(part: str, whole: str) -> list[int]:
    """Return where a whole has the characters of a part, in their order; none where it does not."""
    match = re.search(".*?".join(f"({re.escape(character)})" for character in part), whole)
    return [match.start(number + 1) for number in range(len(part))] if match else []


def _in_latin(form: str, parts: Sequence[_Part], entity: Entity) -> str:
    """Return the readings of parts, with the words of kind of a form.

    Of transcribed names one word is the last.
    """
    named = [part.latin for part in parts if part.latin.strip()]
    if entity.kind == "person":
        return " ".join(named if " " in form else named[-1:])
    if entity.kind == "title":
        return "".join(part.latin for part in parts).strip()
    if form.isupper() and " " not in form:
        return "".join(named).upper()[: max(len(form), 3)]
    is_kind = find_language("en").is_of_kind
    first, last = (
        word * is_kind(word) for word in (form.split(maxsplit=1)[0], form.rsplit(maxsplit=1)[-1])
    )
    told = "".join(part.latin for part in parts).strip()
    return " ".join(filter(None, [first, told, "" if first else last])) if named else ""
