"""New Chinese names, as long as the old ones and of their sort, written as the texts are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, zip_longest
from typing import NamedTuple

from lvbuild.annotate.suggesting.entities import Entity, Gender, Proposer, UsedWords
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of, names_of
from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.languages.characters import converter, script, to_simplified
from lvbuild.languages.chinese.words import VOCABULARY, chinese_tokenizer, word_tags
from lvbuild.tables.rows import Kind

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
_SURNAMES = CHINESE.pairs("common surnames") | CHINESE.pairs("double surnames")
_TRANSCRIBED = frozenset(
    "".join(
        han
        for name in CHINESE.lists
        if name.startswith("transcribed ")
        or name.endswith("t syllables")
        or name == "middle syllables"
        for han in CHINESE.pairs(name)
    )
).union(CHINESE.words["other syllables"])
_HOME = re.compile(any_of(CHINESE.lists["home"]))
FOREIGN = [
    word.rstrip("*")
    for section, words in CHINESE.lists.items()
    if section.startswith(("countries of", "places: ")) and not _HOME.search(section)
    for word in words
]
"""Countries, and places outside of China."""
_TAGS_OF_NAMES = frozenset({"nr", "ns", "nt", "nz"})
_FREE = re.compile(any_of(place for place, others in CHINESE.places.items() if others))
APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
PAIR = 2
"""Characters of most given names, of double surnames and of those of Japan."""
_NEAR, _SUBJECT = 4, 15
_MOST, _USUAL = 0.7, 300
"""Of a transcribed name, the characters that are in many; of jieba's counts, that of a word that
nobody is called."""
HAN = re.compile(r"[\u3400-\u9fff]+")
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_WORD = re.compile(r"[^\s・·=＝]+")


@cache
def japanese(kind: str) -> Mapping[str, str]:
    """Return Japan's names of a kind, such as `last_name` or `first_name_male`, as Faker has them.

    Those that simplified characters write, each with its reading in Latin letters.
    """
    triples = getattr(names_of("ja_JP"), f"{kind}_pairs")
    names = {simplified(han): latin for han, _, latin in triples if HAN.fullmatch(han)}
    return {han: names[han] for han in names if len(han.encode("gb2312", "ignore")) == 2 * len(han)}


@cache
def _surnames() -> frozenset[str]:
    """Return the surnames by which Chinese people are known: ours and Faker's."""
    listed = (each for locale in ("zh_CN", "zh_TW") for each in names_of(locale).last_names)
    return frozenset([*_SURNAMES, *map(simplified, listed)])


@cache
def head_of(name: str, kind: Kind) -> str:
    """Return the word of kind, or of rank, that a name ends in, "" for none.

    It is as long as the last of jieba's words in the name, so that none is cut.
    """
    own = {"title": CHINESE.lists["ends of works"], "person": CHINESE.lists["styles"]}
    things = (*CHINESE.ends.values(), CHINESE.nouns["place"], CHINESE.nouns["organisation"])
    kinds = VOCABULARY["ends of kind"] if len(name) > PAIR else ()
    ends = own.get(kind) or [*kinds, *(end for words in things for end in words)]
    held = (end for end in ends if name.endswith(end) and len(end) < len(name))
    shared = CHINESE.language.shared_content
    listed = max((e for e in held if e in _OTHER_HEADS or not shared(e, e)), key=len, default="")
    *before, last = chinese_tokenizer().cut(name, HMM=False) if name else [""]
    tag = word_tags().get(last, "")
    word = tag[:1] in {"n", "s"} and tag[:2] not in _TAGS_OF_NAMES
    longer = listed and last.endswith(listed) and tag != "ns" and last not in CHINESE.places
    word = word or longer or (len(last) == 1 and last not in _TRANSCRIBED)
    sort = kind not in own and before and word
    return max(listed, last, key=len) if sort and (listed or len(before[0]) > 1) else listed


def surname_of(name: str, sort: str) -> str:
    """Return the surname that a Chinese or Japanese name begins with."""
    both = len(name) == 2 * PAIR and _SURNAMES.keys() >= {*name[:PAIR]}
    double = both or sort == "japanese" or name[:PAIR] in _surnames()
    return name[: PAIR if double and len(name) > PAIR else 1]


def like_transcribed(name: str) -> float:
    """Return the share of a name's characters that are those of transcribed names."""
    return sum(map(_TRANSCRIBED.__contains__, name)) / max(len(name), 1)


def sort_of(name: str) -> str:
    """Return of what sort a person's name is: transcribed, japanese or chinese, "" for none."""
    surname, like = surname_of(name, ""), like_transcribed(name)
    given, ours = name.removeprefix(surname), CHINESE.words["japanese surnames"]
    known = surname in _surnames() or _surnames() >= {*surname}
    chinese = known and 1 <= len(given) <= PAIR
    if 3 <= len(name) <= 5 and (name[:PAIR] in japanese("last_name") or name[:PAIR] in ours):
        return "japanese"
    foreign = (len(name) > PAIR and like == 1 and not chinese) or (len(name) > 3 and like > _MOST)
    if foreign or APART.search(name):
        return "transcribed"
    usual = len(given) > 1 and chinese_tokenizer().FREQ.get(given, 0) > _USUAL
    return "chinese" if chinese and (not usual or word_tags().get(name) == "nr") else ""


