"""English names: those of questions and answers, with their forms and the kind that texts tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from rapidfuzz import fuzz, process

from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    SUFFIXES,
    EnglishWords,
    given_names,
    initials,
    is_given,
    plainly,
)
from lvbuild.annotate.suggesting.entities import Entity, Gender, merged, trained_kinds
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.languages.phrases import bare
from lvbuild.tables.rows import Kind

LISTS = ENGLISH
PROPOSER = EnglishWords
_TOLD, _SPOKEN = ENGLISH.patterns, ENGLISH.language
_LINKS, _ROLES, _FIRMS = (ENGLISH.words[each] for each in ("links", "roles", "forms of firms"))
_KINDS: Sequence[Kind] = ("person", "place", "organisation", "title")
_NOUNS = {kind: re.compile(rf"\b{any_of(ENGLISH.nouns[kind])}s?\b") for kind in _KINDS}
_ENDS = {word: kind for kind, ends in ENGLISH.ends.items() for word in ends}
_PLACED = frozenset([*ENGLISH.places, *ENGLISH.countries, *ENGLISH.of_country])
_PLACE = re.compile(rf"\b{any_of(ENGLISH.places)}\b")
_DATES = ENGLISH.words["months"] | ENGLISH.words["weekdays"]
_COMMON = ENGLISH.words["passed over"] | _ROLES | ENGLISH.of_country.keys() | SUFFIXES | _DATES
_DEFINED, _KNOWN, _ENDED, _SIGN, _MOST, _LEAST = 5, 4, 3, 2, 3, 2
"""What speaks for a kind: so much a definition, a known place, a word of kind, a sign beside it,
which counts so often at most; and how much of all tells one."""
_ALIKE = 88
_SMALL = re.compile(r"\w{1,2}\.?")
_PARTED = re.compile(r"\s*[\s\"“”()]\s*")


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    common: Callable[[str], bool],
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    `asked` are questions, each with an answer; `common` tells whether a word is one of the
    language, and no name. What is quoted, what documents are about, as their `titles` say, and
    answers are whole names; others are runs of capitals.
    """
    read = _Reading(documents, asked, common, titles)
    told = [name for name in read.told if read.is_whole(name)]
    longer = {name for run in (*told, *_runs(read.said)) for name in _inner(run)} - {*read.about}
    told = sorted({*told} - longer, key=lambda name: (-len(name), name))
    rest = re.sub(rf"(?<!\w){any_of(told)}(?!\w)", "\n", read.said) if told else read.said
    names = [*told, *dict.fromkeys(run for run in _runs(rest) if read.is_name(run))]
    families = {name: read.fuller(name) for name in names}
    kinds = {name: read.kind(name, families[name]) for name in names}
    kinds |= {name: read.kind_beside(name, kinds) for name, kind in kinds.items() if not kind}
    only = read.quoted - {*read.about, *read.leads, *read.answers}
    names = [name for name in names if kinds[name] or name not in only]
    found: list[Entity] = []
    for name in sorted(names, key=lambda name: (kinds[name] != "person", -name.count(" "))):
        if kinds[name] == "person":
            found.append(_person(name, families[name], read))
        else:
            found += _thing(name, kinds[name], name in told, read)
    return [replace(e, forms=read.spellings(e.forms)) for e in merged(merged(found))]


def what_stays(
    entity: Entity, texts: Sequence[tuple[str, str]], common: Callable[[str], bool]
) -> str:
    """Return a word of a name that still stands in what is left of texts, or what tells it."""
    words = {word for form in entity.forms for word in re.findall(r"\w{4,}", form)}
    telling = {w for w in words if not (_is_common(w) or common(w) or w in _PLACED or is_given(w))}
    telling &= {*entity.sort.split()} if entity.kind == "person" else telling
    for text, rest in texts:
        ends = [at.end() for at in re.finditer(any_of(entity.forms), text)]
        short = re.compile(rf"[^.()]{{0,40}}\({re.escape(entity.forms[0][0])}[A-Z.&]+\b")
        behind = [each.match(rest, end) for each in (_TOLD["telling"], short) for end in ends]
        left = re.search(rf"(?i)(?<!\w){any_of(telling)}(?!\w)", rest) if telling else None
        if stays := next(filter(None, (left, *behind)), None):
            return stays[0] + re.split(r"\W", rest[stays.end() :], maxsplit=1)[0]
    return ""


