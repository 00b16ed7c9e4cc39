"""Where facts stand in real books, judged by what is written around them and not by the build.

The books are twenty novels, a novel with contents in sentences, a poem, a play and a short story,
and the Dream of the Red Chamber.
"""

from __future__ import annotations

import json
import math
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions
from lvbuild.mixing.plan import LevelPlan
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles
from lvbuild.tasks.gathering import gather

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("keeping")]

RECIPES = ("factrecall", "needle_chained", "needle_multi_value", "needle_unanswerable")
MOST_ALIKE = {"en": 1, "zh": 5}
"""Of 200 contexts at 16k."""
OPENS = {"en": re.compile(r'“|(?<![^\s(\[—-])"(?=\S)'), "zh": re.compile(r'[“「『]|(?<=[：:])"')}
CLOSES = {
    "en": re.compile(r'”|(?<=[^\s(\[—-])"'),
    "zh": re.compile(r'[”」』]|(?<=[。．！？…!?，,])"'),
}
SENTENCE = {"en": re.compile(r"[^.!?]*[.!?]"), "zh": re.compile(r"[^。．！？]*[。．！？]")}
LISTED = re.compile(
    r"\W*(?:(?:chapter|book|part|vol|canto|scene|act)\b|[IVXL]+\.|\d+\.|第.{1,4}[回章])", re.I
)
SPEECH = re.compile(r'[“「"][^“”「」"]*[”」"]')
LONGEST = 10


class Seen(NamedTuple):
    """What stands before and behind a fact, other facts left out, and how long it is."""

    before: str
    behind: str
    length: int
    kind: str

    @property
    def line(self) -> str:
        """The line it was set into."""
        return self.before.rpartition("\n")[2] + self.behind.partition("\n")[0]


