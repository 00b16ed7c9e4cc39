"""What a rule of cleaning is: a name, and patterns with what stands for their matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


class Edit(NamedTuple):
    """The characters [start, end) of a text, and what takes their place."""

    start: int
    end: int
    new: str


class Step(NamedTuple):
    """A pattern, and what stands for each of its matches: always the same, or by the match.

    A group called `kept` that stands in what is new, too, is what stays of the match: places in
    it remain known. Every match holds what it `needs`, which is found sooner.
    """

    pattern: re.Pattern[str]
    new: str | Callable[[re.Match[str]], str]
    needs: str = ""

    def apply(self, text: str) -> str:
        """Return a text after it."""
        return self.pattern.sub(self.new, text) if self.needs in text else text

    def edits(self, text: str) -> Iterator[Edit]:
        """Yield what it changes: of a match whose `kept` group stays, what stands around it."""
        for found in self.pattern.finditer(text):
            new = self.new if isinstance(self.new, str) else self.new(found)
            if new == found[0]:
                continue
            start, end = found.span()
            kept = found["kept"] if "kept" in self.pattern.groupindex else None
            if kept and kept in new:
                (inner, stop), at = found.span("kept"), new.index(kept)
                if text[start:inner] != new[:at]:
                    yield Edit(start, inner, new[:at])
                start, new = stop, new[at + len(kept) :]
            if text[start:end] != new:
                yield Edit(start, end, new)


class Cut(NamedTuple):
    """What leaves out the spans of a text that a function finds, in ascending order."""

    spans: Callable[[str], Iterable[tuple[int, int]]]

    def apply(self, text: str) -> str:
        """Return a text after it."""
        for start, end in reversed([*self.spans(text)]):
            text = text[:start] + text[end:]
        return text

    def edits(self, text: str) -> Iterator[Edit]:
        """Yield what it leaves out."""
        for start, end in self.spans(text):
            yield Edit(start, end, "")


class Rule(NamedTuple):
    """A kind of noise, by the name that manifests and cards count it under.

    `steps` returns those to be taken in a text, one after another: none where a quick look shows
    that it has nothing of the kind. One that `cuts` takes words away that were meant to be read:
    an answer that it would change is none.
    """

    name: str
    steps: Callable[[str], Sequence[Step | Cut]]
    cuts: bool = False


def before(found: re.Match[str]) -> str:
    """Return the character before a match, "" at the text's beginning."""
    return found.string[found.start() - 1] if found.start() else ""


def after(found: re.Match[str]) -> str:
    """Return the character after a match, "" at the text's end."""
    return found.string[found.end() : found.end() + 1]


_PASSES = 20
"""What one rule takes away may bring together what another is there for: "<<p>p>"."""
_ENDS = Step(re.compile(r"\A\s+|(?<!\s)\s+\Z"), "")


@dataclass(frozen=True)
class Cleaned:
    """A text after cleaning, and the names of the rules that changed it.

    `changes` are the steps that did, each with the text before it.
    """

    text: str
    kinds: tuple[str, ...]
    changes: Sequence[tuple[Step | Cut, str]] = field(default=(), compare=False, repr=False)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the characters [start, end) of the text before cleaning stand.

        Where a part of what was replaced as one is asked for, all that stands for it is meant.
        """
        for edits in self._edits:
            start, end = _moved(edits, start, 0), _moved(edits, end, 1)
        return start, max(start, end)

    @cached_property
    def _edits(self) -> Sequence[Sequence[Edit]]:
        return [list(step.edits(text)) for step, text in self.changes]


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Cleans texts by rules, in their order.

    A text that was cleaned is not changed by being cleaned again.
    """

    rules: tuple[Rule, ...]

    def of(self, cuts: bool) -> Cleaning:
        """Return the cleaning by those of the rules that cut, or by the others."""
        return Cleaning(tuple(rule for rule in self.rules if rule.cuts == cuts))

    def clean(self, text: str) -> Cleaned:
        """Return a text without noise, and without white space at its ends where it had any."""
        kinds: dict[str, None] = {}
        changes: list[tuple[Step | Cut, str]] = []
        for _ in range(_PASSES):
            known = len(changes)
            for rule in self.rules:
                for step in rule.steps(text):
                    new = step.apply(text)
                    if new != text:
                        kinds[rule.name] = None
                        changes.append((step, text))
                        text = new
            if changes and text != text.strip():
                changes.append((_ENDS, text))
                text = text.strip()
            if len(changes) == known:
                break
        return Cleaned(text, tuple(kinds), changes)


def _moved(edits: Sequence[Edit], place: int, side: int) -> int:
    """Return where a place goes; one within an edit goes to its beginning (0) or its end (1)."""
    shift = 0
    for edit in edits:
        if place <= edit.start:
            break
        if place < edit.end:
            return edit.start + shift + side * len(edit.new)
        shift += len(edit.new) - (edit.end - edit.start)
    return place + shift
