"""Chinese names: those of questions and answers, with the kind that texts give evidence of.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    FOREIGN,
    HAN,
    PAIR,
    PEOPLES,
    ChineseWords,
    gender_of,
    head_of,
    is_variant,
    like_transcribed,
    simplified,
    sort_of,
    subsequence,
    surname_of,
)
from lvbuild.annotate.suggesting.entities import Entity, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_tokenizer, word_tags
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

LISTS = CHINESE
PROPOSER = ChineseWords
_TOLD = CHINESE.patterns
_TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
"""The tagger's tags of names; that of nz may be of any kind."""
_LATIN = re.compile(r"[A-Z][\w.'&-]*(?: [A-Z0-9][\w.'&-]*)*", re.ASCII)
_LIST = re.compile(r"[、/，；]|以?及|(?<!共)[和与]")
_IN_BRACKETS = re.compile(r"\s*[（(][^（）()]*[)）]")
_BRACKET = re.compile(r"[」”》]?\s*[（(]([^（）()]*)")
_MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
_PLACES = {*CHINESE.places, *CHINESE.countries}
_KNOWN = re.compile(f"({any_of(_PLACES)})[省市县区州府]?")
_LEAD, _LONGEST, _MOST_OF_KIN = 120, 14, 6
_BEFORE = 4
"""How many characters before a place tell that it is a capital."""
_SHARE = 3
"""Of how many places of a name the tagger has to take it for one in one."""


