"""Chinese names: found by jieba's tags, marks and what sentences tell of them.

Texts are read in simplified characters, place by place: traditional forms are read back from there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from lvbuild.annotate.suggesting import english
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
from lvbuild.annotate.suggesting.entities import Entity, Gender, any_of, merged, trained_kinds
from lvbuild.languages.characters import HAN
from lvbuild.languages.chinese.words import chinese_tagger, chinese_tokenizer
from lvbuild.tables.rows import Kind

LISTS = CHINESE
PROPOSER = ChineseWords
_ASKED: Sequence[Kind] = ("person", "organisation", "title", "place")
_NAMES = {"nr", "ns", "nt", "nz"}
"""jieba's tags of names."""
_SYLLABLES, _ANY_HAN = f"[{''.join(sorted(TRANSCRIBED))}A-Z]{{1,8}}", "[\u3400-\u9fff]{1,8}"
_DOTTED = re.compile(f"{_ANY_HAN}(?:{APART.pattern}{_SYLLABLES})*{APART.pattern}{_ANY_HAN}")
_HAN = re.compile(r"[\u3400-\u9fff]{2,8}")
_LEAD = 120
_USUAL, _COMMON = 300, 1_000
"""Of jieba's counts: a word that names are called after seldom, and one that is none."""
_LONGEST_NAME = 7


class _Word(NamedTuple):
    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_function(self) -> bool:
        """Whether it is a word of the language, and no part of a transcribed name."""
        return self.tag[:1] in "pcudrmfv" and chinese_tokenizer().FREQ.get(self.text, 0) > _COMMON


class _Reading:
    """Texts in simplified characters, cut into words, and what stands beside names in them."""

    def __init__(self, texts: Sequence[str], asked: Sequence[tuple[str, str]]) -> None:
        self.texts = "\n".join(texts)
        self.simple = simplified(self.texts)
        said = {part for pair in asked for part in pair}
        self.leads = [simplified(text[:_LEAD]) for text in texts if text not in said]
        self.asked = [(simplified(q), simplified(a).strip("。，！？《》“”「」 ")) for q, a in asked]
        self.said = "\n".join(part for pair in self.asked for part in pair)
        self.is_of_species = any(map(CHINESE.patterns["taxon"].search, self.leads))
        pairs = list(chinese_tagger().cut(self.simple))
        starts = accumulate((len(pair.word) for pair in pairs), initial=0)
        self.words = [_Word(p.word, p.flag, at) for p, at in zip(pairs, starts, strict=False)]

    def beside(self, name: str) -> list[tuple[str, str]]:
        """Return what stands before and after a name, wherever it stands."""
        found = (m.span() for m in re.finditer(re.escape(name), self.simple))
        return [(self.simple[max(a - 6, 0) : a], self.simple[b : b + 12]) for a, b in found]

    def is_person(self, name: str, sort: str) -> bool:
        """Tell whether something beside a name tells of a person; for some names little does."""
        likely = sort == "japanese" or (sort == "chinese" and len(name) > PAIR)
        told = CHINESE.patterns
        return any(
            told["before people"].search(before)
            or told["after people"].match(after)
            or (likely and told["after likely people"].match(after))
            for before, after in self.beside(name)
        )

    def whole(self, name: str) -> str:
        """Return a name with the characters that stand beside it wherever it stands.

        A transcribed one goes on with syllables, one of two characters with a third. "" is returned
        for what always stands behind one character, so that it is a part of something else.
        """
        foreign = set(name) <= TRANSCRIBED
        for _ in range(_LONGEST_NAME - len(name) if foreign else 1):
            beside = self.beside(name)
            before, after = ({b[-1:] for b, _ in beside}, {a[:1] for _, a in beside})
            if len(beside) > 1 and len(after) == 1 and HAN.match(char := after.pop()):
                name += char if char in TRANSCRIBED or len(name) == PAIR else ""
            if len(beside) > 1 and len(before) == 1 and HAN.match(char := before.pop()):
                if not foreign and not CHINESE.patterns["before people"].search(beside[0][0]):
                    return ""
                name = char + name if char in TRANSCRIBED else name
        return name

    def within(self, start: int, end: int) -> Sequence[_Word]:
        """Return the words that reach into a stretch."""
        first = max(bisect_right(self.words, start, key=lambda word: word.start) - 1, 0)
        return self.words[first : bisect_right(self.words, end - 1, key=lambda word: word.start)]

    def gender(self, name: str, *, subject: bool = False) -> Gender:
        """Return the gender that the given name's characters tell, of a subject the pronouns."""
        first = APART.split(name)[0]
        she, he = self.simple.count("她"), self.simple.count("他")
        if first != name:
            leads = CHINESE.patterns["led by a woman"]
            led = any(lead.startswith(name) and leads.search(lead) for lead in self.leads)
            woman = led or first[-1] in CHINESE.words["last syllables of women"]
            return "female" if woman else "male"
        if she == he or not subject:
            women, men = (frozenset("".join(names)) for names in CHINESE.people[1:])
            women |= CHINESE.words["characters of women"]
            she, he = (sum(c in held for c in name[1:]) for held in (women - men, men - women))
        return "female" if she > he else "male"

    def person(self, name: str, sort: str = "", *, subject: bool = False) -> Entity:
        """Return a person, of Chinese name where nothing else is told."""
        sort = sort or sort_of(name) or "chinese"
        return Entity("person", (name,), sort, self.gender(name, subject=subject))