def facts_of(line: bytes, trace: bytes) -> Iterator[Seen]:
    """Yield the facts of a record."""
    context = json.loads(line)["context"]
    facts = json.loads(trace)["facts"]
    spans = [fact["span"] for fact in facts]
    edges = [0, *(edge for span in spans for edge in span), len(context)]
    parts = [context[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    for number, (start, end) in enumerate(spans, start=1):
        yield Seen(
            "".join(parts[:number]).rstrip(" "),
            "".join(parts[number:]),
            end - start,
            facts[number - 1]["kind"],
        )


def faults(seen: Seen, language: str) -> Iterator[str]:
    """Yield what a reader would say against the place; the last line may be cut by its level."""
    line, before = seen.line, seen.before.rpartition("\n")[2]
    if LISTED.match(line) and len(line) < 400:
        yield "in a list"
    short = len(line) < (80 if language == "en" else 30)
    if (short and "\n" in seen.behind.strip()) or not before.strip():
        yield "beside no prose"
    if seen.before.rstrip().rstrip("_)]")[-1:] not in tuple('.!?。．！？”"'):
        yield "within a sentence"
    marks = [(m.start(), True) for m in OPENS[language].finditer(seen.before[-20_000:])]
    marks += [(m.start(), False) for m in CLOSES[language].finditer(seen.before[-20_000:])]
    place, opened = max(marks, default=(0, False))
    after = min(
        [(m.start(), True) for m in OPENS[language].finditer(seen.behind[:20_000])]
        + [(m.start(), False) for m in CLOSES[language].finditer(seen.behind[:20_000])],
        default=(0, True),
    )
    same = len(seen.before[-20_000:]) - place <= len(before)
    if opened and (same or not after[1]):
        yield "in an open quotation"
    following = SENTENCE[language].match(seen.behind.lstrip())
    replied = following is not None and OPENS[language].search(following[0])
    if CLOSES[language].search(seen.before.rstrip()[-1:]) and replied:
        yield "between a speech and its reply"


@pytest.fixture(scope="module")
def books(shared_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return folders of corpora: all, and the four other books alone."""
    folder = tmp_path_factory.mktemp("books")
    alone, both = folder / "alone/pg19", folder / "all/pg19"
    shutil.copytree(shared_corpora / "pg19_more", alone)
    shutil.copytree(shared_corpora / "pg19", both)
    shutil.copytree(alone / "test", both / "test", dirs_exist_ok=True)
    with (both / "metadata.csv").open("ab") as metadata:
        metadata.write((alone / "metadata.csv").read_bytes())
    for each in (alone, both):
        (each.parent / "hongloumeng").symlink_to(shared_corpora / "hongloumeng")
    return {"alone": alone.parent, "all": both.parent}


@cache
def planned(recipe: str, corpora: Path, size: int) -> tuple[LevelPlan, Sequence[list[Seen]]]:
    """Plan a level; return it with the facts of every record."""
    [source] = gather(recipe, BuildOptions(corpora=corpora))
    level = Level(size)
    text = source.prepare([level]).levels[level]
    files = LevelFiles(text, RecordSchema.of(source.file.recipe, source.options))
    told = zip(files.records(), files.provenance(), strict=True)
    return text.plan, [list(facts_of(line, trace)) for line, trace in told]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_fact_stands_in_a_list_in_verse_or_in_speech(
    books: dict[str, Path], language: str
) -> None:
    found, number = Counter[str](), 0
    for recipe in RECIPES:
        for which in ("all", "alone") if language == "en" else ("all",):
            _, records = planned(f"{recipe}_{language}", books[which], 16_000)
            for seen in (fact for record in records for fact in record):
                number += 1
                found.update(faults(seen, language))
    print(f"\n{language}: {number:,} facts, {dict(found)}")
    assert number >= 2_000
    assert found.pop("between a speech and its reply", 0) <= number / 100
    assert not found


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("recipe", RECIPES)
def test_facts_are_within_a_hundredth_of_their_depths(
    books: dict[str, Path], recipe: str, language: str
) -> None:
    [source] = gather(f"{recipe}_{language}", BuildOptions(corpora=books["all"]))
    levels = source.file.recipe.ascending_levels
    plans = {level: text.plan for level, text in source.prepare(levels).levels.items()}
    print(f"\n{recipe}_{language}: {[(level.label, plans[level].astray) for level in levels]}")
    assert plans.keys() == set(levels)
    assert not any(
        plan.astray for level, plan in plans.items() if language == "en" or level.size > 16_000
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_contexts_of_a_level_differ(books: dict[str, Path], language: str) -> None:
    for recipe in RECIPES:
        _, records = planned(f"{recipe}_{language}", books["all"], 16_000)
        places = {tuple(len(fact.before) for fact in record) for record in records}
        alike = len(records) - len(places)
        print(f"\n{recipe}_{language}: {alike} of {len(records)} have the places of another")
        if recipe == "factrecall":
            assert alike <= MOST_ALIKE[language]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_needle_is_among_the_longest_lines_no_more_often_than_chance_has_it(
    books: dict[str, Path], language: str
) -> None:
    for recipe in RECIPES:
        _, records = planned(f"{recipe}_{language}", books["all"], 16_000)
        hits = expected = variance = 0.0
        for seen in (one for record in records for one in record if one.kind == "needle"):
            lines = (seen.before + seen.behind).split("\n")
            least = sorted(map(len, lines))[-LONGEST] - seen.length
            ends = [narrated_ends(line, language) for line in lines]
            longest = (end for end, line in zip(ends, lines, strict=True) if len(line) >= least)
            chance = sum(longest) / sum(ends)
            hits += len(seen.line) >= least
            expected += chance
            variance += chance * (1 - chance)
        print(f"\n{recipe}_{language}: {hits:.0f} among the longest, by chance {expected:.1f}")
        assert hits <= expected + 3 * math.sqrt(variance)


def narrated_ends(line: str, language: str) -> int:
    """Count the sentences of a paragraph that end outside speech, but for the last."""
    if len(line) < (150 if language == "en" else 60):
        return 0
    return max(len(SENTENCE[language].findall(SPEECH.sub("", line))) - 1, 0)
