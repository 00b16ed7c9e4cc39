"""Chinese names: those of questions and answers, with the kind that texts give evidence of.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from typing import NamedTuple

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    PAIR,
    PEOPLES,
    SURNAMES,
    TRANSCRIBED,
    ChineseWords,
    gender_of,
    head_of,
    japanese,
    simplified,
    subsequence,
    surname_of,
    surnames,
)
from lvbuild.annotate.suggesting.entities import Entity, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.words import chinese_tagger, chinese_tokenizer
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

LISTS = CHINESE
PROPOSER = ChineseWords
_TOLD = CHINESE.patterns
_ASKED: Sequence[Kind] = ("person", "organisation", "title", "place")
_NAMES = {"nr", "ns", "nt", "nz"}
_NO_NAMES = frozenset("vpcdfurmqy")
"""jieba's tags of names, and of what no name holds."""
_HAN = re.compile(r"[\u3400-\u9fff]{2,12}")
_DOTTED = re.compile(r"[\u3400-\u9fffA-Z]{1,8}(?:[·・‧•･．][\u3400-\u9fffA-Z]{1,8})+")
_LIST = re.compile(r"[、/，；]|以?及|(?<!共)[和与]")
_WITHIN = re.compile(r"[^省县市区镇]{2,}[省县市区镇]")
_ENDS = frozenset(end for ends in CHINESE.ends.values() for end in ends)
_KNOWN = re.compile(any_of([*CHINESE.places, *CHINESE.countries]))
_IN_BRACKETS = re.compile(r"\s*[（(][^（）()]*[)）]")
_LEAD = 120
_MOST_OF_PERSON = 4
_MOST_OF_KIN, _MOST_OF_STEM = 4, 6
_USUAL, _USUAL_SHARE = 300, 0.7
"""Of jieba's counts, that of a word that names are called after seldom; of a transcribed name, the
share of usual characters."""

Told = Iterator[tuple[str, Kind | None]]
"""Names, each with the kind that something tells, None where it tells none."""


class _Word(NamedTuple):
    text: str
    tag: str
    start: int


