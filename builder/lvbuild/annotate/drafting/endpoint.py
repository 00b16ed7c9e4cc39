"""An endpoint that speaks OpenAI's protocol of chat completions, and its answers kept by content.

The key comes from `LVBUILD_OPENAI_API_KEY` alone, so that nobody spends money by the key of another
program; it is never printed or kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from lvbuild.errors import BuildError, UsageError
from lvbuild.release.folder import put_file

if TYPE_CHECKING:
    from openai import OpenAI

KEY = "LVBUILD_OPENAI_API_KEY"
OPENAI = "https://api.openai.com/v1"
_TRIES = 5
"""Times that a request is sent again after a failure that may pass, ever later, or as late as the
server says."""


class SpentError(BuildError):
    """No more requests may be sent."""


class UnusableError(Exception):
    """The model answered, but with nothing that can be used: it refused, or was cut short."""


@dataclass
class Endpoint:
    """Where a model is asked. What it answered once is not asked again.

    `cache` is the folder of its answers; `left` how many requests may still be sent.
    """

    model: str
    base_url: str = OPENAI
    timeout: float = 120.0
    cache: Path | None = None
    left: int = 1_000
    sent: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)
    _client: OpenAI | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no address, as an empty variable of a shell is."""
        if not re.match(r"https?://[^/\s]+", self.base_url):
            raise UsageError(
                f"{self.base_url!r} is no address of an endpoint; expected such as"
                " http://127.0.0.1:8000/v1"
            )

    def ask(self, prompt: str) -> str:
        """Return the model's answer.

        Raises UnusableError, SpentError, and BuildError where the endpoint fails for good.
        """
        request = self._request(prompt)
        path = self._kept(request)
        if path is not None and path.is_file():
            answer: str = json.loads(path.read_bytes())["answer"]
            return answer
        with self._lock:
            if self.left <= 0:
                raise SpentError(
                    "all requests that --max-requests allows are sent; what was drafted stands:"
                    " run the same command again to go on"
                )
            self.left -= 1
            self.sent += 1
        answer = self._answer(request)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = {"base_url": self.base_url, "request": request, "answer": answer}
            put_file(path, json.dumps(content, ensure_ascii=False, indent=1).encode())
        return answer

    def keeps(self, prompt: str) -> bool:
        """Tell whether the answer to a prompt is kept, so that asking costs nothing."""
        path = self._kept(self._request(prompt))
        return path is not None and path.is_file()

    def forget(self, prompt: str) -> None:
        """Do not keep the answer to a prompt: it was of no use, and another may be."""
        path = self._kept(self._request(prompt))
        if path is not None:
            path.unlink(missing_ok=True)

    def _request(self, prompt: str) -> dict[str, object]:
        return {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0.7,
        }

    def _kept(self, request: Mapping[str, object]) -> Path | None:
        if self.cache is None:
            return None
        said = json.dumps([self.base_url, request], sort_keys=True, ensure_ascii=False)
        return self.cache / f"{hashlib.blake2b(said.encode(), digest_size=16).hexdigest()}.json"

    def _answer(self, request: Mapping[str, object]) -> str:
        import openai

        try:
            done = self._opened().chat.completions.create(**request)  # type: ignore[call-overload]
            choice = done.choices[0]
        except openai.OpenAIError as error:
            raise BuildError(f"{self.base_url}: {self._told(error)}") from error
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise UnusableError("the endpoint's answer is no chat completion") from error
        if choice.message.refusal or choice.finish_reason == "content_filter":
            raise UnusableError("the model refused to answer")
        if choice.finish_reason == "length":
            raise UnusableError("the answer was cut short")
        return choice.message.content or ""

    def _opened(self) -> OpenAI:
        from openai import DefaultHttpxClient
        from openai import OpenAI as Client

        with self._lock:
            if self._client is None:
                self._client = Client(
                    api_key=_key(self.base_url),
                    base_url=self.base_url,
                    timeout=self.timeout,
                    max_retries=_TRIES,
                    # A prompt goes where it was sent, and nowhere else.
                    http_client=DefaultHttpxClient(follow_redirects=False),
                )
            return self._client

    def _told(self, error: Exception) -> str:
        """Return what went wrong, in a line, without the key."""
        text = " ".join(str(error).split())
        key = os.environ.get(KEY)
        return (text.replace(key, "[key]") if key else text)[:300]


def _key(base_url: str) -> str:
    if key := os.environ.get(KEY):
        return key
    if base_url == OPENAI:
        raise UsageError(f"{KEY} is not set: it holds the key of {OPENAI}, or give --base-url")
    return "none"
