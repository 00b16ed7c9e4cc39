"""Finding where a document holds its evidence, so that it can be trimmed around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lvbuild.core.model import LanguageCode
from lvbuild.languages import find_language
from lvbuild.languages.phrases import bare, occurrences

Span = tuple[int, int]

_QUOTES = str.maketrans("“”„‟«»「」『』‘’‚‛＂＇", '""""""""""\'\'\'\'"\'')
_FUZZY = 85.0
_SHORTEST_ALIKE = 8
"""Of fewer characters one that differs makes another number or name."""
_FREE_TEXT, _LEAST_CONTENT = 6, 4
"""Content words, in Chinese runs of four characters: of a free text, and of what tells part of it.
"""


def evidence_spans(
    texts: Sequence[str], marked: Sequence[str], answer: str, language: LanguageCode
) -> list[Span | None]:
    """Return the characters [start, end) of each document that hold all evidence it has.

    `marked` are the passages that upstream marks in any of the documents; where it marks none the
    answer is the evidence of each. A document has None where it has no evidence, and all have None
    where a marked passage is in none of them: what to keep of them is then unknown.
    """
    folded = [text.translate(_QUOTES) for text in texts]
    if not marked:
        return [
            _folded(plain, answer, language) or _alike(text, answer)
            for plain, text in zip(folded, texts, strict=True)
        ]
    spans: list[list[Span]] = [[] for _ in texts]
    for passage in marked:
        found = [_folded(text, passage, language) for text in folded]
        if not any(found):
            found = [_alike(text, passage) for text in texts]
        if not any(found):
            return [None for _ in texts]
        for held, span in zip(spans, found, strict=True):
            held.extend([span] if span else [])
    return [
        (min(start for start, _ in held), max(end for _, end in held)) if held else None
        for held in spans
    ]


def answer_span(
    sentences: Sequence[str], evidence: Span, answer: str, sought: bool, language: LanguageCode
) -> Span:
    """Return the characters around the evidence within which a document may tell the answer.

    They reach from the first to the last of the sentences that a free-text answer is written from,
    half of whose content stands in it, and where the evidence was `sought` by the answer alone, to
    all of its occurrences.
    """
    spans = [evidence]
    if sought:
        spans += _occurrences("".join(sentences).translate(_QUOTES), answer, language)
    content = find_language(language).content
    wanted = content(answer)
    if len(wanted) > _FREE_TEXT:
        start = 0
        for sentence in sentences:
            told = content(sentence)
            if len(told) >= _LEAST_CONTENT and 2 * len(told & wanted) >= len(told):
                spans.append((start, start + len(sentence.rstrip())))
            start += len(sentence)
    return min(start for start, _ in spans), max(stop for _, stop in spans)


def _folded(text: str, wanted: str, language: LanguageCode) -> Span | None:
    """Find a passage in a text with like quotation marks, its white space folded.

    Failing that it is looked for without the marks at its ends. Neither time does it begin or end
    within a word or a number.
    """
    return next(_occurrences(text, wanted, language), None)


def _occurrences(text: str, wanted: str, language: LanguageCode) -> Iterator[Span]:
    for each in (wanted, bare(wanted)):
        yield from occurrences(
            text, each.translate(_QUOTES), find_language(language).word_character
        )


def _alike(text: str, wanted: str) -> Span | None:
    """Find the most alike stretch of a text: at least 85 of 100, by rapidfuzz's partial ratio."""
    from rapidfuzz.fuzz import partial_ratio_alignment

    if not _SHORTEST_ALIKE <= len(wanted) <= len(text):
        return None
    found = partial_ratio_alignment(wanted, text, score_cutoff=_FUZZY)
    return None if found is None else (found.dest_start, found.dest_end)
