"""The Chinese words of the sample world: its names, titles and terms, how it is asked about."""

from __future__ import annotations

from collections.abc import Sequence

from lvbuild.core.seeds import Draws
from lvbuild.languages import find_language
from lvbuild.sample.word_files import Lexicon, Phrasing, read_asking, read_lists, read_traits
from lvbuild.sample.world import Entity, Value

INSTITUTIONS = read_traits("zh", "institutions")
WORKS = read_traits("zh", "works")
TRAITS = {**INSTITUTIONS, **WORKS, **read_traits("zh", "called")}
"""How texts speak of a sort, of 女 and 男, and of what has a name that ends so."""

_TITLE_PARTS = read_lists("zh", "titles")
_AT_A_PLACE = 4
"""One free title in so many has a place."""


def title(draws: Draws, sort: str) -> str:
    """Invent the title of a work of that sort."""
    if f"ending.{sort}" in _TITLE_PARTS:
        parts = ("study", "topic", f"ending.{sort}")
        return "".join(draws.choice(_TITLE_PARTS[part]) for part in parts)
    images = _TITLE_PARTS["image"]
    first = draws.index(len(images))
    if not draws.index(_AT_A_PLACE):
        return f"{draws.choice(_TITLE_PARTS['place'])}的{images[first]}"
    other = (first + draws.between(1, len(images) - 1)) % len(images)
    return f"{images[first]}与{images[other]}"


_NAME_PARTS = read_lists("zh", "names")
_REAL = {kind: frozenset(names) for kind, names in read_lists("zh", "real").items()}
_TERMS = {
    **read_lists("zh", "terms"),
    "institution_sort": tuple(INSTITUTIONS),
    "work_sort": tuple(WORKS),
}


class ChineseLexicon(Lexicon):
    """Names and terms of the Chinese sample world."""

    language = find_language("zh")
    institutions = INSTITUTIONS
    terms = _TERMS

    def name(self, draws: Draws, kind: str, sort: str = "") -> str:
        """Invent 苇渡镇, 漱锦江 or 毓真天文台; a title is without 《》, which texts add."""
        match kind:
            case "person":
                return self.coined(lambda: _person(draws, sort), _REAL["person"])
            case "work":
                return self.coined(lambda: title(draws, sort))
        first, second = _NAME_PARTS[kind], _NAME_PARTS[f"{kind}_second"]
        pair = self.coined(lambda: _two(draws, first, second, _REAL[kind]))
        if kind == "institution":
            return pair + sort
        return pair + draws.choice(_NAME_PARTS[f"{sort or kind}_ending"])

    def stands_for(self, entity: Entity, name: str) -> bool:
        """Tell the same; people share no character, and a place keeps its kind: 城 stays 城."""
        if entity.kind == "person":
            return set(entity.name).isdisjoint(name)
        if entity.kind in {"town", "river", "sea"} and entity.name[-1] != name[-1]:
            return False
        return super().stands_for(entity, name)


def _person(draws: Draws, sort: str) -> str:
    given = _two(draws, _NAME_PARTS[sort], _NAME_PARTS[f"{sort}_second"], _REAL["given"])
    while True:
        surname = draws.choice(_NAME_PARTS["surname"])
        if surname not in given and surname + given[0] not in _REAL["beginning"]:
            return surname + given


def _two(draws: Draws, first: Sequence[str], second: Sequence[str], real: frozenset[str]) -> str:
    """Draw two different characters that are no word and no real name together."""
    while True:
        one, other = draws.choice(first), draws.choice(second)
        if one != other and one + other not in real:
            return one + other


UNITS = {
    relation: unit
    for unit, relations in read_lists("zh", "units").items()
    for relation in relations
}


def named(entity: Entity) -> str:
    """Return an entity's name as it stands within a sentence."""
    return f"《{entity.name}》" if entity.kind == "work" else entity.name


def _in_sentence(relation: str, value: Value) -> str:
    return named(value) if isinstance(value, Entity) else f"{value}{UNITS.get(relation, '')}"


PHRASING = Phrasing(
    relations=read_asking("zh", "questions"),
    surveys=read_asking("zh", "surveys"),
    common=frozenset(),
    nouns={"sea": "海", "river": "河", "town": "城镇", "person": "人"},
    units=UNITS,
    named=named,
    introduced=lambda entity, noun: named(entity),
    apposed=lambda name, phrase: f"{phrase}{name}",
    in_sentence=_in_sentence,
    capital=str,
)
