"""A model's replies, kept as they come: what was paid for is asked once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock

from lvbuild.core.endpoint import Endpoint, UnusableError
from lvbuild.core.resources import digest
from lvbuild.errors import UsageError


class Replies:
    """The replies of a model to prompts, in a file; each is on the disk before it is used.

    A line that an interrupted run left unfinished is passed over, and asked again.
    """

    def __init__(self, path: Path, endpoint: Endpoint) -> None:
        self._path = path
        self._endpoint = endpoint
        self._lock = Lock()
        self._held: dict[str, str] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise UsageError(f"{path}: cannot be written ({error.strerror})") from error
        self._file.seek(0)
        last = b"\n"
        for last in self._file:
            with suppress(ValueError, KeyError, TypeError):
                told = json.loads(last)
                self._held[told["prompt"]] = str(told["reply"])
        if not last.endswith(b"\n"):
            self._file.write(b"\n")

    def __enter__(self) -> Replies:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def missing(self, prompts: Sequence[str]) -> list[str]:
        """Return the prompts that were not answered yet, each once."""
        return [one for one in dict.fromkeys(prompts) if self._key(one) not in self._held]

    def ask(
        self, prompts: Sequence[str], at_once: int, report: Callable[[int], None]
    ) -> Iterator[str]:
        """Yield the reply to each prompt, "" where the model gives none that can be used.

        Raises SpentError, and BuildError where the endpoint fails for good: what was answered
        before is kept.
        """
        missing = self.missing(prompts)
        pool = ThreadPoolExecutor(at_once)
        try:
            for done, _ in enumerate(pool.map(self._answer, missing), start=1):
                report(done)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        yield from (self._held[self._key(one)] for one in prompts)

    def _answer(self, prompt: str) -> None:
        try:
            # A lone surrogate, as a text may hold, cannot be sent.
            reply = self._endpoint.ask(prompt.encode("utf-8", "replace").decode())
        except UnusableError:
            reply = ""
        line = json.dumps({"prompt": self._key(prompt), "reply": reply}) + "\n"
        with self._lock:
            self._held[self._key(prompt)] = reply
            self._file.write(line.encode())
            self._file.flush()
            os.fsync(self._file.fileno())

    def _key(self, prompt: str) -> str:
        named = (self._endpoint.base_url, self._endpoint.model, prompt)
        return digest("\n".join(named).encode("utf-8", "replace"))
