"""Chinese names: those of questions and answers, with the kind that marks and texts tell.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    PAIR,
    TRANSCRIBED,
    ChineseWords,
    head_of,
    simplified,
    sort_of,
)
from lvbuild.annotate.suggesting.entities import Entity, Gender, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.chinese.words import chinese_tagger, chinese_tokenizer
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

LISTS = CHINESE
PROPOSER = ChineseWords
_ASKED: Sequence[Kind] = ("person", "organisation", "title", "place")
_NAMES = {"nr", "ns", "nt", "nz"}
"""jieba's tags of names."""
_SYLLABLES, _ANY_HAN = f"[{''.join(sorted(TRANSCRIBED))}A-Z]{{1,8}}", "[\u3400-\u9fff]{1,8}"
_DOTTED = re.compile(f"{_ANY_HAN}(?:{APART.pattern}{_SYLLABLES})*{APART.pattern}{_ANY_HAN}")
_STYLES = any_of(CHINESE.lists["styles"])
_BEHIND = re.compile(f"(?:{_STYLES}|[^{''.join(sorted(TRANSCRIBED))}A-Z])+$")
_HAN = re.compile(r"[\u3400-\u9fff]{2,8}")
_LIST = re.compile(r"[、，/]|以?及|[和与]")
_NOT_NEW = re.compile(any_of(word for word in CHINESE.words["passed over"] if len(word) > PAIR))
_LEAD, _SUBJECT = 120, 15
_USUAL, _COMMON = 300, 1_000
"""Of jieba's counts: a word that names are called after seldom, and one that is none."""


class _Word(NamedTuple):
    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_transcribed(self) -> bool:
        """Whether it may be a part of a transcribed name, and no word of the language."""
        usual = chinese_tokenizer().FREQ.get(self.text, 0) > _COMMON
        return set(self.text) <= TRANSCRIBED and not (usual and self.tag[:1] in "pcudrmfv")


