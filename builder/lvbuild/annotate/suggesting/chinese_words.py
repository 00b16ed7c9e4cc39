"""New Chinese names, as long as the old ones and of their sort, written as the texts are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations, zip_longest
from typing import NamedTuple

from lvbuild.annotate.suggesting.entities import Entity, Gender, Proposer, UsedWords
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, names_of
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.languages.characters import converter, script, to_simplified
from lvbuild.languages.chinese.words import VOCABULARY

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
_OF_NAMES = ("men", "women", "surnames")
_SYLLABLES = ("first", "middle", "last")
_LETTERS: Mapping[str, Mapping[str, str]] = {
    letter: CHINESE.pairs(name) for letter, name in CHINESE.pairs("letters of shapes").items()
}
_SHAPES = dict(re.findall(r"(\w+): ([^:]+)(?= \w+:|$)", " ".join(CHINESE.lists["shapes"])))
_SMALL = frozenset("".join(_SHAPES.values())) - _LETTERS.keys()
"""The small words of titles, which old and new ones may share."""
_OTHER_HEADS = CHINESE.pairs("other kinds")
PEOPLES = {
    name.removeprefix("surnames of "): CHINESE.pairs(name)
    for name in CHINESE.lists
    if name.startswith("surnames of ")
}
SURNAMES = CHINESE.pairs("common surnames") | CHINESE.pairs("double surnames")
TRANSCRIBED = frozenset(
    "".join(
        [
            *(han for each in _SYLLABLES for han in CHINESE.pairs(f"{each} syllables")),
            *(han for each in _OF_NAMES for han in CHINESE.pairs(f"transcribed {each}")),
            *CHINESE.lists["other syllables"],
        ]
    )
)
"""The characters of transcribed names."""
APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
PAIR = 2
"""Characters of most given names, of double surnames and of those of Japan."""
_NEAR, _SUBJECT = 8, 15
_HAN = re.compile(r"[\u3400-\u9fff]+")


@cache
def japanese(kind: str) -> Mapping[str, str]:
    """Return Japan's names of a kind, such as `last_name` or `first_name_male`, as Faker has them.

    Each in simplified characters with its reading in Latin letters.
    """
    triples = getattr(names_of("ja_JP"), f"{kind}_pairs")
    return {simplified(han): latin for han, _, latin in triples if _HAN.fullmatch(han)}


@cache
def surnames() -> frozenset[str]:
    """Return the surnames by which Chinese people are known: ours and Faker's."""
    listed = (each for locale in ("zh_CN", "zh_TW") for each in names_of(locale).last_names)
    return frozenset([*SURNAMES, *map(simplified, listed)])


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


def surname_of(name: str, sort: str) -> str:
    """Return the surname that a Chinese or Japanese name begins with."""
    double = name[:PAIR] in surnames() or sort == "japanese"
    return name[: PAIR if double and len(name) > PAIR else 1]


def gender_of(name: str, text: str) -> Gender:
    """Return the gender that words before a name tell, else a pronoun, else its characters."""
    for at in re.finditer(re.escape(name), text):
        before = re.split(r"[，。、；：的\n]", text[max(at.start() - _NEAR, 0) : at.start()])[-1]
        if told := [*CHINESE.patterns["gender"].finditer(before)]:
            return "female" if told[-1]["she"] else "male"
    first = APART.split(name)[0]
    subject = next((line for line in text.split("\n") if name in line[:_SUBJECT]), "")
    if pronoun := re.search("[他她]", subject):
        return "female" if pronoun[0] == "她" else "male"
    if first != name:
        return "female" if first[-1] in CHINESE.words["last syllables of women"] else "male"
    like = sum(char in CHINESE.words["characters of women"] for char in name[1:])
    return "female" if like > ("他" in text and "她" not in text) else "male"


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
        self._simple, self._latin = simplified(self.text), dict[str, str]()

    @cached_property
    def _writing(self) -> Callable[[str], str]:
        """What writes simplified words as the texts are written: as in Taiwan or Hong Kong."""
        if script(self.text) != "traditional":
            return str

        def unlike(way: Callable[[str], str]) -> int:
            return sum(a != b for a, b in zip_longest(way(self._simple), self.text))

        way = min(map(converter, _REGIONS), key=unlike)
        return lambda word: way(word).replace("裡", "里")

    def written(self, word: str) -> str:
        """Return a simplified word as the texts are written."""
        return self._writing(word)

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms: parts of one new name, and its readings."""
        first = simplified(entity.forms[0])
        if first in CHINESE.places or first in CHINESE.countries:
            return dict.fromkeys(entity.forms, self.place(first, known, draws))
        parts = [self._part(*each, first, known, draws) for each in _sources(first, entity)]
        made = {form: self._form(form, parts, known, draws) for form in entity.forms}
        return made if all(part.new for part in parts) else {}

    def _form(self, form: str, parts: Sequence[_Part], known: dict[str, str], draws: Draws) -> str:
        """Return what stands for a form: a reading, a part, characters from there, or one's kin."""
        if not _HAN.search(form):
            return _in_latin(form, parts)
        simple, first = simplified(form), "".join(part.old for part in parts)
        new = "".join(part.new for part in parts)
        for begin, end in combinations(range(len(parts) + 1), 2):
            if simple == "".join(part.old for part in parts[begin:end]):
                return "".join(part.new for part in parts[begin:end])
        if (places := subsequence(simple, first)) and len(new) == len(first):
            return "".join(new[place] for place in places)
        surname, given = parts[0], simple.removeprefix(parts[0].old)
        if given == simple or len(parts) != PAIR:
            return ""
        gender = gender_of(simple, self._simple)
        return surname.new + self._part(given, gender, given, known, draws).new

    def _part(
        self, old: str, source: _Source, whole: str, known: dict[str, str], draws: Draws
    ) -> _Part:
        """Return a part with what stands for it from its source, the same in all names."""
        if not source:
            new = self.written(_OTHER_HEADS.get(old, old))
            return _Part(old, new, " " if APART.match(old) else "")
        if old not in known:

            def draw() -> str:
                word, latin = _drawn(source, len(old), draws)
                new, apart = self.written(word), not set(word) & set(old) - _SMALL
                self._latin[new] = latin
                apart = apart and not CHINESE.language.shared_content(whole, word)
                return new if apart and len(set(word)) == len(word) else ""

            known[old] = self.drawn(draw, old, again=not isinstance(source, str))
        return _Part(old, known[old], self._latin.get(known[old], ""))


