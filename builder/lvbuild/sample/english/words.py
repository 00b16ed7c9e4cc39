"""The English words of the sample world: its names and terms, how it is asked about."""

from __future__ import annotations

from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.sample.word_files import (
    Lexicon,
    Phrasing,
    read_asking,
    read_lists,
    read_traits,
    read_words,
)
from lvbuild.sample.world import Entity, Value

_INSTITUTIONS = read_traits("en", "institutions")
TERMS = {**read_lists("en", "terms"), "institution_sort": tuple(_INSTITUTIONS)}
_PARTS = read_lists("en", "names")
_TITLES = read_words("en", "titles")
_NEVER = tuple(_PARTS["never"])
_REAL = frozenset(_PARTS["real"])
_LIQUIDS = "lr"


class EnglishLexicon(Lexicon):
    """The names and terms of the English sample world, names of things put together of parts.

    Texts put "the" before those of seas, rivers and institutions, and quote titles.
    """

    language = find_language("en")
    institutions = _INSTITUTIONS
    terms = TERMS

    def name(self, draws: Draws, kind: str, sort: str = "") -> str:
        """Draw a name; half of the towns that lie low are called ports, no title tells its sort."""
        match kind:
            case "sea":
                return draws.choice(_PARTS["sea"]).format(self._of_parts(draws, "distant"))
            case "person":
                return f"{draws.choice(_PARTS[sort])} {self._of_parts(draws, 'surname')}"
            case "institution":
                return f"{self._of_parts(draws, 'benefactor')} {draws.choice(_PARTS['house'])}"
            case "work":
                return self._title(draws)
            case _:
                return self._of_parts(draws, sort if sort and draws.index(2) else kind)

    def stands_for(self, entity: Entity, name: str) -> bool:
        """Tell the same; in titles words of kind count, too."""
        if entity.kind == "work":
            return self.language.content(entity.name).isdisjoint(self.language.content(name))
        return super().stands_for(entity, name)

    def _title(self, draws: Draws) -> str:
        """Draw a title; a place in it is nowhere in the world."""
        thing, other = draws.shuffled(_TITLES["thing"])[:2]
        title: str = draws.choice(_TITLES["title"])
        return title.format(
            manner=draws.choice(_TITLES["manner"]),
            thing=thing,
            other=other,
            a_thing=capital(with_article(thing)),
            place=self._of_parts(draws, "distant"),
        )

    def _of_parts(self, draws: Draws, kind: str) -> str:
        def draw() -> str:
            stem, ending = _stem(draws), draws.choice(_PARTS[kind])
            link = "" if ending[0] in _PARTS["vowel"] else draws.choice(_PARTS["link"])
            return stem + link + ending

        return self.coined(draw, _REAL)


def _stem(draws: Draws) -> str:
    """Draw the beginning of a name that is easy to say: no l or r on both sides of its vowel."""
    while True:
        opening, middle = draws.choice(_PARTS["opening"]), draws.choice(_PARTS["middle"])
        stem = opening + draws.choice(_PARTS["vowel"]) + middle
        clumsy = len(opening) > 1 and opening[-1] in _LIQUIDS and middle[0] in _LIQUIDS
        if not clumsy and not stem.startswith(_NEVER):
            return stem


def with_article(term: str) -> str:
    """Put a or an before a term; no term begins with a silent h or a spoken you."""
    return f"{'an' if term[0].lower() in 'aeiou' else 'a'} {term}"


def named(entity: Entity) -> str:
    """Return an entity's name as it stands within a sentence."""
    if entity.kind == "work":
        return f'"{entity.name}"'
    return f"the {entity.name}" if entity.kind in ("sea", "river", "institution") else entity.name


def capital(text: str) -> str:
    """Begin a text with a capital letter; a quoted title has one."""
    return text[0].upper() + text[1:]


def _in_sentence(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return named(value)
    return with_article(str(value)) if relation in ("profession", "treasure") else str(value)


def _introduced(entity: Entity, noun: str) -> str:
    match entity.kind:
        case "town":
            return f"the town of {entity.name}"
        case "river" | "work":
            return f"the {noun} {named(entity).removeprefix('the ')}"
    return named(entity)


PHRASING = Phrasing(
    relations=read_asking("en", "questions"),
    surveys=read_asking("en", "surveys"),
    common=frozenset({"judge", "miller", "weaver"}),
    nouns={"sea": "sea", "river": "river", "town": "town", "person": "person"},
    units={},
    named=named,
    introduced=_introduced,
    apposed="{}, {},".format,
    in_sentence=_in_sentence,
    capital=capital,
)
