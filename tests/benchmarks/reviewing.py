"""Measure how quickly the review page answers over 5,000 rows of a real corpus.

    python tests/benchmarks/reviewing.py FOLDER_OF_CORPORA

Prints the median and the slowest of the milliseconds of each kind of request, and fails where a
median is over the bar of 100 ms.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.annotate.page.serving import Answer, Client, served
from tests.benchmarks.checking import write_tables

BAR = 100
NAME = "hotpotwikiqa_mixup"
ORIGINALS = r"(?<![.!?] )(?<!\n)\b[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*|\b1[5-9]\d\d\b|\b[a-z]{10,}\b"
"""Names, years and terms, as tables have them: capitalised words that begin no sentence."""
TIMES = 30
WANTED = 12_000
"""The questions have not as many originals: there come to be over 5,000."""


def main(corpora: Path) -> bool:
    """Measure, print a line a kind of request, and return whether all are below the bar."""
    with TemporaryDirectory() as folder:
        rows = write_tables(Path(folder), NAME, ORIGINALS, corpora, WANTED)
        (Path(folder) / "corpora").symlink_to(corpora.resolve())
        with served(Path(folder), name=NAME) as (address, _):
            client = Client(address)
            listed = client.get("/").text
            print(f"{NAME}: {rows:,} rows (bar: {BAR} ms)")
            ids = [unescape(each) for each in re.findall(r'data-q="([^"]+)"', listed)]
            sound = {each: version for each in ids if (version := _sound(client, each))}
            ids = [*sound][: TIMES + 1]
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
            numbers = range(1, TIMES + 1)
            medians = [_report(what, ask, numbers) for what, ask in requests.items()]
    return max(medians) < BAR


def _sound(client: Client, question_id: str) -> str | None:
    """Return the version of a row of a question that may be accepted."""
    rows = client.question(question_id).text.split("<article")[1:]
    found = (re.search(r'data-version="(\w+)"', row) for row in rows if '"error"' not in row)
    return next((match[1] for match in found if match), None)


def _report(what: str, ask: Callable[[int], Answer], numbers: range) -> float:
    taken = []
    ask(0)
    for number in numbers:
        started = perf_counter()
        answer = ask(number)
        taken.append((perf_counter() - started) * 1000)
        if answer.status != 200:
            raise SystemExit(f"{what}: {answer.text[-500:]}")
    print(f"  {what:<18} {median(taken):6.1f} ms, the slowest {max(taken):6.1f} ms")
    return median(taken)


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1])) else f"a median is over {BAR} ms")
