"""Chinese names: those of questions and answers, with the kind that texts give evidence of.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    PAIR,
    SURNAMES,
    TRANSCRIBED,
    ChineseWords,
    head_of,
    japanese,
    simplified,
    subsequence,
    surname_of,
    surnames,
)
from lvbuild.annotate.suggesting.entities import Entity, Gender, merged, trained_kinds
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
_IN_BRACKETS = re.compile(r"\s*[（(][^（）()]*[)）]")
_LEAD, _SUBJECT = 120, 15
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
        self.simple = simplified(self.texts)
        self.documents = simplified("\n".join(documents))
        self.leads = [simplified(text[:_LEAD]) for text in documents]
        self.titles = [_IN_BRACKETS.sub("", simplified(title)) for title in titles]
        found = (_TOLD["lead"].match(lead) for lead in self.leads)
        self.heads = [match[1] if match else "" for match in found]
        self.about = {*self.titles, *self.heads}
        self.is_of_kinds = _TOLD["taxon"].search("\n".join(self.leads)) is not None
        self.asked = [(simplified(q), bare(simplified(a))) for q, a in asked]
        self.said = simplified("\n".join(said))
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
        part = re.compile(f"{APART.pattern}|[\u3040-\u30ff]")
        within = [part.search(b[-1:] + a[:1]) is not None for b, a in self.beside(name)]
        asked = name in self.said or self.asks_part(name)
        return asked and name in self.documents and 2 * sum(within) <= len(within)

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
        return not _near().search(lead) and any(c in lead for c in CHINESE.countries)

    def gender(self, name: str) -> Gender:
        """Return the gender that pronouns tell, else the characters of a name."""
        first, she, he = APART.split(name)[0], "她" in self.simple, "他" in self.simple
        about = (text for text in self.documents.split("\n") if name in text[:_SUBJECT])
        if pronoun := re.search("[他她]", next(about, "")):
            return "female" if pronoun[0] == "她" else "male"
        if first != name:
            return "female" if first[-1] in CHINESE.words["last syllables of women"] else "male"
        told = sum(char in CHINESE.words["characters of women"] for char in name[1:])
        return "female" if told > (he and not she) else "male"


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
    titles = [*read.titles, *[""] * len(read.leads)]
    for title, head, lead in zip(titles, read.heads, read.leads, strict=False):
        for name in dict.fromkeys(filter(None, (title, head))):
            text = lead[lead.find(name) + len(name) :] if name in lead else lead
            text = _IN_BRACKETS.sub("", text).partition("。")[0]
            if _TOLD["taxon"].search(lead):
                continue
            told = [clause["told"] for clause in _TOLD["is"].finditer(text)]
            kinds = (k for each in told for k, ns in CHINESE.nouns.items() if each.endswith(ns))
            lived = len(name) <= _MOST_OF_PERSON and re.search(
                f"{re.escape(name)}(?:{_TOLD['lived'].pattern})", lead
            )
            likely = (
                sort_of(name) == "chinese"
                and len(name) > PAIR
                and _TOLD["of people"].search(read.documents)
            )
            kind = next(kinds, _headed(name) or ("person" if likely else None))
            yield name, "person" if lived else kind


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
            if open_to and opens and (asked or opens.flag[:2] in _NAMES):
                if asked == "person":
                    name = re.sub(f"^.*{any_of(CHINESE.lists['styles'])}(?=..)", "", name)
                who = asked == "person" and sort_of(name) == "chinese"
                yield name, "person" if who else _headed(name) or asked


def _dotted(read: _Reading) -> Told:
    """Yield the people whose names have dots: as much as question and documents have alike.

    Of those that a question calls by a part, the name in full.
    """
    edges = {word.start for word in read.words}

    def likely(name: str) -> tuple[int, bool, bool, int]:
        spans = (m.span() for m in re.finditer(re.escape(name), read.simple))
        usual, bounded = set(APART.sub("", name)) <= TRANSCRIBED, any(map(edges.issuperset, spans))
        return read.documents.count(name), usual, bounded, len(name)

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
    heads = any_of(end for ends in CHINESE.ends.values() for end in ends if len(end) > 1)
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
        cut = set(name) <= TRANSCRIBED and any(b[-1:] in TRANSCRIBED for b, _ in beside)
        likely = len(name) > PAIR and sort_of(name) == "chinese"
        after = _TOLD["after likely people" if likely else "after people"]
        told = any(after.match(a) for _, a in beside)
        cut = cut or any(_TOLD["within a name"].match(a) for _, a in beside)
        told = told or (likely and len(surname_of(name, "")) == PAIR)
        told = told and not cut and tag == "nr" and not read.is_of_kinds
        yield name, "person" if told else _headed(name)


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
        sort = _sort_in(name, read)
        return Entity("person", (name,), sort, read.gender(name)) if sort else None
    stem, lead = APART.sub("", name.removesuffix(head_of(name))), read.lead_of(name)
    lead = lead or "".join(read.leads)
    sorts = {
        "japanese": kind == "place" and "日本" in lead,
        "steppe": any(each in lead for each in CHINESE.lists["steppe peoples"]),
        "transcribed": read.is_abroad(name) or (len(stem) > PAIR and set(stem) <= TRANSCRIBED),
    }
    return Entity(kind, (name,), next((sort for sort, told in sorts.items() if told), ""))


def _is_name(name: str, kind: Kind, read: _Reading) -> bool:
    """Tell whether a name is no word of the language, and holds none that no name has."""
    passed, placed = CHINESE.words["passed over"], _known_places().search(name)
    stem = name.removesuffix(head_of(name))
    city = placed and placed[0] not in CHINESE.countries
    if kind == "title" and (name.isascii() or city or _TOLD["no title"].search(name)):
        return False
    if kind == "person" and any(style in name for style in CHINESE.lists["styles"]):
        return False
    if kind in {"place", "organisation"} and (
        placed
        or len(stem) > _MOST_OF_STEM
        or _WITHIN.match(stem)
        or any(len(word) > PAIR and word in name for word in passed)
    ):
        return False
    if {name, stem} & passed or CHINESE.language.is_of_kind(name):
        return False
    work = kind == "title" and (name in read.about or f"《{name}》" in read.simple)
    whole = kind == "title" or _HAN.fullmatch(APART.sub("", name)) is not None
    return whole and (
        name in read.trained or bool(APART.search(name)) or work or _is_odd(name, read)
    )


def _is_odd(name: str, read: _Reading) -> bool:
    """Tell whether jieba knows a name as one, or not at all, and takes no part for another word."""
    tags, counts = chinese_tagger().word_tag_tab, chinese_tokenizer().FREQ
    stem, about = name.removesuffix(head_of(name)), name in read.about
    usual = stem if counts.get(stem, 0) > _USUAL else name
    if any(tags.get(word, "nz")[:2] not in _NAMES for word in (name, usual)):
        return False
    words = [(each.word, each.flag) for each in chinese_tagger().cut(stem)]
    rare = _USUAL if about and len(stem) == PAIR else 1
    known = [*chinese_tokenizer().cut(stem, HMM=False)]
    told = any(flag[:2] in _NAMES for _, flag in words if len(stem) > 1) or any(
        len(word) == 1 or counts.get(word, 0) < rare for word in known
    )
    other = (flag[0] for word, flag in words if len(word) > 1 or flag[0] in "uc")
    return told and (about or _NO_NAMES.isdisjoint(other))


@cache
def _near() -> re.Pattern[str]:
    """Return what finds China's neighbours, and places in China."""
    sections = ("省", "城市", "台湾的县市", "香港的地区")
    places = (each.rstrip("*") for name in sections for each in CHINESE.lists[f"places: {name}"])
    return re.compile(any_of([*CHINESE.lists["neighbours"], *places]))


