"""An S3 server on this machine, whose answers to writes may be spoilt."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Thread
from time import sleep
from typing import Any

Fault = Callable[[Mapping[str, Any], Callable[..., Any]], Iterable[bytes] | None]
"""Answers a request, or None where it goes on to the server."""


class Server:
    """The server: its address, what becomes of the next writes of records, what was written."""

    def __init__(self) -> None:
        from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
        from werkzeug.serving import make_server

        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self._app = DomainDispatcherApplication(create_backend_app)
        self._server = make_server("127.0.0.1", 0, self._answer, threaded=True)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self.faults: list[Fault] = []
        self.written: list[str] = []
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()

    def _answer(self, environ: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if environ["REQUEST_METHOD"] in {"PUT", "POST"}:
            if self.faults and "/data/" in path:
                answer = self.faults.pop(0)(environ, start)
                if answer is not None:
                    return answer
            self.written.append(path)
        answered: Iterable[bytes] = self._app(environ, start)
        return answered


def refuse(environ: Mapping[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Refuse a write as a server does that has too much to do."""
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start("503 Slow Down", [("Content-Type", "application/xml")])
    return [b"<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>"]


def forbid(environ: Mapping[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Refuse a write for good."""
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start("403 Forbidden", [("Content-Type", "application/xml")])
    return [b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"]


def wait(environ: Mapping[str, Any], start: Callable[..., Any]) -> None:
    """Let a write wait."""
    sleep(1)


def cut(environ: Mapping[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Cut the connection in the middle of a write."""
    environ["wsgi.input"].read(min(1000, int(environ.get("CONTENT_LENGTH") or 0)))
    environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    return []


@contextmanager
def s3_server() -> Iterator[tuple[Server, dict[str, str]]]:
    """Run a server; yield it and the variables by which programs find it."""
    server = Server()
    yield (
        server,
        {
            "AWS_ACCESS_KEY_ID": "nobody",
            "AWS_SECRET_ACCESS_KEY": "nothing",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": server.address,
        },
    )
    server.close()