def find_names(
    texts: Sequence[str],
    asked: Sequence[tuple[str, str]],
    _: Callable[[str], bool] = lambda _: False,
) -> list[Entity]:
    """Return the names of texts, each with its forms; `asked` are questions with an answer.

    What jieba alone takes for a name is one where more tells so, and nowhere but in questions and
    answers; titles, names with dots and known places are names anywhere.
    """
    read = _Reading(texts, asked)
    titles = dict.fromkeys(m[1] for m in CHINESE.patterns["marked"].finditer(read.simple))
    found = [
        *(Entity("title", (title,)) for title in titles if _is_title(title, read)),
        *_foreigners(read),
        *_leads(read),
        *_answered(read),
        *(
            Entity(kind, (name,), (kind == "person" and sort_of(name)) or "", read.gender(name))
            for name, kind in trained_kinds([read.simple], CHINESE.code).items()
            if name in read.said and _is_new(name) and not _holds_place(name)
        ),
        *(() if read.is_of_species else (*_places(read), *_tagged(read))),
    ]
    named = [_with_forms(entity, read) for entity in _whole(found, read)]
    return merged([*named, *_latin(read)])


def _is_title(name: str, read: _Reading) -> bool:
    """Tell whether what stands in marks is a title, and no name with dots; a word is if asked."""
    asked = any(name == each.strip("〈〉") for pair in read.asked for each in pair)
    plain = asked or name not in chinese_tokenizer().FREQ
    return plain and _is_new(name) and not APART.search(name)


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


def _holds_place(name: str) -> bool:
    return _known_places().search(name) is not None


def _headed(name: str) -> Kind | None:
    """Return the kind that the end of a name tells."""
    return next(
        (kind for kind, ends in CHINESE.ends.items() if len(name) > PAIR and name.endswith(ends)),
        None,
    )


def _described(text: str) -> Kind | None:
    """Return the kind that a sentence tells by the last noun of a clause: is a singer of a town."""
    text = re.sub("[（(][^（）()]*[)）]", "", text).partition("。")[0]
    if CHINESE.patterns["styled"].match(text):
        return "person"
    told = (clause["told"] for clause in CHINESE.patterns["is"].finditer(text))
    return next(
        (kind for each in told for kind, nouns in CHINESE.nouns.items() if each.endswith(nouns)),
        None,
    )


