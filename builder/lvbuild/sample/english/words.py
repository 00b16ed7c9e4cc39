"""The English words of the sample world: its names and its terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lvbuild.core.seeds import Draws
from lvbuild.sample.word_files import is_kept_back, read_words

_KEYS = ("does", "holds", "treasure")


def parse_list(line: str) -> tuple[str, ...]:
    """Read a line of words or phrases with commas between them."""
    parts = tuple(part.strip() for part in line.split(","))
    if not all(parts):
        raise ValueError(f"{line!r} has nothing before or behind a comma; take it out")
    return parts


def parse_trait(line: str) -> tuple[str, tuple[str, ...]]:
    """Read a line of what is true of a sort of institution, such as `does: teaches`."""
    key, colon, text = line.partition(":")
    if not colon or key not in _KEYS:
        raise ValueError(f"{line!r} begins with none of {', '.join(f'{key}:' for key in _KEYS)}")
    return key, parse_list(text)


_SORTS = {
    sort: dict(traits) for sort, traits in read_words("en", "institutions", parse_trait).items()
}

TERMS: Mapping[str, tuple[str, ...]] = {
    relation: tuple(term for line in lines for term in line)
    for relation, lines in read_words("en", "terms", parse_list).items()
} | {"institution_sort": tuple(_SORTS)}

TREASURES: Mapping[str, tuple[str, ...]] = {
    sort: traits["treasure"] for sort, traits in _SORTS.items()
}
"""What each sort of institution may be proud of."""

HOLDINGS: Mapping[str, str] = {sort: traits["holds"][0] for sort, traits in _SORTS.items()}
"""What the holdings of each sort of institution are."""


def _doing(what: str) -> Iterator[str]:
    return (sort for sort, traits in _SORTS.items() if what in traits.get("does", ()))


TEACHING = frozenset(_doing("teaches"))
KEEPING = frozenset(_doing("keeps works"))


def with_article(term: str) -> str:
    """Put a or an before a term; no term begins with a silent h or a spoken you."""
    return f"{'an' if term[0].lower() in 'aeiou' else 'a'} {term}"


_PARTS: Mapping[str, Sequence[str]] = {
    section: [part for line in lines for part in line]
    for section, lines in read_words("en", "names", parse_list).items()
}
_TITLES: Mapping[str, Sequence[str]] = read_words("en", "titles", str)
_NEVER = tuple(_PARTS["never"])
_REAL = frozenset(_PARTS["real"])
_LIQUIDS = "lr"


class EnglishLexicon:
    """The names and terms of the English sample world.

    A `spare` one gives the names that are kept back from all worlds: the same parts put together.
    """

    terms: Mapping[str, tuple[str, ...]] = TERMS
    teaching = TEACHING
    keeping = KEEPING
    treasures = TREASURES

    def __init__(self, spare: bool = False) -> None:
        self._spare = spare

    def sea(self, draws: Draws) -> str:
        """Draw a sea's name, such as Gulf of Tellossa; texts put "the" before it."""
        return draws.choice(_PARTS["sea"]).format(self._coined(draws, "distant"))

    def river(self, draws: Draws) -> str:
        """Draw a river's name; texts put "the" before it."""
        return self._coined(draws, "river")

    def town(self, draws: Draws, low: bool) -> str:
        """Draw a town's name; half of those that lie low are called ports."""
        return self._coined(draws, "port" if low and draws.index(2) else "town")

    def person(self, draws: Draws, female: bool) -> tuple[str, str]:
        """Draw a given name and a surname, and the surname alone."""
        given = draws.choice(_PARTS["woman" if female else "man"])
        surname = self._coined(draws, "surname")
        return f"{given} {surname}", surname

    def institution(self, draws: Draws, kind_term: str) -> str:
        """Draw an institution's name, after nobody in the world; texts put "the" before it."""
        return f"{self._coined(draws, 'benefactor')} {draws.choice(_PARTS['house'])}"

    def work(self, draws: Draws, kind_term: str) -> str:
        """Draw a title with a place in it that is nowhere in the world; texts quote it."""
        thing, other = draws.shuffled(_TITLES["thing"])[:2]
        return draws.choice(_TITLES["title"]).format(
            manner=draws.choice(_TITLES["manner"]),
            thing=thing,
            other=other,
            a_thing=with_article(thing).replace("a", "A", 1),
            place=self._coined(draws, "distant"),
        )

    def _coined(self, draws: Draws, kind: str) -> str:
        """Coin a name, one that worlds have or, of a spare lexicon, one that is kept back."""
        while True:
            stem, ending = _stem(draws), draws.choice(_PARTS[kind])
            if ending[0] not in _PARTS["vowel"]:
                stem += draws.choice(_PARTS["link"])
            name: str = stem + ending
            if is_kept_back(name) == self._spare and name not in _REAL:
                return name


def _stem(draws: Draws) -> str:
    """Draw the beginning of a name that is easy to say: no l or r on both sides of its vowel."""
    while True:
        opening, middle = draws.choice(_PARTS["opening"]), draws.choice(_PARTS["middle"])
        stem = opening + draws.choice(_PARTS["vowel"]) + middle
        clumsy = len(opening) > 1 and opening[-1] in _LIQUIDS and middle[0] in _LIQUIDS
        if not clumsy and not stem.startswith(_NEVER):
            return stem