class Reading:
    """Documents and what is asked of them in simplified characters, and the names found there."""

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        _: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        said = [part for pair in asked for part in pair]
        self.texts = "\n".join([*documents, *said])
        self.documents, self.said = (simplified("\n".join(each)) for each in (documents, said))
        self.simple = "\n".join([self.documents, self.said])
        kana = ["日本" * bool(_TOLD["kana"].search(text[:_LEAD])) for text in documents]
        plain = [_IN_BRACKETS.sub("", simplified(text))[:_LEAD] for text in documents]
        self.leads = [f"{text}\n{told}" for text, told in zip(plain, kana, strict=True)]
        heads = (match[1] for lead in self.leads if (match := _TOLD["lead"].match(lead)))
        own = (_IN_BRACKETS.sub("", simplified(title)) for title in titles)
        self.about = dict.fromkeys([*filter(None, own), *(h for h in heads if not _is_phrase(h))])
        self.is_of_kinds = _TOLD["taxon"].search("\n".join(self.leads)) is not None
        self.asked = [(simplified(q), bare(simplified(a))) for q, a in asked]
        self.answers = {answer: _kinds_asked(question) for question, answer in self.asked}
        self.votes: dict[str, Counter[Kind | None]] = defaultdict(Counter)
        for name, kind in self._tagged():
            self.votes[name][kind] += 1
        for name in [*self.votes]:  # with a word before it in some places
            for at in (1, PAIR):
                whole = len(name) > at + PAIR and name[at:] in self.votes
                if whole and self.votes[name[at:]]["person"] and not _is_named(name[:at]):
                    self.votes[name[at:]] += self.votes.pop(name, Counter())
        self.dotted = [name for name in self.votes if APART.search(name)]

    def _tagged(self) -> Iterator[tuple[str, Kind | None]]:
        """Yield the names that a pipeline, the tagger and marks tell, wherever they stand."""
        trained = trained_kinds([self.simple], CHINESE.code)
        yield from ((name, kind) for name, kind in trained.items() for _ in range(_LEAD))
        marked = (m[1].strip(_MARKS) for m in _TOLD["marked"].finditer(self.simple))
        yield from ((name, "title") for name in marked if name[1:])
        whole = ""
        for word in tagged(self.simple):
            joined = whole and (APART.match(word.text) or APART.fullmatch(whole[-1]))
            whole, end = whole * bool(joined) + word.text, word.start + len(word.text)
            kind, name = _TAGS.get(word.tag), whole.strip(_MARKS)
            kind = None if word.tag == "nr" and name.isascii() else kind
            if kind == "person":
                kin = _TOLD["kin"].match(self.simple, end)
                name = _TOLD["before name"].sub("", name.removesuffix("之") if kin else name)
            if kind == "place":
                name = _TOLD["side"].sub("", name)
            cut = _TOLD["within"].match(self.simple, end) or _TOLD["marks"].search(name)
            if word.tag in _TAGS and name[1:] and not cut:
                yield name, kind

    def kind_of(self, name: str) -> Kind | None:
        """Return the kind that most places of a name tell, else the word in which it ends."""
        told = (kind for kind, _ in self.votes.get(name, Counter()).most_common() if kind)
        return next(told, None) or _headed(name)

    def is_told(self, name: str) -> bool:
        """Tell whether the tagger takes a name for one in enough of its places."""
        return sum(self.votes[name].values()) * _SHARE >= self.simple.count(name)

    def lead_of(self, name: str) -> str:
        """Return the beginning of the document that has a name there, "" for none."""
        return next((lead for lead in self.leads if name in lead), "")

    def described(self, name: str) -> Kind | None:
        """Return the kind that the first sentence on a name tells."""
        lead = self.lead_of(name)
        sentence = lead.partition(name)[2].partition("。")[0]
        told = [each["told"] for each in _TOLD["is"].finditer(sentence)]
        kinds = (k for each in told for k, ns in CHINESE.nouns.items() if each.endswith(ns))
        person = sort_of(name) == "chinese" and _TOLD["of people"].search(lead)
        return next(kinds, "person" if person else None)

    def full(self, name: str) -> str:
        """Return the longer name with dots that has the parts of one that documents lack."""
        parts = {*APART.split(name)[::2]}
        longer = (each for each in self.dotted if parts < {*APART.split(each)[::2]})
        return name if len(parts) == 1 or name in self.documents else next(longer, name)


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    common: Callable[[str], bool] = lambda _: False,
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    Whole are what documents are about, works in marks, answers, and what the tagger takes for a
    name anywhere; of names within others the longest is one.
    """
    read = Reading(documents, asked, common, titles)
    kinds: dict[str, Kind | None] = {}
    for name in read.about:
        if not _TOLD["taxon"].search(read.lead_of(name)):
            dotted: Kind | None = "person" if APART.search(name) else None
            kinds[name] = read.described(name) or read.kind_of(name) or dotted
    kinds |= dict(_answered(read))
    told = [name for name in read.votes if read.is_told(name)]
    for name in told:
        kinds[name] = kinds.get(name) or read.kind_of(name)
    for name in _LATIN.findall(read.said):
        kinds[name] = kinds.get(name) or read.kind_of(name)
    of_places = (n for n, votes in read.votes.items() if votes["place"] or votes["organisation"])
    for known in (known for name in of_places for known in _KNOWN.finditer(name)):
        kinds.setdefault(known[known[0][-1] != "县"], "place")
    said = [name for name in kinds if name in read.said and read.full(name) in read.documents]
    longest = re.findall(any_of(said), read.said) if said else []
    whole = {read.full(name): kinds[name] for name in longest}
    found = [each for name, kind in whole.items() if kind for each in _entities(name, kind, read)]
    return merged([_with_forms(entity, read) for entity in found])


def _answered(read: Reading) -> Iterator[tuple[str, Kind]]:
    """Yield short answers as what the tagger takes them for, else as what is asked for."""
    for answer, kinds in read.answers.items():
        asked = next(iter(kinds), None)
        for each in dict.fromkeys([answer, *_LIST.split(answer)]):
            name = each.strip(_MARKS)
            name = name.removesuffix("人") if asked == "place" else name
            whole = asked and each == answer and not _LIST.search(name) and not _is_phrase(name)
            kind = (_headed(name) if asked == "place" else read.kind_of(name)) or asked
            if kind and (name in read.votes or whole) and 1 < len(name) <= _LONGEST:
                yield name, kind


def _is_phrase(text: str) -> bool:
    """Tell whether a text has several names, or words that no name has."""
    tags = [word.tag for word in tagged(text)]
    return not {"p", "u", "r"}.isdisjoint(tags) or sum(tag in _TAGS for tag in tags) > 1


def _is_named(word: str) -> bool:
    """Tell whether jieba's dictionary has a word as a name, or not at all."""
    return word_tags().get(word, "nz")[:2] in _TAGS


def _kinds_asked(question: str) -> list[Kind]:
    """Return the kinds of names that a question asks for."""
    kinds: Sequence[Kind] = ("person", "organisation", "title", "place")
    return [kind for kind in kinds if any(w in question for w in CHINESE.lists[f"{kind} asked"])]


