"""Chinese names of questions and answers that are surely found, and whole new ones for them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from operator import ne

from lvbuild.annotate.suggesting.entities import Entity, Proposer, Texts, UsedWords, merged
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of
from lvbuild.core.seeds import Draws
from lvbuild.languages.characters import converter, script, to_simplified
from lvbuild.languages.chinese.names import tagged
from lvbuild.languages.chinese.words import chinese_words
from lvbuild.tables.rows import Kind


def simplified(text: str) -> str:
    """Return a text in simplified characters, each in its place."""
    simple = to_simplified()(text)
    return simple if len(simple) == len(text) else "".join(map(to_simplified(), text))


LISTS = CHINESE = Vocabulary("zh", simplified)
_TOLD = CHINESE.patterns
_CULTURES = {name: re.compile(any_of(each)) for name, each in CHINESE.sections("told of ").items()}
_TAGS: dict[str, Kind | None] = {
    "PER": "person", "nr": "person", "LOC": "place", "ns": "place", "ORG": "organisation",
    "nt": "organisation", "nw": "title", "nz": None,
}  # fmt: skip
_APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
_MARKS = " \n，。、：；（）《》〈〉「」『』“”\"'·・-"
_PAIR, _BEGINNING, _SURE, _FAMOUS = 2, 8, 0.8, 20
"""Characters of most given names, and in which a text begins with what it is about; at how many of
its places the tagger reads a name; what jieba counts of famous people and of well-known places."""


def is_feminine(name: str) -> bool:
    """Tell whether a name has what mostly those of women have."""
    given, *more = _APART.split(name)
    hers = CHINESE.words["women of transcription" if more else "women's"]
    return not hers.isdisjoint(given[-1:] if more else given[1:])


def _parts(name: str, kind: Kind) -> list[str]:
    """Return what is replaced of a name: all pieces of a person's, a place's without its end."""
    if _APART.search(name):
        return _APART.split(name)[::2]
    found = _TOLD[kind].fullmatch(name)
    return [part for part in found.groups() if part] if found else []


class ChineseWords(Proposer):
    """Proposes words for Chinese names, and for transcribed ones."""

    vocabulary = CHINESE

    def __init__(self, texts: Texts, taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        simple, ways = simplified(self.text), map(converter, ("s2twp", "s2hk"))
        unlike = lambda way: sum(map(ne, way(simple), self.text))  # noqa: E731
        self._way = min(ways, key=unlike) if script(self.text) == "traditional" else str

    def written(self, word: str) -> str:
        """Return a simplified word as the texts are written."""
        return self._way(word).replace("裡", "里")

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms, the same for each part in all names that have it."""
        name, new = simplified(entity.forms[0]), dict[str, str]()
        parts = _parts(name, entity.kind) if entity.sort else []
        sources = [f"{entity.sort} {entity.gender}".rstrip()] * len(parts)
        if parts and entity.kind == "person":
            sources[-1 if _APART.search(name) else 0] = f"{entity.sort} surnames"
        words = {
            part: [word for word in LISTS.lists[f"new {source}"] if not {*word} & {*name}]
            for part, source in zip(parts, sources, strict=True)
        }

        def put(form: str) -> str:
            return self.written(re.sub(any_of(new), lambda part: new[part[0]], simplified(form)))

        def draw() -> str:
            drawn = {old: self.written(draws.choice(words[old])) for old in words}
            new.update({old: known.get(old, word) for old, word in drawn.items()})
            used = {*known.values()}.union(*(self._had[old] for old in drawn.keys() - known.keys()))
            fresh = (drawn[old] for old in drawn.keys() - known.keys())
            old = len({*new.values()}) < len(new) or any(w in used or w in self.text for w in fresh)
            return "" if old else put(name)

        if not words or not all(words.values()) or not self.drawn(draw, name):
            return {}
        known |= new
        for old, word in new.items():
            self._had[old].add(word)
        return {form: put(form) for form in entity.forms}


class Reading:
    """Documents and what is asked of them in simplified characters, and the names read there.

    `kinds` are those that the tagger mostly takes names for, `spans` the places of these, `about`
    is what documents are about, `told` that, answers, and works by their marks.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts = "\n".join([*texts.documents, texts.said])
        self.simple, self.said = simplified(self.texts), simplified(texts.said)
        self.documents = self.simple.removesuffix(self.said)
        self.about = {re.sub(r"\s*[（(].*", "", simplified(each)) for each in texts.titles}
        answers = (simplified(answer) for _, answer in texts.asked)
        parts = (part for answer in answers for part in re.split("[、和与及]", answer))
        marked = {found[1] for found in _TOLD["marked"].finditer(self.simple)}
        self.begins = [simplified(each[:_BEGINNING]) for each in texts.documents]
        self.told = {*self.about, *marked, *(part.strip(_MARKS) for part in parts)}
        votes = defaultdict[str, Counter[Kind | None]](Counter)
        self.spans, whole, start = set[tuple[int, int]](), "", 0
        for word in tagged(self.simple):
            joined = whole and (_APART.match(word.text) or _APART.fullmatch(whole[-1]))
            whole, start = (whole + word.text, start) if joined else (word.text, word.start)
            if word.tag in _TAGS:
                votes[whole.strip(_MARKS)][_TAGS[word.tag]] += 1
                self.spans.add((start, start + len(whole)))
        self.kinds = {name: max(kinds, key=kinds.__getitem__) for name, kinds in votes.items()}
        self.kinds |= dict.fromkeys(marked, "title")

    def culture(self, name: str) -> str:
        """Return the culture told the nearest to a name, Chinese where none is."""
        start, found = self.simple.find(name), {len(self.simple): "chinese"}
        for culture, words in _CULTURES.items():
            found |= {abs(at.start() - start): culture for at in words.finditer(self.simple)}
        return found[min(found)]

    def written(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return those of some forms that texts have, as they write them."""
        found = (at.span() for each in forms for at in re.finditer(re.escape(each), self.simple))
        return tuple(dict.fromkeys(self.texts[slice(*span)] for span in found))