class _Reading:
    """Documents and what is asked of them in simplified characters, cut into words."""

    def __init__(
        self, documents: Sequence[str], asked: Sequence[tuple[str, str]], titles: Sequence[str]
    ) -> None:
        said = [part for pair in asked for part in pair]
        self.texts = "\n".join([*documents, *said])
        self.documents, self.said = (simplified("\n".join(each)) for each in (documents, said))
        self.simple = "\n".join([self.documents, self.said])
        self.leads = [simplified(text[:_LEAD]) for text in documents]
        self.titles = [_IN_BRACKETS.sub("", simplified(title)) for title in titles]
        heads = (match[1] for lead in self.leads if (match := _TOLD["lead"].match(lead)))
        self.about = dict.fromkeys([*filter(None, self.titles), *heads])
        self.is_of_kinds = _TOLD["taxon"].search("\n".join(self.leads)) is not None
        self.asked = [(simplified(q), bare(simplified(a))) for q, a in asked]
        pairs = list(chinese_tagger().cut(self.simple))
        starts = accumulate((len(pair.word) for pair in pairs), initial=0)
        self.trained = trained_kinds([self.simple], CHINESE.code)
        self.words = [_Word(p.word, p.flag, at) for p, at in zip(pairs, starts, strict=False)]

    def beside(self, name: str) -> list[tuple[str, str]]:
        """Return what stands before and after a name, wherever it stands."""
        found = (m.span() for m in re.finditer(re.escape(name), self.simple))
        return [(self.simple[max(a - 6, 0) : a], self.simple[b : b + 16]) for a, b in found]

    def is_whole(self, name: str) -> bool:
        """Tell whether a name that is asked of is no part of one with dots or in kana."""
        within = [_TOLD["within"].search(b[-1:] + a[:1]) for b, a in self.beside(name)]
        asked = name in self.said or self.asks_part(name)
        return asked and name in self.documents and 2 * len([*filter(None, within)]) <= len(within)

    def asks_part(self, name: str) -> bool:
        """Tell whether a part of a name with dots is asked of."""
        parts = APART.split(name)[::2]
        return len(parts) > 1 and any(len(part) > 1 and part in self.said for part in parts)

    def lead_of(self, name: str) -> str:
        """Return the beginning of the document that has a name there, "" for none."""
        return next((lead for lead in self.leads if name in lead), "")

    def is_abroad(self, name: str) -> bool:
        """Tell whether the document of a name tells of other countries alone."""
        lead = self.lead_of(name) or "".join(self.leads)
        return not _TOLD["near"].search(lead) and any(c in lead for c in CHINESE.countries)


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    _: Callable[[str], bool] = lambda _: False,
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    What documents are about, as their `titles` say, works in marks, answers and names with dots
    are whole names; what else jieba takes for one is where its neighbours tell of what kind.
    """
    read = _Reading(documents, asked, titles)
    kinds: dict[str, Kind | None] = {}
    sources = (_works, lambda r: r.trained.items(), _about, _answered, _dotted, _ending, _tagged)
    for name, kind in chain.from_iterable(source(read) for source in sources):
        kinds[name] = kinds.get(name) or kind
    found = [one for name, kind in kinds.items() if (one := _entity(name, kind, read))]
    found = [one for one in found if _is_alone(one.forms[0], found, read)]
    found += [] if read.is_of_kinds else _places(read, found)
    return merged([_with_forms(entity, read) for entity in found])


def what_stays(entity: Entity, texts: Sequence[tuple[str, str]], _: Callable[[str], bool]) -> str:
    """Return what is like a name, or explains it in brackets, and is left of texts.

    Of a name half of its characters tell it, of a Chinese person a relative's surname beside it.
    """
    name = simplified(entity.forms[0])
    stem = name.removesuffix(head_of(name)) if entity.kind in {"place", "organisation"} else name
    size = max((len(stem) + 1) // 2, PAIR)
    parts = {stem[at : at + size] for at in range(len(stem) - size + 1)}
    parts = {part for part in parts if part not in chinese_tokenizer().FREQ and _HAN.match(part)}
    named = re.compile(any_of(parts) if parts else r"(?!)")
    for text, left in texts:
        rest, simple = simplified(left), simplified(text)
        told = [named.search(rest)]
        for at in re.finditer(any_of(map(simplified, entity.forms)), simple):
            told += [_TOLD["gloss"].match(rest, at.end())] if at[0] in name else []
            around = rest[rest.rfind("。", 0, at.start()) + 1 :].partition("。")[0]
            if entity.sort in {"chinese", *PEOPLES}:
                told += [re.search(one, around) for one in _relatives(name, around)]
            elif entity.kind == "person" and entity.sort == "japanese":
                told.append(re.search('[「“"（(][A-Za-z]{3}', around))
        if stays := next(filter(None, told), None):
            return stays[0]
    return ""


def _relatives(name: str, text: str) -> list[str]:
    """Return the people of a text who have a person's surname, each once."""
    surname, found = surname_of(name, "chinese"), chinese_tagger().cut(text)
    people = [word.word for word in found if word.flag[:2] == "nr" and word.word not in name]
    none = CHINESE.words["no ends of people"]
    people = [name[:-1] if len(name) > PAIR and name[-1] in none else name for name in people]
    return [n for n in dict.fromkeys(people) if n.startswith(surname) and sort_of(n) == "chinese"]


def _is_alone(name: str, others: Sequence[Entity], read: _Reading) -> bool:
    """Tell whether a name is asked of where it is no part of a longer one of some others."""
    longer = [one.forms[0] for one in others if name in one.forms[0] and name != one.forms[0]]
    return not longer or name in re.sub(any_of(longer), "\n", read.said)


def _works(read: _Reading) -> Told:
    """Yield the titles in marks; one that is a word of the language only where it is asked of."""
    for name in dict.fromkeys(m[1] for m in _TOLD["marked"].finditer(read.simple)):
        asked = f"《{name}》" in read.said or any(name == answer for _, answer in read.asked)
        if len(name) > 1 and (asked or name not in chinese_tokenizer().FREQ):
            yield name, "title"


