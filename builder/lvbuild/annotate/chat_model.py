"""A model behind an endpoint: what it is asked, and what it has to reply.

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
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field

from lvbuild import __version__
from lvbuild.core.extras import require
from lvbuild.core.model import LanguageCode
from lvbuild.errors import BuildError, UsageError
from lvbuild.languages import find_language

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


class SpentError(BuildError):
    """No more requests may be sent."""


class UnusableError(Exception):
    """The model answered, but with nothing that can be used: it refused, or was cut short."""


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    choices: Annotated[list[_Choice], Field(min_length=1)]


class _Reply(NamedTuple):
    """What a server sends: its status of HTTP, what stands in it, when it may be asked again."""

    status: int
    content: bytes
    retry_after: str


@dataclass
class Endpoint:
    """Where a model is asked; `left` is how many requests may still be sent.

    A reply has to be whole in `timeout` seconds, from the first byte that is sent.
    """

    model: str
    base_url: str = OPENAI
    timeout: float = 120.0
    left: int = 1_000
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no address, as an empty variable of a shell is; require `httpx`."""
        require("a draft by a model", "httpx", "draft")
        if not _is_address(self.base_url):
            raise UsageError(
                f"{self.base_url!r} is no address of an endpoint; expected such as"
                " http://127.0.0.1:8000/v1"
            )

    def ask(self, prompt: str) -> str:
        """Return the model's answer.

        Raises UnusableError, SpentError, and BuildError where the endpoint fails for good.
        """
        with self._lock:
            if self.left <= 0:
                raise SpentError(
                    "all requests that --max-requests allows are sent; what was drafted stands:"
                    " run the same command again to go on"
                )
            self.left -= 1
        messages = [{"role": "user", "content": prompt}]
        content = self._send({"model": self.model, "messages": messages, "temperature": 0.7})
        try:
            choice = _Completion.model_validate_json(content).choices[0]
        except ValueError as error:
            raise UnusableError("the endpoint's answer is no chat completion") from error
        if choice.message.refusal or choice.finish_reason == "content_filter":
            raise UnusableError("the model refused to answer")
        if choice.finish_reason == "length":
            raise UnusableError("the answer was cut short")
        return choice.message.content or ""

    def _send(self, body: Mapping[str, Any]) -> bytes:
        """Return what is replied, at last; raise BuildError where the endpoint fails for good."""
        import httpx

        number = 0
        while True:
            wait, tries = min(0.5 * 2**number, 8.0), _TRIES
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
                with suppress(ValueError):  # it may be a date
                    wait = min(max(wait, float(reply.retry_after)), _LONGEST_WAIT)
            if number >= tries:
                key = os.environ.get(KEY)
                shown = failure.replace(key, "[key]") if key else failure
                raise BuildError(f"{self.base_url}: {shown[:300]}")
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


_PLACE = re.compile(r"\{(\w+)\}")


def read_prompt(table: str, language: LanguageCode, folder: Path | None = None) -> str:
    """Return the prompt of a table; one in a user's folder, `en/TABLE.txt`, comes first.

    Raises UsageError where that one cannot be read, or there is none in the language.
    """
    name = f"{language}/{table}.txt"
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder}: is no folder of prompts; it holds such as {name}")
    if folder is not None and (own := folder / name).exists():
        try:
            return own.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{own}: cannot be read as UTF-8 text ({error})") from error
    shipped = files("lvbuild.annotate").joinpath("prompts", name)
    if not shipped.is_file():
        spoken = find_language(language).name
        raise UsageError(f"no prompt is in {spoken}; give a folder that holds {name} by --prompts")
    return shipped.read_text(encoding="utf-8")


def filled(prompt: str, values: Mapping[str, str]) -> str:
    """Return a prompt with its places, such as `{question}`, filled in; other braces stay."""
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), prompt)


_REPLIES = {
    "confusing_facts": ("facts", ("fact", "subject", "passage", "answer")),
    "replacements": ("replacements", ("original", "replacement", "alternatives", "kind")),
    "needles": ("needles", ("id", "fact", "question", "answers", "keywords")),
    "abstracts": ("abstracts", ("abstract",)),
    "questions": ("questions", ("question", "answers", "evidence")),
}
"""The key of each table's reply, and the fields that are taken of what stands in its list."""


def read_reply(table: str, answer: str) -> Sequence[dict[str, Any]]:
    """Return the fields of the rows that an answer drafts; whether they are rows is not checked.

    Raises UnusableError that says why there are none.
    """
    key, names = _REPLIES[table]
    for opening in re.finditer(r"[{\[]", answer):  # words or fences may stand around it
        with suppress(ValueError, RecursionError):
            reply = json.JSONDecoder().raw_decode(answer, opening.start())[0]
            break
    else:
        raise UnusableError("it is no JSON")
    drafts = reply.get(key) if isinstance(reply, dict) else None
    if not isinstance(drafts, list) or not drafts:
        raise UnusableError(f"it has no list {key!r} with something in it")
    if not all(isinstance(draft, dict) for draft in drafts):
        raise UnusableError(f"{key!r} holds what is no object")
    return [{name: _one_line(draft[name]) for name in names if name in draft} for draft in drafts]


def _one_line(value: Any) -> Any:
    if isinstance(value, list):
        return [_one_line(part) for part in value]
    return " ".join(value.split()) if isinstance(value, str) else value
