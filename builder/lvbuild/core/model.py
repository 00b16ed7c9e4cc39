"""The nouns that every part of lvbuild shares."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import isfinite
from typing import Any, Literal, NamedTuple, Self, TypeAlias

from lvbuild.errors import UsageError

LanguageCode = str
"""How a recipe names its language, such as en or zh: `lvbuild.languages` finds it."""

Unit = Literal["words", "characters"]
"""What LV-Eval counts: white-space separated words, or characters (code points)."""

LevelUnit = Literal["words", "characters", "tokens"]
"""What a recipe's levels count: one of LV-Eval's units, or a tokenizer's tokens."""

NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]*$"
"""How recipes and corpora are named, in at most `LONGEST_NAME` characters."""
LONGEST_NAME = 100

_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?)"
_LEVEL = re.compile(rf"(?:{_NUMBER}([kKM]?)-)?{_NUMBER}([kKM])(\+?)", re.ASCII)
_PASSAGES = "passages"
_LARGEST_LEVEL = 100_000_000
"""A context of it takes some 600 MB."""
_OPEN = 2
"""Times its lower end: where a range ends that names no upper one."""
_TOLERANCE = 0.005


@dataclass(frozen=True, slots=True)
class Document:
    """A text of a corpus, NFC, with line feeds as newlines and no white space at either end.

    `id` is `<corpus>:<upstream id>`; `title` is for people and never enters a context.
    """

    id: str
    text: str
    title: str = ""


class Origin(NamedTuple):
    """Where a text is from: a document, and the character of it that the text begins with.

    The first characters of the text are a `lead` that stands there before what is the document's,
    such as its title.
    """

    document_id: str
    start: int
    lead: int = 0

    def place(self, offset: int) -> int:
        """Return where an offset of the text is in the document."""
        return self.start + max(offset - self.lead, 0)


class Rival(NamedTuple):
    """A passage about another subject than a question's, with the id of its document."""

    document_id: str
    text: str


class Fact(NamedTuple):
    """A text that a context tells: a "needle", "confusing", or of a role of a task's own.

    It is set into a passage, or stands in a `rival`, a passage of its own, as a sentence of that.
    """

    role: str
    text: str
    rival: Rival | None = None


class Replacement(NamedTuple):
    """A pair of words, and how often it was used in a question's fields and its facts' texts."""

    original: str
    replacement: str
    uses: int


Answer: TypeAlias = "str | int | float | bool | Sequence[Answer] | Mapping[str, Answer]"


