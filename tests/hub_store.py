"""A server of the Hub's protocol that data sets are published to and loaded from, in this process.

It takes files as the Hub does, by batches of git-lfs and a commit, and serves what was committed.
`cut` says how many uploads end with a broken connection, `spoil` which file is committed otherwise,
`refuses` with which status it takes nothing.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

COMMIT = "c" * 40


@dataclass
class Store:
    """What the server holds: objects by their sha256, the committed files by their paths."""

    address: str = ""
    objects: dict[str, bytes] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    uploads: int = 0
    cut: int = 0
    spoil: str = ""
    refuses: int = 0


@contextmanager
def running_store() -> Iterator[Store]:
    """Serve an empty Hub on 127.0.0.1."""
    store = Store()
    handler = type("Handler", (_Handler,), {"store": store})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    store.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    store: Store

    def do_POST(self) -> None:
        body, path = self._body(), self.path.partition("?")[0]
        self.store.keys.add(self.headers.get("Authorization", ""))
        if path == "/api/validate-yaml":
            return self._json({"errors": [], "warnings": []})
        if self.store.refuses == 200:
            return self._json({})
        if self.store.refuses:
            return self._send(self.store.refuses, b"")
        if path == "/api/repos/create":
            asked = json.loads(body)
            self.store.settings |= asked
            name = f"{asked.get('organization') or 'me'}/{asked['name']}"
            return self._json({"url": f"{self.store.address}/datasets/{name}", "id": name})
        if "/preupload/" in path:
            told = [
                {
                    "path": each["path"],
                    "uploadMode": "lfs" if each["path"].endswith(".jsonl") else "regular",
                    "shouldIgnore": False,
                    "oid": None,
                }
                for each in json.loads(body)["files"]
            ]
            return self._json({"files": told})
        if path.endswith("/info/lfs/objects/batch"):
            return self._json({"transfer": "basic", "objects": self._batch(json.loads(body))})
        if "/commit/" in path:
            self._commit([json.loads(line) for line in body.splitlines()])
            repository = "/".join(path.split("/")[3:5])
            address = f"{self.store.address}/datasets/{repository}/commit/{COMMIT}"
            return self._json({"commitUrl": address, "commitOid": COMMIT, "success": True})
        if "/paths-info/" in path:
            asked = json.loads(body)["paths"]
            return self._json([self._entry(name) for name in asked if name in self.store.files])
        return self._send(404, b"")

    def do_PUT(self) -> None:
        if self.path.startswith("/objects/"):
            self.store.uploads += 1
            if self.store.cut:
                self.store.cut -= 1
                self.rfile.read(int(self.headers["Content-Length"]) // 2)
                self.connection.close()
                return
            self.store.objects[self.path.removeprefix("/objects/")] = self._body()
            self._send(200, b"")
        elif self.path.endswith("/settings"):
            self.store.settings |= json.loads(self._body())
            self._json({})

    def do_HEAD(self) -> None:
        self._get()

    def do_GET(self) -> None:
        self._get()

    def _get(self) -> None:
        path = unquote(self.path.partition("?")[0])
        if "/resolve/" in path:
            name = path.partition("/resolve/")[2].partition("/")[2]
            if name not in self.store.files:
                return self._send(404, b"", {"X-Error-Code": "EntryNotFound"})
            body = self.store.files[name]
            sha256 = hashlib.sha256(body).hexdigest()
            told = {"ETag": f'"{sha256}"', "X-Linked-Etag": f'"{sha256}"'}
            told |= {"X-Linked-Size": str(len(body)), "X-Repo-Commit": COMMIT}
            return self._send(200, body, told)
        if "/tree/" in path:
            inside = path.partition("/tree/")[2].partition("/")[2]
            names = [name for name in self.store.files if name.startswith(inside)]
            return self._json([self._entry(name) for name in sorted(names)])
        if path.startswith("/api/datasets/"):
            files = [{"rfilename": name} for name in sorted(self.store.files)]
            name = "/".join(path.split("/")[3:5])
            said: dict[str, Any] = {"id": name, "sha": COMMIT, "siblings": files, "tags": []}
            said |= {"private": False, "gated": False, "downloads": 0, "likes": 0, "_id": "1"}
            return self._json(said)
        return self._send(404, b"")

    def _batch(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        """Tell where to send what is not here yet."""
        return [
            {"oid": each["oid"], "size": each["size"]}
            if each["oid"] in self.store.objects
            else {
                **each,
                "actions": {"upload": {"href": f"{self.store.address}/objects/{each['oid']}"}},
            }
            for each in asked["objects"]
        ]

    def _commit(self, lines: list[dict[str, Any]]) -> None:
        files = self.store.files
        for line in lines:
            told = line["value"]
            if line["key"] == "file":
                files[told["path"]] = base64.b64decode(told["content"])
            elif line["key"] == "lfsFile":
                files[told["path"]] = self.store.objects[told["oid"]]
            elif line["key"] == "deletedFile":
                del files[told["path"]]
        if self.store.spoil:
            files[self.store.spoil] = b"{}\n"

    def _entry(self, name: str) -> dict[str, Any]:
        body = self.store.files[name]
        told: dict[str, Any] = {"type": "file", "path": name, "size": len(body), "oid": "0" * 40}
        if name.endswith(".jsonl"):
            sha256 = hashlib.sha256(body).hexdigest()
            told["lfs"] = {"oid": sha256, "size": len(body), "pointerSize": 100}
        return told

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def _json(self, told: object) -> None:
        self._send(200, json.dumps(told).encode(), {"Content-Type": "application/json"})

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing on stderr."""
