"""Reading the entries of a list, up to where prose begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from statistics import median

from lvbuild.text.prose.blocks import Unit, is_ended
from lvbuild.text.prose.entry import Entry
from lvbuild.text.prose.labels import Label, paged, read_bare, read_label
from lvbuild.text.prose.titles import listed, noted, opens_prose, title_key

_FIRST_FAR = 150  # words after the first label of a kind: no entry of contents has so many
_FAR = 40  # the same after a label or a title that stands in the list already
_SYNOPSIS = 200  # words that tell what a chapter holds, at most
_UNLED = 60  # words without a label that end a list which has no heading
_FEW = 3  # entries that show what all are like
_LINES = 12  # units that show whether a title has a text behind it
_BACK = 6  # units that the heading of prose has at most


def read_list(following: Iterator[Unit], *, headed: bool) -> tuple[list[Entry], int | None]:
    """Return the entries of a list and where prose begins behind it, None at the text's end.

    `headed`: the units stand behind a heading that says that they are a list.
    """
    reading = _Reading(following, headed=headed)
    end = reading.end()
    return reading.entries, end


class _Reading:
    def __init__(self, following: Iterator[Unit], *, headed: bool) -> None:
        self.entries: list[Entry] = []
        self._headed = headed
        self._following = following
        self._units: list[Unit] = []
        self._titles: dict[str, None] = {}  # in their order
        self._numbers: set[tuple[str, int | None]] = set()
        self._last: dict[str, Label] = {}
        self._since = self._most = self._synopses = self._sure = self._gap = 0

    def end(self) -> int | None:
        """Take entries as long as there are any; return where prose begins."""
        place = 0
        while (unit := self._unit(place)) is not None:
            label = self._label(unit)
            if listed(unit.written) or noted(unit.written):
                return unit.start
            if self._ends(place, unit, label):
                return self._heading_of(place)
            self._take(unit, label)
            place += 1
        return None

    def _unit(self, place: int) -> Unit | None:
        while len(self._units) <= place:
            unit = next(self._following, None)
            if unit is None:
                return None
            self._units.append(unit)
        return self._units[place]

    def _label(self, unit: Unit) -> Label | None:
        return read_label(unit.written) or (read_bare(unit.written) if self._headed else None)

    def _ends(self, place: int, unit: Unit, label: Label | None) -> bool:
        """Tell whether prose, or its heading, begins with a unit."""
        if unit.prose and (label is None or self._plain or unit.words > _SYNOPSIS):
            return not self._is_synopsis(place)
        known = self._is_known(unit, label)
        if not self._headed and (known or self._since > _UNLED):
            return True
        if label is None and not opens_prose(unit.written):
            return self._has_text(place, unit) if known else self._is_apart(place)
        before = self._last.get(label.kind) if label else None
        if label and before and label.follows(before) and not known:
            return False
        return self._leads_prose(place) or self._is_far(place, self._far if known else _FIRST_FAR)

    def _leads_prose(self, place: int) -> bool:
        """Tell whether prose comes next, or next but one, in a list without any so far."""
        ahead = self._ahead(place, 2)
        if not self._plain or not ahead:
            return False
        return ahead[0].prose or (ahead[-1].prose and not self._may_be_entry(ahead[0]))

    @property
    def _plain(self) -> bool:
        """Whether there are entries enough to see that none of them has a synopsis."""
        return len(self.entries) >= _FEW and not self._synopses

    def _ahead(self, place: int, number: int) -> list[Unit]:
        following = range(place + 1, place + 1 + number)
        return [unit for k in following if (unit := self._unit(k))]

    def _is_apart(self, place: int) -> bool:
        """Tell whether a list of labels or page numbers is over: a gap, and no more of them."""
        unit, sure = self._units[place], self._sure
        if unit.gap <= max(self._gap, 1) or sure < _FEW or 2 * sure < len(self.entries):
            return False
        return not paged(unit.written) and not any(
            self._may_be_entry(each) for each in self._ahead(place, _BACK)
        )

    @property
    def _far(self) -> int:
        return max(_FAR, 2 * self._most)

    def _is_known(self, unit: Unit, label: Label | None) -> bool:
        if label is not None:
            return (label.kind, label.number) in self._numbers
        return title_key(unit.written) in self._titles

    def _is_far(self, place: int, words: int) -> bool:
        """Tell whether more words than that stand before the next entry."""
        while words >= 0:
            place += 1
            unit = self._unit(place)
            if unit is None or self._may_be_entry(unit):
                return False
            words -= max(unit.words, 1)
        return True

    def _has_text(self, place: int, unit: Unit) -> bool:
        """Tell whether a title has a text behind it: paragraphs, or lines with their stops.

        A text begins with one of the first that are listed, or at once behind its title: captions
        may stand in a list more than once.
        """
        first = title_key(unit.written) in islice(self._titles, _BACK)
        ahead = self._ahead(place, _LINES if first else 2)
        ahead = list(takewhile(lambda unit: not self._heads(unit), ahead))
        if any(unit.prose for unit in ahead[:_BACK]):
            return True
        return first and 3 * sum(is_ended(unit.written) for unit in ahead) > len(ahead)

    def _heads(self, unit: Unit) -> bool:
        return self._label(unit) is not None or opens_prose(unit.written)

    def _may_be_entry(self, unit: Unit) -> bool:
        if unit.prose:
            return False
        written = unit.written
        if self._label(unit) or listed(written) or opens_prose(written) or paged(written):
            return True
        return title_key(written) in self._titles

    def _is_synopsis(self, place: int) -> bool:
        """Tell whether prose says what a chapter holds: the next label follows at once."""
        told = next((entry for entry in reversed(self.entries[-2:]) if entry.label), None)
        if not self._headed or told is None or self.entries[-1].unit.prose:
            return False
        if self._plain and (told.again or self._units[place].gap >= 0):
            return False
        left = 2 * self._most if self._synopses > 1 else _SYNOPSIS
        while (unit := self._unit(place)) is not None and left >= 0:
            label = self._label(unit)
            if label is not None and not unit.prose:
                before = self._last.get(label.kind)
                follows = before is not None and label.follows(before)
                return follows or (self._synopses > 1 and self._is_known(unit, label))
            left -= max(unit.words, 1)
            place += 1
        return False

    def _take(self, unit: Unit, label: Label | None) -> None:
        entry = Entry(unit, label, self._is_known(unit, label), paged(unit.written))
        self._gap = max(self._gap, unit.gap) if self.entries else 0
        self.entries.append(entry)
        self._sure += entry.sure
        self._synopses += unit.prose
        self._since += max(unit.words, 1)
        if label is None:
            self._titles[title_key(unit.written)] = None
            if entry.led:
                self._since = 0
            return
        if self._last:
            self._most = max(self._most, self._since - unit.words)
        self._since = unit.words
        if not entry.again:
            self._forget_within(label)
        self._last[label.kind] = label
        self._numbers.add((label.kind, label.number))
        self._titles[title_key(label.rest)] = None

    def _forget_within(self, label: Label) -> None:
        """Forget the numbers of the divisions that begin anew within one that begins."""
        kinds = list(self._last)
        within = kinds[kinds.index(label.kind) + 1 :] if label.kind in kinds else []
        self._numbers = {(kind, number) for kind, number in self._numbers if kind not in within}

    def _heading_of(self, place: int) -> int:
        """Return where the heading begins that the prose at a unit has; it is no entry."""
        first = place
        while first and place - first < _BACK and self._repeats(first - 1):
            first -= 1
        if first == place:
            usual = median(entry.unit.gap for entry in self.entries) if self.entries else 0
            near = range(max(place - _BACK, 1), place + 1)
            widest = max(near, key=lambda k: (self._units[k].gap, k), default=place)
            first = widest if self._units[widest].gap > max(usual, 1) else place
        while first and _closes(self._units[first].written):
            first -= 1
        del self.entries[first:]
        return self._units[first].start

    def _repeats(self, place: int) -> bool:
        """Tell whether an entry stands in the list before, and goes on with no count of it."""
        entry = self.entries[place]
        before = self.entries[place - 1].label if place else None
        goes_on = before is not None and entry.label is not None and entry.label.follows(before)
        return entry.again and not goes_on and (entry.label is not None or entry.unit.gap >= 0)


def _closes(written: str) -> bool:
    """Tell whether a bracket closes that was opened before."""
    return written.count("]") > written.count("[")
