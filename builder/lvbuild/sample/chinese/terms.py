"""The words that the facts of the Chinese sample world are told in."""

from __future__ import annotations

from collections.abc import Mapping

from lvbuild.sample.word_files import read_words

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
