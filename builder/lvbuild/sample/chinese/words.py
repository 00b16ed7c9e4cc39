"""The Chinese words of the sample world: its names, titles and terms, how it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from lvbuild.core.seeds import Draws
from lvbuild.sample.entities import Entity, Value
from lvbuild.sample.phrasing import Phrasing, read_relations, read_surveys
from lvbuild.sample.word_files import is_kept_back, read_words

_KEYS = frozenset(
    "does measure called items treasure verb whole style place they their child spouse".split()
)

Traits = Mapping[str, tuple[str, ...]]
"""What is true of a sort of things: words by a key."""


def parse_list(line: str) -> tuple[str, ...]:
    """Read a line of words with white space between them."""
    return tuple(line.split())


def parse_trait(line: str) -> tuple[str, tuple[str, ...]]:
    """Read a line such as `measure: 座`; ValueError where it has no known key, or no word."""
    key, _, text = line.partition(":")
    if key not in _KEYS or not text.split():
        raise ValueError(
            f"{line!r} is no key and its words; the keys are {', '.join(sorted(_KEYS))}"
        )
    return key, parse_list(text)


def read_lists(name: str) -> Mapping[str, tuple[str, ...]]:
    """Read a file of lists: the words of each section, whatever lines they stand in."""
    return {
        section: tuple(word for line in lines for word in line)
        for section, lines in read_words("zh", name, parse_list).items()
    }


def read_traits(name: str) -> Mapping[str, Traits]:
    """Read a file of sorts of things, each a section of traits."""
    return {sort: dict(lines) for sort, lines in read_words("zh", name, parse_trait).items()}


INSTITUTIONS = read_traits("institutions")
WORKS = read_traits("works")
CALLED = read_traits("called")
"""How texts speak of women and men, and of what has a name that ends so."""

TERMS: Mapping[str, tuple[str, ...]] = {
    **read_lists("terms"),
    "institution_sort": tuple(INSTITUTIONS),
    "work_sort": tuple(WORKS),
}
TREASURES: Mapping[str, tuple[str, ...]] = {
    sort: traits["treasure"] for sort, traits in INSTITUTIONS.items()
}
TEACHING = frozenset(s for s, traits in INSTITUTIONS.items() if "teaches" in traits.get("does", ()))
KEEPING = frozenset(s for s, traits in INSTITUTIONS.items() if "keeps" in traits.get("does", ()))


_TITLE_PARTS = read_lists("titles")
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


_NAME_PARTS = read_lists("names")
_REAL = {kind: frozenset(names) for kind, names in read_lists("real").items()}


class ChineseLexicon:
    """Names and terms of the Chinese sample world.

    A `spare` one gives the names that are kept back from all worlds.
    """

    terms = TERMS
    teaching = TEACHING
    keeping = KEEPING
    treasures = TREASURES

    def __init__(self, spare: bool = False) -> None:
        self._spare = spare

    def town(self, draws: Draws, low: bool) -> str:
        """Invent a town such as 苇渡镇; only one that lies low is called a port."""
        return self._pair(draws, "town") + _ending(draws, "port" if low else "town")

    def river(self, draws: Draws) -> str:
        """Invent a river such as 漱锦江."""
        return self._pair(draws, "river") + _ending(draws, "river")

    def sea(self, draws: Draws) -> str:
        """Invent a sea such as 静澜海."""
        return self._pair(draws, "sea") + _ending(draws, "sea")

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
        """Coin a name, one that worlds have or, of a spare lexicon, one that is kept back."""
        real = _REAL.get(kind, frozenset())
        while (name := draw()) in real or is_kept_back(name) != self._spare:
            pass
        return name


def _two(draws: Draws, first: Sequence[str], second: Sequence[str], real: frozenset[str]) -> str:
    """Draw two different characters that are no word and no real name together."""
    while True:
        one, other = draws.choice(first), draws.choice(second)
        if one != other and one + other not in real:
            return one + other


def _ending(draws: Draws, kind: str) -> str:
    return draws.choice(_NAME_PARTS[f"{kind}_ending"])


UNITS = {
    **dict.fromkeys(
        ("born", "died", "founded", "opened", "year", "charted_in", "surveyed_in"), "年"
    ),
    **dict.fromkeys(("depth_m", "source_altitude_m", "altitude_m"), "米"),
    "length_km": "千米",
    "area_km2": "平方千米",
    "population": "人",
    "holdings": "件",
    "pages": "页",
}


def _named(entity: Entity) -> str:
    return f"《{entity.name}》" if entity.kind == "work" else entity.name


def _as_answer(relation: str, value: Value) -> str:
    if isinstance(value, Entity):
        return value.name
    return f"{value}{UNITS.get(relation, '')}"


def _in_sentence(relation: str, value: Value) -> str:
    return _named(value) if isinstance(value, Entity) else _as_answer(relation, value)


PHRASING = Phrasing(
    relations=read_relations("zh"),
    surveys=read_surveys("zh"),
    common=frozenset(),
    nouns={"sea": "海", "river": "河", "town": "城镇", "person": "人"},
    named=_named,
    introduced=lambda entity, noun: _named(entity),
    apposed=lambda name, phrase: f"{phrase}{name}",
    as_answer=_as_answer,
    in_sentence=_in_sentence,
    capital=str,
)
