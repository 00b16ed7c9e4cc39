"""The answers of the review page: what it shows, and the requests that change something."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping
from functools import cache, partial
from html import escape
from importlib.resources import files
from mimetypes import MimeTypes
from typing import Annotated, Any, get_args
from urllib.parse import parse_qs, quote, unquote

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import DictLoader, Environment

from lvbuild.annotate.exchange.sheets import row_fields
from lvbuild.annotate.ledger import checked_person
from lvbuild.annotate.page.question import concordance, placed_facts, question_values
from lvbuild.annotate.review import GoneError, Review
from lvbuild.annotate.rows import TABLES
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.tables.reading import row_types
from lvbuild.tables.rows import Kind, ReplacementRow, Scope
from lvbuild.tables.writing import ConflictError

_MOST_LISTED = 400
_LONGEST_NUMBER = 10
_KEPT = {"question_id", "id", "status", "annotator"}
"""Fields of rows that are not edited."""


async def _read_form(request: Request) -> dict[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    fields = parse_qs(body, keep_blank_values=True, max_num_fields=50)
    return {name: values[-1] for name, values in fields.items()}


Form = Annotated[dict[str, str], Depends(_read_form)]


class Page:
    """Answers requests; those that change something are sent by its own pages, which bear `token`.

    Its languages are those of the files in `words/`, the first of which is the usual one.
    """

    def __init__(self, review: Review, annotator: str | None) -> None:
        self._review = review
        self._annotator = annotator
        self.token = secrets.token_urlsafe(24)
        self._templates = Environment(
            loader=DictLoader(_texts("templates")),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._words = _by_language("words")
        self._guidelines = _by_language("guideline")
        recipe = review.workbench.recipe
        self._addable = [
            name for name in TABLES if name in recipe.table_names and name != "needles"
        ]
        self._templates.globals |= {
            "token": self.token,
            "recipe": recipe.name,
            "languages": {name: words["language"] for name, words in self._words.items()},
            "kinds": get_args(Kind),
            "scopes": ("", *get_args(Scope)),
            "addable": self._addable,
        }

    def whole(self, request: Request, q: int = 0) -> Response:
        """Answer with the whole page, or ask who decides."""
        if not (annotator := self._who(request)):
            return self._render(request, "name.html")
        listed = self._listed(annotator, "", "all")
        shown = self._review.question_at(q, annotator)
        values = question_values(self._review, shown, annotator) if shown else {"shown": None}
        return self._render(request, "page.html", annotator=annotator, **listed, **values)

    def listed(self, request: Request, find: str = "", state: str = "all") -> Response:
        """Answer with the questions that a word and a state pick out."""
        listed = self._listed(self._who(request), find, state)
        return self._render(request, "list.html", shown=None, **listed)

    def question(self, request: Request, number: int) -> Response:
        """Answer with a question, its evidence and its rows."""
        return self._answer(request, self._who(request), number)

    def rules(self, request: Request, number: int) -> Response:
        """Answer with what the rules find in the rows of a question."""
        shown = self._review.question_at(number, self._who(request))
        found = self._review.findings(shown.question_id) if shown else {}
        return self._render(request, "rules.html", rules=found.items())

    def placed(self, request: Request, number: int) -> Response:
        """Answer with the facts of a question in the passages where a build would set them."""
        who = self._who(request)
        shown = self._review.question_at(number, who)
        values: dict[str, Any] = {}
        try:
            if shown:
                values = placed_facts(self._review.workbench, shown.question_id)
                rows = self._review.rows(shown.question_id, who)
                values["versions"] = {row.fields.get("fact"): row.version for row in rows}
        except LvbuildError as error:
            values = {"message": str(error)}
        return self._render(request, "placed.html", **values)

    def concordance(self, request: Request, version: str) -> Response:
        """Answer with every place of a row's original, or with commas between them of several."""
        try:
            who = self._who(request)
            named = [self._review.row(each, who).row for each in version.split(",")]
        except GoneError as error:
            return self._message(str(error), 409)
        rows = [row for row in named if isinstance(row, ReplacementRow)]
        found = concordance(self._review.workbench, rows)
        return self._render(request, "concordance.html", found=found)

    def guideline(self, request: Request) -> Response:
        """Answer with the guideline."""
        sections = self._guidelines[self._language(request)]
        return self._render(request, "guideline.html", guideline=sections)

    def language(self, request: Request, to: str = "") -> Response:
        """Change the page's language."""
        response = RedirectResponse("/", 303)
        if to in self._words:
            response.set_cookie("language", to, samesite="strict", httponly=True)
        return response

    def static(self, name: str) -> Response:
        """Answer with a file of the page: one of those that were read at the start."""
        if (content := _texts("static").get(name)) is None:
            return Response("no such file", 404)
        # By Python's own table of types: that of the host may say otherwise.
        return Response(content, media_type=MimeTypes(filenames=()).guess_type(name)[0])

    def take_name(self, request: Request, form: Form) -> Response:
        """Take the name of who decides."""
        try:
            name = checked_person(" ".join(form.get("name", "").split()))
        except UsageError as error:
            return self._render(request, "name.html", message=str(error))
        response = Response(headers={"HX-Redirect": "/"})
        response.set_cookie("annotator", quote(name), samesite="strict", httponly=True)
        return response

    def decide(self, request: Request, version: str, form: Form) -> Response:
        """Accept or reject a row or, with commas between them, several as one; or reopen them."""
        reason = form.get("own_reason", "").strip() or form.get("reason", "")
        decision: Any = form.get("decision")
        if decision not in ("accept", "reject", "reopen"):
            return Response("accept, reject or reopen", 422)

        told: dict[str, Any] = {"reason": reason, "seconds": _seconds(form)}
        decide = partial(self._review.decide, version.split(","), decision, **told)
        return self._change(request, form, lambda who: decide(annotator=who))

    def edit(self, request: Request, version: str, form: Form) -> Response:
        """Change the fields of a row."""

        def change(who: str) -> None:
            fields = self._row_fields(form, self._review.row(version, who).table)
            self._review.edit(version, fields, annotator=who, seconds=_seconds(form))

        return self._change(request, form, change)

    def add(self, request: Request, number: int, form: Form) -> Response:
        """Add a row to a question."""
        table = form.get("table", "")
        if table not in self._addable:
            return Response("no such table", 422)

        def change(who: str) -> None:
            shown = self._review.question_at(number, who)
            if shown is None:
                raise UsageError("there is no such question")
            fields, seconds = self._row_fields(form, table), _seconds(form)
            self._review.add(shown.question_id, table, fields, annotator=who, seconds=seconds)

        return self._change(request, {"q": str(number)}, change)

    def undo(self, request: Request, form: Form) -> Response:
        """Take back the last change of who asks."""
        words = self._words[self._language(request)]

        def change(who: str) -> str:
            return str(words["undone" if self._review.undo(who) else "nothing_to_undo"])

        return self._change(request, form, change)

    def _change(
        self, request: Request, form: Mapping[str, str], change: Callable[[str], str | None]
    ) -> Response:
        """Make a change, and answer with the question as it then is; say what went wrong."""
        if not (annotator := self._who(request)):
            return Response("nobody is named who decides; load the page again", 403)
        q = form.get("q", "")
        number = int(q) if q.isdecimal() and len(q) < _LONGEST_NUMBER else 0
        status = 200
        try:
            message = change(annotator) or ""
        except (ConflictError, GoneError) as error:
            status, message = 409, str(error)
        except (UsageError, ValueError) as error:
            status, message = 422, str(error)
        response = self._answer(request, annotator, number, message, status)
        response.headers["HX-Trigger"] = "listed"
        return response

    def _answer(
        self, request: Request, annotator: str, number: int, message: str = "", status: int = 200
    ) -> Response:
        shown = self._review.question_at(number, annotator)
        if shown is None:
            return self._message("there is no such question", 404)
        values = question_values(self._review, shown, annotator)
        done = status == 200
        return self._render(request, "question.html", status, message=message, done=done, **values)

    def _row_fields(self, form: Mapping[str, str], table: str) -> dict[str, Any]:
        row_type = row_types(self._review.workbench.recipe)[table]
        blank = dict.fromkeys(row_type.model_fields.keys(), "")
        fields = {**blank, **row_fields(form, row_type)}
        return {name: value for name, value in fields.items() if name not in _KEPT}

    def _listed(self, annotator: str, find: str, state: str) -> dict[str, Any]:
        wanted = find.casefold().strip()
        found = [
            one
            for one in self._review.questions(annotator)
            if state in ("all", one.state)
            and (not wanted or wanted in one.question.casefold() or wanted in one.question_id)
        ]
        return {"questions": found[:_MOST_LISTED], "more": max(len(found) - _MOST_LISTED, 0)}

    def _who(self, request: Request) -> str:
        return self._annotator or unquote(request.cookies.get("annotator", ""))

    def _language(self, request: Request) -> str:
        preferred = request.headers.get("accept-language", "")[:2].lower()
        wanted = (request.cookies.get("language", ""), preferred, *self._words)
        return next(language for language in wanted if language in self._words)

    def _render(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        language = self._language(request)
        text = self._templates.get_template(template).render(
            lang=language, w=self._words[language], **values
        )
        return HTMLResponse(text, status)

    def _message(self, text: str, status: int) -> HTMLResponse:
        return HTMLResponse(f"<p class='flash'>{escape(text)}</p>", status)


@cache
def _texts(folder: str) -> dict[str, str]:
    found = files("lvbuild.annotate.page").joinpath(folder).iterdir()
    return {each.name: each.read_text(encoding="utf-8") for each in found if each.is_file()}


def _by_language(kind: str) -> dict[str, Any]:
    """Return the texts of a kind, such as `words/guideline_en.json`, by their languages."""
    return {
        name.removeprefix(f"{kind}_").removesuffix(".json"): json.loads(text)
        for name, text in sorted(_texts("words").items())
        if name.startswith(f"{kind}_")
    }


def _seconds(form: Mapping[str, str]) -> float:
    """Return the seconds that a decision took, as the page counted them: a day at most."""
    counted = re.fullmatch(r"\d{1,9}(?:\.\d+)?", form.get("seconds", ""), re.ASCII)
    return min(float(counted[0]), 86_400.0) if counted else 0.0