def _headed(name: str) -> Kind | None:
    """Return the kind that the end of a name tells."""
    ends = {kind: (*CHINESE.ends[kind], *CHINESE.nouns[kind]) for kind in CHINESE.ends}
    told = (kind for kind, words in ends.items() if len(name) > PAIR and name.endswith(words))
    return next(told, None)


def _entities(name: str, kind: Kind, read: Reading) -> Iterator[Entity]:
    """Yield what is replaced for a name: the known places before it, and the rest."""
    whole, species = name, rf"{re.escape(name)}(?:{_TOLD['of species'].pattern})"
    answered = any(name in answer for answer in read.answers)
    if re.search(species, read.said) or (read.is_of_kinds and not answered):
        return
    while (kind in {"place", "organisation"} or name in _PLACES) and (known := _KNOWN.match(name)):
        rest = name[known.end() :]
        stem = rest.removesuffix(head_of(rest, kind))
        firm = kind == "organisation" and rest and not CHINESE.places.get(known[1])
        if firm or (0 < len(rest) <= PAIR and len(stem) < PAIR and not _TOLD["head"].match(rest)):
            break  # a name that begins as a known one does, or of a firm called after a country
        prefecture = known[0] != known[1] and known[0].endswith("县")
        if prefecture:
            yield Entity("place", (known[0],), _sort_of(known[0], known[1], "place", read))
        else:
            country = known[1] in CHINESE.countries
            yield Entity("place", (known[1],), "country" if country else "known")
        name = rest
    stem = name.removesuffix(head_of(name, kind))
    if name != whole and (len(stem) < PAIR or _TOLD["head"].match(name)):
        return
    kind = "place" if kind == "person" and _is_placed(name, read) else kind
    if len(name) > 1 and _is_name(name, stem, kind, read):
        sort = _sort_of_person(name, read) if kind == "person" else _sort_of(name, stem, kind, read)
        if sort or kind != "person":
            yield Entity(kind, (name,), sort, gender_of(name, read.documents))


def _is_placed(name: str, read: Reading) -> bool:
    """Tell whether words beside what the tagger takes for a person, or a question, tell of a place.

    Only of a transcribed name they do, since its characters tell nothing.
    """
    if APART.search(name) or sort_of(name) != "transcribed":
        return False
    before, after = (_TOLD[f"{side} a place"].pattern for side in ("before", "after"))
    where = any(name in answer and kinds[:1] == ["place"] for answer, kinds in read.answers.items())
    return where or re.search(f"{name}{after}|{before}{name}", read.simple) is not None


def _is_name(name: str, stem: str, kind: Kind, read: Reading) -> bool:
    """Tell whether a name is no word of the language, and holds none that no name has."""
    if name.isascii():
        return len(name) > PAIR and not _TOLD["no latin"].fullmatch(name)
    if not HAN.search(name) or _TOLD[f"no {kind}"].search(name) or name[1:] in _PLACES:
        return False
    if kind == "title":
        return name in read.about or f"《{name}》" in read.said
    asked = any(name in answer and kind in kinds for answer, kinds in read.answers.items())
    if kind == "person" and len(name) == PAIR:  # a word as often
        before, after = (_TOLD[f"{side} people"].pattern for side in ("before", "after"))
        beside = re.search(f"{before}{name}|{name}{after}", read.simple)
        part = any(name in APART.split(each)[::2] for each in read.dotted)
        if not (asked or beside or part or read.described(name) == "person"):
            return False
    words = [w for w in chinese_tokenizer().cut(stem, HMM=False) if w not in "与和"]
    telling = len(stem) > PAIR and all(len(word) > 1 and not _is_named(word) for word in words)
    known = name in read.about and kind != "person"
    sure = asked or known or read.votes[name][kind] >= _LEAD
    short = name if kind == "organisation" else stem if not _is_named(stem) else ""
    if kind != "person" and len(short) == PAIR and not sure:
        return False
    passed = {name, stem} & CHINESE.words["passed over"] or CHINESE.language.is_of_kind(name)
    term = _TOLD["term"].search(read.lead_of(name).partition(name)[2].partition("。")[0])
    return not (passed or term) and _is_named(name) and (known or asked or not telling)


