"""A model behind an endpoint: what it is asked, and what it has to reply.

The endpoint speaks OpenAI's protocol of chat completions. The key comes from
`LVBUILD_OPENAI_API_KEY` alone, so that nobody spends money by the key of another program; it is
never printed or kept.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from lvbuild.core.extras import require
from lvbuild.core.model import LanguageCode
from lvbuild.errors import BuildError, UsageError
from lvbuild.languages import find_language

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
    """Where a model is asked; `left` is how many requests may still be sent."""

    model: str
    base_url: str = OPENAI
    timeout: float = 120.0
    left: int = 1_000
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no address, as an empty variable of a shell is; require `openai`."""
        require("a draft by a model", "openai", "draft")
        if not re.match(r"https?://[^/\s]+", self.base_url):
            raise UsageError(
                f"{self.base_url!r} is no address of an endpoint; expected such as"
                " http://127.0.0.1:8000/v1"
            )

    def ask(self, prompt: str) -> str:
        """Return the model's answer.

        Raises UnusableError, SpentError, and BuildError where the endpoint fails for good.
        """
        import openai

        with self._lock:
            if self.left <= 0:
                raise SpentError(
                    "all requests that --max-requests allows are sent; what was drafted stands:"
                    " run the same command again to go on"
                )
            self.left -= 1
        try:
            done = self._client.chat.completions.create(
                model=self.model, messages=[{"role": "user", "content": prompt}], temperature=0.7
            )
            choice = done.choices[0]
        except openai.OpenAIError as error:
            message, key = " ".join(str(error).split()), os.environ.get(KEY)
            shown = message.replace(key, "[key]") if key else message
            raise BuildError(f"{self.base_url}: {shown[:300]}") from error
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise UnusableError("the endpoint's answer is no chat completion") from error
        if choice.message.refusal or choice.finish_reason == "content_filter":
            raise UnusableError("the model refused to answer")
        if choice.finish_reason == "length":
            raise UnusableError("the answer was cut short")
        return choice.message.content or ""

    @cached_property
    def _client(self) -> OpenAI:
        import openai

        key = os.environ.get(KEY)
        if not key and self.base_url == OPENAI:
            raise UsageError(f"{KEY} is not set: it holds the key of {OPENAI}, or give --base-url")
        return openai.OpenAI(
            api_key=key or "none",
            base_url=self.base_url,
            timeout=self.timeout,
            max_retries=_TRIES,
            # A prompt goes where it was sent, and nowhere else.
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )


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
