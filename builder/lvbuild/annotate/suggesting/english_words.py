"""New English names: whole ones of the sort, drawn from lists; people's by their origin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from unicodedata import combining, normalize

from lvbuild.annotate.suggesting.entities import CHOICES, Entity, Gender, Proposer
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of, names_of
from lvbuild.core.seeds import Draws
from lvbuild.tables.rows import Kind

ENGLISH = Vocabulary("en")
_LISTS, _WORDS, _TOLD, _HOME = ENGLISH.lists, ENGLISH.words, ENGLISH.patterns, "Britain"
_GENDERS, _ORIGINS = ("female", "male"), ENGLISH.sections("families of ")
_KINDS: Sequence[Kind] = ("title", "organisation", "place", "person")
KINDS = {sort: kind for kind in _KINDS for sort in ENGLISH.sections(f"{kind}: ")}
NOUNS = {noun: sort for sort, kind in KINDS.items() for noun in _LISTS[f"{kind}: {sort}"]}
"""The sorts of names by the nouns for what is of them."""
HEADS = {word: NOUNS[word.lower()] for word in _LISTS["heads"]}
"""The sorts by the words that names of them end or begin with: River, University."""
LANDS = {word: land for land, words in ENGLISH.sections("lands of ").items() for word in words}
TOWNS = LANDS.keys() - ENGLISH.countries.keys() - ENGLISH.places.keys()
LANDS = {word: LANDS[of] for word, of in ENGLISH.of_country.items() if of in LANDS} | LANDS
"""The lands of the world by what tells them: countries, what is of these, known towns."""
_NEW_TOWNS = frozenset(word for words in ENGLISH.sections("towns of ").values() for word in words)


def people_of(origin: str) -> Mapping[str, Sequence[str]]:
    """Return the given names of a people by their gender, and its surnames by ""."""
    who = {"female": "women", "male": "men", "": "families"}
    return {gender: _LISTS[f"{each} of {origin}"] for gender, each in who.items()}


@cache
def _known_to(gender: str) -> Counter[str]:
    """Return in how many lists, ours and Faker's, each given name is."""
    own = [people_of(origin)[gender] for origin in _ORIGINS]
    held = [getattr(names_of(each), f"first_names_{gender}") for each in _LISTS["locales"]]
    held += [_LISTS["women known" if gender == "female" else "men known"]] * 3
    return Counter(plainly(name) for names in (*own, *held) for name in {*names})


def gender_of(names: Collection[str]) -> Gender:
    """Return the gender that given names tell, by the lists that have them, "" where none."""
    women, men = (sum(_known_to(g)[plainly(n)] for n in names) for g in _GENDERS)
    return "female" if women > 2 * men else "male" if men > 2 * women else ""


def is_given(word: str) -> bool:
    """Tell whether a word is a given name."""
    none = word in _WORDS["passed over"] | _WORDS["months"] | LANDS.keys()
    return not none and any(plainly(word) in _known_to(gender) for gender in _GENDERS)


def origin_of(forms: Sequence[str], text: str) -> str:
    """Return of which people somebody surely is, "" where neither texts nor the given name tell."""
    sure, first = land_told(forms, text, "surely"), plainly(forms[0].split()[0])
    told = sure or land_told(forms[:1], text, "perhaps")
    own = [o for o in _ORIGINS if any(first in map(plainly, g) for g in people_of(o).values())]
    if told and LANDS[told] not in _WORDS["home"]:
        origin = ENGLISH.pairs("origins").get(ENGLISH.of_country.get(told, told), LANDS[told])
        fits = sure or origin in own
        return origin if fits and origin in _ORIGINS else "" if sure or own != [_HOME] else _HOME
    if _HOME in own or first in _WORDS["women known"] | _WORDS["men known"]:
        return _HOME
    if own:
        return own[0] if len(own) == 1 else ""
    english = any(first in names_of(each).first_names for each in ("en_US", "en_GB"))
    rare = first in names_of("en").first_names and max(_known_to(g)[first] for g in _GENDERS) < 2
    usual = "." in first or forms[0].split()[-1] in names_of("en_US").last_names
    return _HOME if english or rare or (sure and usual) else ""


@cache
def plainly(name: str) -> str:
    """Return a name without its diacritics."""
    return "".join(c for c in normalize("NFD", name) if not combining(c))


def initials(name: str) -> str:
    """Return the letters that may stand for a name: the first of its capitalised words."""
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper())


def land_told(forms: Collection[str], text: str, *ways: str) -> str:
    """Return what tells the land of a name behind it or just before it, "" for nothing.

    Texts do so "surely" where they define it, or "perhaps" in the same sentence.
    """
    for way in ways:
        for at in re.finditer(rf"(?<!\w){any_of(forms)}(?!\w)", text):
            before = _TOLD[f"{way} before"].search(text, max(at.start() - 60, 0), at.start())
            for found in (_TOLD[f"{way} behind"].match(text, at.end()), before):
                if found and (land := _TOLD["land"].search(found[0])):
                    return land[0]
    return ""


def headed_by(name: str) -> str:
    """Return the sort that the last word of a name tells, or the first, "" where neither does."""
    words = name.split()
    return (HEADS.get(words[-1]) or HEADS.get(words[0], "")) if words[1:] else ""


def sort_told(name: str) -> str:
    """Return the sort of a new name: the one whose list has it, else what its words tell."""
    lists = (each for each in KINDS if name in _WORDS.get(f"names of {each}", ()))
    return next(lists, "town" if name in _NEW_TOWNS else headed_by(name))


