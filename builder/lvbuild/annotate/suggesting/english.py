"""English names: those of questions and answers, with their forms and the kind that texts tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from lvbuild.annotate.suggesting.english_reading import (
    ENDS,
    PLACED,
    TOLD,
    Reading,
    is_common,
    runs,
    stands,
    unled,
)
from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    EnglishWords,
    given_names,
    initials,
    is_given,
)
from lvbuild.annotate.suggesting.entities import Entity, Gender, merged
from lvbuild.annotate.suggesting.vocabulary import any_of
from lvbuild.tables.rows import Kind

LISTS = ENGLISH
PROPOSER, READING = EnglishWords, Reading
_PLACE = re.compile(rf"\b{any_of(ENGLISH.places)}\b")
_SHORT = re.compile(r"\w{1,2}\.?")
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
    read = Reading(documents, asked, common, titles)
    told = read.whole_names()
    rest = re.sub(rf"(?<!\w){any_of(told)}(?!\w)", "\n", read.said) if told else read.said
    names = [*told, *dict.fromkeys(run for run in runs(rest) if read.is_name(run))]
    families = {name: read.fuller(name) for name in names}
    kinds = {name: read.kind(name, families[name]) for name in names}
    kinds |= {name: read.kind_beside(name, kinds) for name, kind in kinds.items() if not kind}
    found: list[Entity] = []
    for name in sorted(names, key=lambda name: (kinds[name] != "person", -name.count(" "))):
        if kinds[name] == "person":
            found.append(_person(name, families[name], read))
        elif kinds[name] or not read.is_only_quoted(name):
            found += _thing(name, kinds[name], name in told, read)
    return [replace(e, forms=read.spellings(e.forms)) for e in merged(merged(found))]


def described(entity: Entity, had: Collection[str], read: Reading) -> Entity:
    """Return a known name with its sort and gender: as texts tell them, or the words that it had.

    Given names of one gender alone among these tell it, since those who chose them knew.
    """
    name, *others = entity.forms
    if entity.kind == "person":
        told = _person(name, others, read)
        first = {word.split()[0] for word in had if word}
        women, men = (
            sum(each in given_names(gender).given for each in first)
            for gender in ("female", "male")
        )
        gender = told.gender if women == men else "female" if women > men else "male"
        return replace(entity, sort=told.sort, gender=gender)
    known = {name, *(word for word, of in ENGLISH.of_country.items() if of == name)}
    if entity.kind == "place" and name in ENGLISH.countries and known >= {*entity.forms}:
        return replace(entity, sort="country")
    is_told = entity.kind != "organisation" or read.is_plain(name) or read.kind(name, others)
    return replace(entity, sort="" if is_told else "coined")


def what_stays(
    entity: Entity, texts: Sequence[tuple[str, str]], common: Callable[[str], bool]
) -> str:
    """Return a word of a name that still stands in what is left of texts, or what tells it."""
    words = {word for form in entity.forms for word in re.findall(r"\w{4,}", form)}
    telling = {w for w in words if not (is_common(w) or common(w) or w in PLACED or is_given(w))}
    telling &= {*entity.sort.split()} if entity.kind == "person" else telling
    short = re.compile(rf"[^.()]{{0,40}}\({re.escape(entity.forms[0][0])}[A-Z.&]+\b")
    for text, rest in texts:
        ends = [at.end() for at in re.finditer(any_of(entity.forms), text)]
        behind = [each.match(rest, end) for each in (TOLD["telling"], short) for end in ends]
        left = re.search(rf"(?i)(?<!\w){any_of(telling)}(?!\w)", rest) if telling else None
        if stays := next(filter(None, (left, *behind)), None):
            return stays[0] + re.split(r"\W", rest[stays.end() :], maxsplit=1)[0]
    return ""


def _person(name: str, fuller: Sequence[str], read: Reading) -> Entity:
    """Return a person: all that the texts call by the words of the name, with the other names.

    Given names that stand within other people's names are no forms alone.
    """
    full = [name, *fuller]
    for each in full[:]:
        behind = (TOLD["also"].match(after) for _, after in read.beside(each))
        other = (run for found in behind if found for run in runs(found["name"]))
        full += [run for run in other if not all(map(is_common, run.split()))]
    for first, behind_it in read.openings:
        also = TOLD["also"].match(behind_it)
        full += [first] if also and first not in full and name in runs(also["name"]) else []
    parts = [[word for word in _PARTED.split(each) if word] for each in full]
    parts = [[word for word in each if not is_common(word)] or each for each in parts]
    opening = {each[0] for each in parts if len(each) > 1 or is_given(each[0])}
    surnames = dict.fromkeys(each[-1] for each in parts if each[-1] not in opening)
    stripped = {word.strip("'‘’") for each in parts for word in each}
    words = {word for word in stripped if word[:1].isupper()}
    words |= {
        each
        for each in {*re.findall(r"[A-ZÀ-Þ]\w{2,}", read.text)} - words
        if any(each.startswith(w) or w.startswith(each) for w in words - surnames.keys() if w[2:])
        and re.search(rf"(?<!\w){each}\W+(?:\w+\W+)?{any_of(surnames)}", read.text)
    }
    unit, forms = any_of(words), dict.fromkeys(full)
    more = rf"(?:[\"”'’)]?,? [\"“'‘(]?{unit})+(?:,? [JS]n?r(?!\w))?"
    whole = rf"(?<![\w-]){unit}(?:{more})?(?: [IVX]+(?!\w))?(?![\w-])"
    for found in re.finditer(whole, read.text):
        if " " in found[0] and not _is_torn(found[0]):
            forms[found[0]] = None
            continue
        for word in re.findall(unit, found[0]):
            own = word in surnames or not read.within(*found.span(), words)
            if own and not _SHORT.fullmatch(word) and word not in PLACED - surnames.keys():
                forms[word] = None
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    lead = next((read.leads[each] for each in full if each in read.leads), "")
    about = lead or " ".join(after for form in full for _, after in read.beside(form))

    def signs(gender: Gender) -> tuple[float, ...]:
        names, told = given_names(gender), TOLD[gender]
        first = ordered[0].split()[0]
        like = len(told.findall(about)) + (not is_given(first)) * names.likeness(first)
        return len(told.findall(lead)), len(words & names.given), like

    genders: Sequence[Gender] = ("male", "female")
    return Entity("person", tuple(ordered), " ".join(surnames), max(genders, key=signs))


def _thing(name: str, kind: Kind | None, told: bool, read: Reading) -> Iterator[Entity]:
    """Yield a name that is no person's: a country with its adjective, a place within the name.

    The words that tell of it, and its first letters, are forms where they stand without it.
    """
    name = name if kind == "title" else unled(name)
    place = _PLACE.search(name) if kind != "title" else None
    stem = place[0] if place and kind and read.is_plain(name.replace(place[0], "", 1)) else name
    country = ENGLISH.of_country.get(stem, stem)
    if country in ENGLISH.countries and not (stem in ENGLISH.places and f", {stem}" in read.text):
        both = country, *(a for a, of in ENGLISH.of_country.items() if of == country)
        yield Entity("place", tuple(form for form in both if stands(form, read.text)), "country")
        return
    if place:
        yield Entity("place", (place[0],))
    words, plain = name.split(), read.is_plain(name)
    national = plain and kind != "title" and not ENGLISH.of_country.keys().isdisjoint(words)
    near = [] if stands(name, read.documents) else read.fuller(name)
    spelt = [run for run in read.runs if name.isupper() and initials(run) == name != run]
    sure = kind or told or near or spelt
    unsure = not sure and (len(words) == 1 or any(map(read.is_plain, words)))
    if (place and place[0] == stem) or unsure or national or (plain and not sure):
        return
    forms = [*near, *spelt, name]
    every = (w for form in forms for w in re.findall(r"[^\W_][\w’-]*", form))
    apart = [w for w in dict.fromkeys(every) if w[0].isupper() and len(w) > 2]
    headed = words[-1] in ENDS
    apart = [w for w in apart if not is_common(w) and w not in PLACED]
    apart = [w for w in apart if not read.is_plain(w) or (headed and w in read.runs)]
    apart = [w for w in apart if kind != "title" or w == words[0] or not is_given(w)]
    letters = [short] if len(short := initials(name)) > 1 and kind != "title" else []
    rest = re.sub(any_of(forms), "\n", read.text)
    forms += [each for each in [*letters, *apart] if each not in forms and stands(each, rest)]
    yield Entity(kind or "organisation", tuple(forms), "" if kind or plain else "coined")


def _is_torn(form: str) -> bool:
    pairs = (("“", "”"), ("(", ")"), ("‘", "’"))
    return form.count('"') % 2 > 0 or any(form.count(a) != form.count(b) for a, b in pairs)
