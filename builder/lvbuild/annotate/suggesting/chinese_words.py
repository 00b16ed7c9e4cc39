"""What Chinese names are like, and new ones: whole names from lists of their kind and culture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from operator import ne

from lvbuild.annotate.suggesting.entities import Entity, Gender, Proposer, UsedWords
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of
from lvbuild.core.seeds import Draws
from lvbuild.languages.characters import converter, script, to_simplified
from lvbuild.languages.chinese.words import chinese_words
from lvbuild.tables.rows import Kind

HAN = re.compile(r"[\u3400-\u9fff]+")
APART = re.compile("([·・‧•･．])")
"""What stands between the parts of transcribed names."""
PAIR = 2
"""Characters of most given names, of double surnames and of those of Japan."""
_WORD, _BESIDE, _BEHIND, _ENOUGH = 5, 12, 40, 12
"""What jieba counts of a word; characters before a name and behind it; words to choose from."""


def simplified(text: str) -> str:
    """Return a text in simplified characters, each in its place."""
    simple = to_simplified()(text)
    return simple if len(simple) == len(text) else "".join(map(to_simplified(), text))


CHINESE = Vocabulary("zh", simplified)
_LISTS = CHINESE.lists
_USUAL: Mapping[Kind, str] = {"place": "towns", "organisation": "firms", "title": "works"}
_ENDS: Mapping[Kind, Mapping[str, str]] = {k: CHINESE.pairs(f"ends of {k}") for k in _USUAL}
"""The words in which names of a kind end, each with the list of what stands before it."""
_CULTURES = {
    name.removeprefix("told of "): re.compile(any_of(words))
    for name, words in _LISTS.items()
    if name.startswith("told of ")
}
_MEN = {each.partition(":")[0] for name in _LISTS if name.endswith(" men") for each in _LISTS[name]}
_READINGS = CHINESE.pairs("readings")
NEAR = ("chinese", "ancient", "japanese", "korean", "vietnamese", "border")
"""Cultures whose names are in Chinese letters, the first two of China."""


def surname_of(name: str, culture: str) -> str:
    """Return the surname with which a name in Chinese letters begins, "" where it is none."""
    surnames = CHINESE.patterns[f"{'japanese' if culture == 'japanese' else 'chinese'} surname"]
    return found[0] if (found := surnames.match(name)) else ""


def is_word(name: str, least: int = _WORD) -> bool:
    """Tell whether jieba's dictionary has a word that is no name, and counts more of it."""
    tag = chinese_words().tag(name)
    return chinese_words().count(name) > least and not tag.startswith(("nr", "ns"))


def is_foreign(name: str, kind: Kind) -> bool:
    """Tell whether a name is transcribed: a person's has dots, or no surname, others syllables."""
    if kind == "person":
        least = PAIR + 1 if surname_of(name, "") else PAIR
        spelt = len(name) > least and CHINESE.words["syllables"].issuperset(name)
        return bool(APART.search(name)) or spelt
    stem = APART.sub("", name.removesuffix(end_of(name, kind)))
    return len(stem) > PAIR and CHINESE.words["syllables"].issuperset(stem)


@cache
def end_of(name: str, kind: Kind) -> str:
    """Return the word in which names of a kind end, "" for none."""
    least = PAIR - (kind == "place" and len(name) == PAIR and not chinese_words().count(name))
    held = (e for e in _ENDS.get(kind, ()) if name.endswith(e) and len(name) - len(e) >= least)
    return max(held, key=len, default="")


def source_of(name: str, kind: Kind, culture: str) -> str:
    """Return the list of which another name of a sort and culture is drawn, "" for none."""
    if kind == "person":
        return culture if f"new {culture} men" in _LISTS else ""
    source = _ENDS[kind].get(end_of(name, kind), _USUAL[kind])
    if kind != "title" and is_foreign(name, kind):
        source = f"{culture} {'surnames' if kind == 'organisation' else 'towns'}"
    elif kind != "title" and culture not in NEAR[:2]:
        source = f"{culture} towns" * (culture in NEAR)
    return source if f"new {source}" in _LISTS else ""


def culture_of(name: str, texts: str, *, near: bool | None = None) -> str:
    """Return the culture told beside a name, or in texts: a `near` one, or none, where told."""
    spans = [at.span() for at in re.finditer(re.escape(name), texts)]
    around = [texts[max(at - _BESIDE, 0) : end + _BEHIND] for at, end in spans]
    for told in ("".join(around[:1])[:_BESIDE], "".join(around[:1]), "\n".join(around), texts):
        fit = ((c, _CULTURES[c].search(told)) for c in _CULTURES if near in {None, c in NEAR})
        first = {culture: at.start() for culture, at in fit if at}
        if first:
            return min(first, key=first.__getitem__)
    return culture_of(name, texts) if near else "chinese" if near is None else "english"


