"""A review page that is served here or by a process of its own, and a client that speaks to it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import uvicorn

from lvbuild.annotate.page.app import create_app, open_port
from lvbuild.annotate.review import Review
from lvbuild.annotate.rows import read_controls
from lvbuild.annotate.workbench import Workbench
from tests.cli.running import environment

ADA = "hotpotqa:ada"
"""The first question of the small English recipe."""


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    text: str
    headers: Mapping[str, str]


class Address(NamedTuple):
    """Where a page is served, and the secret that lets in."""

    port: int
    secret: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.secret}"


@dataclass
class Client:
    """A browser without a screen: the page's cookies and origin."""

    address: Address
    annotator: str = "Ann Reader"
    language: str = "en"

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, headers: Mapping[str, str] | None = None, **form: object) -> Answer:
        origin = {"Origin": f"http://127.0.0.1:{self.address.port}"}
        return self._ask("POST", path, urlencode({"q": ADA, **form}), {**origin, **(headers or {})})

    def decide(self, versions: str, decision: str = "accept", **form: object) -> Answer:
        return self.post("/decide", None, rows=versions, decision=decision, **form)

    def question(self, question_id: str = "") -> Answer:
        return self.get(f"/question?q={quote(question_id)}")

    def versions(self, question_id: str = "", status: str = "draft") -> list[str]:
        """Return the versions of the rows of a question that have a status."""
        text = self.question(question_id).text
        return re.findall(rf'<article class="row {status}"[^>]* data-version="(\w+)"', text)

    def _ask(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.address.port, timeout=120)
        cookies = {f"lvbuild-{self.address.port}": self.address.secret, "language": self.language}
        cookies |= {"annotator": quote(self.annotator)} if self.annotator else {}
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        try:
            connection.request(method, path, body, {**cookie, **headers})
            answer = connection.getresponse()
            return Answer(answer.status, answer.read().decode(), dict(answer.headers))
        finally:
            connection.close()


@contextmanager
def served_here(
    folder: Path, name: str = "english", share: float = 0, planted: Sequence[object] = ()
) -> Iterator[Address]:
    """Serve a recipe's page in a thread of this process; yield its address.

    Planted rows of replacements are to be rejected.
    """
    bench = Workbench.open(folder / f"{name}.yaml", corpora=folder / "corpora", offline=True)
    lines = [{"table": "replacements", "row": row, "right": "reject"} for row in planted]
    review = Review(bench, share, read_controls(lines, bench))
    held = open_port(0)
    address = Address(held.getsockname()[1], "a-secret")
    config = uvicorn.Config(create_app(review, *address), log_level="warning")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [held]})
    thread.start()
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def served(
    folder: Path, *words: str, name: str = "english", **to: Any
) -> Iterator[tuple[Address, subprocess.Popen[str]]]:
    """Serve a recipe's page by a process; yield its address and the process."""
    command = ["annotate", "serve", f"{name}.yaml", "--port", "0", "--corpora", "corpora"]
    with subprocess.Popen(
        [sys.executable, "-m", "lvbuild", *command, "--offline", *words],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        **to,
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            found = re.match(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", line)
            assert found, line
            yield Address(int(found[1]), found[2]), process
        finally:
            process.kill()
