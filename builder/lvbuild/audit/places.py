"""Where a fact stands in running text: as a build may set one in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from lvbuild.audit.areas import without_facts
from lvbuild.audit.marks import AROUND, shown
from lvbuild.audit.told import Told
from lvbuild.text.prose.places import placed_paragraphs, places_in

_Span = Sequence[int]


def places(told: Told) -> Iterator[str]:
    """A fact in running text stands where a build may set one, and beside no other.

    That is between sentences of a narrator, of which the second can do without the first.
    """
    context, spans = told.context, sorted(each["span"] for each in told.provenance["facts"])
    if not told.held.runs or not told.level.has_distractors:
        return
    for one, other in pairwise(spans):
        if not context[one[1] : other[0]].strip():
            yield f"it stands beside another: {shown(context[slice(*other)])}"
    for passage in told.provenance["passages"]:
        first, last = passage["span"]
        for span in (span for span in spans if first <= span[0] < last):
            reaches = ((_BEFORE, _AFTER), (last, last))  # a quotation may have begun long before
            if not any(_may_stand(told, span, (first, last), reach, spans) for reach in reaches):
                yield f"none may stand there: {shown(context[max(span[0] - AROUND, 0) : span[1]])}"


def _may_stand(
    told: Told, span: _Span, passage: _Span, reach: _Span, spans: Sequence[_Span]
) -> bool:
    """Tell whether a build may set a fact into a passage where one is, by the text around it."""
    context, (start, end), (first, last) = told.context, span, passage
    begin = max(context.rfind("\n", first, max(start - reach[0], first)) + 1, first)
    stop = context.find("\n", min(end + reach[1], last), last)
    before = without_facts(context, begin, start, spans).rstrip()
    behind = without_facts(context, end, last if stop < 0 else stop, spans)
    language, text = told.held.language, before + behind
    found = list(placed_paragraphs(text, language))
    at_seam = before == text and any(found[-1:]) and found[-1].ends_narrated(text)
    if at_seam or len(before) in places_in(found):
        return True
    # Where a context ends, a paragraph is cut off; where no text is prose, any sentence ends well.
    is_cut = last >= len(context.rstrip()) and "\n" not in behind.strip("\n")
    ends = {mark.end() for mark in language.sentence_end.finditer(text)}
    at_end = len(before) in ends or behind[:1] in {"", "\n"}
    return at_end and (is_cut or not any(paragraph.places for paragraph in found))


_BEFORE, _AFTER = 4_000, 1_500
"""Characters of the text around a fact by which it is seen whether one may stand there."""
