"""The Chinese words of the sample world: its names, titles and terms, how it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lvbuild.core.seeds import Draws
from lvbuild.sample.phrasing import Phrasing, read_relations, read_surveys
from lvbuild.sample.word_files import able, kept_apart, read_lists, read_traits
from lvbuild.sample.world import Entity, Value

_KEYS = "called child does items measure place spouse style their they treasure verb whole".split()

INSTITUTIONS = read_traits("zh", "institutions", str.split, _KEYS)
WORKS = read_traits("zh", "works", str.split, _KEYS)
CALLED = read_traits("zh", "called", str.split, _KEYS)
"""How texts speak of women and men, and of what has a name that ends so."""

_TITLE_PARTS = read_lists("zh", "titles", str.split)
_AT_A_PLACE = 4
"""One free title in so many has a place."""


def title(draws: Draws, sort: str) -> str:
    """Invent the title of a work of that sort."""
    if f"ending.{sort}" in _TITLE_PARTS:
        return "".join(
            draws.choice(_TITLE_PARTS[part]) for part in ("study", "topic", f"ending.{sort}")
        )
    images = _TITLE_PARTS["image"]
    first = draws.index(len(images))
    if not draws.index(_AT_A_PLACE):
        return f"{draws.choice(_TITLE_PARTS['place'])}的{images[first]}"
    other = (first + draws.between(1, len(images) - 1)) % len(images)
    return f"{images[first]}与{images[other]}"


_NAME_PARTS = read_lists("zh", "names", str.split)
_REAL = {kind: frozenset(names) for kind, names in read_lists("zh", "real", str.split).items()}


class ChineseLexicon:
    """Names and terms of the Chinese sample world.

    A `spare` one gives the names that are kept back from all worlds.
    """

    terms: Mapping[str, tuple[str, ...]] = {
        **read_lists("zh", "terms", str.split),
        "institution_sort": tuple(INSTITUTIONS),
        "work_sort": tuple(WORKS),
    }
    teaching = able(INSTITUTIONS, "teaches")
    keeping = able(INSTITUTIONS, "keeps")
    treasures: Mapping[str, tuple[str, ...]] = {
        sort: traits["treasure"] for sort, traits in INSTITUTIONS.items()
    }

    def __init__(self, spare: bool = False) -> None:
        self._spare = spare

    def town(self, draws: Draws, low: bool) -> str:
        """Invent a town such as 苇渡镇; only one that lies low is called a port."""
        ending = "port_ending" if low else "town_ending"
        return self._pair(draws, "town") + draws.choice(_NAME_PARTS[ending])

    def river(self, draws: Draws) -> str:
        """Invent a river such as 漱锦江."""
        return self._pair(draws, "river") + draws.choice(_NAME_PARTS["river_ending"])

    def sea(self, draws: Draws) -> str:
        """Invent a sea such as 静澜海."""
        return self._pair(draws, "sea") + draws.choice(_NAME_PARTS["sea_ending"])

    def person(self, draws: Draws, female: bool) -> tuple[str, str]:
        """Invent a person; Chinese texts repeat the whole name, so both forms are the same."""
        first, second = ("woman", "given_of_women") if female else ("man", "given")

        def draw() -> str:
            given = _two(draws, _NAME_PARTS[first], _NAME_PARTS[second], _REAL["given"])
            while True:
                surname = draws.choice(_NAME_PARTS["surname"])
                if surname not in given and surname + given[0] not in _REAL["beginning"]:
                    return surname + given

        name = self._coined(draw, "person")
        return name, name

    def institution(self, draws: Draws, kind_term: str) -> str:
        """Invent an institution such as 毓真天文台."""
        return self._pair(draws, "house") + kind_term

    def work(self, draws: Draws, kind_term: str) -> str:
        """Invent a title without 《》, which texts add."""
        return self._coined(lambda: title(draws, kind_term))

    def _pair(self, draws: Draws, kind: str) -> str:
        first, second = _NAME_PARTS[kind], _NAME_PARTS[f"{kind}_second"]
        return self._coined(lambda: _two(draws, first, second, _REAL[kind]))

    def _coined(self, draw: Callable[[], str], kind: str = "") -> str:
        return kept_apart(draw, self._spare, _REAL.get(kind, ()))


def _two(draws: Draws, first: Sequence[str], second: Sequence[str], real: frozenset[str]) -> str:
    """Draw two different characters that are no word and no real name together."""
    while True:
        one, other = draws.choice(first), draws.choice(second)
        if one != other and one + other not in real:
            return one + other


UNITS = {
    relation: unit
    for unit, relations in read_lists("zh", "units", str.split).items()
    for relation in relations
}


def _named(entity: Entity) -> str:
    return f"《{entity.name}》" if entity.kind == "work" else entity.name


def _in_sentence(relation: str, value: Value) -> str:
    return _named(value) if isinstance(value, Entity) else f"{value}{UNITS.get(relation, '')}"


PHRASING = Phrasing(
    relations=read_relations("zh"),
    surveys=read_surveys("zh"),
    common=frozenset(),
    nouns={"sea": "海", "river": "河", "town": "城镇", "person": "人"},
    units=UNITS,
    named=_named,
    introduced=lambda entity, noun: _named(entity),
    apposed=lambda name, phrase: f"{phrase}{name}",
    in_sentence=_in_sentence,
    capital=str,
)