def is_variant(one: str, other: str) -> bool:
    """Tell whether two longer names differ in one character."""
    return len(one) == len(other) > PAIR and sum(map(str.__ne__, one, other)) == 1


def gender_of(name: str, text: str) -> Gender:
    """Return the gender that words before a name tell, else a pronoun, else its characters."""
    for at in re.finditer(re.escape(name), text):
        if told := CHINESE.patterns["gender"].search(text, max(at.start() - _NEAR, 0), at.start()):
            return "female" if told["she"] else "male"
    first, women = APART.split(name)[0], CHINESE.words
    subject = next((line for line in text.split("\n") if name in line[:_SUBJECT]), "")
    if pronoun := re.search("[他她]", subject):
        return "female" if pronoun[0] == "她" else "male"
    if first != name:
        return "female" if first[-1] in women["last syllables of women"] else "male"
    like = sum(char in women["characters of women"] for char in name[1:])
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
        parts = self._made(simplified(entity.forms[0]), entity, known, draws)
        made = {form: self._form(form, parts, entity, known, draws) for form in entity.forms}
        return made if all(part.new for part in parts) else {}

    def _made(
        self, name: str, entity: Entity, known: dict[str, str], draws: Draws
    ) -> Sequence[_Part]:
        return [self._part(*each, entity, known, draws) for each in _sources(name, entity)]

    def _form(
        self,
        form: str,
        parts: Sequence[_Part],
        entity: Entity,
        known: dict[str, str],
        draws: Draws,
    ) -> str:
        """Return what stands for a form: a reading, some parts, characters from there, or others.

        One's kin have the new surname.
        """
        if not HAN.search(form) and HAN.search(parts[0].old):
            return _in_latin(form, parts) if form[0] <= "ɏ" else _in_script(form, entity, draws)
        simple, first = simplified(form), "".join(part.old for part in parts)
        new, pieces = "".join(part.new for part in parts), APART.split(simple)
        runs = {
            "".join(part.old for part in parts[a:b]): "".join(part.new for part in parts[a:b])
            for a, b in combinations(range(len(parts) + 1), 2)
        }
        if runs.keys() >= {*pieces}:
            return "".join(map(runs.__getitem__, pieces))
        if (places := subsequence(simple, first)) and len(new) == len(first):
            return "".join(new[place] for place in places)
        if entity.kind != "person" and is_variant(simple, first):
            return new
        gender = gender_of(simple, self._simple) if entity.kind == "person" else ""
        other = replace(entity, forms=(simple,), gender=gender)
        made = [part.new for part in self._made(simple, other, known, draws)]
        return "".join(made) if all(made) else ""

    def _part(
        self, old: str, source: _Source, entity: Entity, known: dict[str, str], draws: Draws
    ) -> _Part:
        """Return a part with what stands for it from its source, the same in all names."""
        if source == "known":
            return _Part(old, self.place(old, known, draws))
        if not source:
            new = self.written(_OTHER_HEADS.get(old, old))
            return _Part(old, new, " " if APART.match(old) else "")
        if old not in known:

            def draw() -> str:
                word, latin = _drawn(source, old, draws)
                new, latin_name = self.written(word), source == "latin"
                apart = latin_name or not set(word) & set(old) - _SMALL
                self._latin[new] = latin
                apart = apart and not CHINESE.language.shared_content(entity.forms[0], word)
                she = word[-1:] in CHINESE.words["last syllables of women"]
                other = source == "given" and she != (entity.gender == "female")
                plain = latin_name or len(set(word)) == len(word)
                return new if apart and plain and not other else ""

            known[old] = self.drawn(draw, old, again=not isinstance(source, str))
        return _Part(old, known[old], self._latin.get(known[old], ""))


def _sources(name: str, entity: Entity) -> list[tuple[str, _Source]]:
    """Return the parts of a name, each with what its new one is drawn from, "" for one that stays.

    Titles part into runs of characters, people into surname and given name or at dots, others into
    a stem, at the names that it holds, and the word of kind.
    """
    title, person = entity.kind == "title", entity.kind == "person"
    if name in CHINESE.places or name in CHINESE.countries:
        return [(name, "titles" if title else "known")]
    head = head_of(name, entity.kind)
    stem, behind = name.removesuffix(head), [(head, "")] if head else []
    if name.isascii() or (title and not entity.sort):
        runs = re.findall(f"{HAN.pattern}|[A-Za-z0-9']{{3,}}|[A-Z]\\w*|.", stem)
        return [*((run, _source_of(run)) for run in runs), *behind]
    if person or title:
        return [*_of_person(stem, entity, head), *behind]
    inner = {f for f in map(simplified, entity.forms) if f in name and f not in {name, stem}}
    inner |= {k[0] for k in [_FREE.match(stem)] if k and len(name) - len(k[0]) > PAIR}
    usual = "places" if entity.kind == "place" or len(stem) == 1 else "organisations"
    made: _Source = entity.sort if entity.sort in _SHAPES else usual
    if entity.sort == "japanese":
        made = japanese("last_name")
    elif entity.sort == "transcribed" or APART.search(stem):
        made = "syllables"
    if inner - {stem, name}:
        *held, last = filter(None, re.split(f"({any_of(inner)})", name))
        firsts = [
            (p, "known" if p in CHINESE.places else "" if APART.match(p) else made) for p in held
        ]
        return [*firsts, *_sources(last, replace(entity, forms=(last,)))]
    pieces = [piece for piece in APART.split(stem) if piece]
    return [*((piece, "" if APART.match(piece) else made) for piece in pieces), *behind]


