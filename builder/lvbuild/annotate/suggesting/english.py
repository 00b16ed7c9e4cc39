"""English names: those of questions and answers, with the kind that texts give evidence of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from lvbuild.annotate.suggesting.english_reading import (
    GENERIC,
    HEADS,
    PLACED,
    TOLD,
    Reading,
    has_capitals,
    is_generic,
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
PROPOSER = EnglishWords
_NOUNS = {kind: re.compile(rf"\b{any_of(nouns)}s?\b") for kind, nouns in ENGLISH.nouns.items()}
_BEFORE = {
    kind: re.compile(rf"\b{any_of(filter(str.islower, nouns))}s?(?: of)? \Z")
    for kind, nouns in ENGLISH.nouns.items()
}
_PLACE = re.compile(rf"\b{any_of(ENGLISH.places)}\b")
_NATIONAL = ENGLISH.countries.keys() | ENGLISH.of_country.keys() | {"United", "National"}
_MOST_OF_PERSON = 4
_SIGNS = 2
_LEAD = 150


def find_names(
    documents: Sequence[str],
    asked: Sequence[tuple[str, str]],
    common: Callable[[str], bool],
    titles: Sequence[str] = (),
) -> list[Entity]:
    """Return the names that questions and answers have and documents hold, each with its forms.

    `asked` are questions, each with an answer; `common` tells whether a word is one of the
    language, and no name. Works that are quoted and what documents are about, as their `titles`
    say, are whole names; others are runs of capitals that documents have as whole ones.
    """
    read = Reading(documents, asked, common, titles)
    quoted = dict.fromkeys((m[1] or m[2]).strip() for m in TOLD["quoted"].finditer(read.text))
    works = [title for title in quoted if _is_work(title, read)]
    told = [name for name in [*read.about, *read.answers] if _is_told(name, read)]
    told = [name for name in told if name in read.about or not re.search(r"\b(?:and|or)\b", name)]
    known = sorted({*works, *told}, key=lambda name: -len(name))
    rest = re.sub(rf"(?<!\w){any_of(known)}(?!\w)", "\n", read.said) if known else read.said
    held = [run for line in rest.split("\n") for run in runs(line, read) if _is_name(run, read)]
    kinds = {name: _kind_of(name, read) for name in dict.fromkeys([*known, *held])}
    kinds |= dict.fromkeys(works, "title")
    people = [name for name, kind in kinds.items() if kind == "person"]
    found = [_person(name, people, read) for name in sorted(people, key=lambda n: -n.count(" "))]
    for name, kind in kinds.items():
        if kind == "title":
            found.append(Entity("title", (name,)))
        elif kind != "person":
            found += _other(unled(name), kind, name in told, read)
    return [replace(e, forms=read.spellings(e.forms)) for e in merged(merged(found))]


def what_stays(
    entity: Entity, texts: Sequence[tuple[str, str]], common: Callable[[str], bool]
) -> str:
    """Return a word of a name, or its initials, that still stands in what is left of texts."""
    words = dict.fromkeys(word for form in entity.forms for word in re.findall(r"\w{4,}", form))
    family = entity.sort.split() if entity.kind == "person" else words
    named = [w for w in words if w in family or not (is_given(w) or entity.kind == "person")]
    named = [w for w in named if not (is_generic(w) or common(w) or w in PLACED)]
    named += [short] if len(short := initials(entity.forms[0])) > 1 else []
    forms = any_of(entity.forms)
    for text, rest in texts:
        told = [re.search(rf"(?i)(?<!\w){any_of(named)}(?!\w)", rest)] if named else []
        letters = re.compile(rf"[^.()]{{0,40}}\({entity.forms[0][0]}[A-Z.&]+\b")
        ends = [at.end() for at in re.finditer(forms, text)]
        behind = (each.match(rest, end) for each in (TOLD["telling"], letters) for end in ends)
        if stays := next(filter(None, (*told, *behind)), None):
            return stays[0] + re.split(r"\W", rest[stays.end() :], maxsplit=1)[0]
    return ""


def _is_work(quoted: str, read: Reading) -> bool:
    """Tell whether what is quoted is asked for, and a text tells that it is a work."""
    if not stands(quoted, read.said) or not stands(quoted, read.documents):
        return False
    if not re.search(rf'["“‘]{re.escape(quoted)}[,.]?["”’]', read.documents):
        return False
    if unled(quoted) in read.answers and not all(map(is_generic, quoted.split())):
        return _asked_for(unled(quoted), read) in {"title", None}
    return has_capitals(quoted) and any(
        TOLD["making"].search(before) or _NOUNS["title"].search(after[:60])
        for before, after in read.beside(quoted)
    )


def _is_told(name: str, read: Reading) -> bool:
    """Tell whether what a document is about, or an answer, is a name that is asked of."""
    held = stands(name, read.said) and stands(name, read.documents)
    if not held or re.search(r'[\d"“”,]', name) or len(name) < 3:
        return False
    if not has_capitals(name) and _described(name, read) != "title":
        return False
    if all(map(is_generic, name.split())) and _described(unled(name), read) in {None, "person"}:
        return False
    return " " in name or not stands(name.lower(), read.text)


def _is_name(run: str, read: Reading) -> bool:
    """Tell whether documents have a run as a whole name, a known place, or a person's in full."""
    if run in PLACED:
        return run not in ENGLISH.words["passed over"]
    if len(run) < 3 or run.isupper() or all(map(is_generic, run.split())):
        return False
    if " " not in run and stands(run.lower(), read.text):
        return False
    return run in read.whole or bool(read.fuller(run))


