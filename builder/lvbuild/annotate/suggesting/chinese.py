"""Chinese names: found by jieba's tags, marks and what sentences tell of them, and new ones.

Texts are read in simplified characters, place by place, and new words written as the texts are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from typing import NamedTuple

from lvbuild.annotate.suggesting import english
from lvbuild.annotate.suggesting.entities import (
    CHOICES,
    Entity,
    Figures,
    Gender,
    UsedWords,
    Vocabulary,
    Words,
    any_of,
    choose,
    merged,
    read_people,
)
from lvbuild.annotate.suggesting.proposing import Proposer
from lvbuild.core.seeds import Draws
from lvbuild.languages.characters import HAN, converter, script, to_simplified
from lvbuild.languages.chinese.words import VOCABULARY, chinese_tagger, chinese_tokenizer
from lvbuild.tables.rows import Kind


def simplified(text: str) -> str:
    """Return a text in simplified characters, each in its place."""
    simple = to_simplified()(text)
    return simple if len(simple) == len(text) else "".join(map(to_simplified(), text))


class ChineseVocabulary(Vocabulary):
    """The words of Chinese; those of traditional texts are known as other regions write them."""

    @staticmethod
    def fold(text: str) -> str:
        """Return a text in simplified characters, each in its place."""
        return simplified(text)

    def _sorts(self, prefix: str) -> Mapping[str, Sequence[str]]:
        """Return the places of sections, by what other regions call them too."""
        found = super()._sorts(prefix)
        ways = [converter(way) for way in ("s2twp", "s2hk")]
        return found | {simplified(way(name)): found[name] for way in ways for name in found}


LISTS = ChineseVocabulary("zh")
_PLACES, _ORGANISATIONS = LISTS.lists["ends of places"], LISTS.lists["ends of organisations"]
_SYLLABLES = ("first syllables", "middle syllables", "last syllables", "other syllables")
_TRANSCRIBED = frozenset("".join(word for name in _SYLLABLES for word in LISTS.lists[name])) - {"·"}
_USUAL = frozenset("".join(word for name in _SYLLABLES[:3] for word in LISTS.lists[name]))
_SURNAMES = tuple(dict.fromkeys(map(simplified, VOCABULARY["common surnames"])))
_DOTS = "·・‧•･．"
_DOTTED = re.compile(
    "[\u3400-\u9fff]{{1,8}}(?:[{0}][{1}A-Z]{{1,8}})*[{0}][\u3400-\u9fff]{{1,8}}".format(
        _DOTS, "".join(sorted(_TRANSCRIBED))
    )
)
_TITLE = re.compile(r"[《〈]([^《》〈〉\n]{1,40})[》〉]")
_QUOTED = re.compile(r"[“「『\"]([^“”「」『』\"\n]{2,12})[”」』\"]")
_LEAD = re.compile(r"[\"“「《]?([\u3400-\u9fff·・]{2,12}?)[\"”」》]?(?:，[^，。]{0,12})?(?:[（(，,]|是|为|位于|又称)")
_IS = re.compile(r"(?:是|为|，)([^，。；]{2,40})")
_STYLED = re.compile("[^。]{0,12}[，、](?:字|本名|原名|笔名|艺名|号)")
_TAXON = re.compile("学名|肌肉|神经|细胞|化合物|[纲目科属]的?(?:[一动植鱼]|，)")
_LATIN = re.compile(
    r"(?<![A-Za-z0-9])[A-Z][A-Za-z.'’&-]+(?: (?:[A-Z][A-Za-z.'’&-]*|of|the|and|de|van|von))+"
)
_IN_LATIN = re.compile(r"\s*[（(]\s*(?:英语：|英文：|英文名：)?([A-Z][\w.'’& -]+)")
_KINDS: Sequence[tuple[Kind, str]] = (
    ("title", "works"), ("organisation", "bodies"), ("place", "sites"), ("person", "callings"),
)  # fmt: skip
_NOUNS = {kind: re.compile(f"{any_of(LISTS.lists[name])}$") for kind, name in _KINDS}
_ENDS = sorted(
    {*_PLACES, *_ORGANISATIONS}.union(*(LISTS.lists[name] for _, name in _KINDS[:3])), key=len
)[::-1]
_ASKED = {
    kind: re.compile(any_of(LISTS.lists[f"{kind} asked"]))
    for kind in ("person", "organisation", "title", "place")
}
_BEFORE_PERSON = re.compile(f"{any_of(LISTS.lists['before people'])}$")
_AFTER_PERSON = re.compile(any_of(LISTS.lists["after people"]))
_WEAKLY = re.compile("[（(于在与和及因曾任之的被为]")
_BEFORE_PLACE = re.compile("[在于到往赴至从自离]$")
_FEW = 300
_COMMON = 1_000
_LONGEST_ANSWER = 8
_LEAST_FOREIGN = 3
_LONGEST_STEM = 4
_LONGEST_NAME = 7
_PAIR = 2


class _Word(NamedTuple):
    text: str
    tag: str
    start: int


@cache
def _neighbours() -> frozenset[str]:
    """Return the surnames of Japan."""
    known = read_people(LISTS.lists["neighbours"], simplified).surnames
    return frozenset([*known, *LISTS.lists["japanese surnames"]])


def _sort_of(name: str) -> str:
    """Return of what sort a person's name is: transcribed, Japanese or Chinese, "none" for none."""
    syllables = set(name) <= (_TRANSCRIBED if name[0] not in _SURNAMES else _USUAL)
    if re.search(f"[{_DOTS}]", name) or (len(name) >= _LEAST_FOREIGN and syllables):
        return "transcribed"
    if len(name) in {3, 4, 5} and name[:2] in _neighbours():
        return "japanese"
    double = name[:2] in LISTS.words["double surnames"]
    surname, given = (name[:2], name[2:]) if double else (name[:1], name[1:])
    known = len(given) <= 2 and (double or surname in LISTS.people.surnames)
    titled = given in LISTS.words["styles"]
    return "chinese" if known and given and not titled and not _is_word(name, given) else "none"


