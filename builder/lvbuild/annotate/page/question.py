"""What the page shows of a question: its texts, its rows, its facts where a build sets them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from lvbuild.annotate.preview import ReplacedText, preview_question, question_pairs
from lvbuild.annotate.review import Review
from lvbuild.annotate.rows import ReviewQuestion, ReviewRow, families
from lvbuild.annotate.workbench import Workbench
from lvbuild.core.model import LanguageCode
from lvbuild.errors import LvbuildError
from lvbuild.release.provenance import set_facts
from lvbuild.release.records import RecordFormat
from lvbuild.release.writer import LevelFiles
from lvbuild.tables.rows import ReplacementRow
from lvbuild.text.replacement import Pair, Replacer, leftmost_longest

_BESIDE_FACT = 400


@dataclass(frozen=True, slots=True)
class PlacedFact:
    """A fact in its context: what stands before and behind it, and how deep it stands."""

    before: str
    fact: str
    after: str
    depth: float


def placed_facts(workbench: Workbench, question_id: str) -> tuple[str, list[PlacedFact]]:
    """Return the smallest level's label, and the confusing facts of a question as it has them.

    They are planned afresh, with the tables as they now stand. Raises LvbuildError where the
    recipe cannot be planned.
    """
    source = replace(workbench.source, tables=workbench.tables)
    level = workbench.recipe.ascending_levels[0]
    prepared = source.prepare([level])
    if level not in prepared.levels:
        raise LvbuildError(prepared.dropped[level].reason)
    form = RecordFormat.of(workbench.recipe, source.options)
    files = LevelFiles(prepared.levels[level], form)
    found: list[PlacedFact] = []
    for (record, spans), line in zip(files.spans(), files.records(), strict=True):
        if record.question.id != question_id:
            continue
        context = json.loads(line)["context"]
        for fact in set_facts(record, spans):
            if fact["kind"] != "needle":
                start, end = fact["span"]
                found.append(
                    PlacedFact(
                        context[max(start - _BESIDE_FACT, 0) : start],
                        context[start:end],
                        context[end : end + _BESIDE_FACT],
                        fact["depth"],
                    )
                )
        break
    return level.label, found


@dataclass(frozen=True, slots=True)
class ShownFamily:
    """Rows that are decided on as one."""

    rows: Sequence[ReviewRow]

    @property
    def waiting(self) -> str:
        """The versions of its rows that wait for a decision, as requests name them."""
        return ",".join(row.version for row in self.rows if row.status == "draft")

    @property
    def versions(self) -> str:
        """The versions of all its rows, as requests name them."""
        return ",".join(row.version for row in self.rows)

    @property
    def names(self) -> str:
        """What names it: the originals, the fullest first."""
        originals = sorted((row.fields["original"] for row in self.rows), key=len, reverse=True)
        return " · ".join(originals)


def question_values(
    review: Review, shown: ReviewQuestion, annotator: str, words: Mapping[str, str]
) -> dict[str, Any]:
    """Return what the templates show of a question as an annotator sees it."""
    bench = review.workbench
    rows = review.rows(shown.question_id, annotator)
    titles = {"question": words["question"], "answer": words["answers"]}
    texts = [
        (text.name if text.name in titles else "evidence", titles.get(text.name), text)
        for text in preview_question(bench, shown.question_id)
        if text.name not in ("keywords", "fact", "needle")
    ]
    pairs = {id(row): place for place, row in enumerate(question_pairs(bench, shown.question_id))}
    evidence = "\n".join(bench.documents(shown.question_id).values())
    return {
        "shown": shown,
        "texts": [(kind, title or text.name, shown_text(text)) for kind, title, text in texts],
        "places": {row.version: pairs.get(id(row.row)) for row in rows},
        "tables": [
            (table, list(_by_family(list(of), bench))) for table, of in groupby(rows, key=_table)
        ],
        "shared": {
            row.version: shared_words(row.fields["fact"], evidence, bench.language)
            for row in rows
            if row.table == "confusing_facts"
        },
    }


def _by_family(rows: Sequence[ReviewRow], bench: Workbench) -> Iterator[ShownFamily]:
    """Yield the rows of a table, those of one family together."""
    replacing = [row.row for row in rows if isinstance(row.row, ReplacementRow)]
    if len(replacing) != len(rows):
        yield from (ShownFamily([row]) for row in rows)
        return
    for places in families(replacing, bench.language):
        yield ShownFamily([rows[place] for place in places])


def _table(row: ReviewRow) -> str:
    return row.table


_BESIDE_PLACE = 60
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


def shared_words(text: str, other: str, language: LanguageCode) -> tuple[Piece, ...]:
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
            text[max(match.start - _BESIDE_PLACE, 0) : match.start],
            text[match.start : match.end],
            text[match.end : match.end + _BESIDE_PLACE],
        )
        for match in leftmost_longest(replacer.find(text))
    ]
