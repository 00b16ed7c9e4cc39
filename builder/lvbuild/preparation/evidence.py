"""Finding where a document holds its evidence, so that it can be trimmed around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUOTES = str.maketrans("“”„‟«»「」『』‘’‚‛＂＇", '""""""""""\'\'\'\'"\'')
_FUZZY = 85.0


def evidence_span(text: str, wanted: Sequence[str]) -> tuple[int, int] | None:
    """Return the characters [start, end) that hold all of the wanted passages; None if one is not.

    Each is looked for exactly, then with white space and quotation marks folded, then as the most
    alike stretch (at least 85 of 100, by rapidfuzz's partial ratio).
    """
    if not wanted:
        return None
    spans = [_exact(text, each) or _folded(text, each) or _alike(text, each) for each in wanted]
    found = [span for span in spans if span is not None]
    if len(found) < len(spans):
        return None
    return min(start for start, _ in found), max(end for _, end in found)


def _exact(text: str, wanted: str) -> tuple[int, int] | None:
    start = text.find(wanted)
    return (start, start + len(wanted)) if start >= 0 else None


def _folded(text: str, wanted: str) -> tuple[int, int] | None:
    words = wanted.translate(_QUOTES).split()
    if not words:
        return None
    match = re.search(r"\s+".join(map(re.escape, words)), text.translate(_QUOTES))
    return match.span() if match else None


def _alike(text: str, wanted: str) -> tuple[int, int] | None:
    from rapidfuzz.fuzz import partial_ratio_alignment

    found = partial_ratio_alignment(wanted, text, score_cutoff=_FUZZY)
    if found is None or len(wanted) > len(text):
        return None
    return found.dest_start, found.dest_end
