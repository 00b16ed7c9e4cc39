"""Rules about originals: where they stand, and where they do not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from lvbuild.languages import find_language
from lvbuild.questions.annotated import AnnotatedQuestion
from lvbuild.rules.context import Breach, LintContext, breach
from lvbuild.rules.occurrences import sought_original, stand_elsewhere
from lvbuild.tables.rows import Kind, ReplacementRow
from lvbuild.text.pairs import FIGURES
from lvbuild.text.replacing import Match

_STOPS = ".,;:。．，、；："
_CALLS = "!?…！？"
_PAIRED = tuple(zip('"“‘「『《〈(（[【', '"”’」』》〉)）]】', strict=True))
_ABBREVIATED = re.compile(r"(?:\.\w+|\b\w|\b(?:Inc|Ltd|Co|Corp|Jr|Sr|St|Bros|Mt|No|vs))\.\Z")


def never_occurs(context: LintContext) -> Iterator[Breach]:
    """An original is replaced somewhere, or its row is a mistake."""
    used = {
        (placed.row.question_id, placed.row.original)
        for annotated in context.annotated.values()
        for placed, times in zip(annotated.rows, annotated.replaced[0].uses, strict=True)
        if times
    }
    unused = [
        placed
        for placed in context.replacements
        for name in [placed.row.question_id]
        if name == "*" or name in context.annotated
        if (name, placed.row.original) not in used
    ]
    questions = [context.annotated.get(placed.row.question_id) for placed in unused]
    sought = [
        (sought_original(placed.row), asked.supporting if asked else {})
        for placed, asked in zip(unused, questions, strict=True)
    ]
    stand = stand_elsewhere(sought, context.pool, context.recipe.language) if unused else ()
    for placed, asked, stands in zip(unused, questions, stand, strict=True):
        if not stands and not _shared(asked, placed.row):
            yield breach(placed, _nowhere(placed.row, asked.texts if asked else ()))


def _shared(asked: AnnotatedQuestion | None, row: ReplacementRow) -> bool:
    """Tell whether a question's own rows replace an original that others share, and do it first."""
    if asked is None or not asked.shared:
        return False
    found = chain.from_iterable(map(asked.replaced_in, asked.supporting.values()))
    return any(placed.row.original == row.original for placed in found)


def ill_cut(context: LintContext) -> Iterator[Breach]:
    """An original begins and ends with its own words: no stop, half a quotation, preposition.

    Those stay where they are; a title alone has marks and prepositions of its own.
    """
    prepositions = find_language(context.recipe.language).prepositions
    for placed in context.replacements:
        if edge := loose_edge(placed.row.original, placed.row.kind, prepositions):
            yield breach(
                placed,
                f"the original {placed.row.original!r} begins or ends with {edge!r}, which is no"
                " part of it; leave it out, and out of what replaces it",
            )


def loose_edge(text: str, kind: Kind, prepositions: frozenset[str] = frozenset()) -> str:
    """Return what a name or figure begins or ends with that is no part of it, or ""."""
    calls = "" if kind in ("title", "organisation") else _CALLS
    if text.startswith((*_STOPS, *_CALLS)) and not re.match(r"\.\w", text):
        return text[0]
    if text.endswith((*_STOPS, *calls)) and not _ABBREVIATED.search(text):
        return text[-1]
    for first, last in _PAIRED:
        apart = text.count(first) != text.count(last) if first != last else text.count(first) % 2
        if apart and (edge := {text[0], text[-1]} & {first, last}):
            return min(edge)
    words = text.split()
    edges = [] if kind == "title" or len(words) < 2 else [words[0], words[-1]]
    return next((word for word in edges if word in prepositions), "")


def _nowhere(row: ReplacementRow, texts: Iterable[str]) -> str:
    capital = row.kind == "term" and not row.any_case and row.original[:1].isupper()
    if capital and any(row.original in text for text in texts):
        return (
            f"the original {row.original!r} is not replaced where it stands: a term with a capital"
            " is one at the beginning of a sentence alone; name another kind, or `any_case`"
        )
    return (
        f"the original {row.original!r} stands by itself neither in the question's"
        " fields nor in its documents or the pool; mend or reject the row"
    )


def inside_words(context: LintContext) -> Iterator[Breach]:
    """An English original is no part of other words: a pair replaces whole ones alone.

    There it would stay, and may give the name away that is replaced elsewhere.
    """
    if find_language(context.recipe.language).unit == "characters":
        return
    for annotated in context.annotated.values():
        finder = annotated.replaced[0].replacer
        texts = [(text, finder.find(text)) for text in annotated.texts]
        for placed in annotated.own:
            found = [word for text, kept in texts for word in _left_inside(text, kept, placed.row)]
            if found:
                yield breach(
                    placed,
                    f"the original {placed.row.original!r} stands inside other words {len(found)}"
                    f" times and stays there ({found[0]!r}); give those words rows too",
                )


def _left_inside(text: str, matches: Sequence[Match], row: ReplacementRow) -> Iterator[str]:
    """Yield the words that hold an original, of those that no match covers."""
    if row.kind in FIGURES or row.original not in text:
        return
    for found in re.finditer(rf"\w*{re.escape(row.original)}\w*", text):
        start = found.start() + found[0].index(row.original)
        inside = any(match.start <= start < match.end for match in matches)
        if found[0] != row.original and not inside:
            yield found[0]
