"""What a rule of cleaning is: a name, and patterns with what stands for their matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Step(NamedTuple):
    """A pattern, and what stands for each of its matches.

    A group called `kept` that stands in what is new, too, is what stays of the match: places in
    it remain known.
    """

    pattern: re.Pattern[str]
    new: Callable[[re.Match[str]], str]


class Rule(NamedTuple):
    """A kind of noise, by the name that manifests and cards count it under.

    `steps` returns those to be taken in a text, one after another: none where a quick look shows
    that it has nothing of the kind.
    """

    name: str
    steps: Callable[[str], Sequence[Step]]


def always(new: str) -> Callable[[re.Match[str]], str]:
    """Return what lets the same stand for every match."""
    return lambda _: new


def before(found: re.Match[str]) -> str:
    """Return the character before a match, "" at the text's beginning."""
    return found.string[found.start() - 1] if found.start() else ""


def after(found: re.Match[str]) -> str:
    """Return the character after a match, "" at the text's end."""
    return found.string[found.end() : found.end() + 1]


_PASSES = 20
"""What one rule takes away may bring together what another is there for: "<<p>p>"."""
_ENDS = Step(re.compile(r"\A\s+|(?<!\s)\s+\Z"), always(""))

Substitute = Callable[[Step, str], str]


class Cleaned(NamedTuple):
    """A text after cleaning, and the names of the rules that changed it."""

    text: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cleaning:
    """Cleans texts by rules, in their order.

    A text that was cleaned is not changed by being cleaned again.
    """

    rules: tuple[Rule, ...]

    def clean(self, text: str) -> Cleaned:
        """Return a text without noise, and without white space at its ends where it had any."""
        return self._run(text, lambda step, text: step.pattern.sub(step.new, text))

    def trace(self, text: str) -> Trace:
        """Clean a text, and remember where its characters went."""
        passes: list[tuple[_Edit, ...]] = []

        def substitute(step: Step, text: str) -> str:
            edits = tuple(_edits(step, text))
            passes.append(edits)
            return _edited(text, edits)

        return Trace(self._run(text, substitute).text, passes)

    def _run(self, text: str, substitute: Substitute) -> Cleaned:
        kinds: dict[str, None] = {}
        for _ in range(_PASSES):
            whole = text
            for rule in self.rules:
                was = text
                for step in rule.steps(text):
                    text = substitute(step, text)
                if text != was:
                    kinds[rule.name] = None
            if text == whole:
                break
        if kinds and text != text.strip():
            text = substitute(_ENDS, text)
        return Cleaned(text, tuple(kinds))


class _Edit(NamedTuple):
    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True)
class Trace:
    """A cleaned text, and where the characters of the text before cleaning went."""

    text: str
    _passes: Sequence[Sequence[_Edit]]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the characters [start, end) of the text before cleaning stand.

        Where a part of what was replaced as one is asked for, all that stands for it is meant.
        """
        for edits in self._passes:
            start, end = _moved(edits, start, 0), _moved(edits, end, 1)
        return start, max(start, end)


def _moved(edits: Sequence[_Edit], place: int, side: int) -> int:
    """Return where a place goes; one within an edit goes to its beginning (0) or its end (1)."""
    shift = 0
    for edit in edits:
        if place <= edit.start:
            break
        if place < edit.end:
            return edit.start + shift + side * len(edit.new)
        shift += len(edit.new) - (edit.end - edit.start)
    return place + shift


def _edits(step: Step, text: str) -> Iterator[_Edit]:
    """Yield what a step changes: of a match whose `kept` group stays, what stands around it."""
    for found in step.pattern.finditer(text):
        (start, end), new = found.span(), step.new(found)
        kept = found["kept"] if "kept" in step.pattern.groupindex else None
        if kept and kept in new:
            inner, at = found.span("kept"), new.index(kept)
            yield from _changes(text, start, inner[0], new[:at])
            yield from _changes(text, inner[1], end, new[at + len(kept) :])
        else:
            yield from _changes(text, start, end, new)


def _changes(text: str, start: int, end: int, new: str) -> Iterator[_Edit]:
    if text[start:end] != new:
        yield _Edit(start, end, new)


def _edited(text: str, edits: Sequence[_Edit]) -> str:
    pieces, last = [], 0
    for edit in edits:
        pieces += [text[last : edit.start], edit.new]
        last = edit.end
    return "".join([*pieces, text[last:]])
