"""A model that is right about every other record, as a function and behind a local server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import lvbuild


def answers_by_prompt(release: Path) -> Mapping[str, str]:
    """Return what the model answers to each prompt of a release."""
    opened = lvbuild.open_release(release)
    records = [one for name in opened.configurations for one in opened.records(name)]
    return {
        opened.prompt(record).text: record.fields["answers"][0] if number % 2 else "It was nobody."
        for number, record in enumerate(records)
    }


@contextmanager
def served(answers: Mapping[str, str]) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """Serve chat completions on 127.0.0.1; yield the address and the bodies of requests so far."""
    bodies: list[dict[str, object]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            bodies.append(body)
            content = body["messages"][-1]["content"]
            prompt = content if isinstance(content, str) else content[0]["text"]
            message = {"role": "assistant", "content": answers.get(prompt, "an unknown prompt")}
            reply = {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "m",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
            sent = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", bodies
    finally:
        server.shutdown()
        server.server_close()
