"""Chinese names of questions and answers, in simplified characters: whole ones of a known kind."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    HAN,
    NEAR,
    PAIR,
    ChineseWords,
    culture_of,
    end_of,
    gender_of,
    is_foreign,
    is_told_otherwise,
    is_word,
    simplified,
    source_of,
    surname_of,
)
from lvbuild.annotate.suggesting.entities import Entity, merged
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_words
from lvbuild.tables.rows import Kind

Texts = Sequence[str]
Asked = Sequence[tuple[str, str]]
_TOLD = CHINESE.patterns
_TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
_KIN, _STYLED = (any_of(CHINESE.lists[name]) for name in ("kin", "styles"))
_PART = _TOLD["district"].pattern.partition("市?")[2]
_MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
_SURE, _SAID, _FAMOUS, _USUAL = 0.7, 80, 30, 200
"""Of how many places of a name nearly all are names; characters behind a person that tell others;
what jieba counts of famous people, and of usual words."""


class Reading:
    """Documents and what is asked of them in simplified characters, and the names found there.

    `votes` count kinds of names, `mixed` are in lists of several, `marked` works, `about` titles.
    """

    def __init__(self, documents: Texts, asked: Asked, _: object, titles: Texts) -> None:
        told, said = "\n".join(documents), "\n".join(part for pair in asked for part in pair)
        self.texts = f"{told}\n{said}\n"
        self.documents, self.said = simplified(told), simplified(said)
        self.simple = f"{self.documents}\n{self.said}\n"
        self.about = {re.sub(r"\s*[（(].*", "", simplified(each)) for each in titles}
        self.marked = {m[1].strip(_MARKS) for m in _TOLD["marked"].finditer(self.simple)}
        self.votes: dict[str, Counter[Kind | None]] = defaultdict(Counter)
        self._ends, words = dict[int, int](), tagged(self.simple)
        lists = zip(words, words[1:], words[2:], strict=False)
        both = [(a, b) for a, mark, b in lists if mark.text == "、" and {a.tag, b.tag} <= {*_TAGS}]
        mixed = (pair for pair in both if len({_TAGS[word.tag] for word in pair}) > 1)
        self.mixed = {word.text for pair in mixed for word in pair}
        for name, tag, start in words:
            if tag in _TAGS:
                self.votes[name.strip(_MARKS)][_TAGS[tag]] += 1
                self._ends[start] = start + len(name)

    def is_sure(self, name: str) -> bool:
        """Tell whether nearly everywhere a name is one for the tagger, or the beginning of one.

        Beside a part of a name there is always the same character.
        """
        spans = [at.span() for at in re.finditer(re.escape(name), self.simple)]
        edges = {self.simple[at - 1] for at, _ in spans}, {self.simple[end] for _, end in spans}
        part = len(spans) > PAIR and any(len(e) == 1 and HAN.match(min(e)) for e in edges)
        sure = sum(end <= self._ends.get(at, 0) for at, end in spans)
        return not part and sure > _SURE * len(spans)

    def kinds(self, name: str) -> list[Kind]:
        """Return the kinds that the tagger takes a name for, the most often first."""
        return [kind for kind, _ in self.votes.get(name, Counter()).most_common() if kind]

    def explains(self, name: str) -> bool:
        """Tell whether a document says what a name is from, or what else it is in other words."""
        said = (line for line in re.split("[。\n]", self.documents) if name in line)
        return any(_TOLD["explained"].search(line) for line in said)

    def respells(self, name: str) -> bool:
        """Tell whether texts may have a transcribed name in other characters, or Latin ones, too.

        侯活·韦比 may be 霍华德·韦伯; what is in brackets right behind a name is its reading.
        """
        last, reading = APART.split(name)[-1], f"{name}{_TOLD['reading'].pattern}"
        other = f"{APART.pattern}{last[0]}(?!{last[1:]})"
        if APART.search(name) and re.search(other, self.simple):
            return True
        lines = (re.sub(reading, "", line) for line in self.simple.split("。") if last in line)
        return any(re.search("[A-Z][a-zà-ÿ]{3}", line) for line in lines)

    def called(self, parts: Sequence[str], names: Sequence[str]) -> Iterator[str]:
        """Yield the parts that stand alone too, where none of some names does."""
        rest = re.sub(any_of(names), "\n", self.simple)
        yield from (part for part in parts if len(part) >= PAIR and part in rest)


LISTS, PROPOSER, READING = CHINESE, ChineseWords, Reading


def find_names(documents: Texts, asked: Asked, common: object, titles: Texts) -> list[Entity]:
    """Return names of questions and answers in all their forms, of nested ones the shortest."""
    read = Reading(documents, asked, common, titles)
    known, found = _TOLD["known"].fullmatch, list[Entity]()
    named = {name for name in {*read.votes} | read.about if name and name in read.said}
    dotted = sorted(filter(APART.search, read.votes), key=len)
    full = {piece: each for each in dotted for piece in APART.split(each)[::2]}
    marked, left = sorted(filter(read.said.__contains__, read.marked)), list[Entity]()
    for name in [*marked, *sorted(named, key=lambda each: (len(each), each))]:
        whole = full.get(name, name)
        held = any(form in whole for entity in found for form in entity.forms)
        if not held and not known(whole):
            entity = _entity(whole, read)
            kind: Kind = "title" if whole in read.marked else next(iter(read.kinds(whole)), "term")
            found += [entity] if entity else []
            left += [Entity(kind, (whole,))] * (not entity and kind != "term")
    forms = [form for entity in (*found, *left) for form in entity.forms]
    rest = [e for e in left if not any(e.forms[0] in form != e.forms[0] for form in forms)]
    return merged([_written(entity, read) for entity in [*found, *rest]])


def _entity(name: str, read: Reading) -> Entity | None:
    """Return a name with its kind, sort and forms; None where any of them is not sure."""
    votes = read.votes.get(name, Counter())
    is_person = APART.search(name) or 2 * votes["person"] > votes.total()
    if not _TOLD["whole"].fullmatch(name) or (not is_person and _TOLD["known"].match(name)):
        return None
    if read.explains(name.removesuffix(end_of(name, "place"))):
        return None
    if name in read.marked:
        return _title(name, read)
    ends = votes.total() > 1 and any(end_of(name, kind) for kind in read.kinds(name))
    foreign = is_foreign(name, "person" if is_person else "place")
    sure = name not in read.mixed and (ends or read.is_sure(name))
    if not (sure or name in read.about) or (foreign and read.respells(name)):
        return None
    return _person(name, read) if is_person else _place(name, read)


def _title(name: str, read: Reading) -> Entity | None:
    """Return a work that is called after nothing that has a name."""
    inner = {kind for part in read.votes if part in name for kind in read.kinds(part)}
    source, culture = source_of(name, "title", ""), culture_of(name, read.simple)
    famous, told = chinese_words().count(name), _TOLD["no title"].search(name)
    none = famous or told or inner - {"title"} or culture in {"ancient", "other"}
    return None if none else Entity("title", (name,), source)


def _person(name: str, read: Reading) -> Entity | None:
    """Return a person of a known culture who is not famous, with all that the person is called."""
    pieces, foreign = APART.split(name)[::2], is_foreign(name, "person")
    culture = culture_of(name, read.simple, near=not foreign)
    famous = chinese_words().count(pieces[-1]) > _FAMOUS
    unlike = is_told_otherwise(culture, read.simple) or _TOLD["no person"].search(name)
    if famous or unlike or f"new {culture} men" not in CHINESE.lists:
        return None
    forms = [*read.called(pieces, [name])] if foreign else _called(name, culture, read)
    behind = read.documents.partition(name)[2][:_SAID].partition("。")[0]
    other = [at["alias"] for at in _TOLD["alias"].finditer(behind)]
    gender = gender_of(name, read.documents)
    sure = forms is not None and gender and not any(map(is_word, other))
    return Entity("person", (name, *(forms or ()), *other), culture, gender) if sure else None


def _called(name: str, culture: str, read: Reading) -> list[str] | None:
    """Return other forms of a person with a surname, and relatives; None for an unsure shape."""
    surname = surname_of(name, culture)
    given = name.removeprefix(surname)
    if len(given) > PAIR or not (surname and culture in NEAR):
        return None
    alike = (each for each in read.votes if each.startswith(surname) and each != name)
    others = [each for each in alike if each == surname or read.is_sure(each)]
    usual = is_word(given[1:] and given, _USUAL)
    longer = any(e == surname or e.startswith(name) for e in others)
    styled = re.findall(f"{surname}(?:氏|{_STYLED})", read.simple)
    own = (name, *styled)
    people = [e for e in others if "person" in read.kinds(e) and not e.startswith(own)]
    kin = [e for e in people if re.search(f"{_KIN}[^，。]{{0,6}}{e}|{e}[之的]?{_KIN}", read.simple)]
    strangers = [e for e in people if not e.startswith(tuple(kin))]
    ends = [at.end() for at in re.finditer(surname, read.simple)]
    beside = {surname + read.simple[end : end + size] for end in ends for size in (1, PAIR)}
    known = any(chinese_words().tag(each) == "nr" for each in beside if each not in name)
    if ((usual or longer) and name not in read.about) or strangers or known:
        return None  # who else has the surname stays, and tells it
    return [*styled, *kin]


def _place(name: str, read: Reading) -> Entity | None:
    """Return a place or organisation, by the word in which it ends."""
    kinds: Sequence[Kind] = ("place", "organisation")
    kind = max(kinds, key=lambda each: len(end_of(name, each)))
    end, foreign = end_of(name, kind), is_foreign(name, kind)
    stem = name.removesuffix(end)
    source = source_of(name, kind, culture_of(name, read.simple, near=None if foreign else True))
    odd = not end or (not foreign and len(stem) > PAIR + 1)
    odd = odd or is_word(name, 0) or is_word(stem[1:] and stem, _USUAL)
    told = _TOLD["origin"].search(read.said) or _TOLD["no place"].search(name)
    if odd or told or not source:
        return None
    within = re.finditer(f"{stem}(?:{end}|[市县区])?(?P<part>{_PART})", read.simple)
    inner = {at["part"] for at in within if end_of(at["part"], kind)} & {*read.votes}
    return Entity(kind, (name, *read.called([stem], [name]), *sorted(inner)), source)


def _written(entity: Entity, read: Reading) -> Entity:
    """Return an entity with its forms as texts write them, and its reading where they tell it."""
    name, forms = entity.forms[0], dict[str, None]()
    for each in entity.forms:
        for found in re.finditer(re.escape(each), read.simple):
            forms[read.texts[slice(*found.span())]] = None
            told = each == name and _TOLD["reading"].match(read.texts, found.end())
            if told and (entity.kind == "person" or " " not in told["latin"]):
                forms[told["latin"]] = None
                # New names have a reading in pinyin, which fits no other spelling.
                other = entity.sort == NEAR[0] and not _TOLD["pinyin"].fullmatch(told["latin"])
                entity = replace(entity, sort="" if other else entity.sort)
    return replace(entity, forms=tuple(forms))


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort, as suggestions find it; no words are sure for another.

    She is a woman of whom texts tell it, or half of the words that she had: others are men.
    """
    found = _entity(simplified(entity.forms[0]), read)
    if found is None or found.kind != entity.kind:
        return replace(entity, sort="")
    genders = [gender for word in had if (gender := gender_of(simplified(word), ""))]
    woman = bool(genders) and 2 * genders.count("female") >= len(genders)
    return replace(found, forms=entity.forms, gender="female" if woman else found.gender)


def what_tells(entity: Entity, _: object) -> str:
    """Return a pattern of what tells a name where it stays: its parts, halves of a work's."""
    name = simplified(entity.forms[0])
    stem = name.removesuffix(end_of(name, entity.kind))
    if entity.kind == "person" and entity.sort in NEAR:
        stem = stem.removeprefix(surname_of(name, entity.sort))
    size = max(len(stem) // 2, PAIR) if entity.kind == "title" else len(stem)
    pieces = APART.split(stem) + [stem[at : at + size] for at in range(len(stem) - size + 1)]
    parts = [each for each in pieces if len(each) >= PAIR and not chinese_words().tag(each)]
    told = [re.escape(each) for each in parts]
    if entity.kind == "place":
        told += [_TOLD["district"].pattern, f"[{stem[:PAIR]}][㐀-鿿]?(?:铁路|高速|公路)"]
    return "|".join(told)