class Leaf(NamedTuple):
    """A subquestion that a document answers, with the texts of its answer."""

    document_id: str
    question: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FanOut:
    """How a question fans out over documents.

    `answer` is its answer as its corpus structures it, None where the publisher keeps it, and
    `decomposition` its subquestions likewise, of which `leaves` are those that are not decomposed.
    `revisions` tell of each supporting document which revision of it is meant, by id.
    """

    answer: Answer | None
    leaves: tuple[Leaf, ...] = ()
    decomposition: Sequence[Mapping[str, Any]] = ()
    revisions: Mapping[str, int] = field(default_factory=dict)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The keys of the answer, each with a text of what it holds; none where it has no keys."""
        return key_values(self.answer)


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all that is asked, expected and set into its contexts.

    `id` is `<corpus>:<upstream id>`, in fact recall `needle:<id>`. `keywords` are empty where the
    recipe has none. `supporting` are the ids of its supporting documents, in their order. The
    words are those after `replacements`, which are empty before; `original` is the question in the
    words that it had then, None where nothing was to be replaced. `upstream` is a hash of what a
    table corrects, "" where it is asked as upstream does; one that is not `selected` was drawn
    beside those that a table selects. `fan_out` is there where its answer is put together from
    what several documents say of one thing each.
    """

    id: str
    input: str
    answers: tuple[str, ...]
    keywords: str = ""
    facts: tuple[Fact, ...] = ()
    supporting: tuple[str, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    original: Question | None = field(default=None, repr=False, compare=False)
    upstream: str = ""
    selected: bool = True
    fan_out: FanOut | None = field(default=None, repr=False, compare=False)

    @property
    def confusing_facts(self) -> tuple[str, ...]:
        """The texts of the facts that can be mistaken for its evidence."""
        return tuple(text for _, text in self.facts_of("confusing"))

    @property
    def confusing_passages(self) -> tuple[str, ...]:
        """The texts that these stand in, or they themselves where they have no rival passage."""
        facts = (fact for fact in self.facts if fact.role == "confusing")
        return tuple(fact.rival.text if fact.rival else fact.text for fact in facts)

    def facts_of(self, role: str) -> tuple[tuple[int, str], ...]:
        """Return the facts of a role: their places among all, and their texts."""
        return tuple((i, fact.text) for i, fact in enumerate(self.facts) if fact.role == role)

    @property
    def texts(self) -> tuple[str, ...]:
        """All that a record counts of it beside the passages of corpora.

        That is its input, its answers, and its facts or the rivals that they stand in.
        """
        told = (fact.rival.text if fact.rival else fact.text for fact in self.facts)
        return self.input, *self.answers, *told


@dataclass(frozen=True, slots=True, order=True)
class Level:
    """How long contexts are, counted in the recipe's unit, and what they hold.

    `size` is the target of every record, such as 16,000 of 16k, or the upper end of a range, which
    is `span` wide: each record of it has a target of its own within. Of size 0 are the levels that
    hold no distracting text: "evidence", the supporting passages or needles alone, and "closed",
    an empty context.

    Recipes, options and files hold a level as its label, which only `parse` reads and only `label`
    writes. Levels ascend from closed and evidence to the largest upper end.
    """

    size: int
    span: int = 0
    evidence: bool = False
    passages: bool = False
    """Whether contexts have as many passages as the recipe says, however long: `size` is none."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a level: 16k, 1M, a range such as 0-4k or 8k+, evidence or closed; at most 100M.

        8k+ is short for 8-16k: up to twice its lower end. The one level of a recipe whose contexts
        have a number of passages is called "passages". Raises ValueError for anything else.
        """
        text = text.strip()
        if text == _PASSAGES:
            return cls(1, passages=True)
        if text in {"closed", "evidence"}:
            return cls(0, evidence=text == "evidence")
        least, size = None, 0
        if match := _LEVEL.fullmatch(text):
            lower, its_unit, number, unit, is_open = match.groups()
            size = _units(number, unit)
            if lower is not None:
                least = _units(lower, its_unit or unit)
            if is_open:
                least, size = (size, _OPEN * size) if least is None else (0, 0)
        if size == 0:
            raise ValueError(
                f"{text!r} is no level: write a number with k or M, such as 16k or 1M, a range of"
                " such as 4-8k or 8k+, evidence or closed"
            )
        if size > _LARGEST_LEVEL:
            raise ValueError(f"the level {text!r} is too large: ask for 100M at most")
        if least is not None and least >= size:
            raise ValueError(
                f"the range {text!r} ends where it begins or before: write such as 4-8k"
            )
        return cls(size, 0 if least is None else size - least)

    @property
    def label(self) -> str:
        """The level as file names and messages have it: 16k, 1.5k, 1000k, 4-8k, evidence, closed.

        Always in thousands: what reads LV-Eval's files looks for a number with a k.
        """
        if self.passages:
            return _PASSAGES
        if not self.has_distractors:
            return "evidence" if self.evidence else "closed"
        lower = f"{self.least / 1_000:.12g}-" if self.span else ""
        return f"{lower}{self.size / 1_000:.12g}k"

    @property
    def has_distractors(self) -> bool:
        """Whether contexts hold distracting text, as at all levels but evidence and closed."""
        return self.size > 0

    @property
    def least(self) -> int:
        """The lower end of a range, of any other level its size."""
        return self.size - self.span

    @property
    def tolerance(self) -> float:
        """How far a record's length may be from the size: 0.5% of it."""
        return self.size * _TOLERANCE

    def allows(self, length: int) -> bool:
        """Tell whether a record may be so long."""
        if not self.has_distractors or self.passages:
            return True
        off = 0 if self.span else self.tolerance
        return self.least - off <= length <= self.size + off

    def place_of(self, length: float) -> float:
        """Return where a length is between the ends of those that it allows, from 0 to 1."""
        if self.span:
            return min(max((length - self.least) / self.span, 0), 1)
        return min(max(0.5 + (length - self.size) / self.size / (2 * _TOLERANCE), 0), 1)

    def target(self, place: float, least: int = 0) -> Self:
        """Return the level that a record is planned for: in a range its own, any other itself.

        `place` in [0, 1) says where it lies between the ends, evenly, or between the `least` that a
        record can have and the upper end. A record within its tolerance is within the range.
        """
        if not self.span:
            return self
        high = self.size / (1 + _TOLERANCE)
        low = min(max(self.least, least) / (1 - _TOLERANCE), high)
        return type(self)(round(low + place * (high - low)))

    def target_of(self, length: int) -> Self:
        """Return the level that a record of a length was planned for."""
        return type(self)(length) if self.span else self


def _units(number: str, unit: str) -> int:
    return round(float(number) * (1_000 if unit in "kK" else 1_000_000))


@dataclass(frozen=True, slots=True, order=True)
class Configuration:
    """A recipe at a level: what `datasets` loads by its name, such as factrecall_en_16k.

    Where contexts have a number of passages it is called as the recipe is.
    """

    recipe: str
    level: Level

    @classmethod
    def parse(cls, name: str) -> Self | None:
        """Return the configuration of a name; None where it is none's."""
        recipe, _, label = name.rpartition("_")
        try:
            found = cls(recipe, Level.parse(label))
        except ValueError:
            found = cls(name, Level.parse(_PASSAGES))
        return found if found.name == name and re.fullmatch(NAME, found.recipe) else None

    @classmethod
    @lru_cache(maxsize=4096)
    def of_file(cls, path: str) -> Self | None:
        """Return the configuration whose records or provenance a path is; None where there is none.

        The path is that within the release, with slashes.
        """
        folder, _, name = path.partition("/")
        if folder not in {"data", "provenance"} or not name.endswith(".jsonl"):
            return None
        return cls.parse(name.removesuffix(".jsonl"))

    @property
    def name(self) -> str:
        """The name of the configuration, and of its files."""
        return self.recipe if self.level.passages else f"{self.recipe}_{self.level.label}"

    @property
    def data_path(self) -> str:
        """Where its records stand in a release."""
        return f"data/{self.name}.jsonl"

    @property
    def provenance_path(self) -> str:
        """Where the provenance of its records stands in a release."""
        return f"provenance/{self.name}.jsonl"

    @property
    def paths(self) -> tuple[str, str]:
        """Where its files stand in a release: those of its records and of their provenance."""
        return self.data_path, self.provenance_path


def answer_texts(answer: Answer) -> tuple[str, ...]:
    """Return the strings of an answer in their order: of a mapping each key, then what it holds.

    A number is written as Python does, true is "yes" and false "no", as in FanOutQA's scores.
    Raises UsageError for what is none of these, such as null.
    """
    if isinstance(answer, str):
        return (answer,)
    if isinstance(answer, bool):
        return ("yes" if answer else "no",)
    if isinstance(answer, int) or (isinstance(answer, float) and isfinite(answer)):
        return (str(answer),)
    if isinstance(answer, Mapping):
        return tuple(text for key in answer for text in (str(key), *answer_texts(answer[key])))
    if isinstance(answer, Sequence):
        return tuple(text for held in answer for text in answer_texts(held))
    raise UsageError(
        f"{answer!r} is no answer: give a text, a number, true or false, or a list or mapping"
    )


def key_values(answer: Answer | None) -> tuple[tuple[str, str], ...]:
    """Return the keys of an answer, each with a text of what it holds; none of what has no keys."""
    if not isinstance(answer, Mapping):
        return ()
    return tuple((str(key), text) for key, held in answer.items() for text in answer_texts(held))
