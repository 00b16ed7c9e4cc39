"""Measure what is kept in the cache: builds without it, that fill it, and that find it filled.

    python tests/benchmarks/preparing.py [FOLDER_OF_CORPORA]

Prints, for each recipe, the processor's seconds of whole processes, the least of three runs each,
and how the others stand to the one without a cache. Bars: a build that fills the cache takes at
most 1.1 times as long, one that finds it filled at most half; the bytes are the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.builds import hashes

RUNS = 3
SAMPLES = [("factrecall_zh", "16k"), ("hotpotwikiqa_mixup", "16k")]
REAL = [("factrecall_zh", "16k"), ("hotpotwikiqa_mixup", "16k"), ("cmrc_mixup", "16k")]


def main(corpora: str = "") -> None:
    """Measure, and print a line a recipe."""
    print("recipe                no cache   fills it     finds it     help")
    start = min(seconds(["--help"], {}) for _ in range(RUNS))
    for recipe, level in REAL if corpora else SAMPLES:
        source = ["--corpora", corpora] if corpora else ["--sample"]
        command = ["recipe", recipe, "--levels", level, "--limit", "25", *source, "--workers", "1"]
        times: dict[str, list[float]] = {"without": [], "first": [], "second": []}
        for _ in range(RUNS):
            with TemporaryDirectory() as folder:
                kept = {"LVBUILD_CACHE": f"{folder}/cache", "LVBUILD_CACHE_SIZE": "1000"}
                for name, each in times.items():
                    given = kept | ({"LVBUILD_CACHE_SIZE": "0"} if name == "without" else {})
                    out = f"{folder}/{name}"
                    each.append(seconds([*command, "--out", out], given))
                without, first, second = (hashes(Path(folder, name)) for name in times)
                assert without == first == second, f"{recipe}: the bytes differ"
        least = {name: min(each) for name, each in times.items()}
        shown = (f"{least[name]:5.2f} s ({least[name] / least['without']:.2f})" for name in least)
        print(f"{recipe:<20}", *shown, f"{start:.2f} s", sep="  ")


def seconds(arguments: Sequence[str], variables: Mapping[str, str]) -> float:
    """Run the command line; return the seconds that the processor took for it."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "lvbuild", *arguments],
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = os.times()
    return (
        after.children_user
        + after.children_system
        - (before.children_user + before.children_system)
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
