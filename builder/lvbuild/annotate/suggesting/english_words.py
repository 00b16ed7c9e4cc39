"""New English names, word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from math import inf
from unicodedata import combining, normalize

from rapidfuzz import fuzz
from simplemma import is_known

from lvbuild.annotate.suggesting.entities import WORD, Entity, Gender, Proposer, words_of
from lvbuild.annotate.suggesting.origins import Origin, likeliest, people_of
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of
from lvbuild.core.extras import require
from lvbuild.core.seeds import Draws

ENGLISH = Vocabulary("en")
SUFFIXES = ENGLISH.words["suffixes"]
"""What stands behind a name, and stays: Jr., II."""
_SPOKEN, _LISTS = ENGLISH.language, ENGLISH.lists
_ROLES, _COMMON = ENGLISH.words["roles"], ENGLISH.words["passed over"]
_SMALL = frozenset("a an the of and in on for to with from at by".split())
_OTHER_KINDS = dict(pair.split(":") for pair in _LISTS["other kinds"])
_WHOLE = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PLACES = re.compile(rf"\b{any_of(ENGLISH.places)}\b|{WORD.pattern}")
_OF_COUNTRY = re.compile(any_of(ENGLISH.of_country))
_ENGLISH_TOWNS = _LISTS["english towns"]
_HOMELY = re.compile(any_of(place for name in _LISTS["homely"] for place in _LISTS[name]))
_TRAILING = re.compile(rf"(?:[\s,-]+|\s{any_of([*ENGLISH.words['links'], *_SMALL, 'upon'])})+$")
"""What stands only between the words of a name."""
_HOME, _AHEAD, _NATIONAL, _ALIKE, _SHORT = "en GB", 4.0, 9.0, 80, 3


@cache
def _peoples() -> Mapping[str, Origin]:
    return {locale: people_of(locale) for locale in _LISTS["locales"]}


@cache
def _towns() -> Mapping[str, Origin]:
    """Return the known towns by their sections; those of English ones are coined."""
    sections = (name for name in _LISTS if name.startswith("places: towns"))
    return {name: Origin(word for word in _LISTS[name] if "*" not in word) for name in sections}


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


@cache
def _words_in(locale: str) -> frozenset[str]:
    """Return words of a locale's language, as Faker has them."""
    words = import_module(f"faker.providers.lorem.{locale.replace(' ', '_')}").Provider.word_list
    return frozenset(filter(str.isalpha, words))


@cache
def _nouns_of(locale: str) -> Sequence[str]:
    """Return longer words of a language, those with a capital where it has such."""
    words = sorted(word for word in _words_in(locale) if len(word) > _SHORT + 1)
    return [word for word in words if word[0].isupper()] or words


@cache
def _given_in(gender: Gender, *locales: str) -> frozenset[str]:
    """Return the given names that some locales share."""
    peoples = map(_peoples().__getitem__, locales)
    return frozenset.intersection(
        *(frozenset(each.women if gender == "female" else each.men) for each in peoples)
    )


@cache
def given_names(gender: Gender) -> Origin:
    """Return the given names of a gender alone, of all the locales."""
    both = [
        frozenset[str]().union(*(_given_in(each, locale) for locale in _peoples()))
        for each in (gender, "male" if gender == "female" else "female")
    ]
    return Origin((), both[0] - both[1])


@cache
def is_given(word: str) -> bool:
    """Tell whether a word is a given name."""
    none = _COMMON | ENGLISH.words["months"] | ENGLISH.words["weekdays"]
    own = {word, plainly(word)}
    return word not in none and any(own & {*each.women, *each.men} for each in _peoples().values())


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


def _are_alike(one: str, other: str) -> bool:
    """Tell whether two names are spellings of one, word by word."""
    if len(one.split()) != len(other.split()):
        return False
    pairs = [(a, b) for a, b in zip(one.split(), other.split(), strict=True) if a != b]
    close = (fuzz.ratio(plainly(a).casefold(), plainly(b).casefold()) >= _ALIKE for a, b in pairs)
    return all(close) and SUFFIXES.isdisjoint(word for pair in pairs for word in pair)


