"""Finding where a document holds its evidence, so that it can be trimmed around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lvbuild.model import Language
from lvbuild.text.phrases import bare, bordered

_QUOTES = str.maketrans("“”„‟«»「」『』‘’‚‛＂＇", '""""""""""\'\'\'\'"\'')
_FUZZY = 85.0
_SHORTEST_ALIKE = 8
"""Of fewer characters one that differs makes another number or name."""


def evidence_span(text: str, wanted: Sequence[str], language: Language) -> tuple[int, int] | None:
    """Return the characters [start, end) that hold all of the wanted passages; None if one is not.

    Each is looked for with white space and quotation marks folded, then also without the marks at
    its ends, neither time beginning or ending within a word or a number; then as the most alike
    stretch (at least 85 of 100, by rapidfuzz's partial ratio).
    """
    if not wanted:
        return None
    folded = text.translate(_QUOTES)
    spans = [_folded(folded, each, language) or _alike(text, each) for each in wanted]
    found = [span for span in spans if span is not None]
    if len(found) < len(spans):
        return None
    return min(start for start, _ in found), max(end for _, end in found)


def _folded(text: str, wanted: str, language: Language) -> tuple[int, int] | None:
    for each in (wanted, bare(wanted)):
        if words := each.translate(_QUOTES).split():
            pattern = r"\s+".join(map(re.escape, words))
            found = re.search(bordered(pattern, words[0][0], words[-1][-1], language), text)
            if found:
                return found.span()
    return None


def _alike(text: str, wanted: str) -> tuple[int, int] | None:
    from rapidfuzz.fuzz import partial_ratio_alignment

    if not _SHORTEST_ALIKE <= len(wanted) <= len(text):
        return None
    found = partial_ratio_alignment(wanted, text, score_cutoff=_FUZZY)
    return None if found is None else (found.dest_start, found.dest_end)
