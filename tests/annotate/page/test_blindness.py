"""A second annotator knows nothing of the first, whatever of the page he asks and does.

What can be asked is read off the pages themselves, by their links, buttons and forms; all paths of
the server have to be among it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from lvbuild.annotate.page.app import create_app
from lvbuild.annotate.review import Review
from tests.annotate.page.serving import ADA, Answer, Client, served_here
from tests.annotate.page.test_page import PASSAGE
from tests.annotate.worlds import workbench
from tests.rules.small_tables import fact, pair, write_world

_TYPED = {
    "original": "rye",
    "replacement": "oats",
    "fact": "The baker Rosa Quint was born in a mill on the Orwell.",
    "subject": "Rosa Quint",
    "keywords": "Tamble",
}
"""What is typed into fields that are empty; into others a word."""


class Request(NamedTuple):
    """A request that a page makes: its method, path and fields."""

    method: str
    path: str
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """Its fields as an annotator fills them."""
        words = {name: text or _TYPED.get(name, "baker") for name, text in self.fields}
        if self.path == "/select":  # a question is dropped, or else corrected
            words |= {"question": "", "answers": "", "keywords": "", "reason": ""}
        return words

    def sent(self, client: Client) -> Answer:
        """Send it."""
        if self.method == "POST":
            return client.post(self.path, None, **self.words)
        return client.get(self.path + ("?" + urlencode(self.fields) if self.fields else ""))


class _Page(HTMLParser):
    """The requests of a page, without those to elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[Request, None] = {}
        self._form: tuple[str, str] | None = None
        self._fields: dict[str, list[str]] = {}
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        asked = [("POST", given["hx-post"])] if "hx-post" in given else []
        asked += [("GET", given[name]) for name in ("hx-get", "href", "src") if name in given]
        if tag == "form":
            [self._form], self._fields = asked, {}
        elif asked and asked[0][1].startswith("/"):
            fields = json.loads(given.get("hx-vals", "{}"))
            self.found[Request(*asked[0], tuple(fields.items()))] = None
        if tag == "mark" and "data-form" in given:
            self.found[Request("POST", "/cover", (("form", given["data-form"]),))] = None
        name = given.get("name", "")
        if self._form and tag in {"input", "textarea", "button"} and name:
            self._fields.setdefault(name, [given.get("value", "")])
        if tag == "select" and self._form:
            self._select, self._fields[name] = name, []
        if tag == "option" and self._select:
            self._fields[self._select].append(given["value"])

    def handle_endtag(self, tag: str) -> None:
        self._select = "" if tag == "select" else self._select
        if tag == "form" and self._form:
            first = {name: values[0] for name, values in self._fields.items()}
            for name, values in [("", [""]), *self._fields.items()]:
                for value in values:
                    fields = {**first, name: value} if name else first
                    self.found[Request(*self._form, tuple(fields.items()))] = None
            self._form = None


def asked_of(text: str) -> Iterator[Request]:
    """Yield the requests that a page makes."""
    yield from _Page(text).found


def plain(answer: Answer) -> tuple[int, str, Mapping[str, str]]:
    """Return what of an answer does not tell the time."""
    headers = {name: text for name, text in answer.headers.items() if name != "date"}
    return answer.status, re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", answer.text), headers


def walked(client: Client) -> dict[Request, Answer]:
    """Ask all that pages lead to; return the answers, those of changes not among them."""
    found: dict[Request, Answer] = {}
    left = [Request("GET", "/")]
    while left:
        request = left.pop()
        if request not in found and request.method == "GET":
            found[request] = request.sent(client)
            left += asked_of(found[request].text)
    return found


def changes_of(*pages: Answer) -> list[Request]:
    """Return the changes that pages offer, each once."""
    every = (each for answer in pages for each in asked_of(answer.text))
    return list(dict.fromkeys(each for each in every if each.method == "POST"))


def decide_everything(ann: Client) -> set[str]:
    """Make every change that a page offers, until nothing waits; return their paths."""
    done: set[str] = set()
    paths = {each.path for each in changes_of(ann.get("/"))}
    for path in sorted(paths, key=lambda path: (path == "/decide", path)):
        for request in (each for each in changes_of(ann.get("/")) if each.path == path):
            if request.sent(ann).status == 200:
                done.add(path)
                break
    for version in ann.versions():
        ann.decide(version, despite=1)
    for version in ann.versions():
        ann.decide(version, "reject", reason="pair-wrong-kind")
    assert ann.versions() == []
    return done


def test_a_second_annotator_gets_the_same_bytes_whatever_the_first_did(tmp_path: Path) -> None:
    answers: list[list[object]] = []
    for name in ("alone", "second"):
        folder = tmp_path / name
        folder.mkdir()
        told = fact(*(_TYPED[name] for name in ("fact", "subject")), passage=PASSAGE)
        write_world(folder, english_confusing_facts=[told])
        planted = [pair("Kent", "Surrey", kind="place")]
        with served_here(folder, share=1, planted=planted) as address:
            bo = Client(address, "Bo")
            before = walked(bo)
            changes = changes_of(Client(address, "").get("/"), *before.values())
            if name == "second":
                done = decide_everything(Client(address, "Ann"))
                assert done == {each.path for each in changes} - {"/name"}
                pages = walked(bo)
                assert [*pages] == [*before]
                for request, answer in pages.items():
                    assert plain(answer) == plain(before[request]), request
            found: list[object] = []
            for change in changes:
                found += [change, plain(change.sent(bo)), plain(bo.post("/undo"))]
            for version in bo.versions():
                found.append(plain(bo.decide(version, despite=1)))
            answers.append([*found, *(plain(each) for each in walked(bo).values())])
    for alone, second in zip(*answers, strict=True):
        assert alone == second
    review = Review(workbench(tmp_path / "alone"))
    known = {str(vars(route)["path"]) for route in create_app(review, 1, "s").routes}
    paths = {each.path.partition("?")[0] for each in (*before, *changes)}
    assert {re.sub("^/static/.*", "/static/{name}", path) for path in paths} == known
    assert ADA in {dict(each.fields).get("q", ADA) for each in before}


def test_a_second_annotator_sees_needles_as_they_were_whatever_the_first_did(
    tmp_path: Path,
) -> None:
    write_world(tmp_path)
    with served_here(tmp_path, "needles", share=1) as address:
        ann, bo = Client(address, "Ann"), Client(address, "Bo")
        before = walked(bo)
        assert "Who hid the salt" in before[Request("GET", "/")].text
        for version in ann.versions():
            ann.decide(version, "reject", reason="pair-wrong-kind", q="needle:salt")
        assert not workbench(tmp_path, "needles").used("needles")
        for request, answer in walked(bo).items():
            assert plain(answer) == plain(before[request]), request
