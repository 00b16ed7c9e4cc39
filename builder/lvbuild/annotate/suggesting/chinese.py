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
    is_told_otherwise,
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

Texts = Sequence[str]
Asked = Sequence[tuple[str, str]]
_TOLD = CHINESE.patterns
_TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
_KIN, _STYLED, _WORK = (any_of(CHINESE.lists[n]) for n in ("kin", "styles", "modern works"))
_PLACED, _PART = (each := _TOLD["district"].pattern), each.partition("市?")[2]
_MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
_SURE, _SAID, _FAMOUS, _USUAL, _GREAT = 0.7, 80, 30, 200, 1000
"""Of how many places of a name nearly all are names; characters behind a person that tell others;
what jieba counts of famous people, of usual words, and of famous places."""


class Reading:
    """Documents and what is asked of them in simplified characters, and the names found there.

    `votes` count kinds of names, `mixed` are in lists of several, `marked` works, `about` titles.
    """

    def __init__(self, documents: Texts, asked: Asked, _: object, titles: Texts) -> None:
        said = "\n".join([*(part for pair in asked for part in pair), ""])
        self.texts = "\n".join([*documents, said])
        self.simple, self.said = simplified(self.texts), simplified(said)
        self.documents = self.simple.removesuffix(self.said)
        self.about = {re.sub(r"\s*[（(].*", "", simplified(each)) for each in titles}
        parts = (part.strip(_MARKS) for _, each in asked for part in simplified(each).split("、"))
        self.answers = {re.sub("^.{2,}[省市州](?=.{3})", "", part) for part in parts}
        self.marked = {m[1].strip(_MARKS) for m in _TOLD["marked"].finditer(self.simple)}
        self.votes: dict[str, Counter[Kind | None]] = defaultdict(Counter)
        self.begins, self._names = set[int](), dict[int, int]()
        words, whole, start = tagged(self.simple), "", 0
        lists = zip(words, words[1:], words[2:], strict=False)
        both = [(a, b) for a, mark, b in lists if mark.text == "、" and {a.tag, b.tag} <= {*_TAGS}]
        mixed = (pair for pair in both if len({_TAGS[word.tag] for word in pair}) > 1)
        self.mixed = {word.text for pair in mixed for word in pair}
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
        edges = {self.simple[at - 1] for at, _ in spans}, {self.simple[end] for _, end in spans}
        cut = len(spans) > PAIR and any(len(e) == 1 and "㐀" <= min(e) <= "鿿" for e in edges)
        return sum(sure) > _SURE * len(spans) and not cut

    def kinds(self, name: str) -> list[Kind]:
        """Return the kinds that the tagger takes a name for, the most often first."""
        return [kind for kind, _ in self.votes.get(name, Counter()).most_common() if kind]

    def explains(self, name: str) -> bool:
        """Tell whether a document says what a name is from, or what else it is in other words."""
        said = (line for line in re.split("[。\n]", self.documents) if name in line)
        return any(_TOLD["explained"].search(line) for line in said)

    def respells(self, name: str) -> bool:
        """Tell whether texts may have a transcribed name in other characters, or Latin ones, too.

        韦比 may be 韦伯, 马那瓜 马纳瓜; what is in brackets right behind a name is its reading.
        """
        last, reading = APART.split(name)[-1], f"{name}{_TOLD['reading'].pattern}"
        ends = {APART.split(each)[-1]: APART.search(each) for each in self.votes}
        for each in filter(None, ends.keys() - {last}):
            alike = len(each) > PAIR and each[-1] == last[-1]
            if each[0] == last[0] and (alike or (ends[each] and APART.search(name))):
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
    cut, found = chinese_tokenizer().cut, list[Entity]()
    known, whole_ones = _TOLD["known"].fullmatch, {*read.votes} | read.about | read.answers
    words = (dropwhile(known, cut(name, HMM=False)) for name in whole_ones)
    named = {name for name in map("".join, words) if name and name in read.said}
    dotted = sorted(filter(APART.search, read.votes), key=len)
    full = {piece: each for each in dotted for piece in APART.split(each)[::2]}
    marked, left = sorted(filter(read.said.__contains__, read.marked)), list[Entity]()
    for name in [*marked, *sorted(named, key=lambda each: (len(each), each))]:
        whole = full.get(name, name)
        held = any(form in whole for entity in found for form in entity.forms)
        if not held and whole in read.documents and not known(whole):
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
    told = name in read.about or (not is_person and name in read.answers)
    ends = votes.total() > 1 and any(end_of(name, kind) for kind in votes if kind)
    foreign = is_foreign(name, "person" if is_person else "place")
    other = re.search(f"{name}[语族]", read.simple) or (foreign and read.respells(name))
    if other or (not told and (name in read.mixed or not (ends or read.is_sure(name)))):
        return None
    entity = _person(name, read) if is_person else _place(name, read)
    parts = entity.forms[1:] if entity and name not in read.about else ()
    return entity if all(not chinese_words().count(e) or read.is_sure(e) for e in parts) else None


def _title(name: str, read: Reading) -> Entity | None:
    """Return a work that is called after nothing that has a name."""
    inner = {kind for part in read.votes if part in name for kind in read.kinds(part)}
    none = inner - {"title"} or _TOLD["no title"].search(name) or chinese_words().count(name)
    source, culture = source_of(name, "title", ""), culture_of(name, read.simple)
    called = re.search(f"{_WORK}[^，。]{{0,12}}{name}|{name}[^，。]{{0,12}}{_WORK}", read.simple)
    old = not called and culture in {"ancient" * (source == "works"), "other"}
    return None if none or old else Entity("title", (name,), source)


