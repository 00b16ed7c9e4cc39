"""The answers of the review page: what it shows, and the requests that change something."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from mimetypes import MimeTypes
from typing import Annotated, Any, get_args
from urllib.parse import parse_qs, quote, unquote

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import DictLoader, Environment
from markdown_it import MarkdownIt

from lvbuild.annotate.covering import Covering
from lvbuild.annotate.exchange.sheets import row_fields
from lvbuild.annotate.ledger import checked_person
from lvbuild.annotate.page.question import concordance, placed_facts, question_values
from lvbuild.annotate.page.speech import (
    GUIDELINE,
    Speech,
    language_tag,
    page_texts,
    speeches,
    wanted_speech,
)
from lvbuild.annotate.review import GoneError, Review, UnacceptedError
from lvbuild.annotate.rows import TABLES
from lvbuild.annotate.seen import STATES, ReviewQuestion, RowFilter
from lvbuild.core.resources import read_file
from lvbuild.core.seeds import Draws
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.reading import row_types
from lvbuild.tables.rows import Kind, ReplacementRow, Scope, SelectionRow
from lvbuild.tables.writing import ConflictError

_MOST_LISTED = 400
_MOST_FIELDS = 50
_SAMPLE = 10
_MOST_BYTES = 2**20
_KEPT = {"question_id", "id", "status", "annotator"}
"""Fields of rows that are not edited."""


async def _read_form(request: Request) -> dict[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise HTTPException(422, f"over {_MOST_FIELDS} fields") from error
    return {name: values[-1] for name, values in fields.items()}


Form = Annotated[dict[str, str], Depends(_read_form)]


class Page:
    """Answers requests, in the language that each asks for."""

    def __init__(self, review: Review, annotator: str | None) -> None:
        self._review = review
        self._seen = review.seen
        self._bench = review.workbench
        self._annotator = annotator
        self._covering = Covering(review.workbench)
        recipe = self._bench.recipe
        self._addable = [
            name for name in TABLES if name in recipe.table_names and name != "needles"
        ]
        texts = (one.question for one in self._bench.questions.values())
        self._tag = language_tag(recipe.language, next(texts, ""))
        self._templates = Environment(
            loader=DictLoader(page_texts("templates")),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals |= {
            "recipe": recipe.name,
            "tag": self._tag,
            "languages": {code: each.words["language"] for code, each in speeches().items()},
            "states": STATES,
            "kinds": get_args(Kind),
            "scopes": ("", *get_args(Scope)),
            "addable": self._addable,
        }

    def whole(self, request: Request, q: str = "") -> Response:
        """Answer with the whole page, or ask who decides."""
        if not (annotator := self._who(request)):
            return self._render(request, "name.html")
        shown = self._seen.question(q, annotator) or self._seen.question("", annotator)
        listed = self._listed(annotator, RowFilter())
        values = self._values(shown, annotator) if shown else {"shown": None}
        return self._render(request, "page.html", annotator=annotator, **listed, **values)

    def listed(
        self, request: Request, find: str = "", state: str = "all", kind: str = "", q: str = ""
    ) -> Response:
        """Answer with the questions that a filter picks out, and how far all is."""
        listed = self._listed(self._who(request), RowFilter(find, state, kind))
        return self._render(request, "list.html", now=q, whole=False, **listed)

    def question(self, request: Request, q: str = "") -> Response:
        """Answer with a question, its evidence and its rows."""
        return self._answer(request, self._who(request), q)

    def sample(
        self, request: Request, find: str = "", state: str = "all", kind: str = "", q: str = ""
    ) -> Response:
        """Answer with ten of the rows that a filter picks out and that are accepted at once."""
        rows = self._seen.picked(self._who(request), RowFilter(find, state, kind))
        drawn = Draws("sample", *(row.version for row in rows)).shuffled(rows)[:_SAMPLE]
        asked = [(row, self._bench.questions[question_of(row.row)]) for row in drawn]
        return self._render(request, "sample.html", now=q, rows=rows, asked=asked)

    def placed(self, request: Request, q: str = "") -> Response:
        """Answer with the facts of a question in the passages where a build would set them."""
        who = self._who(request)
        values: dict[str, Any] = {}
        try:
            if self._seen.question(q, who):
                tables = self._seen.tables(q, who)
                values = placed_facts(self._bench, q, tables)
                rows = self._seen.rows(q, who)
                values["slugs"] = {row.fields.get("fact"): row.slug for row in rows}
        except LvbuildError as error:
            values = {"message": str(error)}
        return self._render(request, "placed.html", **values)

    def concordance(self, request: Request, rows: str) -> Response:
        """Answer with every place of a row's original, or with commas between them of several."""
        found = self._seen.by_versions(rows.split(","), self._who(request))
        told = [each.row for each in found if each and isinstance(each.row, ReplacementRow)]
        if len(told) < len(found):
            return self._message(self._speech(request).words["gone"], 409)
        return self._render(request, "concordance.html", found=concordance(self._bench, told))

    def guideline(self, request: Request) -> Response:
        """Answer with the project's guideline or, where it has none, the one that comes along."""
        path, own = self._bench.folder / GUIDELINE, True
        try:
            text = read_file(path, _MOST_BYTES).decode("utf-8-sig")
        except FileNotFoundError:
            text, own = self._speech(request).guideline, False
        except (OSError, UnicodeDecodeError) as error:
            return self._message(f"{path}: cannot be read as UTF-8 text ({error})", 500)
        html = MarkdownIt("commonmark", {"html": False}).disable("image").render(text)
        return self._render(request, "guideline.html", guideline=html, own=own)

    def language(self, request: Request, to: str = "", q: str = "") -> Response:
        """Change the page's language."""
        response = RedirectResponse(f"/?q={quote(q)}", 303)
        if to in speeches():
            response.set_cookie("language", to, samesite="strict", httponly=True)
        return response

    def static(self, name: str) -> Response:
        """Answer with a file of the page: one of those that were read at the start."""
        if (content := page_texts("static").get(name)) is None:
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

    def decide(self, request: Request, form: Form) -> Response:
        """Accept or reject rows, with commas between them, as one; or reopen them."""
        decision: Any = form.get("decision")
        if decision not in ("accept", "reject", "reopen"):
            return Response("accept, reject or reopen", 422)
        reason = form.get("own_reason", "").strip() or form.get("reason", "")
        told: dict[str, Any] = {"reason": reason, "despite": bool(form.get("despite"))}
        decide = partial(self._review.decide, _rows(form), decision, **told)
        return self._change(request, form, decide)

    def edit(self, request: Request, form: Form) -> Response:
        """Change the fields of a row, and accept it where that is asked for."""

        def edit(**by: Any) -> None:
            [row] = self._seen.by_versions(_rows(form)[:1], by["annotator"])
            fields = self._row_fields(form, row.table) if row else {}
            accept = bool(form.get("accept"))
            self._review.edit(_rows(form)[0], fields, accept=accept, **by)

        return self._change(request, form, edit)

    def alternative(self, request: Request, form: Form) -> Response:
        """Let the replacements of rows change places with one of their alternatives."""
        number = re.fullmatch("[1-9]", form.get("number", ""))
        place = int(number[0]) if number else 0
        take = partial(self._review.take_alternative, _rows(form), place)
        return self._change(request, form, take)

    def flag(self, request: Request, form: Form) -> Response:
        """Ask for a word on a row."""
        flag = partial(self._review.flag, _rows(form)[0], form.get("comment", ""))
        return self._change(request, form, flag)

    def add(self, request: Request, form: Form) -> Response:
        """Add a row to a question."""
        table = form.get("table", "")
        if table not in self._addable:
            return Response("no such table", 422)
        rows = [(table, self._row_fields(form, table))]
        return self._change(request, form, partial(self._review.add, form.get("q", ""), rows))

    def cover(self, request: Request, form: Form) -> Response:
        """Add rows for all forms of what a text of the question names."""
        q = form.get("q", "")

        def cover(**by: Any) -> None:
            found = self._covering.rows(q, form.get("form", ""))
            self._review.add(q, [("replacements", fields) for fields in found], **by)

        return self._change(request, form, cover)

    def select(self, request: Request, form: Form) -> Response:
        """Keep, drop or correct a question."""
        fields = row_fields(form, SelectionRow)
        select = partial(self._review.select, form.get("q", ""), fields)
        return self._change(request, form, select)

    def undo(self, request: Request, form: Form) -> Response:
        """Take back the last change of who asks."""
        words = self._speech(request).words

        def undo(annotator: str, **_: Any) -> str:
            return str(words["undone" if self._review.undo(annotator) else "nothing_to_undo"])

        return self._change(request, form, undo)

    def failure(self, request: Request, error: Exception) -> Response:
        """Answer where the tables or the ledger cannot be read."""
        return self._message(self._speech(request).error(error), 422)

    def _change(
        self, request: Request, form: Mapping[str, str], change: Callable[..., str | None]
    ) -> Response:
        """Make a change, and answer with the question as it then is; say what went wrong.

        The change is told the annotator and the seconds spent.
        """
        if not (annotator := self._who(request)):
            return Response("nobody is named who decides; load the page again", 403)
        q, speech = form.get("q", ""), self._speech(request)
        if not self._seen.question(q, annotator):
            return self._message("there is no such question", 404)
        status, message, despite = 200, "", set[str]()
        try:
            message = change(annotator=annotator, seconds=_spent(form)) or ""
        except (ConflictError, GoneError) as error:
            status, message = 409, speech.error(error)
        except UnacceptedError as error:
            status, message = 422, speech.error(error)
            despite = set() if error.is_final else set(error.found)
        except (UsageError, ValueError) as error:
            status, message = 422, speech.error(error)
        values = {"message": message, "done": status == 200, "despite": despite}
        response = self._answer(request, annotator, q, status, **values)
        response.headers["HX-Trigger"] = "listed"
        return response

    def _answer(
        self, request: Request, annotator: str, q: str, status: int = 200, **told: Any
    ) -> Response:
        if (shown := self._seen.question(q, annotator)) is None:
            return self._message("there is no such question", 404)
        values = self._values(shown, annotator) | told
        return self._render(request, "question.html", status, **values)

    def _values(self, shown: ReviewQuestion, annotator: str) -> dict[str, Any]:
        values = question_values(self._review, self._covering, shown, annotator)
        values["selected"] = self._bench.selected(shown.question_id)
        return {**values, "despite": (), "now": shown.question_id}

    def _row_fields(self, form: Mapping[str, str], table: str) -> dict[str, Any]:
        row_type = row_types(self._bench.recipe)[table]
        blank = dict.fromkeys(row_type.model_fields.keys(), "")
        fields = {**blank, **row_fields(form, row_type)}
        return {name: value for name, value in fields.items() if name not in _KEPT}

    def _listed(self, annotator: str, wanted: RowFilter) -> dict[str, Any]:
        every = self._seen.questions(annotator)
        found = self._seen.chosen(every, annotator, wanted)
        decided = sum(one.approved + one.rejected for one in every)
        rows = decided + sum(one.waiting for one in every)
        return {
            "questions": found[:_MOST_LISTED],
            "more": max(len(found) - _MOST_LISTED, 0),
            "progress": (decided, rows, self._seen.hours(annotator)),
        }

    def _who(self, request: Request) -> str:
        return self._annotator or unquote(request.cookies.get("annotator", ""))

    def _speech(self, request: Request) -> Speech:
        accepted = request.headers.get("accept-language", "")
        return wanted_speech(request.cookies.get("language", ""), accepted, self._tag)

    def _render(
        self, request: Request, template: str, status: int = 200, **values: Any
    ) -> HTMLResponse:
        speech = self._speech(request)
        text = self._templates.get_template(template).render(
            lang=speech.code, w=speech.words, tell=speech.finding, **values
        )
        return HTMLResponse(text, status)

    def _message(self, text: str, status: int) -> HTMLResponse:
        return HTMLResponse(f"<p class='flash'>{escape(text)}</p>", status)


def _rows(form: Mapping[str, str]) -> list[str]:
    return form.get("rows", "").split(",")


def _spent(form: Mapping[str, str]) -> float:
    """Return the seconds that a decision took, as the page counted them: a day at most."""
    counted = re.fullmatch(r"\d{1,9}(?:\.\d+)?", form.get("seconds", ""), re.ASCII)
    return min(float(counted[0]), 86_400.0) if counted else 0.0