def _about(read: _Reading) -> Told:
    """Yield what documents are about, with the kind that their first sentences tell."""
    for name in read.about:
        lead = read.lead_of(name)
        text = _IN_BRACKETS.sub("", lead.partition(name)[2]).partition("。")[0]
        told = [clause["told"] for clause in _TOLD["is"].finditer(text)]
        kinds = (k for each in told for k, ns in CHINESE.nouns.items() if each.endswith(ns))
        person = sort_of(name) == "chinese" and _TOLD["of people"].search(lead)
        if not _TOLD["taxon"].search(lead):
            yield name, next(kinds, _headed(name) or ("person" if person else None))


def _answered(read: _Reading) -> Told:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work.

    Others are names where jieba takes what they begin with for one.
    """
    for question, answer in read.asked:
        kinds = (k for k in _ASKED if any(c in question for c in CHINESE.lists[f"{k} asked"]))
        asked = next(kinds, None)
        for each in dict.fromkeys([answer, *_LIST.split(answer), *_WITHIN.findall(answer)]):
            name = each.strip("“”「」『』《》 ")
            opens = next(chinese_tagger().cut(name), None)
            open_to = asked == "person" or not read.is_of_kinds
            long = APART.search(name) and len(APART.split(name)[0]) > _MOST_OF_PERSON + 1
            if open_to and opens and not long and (asked or opens.flag[:2] in _NAMES):
                who = asked == "person" and sort_of(name) == "chinese"
                yield name, "person" if who else _headed(name) or asked


def _dotted(read: _Reading) -> Told:
    """Yield the people whose names have dots: as much as question and documents have alike.

    Of those that a question calls by a part, the name in full.
    """
    edges = {word.start for word in read.words}

    def likely(name: str) -> tuple[bool, bool, int, int]:
        spans = [m.span() for m in re.finditer(re.escape(name), read.simple)]
        usual = set(APART.sub("", name)) <= TRANSCRIBED and name in read.documents
        return usual, any(map(edges.issuperset, spans)), len(spans), len(name)

    for found in _DOTTED.finditer(read.said):
        parts = APART.split(found[0])
        lefts = (parts[0][at:] for at in range(len(parts[0])))
        rights = [parts[-1][:end] for end in range(len(parts[-1]), 0, -1)]
        whole = ("".join([left, *parts[1:-1], right]) for left in lefts for right in rights)
        name = max(whole, key=likely)
        usual = sum(char in TRANSCRIBED for char in name) + name.count("·")
        yield name, _headed(name) or ("person" if usual > _USUAL_SHARE * len(name) else None)
    for name in {*_DOTTED.findall("\n".join(read.titles))}:
        yield name, "person" if read.asks_part(name) else None


def _ending(read: _Reading) -> Told:
    """Yield what ends in a word of kind, with a name before it, as documents have it too."""
    heads = any_of(end for end in _ENDS if len(end) > 1)
    starts = {word.start + len(read.said) - len(read.simple): word for word in read.words}
    for head in re.finditer(heads, read.said):
        for at in range(max(head.start() - _MOST_OF_STEM, 0), head.start()):
            name, word = read.said[at : head.end()], starts.get(at)
            named = word and (word.tag[:2] in _NAMES or word.text not in chinese_tokenizer().FREQ)
            if named and name in read.documents:
                yield name, _headed(name)


def _tagged(read: _Reading) -> Told:
    """Yield the names that jieba finds, people where what stands beside them tells of some."""
    for name, tag in dict.fromkeys((word.text, word.tag[:2]) for word in read.words):
        if tag not in _NAMES or name not in read.said:
            continue
        beside = read.beside(name)
        likely = len(name) > PAIR and sort_of(name) == "chinese"
        after = _TOLD["after likely people" if likely else "after people"]
        told = any(after.match(a) for _, a in beside)
        cut = any(_TOLD["within a name"].match(a) for _, a in beside)
        told = told or (likely and len(surname_of(name, "")) == PAIR)
        told = told and not cut and tag == "nr" and not read.is_of_kinds and name not in _ENDS
        placed = tag == "ns" and any(_TOLD["before places"].search(b) for b, _ in beside)
        yield name, "person" if told else _headed(name) or ("place" if placed else None)


def _headed(name: str) -> Kind | None:
    """Return the kind that the end of a name tells."""
    return next(
        (kind for kind, ends in CHINESE.ends.items() if len(name) > PAIR and name.endswith(ends)),
        None,
    )


def _entity(name: str, kind: Kind | None, read: _Reading) -> Entity | None:
    """Return a name of a kind as an entity, None where it may be no name, or half of one."""
    known = name in CHINESE.places or name in CHINESE.countries
    if kind is None or known or not read.is_whole(name) or not _is_name(name, kind, read):
        return None
    if kind == "title":
        return Entity("title", (name,))
    if kind == "person":
        sort, lead = _sort_in(name, read), read.lead_of(name)
        english = any(land in lead for land in CHINESE.lists["lands of English"])
        if sort == "transcribed" and not english:
            sort = "coined"
        if sort == "chinese":
            sort = next((p for p in PEOPLES if any(land in lead for land in p.split())), sort)
        return Entity("person", (name,), sort, gender_of(name, read.documents)) if sort else None
    stem, lead = APART.sub("", name.removesuffix(head_of(name))), read.lead_of(name)
    lead = lead or "".join(read.leads)
    sorts = {
        "japanese": kind == "place" and "日本" in lead,
        "steppe": any(each in lead for each in CHINESE.lists["steppe peoples"]),
        "transcribed": read.is_abroad(name) or (len(stem) > PAIR + 1 and set(stem) <= TRANSCRIBED),
    }
    return Entity(kind, (name,), next((sort for sort, told in sorts.items() if told), ""))


def _is_name(name: str, kind: Kind, read: _Reading) -> bool:
    """Tell whether a name is no word of the language, and holds none that no name has."""
    passed, placed = CHINESE.words["passed over"], _KNOWN.search(name)
    stem = name.removesuffix(head_of(name))
    if kind == "title":
        city = placed and placed[0] not in CHINESE.countries
        told = name in read.about or f"《{name}》" in read.simple
        return told and not (name.isascii() or city or _TOLD["no title"].search(name))
    if not _HAN.fullmatch(APART.sub("", name)) or {name, stem} & (passed | _ENDS):
        return False
    never = _TOLD["no person" if kind == "person" else "no thing"]
    if CHINESE.language.is_of_kind(name) or never.search(name):
        return False
    if kind != "person" and (placed or len(stem) > _MOST_OF_STEM or _WITHIN.match(stem)):
        return False
    return name in read.trained or bool(APART.search(name)) or _is_odd(name, read)


def _is_odd(name: str, read: _Reading) -> bool:
    """Tell whether jieba knows a name as one, or not at all, and takes no part for another word."""
    tags, counts = chinese_tagger().word_tag_tab, chinese_tokenizer().FREQ
    stem, about = name.removesuffix(head_of(name)), name in read.about
    usual = stem if counts.get(stem, 0) > _USUAL else name
    if any(tags.get(word, "nz")[:2] not in _NAMES for word in (name, usual)):
        return False
    rare = _USUAL if about and len(stem) == PAIR else 1
    words = [(each.word, each.flag) for each in chinese_tagger().cut(stem)]
    known = chinese_tokenizer().cut(stem, HMM=False)
    told = any(flag[:2] in _NAMES for _, flag in words if len(stem) > 1)
    told = told or any(len(w) == 1 or counts.get(w, 0) < rare for w in known)
    other = (flag[0] for word, flag in words if len(word) > 1 or flag[0] in "uc")
    return told and (about or _NO_NAMES.isdisjoint(other))


def sort_of(name: str) -> str:
    """Return of what sort a person's name is: transcribed, japanese or chinese, "" for none."""
    if APART.search(name):
        return "transcribed"
    surname = surname_of(name, "")
    given, known = name.removeprefix(surname), surname in surnames()
    if len(name) > PAIR and set(name) <= TRANSCRIBED and not (known and len(given) <= PAIR):
        return "transcribed"
    listed = (
        name[:PAIR] in japanese("last_name") or name[:PAIR] in CHINESE.words["japanese surnames"]
    )
    if len(name) in {3, 4, 5} and listed:
        return "japanese"
    if (
        name in surnames()
        or not known
        or not 1 <= len(given) <= PAIR
        or name[-1] in CHINESE.words["no ends of people"]
    ):
        return ""
    common = chinese_tokenizer().FREQ.get(given, 0) > _USUAL if len(given) > 1 else False
    return "" if common and chinese_tagger().word_tag_tab.get(name, "")[:2] != "nr" else "chinese"


