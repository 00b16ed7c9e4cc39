"""Every record of fact recall from real corpora against the contract, in one walk a level."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest

import lvbuild
from tests.audited import untrue
from tests.release.conftest import RECIPES
from tests.release.mixup_walk import (
    ENDS_OF_SENTENCES,
    LV_EVAL_KEYS,
    Row,
    canary,
    read_rows,
    unlike_plain_json,
    without,
)
from tests.tasks.needles.releases import write_recipe

pytestmark = pytest.mark.usefixtures("keeping")

CONFUSING = 3
"""The confusing facts of a record, of those that the table has for its needle."""
QUESTIONS = {"factrecall_en": "needle:curie", "factrecall_zh": "needle:zuchongzhi"}
EVERY = pytest.mark.parametrize(
    ("records", "levels"),
    [(50, (16, 32)), pytest.param(200, (16, 32, 256), marks=pytest.mark.slow)],
)


@dataclass(frozen=True)
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
        rows, facts = (
            [
                row
                for row in read_rows(tables / f"{table}.jsonl")
                if row["question_id"] in {"*", f"needle:{needle['id']}"}
            ]
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
        pattern = "|".join(map(re.escape, sorted(self.pairs.values(), key=len, reverse=True)))
        return Counter(re.findall(pattern, "\n".join(texts)))


@dataclass
class Level:
    """What a level's records came to, in their order, and their texts without needles."""

    faults: list[str] = field(default_factory=list)
    needles: list[float] = field(default_factory=list)
    confusing: list[list[float]] = field(default_factory=list)
    contexts: set[bytes] = field(default_factory=set)
    backgrounds: set[bytes] = field(default_factory=set)


See = Callable[[int, int], Level]


@pytest.fixture(scope="module", params=RECIPES)
def recipe(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def see(
    recipe: str, shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[See]:
    """Build so many records of a level, and walk over them, when they are first asked for."""
    folder = tmp_path_factory.mktemp("real")

    @cache
    def walked(records: int, level: int) -> Level:
        path, out = write_recipe(folder, recipe, count=records), folder / f"{records}"
        lvbuild.build(path, out, levels=[f"{level}k"], corpora=shared_corpora)
        return walk(out, recipe, level)

    yield walked
    shutil.rmtree(folder)


def walk(folder: Path, recipe: str, level: int) -> Level:
    words, found, name = Words.of(folder, recipe), Level(untrue(folder)), f"{recipe}_{level}k.jsonl"
    with (folder / "data" / name).open(encoding="utf-8", newline="\n") as data:
        for place, (text, origin) in enumerate(
            zip(data, read_rows(folder / "provenance" / name), strict=True)
        ):
            record = json.loads(text)
            rules = (
                unlike_plain_json(text, record, LV_EVAL_KEYS),
                identity(recipe, level, place, record, origin),
            )
            for rule in (*rules, facts(record, origin, words)):
                found.faults += (f"record {place}: {fault}" for fault in rule)
            gather(record, origin, found)
    return found


def gather(record: Row, origin: Row, found: Level) -> None:
    context = record["context"]
    [needle] = (fact["span"] for fact in origin["facts"] if fact["kind"] == "needle")
    others = [fact["span"] for fact in origin["facts"] if fact["kind"] == "confusing"]
    size = len(context) - (needle[1] - needle[0])
    found.needles.append(needle[0] / size)
    shift = [(needle[1] - needle[0]) * (needle[0] < start) for start, _ in others]
    found.confusing.append([(s - by) / size for (s, _), by in zip(others, shift, strict=True)])
    found.contexts.add(blake2b(context.encode()).digest())
    found.backgrounds.add(blake2b(without(context, [needle]).encode()).digest())


def identity(recipe: str, level: int, place: int, record: Row, origin: Row) -> Iterator[str]:
    question = QUESTIONS[recipe]
    digest = blake2b(f"{question}\n{place}".encode(), digest_size=6).hexdigest()
    wanted = {"_id": f"{recipe}-{digest}", "contamination_identifier": canary(recipe)}
    for key, value in wanted.items():
        if record[key] != value:
            yield f"{key}: {record[key]}, not {value}"
    told = (wanted["_id"], question, f"{level}k")
    if (origin["_id"], origin["question_id"], origin["level"]) != told:
        yield f"its provenance is of {origin['_id']}"


def facts(record: Row, origin: Row, words: Words) -> Iterator[str]:
    context, english = record["context"], record["language"] == "en"
    spans = [(fact["kind"], *fact["span"]) for fact in origin["facts"]]
    held = [(kind, context[start:end]) for kind, start, end in spans]
    confusing = [text for kind, text in held if kind == "confusing"]
    if held.count(("needle", words.needle)) != 1 or len(held) != CONFUSING + 1:
        yield f"facts {held}"
    if (
        len({*confusing} & {*words.confusing}) != CONFUSING
        or confusing != record["confusing_facts"]
    ):
        yield f"confusing facts {confusing}"
    for fact in origin["facts"]:
        start, end = fact["span"]
        before, after = context[max(start - 9, 0) : start], context[end : end + 1]
        if before and before.rstrip(" ")[-1] not in ENDS_OF_SENTENCES:
            yield f"a fact stands after {before!r}"
        if english and ((before and not before[-1].isspace()) or not after.isspace()):
            yield f"a fact stands between {before!r} and {after!r}"
    others = [record["answer_keywords"], *record["confusing_facts"]]
    uses = words.uses([record["input"], context, *record["answers"], *others])
    counts = {pair["replacement"]: pair["count"] for pair in origin["replacements"]}
    if counts != {word: uses.get(word, 0) for word in words.pairs.values()}:
        yield f"replacements {counts}, counted {uses}"
    [answer] = record["answers"]
    beside = 1 + record["answer_keywords"].count(answer)  # as answer and keywords
    if answer not in words.needle or uses[answer] != words.needle.count(answer) + beside:
        yield f"{answer!r} is told by others than the needle"
    folded = json.dumps(record, ensure_ascii=False).casefold()
    for original in words.pairs:
        if original.casefold() in folded:
            yield f"{original!r} is left"


@EVERY
def test_no_record_breaks_the_contract(see: See, records: int, levels: tuple[int, ...]) -> None:
    for level in levels:
        assert see(records, level).faults == []
        assert len(see(records, level).contexts) == records
        assert len(see(records, level).backgrounds) > records / 2


@EVERY
def test_needles_are_evenly_spaced_from_start_to_end(
    see: See, records: int, levels: tuple[int, ...]
) -> None:
    for level in levels:
        depths = see(records, level).needles
        assert depths == pytest.approx([i / (records - 1) for i in range(records)], abs=0.01)


@EVERY
def test_confusing_facts_are_evenly_spaced(see: See, records: int, levels: tuple[int, ...]) -> None:
    for depths in (each for level in levels for each in see(records, level).confusing):
        places = [depth * (CONFUSING + 1) for depth in depths]
        # Less than a step from its own; these are depths without the needle, which takes 0.004.
        assert all(abs(place - number) < 0.78 for number, place in enumerate(places, start=1))
