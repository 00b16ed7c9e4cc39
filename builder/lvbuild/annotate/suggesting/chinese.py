"""Chinese names of questions and answers, in simplified characters: whole ones of a known kind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    NEAR,
    PAIR,
    ChineseWords,
    culture_of,
    end_of,
    gender_of,
    is_foreign,
    is_word,
    simplified,
    source_of,
    surname_of,
)
from lvbuild.annotate.suggesting.entities import Entity, merged
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_tokenizer, chinese_words
from lvbuild.tables.rows import Kind

LISTS, PROPOSER = CHINESE, ChineseWords
Asked = Sequence[tuple[str, str]]
_TOLD = CHINESE.patterns
_TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
_KIN = any_of(CHINESE.lists["kin"])
_MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
_SURE, _FAMOUS = 0.7, 30
"""Of how many places of a name nearly all have to be names; what jieba counts of famous ones."""


class Reading:
    """Documents and what is asked of them in simplified characters, and the names found there.

    `votes` count the kinds of names, `marked` are works, `mixed` names in lists of several kinds.
    """

    def __init__(
        self, documents: Sequence[str], asked: Asked, _: object, titles: Sequence[str]
    ) -> None:
        said = "\n".join([*(part for pair in asked for part in pair), ""])
        self.texts = "\n".join([*documents, said])
        self.simple, self.said = simplified(self.texts), simplified(said)
        self.documents = self.simple.removesuffix(self.said)
        self.about = dict.fromkeys(re.sub(r"\s*[（(].*", "", simplified(each)) for each in titles)
        self.marked = {m[1].strip(_MARKS) for m in _TOLD["marked"].finditer(self.simple)}
        self.votes: dict[str, Counter[Kind | None]] = defaultdict(Counter)
        self.begins, self._names = set[int](), dict[int, int]()
        words, whole, start = tagged(self.simple), "", 0
        tags = [(word.text, _TAGS.get(word.tag)) for word in words]
        beside = zip(tags, tags[1:], tags[2:], strict=False)
        lists = ((a, b) for a, (mark, _), b in beside if mark == "、" and a[1] and b[1])
        self.mixed = {name for a, b in lists if a[1] != b[1] for name in (a[0], b[0])}
        for word in words:
            self.begins.add(word.start)
            joined = whole and (APART.match(word.text) or APART.fullmatch(whole[-1]))
            whole, start = (whole + word.text, start) if joined else (word.text, word.start)
            if word.tag in _TAGS:
                self.votes[whole.strip(_MARKS)][_TAGS[word.tag]] += 1
                self._names |= dict.fromkeys(range(start, start + len(whole)), start)

    def is_sure(self, name: str) -> bool:
        """Tell whether nearly everywhere the tagger takes a name for one, or for whole words."""
        spans = [at.span() for at in re.finditer(re.escape(name), self.simple)]
        held = ((self._names.get(at, end), self._names.get(end - 1), at, end) for at, end in spans)
        sure = [
            _TOLD["before a name"].fullmatch(self.simple[start:at]) is not None
            and (start == last or (start == at and end in self.begins))
            for start, last, at, end in held
        ]
        edges = (self.simple[at - 1] for at, _ in spans), (self.simple[end] for _, end in spans)
        fixed = (Counter(each).most_common(1) for each in edges if len(spans) > PAIR)
        cut = any("㐀" <= char <= "鿿" and count == len(spans) for [(char, count)] in fixed)
        return sum(sure) > _SURE * len(spans) and not cut

    def kinds(self, name: str) -> list[Kind]:
        """Return the kinds that the tagger takes a name for, the most often first."""
        return [kind for kind, _ in self.votes.get(name, Counter()).most_common() if kind]

    def called(self, parts: Sequence[str], names: Sequence[str]) -> Iterator[str]:
        """Yield the parts that stand alone too, where none of some names does."""
        rest = re.sub(any_of(names), "\n", self.simple)
        yield from (part for part in parts if len(part) >= PAIR and part in rest)


READING = Reading


def find_names(
    documents: Sequence[str], asked: Asked, common: object, titles: Sequence[str]
) -> list[Entity]:
    """Return names of questions and answers in all their forms, of nested ones the shortest."""
    read = Reading(documents, asked, common, titles)
    cut, found = chinese_tokenizer().cut, list[Entity]()
    known = _TOLD["known"].fullmatch
    words = (dropwhile(known, cut(name, HMM=False)) for name in read.votes | read.about)
    named = {name for name in map("".join, words) if name and name in read.said}
    full = {APART.split(n)[-1]: n for n in sorted(read.votes, key=len) if APART.search(n)}
    marked = sorted(filter(read.said.__contains__, read.marked))
    for name in [*marked, *sorted(named, key=lambda each: (len(each), each))]:
        whole = full.get(name, name)
        held = any(form in whole for entity in found for form in entity.forms)
        if not held and whole in read.documents and (entity := _entity(whole, read)):
            found.append(entity)
    return merged([_written(entity, read) for entity in found])


def _entity(name: str, read: Reading) -> Entity | None:
    """Return a name with its kind, sort and forms; None where any of them is not sure."""
    if _TOLD["known"].search(name) or not _TOLD["whole"].fullmatch(name):
        return None
    if name in read.marked:
        return _title(name, read)
    if name in read.mixed or not (read.is_sure(name) or name in read.about):
        return None
    is_person = APART.search(name) or read.kinds(name)[:1] == ["person"]
    return _person(name, read) if is_person else _place(name, read)


def _title(name: str, read: Reading) -> Entity | None:
    """Return a work that is called after nothing that has a name."""
    inner = {kind for part in read.votes if part in name for kind in read.kinds(part)}
    none = inner - {"title"} or _TOLD["no title"].search(name) or chinese_words().count(name)
    source, culture = source_of(name, "title", ""), culture_of(name, read.simple)
    old = source == "works" and culture in {"ancient", "other"}
    return None if none or old else Entity("title", (name,), source)


def _person(name: str, read: Reading) -> Entity | None:
    """Return a person of a known culture who is not famous, and is called by parts of the name."""
    pieces = APART.split(name)[::2]
    culture = culture_of(name, read.simple, near=not pieces[1:])
    famous = any(chinese_words().count(each) > _FAMOUS for each in (name, pieces[-1]))
    part = re.search(rf"[字号曾\d]{name}|{name}[-–—－]", read.documents)
    if famous or part or _TOLD["no person"].search(name) or not source_of(name, "person", culture):
        return None
    dotted = [each for each in read.votes if APART.search(each)]
    if pieces[1:]:
        whole = not any({*APART.split(each)[::2]} > {*pieces} for each in dotted)
        forms = [*read.called(pieces, dotted)] if whole else None
    else:
        forms = _called(name, culture, read)
    gender = gender_of(name, read.documents)
    sure = gender and forms is not None and all(map(read.is_sure, forms))
    return Entity("person", (name, *(forms or ())), culture, gender) if sure else None


def _called(name: str, culture: str, read: Reading) -> list[str] | None:
    """Return other forms of a person with a surname, None where others have it or the name."""
    surname = surname_of(name, culture)
    given, size = name.removeprefix(surname), len(name)
    others = [each for each in read.votes if each[:1] == name[0] and each != name]
    people = (re.escape(each) for each in others if "person" in read.kinds(each))
    kin = "|".join(f"{_KIN}[^，。]{{0,6}}{each}|{each}之?{_KIN}" for each in people)
    longer = any(each == surname or each[:size] == name for each in others)
    often = size > PAIR or read.documents.count(name) > 1
    shaped = surname and culture in NEAR and len(given) <= PAIR and not is_word(given[1:] and given)
    if longer or not (often and shaped) or (kin and re.search(kin, read.simple)):
        return None
    styles = re.finditer(f"{surname}{any_of(CHINESE.lists['styles'])}", read.simple)
    styled = dict.fromkeys(at[0] for at in styles if at.start() in read.begins)
    return [*read.called([given], [name]), *styled]


def _place(name: str, read: Reading) -> Entity | None:
    """Return a place or organisation, by the word in which it ends, or a town by itself."""
    kinds: Sequence[Kind] = ("place", "organisation")
    kind = max(kinds, key=lambda each: (len(end_of(name, each)), each in read.kinds(name)[:1]))
    end = end_of(name, kind)
    stem, foreign = name.removesuffix(end), is_foreign(name, kind)
    culture = culture_of(name, read.simple, near=None if foreign else True)
    source = source_of(name, kind, culture)
    other = culture == "ancient" or CHINESE.pairs("ends of place").get(name[-1], "towns") != "towns"
    town = kind == "place" and not other and (foreign or chinese_words().tag(name) == "ns")
    words = any(len(w) > 1 and is_word(w) for w in chinese_tokenizer().cut(stem, HMM=False))
    people = (each for each in read.votes if read.kinds(each)[:1] == ["person"])
    odd = not foreign and (len(stem) > PAIR + 1 or any(stem in each for each in people))
    famous = (end or foreign) and chinese_words().count(name) > _FAMOUS
    near = "[^。，]{0,16}"
    famed = f"(?:[省首][会府都]|最{near}){name}|{name}{near}(?:，?简称|最[东南西北高大])"
    told = re.search(famed, read.simple) or _TOLD["origin"].search(read.said)
    none = words or odd or famous or told or _TOLD["no place"].search(name)
    forms = [*read.called([stem], [name])]
    sure = (end or town) and source and not none and all(map(read.is_sure, forms))
    return Entity(kind, (name, *forms), source) if sure else None


def _written(entity: Entity, read: Reading) -> Entity:
    """Return an entity with its forms as texts write them, and the readings of transcribed ones."""
    name, forms = entity.forms[0], dict[str, None]()
    for each in entity.forms:
        for found in re.finditer(re.escape(each), read.simple):
            forms[read.texts[slice(*found.span())]] = None
            told = each == name and _TOLD["reading"].match(read.texts, found.end())
            if (
                told
                and is_foreign(name, entity.kind)
                and (APART.search(name) or " " not in told["latin"])
            ):
                forms[told["latin"]] = None
    return replace(entity, forms=tuple(forms))


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with the sort and gender that texts tell, or the words that it had."""
    name = simplified(entity.forms[0])
    culture = culture_of(name, read.simple, near=not is_foreign(name, entity.kind))
    genders = [gender_of(simplified(word), "") for word in had if word]
    genders = genders or [gender_of(name, read.documents)]
    source = source_of(name, entity.kind, culture)
    return replace(entity, sort=source, gender=max(genders, key=genders.count))


def what_tells(entity: Entity, _: object) -> str:
    """Return a pattern of what tells a name where it stays: its parts, halves of a work's."""
    name = simplified(entity.forms[0])
    stem = name.removesuffix(end_of(name, entity.kind))
    if entity.kind == "person" and entity.sort in NEAR:
        stem = stem.removeprefix(surname_of(name, entity.sort))
    size = max(len(stem) // 2, PAIR) if entity.kind == "title" else len(stem)
    pieces = APART.split(stem) + [stem[at : at + size] for at in range(len(stem) - size + 1)]
    parts = [each for each in pieces if len(each) >= PAIR and not chinese_words().tag(each)]
    districts = [_TOLD["district"].pattern] * (entity.kind == "place")
    return "|".join([*map(re.escape, parts), *districts])
