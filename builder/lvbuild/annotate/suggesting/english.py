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
    initials,
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
_PASSED = ("passed over", "suffixes", "roles", "months", "weekdays", "forms of firms")
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
            lead = _TOLD["lead"].match(document)
            if lead and lead["name"].lower() not in _SMALL:
                self.leads[_unled(lead["name"])] = document
            first = next(_runs(document[:100]), "")
            if first and (also := _TOLD["also"].match(document.partition(first)[2])):
                self.aliases += [(first, other) for other in _runs(also["name"])]
        plain = _without_nicknames(self.text)
        self._quoted = {_unled(m[1] or m[2]) for m in _TOLD["quoted"].finditer(plain)}
        self._whole = {*self._quoted, *self.leads, *map(_unled, self._titles)}
        self.runs = dict.fromkeys(_runs(_TOLD["quoted"].sub("\n", plain)))

    def names(self) -> list[str]:
        """Return the whole names that are asked of, the longest first.

        They are what documents are about, works in marks, answers, and runs that documents have.
        """
        answers = {name for _, answer in self._asked for name in _listed(answer)}
        told = (answers | self._whole) - {f"The {name}" for name in self._titles}
        told = {name for name in told if self._is_name(name)}
        within = {name for name in told for other in told - {name} if f" {name} " in f" {other} "}
        first = sorted(told - within | told & self._titles.keys(), key=lambda n: (-len(n), n))
        rest = re.sub(rf"(?i)(?<!\w){any_of(first)}(?!\w)", "\n", _without_nicknames(self.said))
        return list(dict.fromkeys([*first, *filter(self._is_name, _runs(rest))]))

    def _is_name(self, name: str) -> bool:
        """Tell whether what is said has a name, and documents have it too, or more of it."""
        words, places = re.findall(r"[^\W\d_][\w'’.-]*", name), self.finds(name, " " in name)
        large = [word for word in words if word.lower() not in _SMALL] or [*words, name]
        starts = [found.start() for found in places] or [-1]
        bad = (
            any(map(str.islower, large))
            or re.search(r"^.{0,2}$|^[^A-ZÀ-Þ]*$|\d{4}|[\"“”]|, ", name) is not None
        )
        bad |= large[-1] in _WORDS["left"] and name not in self._titles
        common = all(map(_is_common, large)) or " and " in name
        told = 0 <= starts[0] < self._end or bool(self.fuller(name))
        return told and starts[-1] >= self._end and not bad and (not common or name in self._whole)

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
        same = name not in self._titles and all({*run.split()} <= longest for run in found)
        return found if words[1:] or same else []

    def sort(self, name: str) -> str:
        """Return the sort of which texts surely say that a name is, "" where nothing does so."""
        words, places = name.split(), [found.span() for found in self.finds(name)]
        headed = headed_by(name)
        spans = [(max(at - 60, 0), at) for at, _ in places]
        said = any(_TOLD["before person"].search(self.text, *span) for span in spans)
        given = is_given(words[0]) and (_SMALL | LANDS.keys()).isdisjoint(words)
        given = given and bool(words[1:] or said)
        # What is defined behind "of" or a comma is something with a longer name.
        own = (end for at, end in places if not self.text[at - 3 : at].endswith(("of ", ", ")))
        found = [m["told"] for end in own if (m := _TOLD["is"].match(self.text, end))]
        found = [re.sub(r" \([^)]*\)", "", each) for each in found]
        defined = [_TOLD["end of noun"].split(each)[0].rstrip() for each in found]
        sorts = _sorts([self._titles.get(name, "").strip("() ")]) or _sorts(defined)
        if defined and not sorts:
            born = given and any(_TOLD["life"].match(self.text, end) for _, end in places)
            sorts = {"person" if born else headed}
        firm = {KINDS.get(headed), *map(KINDS.get, sorts)} == {"organisation"}
        if firm or (not sorts and (headed or name in TOWNS)):
            sorts = {headed or "town"}
        if not sorts and any(_TOLD["after town"].match(self.text, end) for _, end in places):
            sorts = {"town"}
        before = (_TOLD["noun before"].search(self.text, *span) for span in spans)
        sorts = sorts or {NOUNS[m["noun"] or m["place"]] for m in before if m}
        asked = {_asked_for(q) for q, answer in self._asked if name in _listed(answer)}
        sorts = sorts or asked - {""}
        sure = said or not self.common(words[0])
        if not sorts and given and name not in self._quoted and sure:
            there = all(_TOLD["before place"].search(self.text, *span) for span in spans)
            sorts = set() if there else {"person"}
        # Letters alone are new ones of stations only.
        sure = len(sorts) == 1 and (sorts == {"station"} or not name.isupper())
        return sorts.pop() if sure else ""

    def spelled(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return forms also with other diacritics, and as questions and answers write them."""
        spans = ((form, found.span()) for form in forms for found in self.finds(form, True))
        found = ((form, " ".join(self.text[slice(*span)].split())) for form, span in spans)
        alike = (word for form, word in found if word in self.said or _large(word) == _large(form))
        inner = re.compile(r".* |.[a-zß-ÿ]+\Z|[a-z].*[A-Z]")
        return tuple(dict.fromkeys([*forms, *filter(inner.match, alike)]))


def find_names(
    documents: Sequence[str], asked: _Asked, common: _Tells, titles: Sequence[str] = ()
) -> list[Entity]:
    """Return the whole names that questions and answers have, each with its forms.

    `asked` are questions, each with an answer; `common` tells whether a word is one of the
    language, and no name. A name of which nothing says surely what it is is a term.
    """
    read, found = Reading(documents, asked, common, titles), list[Entity]()
    for name in sorted(read.names(), key=lambda name: -name.count(" ")):
        full = [name, *read.fuller(name)]
        sort = next(filter(None, map(read.sort, full)), "")
        found.append(_person(full, read) if sort == "person" else _thing(name, sort, read))
    held = {form for e in found if e.kind in {"person", "term"} for form in e.forms}
    said = (each for each in _TOLD["known"].findall(read.said) if each not in ENGLISH.of_country)
    found += [_thing(each, "town", read) for each in said if not any(each in form for form in held)]
    spelled = (replace(e, forms=read.spelled(e.forms)) for e in merged(merged(found)))
    return sorted(spelled, key=lambda entity: '" ' not in entity.forms[0])


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort, or a person's gender and origin; a term without them.

    Texts tell them, or the words that it had, since those who chose these knew.
    """
    name, *_ = entity.forms
    both = {name, *(word for word, of in ENGLISH.of_country.items() if of == name)}
    if name in ENGLISH.countries and {*entity.forms} <= both:
        return replace(entity, sort="country")
    told = [{read.sort(name)}, {*map(sort_told, had)} - {""}]
    sorts = (max(each) for each in told if len(each) == 1)
    sort = next((each for each in sorts if KINDS.get(each) == entity.kind), "")
    found = (
        _person(entity.forms, read, had) if entity.kind == "person" else _thing(name, sort, read)
    )
    same = found.kind == entity.kind and name in found.forms
    return replace(found, forms=entity.forms) if same else Entity("term", entity.forms)


def what_tells(entity: Entity, common: _Tells) -> str:
    """Return a pattern of the words of a name that tell it by themselves, "" where none does."""
    words = {word for form in entity.forms for word in re.findall(r"\w{4,}|[A-Z]\d\w*", form)}
    plain = {word for word in words if common(word) and is_known(word.lower(), "en")}
    telling = {word for word in words - plain if not (_is_common(word) or is_given(word))}
    telling = {*entity.sort.split()} if entity.kind == "person" else telling
    plural = "(?:e?s)?" * (entity.kind == "person")  # the Hales
    told = [rf"(?<!\w){any_of(telling)}{plural}(?!\w)"] * bool(telling)
    told += [rf"(?-i:\b(?=[A-Z]))\w*{any_of(entity.forms)}"] * (entity.sort == "town")
    if entity.kind == "title" and (words := {w for w in words if len(w) > 4 and not _is_common(w)}):
        told += [rf'["“][^"”\n]{{0,40}}\b{any_of(words)}\b[^"”\n]{{0,40}}["”]']
    return f"(?i){'|'.join(told)}" if told else ""


def _person(full: Sequence[str], read: Reading, had: Collection[str] = ()) -> Entity:
    """Return a person of surely told gender and origin; others, and rulers, are terms.

    The words that one `had` tell them where they are of people of one gender or origin.
    """
    person, origins = _called(full, read), {origin_of([w], "") for w in had if " " in w}
    spans = ((max(at.start() - 40, 0), at.start()) for at in read.finds(full[0]))
    ruler = any(_TOLD["before ruler"].search(read.text, *span) for span in spans)
    whole = " " in person.forms[0] or is_given(person.forms[0])
    whole &= not re.search(", | of |-[a-z]", "\n".join(person.forms))
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
    also = [b for a, b in pairs if a in full and not all(map(_is_common, b.split()))]
    left = _WORDS["suffixes"] | _WORDS["roles"] | _WORDS["links"]
    every = [re.sub(' [A-Z]{3,}$|["“”()]', "", each).split() for each in (*full, *also)]
    parts = [[word for word in each if word not in left] for each in every]
    words, forms = {word for each in parts for word in each}, list[str]()
    for run in (*map(" ".join, every), *read.runs):
        if words & {*run.split()} and {*run.split()} <= words | left:
            forms += [found[0] for found in read.finds(run)]
    ends = {each[-1] for each in parts if each[1:] or each[:1] == also[:1]}
    others = (run.split() for run in read.runs if not {*run.split()} <= words | left)
    kin = {each[-1] for each in others if each[1:] and is_given(each[0])}
    rare = {w for w in ends if w in kin or not (is_given(w) or is_known(w.lower(), "en"))}
    forms += [word for word in rare if read.finds(word)]
    alone = {form for form in forms if " " not in form and len(form) > 2}
    own = {each for each in ends if not is_given(each) or each in alone} or ends
    opening = {each[0] for each in parts if each[1:]}
    last = own.union(each for each in alone if not is_given(each)) - opening
    lead = next((read.leads[each] for each in full if each in read.leads), "")
    women, men = (len(_TOLD[gender].findall(lead)) for gender in ("female", "male"))
    told = gender_of([*filter(is_given, opening or alone)])
    told = told or ("male" if opening and all("." in each for each in opening) else "")
    gender = told if women == men else "female" if women > men else "male"
    ordered = sorted({*forms} or {*full}, key=lambda form: (-len(form), form))
    return Entity("person", tuple(ordered), " ".join(sorted(last)), gender)


def _thing(name: str, sort: str, read: Reading) -> Entity:
    """Return a name that is no person's, with its parts that stand alone; or the town within it.

    What is named after a country or the like is a term, and a work of a foreign title.
    """
    own, known, kind = own_of(name, sort), _TOLD["known"].search(name), KINDS.get(sort, "term")
    town = own if own not in {name, ""} and read.sort(own) == "town" else known[0] if known else ""
    if town and kind != "title":
        is_town = town in TOWNS or town not in _COMMON
        return Entity("place", (town,), "town") if is_town else Entity("term", (name,))
    words = re.findall(r"[^\W\d_]{3,}", name.lower())
    foreign = kind == "title" and not any(is_known(word, "en") for word in words)
    if kind in {"term", "person"} or not own or foreign:
        return Entity("term", (name,))
    short, rest = initials(name), re.sub(re.escape(name), "\n", read.text)
    marked = [name + mark for mark in "?!" if name + mark in "\n".join(read.documents)]
    alone = own in read.runs or not (is_given(own) or is_known(own.lower(), "en") or " " in own)
    parts = [own] * (alone and own in rest)
    is_short = kind != "title" and short[1:] and re.search(rf"(?<!\w){short}(?!\w)", rest)
    forms = dict.fromkeys([*marked, name, *parts, *([short] if is_short else [])])
    return Entity(kind, tuple(forms), sort)


def _sorts(phrases: Sequence[str]) -> set[str]:
    """Return the sorts that the last nouns of phrases tell."""
    return {NOUNS[m["noun"]] for each in phrases if (m := _TOLD["last noun"].search(each))}


def _large(name: str) -> list[bool]:
    """Return of the words of a name, but for small ones, which have capitals."""
    return [word != word.lower() for word in name.split() if word.lower() not in _SMALL]


def _asked_for(question: str) -> str:
    """Return the sort for which a question asks, "" where it says none."""
    asked = _TOLD["asked"].search(question)
    what = _TOLD["end of noun"].split(asked["what"] or "")[0] if asked else ""
    found = _TOLD["asked noun"].search(what)
    return NOUNS[found["noun"]] if found else "person" if asked and asked["who"] else ""


def _listed(answer: str) -> list[str]:
    """Return the names that an answer may list, and itself, without what is in brackets."""
    plain = re.sub(r'\s*\([^)]*\)$| "\w+"(?= [A-Z])', "", answer)
    parts = [answer, plain, *re.split(r",? and |, | or ", plain)]
    return [_TOLD["role"].sub("", _unled(each)) for each in parts]


def _unled(name: str) -> str:
    """Return a name without marks, the small article before it, and what makes a firm of it."""
    return _TOLD["firm"].sub("", bare(name).strip('…."“ ')).removeprefix("the ")


def _is_common(word: str) -> bool:
    """Tell whether a word with a capital names no one thing."""
    return not _COMMON.isdisjoint([word, word.strip(".")]) or ENGLISH.language.is_of_kind(word)


def _runs(text: str) -> Iterator[str]:
    """Yield the runs of capitalised words in a text, without what only stands before a name.

    One that a number follows is none: the number belongs to it.
    """
    for run in _TOLD["run"].finditer(text):
        name = _TOLD["firm"].sub("", _TOLD["led"].sub("", run[0]))
        if name and not re.match(r" \d", text[run.end() : run.end() + 2]):
            yield name if re.search(r"\b[A-Z]\.$|\b[JS]r\.$", name) else name.rstrip(".")


LISTS, PROPOSER, READING = ENGLISH, EnglishWords, Reading
