"""Stretches of documents: what contexts have of the same one is the same text, as long as its cut.

A document stands in one wording in whatever context it distracts, and in another where it supports
a question whose words were replaced. So each stretch is kept once, and held against the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from lvbuild.audit.told import Held, Told
from lvbuild.core.wording import number_of
from lvbuild.text.counting import count

_NEAR = 4
"""With so many of those that begin next a stretch is compared."""
_ENDINGS = 4
"""Characters by which a word may be longer or shorter in a text: its ending, its article."""


class Stretch(NamedTuple):
    """The characters [start, end) of a document, in the words of a question that they support.

    They distract where there is none. `text` is the number of what contexts have of them.
    """

    document_id: str
    start: int
    end: int
    question_id: str
    text: int


class Stretches:
    """All stretches of a recipe, by numbers, and how many records have each."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._numbers: dict[Stretch, int] = {}
        self._records: Counter[int] = Counter()
        self._first: dict[int, str] = {}

    def place(self, told: Told, texts: Sequence[int]) -> list[int]:
        """Take those of a record, given the numbers of its passages' texts."""
        found = []
        for text, each in zip(texts, told.provenance["passages"], strict=True):
            if each["role"] != "rival":  # which stands in a table
                owner = told.asked.question_id if each["role"] == "supporting" else ""
                (start, end), name = each["cut"], each["document_id"]
                stretch = Stretch(name, start, end, owner, text)
                number = self._numbers.setdefault(stretch, len(self._numbers))
                self._first.setdefault(number, told.asked.question_id)
                found.append(number)
        self._records.update(set(found))
        return found

    @property
    def own(self) -> int:
        """How many stretches support a question that distract elsewhere, from the same place on."""
        starts = {(one.document_id, one.start, one.question_id) for one in self._numbers}
        return sum(bool(of) and (name, start, "") in starts for name, start, of in starts)

    def untrue(self, texts: Sequence[str]) -> Mapping[int, str]:
        """Return what is wrong with stretches, by their numbers."""
        found: dict[int, str] = {}
        lengths = self._lengths(texts)
        untrue = *self._unlike(texts, lengths), *lengths.items(), *self._scraps(texts)
        for number, message in untrue:
            if message:
                found.setdefault(number, message)
        return found

    def _scraps(self, texts: Sequence[str]) -> Iterator[tuple[int, str]]:
        """Yield those that distract and are shorter than a passage may be cut to."""
        language, recipe = self._held.language, self._held.recipe
        if self._held.runs or recipe.keeps_ids:
            return
        for stretch, number in self._numbers.items():
            text = texts[stretch.text]
            size = count(text, language.unit) if len(text) < _SHORT else language.shortest_end
            if not stretch.question_id and size < language.shortest_end:
                yield number, f"{stretch.document_id} has {number_of(size, language.unit[:-1])}"

    def _lengths(self, texts: Sequence[str]) -> dict[int, str]:
        """Return of stretches that are not as long as their cuts what is wrong, "" if nothing."""
        found = {}
        rows = self._held.annotations.rows
        words = {
            new: (new.casefold(), len(new) - len(placed.row.original))
            for each in rows.values()
            for placed in each
            for new in placed.row.words
        }
        titled = getattr(self._held.recipe, "titles", False)
        for stretch, number in self._numbers.items():
            text = texts[stretch.text]
            more = len(text) - (stretch.end - stretch.start)
            if more == 0:
                continue
            if titled:
                true = more > 0 and text[more - 1] == "\n"  # what leads it stands before
            else:
                true = _may_be_longer(text.casefold(), more, words.values())
            where = f"[{stretch.start:,}, {stretch.end:,}) of {stretch.document_id}"
            found[number] = "" if true else f"{where} has {len(text):,} characters"
        return found

    def _unlike(
        self, texts: Sequence[str], lengths: Mapping[int, str]
    ) -> Iterator[tuple[int, str]]:
        """Yield those that differ where they are of the same characters of a document."""
        for _, of_document in groupby(sorted(self._numbers), key=lambda each: each.document_id):
            those = list(of_document)
            against: defaultdict[Stretch, list[Stretch]] = defaultdict(list)
            agreeing: Counter[Stretch] = Counter()
            for place, one in enumerate(those):
                for other in those[place + 1 : place + 1 + _NEAR]:
                    if other.start >= one.end:
                        break
                    shifted = any(self._numbers[each] in lengths for each in (one, other))
                    same = _same(one, other, texts, shifted)
                    if same is False and not (self._own(one, texts) or self._own(other, texts)):
                        against[one].append(other)
                        against[other].append(one)
                    elif same:
                        agreeing[one] += self._records[self._numbers[other]]
                        agreeing[other] += self._records[self._numbers[one]]
            for one, others in against.items():
                own = self._records[self._numbers[one]] + agreeing[one]
                if any(own <= self._records[self._numbers[o]] + agreeing[o] for o in others):
                    where = f"{one.document_id} from {one.start:,} on"
                    yield self._numbers[one], f"{where} is not what other contexts have of it"

    def _own(self, stretch: Stretch, texts: Sequence[str]) -> bool:
        """Tell whether words stand in one that distracts as its own question words them.

        So they do in evidence that it shares with another one; running text has one wording.
        """
        if self._held.runs:
            return False
        rows = self._held.rows_of(self._first[self._numbers[stretch]])
        new = (word for row in rows for word in row.words)
        return not stretch.question_id and any(word in texts[stretch.text] for word in new)


def _may_be_longer(text: str, more: int, words: Iterable[tuple[str, int]]) -> bool:
    """Tell whether words that stand in a text for others may make it so much longer."""
    least = most = 0
    for word, longer in words:
        if count := text.count(word):
            least += count * (min(longer, 0) - _ENDINGS)
            most += count * (max(longer, 0) + _ENDINGS)
    return least <= more <= most


def _alike(one: str, other: str) -> bool:
    """Tell whether texts are the same but for words that are replaced: a third of a short one."""
    few, many = sorted(({t[at : at + 3] for at in range(len(t))} for t in (one, other)), key=len)
    return len(few) < _SHORT or len(few & many) * _PART > len(few)


_SHORT, _PART = 60, 3
"""Runs of three characters of which texts are too short to be compared, and the part they share."""


def _same(one: Stretch, other: Stretch, texts: Sequence[str], shifted: bool) -> bool | None:
    """Tell whether two stretches are alike where they overlap, None where that cannot be known."""
    here, there = texts[one.text], texts[other.text]
    if (one.start, one.end) == (other.start, other.end):
        return here == there or (one.question_id != other.question_id and _alike(here, there))
    if not shifted:
        return (
            here[other.start - one.start : other.end - one.start] == there[: one.end - other.start]
        )
    if one.question_id == other.question_id and one.start == other.start:
        return there.startswith(here)
    return None
