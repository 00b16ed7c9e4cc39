"""New English names, word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from unicodedata import combining, normalize
from unicodedata import name as unicode_name

from rapidfuzz import fuzz
from simplemma import is_known

from lvbuild.annotate.suggesting.entities import WORD, Entity, Gender, Proposer, words_of
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of, names_of
from lvbuild.core.extras import require
from lvbuild.core.seeds import Draws

ENGLISH = Vocabulary("en")
SUFFIXES = ENGLISH.words["suffixes"]
"""What stands behind a name, and stays: Jr., II."""
_SPOKEN, _LISTS = ENGLISH.language, ENGLISH.lists
_ROLES, _COMMON = ENGLISH.words["roles"], ENGLISH.words["passed over"]
_SMALL = frozenset("a an the of and in on for to with from at by".split())
_WHOLE = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PLACES = re.compile(rf"\b{any_of(ENGLISH.places)}\b|{WORD.pattern}")
_OF_COUNTRY = re.compile(any_of([*ENGLISH.of_country, *ENGLISH.countries]))
_CALLED = re.compile(rf"\b({any_of(ENGLISH.of_country)})(?:[ -][a-z]+){{1,4}},? \Z")
"""What stands before a name and tells its country: the Dutch manager."""
_TRAILING = re.compile(rf"(?:[\s,-]+|\s{any_of([*ENGLISH.words['links'], *_SMALL, 'upon'])})+$")
"""What stands only between the words of a name."""
_NATURE = r"(?i)\b(?:river|lake|mount|island|valley|creek|sea|cape)"
"""What, before a name, tells that it is no town's."""
_HOME, _ALIKE, _ACRONYM = "en US", 80, 5


@dataclass(frozen=True, slots=True)
class People:
    """The surnames of one origin, and its given names of women and of men."""

    surnames: Sequence[str]
    women: Sequence[str]
    men: Sequence[str]


@cache
def people_of(locale: str) -> People:
    """Return the people of one of Faker's locales, names in Cyrillic as Faker romanises them."""
    held = names_of(locale)
    letters = dict.fromkeys("ьъЬЪ", "") | {"й": "y"}
    for each in ("uk_UA", "ru_RU"):
        letters |= dict(import_module(f"faker.providers.internet.{each}").Provider.replacements)

    def read(*fields: str) -> list[str]:
        names = {str(name) for field in fields for name in getattr(held, field, ())}
        parts = ([letters.get(c, _syllable(c)) for c in name] for name in names)
        written = ("".join(part).strip("-").title() for part in parts)
        return sorted(n for n in written if re.fullmatch(r"[A-Ž][^\W\d_-]+(?:-[^\W\d_-]+)*", n))

    surnames = read("last_romanized_names") or read(
        "last_names", "unisex_last_names", "male_last_names"
    )
    either = read("first_romanized_names") or (
        [] if read("first_names_male") else read("first_names")
    )
    return People(
        surnames, either or read("first_names_female"), either or read("first_names_male")
    )


def _syllable(character: str) -> str:
    """Return a Korean character as Unicode names it, and another one as it is."""
    korean, _, read = unicode_name(character, "").partition("SYLLABLE ")
    return f"{read}-" if korean == "HANGUL " else character


@cache
def _peoples() -> Mapping[str, People]:
    return {locale: people_of(locale) for locale in _LISTS["locales"]}


