"""The answers of the review page: what it shows, and the requests that change something."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from html import escape
from mimetypes import MimeTypes
from typing import Annotated, Any, get_args
from urllib.parse import parse_qsl, quote, unquote

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import DictLoader, Environment
from markdown_it import MarkdownIt
from starlette.requests import ClientDisconnect

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
from lvbuild.annotate.review import Review, Reviewer, UnacceptedError
from lvbuild.annotate.rows import TABLES
from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.suggesting.suggest import Suggester
from lvbuild.annotate.view import STATES, GoneError, ReviewQuestion, RowFilter, UnknownError, View
from lvbuild.core.resources import read_file
from lvbuild.core.seeds import Draws
from lvbuild.errors import LvbuildError, UsageError
from lvbuild.tables.reading import question_id as question_of
from lvbuild.tables.reading import row_types
from lvbuild.tables.rows import Kind, ReplacementRow, Scope, SelectionRow
from lvbuild.tables.writing import ConflictError
from lvbuild.tasks.task import ListedQuestion

_MOST_LISTED = 400
_SAMPLE = 10
_MOST_BYTES = 2**20
_MOST_FIELDS = 50
_KEPT = {"question_id", "id", "document_id", "status", "annotator"}
"""Fields of rows that are not edited."""
_STATUS: Mapping[type[Exception], int] = {UnknownError: 404, ConflictError: 409, GoneError: 409}
"""How answers of failures are numbered; any other's is 422."""


async def _read_form(request: Request) -> Mapping[str, str]:
    """Return the fields of a form, of each the last; those that it lacks are empty."""
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > _MOST_BYTES:
                raise HTTPException(413, f"over {_MOST_BYTES:,} bytes")
        text = body.decode("utf-8", "replace")
        fields = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ClientDisconnect as error:
        raise HTTPException(400, "the request was not sent to its end") from error
    except ValueError as error:
        raise HTTPException(422, f"over {_MOST_FIELDS} fields") from error
    return defaultdict(str, fields)


Form = Annotated[Mapping[str, str], Depends(_read_form)]
Filter = Annotated[RowFilter, Depends()]
Act = Callable[[Reviewer, Form], str | None]


