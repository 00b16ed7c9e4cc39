"""A model behind an endpoint.

The endpoint speaks OpenAI's protocol of chat completions. It is sent what stands here alone, over
plain HTTP: a client that is made for it would add what it finds in the variables of other programs.
The key comes from `LVBUILD_OPENAI_API_KEY` alone, so that nobody spends money by the key of another
program; it is never printed or kept.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from time import sleep
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, BeforeValidator, Field

from lvbuild import __version__
from lvbuild.core.extras import require
from lvbuild.errors import BuildError, UsageError

KEY = "LVBUILD_OPENAI_API_KEY"
OPENAI = "https://api.openai.com/v1"
_TRIES = 5
"""Times that a request is sent again after a failure that may pass, ever later, or as late as the
server says; once where no whole reply came in time."""
_LONGEST_WAIT = 60.0
"""Seconds."""
_MOST_BYTES = 8 * 2**20
_MAY_PASS = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
_OK, _FIRST_ERROR = 200, 300
_MOST_PORTS = 2**16


_REMEDIES = {
    400: "; a prompt may be too long for the model, or more tokens asked for than it has",
    401: f"; {KEY} has to hold the key of this address",
    403: f"; {KEY} has to hold a key that may ask this model",
    404: "; check the address and the model's name",
}
"""What helps where a server refuses for good, by its status."""


class SpentError(BuildError):
    """No more requests may be sent."""


class UnusableError(Exception):
    """What came back cannot be used."""


class RefusedError(UnusableError):
    """The model has nothing to say: it refused, or was cut short."""


def _sendable(text: str) -> str:
    """Return a text with ? for what no UTF-8 has: a lone surrogate cannot be sent or written."""
    return text.encode("utf-8", "replace").decode()


_Text = Annotated[
    str, BeforeValidator(lambda value: _sendable(value) if isinstance(value, str) else value)
]


class _Part(BaseModel):
    text: _Text = ""


class _Message(BaseModel):
    content: _Text | list[_Part] | None = None
    refusal: _Text | None = None

    @property
    def text(self) -> str:
        """What the model says; some servers send it in parts."""
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class Completion(BaseModel):
    """What a server answers to a prompt, as it comes from an endpoint or stands in a batch."""

    choices: Annotated[list[_Choice], Field(min_length=1)]

    @property
    def text(self) -> str:
        """What the model says."""
        return self.choices[0].message.text


class _Reply(NamedTuple):
    """What a server sends: its status of HTTP, what stands in it, when it may be asked again."""

    status: int
    content: bytes
    retry_after: str


@dataclass
class Endpoint:
    """Where a model is asked; `left` is how many requests may still be sent.

    At a `temperature` of 0 its answers vary least. A reply has to be whole in `timeout` seconds,
    from the first byte that is sent.
    """

    model: str
    base_url: str = OPENAI
    timeout: float = 120.0
    left: int = 1_000
    temperature: float = 0.7
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no address, as an empty variable of a shell is; require `httpx`."""
        require("asking a model", "httpx", "draft")
        if not self.model or " ".join(self.model.split()) != self.model:
            raise UsageError(f"{self.model!r} is no model's name; give one as the endpoint has it")
        if "@" in self.base_url:  # it would be printed, as all that follows prints it
            raise UsageError(f"an endpoint's address holds no password; set {KEY} to its key")
        if not _is_address(self.base_url):
            raise UsageError(
                f"{self.base_url!r} is no address of an endpoint; expected such as"
                " http://127.0.0.1:8000/v1"
            )

    def ask(self, prompt: str, max_tokens: int | None = None) -> str:
        """Return the model's answer, of so many tokens at most: it is cut there, and no failure.

        Raises RefusedError, UnusableError where it is no chat completion, SpentError, and
        BuildError where the endpoint fails for good.
        """
        with self._lock:
            if self.left <= 0:
                raise SpentError(
                    "all requests that --max-requests allows are sent; what was answered stands:"
                    " run the same command again to go on"
                )
            self.left -= 1
        messages = [{"role": "user", "content": _sendable(prompt)}]
        asked = {"model": self.model, "messages": messages, "temperature": self.temperature}
        content = self._send(asked | ({"max_tokens": max_tokens} if max_tokens else {}))
        try:
            choice = Completion.model_validate(json.loads(content)).choices[0]
        except (ValueError, RecursionError) as error:
            raise UnusableError("the endpoint's answer is no chat completion") from error
        if choice.message.refusal or choice.finish_reason == "content_filter":
            raise RefusedError("the model refused to answer")
        if choice.finish_reason == "length" and not max_tokens:
            raise RefusedError("the answer was cut short")
        return choice.message.text

    def _send(self, body: Mapping[str, Any]) -> bytes:
        """Return what is replied, at last; raise BuildError where the endpoint fails for good."""
        import httpx

        number = 0
        while True:
            wait, tries, remedy = min(0.5 * 2**number, 8.0), _TRIES, ""
            try:
                reply = asyncio.run(self._post(body))
            except (TimeoutError, httpx.TimeoutException):
                failure, tries = f"no whole reply came within {self.timeout:g} seconds", 1
            except (httpx.TransportError, OSError) as error:
                failure = str(error) or type(error).__name__
            else:
                if reply.status == _OK:
                    return reply.content
                failure = f"{reply.status}: {_error_of(reply.content)}"
                tries = _TRIES if reply.status in _MAY_PASS else 0
                remedy = _REMEDIES.get(reply.status, "")
                with suppress(ValueError):  # it may be a date
                    wait = min(max(wait, float(reply.retry_after)), _LONGEST_WAIT)
            if number >= tries:
                key = os.environ.get(KEY)
                shown = failure.replace(key, "[key]") if key else failure
                raise BuildError(f"{self.base_url}: {shown[:300]}{remedy}")
            sleep(wait)
            number += 1

    async def _post(self, body: Mapping[str, Any]) -> _Reply:
        """Send a request once; raise TimeoutError, and BuildError for a reply without an end."""
        import httpx

        address = f"{self.base_url.rstrip('/')}/chat/completions"
        # Redirects are not followed: a prompt goes where it was sent, and nowhere else.
        async with (
            asyncio.timeout(self.timeout),
            httpx.AsyncClient(timeout=self.timeout, headers=self._headers()) as client,
            client.stream("POST", address, json=body) as reply,
        ):
            content = bytearray()
            async for part in reply.aiter_raw():  # what is packed could unpack to any size
                content += part
                if len(content) > _MOST_BYTES:
                    most = f"{_MOST_BYTES // 2**20} MB"
                    raise BuildError(f"{self.base_url}: the reply has over {most}; no answer has")
            return _Reply(reply.status_code, bytes(content), reply.headers.get("retry-after", ""))

    def _headers(self) -> dict[str, str]:
        key = os.environ.get(KEY)
        if not key and self.base_url == OPENAI:
            raise UsageError(f"{KEY} is not set: it holds the key of {OPENAI}, or give --base-url")
        if key and not re.fullmatch("[!-~]+", key):
            raise UsageError(f"{KEY} holds a space or what no key has; set it anew")
        sent = {"Accept-Encoding": "identity", "User-Agent": f"lvbuild/{__version__}"}
        return sent | ({"Authorization": f"Bearer {key}"} if key else {})


def _is_address(text: str) -> bool:
    import httpx

    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    is_web = url.scheme in {"http", "https"} and bool(url.host)
    return is_web and not re.search(r"\s", text) and (url.port or 1) < _MOST_PORTS


def _error_of(content: bytes) -> str:
    """Return in one line what a server says of a failure."""
    text = content.decode("utf-8", "replace")
    with suppress(ValueError, LookupError, TypeError, RecursionError):
        text = str(json.loads(text)["error"]["message"])
    return " ".join(text.split())
