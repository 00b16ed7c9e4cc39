"""What replacement makes of a pool: in the words of all contexts, and in a question's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from types import MappingProxyType

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.documents import PoolText, SplitDocument
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.mixing.pool import PoolChanges
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.questions.annotations import VariantWords
from lvbuild.rules.occurrences import sought_names
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Match, Replacer, Reworded


def reword_evidence(
    texts: Sequence[PoolText],
    normal: Sequence[NormalText],
    words: VariantWords,
    language: LanguageCode,
) -> Mapping[int, Reworded]:
    """Return the texts of a pool that are evidence of questions, or near-duplicates of such.

    `normal` are the texts in their normal form. They are returned by their places, as their
    questions word them; those in which no word is replaced are not among them.
    """
    if not (evidence := words.evidence):
        return {}
    spoken = find_language(language)
    forms = dict(zip(evidence, spoken.normal_texts(list(evidence.values())), strict=True))
    alike: defaultdict[int, list[str]] = defaultdict(list)
    for name, places in near_duplicates(forms, normal, spoken).items():
        for place in places:
            alike[place].append(name)
    for place, document in enumerate(texts):
        name = document.origin.document_id
        if name in evidence and name not in alike[place]:
            alike[place].append(name)
    found = {
        place: words.reword(texts[place].text, names) for place, names in sorted(alike.items())
    }
    return {place: text for place, text in found.items() if text.matches}


def change_pool(
    pool: Sequence[SplitDocument],
    questions: Sequence[MixupQuestion],
    language: LanguageCode,
    reworded: Mapping[int, Reworded] = MappingProxyType({}),
) -> list[PoolChanges]:
    """Return what the pairs of each question find in the pool.

    Each document is looked through once, for the pairs of all questions together. `reworded` are
    those that are evidence of questions, by their places, worded as these do: a question whose
    pairs are among theirs has all of its own replaced there, and what reaches into the new words of
    others clashes. Any other document stands as it is; it names what is replaced, or does not.
    """
    pairs = [one.pairs for one in questions]
    found = _Found(pairs, language)
    changes = [PoolChanges({}, set(), set()) for _ in pairs]
    for place, document in enumerate(pool):
        known = reworded.get(place) or Reworded(document.text, (), ())
        matches, clashes = found.within(known)
        for owner in clashes:
            changes[owner].clashing.add(place)
        for owner, own in matches.items():
            if not known.used.isdisjoint(pairs[owner]):
                new = known.under(pairs[owner], own)
                changes[owner].changed[place] = document.reworded(new)
            elif any(questions[owner].naming[match.pair] for match in own):
                changes[owner].naming.add(place)
    return changes


class _Found:
    """Finds the pairs of all questions, and the words that replace names in them, in one pass."""

    def __init__(self, pairs: Sequence[Sequence[Pair]], language: LanguageCode) -> None:
        self._pairs = [frozenset(own) for own in pairs]
        self._owners = [owner for owner, own in enumerate(pairs) for _ in own]
        self._firsts = list(accumulate(map(len, pairs), initial=0))
        names = [sought_names(own, language) for own in pairs]
        self._namers = [owner for owner, own in enumerate(names) for _ in own]
        each = [*chain.from_iterable(pairs), *chain.from_iterable(names)]
        self._replacer = Replacer(each, language)
        self._having: defaultdict[Pair, list[int]] = defaultdict(list)
        for owner, own in enumerate(self._pairs):
            for pair in own:
                self._having[pair].append(owner)

    def within(self, text: Reworded) -> tuple[Mapping[int, list[Match]], set[int]]:
        """Return the matches in a text of the questions that change it, and those it clashes with.

        Those of whose pairs one has changed it already are among the first.
        """
        matches: defaultdict[int, list[Match]] = defaultdict(list)
        clashes = set()
        for pair in text.used:
            for owner in self._having[pair]:
                matches[owner] = []
        for match in self._replacer.find(text.replaced.text):
            by = text.pair_at(match.start, match.end)
            if match.pair >= len(self._owners):
                owner = self._namers[match.pair - len(self._owners)]
                is_new = by is None or by not in self._pairs[owner]
            else:
                owner = self._owners[match.pair]
                is_new = by is not None and by not in self._pairs[owner]
                if by is None:
                    own = match._replace(pair=match.pair - self._firsts[owner])
                    matches[owner].append(own)
            if is_new:
                clashes.add(owner)
        return matches, clashes