def _sort_in(name: str, read: _Reading) -> str:
    """Return of what sort a person's name is in texts that tell of a people or of Japan."""
    lead, sort = read.lead_of(name), sort_of(name)
    if sort == "chinese" and set(name) <= TRANSCRIBED and read.is_abroad(name):
        return "transcribed"
    if any(people in lead for people in CHINESE.lists["steppe peoples"]):
        return sort if sort == "chinese" and surname_of(name, "") in SURNAMES else "steppe"
    if sort or not (name in read.about or any(name == answer for _, answer in read.asked)):
        return sort
    if len(name) > _MOST_OF_PERSON or set(name) & CHINESE.words["no ends of people"]:
        return ""
    if "日本" in lead and len(name) > PAIR:
        return "japanese"
    usual = sum(char in TRANSCRIBED for char in name) > _USUAL_SHARE * len(name)
    return "chinese" if name[0] in surnames() else "transcribed" if usual else "given"


def _places(read: _Reading, found: Sequence[Entity]) -> Iterator[Entity]:
    """Yield the known places that are asked of, where words are of them alone."""
    names = "\n".join(form for entity in found for form in entity.forms)
    places: dict[str, bool] = {}
    for word in read.words:
        place = _KNOWN.match(read.simple, word.start)
        titled = read.simple.endswith("《", 0, word.start)
        if place is None or titled or word.tag[:1] not in {"n", "x", "j"}:
            continue
        rest = read.simple[place.end() : word.start + len(word.text)]
        if not rest or (head_of(word.text) and rest not in CHINESE.words["waters and mountains"]):
            told = _TOLD["no place"].match(read.simple, place.end())
            places[place[0]] = places.get(place[0], True) and told is None
    tells = {name: told.split("|") for name, told in CHINESE.pairs("what tells of places").items()}
    for name, free in places.items():
        within = any(word in read.simple.replace(name, "") for word in tells.get(name, ()))
        if free and not within and not any(name in each or each in name for each in names.split()):
            yield Entity("place", (name,), "country" if name in CHINESE.countries else "known")


