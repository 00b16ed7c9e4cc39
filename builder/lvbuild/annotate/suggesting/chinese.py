"""Chinese names: those of questions and answers, with the kind that texts give evidence of.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from lvbuild.annotate.suggesting.chinese_words import (
    APART,
    CHINESE,
    PAIR,
    TRANSCRIBED,
    ChineseWords,
    head_of,
    japanese_surnames,
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
_TOLD = CHINESE.patterns
_ASKED: Sequence[Kind] = ("person", "organisation", "title", "place")
_NAMES = {"nr", "ns", "nt", "nz"}
_NO_NAMES = frozenset("vpcdfur")
"""jieba's tags of names, and of what opens none."""
_SYLLABLES = f"[{''.join(sorted(TRANSCRIBED))}A-Z]{{1,8}}"
_DOTTED = re.compile(f"{_SYLLABLES}(?:{APART.pattern}{_SYLLABLES})+")
_HAN = re.compile(r"[\u3400-\u9fff]{2,12}")
_LIST = re.compile(r"[、/]|以?及|[和与]")
_IN_BRACKETS = re.compile(r"\s*[（(][^（）()]*[)）]")
_NOT_NEW = re.compile(any_of(word for word in CHINESE.words["passed over"] if len(word) > PAIR))
_STYLES = re.compile(any_of(CHINESE.lists["styles"]))
_LEAD, _SUBJECT = 120, 15
_MOST_OF_PERSON = 4
_USUAL = 300
"""Of jieba's counts: that of a word that names are called after seldom."""

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
        self.asked = [(simplified(q), bare(simplified(a))) for q, a in asked]
        self.said = simplified("\n".join(said))
        pairs = list(chinese_tagger().cut(self.simple))
        starts = accumulate((len(pair.word) for pair in pairs), initial=0)
        self.trained = trained_kinds([self.simple], CHINESE.code)
        self.words = [_Word(p.word, p.flag, at) for p, at in zip(pairs, starts, strict=False)]

    def beside(self, name: str) -> list[tuple[str, str]]:
        """Return what stands before and after a name, wherever it stands."""
        found = (m.span() for m in re.finditer(re.escape(name), self.simple))
        return [(self.simple[max(a - 6, 0) : a], self.simple[b : b + 12]) for a, b in found]

    def is_whole(self, name: str) -> bool:
        """Tell whether a name that is asked of is no part of one with dots or in kana."""
        part = re.compile(f"{APART.pattern}|[\u3040-\u30ff]")
        return (
            name in self.said
            and name in self.documents
            and not any(part.search(b[-1:] + a[:1]) for b, a in self.beside(name))
        )

    def is_alone(self, name: str, others: Iterable[str]) -> bool:
        """Tell whether a name is asked of where it is no part of a longer one of some others."""
        longer = [other for other in others if name in other and name != other]
        return not longer or name in re.sub(any_of(longer), "\n", self.said)

    def gender(self, name: str) -> Gender:
        """Return the gender that pronouns tell, else the characters of a name."""
        first, she, he = APART.split(name)[0], "她" in self.simple, "他" in self.simple
        styled = any(_TOLD["behind women"].match(after) for _, after in self.beside(name))
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
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    What documents are about, as their `titles` say, works in marks, answers and names with dots
    are whole names; what else jieba takes for one is where its neighbours tell of what kind.
    """
    read = _Reading(documents, asked, titles)
    kinds: dict[str, Kind | None] = {}
    for name, kind in chain(
        _works(read), read.trained.items(), _about(read), _answered(read), _dotted(read)
    ):
        kinds[name] = kinds.get(name) or kind
    found = [one for name, kind in kinds.items() if (one := _entity(name, kind, read))]
    told = "\n".join(form for entity in found for form in entity.forms)
    others = ((name, kind) for name, kind in _tagged(read) if name not in told)
    found += [one for name, kind in others if (one := _entity(name, kind, read))]
    held = {form for entity in found for form in entity.forms}
    found = [one for one in found if read.is_alone(one.forms[0], held)]
    found += [] if _TOLD["taxon"].search("\n".join(read.leads)) else _places(read)
    return merged([_with_forms(entity, read) for entity in found])


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


def _works(read: _Reading) -> Told:
    """Yield the titles in marks; one that is a word of the language only where it is asked of."""
    for name in dict.fromkeys(m[1] for m in _TOLD["marked"].finditer(read.simple)):
        asked = f"《{name}》" in read.said or any(name == answer for _, answer in read.asked)
        if len(name) > 1 and (asked or name not in chinese_tokenizer().FREQ):
            yield name, "title"


def _about(read: _Reading) -> Told:
    """Yield what documents are about, with the kind that their first sentences tell."""
    for title, lead in zip([*read.titles, *[""] * len(read.leads)], read.leads, strict=False):
        found = _TOLD["lead"].match(lead)
        for name in dict.fromkeys(filter(None, (title, found[1] if found else ""))):
            text = lead[lead.find(name) + len(name) :] if name in lead else lead
            text = _IN_BRACKETS.sub("", text).partition("。")[0]
            told = [clause["told"] for clause in _TOLD["is"].finditer(text)]
            kinds = (k for each in told for k, ns in CHINESE.nouns.items() if each.endswith(ns))
            placed: Kind | None = "place" if _TOLD["placed"].match(text) else None
            lived = len(name) <= _MOST_OF_PERSON and re.search(
                f"{re.escape(name)}(?:{_TOLD['lived'].pattern})", lead
            )
            taxon = _TOLD["taxon"].search(lead)
            kind = next(kinds, _headed(name) or placed)
            yield name, "person" if lived else None if taxon and kind == "place" else kind


def _answered(read: _Reading) -> Told:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, answer in read.asked:
        asked = (k for k in _ASKED if any(c in question for c in CHINESE.lists[f"{k} asked"]))
        kind = next(asked, None)
        for each in dict.fromkeys([answer, *_LIST.split(answer)]):
            name = _TOLD["beside dotted"].sub("", each) if APART.search(each) else each
            headed = _headed(name)
            called = APART.search(name) or sort_of(name)
            yield name, kind if kind == "person" and not headed and called else headed


def _dotted(read: _Reading) -> Told:
    """Yield the people whose names have dots: as much as question and documents have alike."""
    edges = {word.start for word in read.words}
    for found in _DOTTED.finditer(read.said):
        parts = APART.split(found[0])
        lefts = (parts[0][at:] for at in range(len(parts[0])))
        rights = [parts[-1][:end] for end in range(len(parts[-1]), 0, -1)]
        whole = ("".join([left, *parts[1:-1], right]) for left in lefts for right in rights)
        alike = [name for name in whole if name in read.documents]
        spans = ((n, m.span()) for n in alike for m in re.finditer(re.escape(n), read.simple))
        bounded = (name for name, span in spans if edges.issuperset(span))
        if (name := next(bounded, "")) and not _headed(name):
            yield _TOLD["beside dotted"].sub("", name), "person"


def _tagged(read: _Reading) -> Told:
    """Yield the names that jieba finds, people where what stands beside them tells of some."""
    for name, tag in dict.fromkeys((word.text, word.tag[:2]) for word in read.words):
        if tag not in _NAMES or name not in read.said:
            continue
        beside = read.beside(name) if tag == "nr" and sort_of(name) else []
        cut = set(name) <= TRANSCRIBED and any(b[-1:] in TRANSCRIBED for b, _ in beside)
        likely = len(name) > PAIR and sort_of(name) == "chinese"
        after = _TOLD["after likely people" if likely else "after people"]
        told = any(_TOLD["before people"].search(b) or after.match(a) for b, a in beside)
        cut = cut or any(_TOLD["within a name"].match(a) for _, a in beside)
        yield name, "person" if told and not cut else _headed(name) if tag != "nr" else None


def _entity(name: str, kind: Kind | None, read: _Reading) -> Entity | None:
    """Return a name of a kind as an entity, None where it may be something else."""
    if kind is None or name in CHINESE.places or not read.is_whole(name):
        return None
    if name in read.trained:
        return Entity(kind, (name,))
    if kind == "title":
        return Entity("title", (name,)) if not name.isascii() and _is_new(name) else None
    if kind == "person":
        return _person(name, read)
    plain = _HAN.fullmatch(APART.sub("", name)) and _is_new(name)
    joined = (CHINESE.words["no characters of names"] | {"之"}) & set(name)
    if (
        not plain
        or joined
        or _is_noun(name)
        or _NOT_NEW.search(name)
        or _known_places().search(name)
    ):
        return None
    stem = name.removesuffix(head_of(name))
    foreign = set(APART.sub("", stem)) <= TRANSCRIBED
    opens = next(chinese_tagger().cut(stem)).flag[:2]
    about = name in read.titles or (len(stem) <= PAIR and opens[:1] not in _NO_NAMES)
    told = foreign or about or opens in _NAMES
    known = told and (stem != name or name in read.titles)
    return Entity(kind, (name,), "transcribed" if foreign else "") if known else None


def _person(name: str, read: _Reading) -> Entity | None:
    """Return a person, None where the name is none: one with dots, of syllables or a surname's."""
    if _STYLES.search(name):
        return None
    if APART.search(name) and _HAN.fullmatch(APART.sub("", name)):
        return Entity("person", (name,), "transcribed", read.gender(name))
    if not _HAN.fullmatch(name) or _is_noun(name) or name[-1] in CHINESE.words["ends of rank"]:
        return None
    if name not in read.titles and (_headed(name) or head_of(name)):
        return None
    odd = CHINESE.words["no characters of names"] & set(name) and name not in read.titles
    if not _is_new(name) or odd:
        return None
    sort, known = sort_of(name), name[0] in CHINESE.people.surnames
    double = name[:PAIR] in CHINESE.words["double surnames"]
    if "日本" in "".join(read.leads) and len(name) == 2 * PAIR and not double:
        sort = "japanese"
    if sort in {"", "transcribed"} and name in read.titles and len(name) <= _MOST_OF_PERSON:
        # Who is foreign has a name in Latin letters, too.
        foreign = not known and re.search("[A-Za-z]", "".join(read.leads))
        sort = "transcribed" if foreign else "chinese"
    return Entity("person", (name,), sort, read.gender(name)) if sort else None