def _source_of(run: str) -> str:
    """Return what a run of a title, or of a name in Latin letters, is drawn from."""
    latin = run[0].isalpha() and (len(run) > PAIR or run[0].isupper())
    return "titles" if HAN.match(run) else "latin" if latin else ""


def _of_person(stem: str, entity: Entity, head: str) -> Iterator[tuple[str, _Source]]:
    """Yield the parts of a person's name without rank, each with what its new one is drawn from."""
    sort, gender, surname = entity.sort, entity.gender or "male", surname_of(stem, entity.sort)
    if not sort:  # of a row, which its texts do not tell
        sort = sort_of(stem) or "given"
    sort = "chinese" if sort == "given" and stem in _SURNAMES else sort
    if sort == "japanese" and (head or len(stem) <= PAIR):
        yield stem, japanese("last_name" if head else f"first_name_{gender}")
    elif sort in {"chinese", "japanese", *PEOPLES}:
        given = stem.removeprefix(surname)
        yield surname, japanese("last_name") if sort == "japanese" else PEOPLES.get(sort, _SURNAMES)
        if given:
            yield given, japanese(f"first_name_{gender}") if sort == "japanese" else gender
    elif sort == "given":
        yield stem, gender
    else:
        pieces, listed = APART.split(stem), "women" if gender == "female" else "men"
        for at, piece in enumerate(pieces):
            coined = "steppe" if sort == "steppe" else "syllables" if at else "given"
            names = CHINESE.pairs(f"transcribed {'surnames' if piece == pieces[-1] else listed}")
            made = names if sort == "transcribed" and len(pieces) > 1 else coined
            yield piece, "" if APART.match(piece) else made


def _drawn(source: _Source, old: str, draws: Draws) -> tuple[str, str]:
    """Draw a word about as long as an old one from a source, with its reading in Latin letters.

    A letter of a shape stands for a word of the list that has it before a colon.
    """
    length = len(old)
    if not isinstance(source, str):
        far = max(min(abs(len(each) - length) for each in source), int(length > PAIR))
        word = draws.choice(sorted(each for each in source if abs(len(each) - length) <= far))
        return word, source[word]
    if source == "latin":
        latin = _drawn("syllables", old[: max(PAIR, length // 2)], draws)[1]
        acronym = "".join(draws.choice("BDFGKLMNPRTVZ") for _ in old)
        return acronym if old.isupper() else latin if old[0].isupper() else latin.lower(), ""
    shapes = _SHAPES[source if source in _SHAPES else "syllables"].split()
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
    if form.isupper() and len(words) == 1:
        return told.replace(" ", "").upper()[: max(len(form), 3)]
    before, behind = (word if word in kept else "" for word in (words[0], words[-1]))
    return " ".join(filter(None, (before, told, behind if behind != before else "")))


def _in_script(form: str, entity: Entity, draws: Draws) -> str:
    """Return a name in the letters of a form, of as many words; "" where Faker has none in them."""
    alphabet = unicodedata.name(form[0], "").split(" ")[0]
    if (locale := CHINESE.pairs("locales of scripts").get(alphabet)) is None:
        return ""
    people, kana = names_of(locale), "_kana" if locale == "ja JP" else ""
    fields = {
        "given": (f"first{kana}_names_{entity.gender or 'male'}", f"first{kana}_names"),
        "last": (f"last{kana}_names", f"last_names_{entity.gender}", "male_last_names"),
    }
    words, east = _WORD.findall(form), locale in {"ja JP", "ko KR"}
    order = ["last", *["given"] * (len(words) - 1)][:: 1 if east else -1]
    if locale == "ko KR" and len(words) == 1 and len(form) > PAIR:
        order = ["last", "given"]
    held = ([n for field in fields[each] for n in getattr(people, field, ())] for each in order)
    names = (draws.choice(sorted(each)) for each in held)
    drawn = (name.translate(_HIRAGANA) if alphabet == "HIRAGANA" else name for name in names)
    return "".join(drawn) if len(order) > len(words) else _WORD.sub(lambda _: next(drawn), form)