def _kind_of(name: str, read: Reading) -> Kind | None:
    """Return the kind of a name, None where neither its words nor the texts tell one."""
    words = name.replace("-", " ").split()
    if name in read.trained or name in PLACED:
        return read.trained.get(name, "place")
    heads = {words[0], words[-1]} if len(words) > 1 else set[str]()
    before = [b for b, _ in read.beside(name)]
    led = Counter(kind for b in before for kind, noun in _BEFORE.items() if noun.search(b))
    told = [_described(each, read) for each in [name, *read.fuller(name)]]
    likely: list[Kind] = [kind for kind in [_asked_for(name, read), *told] if kind]
    likely += [kind for kind, _ in led.most_common(1)]
    likely += [kind for kind, ends in ENGLISH.ends.items() if heads & set(ends)]
    kind = likely[0] if likely else None
    joined = bool({"of", "and", "&", "the"} & set(words))
    if kind == "person" and joined:
        return None
    if kind or joined or len(words) > _MOST_OF_PERSON:
        return kind or ("organisation" if "&" in words else None)
    if _is_person(name, read):
        return "person"
    placed = len(words) > 1 and not PLACED.isdisjoint((words[0], words[-1]))
    return "organisation" if placed else None


def _is_person(name: str, read: Reading) -> bool:
    """Tell whether two signs speak for a person: no word alone tells one.

    A given name and a surname that are no words of the language, and an initial.
    """
    words = name.split()
    if len(words) < 2 or (words[0] in PLACED and not is_given(words[0])):
        return False
    full = [name, *read.fuller(name)]
    signs = (
        any(is_given(each.split()[0]) and not read.common(each.split()[0]) for each in full),
        not read.is_plain(words[-1]),
        any(re.search(r"(?:^|\w )[A-Z]\. \w", each) for each in full),
    )
    return sum(signs) >= _SIGNS


def _described(name: str, read: Reading) -> Kind | None:
    """Return the kind that a text tells of a name: X (born ...) is an actor."""
    if read.after(name, "born"):
        return "person"
    defined = match["told"] if (match := read.after(name, "is")) else ""
    if kind := _noun_kind(defined):
        return kind
    alone = " " not in name and is_given(name) and not read.common(name)
    return "person" if alone else None


def _asked_for(name: str, read: Reading) -> Kind | None:
    """Return the kind that a question asks for, where a name is its answer."""
    for question, answer in read.asked:
        asked = TOLD["asked"].search(question)
        if asked and name in map(unled, (answer, *re.split(r",| and | or ", answer))):
            return "person" if asked["who"] else _noun_kind(asked["what"], first=True)
    return None


