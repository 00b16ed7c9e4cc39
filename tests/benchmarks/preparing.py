"""Measure builds without the cache, that fill it, and that find it filled; workers; start-up.

    python tests/benchmarks/preparing.py [--corpora FOLDER] [--before CHECKOUT] [--levels LEVELS]

Prints three tables, of whole processes, all within one run. For recipes the processor's seconds,
the least of three runs each, against a build without a cache (with `--before` also of another
checkout), and the seconds until a build that finds the cache filled writes its first bytes. Bars:
the first build at most half of what it took before there was a cache, 1 s to the first bytes. For
the LV-Eval family of the sample world, at the levels that are named (all: 3.7 GB), MB/s with one
worker and with two. Bars: 150 MB/s the first time, 300 MB/s the second, two workers 1.7 times one.
For the start the processor's seconds. Bars: `--help` 0.2 s, `plan` of fact recall 1 s. Bytes are
the same in all builds of one recipe.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.builds import hashes

ROOT = Path(__file__).parents[2]
RUNS = 3
RECIPES = ["factrecall_zh", "hotpotwikiqa_mixup", "cmrc_mixup"]
SAMPLES = RECIPES[:2]


class Took(NamedTuple):
    """What a process took: the processor's seconds, all seconds, and those to the first bytes."""

    processor: float
    clock: float
    begun: float


def run(
    arguments: Sequence[str], cache: str, out: str = "", *, size: int = 2000, checkout: Path = ROOT
) -> Took:
    """Run the command line of a checkout; `cache` is a folder, `size` its bound in megabytes."""
    variables = {
        "LVBUILD_CACHE": cache,
        "LVBUILD_CACHE_SIZE": str(size),
        "PYTHONPATH": f"{checkout / 'builder'}:{checkout}",
    }
    before, started, begun = os.times(), time.perf_counter(), 0.0
    process = subprocess.Popen(
        [sys.executable, "-m", "lvbuild", *arguments, *(["--out", out] if out else [])],
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while out and process.poll() is None and not begun:
        if Path(out, "data").is_dir() and any(Path(out, "data").iterdir()):
            begun = time.perf_counter() - started
        time.sleep(0.01)
    if process.wait():
        raise SystemExit(f"lvbuild {' '.join(arguments)} failed")
    after = os.times()
    used = after.children_user + after.children_system
    used -= before.children_user + before.children_system
    return Took(used, time.perf_counter() - started, begun)


def show_recipes(corpora: str, before: str) -> None:
    """Print a line a recipe: builds in turn without a cache, that fill it, and that find it."""
    print("recipe, 16k            processor's seconds (against none); seconds to the first bytes")
    for recipe in RECIPES if corpora else SAMPLES:
        source = ["--corpora", corpora] if corpora else ["--sample"]
        command = ["recipe", recipe, "--levels", "16k", *source, "--workers", "1"]
        took: defaultdict[str, list[Took]] = defaultdict(list)
        for _ in range(RUNS):
            with TemporaryDirectory() as folder:
                cache = f"{folder}/cache"
                if before:
                    there = Path(before)
                    took["before"].append(run(command, folder, f"{folder}/0", checkout=there))
                took["none"].append(run(command, cache, f"{folder}/none", size=0))
                for name in ("first", "second"):
                    took[name].append(run(command, cache, f"{folder}/{name}"))
                none, *others = (hashes(Path(folder, n)) for n in ("none", "first", "second"))
                assert all(other == none for other in others), f"{recipe}: the bytes differ"
        least = {name: min(each.processor for each in builds) for name, builds in took.items()}
        shown = (f"{name} {least[name]:.2f} ({least[name] / least['none']:.2f})" for name in least)
        begun = min(each.begun for each in took["second"])
        print(f"{recipe:<20}", *shown, f"{begun:.2f} s", sep="  ", flush=True)


def show_workers(levels: str) -> None:
    """Print the rates of the family with one worker and with two, without and with the cache."""
    command = ["recipe", "lveval", "--sample", *(["--levels", levels] if levels else [])]
    rates: dict[tuple[str, int], float] = {}
    with TemporaryDirectory() as folder:
        written = []
        for workers in (1, 2):
            for name in ("first", "second"):
                out = f"{folder}/{name}-{workers}"
                took = run([*command, "--workers", str(workers)], f"{folder}/{workers}", out)
                size = sum(path.stat().st_size for path in Path(out, "data").iterdir())
                rates[name, workers] = size / 1e6 / took.clock
                written.append(hashes(Path(out)))
                print(
                    f"lveval, {size / 1e6:,.0f} MB, {workers} workers, {name} build:"
                    f" {took.clock:.1f} s, {took.processor:.1f} s of processors,"
                    f" {rates[name, workers]:.0f} MB/s",
                    flush=True,
                )
                for path in Path(out, "data").iterdir():
                    path.unlink()  # gigabytes
        assert all(each == written[0] for each in written), "the bytes differ"
    for name in ("first", "second"):
        print(f"two workers to one, {name} build: {rates[name, 2] / rates[name, 1]:.2f}")


def show_start() -> None:
    """Print what it takes to start."""
    with TemporaryDirectory() as folder:
        told = min(run(["--help"], folder).processor for _ in range(RUNS))
        print(f"--help: {told:.2f} s")
        for recipe in ("factrecall_en", "factrecall_zh"):
            plan = ["plan", recipe, "--sample"]
            first = run(plan, folder).processor
            second = min(run(plan, folder).processor for _ in range(RUNS))
            print(f"plan {recipe} --sample: {first:.2f} s, the second time {second:.2f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpora", default="")
    parser.add_argument("--before", default="")
    parser.add_argument("--levels", default="")
    given = parser.parse_args()
    show_start()
    show_recipes(given.corpora, given.before)
    show_workers(given.levels)
