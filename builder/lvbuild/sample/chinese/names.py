"""Invented Chinese names: ordinary characters, put together from the lists of words.

No name is part of another: towns, rivers, seas and institutions end in what tells their kind, all
people's names are a surname and two characters, and titles are longer than other names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lvbuild.sample.chinese.terms import KEEPING, TEACHING, TERMS, TREASURES, read_lists
from lvbuild.sample.chinese.titles import title
from lvbuild.sample.names import is_kept_back
from lvbuild.seeds import Draws

_PARTS = read_lists("names")
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
            given = _two(draws, _PARTS[first], _PARTS[second], _REAL["given"])
            while True:
                surname = draws.choice(_PARTS["surname"])
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
        first, second = _PARTS[kind], _PARTS[f"{kind}_second"]
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
    return draws.choice(_PARTS[f"{kind}_ending"])
