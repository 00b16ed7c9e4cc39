"""English names that are surely told, with their forms and sort, and new ones drawn from lists."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from unicodedata import normalize

from simplemma import is_known

from lvbuild.annotate.suggesting.entities import Entity, Gender, Proposer, Texts, merged
from lvbuild.annotate.suggesting.vocabulary import Vocabulary
from lvbuild.core.extras import require
from lvbuild.core.seeds import Draws
from lvbuild.tables.rows import Kind


def plainly(text: str) -> str:
    """Return a text without its diacritics, character by character."""
    return text if text.isascii() else "".join(normalize("NFD", char)[0] for char in text)


ENGLISH = Vocabulary("en", plainly)
_LISTS, _WORDS, _TOLD, HOME = ENGLISH.lists, ENGLISH.words, ENGLISH.patterns, "Britain"
_KINDS: Sequence[Kind] = ("title", "organisation", "place", "person")
KINDS = {sort: kind for kind in _KINDS for sort in ENGLISH.sections(f"{kind}: ")}
NOUNS = {noun: sort for sort, kind in KINDS.items() for noun in _LISTS[f"{kind}: {sort}"]}
"""The sorts of names by the nouns for what is of them."""
HEADS = {word: NOUNS[word.lower()] for word in _LISTS["heads"]}
"""The sorts by the words that names of them end or begin with: River, University."""
LANDS = {word: land for land, words in ENGLISH.sections("lands: ").items() for word in words}
TOWNS = LANDS.keys() - _WORDS["countries"] - _WORDS["places"]
_OF_COUNTRY = ENGLISH.pairs("adjectives")
LANDS = {word: LANDS[of] for word, of in _OF_COUNTRY.items() if of in LANDS} | LANDS
"""The lands of the world by what tells them: countries, what is of these, known towns."""
_ORIGINS = ENGLISH.sections("families of ")
_PASSED = ("passed over", "roles", "months", "weekdays", "forms of firms", "places")
_COMMON = frozenset(LANDS).union(*(_WORDS[each] for each in _PASSED)) - TOWNS
_PLACES = TOWNS | _WORDS["places"] | _WORDS["countries"]


def people_of(origin: str) -> Mapping[str, Sequence[str]]:
    """Return the given names of a people by their gender, and its surnames by ""."""
    who = {"female": "women", "male": "men", "": "families"}
    return {gender: _LISTS[f"{each} of {origin}"] for gender, each in who.items()}


@cache
def _lists_with() -> Mapping[str, Counter[str]]:
    """Return in how many lists, ours and Faker's, given names are a gender's, and a people's."""
    require("suggesting names", "faker", "suggest")
    from faker.providers import person

    held = defaultdict[str, Counter[str]](Counter)
    for gender, known in (("female", "women known"), ("male", "men known")):
        lists = [(origin, people_of(origin)[gender]) for origin in _ORIGINS]
        lists += [(HOME, _LISTS[known])] * 3
        for locale, people in ENGLISH.pairs("locales").items():
            known_there = import_module(f"{person.__name__}.{locale.replace(' ', '_')}").Provider
            lists.append((people, getattr(known_there, f"first_names_{gender}")))
        for people, names in lists:
            for name in {*map(plainly, names)}:
                held[name].update([gender, f"{gender} of {people}"])
    return held


def gender_of(names: Collection[str]) -> Gender:
    """Return the gender that given names tell, by the lists that have them, "" where none."""
    women, men = (sum(_lists_with()[plainly(n)][g] for n in names) for g in ("female", "male"))
    return "female" if women > 2 * men else "male" if men > 2 * women else ""


def is_given(word: str) -> bool:
    """Tell whether a word is a given name, and of no place or month."""
    other = word in _WORDS["passed over"] | _WORDS["months"] | LANDS.keys()
    return not other and bool(_lists_with()[plainly(word)])


def peoples(given: str, gender: str) -> set[str]:
    """Return the peoples of whose gender a given name is: any but ours where no list has it."""
    held = _lists_with()[plainly(given)]
    return {each for each in _ORIGINS if f"{gender} of {each}" in held} or {*_ORIGINS} - {HOME}


def people_in(land: str) -> str:
    """Return the people whose names those of a land have, by what tells it."""
    if LANDS[land] in _WORDS["home"]:
        return HOME
    return ENGLISH.pairs("origins").get(_OF_COUNTRY.get(land, land), LANDS[land])


