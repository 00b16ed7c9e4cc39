"""What English names are names of, by their words, by lists and by what sentences tell of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from lvbuild.annotate.suggesting.entities import Gender, WordLists
from lvbuild.languages.english.words import MONTHS as MONTH_NAMES
from lvbuild.languages.english.words import VOCABULARY
from lvbuild.sample.words import read_lists
from lvbuild.tables.rows import Kind

ENGLISH = WordLists("en")
STOP_WORDS = ENGLISH.language.stop_words
MONTHS = frozenset([*MONTH_NAMES, *VOCABULARY["weekdays"]])
"""The days of the week among them."""
COUNTRIES = {
    name.replace("*", "").replace("_", " "): of_it.replace("_", " ")
    for name, of_it in map(str.split, ENGLISH.lines["countries"])
}
"""The names of countries, each with the word for what is of it."""
LINKS = "of the de da del della di do dos von van der den la le du des al el bin ibn & y".split()
"""Small words that stand within names."""
_TAXON = re.compile(r"[A-Z][a-z]+(?:aceae|idae|inae|iformes|ptera|dactyla|ceti)")
_MOST_OF_PERSON = 4
_LONGEST_LETTERS = 6
_BORN = re.compile(rf"[^.()]{{0,20}} \((?:born|b\.|{'|'.join(sorted(MONTHS))}|[^)]*\d{{4}} ?–)")
_IS = re.compile(
    r"(?: \([^)]*\))?,? (?:is|was|are|were) (?:a|an|the|one of the)\b"
    r"((?:[^.]|\.(?=\w|,)){0,90})"
)
_DID = re.compile(
    r"(?:,[^,.]{0,40},)? (?:was born|is born|wrote|co-wrote|directed|starred|stars|starring|married"
    r"|died|sang)\b"
)
_KINDS: tuple[Kind, ...] = ("title", "organisation", "place", "person")
_NOUNS = {
    kind: re.compile(rf"\b(?:{'|'.join(nouns)})s?\b")
    for kind, nouns in zip(_KINDS, ENGLISH.parts["nouns"], strict=True)
}
_NAMED_AFTER = re.compile(rf"\b(?:{'|'.join(ENGLISH.parts['nouns'][0])}) $")
_MAKING = re.compile(
    r"\b(?:sang|wrote|directed|produced|recorded|published|released|composed|starred|titled|called)\b"
)
_PLACED = re.compile(r"(?:\b(?:[Ii]n|[Ff]rom|[Nn]ear|[Aa]t)|\b(?:town|city|village) of) $")
OF_PLACE = re.compile(r"\b(?:of|to|between|via) $")
"""What stands before places, and before others too."""
_BEFORE_PERSON = re.compile(
    r"\b(?:by|directors?|starring|star|actor|actress|singer|Mr\.?|Mrs\.?|Sir|Dr\.?|President"
    r"|author|writer|husband|wife|son|daughter|brother|sister|father|mother|footballer|player) $"
)


class Surroundings:
    """Texts, and what stands before and after the names in them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.text = "\n".join(texts)
        self._found: dict[str, list[tuple[str, str]]] = {}

    def of(self, name: str) -> list[tuple[str, str]]:
        """Return what stands before and after a name, wherever it stands as whole words."""
        if name not in self._found:
            places = re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", self.text)
            self._found[name] = [
                (self.text[max(m.start() - 24, 0) : m.start()], self.text[m.end() : m.end() + 160])
                for m in places
            ]
        return self._found[name]

    def has_before(self, name: str, pattern: re.Pattern[str]) -> bool:
        """Tell whether a pattern ends where a name begins."""
        return any(pattern.search(before) for before, _ in self.of(name))

    def after(self, name: str, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the first match of a pattern right after a name."""
        return next((m for _, after in self.of(name) if (m := pattern.match(after))), None)


def initials(name: str) -> str:
    """Return the letters that may stand for a name: the first of its capitalised words."""
    return "".join(word[0] for word in re.findall(r"\w+", name) if word[0].isupper())


def is_name(run: str, inside: int, around: Surroundings) -> bool:
    """Tell whether a run is a name: one word that only opens sentences may be any word."""
    words = run.split()
    if run in ENGLISH.places or run in COUNTRIES:
        return True
    if run in COUNTRIES.values():
        return run not in ENGLISH.words["passed_over"]
    generic = all(_is_generic(word) for word in words)
    coded = any(not word.isdecimal() and re.search(r"\d", word) for word in words)
    shouted = run.isupper() and len(run) > _LONGEST_LETTERS
    if len(run) < 3 or generic or coded or shouted or _TAXON.fullmatch(run):
        return False
    if words[-1] in ENGLISH.parts["offices"][0] and not is_given(words[0]):
        return False
    if len(words) > 1:
        return True
    return is_given(run) or (
        inside > 0 and re.search(rf"\b{re.escape(run.lower())}\b", around.text) is None
    )


def is_plain(run: str, common: Callable[[str], bool]) -> bool:
    """Tell whether a name that is no known place is of words of the language, or letters."""
    if run in ENGLISH.places or run in COUNTRIES or run in COUNTRIES.values():
        return False
    letters = run.isupper() and run.isalpha()
    return letters or all(common(word) or _is_generic(word) for word in run.split())


def _is_generic(word: str) -> bool:
    return (
        word in ENGLISH.words["passed_over"]
        or word.strip(".") in ENGLISH.words["roles"]
        or word in COUNTRIES.values()
        or ENGLISH.language.is_of_kind(word)
    )


def kind_of(run: str, around: Surroundings, common: Callable[[str], bool]) -> Kind | None:
    """Return the kind of a name, None where neither its words nor the texts tell one.

    `common` tells whether a word is one of the language, and no name.
    """
    if run in COUNTRIES or run in COUNTRIES.values() or run in ENGLISH.places:
        return "place"
    words = run.replace("-", " ").split()
    headed = _headed(words)
    joined = bool({"of", "and", "&", "the"} & set(words)) or words[-1] in COUNTRIES
    if 1 < len(words) <= _MOST_OF_PERSON and is_given(words[0]) and headed is None:
        return None if joined else "person"
    if (kind := _described_kind(run, around) or headed) is not None:
        return None if kind == "person" and joined else kind
    if _is_person(run, words, around, common):
        kind = "person"
    elif around.has_before(run, _NAMED_AFTER):
        kind = "title"
    elif not all(map(common, words)) and around.has_before(run, _PLACED) and "-" not in run:
        kind = "place"
    return kind


def _headed(words: Sequence[str]) -> Kind | None:
    if words[-1] in ENGLISH.words["organisations"] or words[0] in {"University", "Bank"}:
        return "organisation"
    before = {"Lake", "Mount", "Fort", "Cape", "Port"}
    return "place" if words[-1] in ENGLISH.words["places"] or words[0] in before else None


def _is_person(
    run: str, words: Sequence[str], around: Surroundings, common: Callable[[str], bool]
) -> bool:
    if len(words) == 1:
        return is_given(run) and not around.has_before(run, _PLACED)
    if {"of", "&", "and", "the"} & set(words) or len(words) > _MOST_OF_PERSON:
        return False
    if re.match(r"[A-Z]\.", words[0]):
        return True
    if any(common(word) or word in ENGLISH.words["passed_over"] for word in words):
        return False
    return around.has_before(run, _BEFORE_PERSON) or around.after(run, _DID) is not None


def _described_kind(run: str, around: Surroundings) -> Kind | None:
    """Return the kind that a sentence tells of a name: X (born ...) is an actor."""
    if around.after(run, _BORN):
        return "person"
    if (match := around.after(run, _IS)) is None:
        return None
    found = [
        (place.start(), kind) for kind, nouns in _NOUNS.items() if (place := nouns.search(match[1]))
    ]
    return min(found)[1] if found else None


def is_described_work(quoted: str, around: Surroundings) -> bool:
    """Tell whether a work is described near a quotation, as with the film "X"."""
    nouns = _NOUNS["title"]
    return any(
        _MAKING.search(before) or nouns.search(before) or nouns.search(after[:60])
        for before, after in around.of(quoted)
    )


def is_title(quoted: str) -> bool:
    """Tell whether what is quoted has the capitals of a title."""
    words = [word for word in re.findall(r"[^\W\d_]+", quoted) if word.lower() not in STOP_WORDS]
    capitals = sum(word[0].isupper() for word in words)
    return bool(words) and 2 * capitals > len(words) and not ENGLISH.language.is_of_kind(quoted)


def gender_of(given: str, texts: str) -> Gender:
    """Return the gender of a person by the given name, else by the pronouns of the texts."""
    known = ENGLISH.parts["known_given"]
    is_woman = given in _given("female") or given in known[0]
    is_man = given in _given("male") or given in known[1]
    if is_woman != is_man:
        return "female" if is_woman else "male"
    she, he = (
        len(re.findall(p, texts)) for p in (r"\b(?:[Ss]he|[Hh]er)\b", r"\b(?:[Hh]e|[Hh]is)\b")
    )
    return "female" if she > he else "male"


def is_given(word: str) -> bool:
    """Tell whether a word is a given name."""
    return any(
        word in known for known in (_given("female"), _given("male"), ENGLISH.words["known_given"])
    )


@cache
def _given(gender: Gender) -> frozenset[str]:
    """Return the given names of a gender: those of the lists, and of the invented world."""
    listed, section = ("women", "woman") if gender == "female" else ("men", "man")
    return ENGLISH.words[listed].union(read_lists(ENGLISH.code, "names")[section])


@cache
def given_names(gender: Gender) -> tuple[str, ...]:
    """Return the given names of a gender alone."""
    return tuple(sorted(_given(gender) - _given("male" if gender == "female" else "female")))
