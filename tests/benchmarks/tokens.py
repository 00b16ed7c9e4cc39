"""Measure needles counted in the tokens of a tokenizer.json against what nobody can do without.

    python tests/benchmarks/tokens.py [RECORDS [CORPORA]]

Builds needle_single_en at 128k tokens over the invented world, or over the books of a folder of
corpora, in a process of its own each time: without anything kept, then with what that kept, then
another level beside it and another variant.
Prints the processor's seconds of each, and how they stand to those of one process that reads the
haystack's tokens once, and writes and hashes the same bytes. Bar: 1.5 for the first two; the first
makes the invented world besides.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.processes import run_python, with_count
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


def main(records: str = "500", corpora: str = "") -> None:
    """Measure, and print a line for each build."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        tokenizer = write_json(folder)
        recipe = with_count(folder, NAME, int(records))
        kept = {"LVBUILD_CACHE": f"{folder}/cache", "LVBUILD_CACHE_SIZE": "1000"}
        common = [
            "-m",
            "lvbuild",
            "recipe",
            str(recipe),
            *(["--corpora", corpora] if corpora else ["--sample"]),
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
            arguments = [*common, *options, "--out", f"{folder}/{number}"]
            took[told] = run_python(arguments, kept).processor
        data = folder / f"0/data/{NAME}_{LEVEL}.jsonl"
        haystack = folder / "haystack"
        haystack.write_text("\n\n".join(contexts(data)), encoding="utf-8")
        files = map(str, (tokenizer, haystack, data, folder / "written"))
        least = run_python(["-c", LEAST, *files], kept).processor
    print(f"{records} records of {LEVEL} tokens, {least:.2f} s for tokens once and the same bytes")
    for told, each in took.items():
        print(f"  {told:<16} {each:6.2f} s   {each / least:5.2f}")


def contexts(data: Path) -> list[str]:
    """Return the contexts of two records, which are as much as a haystack is read for."""
    with data.open(encoding="utf-8") as file:
        return [json.loads(next(file))["context"] for _ in range(2)]


if __name__ == "__main__":
    main(*sys.argv[1:])