def _places(read: _Reading) -> Iterator[Entity]:
    """Yield the known places and countries that are asked of, where words are of them alone."""
    last, found_places, left = _Word("", "", 0), dict[str, None](), set[str]()
    dotted = {at for found in _DOTTED.finditer(read.simple) for at in range(*found.span())}
    for word in read.words:
        before, found = last.text[-1:], _known_places().match(read.simple, word.start)
        joins = last.tag[:1] == "n" or before in TRANSCRIBED
        cut = before in CHINESE.words["ends of place"] or (joins and len(last.text) == 1)
        last = word
        if cut or found is None or word.start in dotted or word.tag[:1] not in {"n", "x", "j"}:
            continue
        rest = read.simple[found.end() : word.start + len(word.text)]
        other = rest and (rest in CHINESE.words["waters and mountains"] or not head_of(word.text))
        if _TOLD["no place"].match(read.simple, found.end()):
            left.add(found[0])
        elif not other:
            found_places[found[0]] = None
    for name in found_places:
        if name not in left:
            yield Entity("place", (name,), "country" if name in CHINESE.countries else "known")


def _with_forms(entity: Entity, read: _Reading) -> Entity:
    """Return an entity with parts of its name, as texts write them, and in Latin letters."""
    [name] = entity.forms
    rest, stem = read.simple.replace(name, ""), name.removesuffix(head_of(name))
    parts: list[str] = []
    if entity.kind in {"place", "organisation"}:
        parts = [stem]
    elif APART.search(name):
        pieces = [part for part in APART.split(name)[::2] if len(part) > 1]
        parts = ["".join(pieces), *pieces[::-1]]
    elif entity.sort in {"chinese", "japanese"}:
        double = name[:PAIR] in CHINESE.words["double surnames"] | japanese_surnames()
        # A Chinese surname alone may be anybody's.
        parts = [name[1 + double :], name[:PAIR] if entity.sort == "japanese" else ""]
    alone = [p for p in parts if len(p) > 1 and p != name and p in rest]
    forms = []
    for each in (name, *(part for part in alone if part not in CHINESE.places)):
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            if latin := _TOLD["in Latin letters"].match(read.texts, found.end()):
                forms.append(latin[1].strip(" -"))
    return Entity(entity.kind, tuple(dict.fromkeys(forms)), entity.sort, entity.gender)
