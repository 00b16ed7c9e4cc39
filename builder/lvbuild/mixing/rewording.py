"""What replacement makes of a pool: in the words of all contexts, and in a question's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from lvbuild.languages import Language
from lvbuild.languages.phrases import NormalText
from lvbuild.mixing.documents import PoolText, SplitDocument
from lvbuild.mixing.filters.near_duplicates import near_duplicates
from lvbuild.mixing.pool import PoolChanges
from lvbuild.mixing.questions import MixupQuestion
from lvbuild.questions.annotations import VariantWords
from lvbuild.rules.occurrences import sought_names
from lvbuild.text.pairs import Pair
from lvbuild.text.replacing import Replacer, Reworded


def reword_evidence(
    texts: Sequence[PoolText],
    normal: Sequence[NormalText],
    words: VariantWords,
    language: Language,
) -> Mapping[int, Reworded]:
    """Return the texts of a pool that are evidence of questions, or near-duplicates of such.

    `normal` are the texts in their normal form. They are returned by their places, as their
    questions word them; those in which no word is replaced are not among them.
    """
    if not (evidence := words.evidence):
        return {}
    forms = dict(zip(evidence, language.normal_texts(list(evidence.values())), strict=True))
    alike: defaultdict[int, list[str]] = defaultdict(list)
    for name, places in near_duplicates(forms, normal, language).items():
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
    language: Language,
    reworded: Mapping[int, Reworded] = MappingProxyType({}),
) -> list[PoolChanges]:
    """Return what the pairs of each question change in the pool.

    `reworded` are those that are evidence of questions, by their places, worded as these do: a
    question whose pairs are among theirs has all of its own replaced there, and what reaches into
    the new words of others clashes. Any other document stands as it is.
    """
    changes = [PoolChanges({}, set()) for _ in questions]
    names = [sought_names(one.pairs, language) for one in questions]
    having: defaultdict[Pair, list[int]] = defaultdict(list)
    for owner, one in enumerate(questions):
        for pair in one.pairs:
            having[pair].append(owner)
    finders: dict[int, Replacer] = {}
    for place, known in reworded.items():
        for owner in sorted({owner for pair in known.used for owner in having[pair]}):
            pairs = questions[owner].pairs
            if owner not in finders:
                finders[owner] = Replacer((*pairs, *names[owner]), language.code)
            matches = []
            for match in finders[owner].find(known.replaced.text):
                by = known.pair_at(match.start, match.end)
                is_name = match.pair >= len(pairs)
                if by is None and not is_name:
                    matches.append(match)
                elif by not in pairs:
                    changes[owner].clashing.add(place)
            new = known.under(pairs, matches)
            changes[owner].changed[place] = pool[place].reworded(new)
    return changes
