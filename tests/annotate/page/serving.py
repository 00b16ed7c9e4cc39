"""A review page that is served here or by a process of its own, and a client that speaks to it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import NamedTuple
from urllib.parse import quote, urlencode

import uvicorn

from lvbuild.annotate.page.app import create_app, open_port
from lvbuild.annotate.review import Review
from lvbuild.annotate.workbench import Workbench
from tests.cli.running import environment


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    text: str
    headers: Mapping[str, str]


@dataclass
class Client:
    """A browser without a screen: an annotator's cookie, the page's token."""

    port: int
    annotator: str = "Ann Reader"
    token: str = ""

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, headers: Mapping[str, str] | None = None, **form: object) -> Answer:
        if not self.token:
            found = re.search(r'"X-Token": "([^"]+)"', self.get("/").text)
            assert found
            self.token = found[1]
        return self._ask("POST", path, urlencode(form), {"X-Token": self.token, **(headers or {})})

    def decide(self, version: str, decision: str = "accept", **form: object) -> Answer:
        return self.post(f"/row/{version}/decide", None, decision=decision, **form)

    def versions(self, number: int = 0, status: str = "draft") -> list[str]:
        """Return the versions of the rows of a question that have a status."""
        text = self.get(f"/q/{number}").text
        return re.findall(rf'<article class="row {status}"[^>]* data-version="(\w+)"', text)

    def _ask(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        cookie = {"Cookie": f"annotator={quote(self.annotator)}"} if self.annotator else {}
        try:
            connection.request(method, path, body, {**cookie, **headers})
            answer = connection.getresponse()
            return Answer(answer.status, answer.read().decode(), dict(answer.headers))
        finally:
            connection.close()


@contextmanager
def served_here(folder: Path, name: str = "english") -> Iterator[int]:
    """Serve a recipe's page in a thread of this process; yield the port."""
    bench = Workbench.open(folder / f"{name}.yaml", corpora=folder / "corpora", offline=True)
    held = open_port(0)
    port = held.getsockname()[1]
    config = uvicorn.Config(create_app(Review(bench), port), log_level="warning")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [held]})
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def served(
    folder: Path, *words: str, name: str = "english"
) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Serve a recipe's page by a process; yield the port and the process."""
    command = ["annotate", "serve", f"{name}.yaml", "--port", "0", "--corpora", "corpora"]
    with subprocess.Popen(
        [sys.executable, "-m", "lvbuild", *command, "--offline", *words],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            yield int(line.split(":")[2].split("/")[0]), process
        finally:
            process.kill()