PROPOSER, READING = ChineseWords, Reading


def find_names(texts: Texts) -> list[Entity]:
    """Return names of questions and answers in all their forms; unsure ones have no sort."""
    read, found = Reading(texts), list[Entity]()
    for name, kind in sorted(read.kinds.items(), key=lambda each: (len(each[0]), each[0])):
        forms = (name, *(each for each in _APART.split(name)[::2] if len(each) >= _PAIR))
        named = name in read.documents and any(each in read.said for each in forms)
        if name and kind and named and not _TOLD["known"].fullmatch(name):
            held = any(form in name for each in found if each.sort for form in each.forms)
            told = any(_has_parts(name, each) for each in read.told)
            told |= kind == "person" and any(name in each for each in read.begins)
            found.append((told and not held and _entity(name, read)) or Entity(kind, forms))
    every = {form for entity in found for form in entity.forms}
    longer = [e for e in found if not any(e.forms[0] in form != e.forms[0] for form in every)]
    kept = dict.fromkeys([*(entity for entity in found if entity.sort), *longer])
    return merged([replace(entity, forms=read.written(entity.forms)) for entity in kept])


def _has_parts(name: str, other: str) -> bool:
    """Tell whether a name is another, or a transcribed one has all of its parts."""
    return {*_APART.split(name)} >= {*_APART.split(other)}


def _entity(name: str, read: Reading) -> Entity | None:
    """Return a name with its kind, sort and forms; None where any of them is not sure."""
    kind = read.kinds.get(name)
    if kind not in {"person", "place", "title"} or not _TOLD[kind].fullmatch(name):
        return None
    parts, dotted = _parts(name, kind), _APART.search(name) is not None
    stem = parts[0] if kind == "place" else name
    lines = [line for line in re.split("[。\n]", read.documents) if stem in line]
    famous = any(chinese_words().count(w) > _FAMOUS for w in (name, stem, *parts[-1:] * dotted))
    spans = [at.span() for at in re.finditer(re.escape(name), read.simple)]
    sure = kind == "title" or sum(map(read.spans.__contains__, spans)) >= _SURE * len(spans)
    if famous or not sure or any(map(_TOLD["explained"].search, lines)):
        return None
    if kind == "person":
        return _person(name, lines, read)
    if kind == "title":
        modern = any(_TOLD["modern work"].search(line.replace(name, "")) for line in lines)
        named = any(each in name for each, kind in read.kinds.items() if kind != "title")
        odd = named or chinese_words().count(name) or _CULTURES["ancient"].search(read.documents)
        odd = odd or len(re.findall(f"[《〈]{name}[》〉]", read.simple)) < len(spans)
        return Entity("title", (name,), "works") if modern and not odd else None
    sure = read.culture(name) == "chinese" and not _TOLD["known"].match(name)
    return Entity("place", (name, stem), "towns") if sure else None


def _person(name: str, lines: Sequence[str], read: Reading) -> Entity | None:
    """Return somebody of a known people and gender who shares no part of the name with others."""
    pieces, dotted, culture = _parts(name, "person"), _APART.search(name), read.culture(name)
    told = "".join(line.partition(name)[2] for line in lines if line.startswith(name))
    she, he = _TOLD["she"].search(told), _TOLD["he"].search(told)
    if dotted:
        foreign = culture != "chinese" and not _TOLD["latin"].search(read.documents)
        called = read.documents.count(pieces[-1]) > read.documents.count(name)
        titles = filter(_APART.search, read.about)
        sure = foreign and called and any(_has_parts(name, each) for each in titles)
    else:
        sure = culture == "chinese" and not any(map(_CULTURES["ancient"].search, lines))
    parts = [each for each in pieces if dotted and len(each) >= _PAIR]
    shared = re.compile("|".join([f"^{pieces[-1][0] if dotted else pieces[0]}", *parts]))
    others = [n for n, kind in read.kinds.items() if kind == "person" and not _has_parts(name, n)]
    kin = any(map(shared.search, others)) or chinese_words().tag(name) not in {"", "nr"}
    hers, there = is_feminine(name), _TOLD["she"].search(read.simple) and not he
    doubtful = (he or (others and not hers)) if she else (hers or there)
    if not sure or kin or doubtful or f"new {culture} surnames" not in LISTS.lists:
        return None
    return Entity("person", (name, *parts), culture, "female" if she else "male")


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort; a woman's where texts tell it, or words that she had."""
    found = _entity(simplified(entity.forms[0]), read)
    if found is None or found.kind != entity.kind:
        return replace(entity, sort="")
    woman = 2 * sum(is_feminine(simplified(word)) for word in had) >= len(had) > 0
    return replace(found, forms=entity.forms, gender="female" if woman else found.gender)