def _whole(entities: Sequence[Entity], read: _Reading) -> list[Entity]:
    """Return entities, each once, without those that stand within names and titles alone."""
    seen: dict[str, Entity] = {}
    for entity in entities:
        seen.setdefault(entity.forms[0], entity)
    whole = [name for name, one in seen.items() if one.kind in {"person", "title"}]
    rest = re.sub(any_of(whole), "\n", read.simple) if whole else read.simple
    return [one for name, one in seen.items() if name in whole or name in rest]


def _foreigners(read: _Reading) -> Iterator[Entity]:
    """Yield the people whose names have dots, with the parts that stand alone."""
    for name in dict.fromkeys(_trimmed(found, read) for found in _DOTTED.finditer(read.simple)):
        if re.fullmatch(f".+{APART.pattern}.+", name):
            parts = [part for part in APART.split(name)[::2] if len(part) > 1]
            rest = read.simple.replace(name, "")
            alone = [
                p for p in ("".join(parts), *parts[::-1]) if p in rest and p not in CHINESE.places
            ]
            forms = tuple(dict.fromkeys([name, *alone]))
            yield Entity("person", forms, "transcribed", read.gender(name))


def _trimmed(found: re.Match[str], read: _Reading) -> str:
    """Return a name with dots, that reaches as far as words beside the dots or syllables do."""
    text, dots = found.string, [dot.start() for dot in APART.finditer(found[0])]
    first, last = found.start() + dots[0], found.start() + dots[-1] + 1
    start, end = first, last
    while start > found.start() and text[start - 1] in TRANSCRIBED:
        start -= 1
    while end < found.end() and text[end] in TRANSCRIBED:
        end += 1
    for word in read.within(*found.span()):
        if word.end < first and (
            word.start < start < word.end or (start <= word.start and word.is_function)
        ):
            start = word.end
        elif word.end == first:
            start = min(start, word.start)
        elif word.start == last and word.tag[:1] in "nx" and word.end <= found.end():
            end = max(end, word.end)
        elif last < word.start < end and (
            word.is_function or (word.end > end and word.text in chinese_tokenizer().FREQ)
        ):
            end = word.start
    while end > last + 1 and text[end - 1] in CHINESE.words["no ends of people"]:
        end -= 1
    return text[start:end]


def _leads(read: _Reading) -> Iterator[Entity]:
    """Yield what texts are about and questions name, as their first sentence tells what it is."""
    told = CHINESE.patterns
    for lead in read.leads:
        found = told["lead"].match(lead)
        name = found[1] if found else ""
        if not found or name not in read.said or not _is_new(name) or APART.search(name):
            continue
        if read.is_of_species or _is_noun(name) or _known_places().fullmatch(name):
            continue
        kind = _described(lead[found.end(1) :]) or _headed(name)
        if kind is None and set(name) <= TRANSCRIBED and told["placed"].search(lead):
            kind = "place"
        neighbour = "日本" in lead and len(name) in {PAIR + 1, 2 * PAIR}
        if kind == "person" and (sort_of(name) or neighbour or len(name) <= PAIR + 1):
            sort = "japanese" if neighbour and sort_of(name) != "transcribed" else ""
            yield read.person(name, sort, subject=True)
        elif kind and kind != "person" and not _holds_place(name):
            yield Entity(kind, (name,))


def _answered(read: _Reading) -> Iterator[Entity]:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, answer in read.asked:
        cued = (
            kind for kind in _ASKED if any(c in question for c in CHINESE.lists[f"{kind} asked"])
        )
        kind = next(cued, None)
        if kind != "person" or not sort_of(answer):
            kind = _headed(answer) or kind
        plain = _HAN.fullmatch(answer) and not CHINESE.words["no characters of names"] & set(answer)
        if not plain or kind is None or not _is_new(answer) or _holds_place(answer):
            continue
        if kind == "place" and not _headed(answer) and not set(answer) <= TRANSCRIBED:
            continue
        neighbour = "日本" in read.simple and len(answer) == 2 * PAIR and not sort_of(answer)
        called = sort_of(answer) or neighbour or len(answer) <= PAIR + 1
        if kind == "person" and called and not _is_noun(answer):
            yield read.person(answer, "japanese" if neighbour else "")
        elif kind == "title" or (kind != "person" and not _is_noun(answer)):
            yield Entity(kind, (answer,))