@cache
def _known_places() -> re.Pattern[str]:
    return re.compile(any_of([*CHINESE.places, *CHINESE.countries]))


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
    usual = sum(char in TRANSCRIBED for char in name) > _USUAL_SHARE * len(name)
    if len(name) == 2 * PAIR and name[:PAIR] not in surnames() and sort != "transcribed":
        return "transcribed" if usual else "japanese"
    if sort or not (name in read.about or any(name == answer for _, answer in read.asked)):
        return sort
    if len(name) > _MOST_OF_PERSON or set(name) & CHINESE.words["no ends of people"]:
        return ""
    foreign = set(name) <= TRANSCRIBED and name[0] not in surnames()
    return "transcribed" if foreign else "chinese" if name[0] in surnames() else "given"


def _places(read: _Reading, found: Sequence[Entity]) -> Iterator[Entity]:
    """Yield the known places that are asked of, where words are of them alone."""
    names = "\n".join(form for entity in found for form in entity.forms)
    last, places, left = _Word("", "", 0), dict[str, None](), set[str]()
    dotted = {at for each in _DOTTED.finditer(read.simple) for at in range(*each.span())}
    for word in read.words:
        before, place = last.text[-1:], _known_places().match(read.simple, word.start)
        cut = (
            before in {*CHINESE.words["ends of place"], "《"}
            or last.tag[:2] == "nr"
            or (len(last.text) == 1 and (last.tag[:1] == "n" or before in TRANSCRIBED))
        )
        last = word
        if cut or place is None or word.start in dotted or word.tag[:1] not in {"n", "x", "j"}:
            continue
        rest = read.simple[place.end() : word.start + len(word.text)]
        other = rest and (rest in CHINESE.words["waters and mountains"] or not head_of(word.text))
        if _TOLD["no place"].match(read.simple, place.end()):
            left.add(place[0])
        elif not other:
            places[place[0]] = None
    tells = {name: told.split("|") for name, told in CHINESE.pairs("what tells of places").items()}
    for name in places:
        left |= {name for word in tells.get(name, ()) if word in read.simple.replace(name, "")}
        if name not in left and name not in names:
            yield Entity("place", (name,), "country" if name in CHINESE.countries else "known")


