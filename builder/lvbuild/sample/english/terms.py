"""The words that the facts of the English sample world are told in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lvbuild.sample.word_files import read_words

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