def _is_word(name: str, given: str) -> bool:
    counts = chinese_tokenizer().FREQ
    common = counts.get(given, 0) > _FEW if len(given) > 1 else bool(counts.get(name))
    return (common and not (chinese_tagger().word_tag_tab.get(name, "")).startswith("nr")) or name[
        -1
    ] in LISTS.words["no ends of people"]


class _Reading:
    """Texts in simplified characters, cut into words, and what stands beside names in them."""

    def __init__(self, texts: Sequence[str], asked: Sequence[tuple[str, str]]) -> None:
        self.texts = "\n".join(texts)
        self.simple = simplified(self.texts)
        said = {part for pair in asked for part in pair}
        self.leads = [simplified(text[:120]) for text in texts if text not in said]
        self.asked = [(simplified(q), simplified(a).strip("。，！？《》“”「」 ")) for q, a in asked]
        self.said = "\n".join(part for pair in self.asked for part in pair)
        self.answers = {answer for _, answer in self.asked}
        pairs = list(chinese_tagger().cut(self.simple))
        starts = accumulate((len(pair.word) for pair in pairs), initial=0)
        self.words = [_Word(p.word, p.flag, at) for p, at in zip(pairs, starts, strict=False)]

    def beside(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and after a name."""
        for found in re.finditer(re.escape(name), self.simple):
            start, end = found.span()
            yield self.simple[max(start - 6, 0) : start], self.simple[end : end + 12]

    def is_person(self, name: str, sort: str) -> bool:
        """Tell whether something beside a name tells of a person; for some names little does."""
        likely = sort == "japanese" or (sort == "chinese" and len(name) > _PAIR)
        return any(
            _BEFORE_PERSON.search(before)
            or _AFTER_PERSON.match(after)
            or (likely and _WEAKLY.match(after))
            for before, after in self.beside(name)
        )

    def whole(self, name: str) -> str:
        """Return a name with the characters that stand beside it wherever it stands."""
        size = len(name) + 1 if not set(name) <= _TRANSCRIBED else _LONGEST_NAME
        while len(name) < size:
            beside = list(self.beside(name))
            before, after = ({part[i : i + 1 or None] for part in parts} for i, parts in (
                (-1, [b for b, _ in beside]), (0, [a[:1] for _, a in beside])))
            if len(before) == 1 and (char := before.pop()) in _TRANSCRIBED and size > 4 and char:
                name = char + name
            elif len(after) == 1 and len(beside) > 1 and (char := after.pop()) and (
                char in _TRANSCRIBED or size <= 4) and "\u3400" <= char <= "\u9fff":
                name += char
            else:
                break
        return name

    def is_placed(self, name: str) -> bool:
        """Tell whether something is at what has this name."""
        return any(_BEFORE_PLACE.search(before) for before, _ in self.beside(name))

    def within(self, start: int, end: int) -> Sequence[_Word]:
        """Return the words that reach into a stretch."""
        first = max(bisect_right(self.words, start, key=lambda word: word.start) - 1, 0)
        return self.words[first : bisect_right(self.words, end - 1, key=lambda word: word.start)]

    def gender(self, name: str, *, subject: bool = False) -> Gender:
        """Return the gender that the given name's characters tell, of a subject the pronouns."""
        she, he = self.simple.count("她"), self.simple.count("他")
        first = re.split(f"[{_DOTS}]", name)[0]
        if first != name:
            return "female" if first[-1] in LISTS.words["women's syllables"] else "male"
        if she == he or not subject:
            women, men = (frozenset("".join(names)) for names in LISTS.people[1:])
            she, he = (sum(c in held for c in name[1:]) for held in (women - men, men - women))
        return "female" if she > he else "male"


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
    titles = dict.fromkeys(m[1] for m in _TITLE.finditer(read.simple))
    titles.update(dict.fromkeys(m for m in _QUOTED.findall(read.simple) if m in read.answers))
    found = [
        *(Entity("title", (title,)) for title in titles if _is_title(title)),
        *_foreigners(read),
        *_leads(read),
        *_answered(read),
        *_places(read),
        *_tagged(read),
    ]
    named = [_with_forms(entity, read) for entity in _whole(found, read)]
    return merged([*named, *_latin(read)])


def _is_title(name: str) -> bool:
    """Tell whether what stands in marks is a title, and no word or name with dots."""
    return _is_new(name) and name not in chinese_tokenizer().FREQ and not _APART.search(name)


def _is_new(name: str) -> bool:
    """Tell whether a name is more than words of kind, and none that is passed over."""
    return not LISTS.language.is_of_kind(name) and name not in LISTS.words["passed over"]


def _whole(entities: Sequence[Entity], read: _Reading) -> list[Entity]:
    """Return entities, each once, without those that stand within names and titles alone."""
    seen: dict[str, Entity] = {}
    for entity in entities:
        seen.setdefault(entity.forms[0], entity)
    whole = [n for n, one in seen.items() if one.kind in {"person", "title"}]
    rest = re.sub(any_of(whole), "\n", read.simple) if whole else read.simple
    return [one for name, one in seen.items() if name in whole or name in rest]


def _dotted(read: _Reading) -> list[str]:
    """Return the names with dots, each without what stands beside it."""
    names = (_trimmed(found, read) for found in _DOTTED.finditer(read.simple))
    return [name for name in dict.fromkeys(names) if re.search(f".[{_DOTS}].", name)]


def _trimmed(found: re.Match[str], read: _Reading) -> str:
    """Return a name with dots, that reaches as far as words beside the dots or syllables do."""
    dots = [dot.start() for dot in re.finditer(f"[{_DOTS}]", found[0])]
    start, end = found.start() + dots[0], found.start() + dots[-1] + 1
    text, first, last = found.string, start, end
    while start > found.start() and text[start - 1] in _TRANSCRIBED:
        start -= 1
    while end < found.end() and text[end] in _TRANSCRIBED:
        end += 1
    for word in read.within(*found.span()):
        reach = word.start + len(word.text)
        if word.start < start < reach < first:
            start = reach
        if start <= word.start and reach < first and _is_function(word):
            start = reach
        if word.start < first == reach:
            start = min(start, word.start)
        if last == word.start and word.tag[:1] in "nx" and reach <= found.end():
            end = max(end, reach)
        if last < word.start < end and (_is_function(word) or reach > end):
            end = word.start
    while end > last + 1 and text[end - 1] in LISTS.words["no ends of people"]:
        end -= 1
    return text[start:end]


def _is_function(word: _Word) -> bool:
    """Tell a word of the language, which is no part of a transcribed name."""
    return word.tag[:1] in "pcudrmfv" and chinese_tokenizer().FREQ.get(word.text, 0) > _COMMON


def _foreigners(read: _Reading) -> Iterator[Entity]:
    """Yield the people whose names have dots, with the parts that stand alone."""
    for name in _dotted(read):
        parts = [part for part in re.split(f"[{_DOTS}]", name) if len(part) > 1]
        bare, rest = "".join(parts), read.simple.replace(name, "")
        alone = [p for p in parts[::-1] if p in rest and p not in LISTS.places]
        forms = [name, *([bare] if bare in rest else []), *alone]
        yield Entity("person", tuple(dict.fromkeys(forms)), "transcribed", read.gender(name))


def _leads(read: _Reading) -> Iterator[Entity]:
    """Yield what texts are about and questions name, as their first sentence tells what it is."""
    for lead in read.leads:
        found = _LEAD.match(lead)
        if found is None or found[1] not in read.said or not _is_new(found[1]):
            continue
        name = found[1]
        if name in LISTS.places or name in LISTS.countries or re.search(f"[{_DOTS}]", name):
            continue
        told = _described(lead[found.end(1) :])
        if not told and set(name) <= _TRANSCRIBED and re.search("位于|坐落", lead):
            told = "place"
        kind = None if _TAXON.search(lead) or _is_noun(name) else told or _headed(name)
        if kind == "person" and not name.endswith(tuple(LISTS.words["styles"])):
            sort = _sort_of(name)
            gender = read.gender(name, subject=True)
            yield Entity("person", (name,), "chinese" if sort == "none" else sort, gender)
        elif kind and not _holds_place(name):
            yield Entity(kind, (name,))


def _head(name: str) -> str:
    """Return the word of kind that a name ends in, "" for none."""
    known = next((end for end in _ENDS if name.endswith(end) and len(end) < len(name)), "")
    return known or (name[-1] if name[-1] in VOCABULARY["ends of kind"] and len(name) > _PAIR else "")


def _headed(name: str) -> Kind | None:
    """Return the kind that the end of a name tells."""
    if len(name) > 2 and name.endswith(_ORGANISATIONS):
        return "organisation"
    return "place" if len(name) > 2 and name.endswith(_PLACES) else None


def _is_noun(name: str) -> bool:
    """Tell whether a name, or what stands before its word of kind, is a noun of the language."""
    tags = chinese_tagger().word_tag_tab
    stem = name.removesuffix(_head(name))
    return any(tags.get(word, "nz")[:2] not in {"nr", "ns", "nt", "nz"} for word in (name, stem))


def _described(text: str) -> Kind | None:
    """Return the kind that a sentence tells by the last noun of a clause: is a singer of a town."""
    text = re.sub("[（(][^（）()]*[)）]", "", text).partition("。")[0]
    if _STYLED.match(text):
        return "person"
    for clause in _IS.finditer(text):
        told = clause[1].removesuffix("之一")
        for kind, nouns in _NOUNS.items():
            if nouns.search(told):
                return kind
    return None


def _answered(read: _Reading) -> Iterator[Entity]:
    """Yield short answers as what their questions ask for: whom, where, which firm, which work."""
    for question, answer in read.asked:
        kind: Kind | None = next((k for k, cue in _ASKED.items() if cue.search(question)), None)  # type: ignore[misc]
        if kind != "person" or _sort_of(answer) == "none":
            kind = _headed(answer) or kind
        simple = re.fullmatch(rf"[\u3400-\u9fff]{{2,{_LONGEST_ANSWER}}}", answer)
        if kind is None or not simple or not _is_new(answer) or set("的了是和与及在被为") & set(answer):
            continue
        if _holds_place(answer):
            continue
        sort = _sort_of(answer) if kind == "person" else ""
        if sort == "none" and len(answer) > CHOICES:
            continue
        if kind == "title" or not _is_noun(answer):
            yield Entity(kind, (answer,), "chinese" if sort == "none" else sort, read.gender(answer))


def _places(read: _Reading) -> Iterator[Entity]:
    """Yield the known places and countries of texts, where words begin."""
    known, last = _known_places(), _Word("", "", 0)
    for word in read.words:
        before = read.simple[max(word.start - 1, 0) : word.start]
        cut = before in _PLACES or (len(last.text) == 1 and last.tag[:1] == "n")
        last = word
        if word.tag[:1] not in {"n", "x", "j"} or cut:
            continue
        found = known.match(read.simple, word.start)
        if found is None or _NO_PLACE.match(read.simple, found.end()):
            continue
        name, country = found[0], found[0] in LISTS.countries
        yield Entity("place", (name,), "country" if country else "known")


@cache
def _known_places() -> re.Pattern[str]:
    return re.compile(any_of([*LISTS.places, *LISTS.countries]))


_NO_PLACE = re.compile("[一二三四五六七八九十东南西北中]*(?:路|街|大道)|天主教|帝国|战国|时代|数字|字母|语|话|菜|派|人的")


def _tagged(read: _Reading) -> Iterator[Entity]:
    """Yield the names that jieba finds in questions and answers, where more tells so."""
    for name, tag in dict.fromkeys(_joined(read.words)):
        if name not in read.said or len(name) < 2 or not re.fullmatch(r"[\u3400-\u9fff]+", name):
            continue
        if tag not in {"nr", "ns", "nt", "nz"} or not _is_new(name) or _holds_place(name):
            continue
        if tag == "nr":
            name = read.whole(name)
        sort, headed = _sort_of(name), _headed(name)
        told = read.is_person(name, sort) and not _is_noun(name)
        beside = list(read.beside(name))
        within = len({b[-1:] for b, _ in beside}) == 1 < len(beside) and HAN.match(beside[0][0][-1:])
        if within or any(re.search(f"[{_DOTS}]", a[:1] + b[-1:]) for b, a in beside):
            continue
        if headed and tag != "nr":
            yield Entity(headed, (name,))
        elif sort == "transcribed" and read.is_placed(name):
            yield Entity("place", (name,), "transcribed")
        elif sort != "none" and told:
            yield Entity("person", (name,), sort, read.gender(name))


def _joined(words: Sequence[_Word]) -> Iterator[tuple[str, str]]:
    """Yield words with the first part of their tags, those of syllables alone in a row as one."""
    name = ""
    for word in (*words, _Word("", "", 0)):
        tag, foreign = word.tag[:2], bool(word.text) and set(word.text) <= _TRANSCRIBED
        if foreign and tag[:1] in {"n", "x"} and (name or tag in {"nr", "ns", "nz"}):
            name += word.text
            continue
        if name:
            yield name, "nr"
            name = ""
        yield word.text, tag


def _holds_place(name: str) -> bool:
    return any(place in name for place in (*LISTS.places, *LISTS.countries))


def _with_forms(entity: Entity, read: _Reading) -> Entity:
    """Return an entity with its given name, its forms as texts write them, and in Latin letters."""
    names = list(entity.forms)
    if entity.sort in {"chinese", "japanese"}:
        name = names[0]
        size = 2 if entity.sort == "japanese" or name[:2] in LISTS.words["double surnames"] else 1
        rest = read.simple.replace(name, "")
        parts = [name[size:], name[:size]] if size == 2 else [name[size:]]
        names += [part for part in parts if len(part) > 1 and part in rest]
    elif entity.kind in {"place", "organisation"} and (head := _head(names[0])):
        stem = names[0].removesuffix(head)
        rest = read.simple.replace(names[0], "")
        names += [stem] if len(stem) > 1 and stem in rest and stem not in LISTS.places else []
    forms = []
    for name in names:
        for found in re.finditer(re.escape(name), read.simple):
            forms.append(read.texts[slice(*found.span())])
            if latin := _IN_LATIN.match(read.texts, found.end()):
                forms.append(latin[1].strip(" -"))
    forms = list(dict.fromkeys(forms))
    return Entity(entity.kind, tuple(forms), entity.sort, entity.gender)


def _latin(read: _Reading) -> Iterator[Entity]:
    """Yield the names in Latin letters that questions and answers have, as English ones."""
    names = dict.fromkeys(m[0].strip() for m in _LATIN.finditer(read.said))
    if names:
        texts = [f"{name}." for name in names] + [m[0] for m in _LATIN.finditer(read.texts)]
        for entity in english.find_names(texts, [("", name) for name in names], lambda _: False):
            if not all(form.isupper() for form in entity.forms):
                yield Entity(entity.kind, entity.forms, "latin", entity.gender)


_TRIES = 300
_APART = re.compile(rf"([{_DOTS}])")
_HAN_RUN = re.compile(r"[\u3400-\u9fff]+")
_TITLES = {2: "SS", 3: "S之S", 4: "AN", 5: "A的N", 6: "N边的N", 7: "AN的N", 8: "N与N的N"}
"""Titles by their length: of adjectives, nouns and single characters."""
_DIRECTIONS = tuple("东西南北新大小上")


class ChineseWords(Proposer):
    """Proposes words for Chinese names, as long as they are; Latin ones become other Latin ones."""

    vocabulary = LISTS

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        self._latin = english.EnglishWords(texts, taken, *seed)

    @cached_property
    def _written(self) -> Callable[[str], str]:
        """What writes simplified words as the texts are written: as in Taiwan or Hong Kong."""
        if script(self.texts) != "traditional":
            return str
        ways = [converter(way) for way in ("s2twp", "s2hk")]
        simple = simplified(self.texts)
        return min(ways, key=lambda way: _unlike(way(simple), self.texts))

    def written(self, word: str) -> str:
        """Return a word of the vocabulary as the texts are written."""
        return self._written(word)

    def is_free(self, word: str) -> bool:
        """Tell whether the texts do not hold a word, and it stands for no other."""
        return word not in self.used and word not in self.texts

    def form(self, form: str, entity: Entity, made: Words, draws: Draws) -> tuple[str, ...] | None:
        """Return other names of a form's sort: parts of the whole name's, or new ones."""
        if not _HAN_RUN.search(form):
            latin = Entity(entity.kind, (form,), "", entity.gender)
            return (self._latin.words(latin, 0) or {}).get(form)
        first, simple = entity.forms[0], simplified(form)
        for other, new in made.items():
            if simplified(other) == simple:
                return new
        if first in made and entity.kind != "person" and _head(simplified(first)):
            head = len(_head(simplified(first)))
            return tuple(each[: len(each) - head] for each in made[first])
        if first in made and form in first and entity.sort in {"chinese", "japanese"}:
            ends = simplified(first).endswith(simple)
            return tuple(each[-len(form) :] if ends else each[: len(form)] for each in made[first])
        if entity.sort == "transcribed":
            parts = _APART.split(simple)
            woman = entity.gender == "female"
            new = [
                (part,) * CHOICES if _APART.match(part) else self._part(part, woman and not at, draws)
                for at, part in enumerate(parts)
            ]
            return tuple(map("".join, zip(*new, strict=True))) if all(new) else None
        return self._drawn(form, lambda: _made(simple, entity, draws))

    def _part(self, part: str, woman: bool, draws: Draws) -> tuple[str, ...]:
        """Return other transcribed names, as long; a part's are always these."""
        if part not in self.known:
            names = LISTS.lists["transcribed women" if woman else "transcribed"]
            same = [name for name in names if len(name) == len(part)]
            new = self._drawn(part, lambda: draws.choice(same)) if same else None
            new = new or self._drawn(part, lambda: _syllables(len(part), draws))
            self.known[part] = new or ()
        return self.known[part]

    def _drawn(self, form: str, draw: Callable[[], str]) -> tuple[str, ...] | None:
        """Return words that a form shares no character with."""
        found = choose(
            word
            for word in (self.written(draw()) for _ in range(_TRIES))
            if self.is_free(word)
            and not LISTS.language.shared_content(form, word)
            and len(set(word)) >= len(word) - 1
            and self.taken.is_new(word)
        )
        if found:
            self.keep(form, found)
        return found


def _unlike(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=False)) + abs(len(one) - len(other))


