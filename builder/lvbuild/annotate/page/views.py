"""What the page's forms say."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from math import isnan
from typing import Any, get_args
from urllib.parse import parse_qs, unquote

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import DictLoader, Environment

from lvbuild.annotate.page.question import PlacedFact, placed_facts, question_values
from lvbuild.annotate.page.texts import concordance
from lvbuild.annotate.review import GoneError, Review
from lvbuild.annotate.shown import TABLES, ShownQuestion
from lvbuild.errors import LvbuildError
from lvbuild.tables.rows import Kind, ReplacementRow

_MOST_BODY = 256 * 1024
_LONGEST_NUMBER = 10
_LISTS = {"alternatives", "answers"}
FIELDS: Mapping[str, tuple[str, ...]] = {
    "replacements": (
        *("original", "replacement", "alternatives", "plural", "kind", "everywhere", "note"),
    ),
    "confusing_facts": ("fact", "subject", "home", "note"),
    "answer_keywords": ("keywords", "note"),
    "needles": ("fact", "question", "answers", "keywords", "note"),
}
"""The fields that can be edited, by table."""


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form; one that is too long has none."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BODY:
            return {}
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=50)
    return {name: values[-1] for name, values in fields.items()}


def row_fields(form: Mapping[str, str], table: str) -> dict[str, Any]:
    """Return the fields of a row that a form says."""
    fields: dict[str, Any] = {}
    for name in FIELDS[table]:
        text = form.get(name, "").strip()
        if name in _LISTS:
            fields[name] = [part.strip() for part in text.splitlines() if part.strip()]
        elif name == "everywhere":
            fields[name] = bool(text)
        else:
            fields[name] = text
    return fields


def seconds_of(form: Mapping[str, str]) -> float:
    """Return the seconds that a decision took, as the page counted them: a day at most."""
    try:
        seconds = float(form.get("seconds", "0"))
    except ValueError:
        return 0.0
    return 0.0 if isnan(seconds) else min(max(seconds, 0.0), 86_400.0)


def number_of(form: Mapping[str, str]) -> int:
    """Return the number of the question that a form is sent from, the first for none."""
    number = form.get("q", "")
    return int(number) if number.isdecimal() and len(number) < _LONGEST_NUMBER else 0


LANGUAGES = ("en", "zh")
_MOST_LISTED = 400


@cache
def _held(folder: str) -> dict[str, str]:
    """Return the texts of a folder of the page, by name."""
    found = files("lvbuild.annotate.page").joinpath(folder).iterdir()
    return {each.name: each.read_text(encoding="utf-8") for each in found if each.is_file()}


class Views:
    """Answers the requests that change nothing, and renders what all are answered with."""

    def __init__(self, review: Review, annotator: str | None) -> None:
        self._review = review
        self._annotator = annotator
        self._token = secrets.token_urlsafe(24)
        templates = DictLoader(_held("templates"))
        self._templates = Environment(
            loader=templates, autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        self._words = {name: json.loads(_held("words")[f"{name}.json"]) for name in LANGUAGES}

    def whole(self, request: Request, q: int = 0) -> Response:
        """Answer with the whole page, or ask who decides."""
        annotator = self._who(request)
        if annotator is None:
            return self._render(request, "name.html")
        listed = self._listed(annotator, "", "all")
        shown = self._at(annotator, q)
        values = self._question_values(request, shown, annotator) if shown else {"shown": None}
        return self._render(request, "page.html", annotator=annotator, **listed, **values)

    def listed(self, request: Request, find: str = "", state: str = "all") -> Response:
        """Answer with the questions that a word and a state pick out."""
        annotator = self._require(request)
        listed = self._listed(annotator, find, state)
        return self._render(request, "list.html", shown=None, **listed)

    def question(self, request: Request, number: int) -> Response:
        """Answer with a question, its evidence and its rows."""
        return self._answer(request, self._require(request), number)

    def rules(self, request: Request, number: int) -> Response:
        """Answer with what the rules find in the rows of a question."""
        shown = self._at(self._require(request), number)
        found = self._review.findings(shown.question_id) if shown else {}
        return self._render(request, "rules.html", rules=found.items())

    def placed(self, request: Request, number: int) -> Response:
        """Answer with the facts of a question in the passages where a build would set them."""
        shown, message = self._at(self._require(request), number), ""
        level, placed = "", list[PlacedFact]()
        try:
            if shown:
                level, placed = placed_facts(self._review.workbench, shown.question_id)
        except LvbuildError as error:
            message = str(error)
        return self._render(request, "placed.html", level=level, placed=placed, message=message)

    def concordance(self, request: Request, version: str) -> Response:
        """Answer with every place of a row's original, or with commas between them of several."""
        annotator, bench = self._require(request), self._review.workbench
        try:
            named = [self._review.row(each, annotator).row for each in version.split(",")]
        except GoneError as error:
            return HTMLResponse(self._escaped(str(error)), 409)
        rows = [row for row in named if isinstance(row, ReplacementRow)]
        if len(rows) < len(named):
            return HTMLResponse("", 404)
        found = concordance(bench, rows)
        return self._render(request, "concordance.html", found=found)

    def guideline(self, request: Request) -> Response:
        """Answer with the guideline."""
        sections = json.loads(_held("words")[f"guideline_{self._language(request)}.json"])
        return self._render(request, "guideline.html", guideline=sections)

    def language(self, request: Request, to: str = "en") -> Response:
        """Change the page's language."""
        response = RedirectResponse("/", 303)
        if to in LANGUAGES:
            response.set_cookie("language", to, samesite="strict", httponly=True)
        return response

    def static(self, name: str) -> Response:
        """Answer with a file of the page: one of those that were read at the start."""
        kinds = {"css": "text/css", "js": "text/javascript", "txt": "text/plain"}
        content = _held("static").get(name)
        if content is None:
            return Response("no such file", 404)
        return Response(content, media_type=f"{kinds[name.rpartition('.')[2]]}; charset=utf-8")

    def _answer(
        self, request: Request, annotator: str, number: int, message: str = "", status: int = 200
    ) -> Response:
        shown = self._at(annotator, number)
        if shown is None:
            return HTMLResponse(self._escaped("there is no such question"), 404)
        values = self._question_values(request, shown, annotator)
        done = status == 200
        return self._render(request, "question.html", status, message=message, done=done, **values)

    def _question_values(
        self, request: Request, shown: ShownQuestion, annotator: str
    ) -> dict[str, Any]:
        words = self._words[self._language(request)]
        values = question_values(self._review, shown, annotator, words)
        blank = dict.fromkeys(chain.from_iterable(FIELDS.values()), "")
        return {**values, "kinds": get_args(Kind), "addable": self._addable(), "blank": blank}

    def _addable(self) -> list[str]:
        taken = self._review.workbench.recipe.table_names
        return [table for table in TABLES if table in taken and table != "needles"]

    def _listed(self, annotator: str, find: str, state: str) -> dict[str, Any]:
        wanted = find.casefold().strip()
        found = [
            one
            for one in self._review.questions(annotator)
            if state in ("all", one.state)
            and (not wanted or wanted in one.question.casefold() or wanted in one.question_id)
        ]
        return {"questions": found[:_MOST_LISTED], "more": max(len(found) - _MOST_LISTED, 0)}

    def _at(self, annotator: str, number: int) -> ShownQuestion | None:
        return self._review.question_at(number, annotator)

    def _who(self, request: Request) -> str | None:
        name = self._annotator or unquote(request.cookies.get("annotator", ""))
        return name or None

    def _require(self, request: Request) -> str:
        return self._who(request) or "nobody"

    def _language(self, request: Request) -> str:
        chosen = request.cookies.get("language")
        if chosen in LANGUAGES:
            return str(chosen)
        asked = request.headers.get("accept-language", "")
        return "zh" if asked.lower().startswith("zh") else "en"

    def _render(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        language = self._language(request)
        text = self._templates.get_template(template).render(
            token=self._token,
            recipe=self._review.workbench.recipe.name,
            lang=language,
            w=self._words[language],
            **values,
        )
        return HTMLResponse(text, status)

    def _escaped(self, text: str) -> str:
        return self._templates.from_string("<p class='flash'>{{ text }}</p>").render(text=text)
