"""Measure needles counted in the tokens of a tokenizer.json against what nobody can do without.

    python tests/benchmarks/tokens.py [RECORDS]

Builds needle_single_en at 128k tokens over the invented world, in a process of its own each time:
without anything kept, then with what that kept, then another level beside it and another variant.
Prints the processor's seconds of each, and how they stand to those of one process that reads the
haystack's tokens once, and writes and hashes the same bytes. Bar: 1.5 for the first two; the first
makes the invented world besides.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.vocabularies import write_json

NAME, LEVEL = "needle_single_en", "128k"
LEAST = """
import hashlib, pathlib, sys
from tokenizers import Tokenizer
tokenizer, haystack, data, out = map(pathlib.Path, sys.argv[1:])
Tokenizer.from_file(str(tokenizer)).encode_batch(haystack.read_text().split("\\n\\n"))
sha256 = hashlib.sha256()
with out.open("wb") as file:
    for line in data.open("rb"):
        file.write(line)
        sha256.update(line)
"""


def main(records: str = "500") -> None:
    """Measure, and print a line for each build."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        tokenizer = write_json(folder)
        recipe = written(folder, records)
        kept = {"LVBUILD_CACHE": f"{folder}/cache", "LVBUILD_CACHE_SIZE": "1000"}
        common = [
            "-m",
            "lvbuild",
            "recipe",
            str(recipe),
            "--sample",
            "--unit",
            "tokens",
            "--workers",
            "1",
        ]
        common += ["--tokenizer", str(tokenizer)]
        builds = {
            "first": ["--levels", LEVEL],
            "the same again": ["--levels", LEVEL],
            "another level": ["--levels", "64k"],
            "another variant": ["--levels", LEVEL, "--variant", "other"],
        }
        took = {}
        for number, (told, options) in enumerate(builds.items()):
            took[told] = seconds([*common, *options, "--out", f"{folder}/{number}"], kept)
        data = folder / f"0/data/{NAME}_{LEVEL}.jsonl"
        haystack = folder / "haystack"
        haystack.write_text("\n\n".join(contexts(data)), encoding="utf-8")
        files = map(str, (tokenizer, haystack, data, folder / "written"))
        least = seconds(["-c", LEAST, *files], {})
    print(f"{records} records of {LEVEL} tokens, {least:.2f} s for tokens once and the same bytes")
    for told, each in took.items():
        print(f"  {told:<16} {each:6.2f} s   {each / least:5.2f}")


def written(folder: Path, records: str) -> Path:
    """Write the recipe with another count beside its tables; return its path."""
    from lvbuild.core.resources import shipped

    text = (shipped("recipes") / f"{NAME}.yaml").read_text(encoding="utf-8")
    lines = [
        f"count: {records}" if line.startswith("count:") else line for line in text.split("\n")
    ]
    for kind in ("recipes", "annotations"):
        (folder / kind).mkdir()
    (folder / "annotations" / NAME).symlink_to(shipped("annotations") / NAME)
    path = folder / f"recipes/{NAME}.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def contexts(data: Path) -> list[str]:
    """Return the contexts of two records, which are as much as a haystack is read for."""
    with data.open(encoding="utf-8") as file:
        return [json.loads(next(file))["context"] for _ in range(2)]


def seconds(arguments: list[str], variables: Mapping[str, str]) -> float:
    """Run Python with arguments; return the seconds that the processor took for it."""
    before = os.times()
    subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system


if __name__ == "__main__":
    main(*sys.argv[1:])
