"""Where needles stand in the real books: how many in speech, in verse, beside a heading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from lvbuild.core.model import Level
from lvbuild.core.options import BuildOptions
from lvbuild.release.records import RecordSchema
from lvbuild.release.writer import LevelFiles
from lvbuild.tasks.gathering import gather

MOST_SPOKEN = 14
"""Of 200 needles in the Red Chamber: some of its speeches are longer than two hundredths of 16k."""


def places(recipe: str, corpora: Path) -> Iterator[tuple[str, str]]:
    """Yield what stands before and behind the needle of every record."""
    [source] = gather(recipe, BuildOptions(corpora=corpora))
    level = Level(16_000)
    schema = RecordSchema.of(source.file.recipe, source.options)
    files = LevelFiles(source.prepare([level]).levels[level], schema)
    for line, trace in zip(files.records(), files.provenance(), strict=True):
        context = json.loads(line)["context"]
        facts = json.loads(trace)["facts"]
        [(start, end)] = [fact["span"] for fact in facts if fact["kind"] == "needle"]
        yield context[:start], context[end:]


def is_spoken(before: str) -> bool:
    """Tell whether a quotation is open at the end of a Chinese paragraph's beginning."""
    paragraph = before.rsplit("\n", 1)[-1]
    return paragraph.rfind("“") > paragraph.rfind("”")


def test_few_needles_stand_in_the_speech_or_the_verse_of_the_red_chamber(
    shared_corpora: Path,
) -> None:
    found = [*places("factrecall_zh", shared_corpora)]
    assert len(found) == 200
    assert sum(is_spoken(before) for before, _ in found) <= MOST_SPOKEN
    assert sum(before.endswith("\n") for before, _ in found) <= 1
    assert found[0][0].startswith("第一回 ")
    assert not any(behind.startswith(("话犹未", "一语未", "终不知")) for _, behind in found)


def test_every_needle_stands_behind_a_sentence_in_the_english_books(
    shared_corpora: Path,
) -> None:
    found = [*places("factrecall_en", shared_corpora)]
    assert len(found) == 200
    for before, behind in found:
        assert before.rstrip()[-1] in ".!?)”_"
        assert not behind.startswith(",")
    # Between the stanzas of a poem, where no prose is near.
    assert sum(before.endswith("\n") for before, _ in found) <= 1
    assert "Contents" not in found[0][0] + found[0][1]