def _noun_kind(told: str, *, first: bool = False) -> Kind | None:
    """Return the kind that the last noun of a phrase tells, or the last of the first together."""
    phrase = TOLD["end of noun"].split(told)[0]
    found = [
        (at.start(), at.end(), k) for k, each in _NOUNS.items() for at in each.finditer(phrase)
    ]
    found.sort(key=lambda noun: (noun[1], -noun[0]))
    return found[0 if first else -1][2] if found else None


def _person(name: str, people: Sequence[str], read: Reading) -> Entity:
    """Return a person with fuller and shorter names, the nickname and parts that stand alone."""
    first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
    shorter = [each for each in people if set(each.split()) <= set(name.split())]
    forms = sorted({name, *shorter, *read.fuller(name)}, key=lambda form: (-len(form), form))
    surnames = " ".join(form.split()[-1] for form in forms if " " in form or not is_given(form))
    words = dict.fromkeys(word for form in forms for word in reversed(form.split()))
    passed = GENERIC | PLACED - {last}
    alone = [word for word in words if len(word) > 2 and word[0].isupper() and word not in passed]
    family = surnames.split()
    alone = [w for w in alone if w in family or not (is_given(w) and read.within(w, words))]
    forms = _with_parts(forms, alone, read)
    for nickname in TOLD["nicknamed"].finditer(read.text):
        if nickname[1] == first and nickname[4] in surnames.split():
            forms.append(nickname[3])
    leads = [text for text in read.documents.split("\n") if stands(name, text[:_LEAD])]
    behind = leads[0] if leads else " ".join(a for form in forms for _, a in read.beside(form))
    signs: Mapping[Gender, str] = {"female": "she", "male": "he"}
    told = {gender: len(TOLD[sign].findall(behind)) for gender, sign in signs.items()}
    if told["female"] == told["male"]:
        given = {word for form in forms for word in form.split()}
        told = {gender: len(given & given_names(gender)) for gender in told}
    gender: Gender = "female" if told["female"] > told["male"] else "male"
    return Entity("person", tuple(forms), surnames, gender)


def _with_parts(forms: Sequence[str], parts: Sequence[str], read: Reading) -> list[str]:
    """Return forms with those of some parts that texts have beside them."""
    rest = re.sub(any_of(forms), "\n", read.text)
    return [*forms, *(part for part in parts if part not in forms and stands(part, rest))]


def _other(name: str, kind: Kind | None, told: bool, read: Reading) -> Iterator[Entity]:
    """Yield a name that is no person's: a country with its adjective, a place within the name.

    What nothing tells the kind of, and what is of words of the language alone, is a name where it
    is the answer or what a document is about.
    """
    words = name.split()
    place = _PLACE.search(name) if kind in {"place", "organisation", None} else None
    only = kind and place and read.is_plain(name.replace(place[0], "", 1))
    stem = place[0] if place and only else name
    country = ENGLISH.of_country.get(stem, stem)
    if country in ENGLISH.countries and not (stem in ENGLISH.places and f", {stem}" in read.text):
        both = country, *(a for a, of in ENGLISH.of_country.items() if of == country)
        yield Entity("place", tuple(form for form in both if stands(form, read.text)), "country")
        return
    if place:
        yield Entity("place", (place[0],))
    if place and place[0] == stem:
        return
    plain = read.is_plain(name)
    sure = kind and not _NATIONAL & {*words}
    answers = name in read.answers or any(
        name in re.split(r",? and |, | or ", answer) for answer in read.answers
    )
    if sure or (told and not plain) or (answers and (told or not plain)):
        letters = initials(name)
        apart = [w for w in words if not is_generic(w) and len(w) > 2 and w not in PLACED]
        headed = all(map(is_generic, words[1:])) or words[-1] in HEADS
        stems = [w for w in apart if not read.common(w) or (headed and w in read.whole)]
        shorter = [letters] if len(letters) > 1 else []
        forms = _with_parts([name], list(dict.fromkeys([*shorter, *stems])), read)
        yield Entity(kind or "organisation", tuple(forms), "" if kind or plain else "coined")