def _made(form: str, entity: Entity, draws: Draws) -> str:
    """Return a name of a form's length and kind."""
    if entity.kind == "person":
        return _person(form, entity, draws)
    if entity.kind == "title":
        words = english.LISTS.lists["title words"]
        form = re.sub("[A-Za-z]{2,}", lambda _: draws.choice(words), form)
        return _HAN_RUN.sub(lambda run: _title(len(run[0]), draws), form)
    head = _head(form)
    stem = form.removesuffix(head) if head else form
    if entity.kind == "place" or len(stem) == 1:
        return _place(stem, draws) + head
    changed = LISTS.lists["ends that change"]
    if not head and form.endswith(changed):
        return _phrase("organisation words", len(stem) - 2, draws) + draws.choice(changed)
    return _phrase("organisation words", min(len(stem), _LONGEST_STEM), draws) + head


def _person(form: str, entity: Entity, draws: Draws) -> str:
    if entity.sort == "japanese":
        people = read_people(LISTS.lists["neighbours"], simplified)
        given = [n for n in people.given(entity.gender) if len(n) == 2 and _HAN_RUN.fullmatch(n)]
        return draws.choice([n for n in people.surnames if len(n) == 2]) + draws.choice(given)
    people, double = LISTS.people, form[:2] in LISTS.words["double surnames"]
    surnames = LISTS.lists["double surnames"] if double else _SURNAMES
    length = max(len(form) - 1 - double, 1)
    given = [name for name in people.given(entity.gender) if len(name) == min(length, 2)]
    return draws.choice([s for s in surnames if len(s) == 1 + double]) + draws.choice(given)