class EnglishWords(Proposer):
    """Proposes words for English names; a word has the same new ones in all names."""

    vocabulary = ENGLISH

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms: words of kind stay, and the small ones between."""
        name, *_ = entity.forms
        if entity.sort == "country":
            country = ENGLISH.of_country.get(name, name)
            new = self.place(country, known, draws)
            of_it = {country: word for word, country in ENGLISH.of_country.items()}
            return {form: of_it[new] if new and form != country else new for form in entity.forms}
        making, made = _Making(self, entity, known, draws), dict[str, str]()
        for form in entity.forms:
            if near := next((made[old] for old in made if _are_alike(old, form)), ""):
                made[form] = near.lower() if form.islower() else near
            elif form in ENGLISH.places:
                made[form] = self.place(form, known, draws)
            elif made and form == initials(name):
                made[form] = initials(made[name])
            else:
                made[form] = making.form(form)
        return made


class _Making:
    """Makes new words for one entity in one version of the texts.

    A person is of an `origin`, a title of another language than English in the `tongue` of a
    locale.
    """

    def __init__(
        self, proposer: Proposer, entity: Entity, known: dict[str, str], draws: Draws
    ) -> None:
        self._of, self._entity, self._known, self._draws = proposer, entity, known, draws
        self._kind, self._first = entity.kind, entity.forms[0]
        self._origin = self._likeliest_origin() if self._kind == "person" else ""
        self._tongue = self._language() if self._kind == "title" else ""

    def form(self, form: str) -> str:
        """Return what stands for a form, "" where nothing can."""
        if self._kind == "title" and not self._tongue and (is_sentence(form) or "'" in form):
            nouns = _LISTS["title words"]
            both = [self._of.drawn(lambda: self._draws.choice(nouns), form) for _ in range(2)]
            return f"The {both[0]} and the {both[1]}" if all(both) else ""
        pattern = _PLACES if self._kind in ENGLISH.ends else _WHOLE
        words = list(pattern.finditer(form))
        own = [word for word in words if not self._stays(word, len(words) > 1)]
        # Of words of kind alone, such as Duke University, the first one is new.
        own = own or words[:1]
        left, made = self._left_out([word[0] for word in own]), form
        for word in reversed(own):
            new = "" if word[0] in left else self._word(word)
            if not new and word[0] not in left:
                return ""
            behind = made[word.end() :]
            made = made[: word.start()] + new + (behind if new else behind.lstrip("'’"))
        made = made if _TRAILING.search(form) else _TRAILING.sub("", made)
        return " ".join(made.split())

    def _stays(self, found: re.Match[str], within: bool) -> bool:
        """Tell whether a word of a name stays: a small one, one of kind, a person's role."""
        word, opens = found[0], found.start() == 0
        if word in SUFFIXES and not opens:
            return True
        if self._kind == "person":
            return within and opens and word in _ROLES
        small = word.lower() in _SPOKEN.stop_words
        if self._kind == "title":
            return word.isdecimal() or (small and within and not self._tongue)
        if small or word in ENGLISH.words["links"]:
            return within
        ends = not opens and found.end() == len(found.string) and word in _OTHER_KINDS
        ends = ends or (opens and self._kind == "place" and word in _LISTS["directions"])
        return _SPOKEN.is_of_kind(word) and word not in _ROLES and not ends

    def _left_out(self, own: Sequence[str]) -> Sequence[str]:
        """Return the words for which a new name has none: a place has one word of its own."""
        if self._kind == "place":
            own = [word for word in own if not word.isdecimal()] or own
            return [word for word in own[1:] if word.isalpha() and word not in _OTHER_KINDS]
        if self._kind == "title":
            left = [word for word in own if self._tongue and len(word) <= _SHORT]
        elif self._kind == "person":
            left = [word for word in own[:-1] if word.islower()]
        else:
            own = [word for word in own if word not in _OTHER_KINDS]
            left = [word for word in own if word in _COMMON and len(own) > 2]
        return left if len(left) < len(own) else left[1:]

    def _word(self, found: re.Match[str]) -> str:
        """Return what stands for a word of a name: what it became before, or a new word."""
        word, before = found[0], found.string[: found.start()]
        opens = not before or before[-1] in '"“‘('
        if self._kind in ENGLISH.ends:
            if word in ENGLISH.places and word != self._first:
                return self._of.place(word, self._known, self._draws)
            if not opens and found.end() == len(found.string) and word in _OTHER_KINDS:
                return _OTHER_KINDS[word]
        word = word.removesuffix("'s")
        key, person = plainly(word).casefold(), self._kind == "person"
        if person and key not in self._known:
            self._pair(word)
        first = _WHOLE.findall(self._first)
        if person and opens and word not in first and word[0] == first[0][0]:
            # Another form of the given name, such as Bill of Billy, becomes what that does.
            key = key if key in self._known else plainly(first[0]).casefold()
        if key not in self._known:
            again = len(word) == 1 or word.isdecimal()
            self._known[key] = self._of.drawn(lambda: self._draw(word, opens), word, again=again)
        new = self._known[key]
        large = word.isupper() and len(word) > 1
        new = new.lower() if word.islower() else new.upper() if large else new
        return new and new + found[0].removeprefix(word)

    def _pair(self, word: str) -> None:
        """Draw a given name with its short form, where texts have both: Benjamin, Ben."""

        def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
            short = [name for name in names if len(name) >= _SHORT]
            return [(a, b) for a in names for b in short if a != b and a.startswith(b)]

        own = sorted({each for form in self._entity.forms for each in _WHOLE.findall(form)})
        old = next((pair for pair in pairs(own) if word in pair), None)
        locale = "en US" if self._origin == _HOME else self._origin
        new = pairs(sorted(_given_in(self._entity.gender, locale))) if old else []
        for pair in self._draws.shuffled(new):
            both = dict(zip(old or (), pair, strict=True))
            drawn = (
                self._of.drawn(partial(str, b), a, again=True, tries=1) for a, b in both.items()
            )
            if all(drawn):
                self._known.update({plainly(a).casefold(): b for a, b in both.items()})
                return

    def _draw(self, word: str, opens: bool) -> str:  # noqa: PLR0911 - one for each sort
        """Draw a word for one of a name, digits and letters for digits and letters."""
        if word.isdecimal():
            return "".join(str(self._draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) <= _SHORT + 2):
            return "".join(self._draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        if self._kind == "person":
            return self._of_person(word, opens)
        if self._kind == "title":
            if self._tongue:
                return self._draws.choice(_nouns_of(self._tongue)).title()
            if not is_known(word.lower(), "en"):
                return self._coined("anything")
            before = opens and re.match(r"\w+ [A-Z]", self._first) and self._draws.between(0, 1)
            return self._draws.choice(_LISTS["title words before" if before else "title words"])
        return self._of_thing(word)

    def _of_person(self, word: str, opens: bool) -> str:
        """Draw a given name or a surname of an origin; of a person `sort` is the surname."""
        origin, surnames = self._origin, re.split("[ -]", self._entity.sort)
        begins = opens or is_given(word) or any(f[:-1].startswith(word) for f in self._entity.forms)
        if begins and word not in surnames:
            # Of British names those that America has, too, are English.
            locales = (origin, "en US") if origin == _HOME else (origin,)
            return self._draws.choice(sorted(_given_in(self._entity.gender, *locales)))
        if origin == _HOME:
            return self._coined("families")
        names = _peoples()[origin].names
        name = self._draws.choice(names)
        feminine = f"{name.removesuffix('a')}a"
        if feminine in names and feminine[:-1] in names:
            return feminine if self._entity.gender == "female" else feminine[:-1]
        return name

    def _of_thing(self, word: str) -> str:
        """Draw a word of the name of a place or an organisation: a word for a word, or a town."""
        common, last = self._of.taken.is_common(word), f" {self._first}".endswith(f" {word}")
        if self._kind == "organisation":
            several = re.search("[^s]s$", word) and (common or last)
            if common or several or word.isupper():
                new = self._draws.choice(_LISTS["organisation words"])
                return _SPOKEN.plural(new.lower()).title() if several else new
            if is_given(word) and not self._entity.sort:
                return self._draws.choice(_peoples()["en US"].men)
        words, told = self._first.split(), "[^.]{0,100}" if self._kind == "place" else ""
        behind = " ".join(re.findall(rf"{re.escape(self._first)}{told}", self._of.text))
        lands = [land for land in ENGLISH.countries if land in behind]
        homely = words[-1] in ENGLISH.ends.get(self._kind, ()) or _HOMELY.search(behind)
        ahead = dict.fromkeys(_ENGLISH_TOWNS, _AHEAD if lands or not homely else inf)
        for name, towns in _towns().items():
            if any(land in name for land in lands) or not towns.known.isdisjoint(words):
                ahead[name] = _NATIONAL
        section = likeliest(word, _towns(), ahead)
        wild = rf"\b{any_of(_LISTS['nature'])} {re.escape(self._first)}\b"
        if self._kind == "place" and re.search(wild, self._of.text):
            return self._coined("anything")
        if self._kind == "place" and section not in _ENGLISH_TOWNS:
            return self._draws.choice(_towns()[section].names)
        town = section in _ENGLISH_TOWNS and not self._entity.sort
        return self._coined("towns" if town else "anything")

    def _coined(self, kind: str) -> str:
        beginning = self._draws.choice(_LISTS["beginnings"])
        return beginning + self._draws.choice(_LISTS[f"ends of {kind}"]).removeprefix(beginning[-1])

    def _likeliest_origin(self) -> str:
        """Return the locale that a person's name is of, by its letters and what is told of it."""
        ahead = dict.fromkeys(_LISTS["english locales"], _AHEAD)
        for at in re.finditer(any_of(self._entity.forms), self._of.text):
            defined = ENGLISH.patterns["is"].match(self._of.text, at.end())
            if defined and (of_it := _OF_COUNTRY.search(defined["told"])):
                ahead |= dict.fromkeys(_locales_of(ENGLISH.of_country[of_it[0]]), _NATIONAL)
        found = likeliest(re.sub(r"\b\w\.? ", "", self._first), _peoples(), ahead)
        return _HOME if found in ENGLISH.words["english locales"] else found

    def _language(self) -> str:
        """Return the locale whose words a title has that is of no English ones, "" for none."""
        every = [word.casefold() for word in _WHOLE.findall(self._first)]
        words, own = {*every}, [word for word in every[:-1] if len(word) > _SHORT]
        if len(words) < 2 or any(is_known(word, "en") for word in (*own, every[-1])):
            return ""
        told = words - _SPOKEN.stop_words
        held = {each: len(told & _words_in(each)) for each in _LISTS["title locales"]}
        return max(held, key=lambda each: held[each]) if any(held.values()) else ""
