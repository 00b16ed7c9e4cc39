"""Which texts hold which phrases, found for all of them in one pass."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lvbuild.text.normal.text import NormalPhrase, NormalText


def holders(
    phrases: Iterable[NormalPhrase], pool: Mapping[int, NormalText]
) -> dict[NormalPhrase, set[int]]:
    """Return the places in a pool of the texts that hold each phrase.

    The cost is that of reading each text once, however many phrases there are.
    """
    found: dict[NormalPhrase, set[int]] = {phrase: set() for phrase in phrases}
    for way, forms in enumerate(_forms(found)):
        for place, form in _standing(list(forms), pool, way):
            for phrase in forms[form]:
                if phrase.fits(pool[place]):
                    found[phrase].add(place)
    return found


def _forms(phrases: Iterable[NormalPhrase]) -> tuple[Mapping[str, list[NormalPhrase]], ...]:
    """Return what is looked for in each of a text's forms, with the phrases that it stands for."""
    folded, cased, compounds = (defaultdict[str, list[NormalPhrase]](list) for _ in range(3))
    for phrase in phrases:
        for form in phrase.folded:
            folded[form].append(phrase)
        for form in phrase.cased:
            cased[form].append(phrase)
        for form in phrase.words:
            compounds[form.lower()].append(phrase)
    return folded, cased, compounds


def _standing(
    forms: Sequence[str], pool: Mapping[int, NormalText], way: int
) -> Iterator[tuple[int, str]]:
    from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

    if not forms:
        return
    automaton = AhoCorasick(forms, matchkind=MatchKind.Standard, implementation=Implementation.DFA)
    for place, text in pool.items():
        matches = automaton.find_matches_as_indexes(text[way], overlapping=True)
        for number in {number for number, _, _ in matches}:
            yield place, forms[number]