class _Reading:
    """Texts as suggestions read them: what they call whole, and what stands beside a name.

    `told` are the names that are marked as whole ones, `about` what titles say in brackets of what
    documents are about, `leads` the documents by what they define first.
    """

    def __init__(
        self,
        documents: Sequence[str],
        asked: Sequence[tuple[str, str]],
        common: Callable[[str], bool],
        titles: Sequence[str],
    ) -> None:
        self.common, self.asked = common, asked
        said = "\n".join(part for pair in asked for part in pair)
        self.said = _TOLD["nickname"].sub(r"\1 ", said)
        self.folded_said = _folded(self.said)
        self.documents = "\n".join(documents)
        self.text = f"{self.documents}\n{said}"
        self.folded = _folded(self.text)
        self.trained = trained_kinds([*documents, self.said], ENGLISH.code)
        defined = [(_TOLD["lead"].match(document), document) for document in documents]
        self.leads = {
            name: document
            for lead, document in defined
            for name in ({lead["name"], _unled(lead["name"])} if lead else ())
        }
        parted = [title.partition(" (") for title in titles]
        self.about = {name: told for name, _, told in parted}
        self.answers = {
            _unled(re.sub(r"\s*\([^)]*\)$", "", each))
            for _, answer in asked
            for each in (answer, *re.split(r",? and |, | or ", answer))
        }
        plain = _TOLD["nickname"].sub(r"\1 ", self.text)
        quoted = [(m[1] or m[2]).strip() for m in _TOLD["quoted"].finditer(plain)]
        self.quoted = frozenset(quoted)
        self.told = [*self.about, *self.leads, *quoted, *self.answers]
        unquoted = _TOLD["quoted"].sub("\n", self.documents)
        self.runs = Counter(_runs(unquoted))

    def is_whole(self, name: str) -> bool:  # noqa: PLR0911 - one for each sign
        """Tell whether what is marked as a whole name is one that is asked of."""
        words = name.split()
        if len(name) < 3 or not (self._is_asked(name) and stands(name, self.documents)):
            return False
        of_works = "title" in (self._defined(name), _noun_kind(self.about.get(name, "")))
        left = words[-1] in ENGLISH.words["left"] and not of_works
        if left or (name[0].islower() and name not in self.about):
            return False
        if re.search(
            rf"(?:literally|lit\.|meaning|means),? [\"“']*{re.escape(name)}", self.documents
        ):
            return False
        if not _has_capitals(name) or re.search(r"\d{4}|[\"“”]|, | and .* and ", name):
            return name in self.about and of_works
        if name in self.quoted and not (name in self.about or name in self.leads):
            return len(words) > 1 or not self._stands_small(name)
        if " and " in name or all(map(_is_common, words)):
            named = name in self.about or name in self.leads
            return named or (len(words) > 1 and name in self.answers)
        return len(words) > 1 or not self._stands_small(name)

    def _is_asked(self, name: str) -> bool:
        """Tell whether a name stands in what is said; in other letters if it is no plain phrase."""
        found = _finder(_folded(name)).search(self.folded_said)
        written = self.said[slice(*found.span())] if found else ""
        several = " " in _unled(name) and not (written.islower() and self.is_plain(name))
        return bool(written) and (several or stands(name, self.said))

    def is_name(self, run: str) -> bool:
        """Tell whether documents have a run as a whole name, a part of one, or nearly so."""
        if run in _PLACED:
            return run not in ENGLISH.words["passed over"]
        words = run.split()
        if len(run) < 3 or all(map(_is_common, words)) or words[-1] in ENGLISH.words["left"]:
            return False
        if len(words) == 1 and self._stands_small(run):
            return False
        return stands(run, self.documents) or bool(self.fuller(run))

    def fuller(self, name: str) -> list[str]:
        """Return a name as documents have it otherwise: with more given names, or nearly so."""
        words = [word for word in name.split() if word not in SUFFIXES]
        if not words or not name[0].isupper():
            return []
        first, last = words[0], words[-1]
        if len(words) == 1:
            holding = sorted((run for run in self.runs if name in run.split()), key=len)
            longest = holding[-1] if holding and name not in self.about else name
            same = all({*run.split()} <= {*longest.split()} for run in holding)
            return [longest] if same and longest != name and is_given(longest.split()[0]) else []
        middle = r"(?: [\"“'‘(]?[A-ZÀ-Þ][\w.'’-]*[\"”'’)]?){0,3}"
        find = rf"(?<!\w){first[0]}[\w.-]+{middle} {re.escape(last)}(?!\w)"
        found = dict.fromkeys(re.findall(find, self.documents))
        more = rf"(?<!\w){re.escape(name)}(?: [A-ZÀ-Þ][\w’'-]*[a-z])+(?=,? \((?:born|[^)]*\d{{4}}))"
        found |= dict.fromkeys(re.findall(more, self.documents))
        given = [
            each
            for each in found
            if each != name and (each.startswith(f"{first} ") or is_given(each.split()[0]))
        ]
        if not given and not stands(name, self.documents):
            near = process.extractOne(
                name, self.runs.keys(), score_cutoff=_ALIKE, scorer=fuzz.ratio
            )
            given = [near[0]] if near else []
        return given

    def beside(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield what stands before and after a name, wherever it stands as whole words."""
        for found in _finder(name).finditer(self.text):
            start, end = found.span()
            yield self.text[max(start - 40, 0) : start], self.text[end : end + 300]

    def kind(self, name: str, fuller: Sequence[str]) -> Kind | None:
        """Return the kind that most speaks for, None where too little tells one."""
        if name in self.trained or name in _PLACED:
            return self.trained.get(name, "place")
        words, votes = name.replace("-", " ").split(), Counter[Kind | None]()
        votes[_noun_kind(self.about.get(name, ""))] += _DEFINED
        votes[self._asked_for(name)] += _DEFINED
        quoted = len(re.findall(rf"[\"“‘]{re.escape(name)}[,.]?[\"”’]", self.documents))
        votes["title"] += (quoted > 0) + (quoted > 1 or f" {name}" not in self.documents)
        for word in {words[0], words[-1]} if len(words) > 1 else ():
            votes[_ENDS.get(word)] += _ENDED
        signs = Counter[tuple[Kind, str]]()
        for form in (name, *fuller):
            votes[self._defined(form)] += _DEFINED
            for before, after in self.beside(form):
                for kind in _KINDS:
                    signs[kind, "before"] += bool(_TOLD[f"before {kind}"].search(before))
                    signs[kind, "after"] += bool(_TOLD[f"after {kind}"].match(after))
        for (kind, _), times in signs.items():
            votes[kind] += _SIGN * min(times, _MOST)
        votes["person"] += self._like_a_person(name, fuller)
        headed = len(words) > 1 and words[-1] in _ENDS and not is_given(words[0])
        votes["person"] -= _DEFINED * headed
        del votes[None]
        best = max(_KINDS, key=lambda kind: votes[kind])
        return best if votes[best] >= _LEAST else None

    def _like_a_person(self, name: str, fuller: Sequence[str]) -> int:
        words = name.split()
        if {"of", "and", "&", "the"} & {*words} or len(words) > _KNOWN or name.isupper():
            return -_DEFINED
        if words[0] in _PLACED and not is_given(words[0]):
            return 0
        full = [each.split() for each in (name, *fuller)]
        given = any(is_given(each[0]) and not self.common(each[0]) for each in full)
        if len(words) == 1:
            return given * _LEAST
        initial = any(re.search(r"(?:^|\w )[A-Z]\. \w", " ".join(each)) for each in full)
        strange = not (self.common(words[-1]) or _is_common(words[-1]))
        signs = given + initial + strange
        return signs + given if signs > 1 or words[-1] not in _ENDS else 0

    def kind_beside(self, name: str, kinds: Mapping[str, Kind | None]) -> Kind | None:
        """Return the kind of a name with which one is listed."""
        known = any_of(sorted(each for each, kind in kinds.items() if kind))
        name, between = rf"(?<!\w){re.escape(name)}(?!\w)", "(?:, and |, | and | or )"
        listed = rf"({known}){between}{name}|{name}{between}({known})"
        found = re.search(listed, self.text) if " " in name else None
        return kinds.get(found[1] or found[2]) if found else None

    def _defined(self, name: str) -> Kind | None:
        """Return the kind that a sentence tells of a name: X, a band, was; X is an actor."""
        told = (_TOLD["is"].match(after) for _, after in self.beside(name))
        return next((kind for m in told if m and (kind := _noun_kind(m["told"]))), None)

    def _asked_for(self, name: str) -> Kind | None:
        for question, answer in self.asked:
            asked = _TOLD["asked"].search(question)
            if asked and name in map(_unled, (answer, *re.split(r",? and |, | or ", answer))):
                return "person" if asked["who"] else _noun_kind(asked["what"], first=True)
        return None

    def spellings(self, forms: Sequence[str]) -> tuple[str, ...]:
        """Return forms as texts write them with other capitals or diacritics, too.

        What documents have without capitals is no name.
        """
        every = dict.fromkeys(forms)
        for form in forms:
            for found in _finder(_folded(form)).finditer(self.folded):
                written = " ".join(self.text[slice(*found.span())].split())
                small = " " in form and not (
                    self.is_plain(form) and stands(written, self.documents)
                )
                if small or (_has_capitals(written) and written[0].isupper() == form[0].isupper()):
                    every[written] = None
        return tuple(every)

    def is_plain(self, name: str) -> bool:
        """Tell whether a name is of words of the language alone."""
        return all(self.common(word) or _is_common(word) for word in name.split())

    def _stands_small(self, name: str) -> bool:
        return stands(name.lower(), self.text)

    def within(self, start: int, end: int, own: set[str]) -> bool:
        """Tell whether a word stands beside one with a capital that is none of its name's own."""
        before = re.search(r"([A-ZÀ-Þ][\w.’'-]*) \Z", self.text[max(start - 30, 0) : start])
        after = re.match(r"(?:['’]s)? ([A-ZÀ-Þ]\w*)", self.text[end : end + 30])
        beside = {found[1].rstrip(".") for found in (before, after) if found}
        return not beside <= own | _ROLES | {"The", "In", "When", "After", "And", "Both", "While"}


def _person(name: str, fuller: Sequence[str], read: _Reading) -> Entity:
    """Return a person: all that the texts call by the words of the name, with the other names.

    Given names that stand within other people's names are no forms alone.
    """
    full = [name, *fuller]
    for each in full[:]:
        behind = (_TOLD["also"].match(after) for _, after in read.beside(each))
        also = (run for found in behind if found for run in _runs(found["name"]))
        full += [run for run in also if not all(map(_is_common, run.split()))]
    parts = [[word for word in _PARTED.split(each) if word] for each in full]
    parts = [[word for word in each if not _is_common(word)] or each for each in parts]
    opening = {each[0] for each in parts if len(each) > 1 or is_given(each[0])}
    surnames = dict.fromkeys(each[-1] for each in parts if each[-1] not in opening)
    words = {word.strip("'‘’") for each in parts for word in each if word[0].isupper()}
    words |= {word.strip("'‘’") for each in parts for word in each if word[0] in "'‘"}
    unit = any_of(words)
    more = rf"(?:[\"”'’)]?,? [\"“'‘(]?{unit})*(?:,? {any_of(SUFFIXES)}(?!\w))?"
    find = rf"(?<![\w-]){unit}{more}(?![\w-])"
    forms = dict.fromkeys(full)
    for found in re.finditer(find, read.text):
        alone = [found[0]] if " " not in found[0] else []
        whole = [] if alone or _is_torn(found[0]) else [found[0]]
        forms |= dict.fromkeys(whole)
        for word in alone or ([] if whole else re.findall(unit, found[0])):
            own = word in surnames or not read.within(*found.span(), words)
            if own and not _SMALL.fullmatch(word) and word not in _PLACED - surnames.keys():
                forms[word] = None
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    lead = next((read.leads[each] for each in full if each in read.leads), "")
    told = lead or " ".join(after for form in full for _, after in read.beside(form))
    given = {word for form in ordered for word in form.split()}

    def signs(gender: Gender) -> tuple[float, ...]:
        names, sign = given_names(gender), _TOLD[gender]
        own = len(given.intersection(names.given))
        beside = len(sign.findall(told)) or names.likeness(ordered[0].split()[0])
        return len(sign.findall(lead)), own, beside

    genders: Sequence[Gender] = ("male", "female")
    gender = max(genders, key=signs)
    return Entity("person", tuple(ordered), " ".join(surnames), gender)


def _thing(name: str, kind: Kind | None, told: bool, read: _Reading) -> Iterator[Entity]:
    """Yield a name that is no person's: a country with its adjective, a place within the name.

    The words that tell of it, and its first letters, are forms where they stand without it.
    """
    name = name if kind == "title" else _unled(name)
    place = _PLACE.search(name) if kind != "title" else None
    stem = place[0] if place and kind and read.is_plain(name.replace(place[0], "", 1)) else name
    country = ENGLISH.of_country.get(stem, stem)
    if country in ENGLISH.countries and not (stem in ENGLISH.places and f", {stem}" in read.text):
        both = country, *(a for a, of in ENGLISH.of_country.items() if of == country)
        yield Entity("place", tuple(form for form in both if stands(form, read.text)), "country")
        return
    if place:
        yield Entity("place", (place[0],))
    plain, national = read.is_plain(name), not ENGLISH.of_country.keys().isdisjoint(name.split())
    some_plain = " " not in name or any(map(read.is_plain, name.split()))
    unsure = not kind and (plain or some_plain) and not told
    if (place and place[0] == stem) or unsure or (plain and national and kind != "title"):
        return
    near = [] if stands(name, read.documents) else read.fuller(name)
    spelt = [run for run in read.runs if name.isupper() and initials(run) == name != run]
    forms = [*near, *spelt, name]
    every = [w for form in forms for w in re.findall(r"[^\W_][\w’-]*", form)]
    words = [w for w in dict.fromkeys(every) if w[0].isupper() and len(w) > 2]
    first = kind == "title" and words[:1]
    words = [w for w in words if not (_is_common(w) or read.common(w) or w in _PLACED)]
    words = [w for w in words if kind != "title" or [w] == first or not is_given(w)]
    letters = [short] if len(short := initials(name)) > 1 and kind != "title" else []
    rest = re.sub(any_of(forms), "\n", read.text)
    forms += [each for each in [*letters, *words] if each not in forms and stands(each, rest)]
    yield Entity(kind or "organisation", tuple(forms), "" if kind or plain else "coined")


def _inner(name: str) -> Iterator[str]:
    """Yield the names within a longer one that begin or end as it does."""
    words = name.split()
    for cut in range(1, len(words)):
        yield from (" ".join(words[:cut]), " ".join(words[cut:]))


def _is_torn(form: str) -> bool:
    pairs = (("“", "”"), ("(", ")"), ("‘", "’"))
    return form.count('"') % 2 > 0 or any(form.count(a) != form.count(b) for a, b in pairs)


def _finder(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\s+".join(map(re.escape, name.split())) + r"(?!\w)")


def stands(name: str, texts: str) -> bool:
    """Tell whether a name stands in texts as whole words."""
    return _finder(name).search(texts) is not None


def _unled(name: str) -> str:
    """Return a name without marks, without the article before it, and what makes a firm of it."""
    forms = any_of(_FIRMS)
    return re.sub(rf"^(?:[Tt]he )?(?:{forms} )?|,? {forms}$", "", bare(name).lstrip('…."“ '))


def _folded(text: str) -> str:
    """Return a text in small letters without diacritics, each character in its place."""
    return "".join(plainly(character).lower()[:1] or character for character in text)


def _is_common(word: str) -> bool:
    """Tell whether a word with a capital names no one thing."""
    word = word.partition("-")[0] if re.search("-[a-z]", word) else word
    return word.strip(".") in _COMMON or word in _COMMON or _SPOKEN.is_of_kind(word)


def _has_capitals(name: str) -> bool:
    """Tell whether the words of a name have capitals, but for small ones, and some tell of it."""
    found = re.findall(r"[^\W\d_][\w'’.-]*", name)
    words = [word for word in found if word.lower() not in _SPOKEN.stop_words]
    words = words or [word for word in found if word[0].isupper()]
    return bool(words) and all(not word.islower() or word in _LINKS for word in words)


def _noun_kind(told: str, *, first: bool = False) -> Kind | None:
    """Return the kind that the last noun of a phrase tells, or the first one."""
    phrase = _TOLD["end of noun"].split(told)[0]
    found = [(m.end(), -m.start(), kind) for kind, n in _NOUNS.items() for m in n.finditer(phrase)]
    return sorted(found)[0 if first else -1][2] if found else None


def _runs(text: str) -> Iterator[str]:
    """Yield the runs of capitalised words in a text, without what only stands before a name.

    One that a number follows is none: the number belongs to it.
    """
    for run in _TOLD["run"].finditer(text):
        bound, part = re.match(r" \d", text[run.end() : run.end() + 2]), list[str]()
        for word in [*run[0].split(), ""]:
            if word and (word != "of" or (part and _ENDS.get(part[-1]))):
                part.append(word)
                continue
            if (name := _trimmed(part)) and not bound:
                yield name
            part = []


def _trimmed(words: list[str]) -> str:
    """Return a name without what stands before it: "the", "French", a role; and behind it."""
    while words:
        word, headed = words[0], len(words) > 1 and words[-1] in _ENDS
        role = word.rstrip(".") in _ROLES and (is_given(" ".join(words[1:2])) or not headed)
        of_it = word in ENGLISH.of_country or word in {"U.S.", "US", "UK"}
        of_it = (of_it and not headed) or (
            word in ENGLISH.countries and is_given(" ".join(words[1:2]))
        )
        small = word.lower() in _SPOKEN.stop_words and word not in _PLACED
        if not (small or word in _LINKS | _FIRMS or (len(words) > 1 and (role or of_it))):
            break
        words = words[1:]
    while len(words) > 1 and (words[-1] in _LINKS | _FIRMS or len(words[-1]) == 1):
        words = words[:-1]
    name = " ".join(words)
    return name if re.search(r"[A-Z]\.$|\b[JS]r\.$", name) else name.rstrip(".")
