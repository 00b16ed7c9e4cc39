"""Texts as the page shows them: parted into plain and marked pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lvbuild.annotate.preview import ReplacedText
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import Language
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Pair, Replacer, leftmost_longest

_AROUND = 60
_MOST_SHOWN = 200


class Piece(NamedTuple):
    """A part of a text; `mark` says what it is: "" plain, else a class of the page."""

    text: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text with its originals marked, and the same after replacement with the new words."""

    name: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]


def shown_text(text: ReplacedText) -> ShownText:
    """Return a replaced text in pieces."""
    before, after = [], []
    for place in text.places:
        kind = f"original row-{place.row}"
        before.append((place.start, place.end, kind))
        after.append((place.new_start, place.new_end, f"new row-{place.row}"))
    return ShownText(
        text.name, tuple(pieces(text.original, before)), tuple(pieces(text.replaced, after))
    )


def pieces(text: str, marks: Iterable[tuple[int, int, str]]) -> Iterable[Piece]:
    """Yield a text in pieces, those of some places marked; places do not overlap."""
    done = 0
    for start, end, mark in sorted(marks):
        if start > done:
            yield Piece(text[done:start])
        yield Piece(text[start:end], mark)
        done = end
    if done < len(text):
        yield Piece(text[done:])


def shared_words(text: str, other: str, language: Language) -> tuple[Piece, ...]:
    """Return a text with the words marked that another holds too."""
    if language == "en":
        known = {word.casefold() for word in re.findall(r"[^\W_]+", other) if len(word) > 3}
        found = [
            (word.start(), word.end(), "shared")
            for word in re.finditer(r"[^\W_]+", text)
            if word[0].casefold() in known
        ]
    else:
        found = list(_shared_runs(text, other))
    return tuple(pieces(text, found))


def _shared_runs(text: str, other: str) -> Iterator[tuple[int, int, str]]:
    """Yield the longest runs of 2 to 12 characters that another text holds too."""
    at = 0
    while at < len(text):
        runs = (n for n in range(12, 1, -1) if _is_shared(text[at : at + n], other, n))
        length = next(runs, 0)
        if length:
            yield at, at + length, "shared"
        at += length or 1


def _is_shared(part: str, other: str, length: int) -> bool:
    return len(part) == length and part in other and not re.search(r"[\W_]", part)


class Occurrence(NamedTuple):
    """A place of a form of an original: the text before it, itself, the text behind it."""

    document: str
    before: str
    form: str
    after: str


@dataclass(frozen=True, slots=True)
class Concordance:
    """Every place of some rows' originals in their question's documents, the first at most.

    `elsewhere` is how many documents of the pool beside these hold it, `places` how often.
    """

    original: str
    here: tuple[Occurrence, ...]
    documents_here: int
    elsewhere: int
    places: int
    samples: tuple[Occurrence, ...]


def concordance(workbench: Workbench, rows: Sequence[ReplacementRow]) -> Concordance:
    """Return where the forms of the originals of a question's rows stand."""
    pairs = [
        Pair(row.original, row.replacement, row.kind, row.plural, row.everywhere) for row in rows
    ]
    replacer = Replacer(pairs, workbench.language)
    own: dict[str, str] = {}
    for row in rows:
        if row.question_id in workbench.questions:
            own.update(workbench.documents(row.question_id))
    here = [one for name, text in own.items() for one in _found(name, text, replacer)]
    others = [
        _found(name, text, replacer)
        for name, text in workbench.pool.that_may_hold(replacer.phrases)
        if name not in own
    ]
    others = [found for found in others if found]
    return Concordance(
        " · ".join(row.original for row in rows),
        tuple(here[:_MOST_SHOWN]),
        len({one.document for one in here}),
        len(others),
        sum(map(len, others)),
        tuple(found[0] for found in others[:5]),
    )


def _found(name: str, text: str, replacer: Replacer) -> Sequence[Occurrence]:
    return [
        Occurrence(
            name,
            text[max(match.start - _AROUND, 0) : match.start],
            text[match.start : match.end],
            text[match.end : match.end + _AROUND],
        )
        for match in leftmost_longest(replacer.find(text))
    ]
