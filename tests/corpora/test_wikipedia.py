"""Pages are fetched one at a time, in the revisions that are meant, and never twice."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from lvbuild.cli.main import program
from lvbuild.corpora import wikipedia
from lvbuild.corpora.catalogue import corpus_entry, fetch_corpus
from lvbuild.corpora.fanoutqa import MISSING
from lvbuild.errors import BuildError, MissingCorpusError
from tests.corpora.opening import opener
from tests.corpora.test_fanoutqa import ADA, BEN, LIST, QUESTION, TBD, evidence, leaf, write

HTML = {10: "<p>Ada and Ben.</p>", 20: "<p>Ada is of Oldtown.</p>", 41: "<p>Cid.</p>"}

Reply = tuple[int, dict[str, str], Any]


class Handler(BaseHTTPRequestHandler):
    """Answers as MediaWiki does; `troubles` are what it replies first."""

    troubles: ClassVar[list[Reply]] = []
    asked: ClassVar[list[dict[str, str]]] = []
    agents: ClassVar[set[str]] = set()
    busy = Lock()

    def do_GET(self) -> None:
        assert self.busy.acquire(blocking=False), "two requests at a time"
        try:
            query = {key: held[0] for key, held in parse_qs(urlsplit(self.path).query).items()}
            self.asked.append(query)
            self.agents.add(self.headers["User-Agent"])
            status, headers, answer = self.troubles.pop(0) if self.troubles else self.answer(query)
            body = json.dumps(answer).encode()
        finally:
            self.busy.release()
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self, query: dict[str, str]) -> Reply:
        if query["action"] == "query":
            assert query["rvstart"] == "2023-11-20T00:00:00Z"
            known = query.get("titles") == "Cid"
            found = {"pageid": 4, "revisions": [{"revid": 41}]} if known else {"missing": True}
            return 200, {}, {"query": {"pages": [found]}}
        revision = int(query["oldid"])
        if revision not in HTML:
            return 200, {}, {"error": {"code": "nosuchrevid"}}
        return 200, {}, {"parse": {"text": HTML[revision]}}

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Serve pages on this machine; return the pauses that were made between requests."""
    Handler.troubles, Handler.asked, Handler.agents = [], [], set()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv(wikipedia.ENDPOINT, f"http://127.0.0.1:{server.server_port}/w/api.php")
    made: list[float] = []
    monkeypatch.setattr(time, "sleep", made.append)
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of questions: one has a title without ids, one a revision that is gone."""
    other = {
        **QUESTION,
        "id": "q2",
        "decomposition": [
            leaf("e", "Who is Cid?", "Cid", evidence("Cid", TBD, TBD)),
            leaf("f", "Who is Dot?", "Dot", evidence("Dot", TBD, TBD)),
        ],
    }
    monkeypatch.setenv("LVBUILD_CORPORA", str(tmp_path))
    return write(tmp_path / "fanoutqa", QUESTION, other, cached=False)


def revisions() -> list[str]:
    return [each["oldid"] for each in Handler.asked if each["action"] == "parse"]


def test_pages_are_written_by_id_and_revision_and_what_is_gone_is_empty(
    folder: Path, pauses: list[float]
) -> None:
    lines: list[str] = []
    assert fetch_corpus("fanoutqa", report=lines.append) == folder
    held = {path.name: path.read_text("utf-8") for path in (folder / "pages").glob("*.html")}
    assert held == {
        "1-10.html": HTML[10],
        "2-20.html": HTML[20],
        "3-30.html": "",
        "4-41.html": HTML[41],
    }
    titles = json.loads((folder / "pages/titles.json").read_text("utf-8"))
    assert titles == {"Cid": [4, 41], "Dot": [0, 0]}
    assert lines == ["5 of 5 pages"]
    assert pauses == []
    assert {each.partition("/")[0] for each in Handler.agents} == {"lvbuild"}
    corpus = opener("fanoutqa")(folder)
    assert corpus.document("fanoutqa:2").text == "Ada is of Oldtown."
    assert dict(corpus.left_out()) == {
        "fanoutqa:q1": MISSING,
        "fanoutqa:q2": MISSING,
    }


def test_what_is_there_is_not_asked_for_again(folder: Path, pauses: list[float]) -> None:
    (folder / "pages").mkdir()
    (folder / "pages/1-10.html").write_text("<p>Ada and Ben, kept.</p>", "utf-8")
    fetch_corpus("fanoutqa")
    assert revisions() == ["20", "30", "41"]
    asked = len(Handler.asked)
    fetch_corpus("fanoutqa")
    assert len(Handler.asked) == asked
    assert "kept" in (folder / "pages/1-10.html").read_text("utf-8")


def test_an_interrupted_fetch_goes_on_where_it_was(folder: Path, pauses: list[float]) -> None:
    down: Reply = (503, {}, {})
    answer: Reply = (200, {}, {"parse": {"text": HTML[10]}})
    Handler.troubles = [answer, *[down] * wikipedia._TRIES]
    with pytest.raises(BuildError, match=r"replies 503, 6 times.*goes on from here"):
        fetch_corpus("fanoutqa")
    assert [path.name for path in (folder / "pages").iterdir()] == ["1-10.html"]
    assert pauses == [1, 2, 4, 8, 16]
    Handler.asked.clear()
    fetch_corpus("fanoutqa")
    assert revisions() == ["20", "30", "41"]


def test_a_refusal_that_passes_is_waited_out_as_long_as_it_says(
    folder: Path, pauses: list[float]
) -> None:
    Handler.troubles = [
        (429, {"Retry-After": "7"}, {}),
        (200, {"Retry-After": "5"}, {"error": {"code": "maxlag"}}),
        (200, {"Retry-After": "9999"}, {"error": {"code": "ratelimited"}}),
    ]
    fetch_corpus("fanoutqa")
    assert pauses == [7, 5, wikipedia._LONGEST_WAIT]
    assert (folder / "pages/1-10.html").read_text("utf-8") == HTML[10]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        ((403, {}, {}), "replies 403 and no JSON"),
        ((200, {}, "page"), "replies 200 and no JSON"),
        ((200, {}, {"error": {"code": "badvalue"}}), r"refuses \(badvalue\)"),
    ],
)
def test_a_refusal_that_stays_is_one_error(
    folder: Path, pauses: list[float], reply: Reply, message: str
) -> None:
    Handler.troubles = [reply]
    with pytest.raises(BuildError, match=message):
        fetch_corpus("fanoutqa")
    assert pauses == []


def test_nobody_at_the_address_is_one_error(
    folder: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(wikipedia.ENDPOINT, "http://127.0.0.1:9/w/api.php")
    with pytest.raises(BuildError, match="cannot be asked"):
        fetch_corpus("fanoutqa")


def test_without_questions_there_is_nothing_to_fetch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    monkeypatch.setenv("LVBUILD_CORPORA", str(tmp_path))
    monkeypatch.setenv("LVBUILD_CACHE", str(tmp_path / "cache"))
    with pytest.raises(MissingCorpusError, match=r"fanout-final-dev\.json"):
        fetch_corpus("fanoutqa")
    assert Handler.asked == []


def test_the_command_prints_the_folder_and_tells_how_far_it_is(
    folder: Path, pauses: list[float]
) -> None:
    done = CliRunner().invoke(program, ["corpora", "fetch", "fanoutqa"])
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{folder}\n"
    assert done.stderr == "5 of 5 pages\n"


def test_who_fetches_may_say_so(
    folder: Path, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(wikipedia.CONTACT, "ada@example.org")
    fetch_corpus("fanoutqa")
    assert any("(ada@example.org)" in agent for agent in Handler.agents)
    assert {LIST["title"], ADA["title"], BEN["title"]} == {"List", "Ada", "Ben"}
    assert corpus_entry("fanoutqa_test").fetcher == corpus_entry("fanoutqa").fetcher