def _person(name: str, read: Reading) -> Entity | None:
    """Return a person of a known culture who is not famous, with all that the person is called."""
    pieces = APART.split(name)[::2]
    foreign = is_foreign(name, "person")
    culture = culture_of(name, read.simple, near=not foreign)
    famous = any(chinese_words().count(each) > _FAMOUS for each in (name, pieces[-1]))
    part = re.search(rf"[字号曾\d]{name}|{name}[-–—－]", read.documents)
    behind = read.documents.partition(name)[2][:_SAID].partition("。")[0]
    unlike = is_told_otherwise(culture, read.simple) or _TOLD["no person"].search(name)
    none = famous or part or unlike or (not foreign and _TOLD["house"].search(behind))
    if none or not source_of(name, "person", culture):
        return None
    if foreign:
        dotted = [each for each in read.votes if APART.search(each)]
        whole = not any({*APART.split(each)[::2]} > {*pieces} for each in dotted)
        said = pieces[1:] or re.search(name + _STYLED, read.simple)
        forms = [*read.called(pieces, [name, *dotted])] if whole and said else None
    else:
        forms = _called(name, culture, read)
    other = [at["alias"] for at in _TOLD["alias"].finditer(behind)]
    women = culture != "ancient" or _TOLD["woman"].search(read.documents)
    gender = gender_of(name, read.documents) if women else "male"
    sure = forms is not None and gender and not any(map(is_word, other))
    return Entity("person", (name, *(forms or ()), *other), culture, gender) if sure else None


def _called(name: str, culture: str, read: Reading) -> list[str] | None:
    """Return other forms of a person with a surname, and relatives; None for an unsure shape."""
    surname = surname_of(name, culture)
    given = name.removeprefix(surname)
    alike = (each for each in read.votes if surname and each.startswith(surname) and each != name)
    others = [each for each in alike if each == surname or read.is_sure(each)]
    longer = name not in read.about and any(e == surname or e.startswith(name) for e in others)
    usual = name not in read.about and is_word(given[1:] and given, _USUAL)
    if usual or longer or len(given) > PAIR or not (surname and culture in NEAR):
        return None
    no_kin = re.compile(f"{name}|.{{{len(surname) + PAIR + 1}}}|.*(?:氏|{_STYLED})$").match
    people = [each for each in others if "person" in read.kinds(each) and not no_kin(each)]
    kin = [e for e in people if re.search(f"{_KIN}[^，。]{{0,6}}{e}|{e}[之的]?{_KIN}", read.simple)]
    ends = [at.end() for at in re.finditer(surname, read.simple)]
    beside = {surname + read.simple[end : end + size] for end in ends for size in (1, PAIR)}
    known = any(chinese_words().tag(each) == "nr" for each in beside if each not in name)
    answers = any(surname in each and name not in each for each in read.answers)
    if known or answers or not all(each.startswith((name, *kin)) for each in people):
        return None  # who else has the surname stays, and tells it
    styles = re.finditer(f"{surname}(?:氏|{_STYLED})", read.simple)
    styled = {at[0]: None for at in styles if at.start() in read.begins}
    parts = [each.removeprefix(surname) for each in (name, *kin)]
    return [*read.called(parts, [name, *kin]), *styled, *kin]


def _place(name: str, read: Reading) -> Entity | None:
    """Return a place or organisation, by the word in which it ends, or a town by itself."""
    kinds: Sequence[Kind] = ("place", "organisation")
    kind = max(kinds, key=lambda each: (len(end_of(name, each)), each in read.kinds(name)[:1]))
    end = end_of(name, kind)
    stem, foreign = name.removesuffix(end), is_foreign(name, kind)
    culture = culture_of(name, read.simple, near=None if foreign else True)
    source = source_of(name, kind, culture)
    other = culture == "ancient" or CHINESE.pairs("ends of place").get(name[-1], "towns") != "towns"
    there = re.search(f"[在于到往]{name}|{name}[市镇城村县州郡省区]", read.simple)
    known = there if foreign else chinese_words().tag(name) == "ns"
    town = kind == "place" and not other and known
    odd = not foreign and len(stem) > PAIR + 1
    famous = chinese_words().count(name) > _GREAT
    told = _TOLD["origin"].search(read.said) or _TOLD["no place"].search(name) or is_word(name, 0)
    none = told or odd or famous or is_word(stem[1:] and stem, _USUAL) or not (end or town)
    within = re.finditer(f"{stem}(?:{end}|[市县区])?(?P<part>{_PART})", read.simple)
    inner = {at["part"] for at in within if end_of(at["part"], kind)} & {*read.votes}
    forms = [*read.called([stem], [name]), *sorted(inner)]
    return Entity(kind, (name, *forms), source) if source and not none else None


def _written(entity: Entity, read: Reading) -> Entity:
    """Return an entity with its forms as texts write them, and its reading where they tell it."""
    name, forms = entity.forms[0], dict[str, None]()
    spelt = is_foreign(name, entity.kind) or entity.sort == NEAR[0]
    for each in entity.forms:
        for found in re.finditer(re.escape(each), read.simple):
            forms[read.texts[slice(*found.span())]] = None
            told = each == name and spelt and _TOLD["reading"].match(read.texts, found.end())
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
        told += [_PLACED, f"[{stem[:PAIR]}](?:[㐀-鿿]?(?:铁路|高速|公路)|县)"]
    if entity.kind == "organisation":
        told += [f"{stem[0]}{end_of(name, entity.kind)[:1]}"]  # 福大, 一汽
    return "|".join(told)
