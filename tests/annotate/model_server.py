"""A server that speaks the protocol of chat completions, and fails in the ways that servers do."""

from __future__ import annotations

import gzip
import json
import select
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-a-secret-of-mine"


@dataclass
class ModelServer:
    """A running server. `answers` are given in turn, the last one again and again.

    An answer is a text, or a number: that status of HTTP; "slow" comes when nobody waits any more,
    "refusal" refuses, "cut" ends before its end, 307 leads to `location`, "broken" is no
    completion, "leaky" an error that tells the key. "trickle" comes byte by byte and "trickling
    head" line by line, "endless" as fast as it is read, all three until nobody reads on; "packed"
    is an answer that is compressed. One that begins with "parts" is sent in two of them. The first
    answers are held until `held_until` requests are there at once.
    """

    answers: list[str | int]
    address: str = ""
    location: str = ""
    prompts: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    sent: int = 0
    at_once: int = 0
    most_at_once: int = 0
    held_until: int = 1
    lock: threading.Condition = field(default_factory=threading.Condition)

    def next(self) -> str | int:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def running_model(*answers: str | int) -> Iterator[ModelServer]:
    """Serve on a port of its own of 127.0.0.1."""
    model = ModelServer(list(answers))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with model.lock:
                model.at_once += 1
                model.most_at_once = max(model.most_at_once, model.at_once)
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                model.prompts.append(body["messages"][0]["content"])
                model.headers.append({k.lower(): v for k, v in self.headers.items()})
                model.times.append(time.monotonic())
                answer = model.next()
                model.lock.notify_all()
                model.lock.wait_for(lambda: model.most_at_once >= model.held_until, timeout=60)
            time.sleep(0.02)  # one more than is allowed would be seen
            with model.lock:
                model.at_once -= 1
            with suppress(BrokenPipeError, ConnectionResetError):
                self._answer(answer)

        def _answer(self, answer: str | int) -> None:
            if answer in {"trickle", "trickling head", "endless"}:
                self._go_on(answer)
            if answer == "slow":
                select.select([self.connection], [], [], 60)  # readable when the asker leaves
            status = answer if isinstance(answer, int) else 401 if answer == "leaky" else 200
            message: dict[str, Any] = {"role": "assistant", "content": answer, "refusal": None}
            finish = "stop"
            if answer == "refusal":
                message |= {"content": None, "refusal": "I cannot do that."}
            if answer == "cut":
                message["content"], finish = '{"facts": [{"fa', "length"
            if isinstance(answer, str) and answer.startswith("parts"):
                halves = answer[:4], answer[4:]
                message["content"] = [{"type": "text", "text": half} for half in halves]
            choice = {"index": 0, "message": message, "finish_reason": finish}
            reply: dict[str, Any] = {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [choice],
            }
            if answer == "broken":
                reply = {"choices": []}
            if status != 200:
                reply = {"error": {"message": f"bad key {KEY}" if status == 401 else "no"}}
            content = json.dumps(reply).encode()
            if answer == "packed":
                content = gzip.compress(content)
            self.send_response(status)
            if answer == "packed":
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            if status == 429:
                self.send_header("Retry-After", "1")
            if status == 307:
                self.send_header("Location", model.location)
            self.end_headers()
            self.wfile.write(content)

        def _go_on(self, answer: str | int) -> None:
            """Send what has no end."""
            self.send_response(200)
            if answer != "trickling head":
                self.end_headers()
            while answer == "endless":
                self.wfile.write(b" " * 2**16)
                model.sent += 2**16
            part = b"X-A: b\r\n" if answer == "trickling head" else b" "
            self.flush_headers()
            while True:
                self.wfile.write(part)
                time.sleep(0.1)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.address = f"http://127.0.0.1:{server.server_port}/v1"
    # It looks so often whether it is to end: every half a second, a test would wait for that.
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
