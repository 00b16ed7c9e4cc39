"""English names: those of questions and answers, with their forms and the sort that texts tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from simplemma import is_known

from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    KINDS,
    LANDS,
    NOUNS,
    TOWNS,
    EnglishWords,
    gender_of,
    headed_by,
    is_given,
    origin_of,
    own_of,
    plainly,
    sort_told,
)
from lvbuild.annotate.suggesting.entities import Entity, merged
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.phrases import bare

_Asked: TypeAlias = Sequence[tuple[str, str]]
_Tells: TypeAlias = Callable[[str], bool]
_TOLD, _WORDS = ENGLISH.patterns, ENGLISH.words
_SMALL = ENGLISH.language.stop_words | _WORDS["links"]
_PASSED = ("passed over", "suffixes", "roles", "months", "forms of firms")
_COMMON = frozenset(LANDS).union(*(_WORDS[each] for each in _PASSED), ENGLISH.places)
_without_nicknames = partial(_TOLD["nickname"].sub, r"\1 ")


class Reading:
    """English texts as suggestions read them: whole names, and of what sort each is.

    `leads` are the documents by the names that they define first, `aliases` pairs of names of one
    thing, `runs` the names that no quotation marks hold.
    """

    def __init__(
        self, documents: Sequence[str], asked: _Asked, common: _Tells, titles: Sequence[str]
    ) -> None:
        self.common, self._asked, self.documents = common, asked, documents
        self.said = "\n".join(part for pair in asked for part in pair)
        self.text = "\n".join([*documents, self.said])
        self._end = len(self.text) - len(self.said)
        self._folded = "".join(plainly(c).lower()[:1] or c for c in self.text)
        self._titles = {name: told for name, _, told in (each.partition(" (") for each in titles)}
        self.leads, self.aliases = dict[str, str](), list[tuple[str, str]]()
        for document in map(_without_nicknames, documents):
            if lead := _TOLD["lead"].match(document):
                self.leads[_plain(lead["name"])] = document
            first = next(_runs(document[:100]), "")
            if first and (also := _TOLD["also"].match(document.partition(first)[2])):
                self.aliases += [(first, other) for other in _runs(also["name"])]
        plain = _without_nicknames(self.text)
        quoted = {_plain(m[1] or m[2]) for m in _TOLD["quoted"].finditer(plain)}
        self._whole = {*quoted, *self.leads, *map(_plain, self._titles)}
        self.runs = dict.fromkeys(_runs(_TOLD["quoted"].sub("\n", plain)))

    def names(self) -> list[str]:
        """Return the whole names that are asked of, the longest first.

        They are what documents are about, works in marks, answers, and runs that documents have.
        """
        told = self._whole.union(_plain(answer) for _, answer in self._asked)
        told = {name for name in told if self._is_name(name)}
        within = {name for name in told for other in told - {name} if f" {name} " in f" {other} "}
        first = sorted(told - within, key=lambda name: (-len(name), name))
        rest = re.sub(rf"(?i)(?<!\w){any_of(first)}(?!\w)", "\n", _without_nicknames(self.said))
        return list(dict.fromkeys([*first, *filter(self._is_name, _runs(rest))]))

    def _is_name(self, name: str) -> bool:
        """Tell whether what is said has a name, and documents have it too, or more of it."""
        words = re.findall(r"[^\W\d_][\w'’.-]*", name)
        common = " and " in name or all(w.lower() in _SMALL or w in _COMMON for w in words)
        if name.islower() or ", " in name or (common and name not in self._whole):
            return False
        starts = [found.start() for found in self.finds(name, " " in name)] or [-1]
        told = starts[0] < self._end or bool(self.fuller(name))
        return told and starts[-1] >= self._end

    def finds(self, name: str, any_case: bool = False) -> list[re.Match[str]]:
        """Return where a name stands as whole words; in any case, without diacritics too."""
        words = (plainly(name).lower() if any_case else name).split()
        finder = r"[\"”]?\s+[\"“]?".join(map(re.escape, words))
        text = self._folded if any_case else self.text
        return [*re.finditer(rf"(?<![\w-]){finder}(?!\w)", text)]

    def fuller(self, name: str) -> list[str]:
        """Return the names of people of which a name is a part, or nearly one; of one person."""
        words, found = name.split(), list[str]()
        for run in self.runs:
            parts = run.split()
            alike = {*words} <= {*parts} or (run[0] == name[0] and parts[-1] == words[-1])
            found += [run] if alike and parts[1:] and run != name and is_given(parts[0]) else []
        longest = {*max(found, key=len, default="").split()}
        same = all({*run.split()} <= longest for run in found)
        return found if words[1:] or same else []

    def sort(self, name: str) -> str:
        """Return the sort of which texts surely say that a name is, "" where nothing does so."""
        sorts = next(filter(None, self._signs(name)), {""})
        return sorts.pop() if len(sorts) == 1 else ""

    def _signs(self, name: str) -> Iterator[set[str]]:
        """Yield the sorts that each sign tells of a name, the surest first."""
        words, headed, text = name.split(), headed_by(name), self.text
        places = [found.span() for found in self.finds(name)]
        before, ends = [(max(at - 60, 0), at) for at, _ in places], [end for _, end in places]
        said = any(_TOLD["before person"].search(text, *span) for span in before)
        given = is_given(words[0]) and (_SMALL | LANDS.keys()).isdisjoint(words)
        # What is defined behind "of" or a comma is something with a longer name.
        own = (end for at, end in places if not text[at - 3 : at].endswith(("of ", ", ")))
        found = [m["told"] for end in own if (m := _TOLD["is"].match(text, end))]
        yield _sorts([self._titles.get(name, "").strip("() ")])
        yield _sorts([_TOLD["end of noun"].split(each)[0].rstrip() for each in found])
        if found:
            born = given and any(_TOLD["life"].match(text, end) for end in ends)
            yield {"person" if born else headed}
        yield {headed} - {""}
        if name in TOWNS or any(_TOLD["after town"].match(text, end) for end in ends):
            yield {"town"}
        nouns = (_TOLD["noun before"].search(text, *span) for span in before)
        yield {NOUNS[found["noun"]] for found in nouns if found}
        yield {_asked_for(q) for q, answer in self._asked if name == _plain(answer)} - {""}
        if given and (said or (words[1:] and not self.common(words[0]))):
            yield {"person"}

    def spelled(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return forms also with other diacritics, and as questions and answers write them."""
        spans = (found.span() for form in forms for found in self.finds(form, any_case=True))
        alike = (" ".join(self.text[slice(*span)].split()) for span in spans)
        # A new name has no capitals of its own within.
        usual = re.compile(r".* |.[a-zß-ÿ]+\Z|[a-z].*[A-Z]").match
        other = (each for each in alike if each in self.said or not each.islower())
        return tuple(dict.fromkeys([*forms, *filter(usual, other)]))


