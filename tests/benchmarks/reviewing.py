"""Measure what answers of the review page cost over 5,000 rows of a real corpus, and over 500.

    python tests/benchmarks/reviewing.py FOLDER_OF_CORPORA

Prints the median of the processor's milliseconds that each kind of request takes, the client's
included, with few rows and with many, and how much more it is. Fails where an answer's cost grows
faster than the rows: the list has a line for every question, all else is of one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from html import unescape
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.annotate.page.serving import Answer, Client, served_here
from tests.benchmarks.checking import write_tables

NAME = "hotpotwikiqa_mixup"
ORIGINALS = r"(?<![.!?] )(?<!\n)\b[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*|\b1[5-9]\d\d\b|\b[a-z]{10,}\b"
"""Names, years and terms, as tables have them: capitalised words that begin no sentence."""
TIMES = 30
WANTED = (240, 12_000)
"""The questions have not as many originals: there come to be over 500 and 5,000."""


def main(corpora: Path) -> bool:
    """Measure, print a line a kind of request, and return whether none grows as the rows do."""
    (few, before), (many, after) = (_measured(corpora, wanted) for wanted in WANTED)
    print(f"{NAME}: {few:,} rows, {many:,} rows, which are {many / few:.1f} times as many")
    for what, taken in after.items():
        growth = taken / before[what]
        print(f"  {what:<18} {before[what]:6.1f} ms, {taken:6.1f} ms, {growth:4.1f} times as much")
    return all(taken / before[what] < many / few for what, taken in after.items())


def _measured(corpora: Path, wanted: int) -> tuple[int, dict[str, float]]:
    """Return how many rows there are, and the median milliseconds of each kind of request."""
    with TemporaryDirectory() as folder:
        rows = write_tables(Path(folder), NAME, ORIGINALS, corpora, wanted)
        (Path(folder) / "corpora").symlink_to(corpora.resolve())
        with served_here(Path(folder), name=NAME) as address:
            client = Client(address)
            listed = client.get("/").text
            ids = [unescape(each) for each in re.findall(r'data-q="([^"]+)"', listed)]
            found = ((each, _sound(client, each)) for each in ids)
            sound = dict(islice(((each, row) for each, row in found if row), TIMES + 1))
            ids = [*sound]
            names, versions = [quote(each) for each in ids], [sound[each] for each in ids]
            requests: dict[str, Callable[[int], Answer]] = {
                "a question": lambda n: client.get(f"/question?q={names[n]}"),
                "the list": lambda _: client.get("/list"),
                "a search": lambda _: client.get("/list?find=film"),
                "a filter": lambda _: client.get("/list?state=mine&kind=date"),
                "warned rows": lambda _: client.get("/list?state=warned"),
                "a concordance": lambda n: client.get(f"/concordance?rows={versions[n]}"),
                "a decision": lambda n: client.decide(versions[n], q=ids[n], despite=1, seconds=1),
                "an undo": lambda n: client.post("/undo", None, q=ids[n]),
            }
            numbers = range(1, len(ids))
            return rows, {what: _cost(what, ask, numbers) for what, ask in requests.items()}


def _sound(client: Client, question_id: str) -> str | None:
    """Return the version of a row of a question that may be accepted."""
    rows = client.question(question_id).text.split("<article")[1:]
    found = (re.search(r'data-version="(\w+)"', row) for row in rows if '"error"' not in row)
    return next((match[1] for match in found if match), None)


def _cost(what: str, ask: Callable[[int], Answer], numbers: range) -> float:
    taken = []
    ask(0)
    for number in numbers:
        started = process_time()
        answer = ask(number)
        taken.append((process_time() - started) * 1000)
        if answer.status != 200:
            raise SystemExit(f"{what}: {answer.text[-500:]}")
    return median(taken)


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1])) else "an answer's cost grows faster than the rows")
