"""Measure how quickly the review page answers over 5,000 rows of a real corpus.

    python tests/benchmarks/reviewing.py FOLDER_OF_CORPORA

Prints the median and the slowest of the milliseconds of each kind of request. Bar: 100 ms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.annotate.page.serving import Client, served
from tests.benchmarks.checking import RECIPES, write_tables

BAR = 100
NAME = "hotpotwikiqa_mixup"
TIMES = 30


def main(corpora: Path) -> None:
    """Measure, and print a line a kind of request."""
    with TemporaryDirectory() as folder:
        rows = write_tables(Path(folder), NAME, RECIPES[NAME], corpora)
        (Path(folder) / "corpora").symlink_to(corpora.resolve())
        with served(Path(folder), name=NAME) as (port, _):
            client = Client(port)
            client.get("/")
            print(f"{NAME}: {rows:,} rows (bar: {BAR} ms)")
            questions = range(1, TIMES + 1)
            _report("a question", lambda n: client.get(f"/q/{n}"), questions)
            _report("the list", lambda _: client.get("/list"), questions)
            _report("a search", lambda _: client.get("/list?find=film"), questions)
            _report("rules of its rows", lambda n: client.get(f"/q/{n}/rules"), questions)
            versions = [client.versions(n)[0] for n in questions]
            _report("a concordance", lambda n: client.get(_of(versions[n - 1])), questions)
            decide = {"decision": "accept", "seconds": 1}
            _report(
                "a decision",
                lambda n: client.post(f"/row/{versions[n - 1]}/decide", None, q=n, **decide),
                questions,
            )
            _report("an undo", lambda n: client.post("/undo", None, q=n), questions)


def _of(version: str) -> str:
    return f"/row/{version}/concordance"


def _report(what: str, ask: Callable[[int], object], numbers: range) -> None:
    taken = []
    for number in numbers:
        started = perf_counter()
        ask(number)
        taken.append((perf_counter() - started) * 1000)
    print(f"  {what:<18} {median(taken):6.1f} ms, the slowest {max(taken):6.1f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