def find_names(
    documents: Sequence[str], asked: _Asked, common: _Tells, titles: Sequence[str] = ()
) -> list[Entity]:
    """Return the whole names that questions and answers have, each with its forms.

    `asked` are questions, each with an answer; `common` tells whether a word is one of the
    language, and no name. A name of which nothing says surely what it is is a term.
    """
    read, found = Reading(documents, asked, common, titles), list[Entity]()
    for name in read.names():
        full = [name, *read.fuller(name)]
        sort = next(filter(None, map(read.sort, full)), "")
        found.append(_person(full, read) if sort == "person" else _thing(name, sort, read))
    held = {form for e in found if e.kind in {"person", "term"} for form in e.forms}
    known = {*_TOLD["known"].findall(read.said)} - ENGLISH.of_country.keys()
    said = (name for name in sorted(known) if not any(name in form for form in held))
    found += [_thing(name, "town", read) for name in said]
    return [replace(entity, forms=read.spelled(entity.forms)) for entity in merged(found)]


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort, or a person's gender and origin; a term without them.

    Texts tell them, or the words that it had, since those who chose these knew.
    """
    name, *_ = entity.forms
    both = {name, *(word for word, of in ENGLISH.of_country.items() if of == name)}
    if name in ENGLISH.countries and {*entity.forms} <= both:
        return replace(entity, sort="country")
    told = (read.sort(name), *map(sort_told, had))
    sort = next((each for each in told if KINDS.get(each) == entity.kind), "")
    found = (
        _person(entity.forms, read, had) if entity.kind == "person" else _thing(name, sort, read)
    )
    same = found.kind == entity.kind and name in found.forms
    return replace(found, forms=entity.forms) if same else Entity("term", entity.forms)


def what_tells(entity: Entity, common: _Tells) -> str:
    """Return a pattern of the words of a name that tell it by themselves, "" where none does."""
    words = {word for form in entity.forms for word in re.findall(r"\w{4,}", form)}
    own = {word for word in words if word not in _COMMON}
    plain = {word for word in own if common(word) and is_known(word.lower(), "en")}
    telling = {word for word in own - plain if not is_given(word)}
    telling = {*entity.sort.split()} if entity.kind == "person" else telling
    told = [rf"(?<!\w){any_of(telling)}(?:e?s)?(?!\w)"] * bool(telling)  # the Hales, too
    told += [rf"(?-i:\b(?=[A-Z]))\w*{any_of(entity.forms)}"] * (entity.sort == "town")  # Flydubai
    if entity.kind == "title" and own:
        told += [rf'["“][^"”\n]{{0,40}}\b{any_of(own)}\b[^"”\n]{{0,40}}["”]']
    return f"(?i){'|'.join(told)}" if told else ""


def _person(full: Sequence[str], read: Reading, had: Collection[str] = ()) -> Entity:
    """Return a person of surely told gender and origin; others, and rulers, are terms.

    The words that one `had` tell them where they are of people of one gender or origin.
    """
    person, origins = _called(full, read), {origin_of([w], "") for w in had if " " in w}
    spans = ((max(at.start() - 40, 0), at.start()) for at in read.finds(full[0]))
    ruler = any(_TOLD["before ruler"].search(read.text, *span) for span in spans)
    whole = not re.search(", | of |-[a-z]", "\n".join(person.forms))
    gender = gender_of({word.split()[0] for word in had if word}) or person.gender
    origin = origin_of(person.forms, read.text) or (max(origins) if len(origins) == 1 else "")
    if whole and not ruler and gender and origin:
        return replace(person, gender=gender, origin=origin)
    return Entity("term", person.forms)


def _called(full: Sequence[str], read: Reading) -> Entity:
    """Return a person of some names: all that the texts call by the words of these, and aliases.

    The surnames are the last words; a word alone is a form where texts have it by itself.
    """
    pairs = [each for pair in read.aliases for each in (pair, pair[::-1])]
    also = [b for a, b in pairs if a in full and not _COMMON.issuperset(b.split())]
    left = _WORDS["suffixes"]
    every = [re.sub('["“”()]', "", each).split() for each in (*full, *also)]
    parts = [[word for word in each if word not in left] for each in every]
    words, forms = {word for each in parts for word in each}, list[str]()
    for run in (*map(" ".join, every), *read.runs):
        if words & {*run.split()} and {*run.split()} <= words | left:
            forms += [found[0] for found in read.finds(run)]
    ends = {each[-1] for each in parts if each[1:]}
    others = (run.split() for run in read.runs if not {*run.split()} <= words | left)
    kin = {each[-1] for each in others if each[1:] and is_given(each[0])}
    rare = {w for w in ends if w in kin or not (is_given(w) or is_known(w.lower(), "en"))}
    forms += [word for word in rare if read.finds(word)]
    alone = {form for form in forms if " " not in form}
    opening = {each[0] for each in parts if each[1:]} or alone
    last = (ends | {form for form in alone if not is_given(form)}) - opening
    lead = next((read.leads[each] for each in full if each in read.leads), "")
    women, men = (len(_TOLD[gender].findall(lead)) for gender in ("female", "male"))
    told = gender_of(opening)
    gender = told if women == men else "female" if women > men else "male"
    ordered = sorted({*forms} or {*full}, key=lambda form: (-len(form), form))
    return Entity("person", tuple(ordered), " ".join(sorted(last)), gender)


def _thing(name: str, sort: str, read: Reading) -> Entity:
    """Return a name that is no person's, with its parts that stand alone; or the town within it.

    What is named after a country or the like is a term, and a work of a foreign title.
    """
    own, known, kind = own_of(name, sort), _TOLD["known"].search(name), KINDS.get(sort, "term")
    if known and kind != "title":
        is_town = known[0] in TOWNS
        return Entity("place", (known[0],), "town") if is_town else Entity("term", (name,))
    english = [is_known(word, "en") for word in re.findall(r"[^\W\d_]{3,}", name.lower())]
    foreign = kind == "title" and 2 * sum(english) < len(english)
    if kind == "term" or not own or foreign:
        return Entity("term", (name,))
    marked = [name + mark for mark in "?!" if name + mark in "\n".join(read.documents)]
    alone = own in read.runs or not (is_given(own) or is_known(own.lower(), "en"))
    parts = [own] * (alone and own in read.text.replace(name, "\n"))
    return Entity(kind, tuple(dict.fromkeys([*marked, name, *parts])), sort)


def _sorts(phrases: Sequence[str]) -> set[str]:
    """Return the sorts that the last nouns of phrases tell."""
    return {NOUNS[m["noun"]] for each in phrases if (m := _TOLD["last noun"].search(each))}


def _asked_for(question: str) -> str:
    """Return the sort for which a question asks, "" where it says none."""
    asked = _TOLD["asked"].search(question)
    found = _TOLD["noun"].search(_TOLD["end of noun"].split(asked[1])[0] if asked else "")
    return NOUNS[found["noun"]] if found else ""


def _plain(name: str) -> str:
    """Return a name without marks, brackets behind it, and what makes a firm of it."""
    plain = re.sub(r"\s*\([^)]*\)$", "", name)
    return _TOLD["firm"].sub("", bare(plain).strip('…."“ '))


def _runs(text: str) -> Iterator[str]:
    """Yield the runs of capitalised words in a text, without what only stands before a name."""
    for run in _TOLD["run"].finditer(text):
        if name := _TOLD["firm"].sub("", _TOLD["led"].sub("", run[0])):
            yield name


LISTS, PROPOSER, READING = ENGLISH, EnglishWords, Reading
