"""What a reader sees in a release's files, measured with the plainest lines there are."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """A recipe's words as its tables have them, replaced one by one, the longest first."""

    needle: str
    confusing: tuple[str, ...]
    pairs: Mapping[str, str]

    @classmethod
    def of(cls, release: Path, recipe: str) -> Words:
        """Read the tables that the release says it was built with; it asks the first needle."""
        tables = release / "inputs" / recipe / "annotations" / recipe
        needle, *_ = read_rows(tables / "needles.jsonl")
        own = {"*", f"needle:{needle['id']}"}
        rows, facts = (
            [row for row in read_rows(tables / f"{table}.jsonl") if row["question_id"] in own]
            for table in ("replacements", "confusing_facts")
        )
        pairs = {row["original"]: row["replacement"] for row in rows}

        def new(text: str) -> str:
            for original in sorted(pairs, key=len, reverse=True):
                text = text.replace(original, pairs[original])
            return text

        return cls(new(needle["fact"]), tuple(new(row["fact"]) for row in facts), pairs)

    def uses(self, texts: list[str]) -> Counter[str]:
        """Count the new words in texts; a longer one hides the shorter ones within it."""
        longest_first = sorted(self.pairs.values(), key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first))
        return Counter(re.findall(pattern, "\n".join(texts)))

    def left_in(self, line: str) -> list[str]:
        """List the original words that a line still holds, in whatever case."""
        folded = line.casefold()
        return [original for original in self.pairs if original.casefold() in folded]


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact where the provenance has it: the text cut out there, and the text on either side."""

    kind: str
    start: int
    depth: float
    text: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Measured:
    """A record without its context, and what was measured of the context."""

    record: Row
    keys: tuple[str, ...]
    provenance: Row
    is_plain_json: bool
    is_nfc: bool
    context_size: int
    counted: int
    occurrences: Mapping[str, int]
    uses: Mapping[str, int]
    left: list[str]
    facts: tuple[Fact, ...]
    passage_faults: list[str]
    background: bytes

    @property
    def needle(self) -> Fact:
        """The needle."""
        [needle] = (fact for fact in self.facts if fact.kind == "needle")
        return needle

    @property
    def confusing(self) -> list[Fact]:
        """The confusing facts in the order of the context."""
        return [fact for fact in self.facts if fact.kind == "confusing"]


@dataclass(frozen=True, slots=True)
class LevelSeen:
    """The records of a file, and the first one's context with all of its facts taken out."""

    recipe: str
    level: int
    words: Words
    records: tuple[Measured, ...]
    bare: str


def read_rows(path: Path) -> list[Row]:
    """Read a file of JSON lines, such as a table."""
    with path.open(encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def measure_level(release: Path, recipe: str, level: int) -> LevelSeen:
    """Walk over the records of a level, one at a time."""
    words = Words.of(release, recipe)
    name = f"{recipe}_{level}k.jsonl"
    records = []
    bare = ""
    for line, row, provenance in _lines(release / "data" / name, release / "provenance" / name):
        records.append(_measure(line, row, provenance, words))
        bare = bare or without(row["context"], [fact["span"] for fact in provenance["facts"]])
    return LevelSeen(recipe, level * 1000, words, tuple(records), bare)


def without(context: str, spans: list[list[int]]) -> str:
    """Take facts out of a context, each with the white space that parts it from the text."""
    for start, end in sorted(spans, reverse=True):
        rest = context[end:]
        context = context[:start].rstrip() + rest if start else rest.lstrip()
    return context


def _lines(data: Path, provenance: Path) -> Iterator[tuple[str, Row, Row]]:
    with data.open("rb") as records, provenance.open("rb") as origins:
        for line, origin in zip(records, origins, strict=True):
            text = line.decode("utf-8")
            yield text, json.loads(text), json.loads(origin)


def _measure(line: str, row: Row, provenance: Row, words: Words) -> Measured:
    context = row["context"]
    fields = [row["input"], context, *row["answers"]]
    others = [row["answer_keywords"], *row["confusing_facts"]]
    facts = tuple(_fact(context, fact) for fact in provenance["facts"])
    needles = [f["span"] for f in provenance["facts"] if f["kind"] == "needle"]
    return Measured(
        record={key: value for key, value in row.items() if key != "context"},
        keys=tuple(row),
        provenance=provenance,
        is_plain_json=line == json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n",
        is_nfc=unicodedata.is_normalized("NFC", line),
        context_size=len(context),
        counted=sum(len(text.split()) if row["language"] == "en" else len(text) for text in fields),
        occurrences={fact: context.count(fact) for fact in (words.needle, *words.confusing)},
        uses=words.uses([*fields, *others]),
        left=words.left_in(line),
        facts=facts,
        passage_faults=list(
            _passage_faults(
                context, provenance["passages"], [fact["span"] for fact in provenance["facts"]]
            )
        ),
        background=blake2b(without(context, needles).encode(), digest_size=16).digest(),
    )


def _fact(context: str, fact: Row) -> Fact:
    start, end = fact["span"]
    before, after = context[max(start - 9, 0) : start], context[end : end + 9]
    return Fact(fact["kind"], start, fact["depth"], context[start:end], before, after)


def _passage_faults(context: str, passages: list[Row], facts: list[list[int]]) -> Iterator[str]:
    expected_start = 0
    for number, passage in enumerate(passages, start=1):
        start, end = passage["span"]
        if (passage["number"], passage["role"]) != (number, "haystack"):
            yield f"passage {number}: {passage['number']}, {passage['role']}"
        if start != expected_start:
            yield f"passage {number} starts at {start}, not at {expected_start}"
        if context[end : end + 1] != "\n" or context[end - 1] == "\n":
            yield f"passage {number} ends with {context[end - 2 : end + 2]!r}"
        expected_start = end + 1
    if expected_start != len(context):
        yield f"the passages end at {expected_start}, the context at {len(context)}"
    if len({passage["document_id"] for passage in passages}) < len(passages):
        yield "a document stands there twice"
    if any(end > start for (_, end), (start, _) in pairwise(facts)):
        yield f"the facts stand at {facts}, not one after the other"