class EnglishWords(Proposer):
    """Proposes words for English names; a part of a name has the same new one in all names."""

    vocabulary = ENGLISH

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms: parts of one new name at the same places."""
        name, *_ = entity.forms
        if entity.kind == "person":
            return self._person(entity, known, draws)
        own, names = name, _names(entity)
        if entity.sort in HEADS.values():
            parted = _TOLD["own"].fullmatch(name)
            own = parted[1] if parted else ""
        if own and names and own not in known:
            known[own] = self.drawn(partial(draws.choice, names), own)
        made = known.get(own)
        return {form: form.replace(own, made) for form in entity.forms if made and own in form}

    def _person(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return new words for a person's; the last of the first form is the surname."""
        people, words = people_of(entity.origin), entity.forms[0].split()
        for word in words:
            names = people["" if word == words[-1] else entity.gender]
            names = _LISTS["initials"] if word.endswith(".") else names
            if word not in known:
                known[word] = self.drawn(partial(draws.choice, names), word)
        new = {form: [known.get(word, "") for word in form.split()] for form in entity.forms}
        return {form: " ".join(words) for form, words in new.items() if all(words)}


def _names(entity: Entity) -> Sequence[str]:
    """Return whole names of a sort, those of places of their land."""
    sort, land = entity.sort, entity.origin
    if sort in _WORDS["sorts of families"] and land in {"", *_WORDS["home"]}:
        return _LISTS[f"families of {HOME}"]
    where = "rivers" if sort == "river" else "towns"
    names = _LISTS.get(f"names of {sort}") or _LISTS.get(f"{where} of {land}", ())
    led, headed = entity.forms[0].startswith("The "), sort in HEADS.values()
    fit = (name for name in names if name.startswith("The ") == led)
    return [name for name in fit if not (headed and re.search("[ -]", name))]


