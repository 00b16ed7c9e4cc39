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
    stands,
    unled,
)
from lvbuild.annotate.suggesting.english_words import (
    ENGLISH,
    SUFFIXES,
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
    names = read.names()
    families = {name: read.fuller(name) for name in names}
    kinds = {name: read.kind(name, families[name]) for name in names}
    kinds |= {name: read.kind_beside(name, kinds) for name, kind in kinds.items() if not kind}
    found: list[Entity] = []
    for name in sorted(names, key=lambda name: -name.count(" ")):
        if kinds[name] == "person":
            found.append(_person(name, families[name], read))
        else:
            found += _thing(name, kinds[name], name in read.marked, read)
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
            sum(each in given_names(gender) for each in first) for gender in ("female", "male")
        )
        gender = told.gender if women == men else "female" if women > men else "male"
        return replace(entity, sort=told.sort, gender=gender)
    known = {name, *(word for word, of in ENGLISH.of_country.items() if of == name)}
    if entity.kind == "place" and name in ENGLISH.countries and known >= {*entity.forms}:
        return replace(entity, sort="country")
    is_told = entity.kind != "organisation" or read.is_plain(name) or read.kind(name, others)
    return replace(entity, sort="" if is_told else "coined")


def what_tells(entity: Entity, common: Callable[[str], bool]) -> str:
    """Return a pattern of the words of a name that tell it by themselves, "" where none does."""
    words = {word for form in entity.forms for word in re.findall(r"\w{4,}|[A-Z]\d\w*", form)}
    telling = {w for w in words if not (is_common(w) or common(w) or w in PLACED or is_given(w))}
    telling &= {*entity.sort.split()} if entity.kind == "person" else telling
    return rf"(?i)(?<!\w){any_of(telling)}(?!\w)" if telling else ""


def _person(name: str, fuller: Sequence[str], read: Reading) -> Entity:
    """Return a person: all that the texts call by the words of the name, with the other names.

    Given names that stand within other people's names are no forms alone.
    """
    full = [name, *fuller]
    for pair in read.aliases:
        other = next((b for a, b in (pair, pair[::-1]) if a in full), "")
        full += [other] if not all(map(is_common, other.split())) else []
    parts = [[word for word in _PARTED.split(each) if word] for each in full]
    titles = SUFFIXES | ENGLISH.words["roles"]
    parts = [[word for word in each if word not in titles] or each for each in parts]
    # Of Jun Ji-hyun the family's name comes first.
    parts = [each[1:] + each[:1] if re.search("-[a-z]", each[-1]) else each for each in parts]
    opening = {each[0] for each in parts if len(each) > 1 or is_given(each[0])}
    families = [each[-1] for each, form in zip(parts, full, strict=True) if " " in form or full[1:]]
    surnames = dict.fromkeys(each for each in families if each not in opening)
    words = {word for each in parts for word in each if word[:1].isupper()}
    unit, forms = any_of(words), dict.fromkeys(each for each in full if stands(each, read.text))
    more = rf"(?:[\"”'’)]?,? [\"“'‘(]?{unit})+(?:,? [JS]n?r(?!\w))?"
    whole = rf"(?<![\w-]){unit}(?:{more})?(?: [IVX]+(?!\w))?(?![\w-])"
    for found in re.finditer(whole, read.text):
        if " " in found[0] and found[0].count('"') != 1:
            forms[found[0]] = None
            continue
        for word in re.findall(unit, found[0]):
            own = word in surnames or not read.within(*found.span(), words)
            if own and len(word) > 2:
                forms[word] = None
    ordered = sorted(forms, key=lambda form: (-len(form), form))
    lead = next((read.leads[each] for each in full if each in read.leads), "")
    about = lead or " ".join(after for form in full for _, after in read.beside(form))

    def signs(gender: Gender) -> tuple[int, ...]:
        told = len(TOLD[gender].findall(about))
        return bool(lead) * told, len(opening & given_names(gender)), told

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
    if country in ENGLISH.countries and stem not in ENGLISH.places:
        both = country, *(a for a, of in ENGLISH.of_country.items() if of == country)
        yield Entity("place", tuple(form for form in both if stands(form, read.text)), "country")
        return
    if place:
        yield Entity("place", (place[0],))
    words, plain = name.split(), read.is_plain(name)
    national = plain and kind != "title" and not ENGLISH.of_country.keys().isdisjoint(words)
    near = [] if stands(name, read.documents) else read.fuller(name)
    unsure = not (kind or told or near) and (len(words) == 1 or any(map(read.is_plain, words)))
    if (place and place[0] == stem) or unsure or national:
        return
    forms = [*near, name]
    every = (w for form in forms for w in re.findall(r"[^\W_][\w’-]*", form))
    apart = [w for w in dict.fromkeys(every) if w[0].isupper() and len(w) > 2]
    apart = [w for w in apart if not is_common(w) and w not in PLACED]
    apart = [w for w in apart if not read.is_plain(w) or (words[-1] in ENDS and w in read.runs)]
    letters = [short] if len(short := initials(name)) > 1 and kind != "title" else []
    rest = re.sub(any_of(forms), "\n", read.text)
    forms += [each for each in [*letters, *apart] if each not in forms and stands(each, rest)]
    yield Entity(kind or "organisation", tuple(forms), "" if kind or plain else "coined")
