"""Chinese names: those of questions and answers that are surely whole ones of a known kind.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    HAN,
    NEAR,
    PAIR,
    TRANSCRIBED,
    ChineseWords,
    culture_of,
    end_of,
    gender_of,
    is_foreign,
    is_near,
    is_word,
    simplified,
    source_of,
    surname_of,
)
from lvbuild.annotate.suggesting.entities import Entity, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_tokenizer, chinese_words
from lvbuild.tables.rows import Kind

LISTS = CHINESE
PROPOSER = ChineseWords
_TOLD = CHINESE.patterns
_TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
_KNOWN = re.compile(f"(?:{any_of(CHINESE.lists['known'])}[省市县州府]?)+")
_KIN = any_of(CHINESE.lists["kin"])
_MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
_SURE, _LONGEST, _FAMOUS = 0.7, 9, 30
"""Of how many places of a name nearly all have to be names; characters; what jieba counts."""


class Reading:
    """Documents and what is asked of them in simplified characters, and the names found there.

    `votes` count for each name the kinds that the tagger takes it for; `marked` are in marks of
    works, `about` what documents are about.
    """

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        _: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        said = "\n".join(part for pair in asked for part in pair)
        self.texts = "\n".join([*documents, said])
        self.simple, self.said = simplified(self.texts), simplified(said)
        self.documents = self.simple.removesuffix(self.said)
        self.about = dict.fromkeys(re.sub(r"\s*[（(].*", "", simplified(each)) for each in titles)
        self.marked = {m[1].strip(_MARKS) for m in _TOLD["marked"].finditer(self.simple)}
        self.votes: dict[str, Counter[Kind | None]] = defaultdict(Counter)
        self.begins, self._names = set[int](), dict[int, int]()
        for name, kind in trained_kinds([self.simple], CHINESE.code).items():
            for at in re.finditer(re.escape(name), self.simple):
                self._keep(name, kind, at.start())
        words, whole, start = tagged(self.simple), "", 0
        listed = (
            (a, b)
            for a, mark, b in zip(words, words[1:], words[2:], strict=False)
            if mark.text == "、"
        )
        kinds = (({_TAGS.get(a.tag), _TAGS.get(b.tag)}, a.text, b.text) for a, b in listed)
        self.mixed = {name for both, *names in kinds if len(both - {None}) > 1 for name in names}
        for word in words:
            self.begins.add(word.start)
            joined = whole and (APART.match(word.text) or APART.fullmatch(whole[-1]))
            whole, start = (whole + word.text, start) if joined else (word.text, word.start)
            if word.tag in _TAGS:
                self._keep(whole, _TAGS[word.tag], start)

    def _keep(self, name: str, kind: Kind | None, start: int) -> None:
        self.votes[name.strip(_MARKS)][kind] += 1
        self._names |= dict.fromkeys(range(start, start + len(name)), start)

    def is_sure(self, name: str) -> bool:
        """Tell whether nearly everywhere a name is one that the tagger takes for a name, or in one.

        It may be a name with whole words behind it.
        """
        places = [at.span() for at in re.finditer(re.escape(name), self.simple)]
        owners = [(self._names.get(at), self._names.get(end - 1), at, end) for at, end in places]
        sure = [
            one == last or (one == at and end in self.begins)
            for one, last, at, end in owners
            if one is not None
        ]
        return sum(sure) > _SURE * len(places)

    def kinds(self, name: str) -> list[Kind]:
        """Return the kinds that the tagger takes a name for, the most often first."""
        return [kind for kind, _ in self.votes.get(name, Counter()).most_common() if kind]

    def called(self, parts: Sequence[str], names: Sequence[str]) -> Iterator[str]:
        """Yield the parts that stand alone too, where none of some names does."""
        rest = re.sub(any_of(names), "\n", self.simple)
        yield from (part for part in parts if len(part) >= PAIR and part in rest)


READING = Reading


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    common: Callable[[str], bool] = lambda _: False,
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    Of names within others the shortest is one. What cannot be told surely, or not be replaced in
    all its forms, is left out.
    """
    read = Reading(documents, asked, common, titles)
    cut, found = chinese_tokenizer().cut, list[Entity]()
    words = (dropwhile(_KNOWN.fullmatch, cut(name, HMM=False)) for name in read.votes | read.about)
    named = {name for name in map("".join, words) if name and name in read.said}
    marked = sorted(filter(read.said.__contains__, read.marked))
    for name in [*marked, *sorted(named, key=lambda each: (len(each), each))]:
        whole = _full(name, read)
        held = any(form in whole for entity in found for form in entity.forms)
        if not held and whole in read.documents and (entity := _entity(whole, read)):
            found.append(entity)
    return merged([_written(entity, read) for entity in found])


def _full(name: str, read: Reading) -> str:
    """Return the name with dots that ends in a name, else itself."""
    longer = (each for each in read.votes if name in APART.split(each)[2:][-1:])
    return max(longer, key=len, default=name)


def _entity(name: str, read: Reading) -> Entity | None:
    """Return a name with its kind, sort and forms; None where any of them is not sure."""
    plain, dotted = APART.sub("", name), APART.search(name)
    if not 1 < len(plain) <= 2 * _LONGEST or not HAN.fullmatch(plain) or _KNOWN.fullmatch(name):
        return None
    if name in read.marked:
        return _title(name, read)
    kinds = ["person"] if dotted else read.kinds(name)
    sure = read.is_sure(name) or name in read.about
    if not sure or name in read.mixed or CHINESE.words["marks of none"].intersection(name):
        return None
    return _person(name, read) if kinds[:1] == ["person"] else _place(name, read)


