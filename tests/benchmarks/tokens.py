"""Measure what levels in tokens take, against levels in words and against plain recounts.

    python tests/benchmarks/tokens.py TOKENIZER [FOLDER OF CORPORA]

TOKENIZER is an encoding of tiktoken or a file, as `--tokenizer` takes it. Without a folder of
corpora the invented one is used. Medians of three rounds, in which the contestants take turns.
Bars, as ratios in one run:

- planning with the exact lengths of all records, once every text is counted, at least 20x faster
  than tokenising every record whole;
- a record's bytes written at most 10x slower than those of levels in words or characters.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

if TYPE_CHECKING:
    from lvbuild.mixing.plan import LevelPlan
    from lvbuild.release.writer import LevelFiles
    from lvbuild.text.tokens import TokenCounting

RECIPES = ("factrecall_en", "factrecall_zh", "hotpotwikiqa_mixup", "cmrc_mixup")
ROUNDS = 3


class Times(NamedTuple):
    """The seconds of a round: preparations, planning in tokens, a byte written."""

    plain: float
    plain_byte: float
    tokens: float
    planning: float
    tokens_byte: float


def main(tokenizer: str, corpora: Path | None) -> None:
    """Measure each recipe at all of its levels, and print a line of figures for it."""
    from lvbuild.text.tokens import open_tokenizer

    counting = open_tokenizer(tokenizer)
    for recipe in RECIPES:
        rounds = [_round(recipe, tokenizer, corpora) for _ in range(ROUNDS)]
        times = Times(*(median(column) for column in zip(*rounds, strict=True)))
        levels, _, _ = _prepared(recipe, tokenizer, corpora)
        whole, count = _recounted(levels, counting)
        print(
            f"{recipe}: prepared in {times.plain:.2f} s, in tokens {times.tokens:.2f} s\n"
            f"  planning and exact lengths {times.planning:.3f} s, recounting {count / 1e6:.1f}M"
            f" tokens whole {whole:.1f} s: {whole / times.planning:.0f}x (bar: at least 20)\n"
            f"  a byte written takes {times.tokens_byte / times.plain_byte:.2f}x that of plain"
            " levels (bar: at most 10)"
        )


def _round(recipe: str, tokenizer: str, corpora: Path | None) -> Times:
    plain, plain_seconds, _ = _prepared(recipe, None, corpora)
    plain_byte = _written(plain)
    tokens, token_seconds, planning = _prepared(recipe, tokenizer, corpora)
    return Times(plain_seconds, plain_byte, token_seconds, planning, _written(tokens))


def _prepared(
    recipe: str, tokenizer: str | None, corpora: Path | None
) -> tuple[list[LevelFiles], float, float]:
    """Prepare a recipe; return also the seconds of that, and those of planning with lengths."""
    from lvbuild.core.options import BuildOptions
    from lvbuild.mixing import lengths
    from lvbuild.release.records import RecordSchema
    from lvbuild.release.writer import LevelFiles
    from lvbuild.tasks import haystack
    from lvbuild.tasks.gathering import gather

    options = BuildOptions(
        sample=corpora is None,
        corpora=corpora,
        tables=corpora is None or "mixup" not in recipe,
        unit="tokens" if tokenizer else None,
        tokenizer=tokenizer,
    )
    [source] = gather([recipe], options)
    planning, fit = 0.0, lengths.fit

    def timed(*steps: Any) -> LevelPlan:
        nonlocal planning
        begun = perf_counter()
        plan = fit(*steps)
        planning += perf_counter() - begun
        return plan

    with (
        patch.object(haystack, "fit", timed),
        patch.object(lengths, "fit", timed),
    ):
        started = perf_counter()
        prepared = source.prepare(source.file.recipe.ascending_levels)
        seconds = perf_counter() - started
    schema = RecordSchema.of(source.file.recipe, source.options)
    return [LevelFiles(text, schema) for text in prepared.levels.values()], seconds, planning


def _lines(levels: list[LevelFiles]) -> Iterable[bytes]:
    for files in levels:
        yield from files.records()


def _written(levels: list[LevelFiles]) -> float:
    """Return the seconds a byte of the records takes, hashing and disk aside."""
    started = perf_counter()
    size = sum(map(len, _lines(levels)))
    return (perf_counter() - started) / size


def _recounted(levels: list[LevelFiles], counting: TokenCounting) -> tuple[float, int]:
    """Return the seconds it takes to tokenise every record whole, and the tokens."""
    seconds, total = 0.0, 0
    for line in _lines(levels):
        record = json.loads(line)
        started = perf_counter()
        length = sum(map(counting.count, (record["input"], record["context"], *record["answers"])))
        seconds += perf_counter() - started
        assert length == record["length"]
        total += length
    return seconds, total


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
