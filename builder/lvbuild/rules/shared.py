"""Rules about documents that are evidence of several questions, and stand in one wording in all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from lvbuild.rules.rule import Breach, breach
from lvbuild.tables.annotated import AnnotatedQuestion
from lvbuild.tables.case import Case
from lvbuild.tables.reading import Placed
from lvbuild.tables.replacing import row_pairs
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Match, Replacer, leftmost_longest
from lvbuild.text.replacement.reworded import disagreeing, uncovered


class _Reading(NamedTuple):
    """A question beside a document that is its evidence, under a choice of its new words.

    `own` finds what its own rows replace, `matches` are these in the document; `said` are its
    fields, each with all that is replaced in it.
    """

    asked: AnnotatedQuestion
    own: Replacer
    matches: Sequence[Match]
    said: Sequence[tuple[str, Sequence[Match]]]

    def row(self, match: Match) -> Placed[ReplacementRow]:
        return self.asked.own[match.pair]


def contradictory(case: Case) -> Iterator[Breach]:
    """What one question replaces goes together with others that share its evidence (design.md)."""
    told: set[tuple[int, str]] = set()
    for document, asked in _shared(case).items():
        for place in (None, *range(min(len(one.replaced) for one in asked) - 1)):
            readings = [_read(one, document, place) for one in asked]
            for one, other in combinations(readings, 2):
                found = [*_two_words(document, one, other)]
                found = found or [*_left(document, one, other), *_left(document, other, one)]
                fresh = [each for each in found if (each.line, document) not in told]
                told.update((each.line, document) for each in fresh)
                yield from fresh


def _shared(case: Case) -> dict[str, list[AnnotatedQuestion]]:
    """Return the questions by their documents, where there are several and one replaces words."""
    selected = {placed.row.question_id for placed in case.selection}
    asked: dict[str, list[AnnotatedQuestion]] = defaultdict(list)
    for name, annotated in case.annotated.items():
        if case.tables.selection is None or name in selected:
            for document in annotated.supporting:
                asked[document].append(annotated)
    return {
        document: questions
        for document, questions in asked.items()
        if len(questions) > 1 and case.owners.of(document)
    }


def _read(asked: AnnotatedQuestion, document: str, place: int | None) -> _Reading:
    own, every = (
        Replacer(row_pairs((placed.row for placed in rows), place), asked.language)
        for rows in (asked.own, asked.rows)
    )
    words = asked.original
    fields = dict.fromkeys((words.input, *words.answers, words.keywords))
    said = [(text, list(leftmost_longest(every.find(text)))) for text in fields]
    return _Reading(asked, own, list(leftmost_longest(own.find(asked.supporting[document]))), said)


def _two_words(document: str, first: _Reading, second: _Reading) -> Iterator[Breach]:
    """Yield the rows of the second of which rows of the first make other words."""
    for match, other in disagreeing(second.matches, first.matches):
        row, earlier = second.row(match), first.row(other)
        yield breach(
            row,
            f"{row.row.original!r} becomes {match.wording!r} and, by line {earlier.line},"
            f" {earlier.row.original!r} becomes {other.wording!r} in {document}, which is"
            f" evidence of {first.asked.original.id} too; give both questions the same words",
        )


def _left(document: str, owner: _Reading, other: _Reading) -> Iterator[Breach]:
    """Yield the rows of one that change the document, and not what the other question says."""
    used = {match.pair for match in owner.matches}
    asked = other.asked.original
    for text, own in other.said if used else ():
        changed = (match for match in leftmost_longest(owner.own.find(text)) if match.pair in used)
        for match in uncovered(changed, own):
            yield breach(
                owner.row(match),
                f"{text[match.start : match.end]!r} becomes {match.wording!r} in {document}, which"
                f" is evidence of {asked.id} too, but not in {text!r}, which that question says;"
                " give it the same row",
            )