def _syllables(length: int, draws: Draws) -> str:
    first, middle, last = (LISTS.lists[name] for name in _SYLLABLES[:3])
    if length == 1:
        return draws.choice(first)
    between = "".join(draws.choice(middle) for _ in range(length - 2))
    return draws.choice(first) + between + draws.choice(last[:-1])


def _place(stem: str, draws: Draws) -> str:
    """Return the name of a place, as long, without its word of kind."""
    if len(stem) > 2 and set(stem) <= _TRANSCRIBED:
        return _syllables(len(stem), draws)
    first, second = LISTS.lists["first of places"], LISTS.lists["second of places"]
    pairs = "".join(draws.choice(first) + draws.choice(second) for _ in range(len(stem) // 2))
    return draws.choice(_DIRECTIONS if pairs else first) + pairs if len(stem) % 2 else pairs


def _title(length: int, draws: Draws) -> str:
    """Return a title that reads as a phrase, of at most eight characters."""
    length = min(length, max(_TITLES))
    lists = {"A": "title adjectives", "N": "title words", "S": "title characters"}
    return re.sub(
        "[ANS]", lambda place: draws.choice(LISTS.lists[lists[place[0]]]), _TITLES[max(length, 2)]
    )


def _phrase(words: str, length: int, draws: Draws) -> str:
    """Return words of two characters, with one of one where the length is odd."""
    phrase = "".join(draws.choice(LISTS.lists[words]) for _ in range(length // 2))
    return draws.choice(_DIRECTIONS) + phrase if length % 2 else phrase


_MEASURES = any_of("个名座条位所层项种次家部集人岁支辆艘匹首届间类章卷册站线张场本只架")
_COUNT = "[二三四五六七八九十百千两]"


def _is_year(whole: str, before: str, after: str) -> bool:
    if re.search("前$", before):
        return False
    if re.fullmatch(r"(?:1\d|20)\d0年代", whole):
        return True
    if not re.fullmatch(r"\d{3,4}(?:[-–—－~～至/]\d{2,4})?", whole):
        return False
    if re.match("年(?:历史|的历史|以上|之久|来)", after) or (len(whole) == 3 and "年间" in after[:2]):
        return False
    four = re.match(r"1\d{3}|20[0-3]\d", whole) is not None
    return after.startswith("年") or (four and re.match("[）)]|[-–—－~～]", after) is not None)


def _number(whole: str, before: str, after: str) -> str:
    """Return what of a numeral, with its measure word, is a number that another may stand for."""
    if re.search(r"[A-Za-z第.\d哪这那前后]$", before) or re.match(r"[A-Za-z年月日号世时点.:：]", after):
        return ""
    measure = re.match(_MEASURES, after)
    if re.fullmatch(rf"{_COUNT}+", whole):
        return whole + measure[0] if measure else ""
    if re.fullmatch(r"\d(?:[万亿])?", whole):
        return whole + measure[0] if measure else ""
    return whole if re.fullmatch(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?[万亿]?", whole) else ""


FIGURES = Figures(
    year=_is_year,
    behind=re.compile("年"),
    day=re.compile(r"(?<!\d)\d{1,2}月\d{1,2}[日号]"),
    fixed=re.compile(rf"公?元?前\d+年|(?<!\d)\d0年代|[\u3400-\u9fff]{{2}}[元一二三四五六七八九十]{{1,3}}年[（(]|{any_of(LISTS.lists['eras'])}(?:元|\d+|[一二三四五六七八九十]+)年"),
    century=re.compile("世纪"),
    number=_number,
    words=tuple("二三四五六七八九"),
    listing=re.compile("、|：|[^，。]{2,12}[和与及][^，。]{2,12}|分别"),
    events=re.compile(any_of(LISTS.lists["events"])),
)
PROPOSER = ChineseWords
