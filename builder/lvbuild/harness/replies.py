"""A model's replies, kept as they come: what was paid for is asked once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from lvbuild.core.endpoint import Endpoint, RefusedError, UnusableError
from lvbuild.core.resources import digest
from lvbuild.core.wording import number_of
from lvbuild.errors import BuildError, UsageError
from lvbuild.release.folder import check_outside
from lvbuild.score.outputs import without_thinking

Report = Callable[[int], None]
"""Takes how many requests are answered."""


class Request(NamedTuple):
    """What is asked: the prompt, about how many tokens it has, and how many may come back."""

    prompt: str
    tokens: int
    most: int


class Replies:
    """The replies of a model to prompts, in a file; each is on the disk before it is used.

    A line that an interrupted run left unfinished is passed over, and asked again. `empty` counts
    the replies in which the model said nothing. To `drop_thinking` is to yield what stands behind
    </think>; all is kept.
    """

    def __init__(self, path: Path, endpoint: Endpoint, *, drop_thinking: bool = False) -> None:
        self._endpoint = endpoint
        self._drop_thinking = drop_thinking
        self._lock = Lock()
        self._held: dict[str, str] = {}
        self._unusable: list[str] = []
        self.empty = 0
        check_outside(path.parent)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
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

    def missing(self, requests: Iterable[Request]) -> tuple[int, tuple[int, int]]:
        """Count the requests that were not answered yet, each once, and their tokens in and out."""
        found: dict[str, tuple[int, int]] = {}
        for one in requests:
            if (key := self._key(one)) not in self._held:
                found[key] = one.tokens, one.most
        return len(found), (sum(t for t, _ in found.values()), sum(m for _, m in found.values()))

    def ask(
        self, requests: Iterable[Request], at_once: int = 4, report: Report = lambda done: None
    ) -> Iterator[str]:
        """Yield the reply to each request, "" where the model says nothing.

        They are taken as they are needed: a few stand in memory. Raises SpentError, and BuildError
        where the endpoint fails for good, or at the end where something came back that is no reply:
        what was answered is kept, and nothing else is.
        """
        pool, done, waiting = ThreadPoolExecutor(at_once), 0, iter(requests)
        try:
            while together := [*islice(waiting, 8 * at_once)]:
                asked = {self._key(one): one for one in together}
                missing = [one for key, one in asked.items() if key not in self._held]
                for _ in pool.map(self._answer, missing):
                    report(done := done + 1)
                for one in together:
                    reply = self._held.get(self._key(one), "")
                    reply = without_thinking(reply) if self._drop_thinking else reply
                    self.empty += not reply.strip()
                    yield reply
            if self._unusable:
                raise BuildError(
                    f"{number_of(len(self._unusable), 'answer')} cannot be used"
                    f" ({self._unusable[0]}); the others are kept: run the same command again to"
                    " ask for these"
                )
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _answer(self, request: Request) -> None:
        try:
            reply = self._endpoint.ask(request.prompt, request.most)
        except RefusedError:
            reply = ""
        except UnusableError as error:
            self._unusable.append(str(error))
            return
        key = self._key(request)
        line = json.dumps({"prompt": key, "reply": reply}) + "\n"
        with self._lock:
            self._held[key] = reply
            self._file.write(line.encode())
            self._file.flush()
            os.fsync(self._file.fileno())

    def _key(self, request: Request) -> str:
        named = (self._endpoint.base_url, self._endpoint.model, str(request.most), request.prompt)
        return digest("\n".join(named).encode("utf-8", "replace"))