def _sort_of(name: str, stem: str, kind: Kind, read: Reading) -> str:
    """Return how words are made for what is no person, by itself and by what its document tells."""
    lead, votes = read.lead_of(name) or "".join(read.leads), read.votes[name]
    if kind == "title":
        return sort_of(name) if votes["person"] > votes["title"] / _SHARE else ""
    if kind == "place" and "日本" in lead:
        return "japanese"
    like = like_transcribed(APART.sub("", stem))
    least = PAIR + (_TOLD["near"].search(lead) is not None)
    if (len(stem) > least and like == 1) or (_is_abroad(lead) and like >= 1 / 2):
        return "steppe" if _TOLD["steppe"].search(lead) else "transcribed"
    return "titles" if kind == "organisation" and stem == name and _is_abroad(lead) else ""


def _sort_of_person(name: str, read: Reading) -> str:
    """Return how words for a person are made, by the name and by what its document tells of."""
    lead, sort = read.lead_of(name) or "".join(read.leads), sort_of(name)
    steppe = _TOLD["steppe"].search(lead) and not APART.search(name)
    if sort == "chinese" and _is_abroad(lead) and like_transcribed(name) == 1:
        sort = "transcribed"
    elif "日本" in lead and not APART.search(name):
        near = _TOLD["near"].search(lead.replace("日本", ""))
        sort = "japanese" if sort != "chinese" or not near else sort
    if sort == "transcribed":
        english = _TOLD["english"].search(lead)
        return sort if english else "steppe" if steppe else "coined"
    if steppe and not (sort == "chinese" and name[0] in CHINESE.pairs("common surnames")):
        return "steppe"
    if sort == "chinese":
        return next((p for p in PEOPLES if any(land in lead for land in p.split())), sort)
    told = name in read.about or head_of(name, "person") or "person" in read.answers.get(name, ())
    return sort or ("given" if told else "")


def _is_abroad(lead: str) -> bool:
    """Tell whether a document tells of other countries alone."""
    return not _TOLD["near"].search(lead) and any(place in lead for place in FOREIGN)


def _with_forms(entity: Entity, read: Reading) -> Entity:
    """Return an entity with all that tells its name: its parts, other names, readings and kin."""
    [name] = entity.forms
    stem, rest = name.removesuffix(head_of(name, entity.kind)), read.simple.replace(name, "\n")
    parts = list(_parts(name, stem, entity, read))
    if entity.kind in {"place", "organisation"} and not _KNOWN.match(name):
        parts += _beginnings(stem)
    others = re.findall(re.escape(name) + _TOLD["other name"].pattern, read.simple)
    parts += [each for each in others if subsequence(each, name) or each in read.votes]
    glosses = "".join(re.findall(re.escape(name) + _BRACKET.pattern, read.simple))
    for each, kinds in read.votes.items():
        spoken = kinds[entity.kind] and HAN.fullmatch(APART.sub("", each))
        glossed = each in glosses and spoken and each not in chinese_tokenizer().FREQ
        glossed = glossed and set(each).isdisjoint(name)
        parts += [each] if glossed or (stem[PAIR + 1 :] and is_variant(each, name)) else []
    forms: list[str] = []
    for each in dict.fromkeys((name, *parts)):
        if each != name and (
            each in _PLACES
            or each not in rest
            or CHINESE.language.is_of_kind(each)
            or not (_is_named(each) or len(each) == PAIR)
        ):
            continue
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            gloss = _BRACKET.match(read.texts, found.end())
            if gloss and each in name:
                told = (_TOLD["reading"].fullmatch(g) for g in re.split("[，；、,;]", gloss[1]))
                forms += [m["latin"].strip(" -") for m in told if m]
                script = _TOLD["other script"].finditer(gloss[1])
                forms += [m[0].rstrip() for m in script] if entity.kind == "person" else []
    return replace(entity, forms=tuple(dict.fromkeys(forms)))


