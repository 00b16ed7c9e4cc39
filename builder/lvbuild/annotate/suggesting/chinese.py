"""Chinese names: those of questions and answers, with the kind that texts give evidence of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from lvbuild.annotate.suggesting.chinese_names import (
    APART,
    CHINESE,
    HAN,
    PAIR,
    foreignness,
    gender_of,
    head_of,
    simplified,
    sort_of,
    surname_of,
    surnames,
    words_of_sort,
)
from lvbuild.annotate.suggesting.chinese_reading import (
    KNOWN,
    LEAD,
    MARKS,
    PLACES,
    TAGS,
    Reading,
    is_phrase,
    is_word,
)
from lvbuild.annotate.suggesting.chinese_words import ChineseWords, subsequence
from lvbuild.annotate.suggesting.entities import Entity, Gender, merged
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.words import chinese_tokenizer, chinese_words, is_sort
from lvbuild.tables.rows import Kind

LISTS = CHINESE
PROPOSER = ChineseWords
READING = Reading
_TOLD = CHINESE.patterns
_LATIN = re.compile(r"[A-Z][\w.'&-]*(?: [A-Z0-9][\w.'&-]*)*", re.ASCII)
_LIST = re.compile(r"[、/，；]|以?及|(?<!共)[和与]")
_BRACKET = re.compile(r"[」”》]?\s*[（(]([^（）()]*)")
_KIN = "[父母子祖弟兄孙女侄叔姐妹妻]"
_LONGEST, _MOST_OF_KIN, _SURE = 14, 6, 2
_COMMON, _SYLLABLES = 300, 6
"""Of jieba's counts, that of a word that distinguishes nothing; the most that a word is made of."""


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    common: Callable[[str], bool] = lambda _: False,
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    What documents are about, works in marks, answers, and what the tagger takes for a name are
    names where two signs say so; of names within others the longest is one.
    """
    read = Reading(documents, asked, common, titles)
    told = [name for name in read.votes if read.is_told(name)]
    names = dict.fromkeys([*read.about, *read.marked, *_answered(read), *told])
    names |= dict.fromkeys(_LATIN.findall(read.said))
    within = (known for name in told for known in KNOWN.finditer(name))
    names |= dict.fromkeys(known[known[0][-1] != "县"] for known in within)
    held = {name: APART.split(read.full(name)) for name in names if name in read.said}
    said = [name for name, pieces in held.items() if pieces[-1] in read.documents]
    longest = re.findall(any_of(said), read.said) if said else []
    found = (e for name in dict.fromkeys(map(read.full, longest)) for e in _entities(name, read))
    return merged([_with_forms(entity, read) for entity in found])


def _answered(read: Reading) -> Iterator[str]:
    """Yield short answers, and what they list."""
    for answer, kinds in read.answers.items():
        for each in dict.fromkeys([answer, *_LIST.split(answer)]):
            name = each.strip(MARKS)
            name = name.removesuffix("人") if kinds[:1] == ["place"] else name
            whole = each == answer and kinds and not _LIST.search(name) and not is_phrase(name)
            ends = (name.removesuffix(held) for held in read.votes)
            whole = whole and not any(is_word(rest) for rest in ends if rest and rest != name)
            if 1 < len(name) <= _LONGEST and (name in read.votes or whole):
                yield name


def _entities(name: str, read: Reading) -> Iterator[Entity]:
    """Yield what is replaced for a name: the known places before it, and the rest."""
    kind, whole = read.kind_of(name), name
    while kind in {"place", "organisation"} and (known := KNOWN.match(name)):
        rest = name[known.end() :]
        country = known[1] in CHINESE.countries
        if rest and (country or not CHINESE.places[known[1]]):
            break  # what bears a name that stays changes as a whole
        if known[0] != known[1] and known[0].endswith("县"):
            yield Entity("place", (known[0],), _sort_of(known[0], "place", read))
        elif not read.is_cut(known[1]):
            yield Entity("place", (known[1],), "country" if country else "known")
        name = rest
    stem = name.removesuffix(head_of(name, kind)) if kind else name
    if kind and len(name) > 1 and (name == whole or (len(stem) >= PAIR and not is_word(stem))):
        sort = _sort_of_person(name, read) if kind == "person" else _sort_of(name, kind, read)
        if _is_name(name, kind, sort, whole, read):
            yield Entity(kind, (name,), sort, gender_of(name, read.documents))
        elif kind in {"place", "organisation"}:  # a place within, of the same country
            inner = (k[1] for k in KNOWN.finditer(name) if k[1] in CHINESE.places)
            yield from (Entity("place", (n,), "known") for n in inner if not read.is_cut(n))


def _is_name(name: str, kind: Kind, sort: str, whole: str, read: Reading) -> bool:
    """Tell whether two signs say that a name is one of its kind.

    Signs are the tagger's word, a pipeline's, a document about it, what is asked for, and shape.
    """
    if _is_none(name, kind, sort, read):
        return False
    if name.isascii():
        return len(name) > PAIR and not _TOLD["no latin"].fullmatch(name)
    if kind == "title":
        return name in read.marked or name in read.about
    alike: list[Kind] = [kind] if kind == "person" else ["place", "organisation"]
    about, voted = read.described(name) == kind, sum(read.votes[name][each] for each in alike)
    items = ((kinds, re.split(_LIST, answer)) for answer, kinds in read.answers.items())
    asked = any(kind in kinds and name in each for kinds, each in items)
    listed = TAGS.get(chinese_words().tag(name)[:PAIR]) == kind
    foreign = sort == "transcribed"
    if kind == "person":
        shaped = len(name) > PAIR and not (foreign and not APART.search(name))
    else:
        shaped = foreign or head_of(name, kind) != ""
    shaped = shaped or listed or name != whole
    signs = [read.is_told(whole) and voted, voted >= LEAD, about, asked, shaped]
    return sum(map(bool, signs)) >= _SURE


def _is_none(name: str, kind: Kind, sort: str, read: Reading) -> bool:
    """Tell whether something says that a name is none: words, halves, and what stays."""
    if _TOLD[f"no {kind}"].search(name) or (kind == "person" and not sort):
        return True
    if name.isascii():
        return False
    known, stem = KNOWN.match(name), name.removesuffix(head_of(name, kind))
    left = known and kind in {"place", "organisation"} and not CHINESE.places.get(known[1])
    word = is_word(name) and name not in read.marked
    return bool(
        left
        or word
        or (kind == "place" and is_word(stem, _COMMON))
        or any(map(name.startswith, CHINESE.words["passed over"]))
        or not HAN.fullmatch(APART.sub("", name))
        or (kind != "title" and not APART.search(name) and read.is_cut(name))
    )


def _sort_of(name: str, kind: Kind, read: Reading) -> str:
    """Return how words are made for what is no person, by itself and by what its document tells."""
    lead, stem = read.lead_of(name) or "".join(read.leads), name.removesuffix(head_of(name, kind))
    if kind == "title" or KNOWN.match(stem):
        return ""
    if kind == "place" and _TOLD["japan"].search(lead) and len(stem) <= 2 * PAIR:
        return "japanese"
    least = 0.2 + 0.4 * (len(stem) <= PAIR)
    return "transcribed" if APART.search(stem) or foreignness(stem) > least else ""


def _sort_of_person(name: str, read: Reading) -> str:
    """Return how words for a person are made, by the name and by what its document tells of."""
    lead, sort = read.lead_of(name) or "".join(read.leads), sort_of(name)
    if head := head_of(name, "person"):
        stem = name.removesuffix(head)
        return sort_of(stem) if len(stem) > 1 else "chinese" if stem in surnames() else ""
    if sort == "chinese" and _TOLD["japan"].search(lead):
        return sort if _TOLD["near"].search(_TOLD["japan"].sub("", lead)) else "japanese"
    told = name in read.about or "person" in read.answers.get(name, ())
    return sort or "chinese" * (told and len(name) <= PAIR + 1 and bool(read.votes[name]["person"]))


def _with_forms(entity: Entity, read: Reading) -> Entity:
    """Return an entity with all that tells its name: its parts, other names and readings."""
    [name] = entity.forms
    stem, rest = name.removesuffix(head_of(name, entity.kind)), read.simple.replace(name, "\n")
    parts = list(_parts(name, stem, entity, read))
    glosses = re.findall(re.escape(name) + _BRACKET.pattern, read.simple)
    others = re.findall(re.escape(name) + _TOLD["other name"].pattern, read.simple)
    others += _TOLD["other name"].findall("".join(f"，{each}" for each in glosses)) + glosses
    others = [each for each in others if HAN.match(each)]
    parts += [each for each in others if subsequence(each, name) or each in read.votes]
    forms: list[str] = []
    for each in dict.fromkeys((name, *parts)):
        own = each == stem and name in read.about and entity.kind == "place"
        word = each in PLACES or (not own and (is_word(each) or is_sort(each)))
        if each != name and (word or each not in rest):
            continue
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            gloss = _BRACKET.match(read.texts, found.end())
            if gloss and each in name:
                told = (_TOLD["reading"].fullmatch(g) for g in re.split("[，；、,;]", gloss[1]))
                forms += [m["latin"].strip(" -") for m in told if m]
    return replace(entity, forms=tuple(dict.fromkeys(forms)))


def _parts(name: str, stem: str, entity: Entity, read: Reading) -> Iterator[str]:
    """Yield the parts by which a name may be called."""
    if len(pieces := APART.split(stem)[::2]) > 1:
        yield from (stem, "".join(pieces), *(each for each in pieces[::-1] if len(each) > 1))
        yield from (each for each in read.dotted if {*APART.split(each)[::2]} < {*pieces})
    elif entity.kind in {"place", "organisation"}:
        cut = chinese_tokenizer().cut(stem, HMM=False) if not entity.sort else [stem]
        *begins, _ = accumulate([*cut, *words_of_sort(name, entity.kind), ""])
        yield from (each for each in reversed(begins) if each[1:] and each.strip() == each)
    elif entity.sort in {"chinese", "japanese"}:
        surname = surname_of(name, entity.sort)
        yield from (each for each in (name.removeprefix(surname), surname) if len(each) > 1)
        yield f"{surname}氏"
        people = (o for o in read.votes if o[0] == surname and name not in o)
        kin = (o for o in people if read.votes[o]["person"] and not read.is_cut(o))
        near = "{0}[^，。]{{0,4}}{1}|{1}之?{0}"
        yield from (o for o in kin if re.search(near.format(_KIN, o), read.documents))


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort and gender: as texts tell them, or the words that it had.

    What is like no Chinese name, and told abroad, is transcribed.
    """
    name = simplified(entity.forms[0])
    if entity.kind != "person":
        return replace(entity, sort=_sort_of(name, entity.kind, read))
    sort, words = _sort_of_person(name, read), [name, *map(simplified, filter(None, had))]
    sort = sort or Counter(map(sort_of, words)).most_common(1)[0][0]
    if not sort and foreignness("".join(words)) > 0:
        sort = "transcribed"
    genders = Counter[Gender](filter(None, (gender_of(word, "") for word in words[1:])))
    told = gender_of(name, read.documents) or "male"
    return replace(entity, sort=sort, gender=max(genders, key=genders.__getitem__, default=told))


def what_tells(entity: Entity, _: Callable[[str], bool]) -> str:
    """Return a pattern of the halves of a name that are no words, "" where it has none.

    Of people and what is foreign all of them tell it, of others the first.
    """
    name = simplified(entity.forms[0])
    stem = name.removesuffix(head_of(name, entity.kind))
    size = max((len(stem) + 1) // 2, PAIR)
    every = entity.kind == "person" or entity.sort == "transcribed"
    parts = {stem[at : at + size] for at in range(len(stem) - size + 1 if every else 1)} - {stem}
    halves = {part for part in parts if HAN.fullmatch(part) and not chinese_words().tag(part)}
    return any_of(halves) if halves else ""