def _with_forms(entity: Entity, read: _Reading) -> Entity:
    """Return an entity with all that tells its name: its parts, other names, readings and kin.

    What tells it and can be no form of it leaves the entity to a person.
    """
    [name] = entity.forms
    rest, stem = read.simple.replace(name, ""), name.removesuffix(head_of(name))
    parts, left = list[str](), ""
    if APART.search(name):
        pieces = APART.split(stem)[::2]
        parts = [name, "".join(pieces), *(each for each in pieces[::-1] if len(each) > 1)]
    elif entity.kind in {"place", "organisation"}:
        parts = [stem] if len(stem) > 1 and entity.sort != "known" else []
    elif entity.sort in {"chinese", "japanese"}:
        surname = surname_of(name, entity.sort)
        given = name.removeprefix(surname)
        parts = [each for each in (given, surname) if len(each) > 1]
        parts += _kin(surname, name, read) if len(given) and entity.sort == "chinese" else []
    for other in re.findall(re.escape(name) + _TOLD["other name"].pattern, read.simple):
        of_kin = (
            entity.sort == "chinese" and other[:1] == name[:1] and len(other) <= _MOST_OF_PERSON
        )
        if subsequence(other, name) or of_kin:
            parts.append(other)
        elif set(other) & set(stem) and other not in parts and name not in other:
            left = f"the text also calls it {other}"
    explained = _TOLD["explained"].pattern.replace("NAME", re.escape(name))
    if told := re.search(explained, read.simple):
        left = f"the text explains it: {told[0]}"
    parts = [p for p in dict.fromkeys(parts) if p != name and p in rest and p not in CHINESE.places]
    forms: list[str] = []
    for each in (name, *parts):
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            gloss = _TOLD["in brackets"].match(read.texts, found.end())
            if gloss and each in name:
                reading = (gloss["kana"] or gloss["latin"] or gloss["other"]).strip(" -")
                forms.append(reading)
                kana = gloss["kana"] and not (entity.kind == "person" and entity.sort == "japanese")
                left = f"the text spells it {reading}" if kana or gloss["other"] else left
    return replace(entity, forms=tuple(dict.fromkeys(forms)), left=left)


def _kin(surname: str, name: str, read: _Reading) -> list[str]:
    """Return the relatives who share a person's surname: it would tell the old one."""
    same = dict.fromkeys(
        word.text
        for word in read.words
        if word.tag[:2] == "nr"
        and word.text.startswith(surname)
        and word.text not in name
        and sort_of(word.text) == "chinese"
    )
    told = (n for n in same if any(_TOLD["kin"].search(b + "X" + a[:6]) for b, a in read.beside(n)))
    return [*told][:_MOST_OF_KIN]
