"""New English names, word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from unicodedata import combining, normalize

from lvbuild.annotate.suggesting.entities import WORD, Entity, Gender, Proposer, words_of
from lvbuild.annotate.suggesting.origins import Origin, likeliest, people_of
from lvbuild.annotate.suggesting.vocabulary import Vocabulary, any_of
from lvbuild.core.extras import require
from lvbuild.core.seeds import Draws

ENGLISH = Vocabulary("en")
_SPOKEN = ENGLISH.language
_LINKS, _ROLES = ENGLISH.words["links"], ENGLISH.words["roles"]
_SMALL = frozenset("a an the of and in on for to with from at by".split())
_OTHER_KINDS = dict(pair.split(":") for pair in ENGLISH.lists["other kinds"])
_PARTS = {
    "person": re.compile(r"[^\W_]+(?:['’-][^\W_]+)*"),
    "organisation": re.compile(rf"\b{any_of(ENGLISH.places)}\b|{WORD.pattern}"),
}
"""The words of names of a kind: those of people with hyphens, of others known places as one."""
_OF_COUNTRY = re.compile(any_of(ENGLISH.of_country))
_HOME, _AHEAD, _NATIONAL = "en GB", 4.0, 9.0


@cache
def _peoples() -> Mapping[str, Origin]:
    return {locale: people_of(locale) for locale in ENGLISH.lists["locales"]}


@cache
def _towns() -> Mapping[str, Origin]:
    """Return the known towns by their sections; those of English ones are coined."""
    sections = (name for name in ENGLISH.lists if name.startswith("places: towns"))
    return {
        name: Origin(word for word in ENGLISH.lists[name] if "*" not in word) for name in sections
    }


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


def given_names(gender: Gender) -> frozenset[str]:
    """Return the given names of a gender, of all the locales."""
    return _given(gender) - _given("male" if gender == "female" else "female")


@cache
def _given(gender: Gender) -> frozenset[str]:
    none = ENGLISH.words["passed over"] | ENGLISH.words["months"] | ENGLISH.words["weekdays"]
    names = (o.women if gender == "female" else o.men for o in _peoples().values())
    return frozenset(each for every in names for each in every) - none


def is_given(word: str) -> bool:
    """Tell whether a word is a given name."""
    return word in _given("female") or word in _given("male")


def initials(name: str) -> str:
    """Return the letters that may stand for a name: the first of its capitalised words."""
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper())


def plainly(name: str) -> str:
    """Return a name without its diacritics."""
    return "".join(c for c in normalize("NFD", name) if not combining(c))


class EnglishWords(Proposer):
    """Proposes words for English names; a word has the same new ones in all names."""

    vocabulary = ENGLISH

    def version(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        """Return what stands for the forms: words of kind stay, and the small ones between."""
        if entity.sort == "country":
            return self._country(entity, known, draws)
        origin = self._origin(entity) if entity.kind == "person" else ""
        if entity.kind == "person" and not origin:
            return {}
        made: dict[str, str] = {}
        for form in entity.forms:
            if form in ENGLISH.places:
                made[form] = self.place(form, known, draws)
            elif made and form == initials(entity.forms[0]):
                made[form] = initials(made[entity.forms[0]])
            else:
                made[form] = self._form(form, entity, origin, known, draws)
        return made

    def _country(self, entity: Entity, known: dict[str, str], draws: Draws) -> Mapping[str, str]:
        name = ENGLISH.of_country.get(entity.forms[0], entity.forms[0])
        new, of_it = self.place(name, known, draws), {c: a for a, c in ENGLISH.of_country.items()}
        return {form: of_it[new] if new and form != name else new for form in entity.forms}

    def _origin(self, entity: Entity) -> str:
        """Return the locale that a person's name is of, by its letters and what is told of it.

        None where it is told to be of a country whose names are not known.
        """
        name = entity.forms[0]
        ahead = dict.fromkeys(ENGLISH.lists["english locales"], _AHEAD)
        for at in re.finditer(re.escape(name), self.text):
            defined = ENGLISH.patterns["is"].match(self.text, at.end())
            if defined and (of_it := _OF_COUNTRY.search(defined["told"])):
                own = _locales_of(ENGLISH.of_country[of_it[0]])
                if not own:
                    return ""
                ahead |= dict.fromkeys(own, _NATIONAL)
        found = likeliest(re.sub(r"\b\w\.? ", "", name), _peoples(), ahead)
        return _HOME if found in ENGLISH.words["english locales"] else found

    def _form(
        self, form: str, entity: Entity, origin: str, known: dict[str, str], draws: Draws
    ) -> str:
        sentence = words_of(form) & (_SPOKEN.stop_words - _SMALL) or "'" in form
        if entity.kind == "title" and sentence:
            nouns = ENGLISH.lists["title words"]
            one, two = (self.drawn(lambda: draws.choice(nouns), form) for _ in range(2))
            return f"The {one} and the {two}" if one and two else ""
        words = list(_PARTS.get(entity.kind, WORD).finditer(form))
        kept = [word for word in words if self._stays(word, entity, len(words) > 1)]
        # Of words of kind alone, such as Duke University, the first one is new.
        kept = kept[1:] if len(kept) == len(words) else kept
        made = form
        for word in reversed(words):
            new = word[0] if word in kept else self._word(word, entity, origin, known, draws)
            if not new and not (entity.kind == "person" and word[0].islower()):
                return ""
            made = made[: word.start()] + new + made[word.end() :]
        return " ".join(made.split())

    def _stays(self, found: re.Match[str], entity: Entity, within: bool) -> bool:
        """Tell whether a word of a name stays: a small one, one of kind, a person's role."""
        word = found[0]
        if entity.kind == "person":
            return within and found.start() == 0 and word in _ROLES
        if word.lower() in _SPOKEN.stop_words or (word in _LINKS and entity.kind != "title"):
            return within
        return entity.kind != "title" and _SPOKEN.is_of_kind(word) and word not in _ROLES

    def _word(
        self,
        found: re.Match[str],
        entity: Entity,
        origin: str,
        known: dict[str, str],
        draws: Draws,
    ) -> str:
        """Return what stands for a word of a name: what it became before, or a new word."""
        word, first, opens = found[0], entity.forms[0].split(), found.start() == 0
        if entity.kind == "person" and word.islower() and found.end() < len(found.string):
            return ""
        if entity.kind == "organisation" and word in ENGLISH.places:
            return self.place(word, known, draws)
        last = entity.kind in ENGLISH.ends and found.end() == len(found.string) and not opens
        if last and (other := _OTHER_KINDS.get(word)):
            return other
        word = word.removesuffix("'s")
        key = plainly(word).casefold()
        if entity.kind == "person" and opens and word not in first and word[0] == first[0][0]:
            # Another form of the given name, such as Ron of Ronald, becomes what that does.
            key = plainly(first[0]).casefold()
        if key not in known:
            short = len(word) == 1 or word.isdecimal()
            draw = lambda: self._draw(word, opens, entity, origin, draws)  # noqa: E731
            known[key] = self.drawn(draw, word, again=short)
        new = known[key]
        large = word.isupper() and len(word) > 1
        new = new.lower() if word.islower() else new.upper() if large else new
        return new and new + found[0].removeprefix(word)

    def _draw(self, word: str, opens: bool, entity: Entity, origin: str, draws: Draws) -> str:
        """Draw a word for one of a name, digits and letters for digits and letters."""
        if word.isdecimal():
            return "".join(str(draws.between(1, 9)) for _ in word)
        if len(word) == 1 or (word.isupper() and len(word) < 6):
            return "".join(draws.choice("BCDFGHKLMNPRSTV") for _ in word)
        if entity.kind == "title":
            before = opens and re.match(r"\w+ [A-Z]", entity.forms[0]) and draws.uniform(0, 1) < 0.5
            return draws.choice(ENGLISH.lists["title words before" if before else "title words"])
        return (
            _of_person(word, opens, entity, origin, draws)
            if entity.kind == "person"
            else self._of_thing(word, entity, draws)
        )

    def _of_thing(self, word: str, entity: Entity, draws: Draws) -> str:
        """Draw a word of the name of a place or an organisation: a word for a word, or a town."""
        common, last = self.taken.is_common(word), f" {entity.forms[0]}".endswith(f" {word}")
        several = entity.kind == "organisation" and word[-1] == "s" and (common or last)
        if common or several or word.isupper():
            new = draws.choice(ENGLISH.lists["organisation words"])
            return _SPOKEN.plural(new) if several else new
        ahead = dict.fromkeys(ENGLISH.lists["english towns"], _AHEAD)
        words, told = entity.forms[0].split(), "[^.]{0,100}" if entity.kind == "place" else ""
        behind = " ".join(re.findall(rf"{re.escape(entity.forms[0])}{told}", self.text))
        lands = [land for land in ENGLISH.countries if land in behind]
        ahead |= {
            name: _NATIONAL
            for name, towns in _towns().items()
            if any(land in name for land in lands) or not set(words).isdisjoint(towns.names)
        }
        section = likeliest(word, _towns(), ahead)
        english = section in ENGLISH.lists["english towns"]
        if entity.kind == "place" and not english:
            return draws.choice(_towns()[section].names)
        return _coined("towns" if english and not entity.sort else "anything", draws)


def _of_person(word: str, opens: bool, entity: Entity, origin: str, draws: Draws) -> str:
    """Draw a given name or a surname of an origin; of a person `sort` is the surname."""
    people, others = _peoples()[origin], _peoples()["en US"]
    begins = opens or is_given(word) or any(f[:-1].startswith(word) for f in entity.forms)
    if begins and word not in re.split("[ -]", entity.sort):
        female = entity.gender == "female"
        given, usual = (each.women if female else each.men for each in (people, others))
        # Of British names those that America has, too, are English.
        return draws.choice([n for n in given if n in usual] if origin == _HOME else given)
    if origin == _HOME:
        return _coined("families", draws)
    name = draws.choice(people.names)
    feminine = f"{name.removesuffix('a')}a"
    both = feminine in people.names and feminine[:-1] in people.names
    return feminine[: None if entity.gender == "female" else -1] if both else name


def _coined(kind: str, draws: Draws) -> str:
    beginning = draws.choice(ENGLISH.lists["beginnings"])
    return beginning + draws.choice(ENGLISH.lists[f"ends of {kind}"]).removeprefix(beginning[-1])
