"""Pages of Wikipedia in the revisions that questions name, fetched one after the other."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lvbuild import __version__
from lvbuild.core.extras import require
from lvbuild.corpora.corpus import CorpusEntry
from lvbuild.corpora.fanoutqa import NOVEMBER, Reference, question_files, wanted_pages
from lvbuild.corpora.pages import TITLES, read_titles
from lvbuild.corpora.reading.files import RecordFiles
from lvbuild.errors import BuildError

API = "https://en.wikipedia.org/w/api.php"
ENDPOINT, CONTACT = "LVBUILD_WIKIPEDIA", "LVBUILD_CONTACT"
"""Another address of the interface; who fetches, as Wikipedia asks of programs to say."""
_TRIES = 6
_LONGEST_WAIT = 120.0
"""Seconds."""
_MAY_PASS = frozenset({408, 429, 500, 502, 503, 504})
_REFUSALS_THAT_PASS = frozenset({"maxlag", "ratelimited", "readonly"})
_NO_SUCH_REVISION = frozenset({"nosuchrevid", "missingtitle", "permissiondenied"})
_STEP = 25
"""Pages after which progress is reported."""

Report = Callable[[str], None]


def fetch_fanoutqa(entry: CorpusEntry, folder: Path, report: Report) -> None:
    """Fetch the pages of a folder's questions into it, as `pages/<id>-<revision>.html`.

    What is there already is not fetched again, so that it goes on where it was interrupted. A
    revision that Wikipedia has not becomes an empty file. Where a reference has no ids, its title
    is looked up as of the day of the others. Raises BuildError where the questions are missing, or
    where Wikipedia refuses or cannot be reached time and again.
    """
    part = "test" if entry.name.endswith("_test") else "dev"
    files = RecordFiles(folder, entry.layout)
    questions = [
        one for path in files.require(*question_files(part)) for one in files.objects(path)
    ]
    found = folder / TITLES
    titles = read_titles(json.loads(found.read_text("utf-8"))) if found.exists() else {}
    wanted = wanted_pages(questions)
    (folder / "pages").mkdir(exist_ok=True)
    with Wikipedia.open() as wikipedia:
        for number, page in enumerate(wanted, start=1):
            ids = page.pageid, page.revid
            if None in ids:
                if page.title not in titles:
                    titles[page.title] = wikipedia.ids_of(page)
                    _write(found, json.dumps(titles, ensure_ascii=False, sort_keys=True))
                ids = titles[page.title]
            path = folder / "pages" / f"{ids[0]}-{ids[1]}.html"
            if ids[1] and not path.exists():
                _write(path, wikipedia.page(ids[1]))
            if number % _STEP == 0 or number == len(wanted):
                report(f"{number:,} of {len(wanted):,} pages")


def _write(path: Path, text: str) -> None:
    """Write a file under a temporary name first: what stands is whole."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        raise BuildError(
            f"{path}: cannot be written ({error.strerror}); expected room for the pages: mend that"
            " and fetch again, which goes on from here"
        ) from error


@dataclass
class Wikipedia:
    """Wikipedia's interface, asked one thing at a time."""

    client: Any

    @classmethod
    def open(cls) -> Wikipedia:
        """Open it at its address, or at the one that LVBUILD_WIKIPEDIA names."""
        httpx = require("fetching pages of Wikipedia", "httpx", "wiki")
        contact = os.environ.get(CONTACT) or "https://pypi.org/project/lvbuild"
        agent = f"lvbuild/{__version__} ({contact}) httpx/{httpx.__version__}"
        address = os.environ.get(ENDPOINT) or API
        return cls(
            httpx.Client(
                base_url=address,
                headers={"User-Agent": agent},
                params={"format": "json", "formatversion": "2", "maxlag": "5"},
                follow_redirects=True,
                timeout=60,
            )
        )

    def __enter__(self) -> Wikipedia:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def page(self, revision: int) -> str:
        """Return a revision's HTML, "" where there is none."""
        answer = self._ask({"action": "parse", "oldid": str(revision), "prop": "text"})
        return str(answer["parse"]["text"]) if "parse" in answer else ""

    def ids_of(self, page: Reference) -> tuple[int, int]:
        """Return the id and the revision of a title as of the day of the questions, else zeros."""
        answer = self._ask(
            {
                "action": "query",
                "prop": "revisions",
                "rvprop": "ids",
                "rvlimit": "1",
                "rvstart": f"{NOVEMBER}T00:00:00Z",
                "redirects": "1",
                **({"pageids": str(page.pageid)} if page.pageid else {"titles": page.title}),
            }
        )
        for found in answer.get("query", {}).get("pages", ()):
            if revisions := found.get("revisions"):
                return found["pageid"], revisions[0]["revid"]
        return 0, 0

    def _ask(self, params: Mapping[str, str]) -> dict[str, Any]:
        """Return an answer; what may pass is asked again, later each time or when it says."""
        import httpx

        why = ""
        for attempt in range(_TRIES):
            later: str | None = None
            try:
                reply = self.client.get("", params=params)
                later = reply.headers.get("Retry-After")
                if reply.status_code not in _MAY_PASS:
                    answer = self._answer(reply)
                    code = answer.get("error", {}).get("code", "")
                    if code not in _REFUSALS_THAT_PASS:
                        return answer
                    why = f"it says {code}"
                else:
                    why = f"it replies {reply.status_code}"
            except httpx.TransportError as error:
                why = str(error) or type(error).__name__
            if attempt + 1 < _TRIES:
                time.sleep(_pause(later, attempt))
        raise BuildError(
            f"{self.client.base_url}: cannot be asked ({why}, {_TRIES} times): fetch again later,"
            " which goes on from here"
        )

    def _answer(self, reply: Any) -> dict[str, Any]:
        """Return what a reply holds; a revision that there is not is an answer without one."""
        try:
            answer = reply.json() if reply.is_success else None
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise BuildError(
                f"{self.client.base_url}: replies {reply.status_code} and no JSON; expected"
                f" MediaWiki's interface: mend {ENDPOINT}, or say who you are in {CONTACT}"
            )
        code = answer.get("error", {}).get("code", "")
        if code and code not in _NO_SUCH_REVISION | _REFUSALS_THAT_PASS:
            raise BuildError(
                f"{self.client.base_url}: refuses ({code}); expected an answer: see what"
                " Wikipedia's interface says of it"
            )
        return answer


def _pause(later: str | None, attempt: int) -> float:
    said = float(later) if later and later.isdecimal() else 2.0**attempt
    return min(said, _LONGEST_WAIT)