def _sources(name: str, entity: Entity) -> list[tuple[str, _Source]]:
    """Return the parts of a name, each with what its new one is drawn from, "" for one that stays.

    Titles part into runs of characters, people into surname and given name or at dots, others into
    a stem and the word of kind.
    """
    if entity.kind == "title":
        runs = filter(None, re.split(f"({_HAN.pattern})", name))
        return [(run, "titles" if _HAN.match(run) else "") for run in runs]
    person, sort, gender = entity.kind == "person", entity.sort, entity.gender or "male"
    if person and not sort:  # of a row, which its texts do not tell
        foreign = len(name) > PAIR and set(APART.sub("", name)) <= TRANSCRIBED
        known = surname_of(name, "") in SURNAMES
        sort = "chinese" if known else "transcribed" if foreign else "given"
    if person and sort in {"chinese", "japanese", *PEOPLES}:
        surname = surname_of(name, sort)
        last = japanese("last_name") if sort == "japanese" else PEOPLES.get(sort, SURNAMES)
        first = japanese(f"first_name_{gender}") if sort == "japanese" else gender
        return [(surname, last), (name.removeprefix(surname), first)]
    head = "" if person else head_of(name)
    stem, behind = name.removesuffix(head), [(head, "")] if head else []
    if sort == "japanese":
        return [(stem, japanese("last_name")), *behind]
    if sort == "given":
        return [(name, gender)]
    if sort in {"transcribed", "coined"} or APART.search(stem):
        pieces, coined = APART.split(stem), "steppe" if sort == "steppe" else "syllables"
        listed = person and len(pieces) > 1 and sort == "transcribed"
        women = "women" if gender == "female" else "men"
        sources: list[tuple[str, _Source]] = []
        for piece in pieces:
            names = CHINESE.pairs(f"transcribed {'surnames' if piece == pieces[-1] else women}")
            apart = APART.match(piece) is not None
            sources.append((piece, "" if apart else names if listed else coined))
        return [*sources, *behind]
    place = entity.kind == "place" or len(stem) == 1
    usual = "places" if place else "organisations"
    return [(stem, sort if sort in _SHAPES else usual), *behind]


def _drawn(source: _Source, length: int, draws: Draws) -> tuple[str, str]:
    """Draw a word of about a length from a source, with its reading in Latin letters.

    A letter of a shape stands for a word of the list that has it before a colon.
    """
    if not isinstance(source, str):
        far = max(min(abs(len(each) - length) for each in source), int(length > PAIR))
        word = draws.choice(sorted(each for each in source if abs(len(each) - length) <= far))
        return word, source[word]
    shapes = _SHAPES[source].split()
    pieces = [
        draws.choice([*_LETTERS[each].items()]) if each in _LETTERS else (each, "")
        for each in shapes[min(length, len(shapes)) - 1]
    ]
    word = "".join(han for han, _ in pieces)
    if source == "titles":
        return word, " ".join(filter(None, (latin for _, latin in pieces)))
    return word, "".join(latin for _, latin in pieces).capitalize()


def subsequence(part: str, whole: str) -> list[int]:
    """Return where a whole has the characters of a part, in their order; none where it does not."""
    places: list[int] = []
    for character in part:
        places.append(whole.find(character, places[-1] + 1 if places else 0))
        if places[-1] < 0:
            return []
    return places


def _in_latin(form: str, parts: Sequence[_Part]) -> str:
    """Return the readings of parts, of the last for one word, with the words of kind of a form."""
    words, spoken = form.split(), find_language("en")
    named = [part.latin for part in parts if part.latin.strip()]
    if not named:
        return ""
    kept = [w for w in (words[0], words[-1]) if len(w) > PAIR and spoken.is_of_kind(w)]
    alone = len(words) - len(kept) == 1 and any(APART.match(part.old) for part in parts)
    told = " ".join(named[-1:] if alone else named)
    before, behind = (word if word in kept else "" for word in (words[0], words[-1]))
    return " ".join(filter(None, (before, told, behind if behind != before else "")))