class Page:
    """Answers requests, in the language that each asks for.

    `shows` are what it shows by paths, `takes` what it takes.
    """

    def __init__(self, review: Review, annotator: str | None) -> None:
        self._review = review
        self._bench = review.workbench
        self._annotator = annotator
        self._entities: dict[ListedQuestion, Sequence[Entity]] = {}
        self.shows: Mapping[str, Callable[..., Response]] = {
            "/": self._whole,
            "/list": self._list,
            "/question": self._question,
            "/sample": self._sample,
            "/placed": self._placed,
            "/concordance": self._concordance,
            "/guideline": self._guideline,
            "/language": self._language,
            "/static/{name}": self._static,
        }
        # Rows are named by their versions, with commas between them where they are several.
        acts: Mapping[str, Act] = {
            "/decide": lambda by, form: by.decide(
                form["rows"].split(","),
                form["decision"],
                form["own_reason"].strip() or form["reason"],
                despite=bool(form["despite"]),
            ),
            "/edit": lambda by, form: by.edit(
                form["rows"], self._row_fields(form), accept=bool(form["accept"])
            ),
            "/alternative": lambda by, form: by.take_alternative(
                form["rows"].split(","), form["number"]
            ),
            "/flag": lambda by, form: by.flag(form["rows"], form["comment"]),
            "/add": lambda by, form: by.add(form["q"], [(form["table"], self._row_fields(form))]),
            "/cover": lambda by, form: by.add(form["q"], self._covering(by.view, form)),
            "/select": lambda by, form: by.select(form["q"], row_fields(form, SelectionRow)),
            "/undo": lambda by, form: "undone" if by.undo() else "nothing_to_undo",
        }
        self.takes = {"/name": self._take_name, **{p: self._taking(a) for p, a in acts.items()}}
        recipe = self._bench.recipe
        tables = {*recipe.table_names, *recipe.optional_tables}
        self._shown = [name for name in TABLES if name in tables]
        texts = (one.question for one in self._bench.questions.values())
        self._tag = language_tag(recipe.language, next(texts, ""))
        loader = DictLoader(page_texts("templates"))
        self._templates = Environment(
            loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        self._templates.globals |= {
            "recipe": recipe.name,
            "tag": self._tag,
            "languages": {code: each.name for code, each in speeches().items()},
            "states": STATES,
            "kinds": get_args(Kind),
            "scopes": ("", *get_args(Scope)),
            "shown_tables": self._shown,
            "addable": [name for name in self._shown if name not in ("needles", "questions")],
        }

    def _whole(self, request: Request, q: str = "") -> Response:
        if not self._who(request):
            return self._render(request, "name.html")
        view = self._view(request)
        listed, values = self._listed(view, RowFilter()), {}
        if view.questions:
            values = self._values(view, view.question(q if q in view.questions else ""))
        return self._render(request, "page.html", annotator=view.annotator, **listed, **values)

    def _list(self, request: Request, wanted: Filter, q: str = "") -> Response:
        listed = self._listed(self._view(request), wanted)
        return self._render(request, "list.html", now=q, whole=False, **listed)

    def _question(self, request: Request, q: str = "") -> Response:
        return self._answer(request, q)

    def _sample(self, request: Request, wanted: Filter, q: str = "") -> Response:
        """Answer with ten of the rows that a filter picks out and that are accepted at once."""
        view = self._view(request)
        rows = view.picked(wanted)
        drawn = Draws("sample", *(row.version for row in rows)).shuffled(rows)[:_SAMPLE]
        asked = [(row, view.listed(question_of(row.row))) for row in drawn]
        return self._render(request, "sample.html", now=q, rows=rows, asked=asked)

    def _placed(self, request: Request, q: str = "") -> Response:
        """Answer with the facts of a question in the passages where a build would set them."""
        view = self._view(request)
        name = view.question(q).question_id
        slugs = {row.fields.get("fact"): row.slug for row in view.rows(name)}
        return self._render(request, "placed.html", slugs=slugs, **placed_facts(view.bench(), name))

    def _concordance(self, request: Request, rows: str) -> Response:
        """Answer with every place of a row's original, or with commas between them of several."""
        view = self._view(request)
        found = [each.row for each in view.by_versions(rows.split(","))]
        told = [row for row in found if isinstance(row, ReplacementRow)]
        bench = view.bench(*(row.question_id for row in told))
        return self._render(request, "concordance.html", found=concordance(bench, told))

    def _guideline(self, request: Request) -> Response:
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

    def _language(self, to: str = "", q: str = "") -> Response:
        response = RedirectResponse(f"/?q={quote(q)}", 303)
        if to in speeches():
            response.set_cookie("language", to, samesite="strict", httponly=True)
        return response

    def _static(self, name: str) -> Response:
        if (content := page_texts("static").get(name)) is None:
            return Response("no such file", 404)
        # By Python's own table of types: that of the host may say otherwise.
        return Response(content, media_type=MimeTypes(filenames=()).guess_type(name)[0])

    def _take_name(self, request: Request, form: Form) -> Response:
        try:
            name = checked_person(" ".join(form["name"].split()))
        except UsageError as error:
            return self._render(request, "name.html", message=str(error))
        response = Response(headers={"HX-Redirect": "/"})
        response.set_cookie("annotator", quote(name), samesite="strict", httponly=True)
        return response

    def failure(self, request: Request, error: Exception) -> Response:
        """Say what went wrong, such as that the tables or the ledger cannot be read."""
        return self._message(self._speech(request).error(error), _STATUS.get(type(error), 422))

    def _taking(self, act: Act) -> Callable[..., Response]:
        """Return what makes a change and answers with the question as it then is.

        It says what went wrong, or by a key of the words what the change returns.
        """

        def take(request: Request, form: Form) -> Response:
            if not (who := self._who(request)):
                return Response("nobody is named who decides; load the page again", 403)
            self._view(request).question(form["q"])
            speech, status, told = self._speech(request), 200, dict[str, Any](done=True)
            # As the page counted them: a day at most.
            counted = re.fullmatch(r"\d{1,9}(?:\.\d+)?", form["seconds"], re.ASCII)
            seconds = min(float(counted[0]), 86_400.0) if counted else 0.0
            try:
                with self._review.lock:
                    done = act(Reviewer(self._review, who, seconds), form)
                told |= {"message": speech.words[done]} if done else {}
            except (LvbuildError, ValueError) as error:
                status, told = _STATUS.get(type(error), 422), {"message": speech.error(error)}
                if isinstance(error, UnacceptedError) and not error.is_final:
                    told["despite"] = error.found
            response = self._answer(request, form["q"], status, **told)
            response.headers["HX-Trigger"] = "listed"
            return response

        return take

    def _covering(self, view: View, form: Form) -> Sequence[tuple[str, Any]]:
        """Return rows for all forms of what a text of the question names."""
        suggester = self._suggester and self._suggester.over(view.bench())
        if not suggester or not (found := suggester.cover(form["q"], form["form"])):
            raise UsageError("no words were found for it; write a row yourself")
        return [("replacements", row.model_dump()) for row in found]

    def _answer(self, request: Request, q: str, status: int = 200, **told: Any) -> Response:
        view = self._view(request)
        values = self._values(view, view.question(q))
        return self._render(request, "question.html", status, **values, **told)

    def _values(self, view: View, shown: ReviewQuestion) -> dict[str, Any]:
        name = shown.question_id
        if (listed := view.listed(name)) not in self._entities:
            suggester = self._suggester and self._suggester.over(view.bench(name))
            self._entities[listed] = suggester.named(name) if suggester else ()
        return {**question_values(view, shown, self._entities[listed]), "now": name}

    def _row_fields(self, form: Form) -> dict[str, Any]:
        if form["table"] not in self._shown:
            raise UsageError("no such table")
        row_type = row_types(self._bench.recipe)[form["table"]]
        fields = row_fields(form, row_type)
        return {name: fields.get(name, "") for name in row_type.model_fields if name not in _KEPT}

    @cached_property
    def _suggester(self) -> Suggester | None:
        try:
            return Suggester(self._bench)
        except LvbuildError:  # no rules for the language, or what they need is not installed
            return None

    def _listed(self, view: View, wanted: RowFilter) -> dict[str, Any]:
        found = view.chosen(wanted)
        decided = sum(one.approved + one.rejected for one in view.questions.values())
        rows = decided + sum(one.waiting for one in view.questions.values())
        return {
            "questions": found[:_MOST_LISTED],
            "more": max(len(found) - _MOST_LISTED, 0),
            "progress": (decided, rows, self._review.history.seconds[view.annotator] / 3600),
        }

    def _who(self, request: Request) -> str:
        return self._annotator or unquote(request.cookies.get("annotator", ""))

    def _view(self, request: Request) -> View:
        return self._review.view(self._who(request))

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