def own_of(name: str, sort: str) -> str:
    """Return the part of a name that is its own: without the words for its sort around it."""
    if sort not in HEADS.values():
        return name
    own = _TOLD["own"].fullmatch(name)
    return own[1] if own else ""


def english_version(
    proposer: Proposer, entity: Entity, known: dict[str, str], draws: Draws
) -> Mapping[str, str]:
    """Return what stands for the forms: parts of one new name at the same places."""
    name, *_ = entity.forms
    if entity.kind == "term":
        return {}
    if entity.sort == "country" or name in ENGLISH.places:
        country = ENGLISH.of_country.get(name, name)
        new = proposer.place(country, known, draws)
        of_it = {country: word for word, country in ENGLISH.of_country.items()}
        return {form: new if form == country else of_it.get(new, "") for form in entity.forms}
    if entity.kind == "person":
        return _person(proposer, entity, known, draws)
    made = dict[str, str]()
    for form in entity.forms:
        parts = (_part(form, old, new) for old, new in made.items() if new)
        made[form] = next(filter(None, parts), "") or _whole(proposer, entity, form, known, draws)
    return made


class EnglishWords(Proposer):
    """Proposes words for English names; a part of a name has the same new one in all names."""

    vocabulary, version = ENGLISH, english_version


def _part(form: str, name: str, new: str) -> str:
    """Return what a form of a name is of the new one, "" where it is no part of it."""
    if plainly(form).casefold() == plainly(name).casefold().rstrip("?!"):
        small = new[0].lower() + new[1:] if " " in form else new.lower()
        return small if form[0].islower() else new
    old, words = name.split(), new.split()
    spans = [(at, at + len(form.split())) for at in range(len(old)) if len(old) == len(words)]
    part = next((" ".join(words[a:b]) for a, b in spans if " ".join(old[a:b]) == form), "")
    return initials(new) if form == initials(name) else part


def _whole(
    proposer: Proposer, entity: Entity, form: str, known: dict[str, str], draws: Draws
) -> str:
    """Return a new name drawn whole, or for the own part of one with words for its sort."""
    old = re.sub(r"^\d+ ", "", own_of(form, entity.sort) or form)
    key, count = plainly(old).casefold().rstrip("?!"), len(old.split())
    if key not in known:
        led, parted = old.startswith("The "), any(len(f.split()) < count for f in entity.forms)
        every = (n for n in _names(entity, proposer.text) if n.startswith("The ") == led)
        names = [n for n in every if not parted or len(n.split()) == count]
        free = [name for name in names if not proposer.taken.stands(name)]
        names = free if len(free) > CHOICES else names
        known[key] = proposer.drawn(lambda: draws.choice(names), old) if names else ""
    made = form.replace(old, known[key]) if known[key] else ""
    return re.sub(r"\d", lambda _: str(draws.between(1, 9)), made)


def _names(entity: Entity, text: str) -> Sequence[str]:
    """Return whole names of a sort, those of places of the land that texts tell."""
    sort, told = entity.sort, land_told(entity.forms, text, "surely", "perhaps")
    land = LANDS.get(entity.forms[0]) or LANDS.get(told, "America")
    if sort in _WORDS["sorts of families"] or (sort == "spot" and land in _WORDS["home"]):
        return _LISTS[f"families of {_HOME}"]
    if (names := _LISTS.get(f"names of {sort}")) and (sort != "team" or entity.forms[0][-1] == "s"):
        return names
    names = _LISTS.get(f"{'rivers' if sort == 'river' else 'towns'} of {land}", ())
    return [name for name in names if sort not in HEADS.values() or not re.search("[ -]", name)]


def _person(
    proposer: Proposer, entity: Entity, known: dict[str, str], draws: Draws
) -> Mapping[str, str]:
    """Return new words for a person's, of one origin; `sort` are the surnames."""
    people, part = people_of(entity.origin), _TOLD["part of a person"]
    first, *more = part.findall(re.sub('["“].*["”]', "", plainly(entity.forms[0]).casefold()))
    pets = ENGLISH.pairs("pet forms") if people == people_of(_HOME) else {}
    petted = '" ' in entity.forms[0] or len({f.split()[0] for f in entity.forms if " " in f}) > 1

    def word(found: re.Match[str]) -> str:
        old, key, opens = found[0], plainly(found[0]).casefold(), found.start() == 0
        if old in _WORDS["suffixes"] and not opens:
            return old
        alike, last = key[0] == first[0], old.split()[-1] in entity.sort.split()
        marked, new = found.string[found.end() :][:1] in {'"', "”"}, known.get(first, "")
        another = alike and opens and key not in {first, *more} and not last
        # Another form of the given name becomes one of the new name, or the same.
        if key not in known and (another or (marked and (alike or is_given(old)))):
            known[key] = pets.get(new, "" if marked else new)
        if key not in known:
            names = _LISTS["nicknames"] if marked else people["" if last else entity.gender]
            names = [n for n in names if n in pets or not (petted and key == first and pets)]
            names = "ABCDEFGHJKLMNPRSTW" if len(old) == 1 else names
            known[key] = proposer.drawn(lambda: draws.choice(names), old, again=len(old) == 1)
        return known[key].upper() if old.isupper() else known[key]

    made = {form: part.sub(word, form) for form in entity.forms}
    new = (known.get(plainly(each).casefold(), each) for f in made for each in part.findall(f))
    marked = re.findall(r'(\w+)["”]', "\n".join(entity.forms))
    called = {known.get(plainly(each).casefold()) for each in marked}
    return made if called <= {*pets.values(), *_LISTS["nicknames"]} and all(new) else {}