def _title(name: str, read: Reading) -> Entity | None:
    """Return a work that is called after nothing that has a name."""
    inner = {kind for part in read.votes if part in name for kind in read.kinds(part)}
    none = (
        chinese_words().count(name)
        or inner - {"title"}
        or _KNOWN.search(name)
        or _TOLD["no title"].search(name)
    )
    source, culture = source_of(name, "title", ""), culture_of(name, read.simple)
    none = none or (source == "works" and culture == "ancient")
    return Entity("title", (name,), source) if PAIR < len(name) <= _LONGEST and not none else None


def _person(name: str, read: Reading) -> Entity | None:
    """Return a person of a known culture who is not famous, and is called by parts of the name."""
    pieces = APART.split(name)[::2]
    culture = culture_of(name, read.simple, near=not pieces[1:])
    famous = any(chinese_words().count(each) > _FAMOUS for each in (name, pieces[-1]))
    famous = famous or re.search(f"[字号]{name}", read.documents) is not None
    if famous or _TOLD["no person"].search(name) or not source_of(name, "person", culture):
        return None
    if pieces[1:]:
        dotted = [each for each in read.votes if APART.search(each)]
        whole = not any({*APART.split(each)[::2]} > {*pieces} for each in dotted)
        forms = [*read.called(pieces, dotted)]
    else:
        surname = surname_of(name, culture)
        given = name.removeprefix(surname)
        others = {o for o in read.votes if o.startswith(surname) and "person" in read.kinds(o)}
        near = (f"{_KIN}[^，。]{{0,4}}{o}|{o}之?{_KIN}" for o in others - {name})
        whole = not any(o == surname or o[: len(name)] == name != o for o in read.votes)
        whole = whole and (len(name) > PAIR or read.votes[name]["person"] > 1)
        whole = whole and not (
            {*name} <= CHINESE.words["syllables"] and culture_of(name, read.simple) in TRANSCRIBED
        )
        whole = whole and not any(re.search(each, read.documents) for each in near)
        whole = whole and surname != "" and len(given) <= PAIR and not is_word(given[1:] and given)
        called = re.finditer(f"{surname}{any_of(CHINESE.lists['styles'])}", read.simple)
        styled = dict.fromkeys(at[0] for at in called if at.start() in read.begins)
        forms = [*read.called([given], [name]), *styled]
    gender = gender_of(name, read.documents)
    sure = whole and gender and all(map(read.is_sure, forms))
    return Entity("person", (name, *forms), culture, gender) if sure else None


def _place(name: str, read: Reading) -> Entity | None:
    """Return a place or organisation, by the word in which it ends, or a town by itself."""
    kinds: Sequence[Kind] = ("place", "organisation")
    told = sorted(kinds, key=lambda each: (len(end_of(name, each)), each in read.kinds(name)[:1]))
    kind, end = told[-1], end_of(name, told[-1])
    stem = name.removesuffix(end)
    near = (chinese_words().tag(stem) == "ns" and not is_foreign(stem)) or None
    culture = culture_of(name, read.simple, near=near)
    town = kind == "place" and CHINESE.pairs("ends of place").get(name[-1], "towns") == "towns"
    town = town and (is_foreign(name) or chinese_words().tag(name) == "ns")
    words = any(len(w) > 1 and is_word(w) for w in chinese_tokenizer().cut(stem, HMM=False))
    people = any(stem in each for each in read.votes if read.kinds(each)[:1] == ["person"])
    none = (
        words
        or people
        or (end and chinese_words().count(name) > _FAMOUS)
        or _KNOWN.search(stem)
        or _TOLD["no place"].search(name)
    )
    forms, source = [*read.called([stem], [name])], source_of(name, kind, culture)
    sure = (end or town) and source and not none and all(map(read.is_sure, forms))
    return Entity(kind, (name, *forms), source) if sure else None


def _written(entity: Entity, read: Reading) -> Entity:
    """Return an entity with its forms as texts write them, and the readings of transcribed ones."""
    forms, foreign = dict[str, None](), entity.sort.partition(" ")[0] in TRANSCRIBED
    for each in entity.forms:
        for found in re.finditer(re.escape(each), read.simple):
            forms[read.texts[slice(*found.span())]] = None
            told = _TOLD["reading"].match(read.texts, found.end())
            if told and foreign and (entity.kind == "person" or " " not in told["latin"]):
                forms[told["latin"]] = None
    return replace(entity, forms=tuple(forms))


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with the sort and gender that texts tell, or the words that it had."""
    name = simplified(entity.forms[0])
    culture = culture_of(name, read.simple, near=is_near(name, entity.kind))
    genders = Counter(gender_of(simplified(word), "") for word in had if word)
    genders = genders or Counter([gender_of(name, read.documents)])
    source = source_of(name, entity.kind, culture)
    return replace(entity, sort=source, gender=genders.most_common(1)[0][0])


def what_tells(entity: Entity, _: Callable[[str], bool]) -> str:
    """Return a pattern of the parts of a name that tell it where they stay, "" for none."""
    name = simplified(entity.forms[0])
    pieces = APART.split(name.removesuffix(end_of(name, entity.kind)))[::2]
    if entity.kind == "person" and entity.sort in NEAR:
        given = name.removeprefix(surname_of(name, entity.sort))
        pieces = [given] if len(given) >= PAIR else [f"{each}{given}" for each in "字号"]
    if entity.kind == "title":
        size = max(len(name) // 2, PAIR)
        pieces = [name[at : at + size] for at in range(len(name) - size + 1)]
    parts = [piece for piece in pieces if len(piece) >= PAIR and not chinese_words().tag(piece)]
    return any_of(parts) if parts else ""