class Reading:
    """English texts as suggestions read them: whole names, and of what sort each is.

    `about` are the documents by the names that their first sentences define, `works` what stands in
    quotation marks, `runs` all other words with capitals, by whole names.
    """

    def __init__(self, texts: Texts) -> None:
        self.common, self.said = texts.common, texts.said
        self.text = "\n".join([*texts.documents, self.said])
        self.titles = {each.partition(" (")[0] for each in texts.titles}
        self.works = {(m[1] or m[2]).strip() for m in _TOLD["quoted"].finditer(self.text)}
        self.about = {
            m["name"]: each for each in texts.documents if (m := _TOLD["lead"].match(each))
        }
        self.runs = dict.fromkeys(_runs(_TOLD["quoted"].sub("\n", self.text)))

    def names(self) -> list[str]:
        """Return what is asked of: subjects of documents, works, places, runs beside these."""
        whole = {*self.titles, *self.about, *self.works, *_PLACES}
        found, rest = list[str](), self.said
        held = (name for name in whole if name in rest and _TOLD["whole"].fullmatch(name))
        for name in sorted(held, key=lambda name: (-len(name), name)):
            left = re.sub(rf"(?<![\w-]){re.escape(name)}(?!\w)", "\n", rest)
            found, rest = found + [name] * (left != rest), left
        parts = {run: run.replace(".", "").split() for run in _runs(rest) if not self.common(run)}
        runs = (run for run, words in parts.items() if not _COMMON.issuperset(words))
        return [*dict.fromkeys([*found, *runs])]

    def finds(self, name: str) -> list[tuple[int, int]]:
        """Return where a name stands as whole words."""
        words = r"\s+".join(map(re.escape, name.split()))
        return [each.span() for each in re.finditer(rf"(?<![\w-]){words}(?!\w)", self.text)]

    def full(self, name: str) -> str:
        """Return the longest run that begins and ends as a name does, else the name itself."""
        words, runs = name.split(), map(str.split, self.runs)
        found = (" ".join(run) for run in runs if (run[0], run[-1]) == (words[0], words[-1]))
        return max((name, *found), key=len)

    def sort(self, name: str) -> str:
        """Return the one sort of which texts say that a name is, "" where they say none, or more.

        Its own words or definitions tell it, else those beside it, or a given name of a person.
        """
        words = name.split()
        headed = (HEADS.get(words[-1]) or HEADS.get(words[0], "")) if words[1:] else ""
        defined = [each["told"] for each in self._behind("is", name)]
        nouns = (_TOLD["end of noun"].split(each)[0].rstrip() for each in defined)
        sorts = {NOUNS[m["noun"]] for each in nouns if (m := _TOLD["last noun"].search(each))}
        sorts |= {NOUNS[each["noun"]] for each in self._before("noun before", name)}
        if headed and {KINDS[each] for each in sorts} <= {KINDS[headed]}:
            sorts = {headed}
        if not (sorts or defined):
            sorts = {"town"} if name in TOWNS or self._behind("after town", name) else sorts
            told = words[-1] in self.runs or self._before("before person", name)
            other = sorts or name in self.works or all(map(self.common, words))
            sorts = {"person"} if is_given(words[0]) and told and not other else sorts
        sure = len(sorts) == 1 and not (name.isupper() or self._before("alias", name))
        return sorts.pop() if sure else ""

    def entity(self, name: str, sort: str, had: Collection[str] = ()) -> Entity:
        """Return a name of a sort, which what it `had` may tell of; a term where it is not sure."""
        kind = KINDS.get(sort, "term")
        if sort == "person":
            return self._person(name, had)
        lands = {LANDS[each] for each in ([name] if name in TOWNS else self._lands(name))}
        words = re.findall(r"[^\W\d_]{4,}", name.lower())
        foreign = kind == "title" and not any(is_known(word, "en") for word in words)
        placed = kind != "title" and name not in TOWNS and _TOLD["known"].search(name)
        called = sort != "town" and gender_of([name])
        bad = foreign or placed or called or self._is_part([name], sort == "town")
        if kind in {"term", "person"} or bad or len(lands) > 1 or re.search(r"\d", name):
            return Entity("term", (name,))
        return Entity(kind, (name,), sort, origin="".join(lands))

    def _person(self, name: str, had: Collection[str]) -> Entity:
        """Return a person of the given name's gender and origin, where texts tell no others."""
        whole = self.full(name)
        first, last = whole.split()[0], whole.split()[-1]
        forms = dict.fromkeys([whole, name, f"{first} {last}", last])
        held = tuple(form for form in forms if form in self.runs) or (name,)
        given = [word.split()[0] for word in had if " " in word] or [first]
        about = self.about.get(whole, "")
        women, men = (len(_TOLD[each].findall(about)) for each in ("female", "male"))
        gender = gender_of(given)
        own = set.intersection(*(peoples(each, gender) for each in given))
        told = {people_in(land) for form in held for land in self._lands(form)}
        told = told or own & {HOME} or own
        other = women > men if gender == "male" else men > women
        surname = re.escape(last)
        other |= bool(re.search(rf"\b(?:at|from|in|near) {surname}\b|{surname}-", self.text))
        sure = gender and not other and len(told) == len(told & own) == 1
        if not sure or not _TOLD["person"].fullmatch(whole) or self._is_part(held):
            return Entity("term", (name,))
        return Entity("person", held, last, gender, told.pop())

    def _is_part(self, forms: Collection[str], town: bool = False) -> bool:
        """Tell whether a form is part of a longer name; a town may begin it, or follow its "of"."""
        longer = {each.replace(",", "") for each in (*self.runs, *self.works)} - {*forms}
        longer = {each.rpartition(" of ")[2] for each in longer} - {*forms} if town else longer
        begins = town and not gender_of(forms)
        pairs = ((f" {each} ", f" {form} ") for form in forms for each in longer)
        return any(form in each and not (begins and each.startswith(form)) for each, form in pairs)

    def _lands(self, name: str) -> set[str]:
        """Return what tells lands of a name, where texts define it."""
        told = *self._behind("land behind", name), *self._before("land before", name)
        return {land[0] for each in told if (land := _TOLD["land"].search(each[0]))}

    def _behind(self, told: str, name: str) -> list[re.Match[str]]:
        found = (_TOLD[told].match(self.text, end) for _, end in self.finds(name))
        return [each for each in found if each]

    def _before(self, told: str, name: str) -> list[re.Match[str]]:
        spans = ((max(at - 60, 0), at) for at, _ in self.finds(name))
        return [found for span in spans if (found := _TOLD[told].search(self.text, *span))]


def find_names(texts: Texts) -> list[Entity]:
    """Return the whole names of questions and answers; of what nothing surely tells, as terms."""
    read = Reading(texts)
    names = sorted(read.names(), key=lambda name: -name.count(" "))
    return merged([read.entity(name, read.sort(read.full(name))) for name in names])


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name as texts, or the words that it had, tell of it; a term without these."""
    name, *_ = entity.forms
    found = read.entity(name, "person" if entity.kind == "person" else read.sort(name), had)
    if found.kind != entity.kind or name not in found.forms:
        return Entity("term", entity.forms)
    # A place of which nothing tells the land gets a name of home, as the rest of its text has.
    origin = found.origin or HOME * (found.kind == "place")
    return replace(found, forms=entity.forms, origin=origin)


def _runs(text: str) -> Iterator[str]:
    """Yield the runs of capitalised words in a text, without what only stands before a name."""
    return filter(None, (_TOLD["led"].sub("", run[0]) for run in _TOLD["run"].finditer(text)))


LISTS, PROPOSER, READING = ENGLISH, EnglishWords, Reading