class _Reading:
    """Documents and what is asked of them in simplified characters, cut into words."""

    def __init__(self, documents: Sequence[str], asked: Sequence[tuple[str, str]]) -> None:
        said = [part for pair in asked for part in pair]
        self.texts = "\n".join([*documents, *said])
        self.simple = simplified(self.texts)
        self.documents = simplified("\n".join(documents))
        self.leads = [simplified(text[:_LEAD]) for text in documents]
        self.asked = [(simplified(q), bare(simplified(a))) for q, a in asked]
        self.said = simplified("\n".join(said))
        pairs = list(chinese_tagger().cut(self.simple))
        starts = accumulate((len(pair.word) for pair in pairs), initial=0)
        self.words = [_Word(p.word, p.flag, at) for p, at in zip(pairs, starts, strict=False)]

    def beside(self, name: str) -> list[tuple[str, str]]:
        """Return what stands before and after a name, wherever it stands."""
        found = (m.span() for m in re.finditer(re.escape(name), self.simple))
        return [(self.simple[max(a - 6, 0) : a], self.simple[b : b + 12]) for a, b in found]

    def gender(self, name: str) -> Gender:
        """Return the gender that pronouns tell, else the characters of a name."""
        first, she, he = APART.split(name)[0], "她" in self.simple, "他" in self.simple
        styled = any(
            CHINESE.patterns["behind women"].match(after) for _, after in self.beside(name)
        )
        subject = any(name in lead[:_SUBJECT] for lead in self.leads)
        if subject and she != he:
            return "female" if she else "male"
        if first != name:
            return "female" if first[-1] in CHINESE.words["last syllables of women"] else "male"
        told = sum(char in CHINESE.words["characters of women"] for char in name[1:])
        return "female" if styled or told > (he and not she) else "male"


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    _: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    Titles, names with dots and known places are names anywhere; what else jieba takes for one is a
    name where a text tells of what kind, or a question asks for one.
    """
    read = _Reading(documents, asked)
    titles = dict.fromkeys(m[1] for m in CHINESE.patterns["marked"].finditer(read.simple))
    marked = [t for t in titles if t in read.said and not t.isascii() and _is_title(t, read)]
    trained = trained_kinds([read.simple], CHINESE.code)
    found = [Entity("title", (title,)) for title in marked]
    found += [Entity(kind, (n,)) for n, kind in trained.items() if n in read.said and _is_new(n)]
    named = dict.fromkeys([*_foreigners(read), *_leads(read), *_answered(read), *_tagged(read)])
    asked_of = [(n, kind) for n, kind in named if n in read.said and n in read.documents]
    found += [one for name, kind in asked_of if (one := _entity(name, kind, read))]
    held = sorted({form for entity in found for form in entity.forms}, key=len)
    inner = {a for a in held for b in held if a in b and a != b}
    rest = re.sub(any_of(held), "\n", read.said) if held else read.said
    found = [one for one in found if one.forms[0] not in inner or one.forms[0] in rest]
    found += [] if CHINESE.patterns["taxon"].search("\n".join(read.leads)) else _places(read)
    return merged([_with_forms(entity, read) for entity in found])


def _is_title(name: str, read: _Reading) -> bool:
    """Tell whether what stands in marks is a title, and no name with dots; a word is if asked."""
    asked = f"《{name}》" in read.said or any(name == answer for _, answer in read.asked)
    plain = asked or name not in chinese_tokenizer().FREQ
    return plain and len(name) > 1 and _is_new(name) and not APART.search(name)


def _is_new(name: str) -> bool:
    """Tell whether a name is more than words of kind, and none that is passed over."""
    return not CHINESE.language.is_of_kind(name) and name not in CHINESE.words["passed over"]


def _is_noun(name: str) -> bool:
    """Tell whether a name, or what stands before its word of kind, is a noun of the language."""
    tags, stem = chinese_tagger().word_tag_tab, name.removesuffix(head_of(name))
    usual = stem if chinese_tokenizer().FREQ.get(stem, 0) > _USUAL else name
    return any(tags.get(word, "nz")[:2] not in _NAMES for word in (name, usual))


@cache
def _known_places() -> re.Pattern[str]:
    return re.compile(any_of([*CHINESE.places, *CHINESE.countries]))


def _headed(name: str) -> Kind | None:
    """Return the kind that the end of a name tells."""
    return next(
        (kind for kind, ends in CHINESE.ends.items() if len(name) > PAIR and name.endswith(ends)),
        None,
    )


def _entity(name: str, kind: Kind | None, read: _Reading) -> Entity | None:
    """Return a name of a kind as an entity, None where it may be something else."""
    if _DOTTED.fullmatch(name):
        return Entity("person", (name,), "transcribed", read.gender(name))
    plain = _HAN.fullmatch(name) and not CHINESE.words["no characters of names"] & set(name)
    if not plain or _is_noun(name) or _NOT_NEW.search(name) or _known_places().search(name):
        return None
    if not _is_new(name) or any(
        APART.search(after[:1] + before[-1:]) for before, after in read.beside(name)
    ):
        return None
    if kind == "person":
        sort, long = sort_of(name), len(name) == 2 * PAIR and name[0] not in CHINESE.people.surnames
        neighbour = "日本" in read.simple and (long or len(name) == PAIR + 1)
        if neighbour and sort != "transcribed" and (sort != "chinese" or len(name) > PAIR + 1):
            sort = "japanese"
        called = sort or len(name) <= PAIR + 1
        return Entity("person", (name,), sort or "chinese", read.gender(name)) if called else None
    stem = name.removesuffix(head_of(name))
    foreign = set(stem) <= TRANSCRIBED
    words = (pair.flag[:2] for pair in chinese_tagger().cut(stem))
    told = foreign or len(stem) <= PAIR or not _NAMES.isdisjoint(words)
    alone = kind == "place" and foreign and chinese_tokenizer().FREQ.get(name[-PAIR:], 0) < _COMMON
    known = told and (stem != name or alone)
    return Entity(kind, (name,), "transcribed" if foreign else "") if kind and known else None


def _foreigners(read: _Reading) -> Iterator[tuple[str, Kind]]:
    """Yield the people whose names have dots: as far as words beside these are of syllables."""
    for dotted in _DOTTED.finditer(read.simple):
        dots = [dotted.start() + dot.start() for dot in APART.finditer(dotted[0])]
        start, end = dots[0], dots[-1] + 1
        words = [w for w in read.words if w.end > dotted.start() and w.start < dotted.end()]
        for word in reversed([each for each in words if each.end <= start]):
            beside = word.end == dots[0] and word.tag[:1] in "nx"
            if word.end != start or not (beside or word.is_transcribed):
                break
            start = max(word.start, dotted.start())
        for word in [each for each in words if each.start >= end]:
            beside = word.start == dots[-1] + 1 and word.tag[:2] == "nr"
            if word.start != end or not (beside or word.is_transcribed):
                break
            end = min(word.end, dotted.end())
        name = _BEHIND.sub("", read.simple[start:end])
        if _DOTTED.fullmatch(name):
            yield name, "person"


def _leads(read: _Reading) -> Iterator[tuple[str, Kind | None]]:
    """Yield what documents are about, as their first sentence tells what it is."""
    for lead in read.leads:
        if not (found := CHINESE.patterns["lead"].match(lead)):
            continue
        text = re.sub("[（(][^（）()]*[)）]", "", lead[found.end(1) :]).partition("。")[0]
        told = [clause["told"] for clause in CHINESE.patterns["is"].finditer(text)]
        kinds = (k for each in told for k, nouns in CHINESE.nouns.items() if each.endswith(nouns))
        placed: Kind | None = "place" if CHINESE.patterns["placed"].search(lead) else None
        yield found[1], next(kinds, _headed(found[1]) or placed)


def _answered(read: _Reading) -> Iterator[tuple[str, Kind | None]]:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, answer in read.asked:
        asked = (k for k in _ASKED if any(c in question for c in CHINESE.lists[f"{k} asked"]))
        kind = next(asked, None)
        for name in [answer, *_LIST.split(answer)]:
            yield name, kind if kind == "person" and sort_of(name) else _headed(name) or kind


def _tagged(read: _Reading) -> Iterator[tuple[str, Kind | None]]:
    """Yield the names that jieba finds, people where what stands beside them tells of some."""
    told = CHINESE.patterns
    for name, tag in dict.fromkeys((word.text, word.tag[:2]) for word in read.words):
        if tag not in _NAMES or name not in read.said:
            continue
        after = told["after likely people" if len(name) > PAIR else "after people"]
        beside = read.beside(name) if tag == "nr" and sort_of(name) else []
        if set(name) <= TRANSCRIBED and any(b[-1:] in TRANSCRIBED for b, _ in beside):
            continue
        if any(told["before people"].search(b) or after.match(a) for b, a in beside):
            yield name, "person"
        elif tag != "nr":
            yield name, _headed(name)


def _places(read: _Reading) -> Iterator[Entity]:
    """Yield the known places and countries that are asked of, where words are of them alone."""
    last, found_places, left = _Word("", "", 0), dict[str, None](), set[str]()
    for word in read.words:
        before, found = last.text[-1:], _known_places().match(read.simple, word.start)
        cut = before in CHINESE.words["ends of place"] or (
            last.tag[:1] == "n" and len(last.text) == 1
        )
        last = word
        if cut or found is None or word.tag[:1] not in {"n", "x", "j"}:
            continue
        rest = read.simple[found.end() : word.end]
        other = rest and (rest in CHINESE.words["waters and mountains"] or not head_of(word.text))
        if CHINESE.patterns["no place"].match(read.simple, found.end()):
            left.add(found[0])
        elif not other:
            found_places[found[0]] = None
    for name in found_places:
        if name not in left:
            yield Entity("place", (name,), "country" if name in CHINESE.countries else "known")


def _with_forms(entity: Entity, read: _Reading) -> Entity:
    """Return an entity with parts of its name, as texts write them, and in Latin letters."""
    [name] = entity.forms
    rest = read.simple.replace(name, "")
    parts: list[str] = []
    if APART.search(name):
        pieces = [part for part in APART.split(name)[::2] if len(part) > 1]
        parts = ["".join(pieces), *pieces[::-1]]
    elif entity.kind in {"place", "organisation"}:
        parts = [name.removesuffix(head_of(name))]
    elif entity.sort in {"chinese", "japanese"}:
        double = entity.sort == "japanese" or name[:2] in CHINESE.words["double surnames"]
        parts = [name[1 + double :], name[: 1 + double]]
    alone = [p for p in parts if len(p) > 1 and p != name and p in rest]
    forms = []
    for each in (name, *(part for part in alone if part not in CHINESE.places)):
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            if latin := CHINESE.patterns["in Latin letters"].match(read.texts, found.end()):
                forms.append(latin[1].strip(" -"))
    return Entity(entity.kind, tuple(dict.fromkeys(forms)), entity.sort, entity.gender)
