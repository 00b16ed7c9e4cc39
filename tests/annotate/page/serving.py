"""A review page that is served by a process of its own, and a client that speaks to it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlencode

from tests.cli.running import environment


@dataclass
class Answer:
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
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, headers: Mapping[str, str] | None = None, **form: object) -> Answer:
        if not self.token:
            found = re.search(r'"X-Token": "([^"]+)"', self.get("/").text)
            assert found
            self.token = found[1]
        return self._ask("POST", path, urlencode(form), {"X-Token": self.token, **(headers or {})})

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
def served(
    folder: Path, *words: str, name: str = "english"
) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Serve a recipe's page on a free port; yield the port and the process."""
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