def is_told_otherwise(culture: str, texts: str) -> bool:
    """Tell whether texts tell another culture: more often, or beside that of old China."""
    told = {each: len(finder.findall(texts)) for each, finder in _CULTURES.items()}
    if culture == "ancient":
        return any(told[each] for each in ("other", *NEAR[2:]))
    if culture == "japanese":
        return CHINESE.patterns["old"].search(texts) is not None
    most = max(count for each, count in told.items() if each not in NEAR)
    return culture not in NEAR and told[culture] < most


def gender_of(name: str, text: str) -> Gender:
    """Return the gender that a text that begins with a name tells, else its characters, or ""."""
    subject = next((line for line in text.split("\n") if name in line[: len(name) + PAIR]), "")
    if told := re.search("(她|女[演歌士作星童])|他|男[演歌童]", subject):
        return "female" if told[1] else "male"
    first = APART.split(name)[0]
    if not is_foreign(name, "person"):
        given, words = {*name[1:]}, CHINESE.words
        return "female" if given & words["women's"] and not given & words["men's"] else "male"
    she = first not in _MEN and first.endswith(_LISTS["women of transcription"])
    return "female" if she else "male" if subject or first in _MEN else ""


class ChineseWords(Proposer):
    """Proposes words for Chinese names, and for transcribed ones in Latin letters too."""

    vocabulary = CHINESE

    def __init__(self, texts: Sequence[str], taken: UsedWords, *seed: str | int) -> None:
        super().__init__(texts, taken, *seed)
        self._latin = dict[str, str]()
        simple, ways = simplified(self.text), map(converter, ("s2twp", "s2hk"))
        unlike = lambda way: sum(map(ne, way(simple), self.text))  # noqa: E731
        self._way = min(ways, key=unlike) if script(self.text) == "traditional" else str

    def written(self, word: str) -> str:
        """Return a simplified word as the texts are written."""
        return self._way(word).replace("裡", "里")

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms: the same for each part in all names that have it.

        A name whose sort nothing tells has nothing.
        """
        name, new = simplified(entity.forms[0]), dict[str, str]()
        if not entity.sort:
            return {}
        for old, source in _parts(name, entity):
            if old not in known:
                known[old] = self._drawn(old, source, name, known, draws)
            new[old] = known[old]
        if not (new and all(new.values())):
            return {}
        return {form: self._form(simplified(form), new, name) for form in entity.forms}

    def _drawn(self, old: str, source: str, name: str, known: dict[str, str], draws: Draws) -> str:
        """Return a word of a source that stands for nothing else, and makes a name that is new."""
        before, used = known.get(name.removesuffix(old), ""), {*known.values()}
        listed = dict(each.partition(":")[::2] for each in _LISTS[f"new {source}"])
        unlike = {each: abs(len(each) - len(old)) for each in listed if not {*each} & {*name}}
        far = max(sorted(unlike.values())[:_ENOUGH], default=0)
        near = [each for each in unlike if unlike[each] <= far]

        def draw() -> str:
            word = draws.choice(near)
            new = self.written(word)
            self._latin[new] = listed[word] or _READINGS.get(word, "")
            free = not before or self.taken.is_new(before + new)
            return new if free and new not in used else ""

        return self.drawn(draw, old, again=source.endswith(("men", "surnames"))) if near else ""

    def _form(self, form: str, new: Mapping[str, str], name: str) -> str:
        """Return a form with its parts replaced, or the reading of the new ones."""
        if HAN.search(form):
            made = re.sub(any_of(new), lambda part: new[part[0]], form)
            return self.written(made) if made != form else ""
        readings = [self._latin.get(word, "") for old, word in new.items() if old in name]
        return " ".join(readings if " " in form else readings[-1:]) if all(readings) else ""


def _parts(name: str, entity: Entity) -> Iterator[tuple[str, str]]:
    """Yield the parts of a name that change, each with the list from which its new one is drawn."""
    if entity.kind != "person":
        for form in map(simplified, filter(HAN.match, entity.forms)):
            if form == name or form not in name:
                yield form.removesuffix(end_of(form, entity.kind)), entity.sort
        return
    surname = surname_of(name, entity.sort)
    for form in map(simplified, filter(HAN.match, entity.forms)):
        kin = form != name and form.startswith(surname)
        gender = gender_of(form, "") if kin else entity.gender
        people = "women" if gender == "female" else "men"
        *first, last = APART.split(form)[::2]
        if entity.sort in NEAR:
            own = surname_of(form, entity.sort) * (len(form) > PAIR)
            own = surname if form.startswith(surname) else own
            yield from [(own, f"{entity.sort.replace('ancient', 'chinese')} surnames")] * bool(own)
            given = form.removeprefix(own)
            named = given not in {"", "氏", *_LISTS["styles"]}  # what is called so stays
            yield from [(given, f"{entity.sort} {people}")] * named
        elif form == name or first:
            yield from ((piece, f"{entity.sort} {people}") for piece in first)
            yield last, f"{entity.sort} surnames"