def _parts(name: str, stem: str, entity: Entity, read: Reading) -> Iterator[str]:
    """Yield the parts by which a name may be called, and relatives who share one."""
    if len(pieces := APART.split(stem)[::2]) > 1:
        yield from (stem, "".join(pieces), *(each for each in pieces[::-1] if len(each) > 1))
        yield from (each for each in read.dotted if {*APART.split(each)[::2]} < {*pieces})
    elif entity.kind in {"place", "organisation"}:
        for each in (stem, *read.votes):
            named = len(each) > PAIR or name in read.about or _is_named(each)
            if 1 < len(each) < len(name) and each in name and named:
                yield each
    elif entity.sort in {"chinese", "japanese", *PEOPLES}:
        surname = surname_of(name, entity.sort)
        yield from (each for each in (name.removeprefix(surname), surname) if len(each) > 1)
        yield from (f"{surname}氏", f"{surname}某")
        near = "".join(s for s in re.split("(?<=[。\n])", read.documents) if name in s)
        kin = [each for each in read.votes if each.startswith(surname) and name not in each]
        kin = [each for each in kin if sort_of(each) == "chinese" and read.is_told(each)]
        kin = [each for each in kin if not (_headed(each) or _TOLD["no person"].search(each))]
        for each in kin[:_MOST_OF_KIN] if entity.sort != "japanese" else ():
            beside = f"{_TOLD['kin'].pattern}[^，。]{{0,{4 * len(each) - 7}}}{each}"
            beside += f"|{each}之?{_TOLD['kin'].pattern}"
            if (len(each) > PAIR and each in near) or re.search(beside, read.documents):
                yield each


READING = Reading


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort and gender: as texts tell them, or the words that it had.

    What is like no Chinese name, and told abroad, is transcribed.
    """
    name = simplified(entity.forms[0])
    stem = name.removesuffix(head_of(name, entity.kind))
    if entity.kind != "person":
        return replace(entity, sort=_sort_of(name, stem, entity.kind, read))
    sort, words = _sort_of_person(name, read), [name, *map(simplified, filter(None, had))]
    sort = sort or Counter(map(sort_of, words)).most_common(1)[0][0]
    foreign = sum(map(like_transcribed, words)) / len(words)
    if sort in {"", "given"} and foreign >= (1 / 2 if len(name) > PAIR else 2 / 3):
        sort = "coined"
    women = sum(gender_of(word, "") == "female" for word in words)
    gender = gender_of(name, read.documents)
    return replace(entity, sort=sort, gender="female" if women * 2 >= len(words) else gender)


def what_stays(entity: Entity, texts: Sequence[tuple[str, str]], _: Callable[[str], bool]) -> str:
    """Return what is like a name, or explains it in brackets, and is left of texts.

    Of a name half of its characters tell it.
    """
    if entity.kind in {"date", "number"}:
        return ""
    name = simplified(entity.forms[0])
    stem = name.removesuffix(head_of(name, entity.kind))
    named = entity.sort in {"chinese", "japanese", *PEOPLES}
    halves = set() if named else _halves(stem) if entity.kind == "person" else _beginnings(stem)
    tells = {*map(re.escape, halves)}
    tells |= {*filter(None, [CHINESE.pairs("what tells of places").get(name)])}
    tells |= {f"姓{surname_of(name, entity.sort)}(?![名氏])"} if named else set()
    like = re.compile("|".join(sorted(tells)) or r"(?!)")
    for text, left in texts:
        rest, simple = simplified(left), simplified(text)
        told = [like.search(rest)]
        for at in re.finditer(any_of(map(simplified, entity.forms)), simple):
            told += [_TOLD["gloss"].match(rest, at.end())] if at[0] in name else []
            told += [_TOLD["capital"].search(rest, max(at.start() - _BEFORE, 0), at.start())]
        if stays := next(filter(None, told), None):
            return stays[0]
    return ""


def _halves(stem: str) -> set[str]:
    """Return the halves of a name that are no words of the language."""
    size = max((len(stem) + 1) // 2, PAIR)
    parts = {stem[at : at + size] for at in range(len(stem) - size + 1)}
    return {part for part in parts if HAN.fullmatch(part) and part not in chinese_tokenizer().FREQ}


def _beginnings(stem: str) -> set[str]:
    """Return the beginnings of a name, of half of it or more, between two of jieba's words."""
    cut = accumulate(chinese_tokenizer().cut(stem))
    return {
        each for each in cut if PAIR <= len(each) < len(stem) <= 2 * len(each) and _is_named(each)
    }
