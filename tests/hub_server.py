"""A small server that speaks the Hub's protocol as far as huggingface_hub needs it for a data set.

Run as a program with a repository's name, a commit and a folder of its files; it prints its
address, then each request it answers, a line each. `damage` in the folder's settings file tells
how the server misbehaves: "hash" states a wrong sha256, "break" ends a body half-way.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SETTINGS = "settings.json"


@dataclass
class HubServer:
    """A running server, as a test sees it."""

    address: str
    folder: Path
    log: Path
    _seen: int = field(default=0)

    def damage(self, kind: str) -> None:
        """Make it misbehave from now on: "hash", "break", or "" for not at all."""
        (self.folder / SETTINGS).write_text(json.dumps({"damage": kind}))

    def requests(self) -> list[str]:
        """Return the data set's requests since the last call, such as `GET data/a.parquet`."""
        lines = self.log.read_text().splitlines()[1:]
        new, self._seen = lines[self._seen :], len(lines)
        return new


@contextmanager
def running_hub(repository: str, commit: str, folder: Path, log: Path) -> Iterator[HubServer]:
    """Serve the files of a folder as a data set of one commit, on a port of its own."""
    command = [sys.executable, __file__, repository, commit, str(folder), str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield HubServer(process.stdout.readline().strip(), folder, log)
        finally:
            process.terminate()


class Handler(BaseHTTPRequestHandler):
    """Answers for one repository at one commit."""

    protocol_version = "HTTP/1.1"
    repository: str
    commit: str
    folder: Path
    log: Path

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        file_prefix = f"/datasets/{self.repository}/resolve/{self.commit}/"
        tree_prefix = f"/api/datasets/{self.repository}/tree/{self.commit}"
        path = self.path.split("?")[0]
        if path.startswith(file_prefix):
            self._note(path.removeprefix(file_prefix))
            self._send_file(self.folder / path.removeprefix(file_prefix), with_body=with_body)
        elif path.startswith(tree_prefix):
            self._note("tree")
            self._send_tree()
        else:  # another repository, or what the library asks about itself: not noted
            self._send(404, b"", {"X-Error-Code": "RepoNotFound"})

    def _send_file(self, path: Path, *, with_body: bool) -> None:
        if not path.is_file():
            return self._send(404, b"", {"X-Error-Code": "EntryNotFound"})
        body, damage = path.read_bytes(), self._damage()
        sha256 = "0" * 64 if damage == "hash" else hashlib.sha256(body).hexdigest()
        headers = {
            "ETag": f'"{sha256}"',
            "X-Linked-Etag": f'"{sha256}"',
            "X-Linked-Size": str(len(body)),
            "X-Repo-Commit": self.commit,
            "Accept-Ranges": "bytes",
        }
        asked = self.headers.get("Range", "")
        start = int(asked.removeprefix("bytes=").split("-")[0]) if with_body and asked else 0
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        kept = len(body) // 2 if damage == "break" and with_body else None
        return self._send(206 if start else 200, body[start:], headers, with_body, kept)

    def _send_tree(self) -> None:
        files = sorted(path for path in self.folder.rglob("*.parquet"))
        entries = [
            {
                "type": "file",
                "oid": "0" * 40,
                "size": path.stat().st_size,
                "path": path.relative_to(self.folder).as_posix(),
            }
            for path in files
        ]
        self._send(200, json.dumps(entries).encode(), {"Content-Type": "application/json"})

    def _send(
        self,
        status: int,
        body: bytes,
        headers: dict[str, str],
        with_body: bool = True,
        kept: int | None = None,
    ) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body[:kept])
        self.close_connection = kept is not None

    def _damage(self) -> str:
        settings = self.folder / SETTINGS
        return str(json.loads(settings.read_text())["damage"]) if settings.exists() else ""

    def _note(self, what: str) -> None:
        with self.log.open("a") as log:
            log.write(f"{self.command} {what}{' resumed' if 'Range' in self.headers else ''}\n")

    def log_message(self, *args: object) -> None:
        """Say nothing on stderr."""


def main() -> None:
    repository, commit, folder, log = sys.argv[1:]
    Handler.repository, Handler.commit = repository, commit
    Handler.folder, Handler.log = Path(folder), Path(log)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Handler.log.write_text("started\n")
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