def _places(read: _Reading) -> Iterator[Entity]:
    """Yield the known places and countries of texts, where words begin."""
    last = _Word("", "", 0)
    for word in read.words:
        before = last.text[-1:]
        cut = before in CHINESE.words["ends of places"] or (
            last.tag[:1] == "n" and len(last.text) == 1
        )
        last = word
        found = _known_places().match(read.simple, word.start)
        if cut or found is None or word.tag[:1] not in {"n", "x", "j"}:
            continue
        if not CHINESE.patterns["no place"].match(read.simple, found.end()):
            sort = "country" if found[0] in CHINESE.countries else "known"
            yield Entity("place", (found[0],), sort)


def _tagged(read: _Reading) -> Iterator[Entity]:
    """Yield the names that jieba finds in questions and answers, where more tells so."""
    called = ((m[1], "nr") for m in CHINESE.patterns["called"].finditer(read.simple))
    at = CHINESE.patterns["before places"]
    for found, tag in dict.fromkeys([*_joined(read.words), *called]):
        if tag not in _NAMES or found not in read.said or not _HAN.fullmatch(found):
            continue
        name = read.whole(found) if tag == "nr" else found
        if not name or not _is_new(name) or _holds_place(name):
            continue
        if any(APART.search(after[:1] + before[-1:]) for before, after in read.beside(name)):
            continue
        sort, headed = sort_of(name), _headed(name)
        if headed and tag != "nr" and not _is_noun(name):
            yield Entity(headed, (name,))
        elif sort == "transcribed" and any(at.search(b) for b, _ in read.beside(name)):
            yield Entity("place", (name,), "transcribed")
        elif sort and read.is_person(name, sort) and not _is_noun(name):
            yield read.person(name)


def _joined(words: Sequence[_Word]) -> Iterator[tuple[str, str]]:
    """Yield words with the first part of their tags, those of syllables alone in a row as one."""
    name = ""
    for word in (*words, _Word("", "", 0)):
        tag, foreign = word.tag[:2], bool(word.text) and set(word.text) <= TRANSCRIBED
        if foreign and tag[:1] in {"n", "x"} and (name or tag in _NAMES):
            name += word.text
            continue
        if name:
            yield name, "nr"
            name = ""
        yield word.text, tag


def _with_forms(entity: Entity, read: _Reading) -> Entity:
    """Return an entity with parts of its name, as texts write them, and in Latin letters."""
    [name, *others] = entity.forms
    rest = read.simple.replace(name, "")
    parts = [name.removesuffix(head_of(name))] if entity.kind in {"place", "organisation"} else []
    if entity.sort in {"chinese", "japanese"}:
        size = (
            PAIR if entity.sort == "japanese" or name[:2] in CHINESE.words["double surnames"] else 1
        )
        parts = [name[size:], name[:size]]
    others += [
        p for p in parts if len(p) > 1 and p != name and p in rest and p not in CHINESE.places
    ]
    forms = []
    for each in (name, *others):
        for found in re.finditer(re.escape(each), read.simple):
            forms.append(read.texts[slice(*found.span())])
            if latin := CHINESE.patterns["in Latin letters"].match(read.texts, found.end()):
                forms.append(latin[1].strip(" -"))
    return Entity(entity.kind, tuple(dict.fromkeys(forms)), entity.sort, entity.gender)


def _latin(read: _Reading) -> Iterator[Entity]:
    """Yield the names in Latin letters that questions and answers have, as English ones."""
    names = dict.fromkeys(m[0].strip() for m in CHINESE.patterns["latin"].finditer(read.said))
    if names:
        texts = [f"{name}." for name in names] + [
            m[0] for m in CHINESE.patterns["latin"].finditer(read.texts)
        ]
        for entity in english.find_names(texts, [("", name) for name in names], lambda _: False):
            if not all(form.isupper() for form in entity.forms):
                yield Entity(entity.kind, entity.forms, "latin", entity.gender)