def _with_forms(entity: Entity, read: _Reading) -> Entity:
    """Return an entity with all that tells its name: its parts, other names, readings and kin.

    What tells it and can be no form of it leaves the entity to a person.
    """
    [name] = entity.forms
    rest, stem = read.simple.replace(name, ""), name.removesuffix(head_of(name))
    parts: list[str] = []
    if APART.search(name):
        pieces = APART.split(stem)[::2]
        parts = [name, "".join(pieces), *(each for each in pieces[::-1] if len(each) > 1)]
    elif entity.kind in {"place", "organisation"}:
        parts = [stem] if len(stem) > 1 and entity.sort != "known" else []
    elif entity.sort in {"chinese", "japanese", *PEOPLES}:
        surname = surname_of(name, entity.sort)
        parts = [each for each in (name.removeprefix(surname), surname) if len(each) > 1]
    others = re.findall(re.escape(name) + _TOLD["other name"].pattern, read.simple)
    parts += [each for each in others if subsequence(each, name)]
    if entity.sort in {"chinese", *PEOPLES}:
        near = "".join(s for s in re.split("(?<=[。\n])", read.documents) if name in s)
        kin = "[父母子祖弟兄孙女侄叔姐妹妻]"
        related = [
            n
            for n in _relatives(name, read.documents)
            if (len(n) > PAIR and n in near)
            or re.search(f"{kin}[^，。]{{0,{4 * len(n) - 7}}}{n}|{n}之?{kin}", read.documents)
        ]
        parts += related[:_MOST_OF_KIN]
        parts += [each for each in others if each[0] == name[0] and sort_of(each) == "chinese"]
    parts = [p for p in dict.fromkeys(parts) if p != name and p in rest and p not in CHINESE.places]
    forms: list[str] = []
    for each in (name, *parts):
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            gloss = _TOLD["in brackets"].match(read.texts, found.end())
            if gloss and each in name:
                forms.append(gloss["latin"].strip(" -"))
    return replace(entity, forms=tuple(dict.fromkeys(forms)))