@cache
def _listed_in(locale: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the given names and the surnames of a locale, without diacritics."""
    people = _peoples()[locale]
    every = (*people.women, *people.men), people.surnames
    return frozenset(map(plainly, every[0])), frozenset(map(plainly, every[1]))


@cache
def _locales_of(country: str) -> Sequence[str]:
    """Return the locales of a country by its English name, or of its languages, as CLDR has it."""
    require("suggesting names", "babel", "suggest")
    from babel import Locale
    from babel.languages import get_official_languages

    code = {name: code for code, name in Locale("en").territories.items()}.get(country, "GB")
    own = [each for each in _peoples() if each.endswith(f" {code}")]
    spoken = tuple(f"{language} " for language in get_official_languages(code, de_facto=True))
    return own or [each for each in _peoples() if each.startswith(spoken)]


def _given_in(gender: Gender, locale: str) -> Sequence[str]:
    people = _peoples()[locale]
    return people.women if gender == "female" else people.men


@cache
def given_names(gender: Gender) -> frozenset[str]:
    """Return the given names of a gender alone, of all the locales."""
    other: Gender = "male" if gender == "female" else "female"
    women, men = ({n for each in _peoples() for n in _given_in(g, each)} for g in (gender, other))
    return frozenset(women - men)


@cache
def is_given(word: str) -> bool:
    """Tell whether a word is a given name."""
    none = _COMMON | ENGLISH.words["months"] | ENGLISH.words["weekdays"]
    return word not in none and any(plainly(word) in _listed_in(each)[0] for each in _peoples())


@cache
def plainly(name: str) -> str:
    """Return a name without its diacritics."""
    return "".join(c for c in normalize("NFD", name) if not combining(c))


def is_sentence(name: str) -> bool:
    """Tell whether a name has small words other than those within names, as titles have."""
    return not words_of(name).isdisjoint(_SPOKEN.stop_words - _SMALL)


def initials(name: str) -> str:
    """Return the letters that may stand for a name: the first of its capitalised words."""
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper())


class EnglishWords(Proposer):
    """Proposes words for English names; a word has the same new ones in all names."""

    vocabulary = ENGLISH

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms, as `english_version` does."""
        return english_version(self, entity, known, draws)


def english_version(
    proposer: Proposer, entity: Entity, known: dict[str, str], draws: Draws
) -> Mapping[str, str]:
    """Return what stands for the forms: words of kind stay, and the small ones between."""
    name, *_ = entity.forms
    if entity.sort == "country":
        country = ENGLISH.of_country.get(name, name)
        new = proposer.place(country, known, draws)
        of_it = {country: word for word, country in ENGLISH.of_country.items()}
        return {form: of_it[new] if new and form != country else new for form in entity.forms}
    making, made = _Making(proposer, entity, known, draws), dict[str, str]()
    for form in entity.forms:
        if form in ENGLISH.places:
            made[form] = proposer.place(form, known, draws)
        elif made and form == initials(name):
            made[form] = initials(made[name])
        else:
            made[form] = making.form(form)
    return made


class _Making:
    """Makes new words for one entity in one version of the texts.

    A person is of an `origin`, a locale.
    """

    def __init__(
        self, proposer: Proposer, entity: Entity, known: dict[str, str], draws: Draws
    ) -> None:
        self._of, self._entity, self._known, self._draws = proposer, entity, known, draws
        self._kind, self._first = entity.kind, entity.forms[0]
        self._keys = dict[str, None]()
        self._origin = self._likeliest_origin() if self._kind == "person" else ""

    def form(self, form: str) -> str:
        """Return what stands for a form, "" where nothing can."""
        if self._kind == "title" and (is_sentence(form) or "'" in form):
            key, nouns = plainly(form).casefold(), _LISTS["title words"]
            if key not in self._known:
                both = [self._of.drawn(lambda: self._draws.choice(nouns), form) for _ in range(2)]
                self._known[key] = f"The {both[0]} and the {both[1]}" if all(both) else ""
            return self._known[key]
        pattern = _PLACES if self._kind in ENGLISH.ends else _WHOLE
        words = list(pattern.finditer(form))
        # Of words of kind alone, such as Duke University, the first one is new.
        own = [word for word in words if not self._stays(word)] or words[:1]
        # A place has one word of its own.
        left = [word[0] for word in own if word[0].isalpha()][1:] * (self._kind == "place")
        made = form
        for word in reversed(own):
            new = "" if word[0] in left else self._word(word)
            if not new and word[0] not in left:
                return ""
            behind = made[word.end() :]
            made = made[: word.start()] + new + (behind if new else behind.lstrip("'’"))
        return " ".join((made if _TRAILING.search(form) else _TRAILING.sub("", made)).split())

    def _stays(self, found: re.Match[str]) -> bool:
        """Tell whether a word within a name stays: a small one, one of kind, a person's role."""
        word, opens = found[0], found.start() == 0
        if word == found.string or (word in SUFFIXES and not opens):
            return word != found.string
        if self._kind == "person":
            return word in (_ROLES if opens else ENGLISH.words["links"])
        small = word.lower() in _SPOKEN.stop_words or word in ENGLISH.words["links"]
        if self._kind == "title":
            return word.isdecimal() or small
        return small or (_SPOKEN.is_of_kind(word) and word not in _ROLES)

    def _word(self, found: re.Match[str]) -> str:
        """Return what stands for a word of a name: what it became before, or a new word."""
        word, before = found[0], found.string[: found.start()]
        opens = not before or before[-1] in '"“‘('
        if self._kind in ENGLISH.ends and word in ENGLISH.places and word != self._first:
            return self._of.place(word, self._known, self._draws)
        word = word.removesuffix("'s")
        key, person = plainly(word).casefold(), self._kind == "person"
        # Spellings of one word become one; so does another form of a given name, as Bill of Billy.
        own = [plainly(each).casefold() for each in _WHOLE.findall(self._first)]
        alike = [each for each in self._keys if fuzz.ratio(each, key) >= _ALIKE]
        alike += own[:1] * (person and opens and key not in own and key[0] == own[0][0])
        key = key if key in self._known else next(iter(alike), key)
        self._keys[key] = None
        if key not in self._known:
            again = len(word) == 1 or word.isdecimal()
            self._known[key] = self._of.drawn(lambda: self._draw(word, opens), word, again=again)
        new = self._known[key]
        large = word.isupper() and len(word) > 1
        new = new.lower() if word.islower() else new.upper() if large else new
        return new and new + found[0].removeprefix(word)

    def _draw(self, word: str, opens: bool) -> str:
        """Draw a word for one of a name, digits and letters for digits and letters."""
        if word.isdecimal():
            return "".join(str(self._draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) <= _ACRONYM):
            return "".join(self._draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        if self._kind == "person":
            return self._of_person(word, opens)
        if self._kind == "title":
            if not is_known(word.lower(), "en"):
                return self._coined("anything")
            return self._draws.choice(_LISTS["title words"])
        return self._of_thing(word)

    def _of_person(self, word: str, opens: bool) -> str:
        """Draw a given name or a surname of an origin; of a person `sort` is the surname."""
        origin, own = self._origin, re.findall(r"[^ -]+", self._entity.sort)
        if (opens or is_given(word) or re.search("-[a-z]", word) or not own) and word not in own:
            names = _given_in(self._entity.gender, origin)
            alone = given_names(self._entity.gender).intersection(names)
            return self._draws.choice(sorted(alone or names))
        if origin == _HOME:
            return self._coined("families")
        return self._draws.choice(_peoples()[origin].surnames)

    def _of_thing(self, word: str) -> str:
        """Draw a word of the name of a place or an organisation: a word for a word, or a town."""
        common, last = self._of.taken.is_common(word), f" {self._first}".endswith(f" {word}")
        if self._kind == "organisation":
            several = re.search("[^s]s$", word) and (common or last)
            if common or several or word.isupper():
                new = self._draws.choice(_LISTS["organisation words"])
                return _SPOKEN.plural(new.lower()).title() if several else new
        wild = re.search(rf"{_NATURE} {re.escape(self._first)}\b", self._of.text)
        return self._coined("anything" if self._entity.sort or wild else "towns")

    def _coined(self, kind: str) -> str:
        beginning = self._draws.choice(_LISTS["beginnings"])
        return beginning + self._draws.choice(_LISTS[f"ends of {kind}"]).removeprefix(beginning[-1])

    def _likeliest_origin(self) -> str:
        """Return the locale whose lists hold a person's names, or of which texts tell."""
        text, told = self._of.text, list[str]()
        for at in re.finditer(any_of(self._entity.forms), text):
            if called := _CALLED.search(text, max(at.start() - 60, 0), at.start()):
                told.append(called[1])
            defined = ENGLISH.patterns["is"].match(text, at.end())
            if defined and (of_it := _OF_COUNTRY.search(defined["told"])):
                told.append(of_it[0])
        lands = {ENGLISH.of_country.get(word, word) for word in told}
        told_of = {name for land in lands for name in _locales_of(land)}
        first, last = (plainly(self._first.split()[at]) for at in (0, -1))

        def sign(locale: str) -> float:
            given, surnames = _listed_in(locale)
            english = locale in ENGLISH.words["english locales"]
            return (first in given) + 1.5 * (last in surnames) + 2 * (locale in told_of) + english

        found = max(_peoples(), key=sign)
        return _HOME if found in ENGLISH.words["english locales"] else found
