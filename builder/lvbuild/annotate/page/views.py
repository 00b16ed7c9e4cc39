"""The answers of the review page: what it shows, and the requests that change something."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from html import escape
from mimetypes import MimeTypes
from typing import Annotated, Any, get_args
from urllib.parse import parse_qs, quote, unquote

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import DictLoader, Environment
from markdown_it import MarkdownIt

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
from lvbuild.annotate.suggesting.entities import Entity
from lvbuild.annotate.suggesting.suggest import Suggester
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
_KEPT = {"question_id", "id", "document_id", "status", "annotator"}
"""Fields of rows that are not edited."""


async def _read_form(request: Request) -> Mapping[str, str]:
    """Return the fields of a form, of each the last; those that it lacks are empty."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise HTTPException(422, f"over {_MOST_FIELDS} fields") from error
    return defaultdict(str, {name: values[-1] for name, values in fields.items()})


Form = Annotated[Mapping[str, str], Depends(_read_form)]
Filter = Annotated[RowFilter, Depends()]


class Page:
    """Answers requests, in the language that each asks for."""

    def __init__(self, review: Review, annotator: str | None) -> None:
        self._review = review
        self._seen = review.seen
        self._bench = review.workbench
        self._annotator = annotator
        self._entities = lru_cache(maxsize=1_000)(self._named)
        self._changes: Mapping[str, Callable[..., str | None]] = {
            "decide": self._decide,
            "edit": self._edit,
            "alternative": self._alternative,
            "flag": self._flag,
            "add": self._add,
            "cover": self._cover,
            "select": self._select,
            "undo": self._undo,
        }
        recipe = self._bench.recipe
        tables = {*recipe.table_names, *recipe.optional_tables}
        self._shown = [name for name in TABLES if name in tables]
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
            "languages": {code: each.name for code, each in speeches().items()},
            "states": STATES,
            "kinds": get_args(Kind),
            "scopes": ("", *get_args(Scope)),
            "shown_tables": self._shown,
            "addable": [name for name in self._shown if name not in ("needles", "questions")],
        }

    def whole(self, request: Request, q: str = "") -> Response:
        """Answer with the whole page, or ask who decides."""
        if not (annotator := self._who(request)):
            return self._render(request, "name.html")
        shown = self._seen.question(q, annotator) or self._seen.question("", annotator)
        listed = self._listed(annotator, RowFilter())
        values = self._values(shown, annotator) if shown else {"shown": None}
        return self._render(request, "page.html", annotator=annotator, **listed, **values)

    def listed(self, request: Request, wanted: Filter, q: str = "") -> Response:
        """Answer with the questions that a filter picks out, and how far all is."""
        listed = self._listed(self._who(request), wanted)
        return self._render(request, "list.html", now=q, whole=False, **listed)

    def question(self, request: Request, q: str = "") -> Response:
        """Answer with a question, its evidence and its rows."""
        return self._answer(request, self._who(request), q)

    def sample(self, request: Request, wanted: Filter, q: str = "") -> Response:
        """Answer with ten of the rows that a filter picks out and that are accepted at once."""
        rows = self._seen.picked(self._who(request), wanted)
        drawn = Draws("sample", *(row.version for row in rows)).shuffled(rows)[:_SAMPLE]
        asked = [(row, self._bench.questions[question_of(row.row)]) for row in drawn]
        return self._render(request, "sample.html", now=q, rows=rows, asked=asked)

    def placed(self, request: Request, q: str = "") -> Response:
        """Answer with the facts of a question in the passages where a build would set them."""
        who = self._who(request)
        if not self._seen.question(q, who):
            return self._message("there is no such question", 404)
        slugs = {row.fields.get("fact"): row.slug for row in self._seen.rows(q, who)}
        values = placed_facts(self._bench, q, self._seen.tables(q, who))
        return self._render(request, "placed.html", slugs=slugs, **values)

    def concordance(self, request: Request, rows: str) -> Response:
        """Answer with every place of a row's original, or with commas between them of several."""
        found = self._seen.by_versions(rows.split(","), self._who(request))
        told = [each.row for each in found if each and isinstance(each.row, ReplacementRow)]
        if len(told) < len(found):
            raise GoneError
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
            name = checked_person(" ".join(form["name"].split()))
        except UsageError as error:
            return self._render(request, "name.html", message=str(error))
        response = Response(headers={"HX-Redirect": "/"})
        response.set_cookie("annotator", quote(name), samesite="strict", httponly=True)
        return response

    def change(self, request: Request, what: str, form: Form) -> Response:
        """Make a change, and answer with the question as it then is; say what went wrong."""
        if not (annotator := self._who(request)):
            return Response("nobody is named who decides; load the page again", 403)
        q, speech = form["q"], self._speech(request)
        if what not in self._changes or not self._seen.question(q, annotator):
            return self._message("there is no such question", 404)
        status, message, despite = 200, "", frozenset[str]()
        try:
            told = self._changes[what](form, annotator=annotator, seconds=_spent(form))
            message = speech.words[told] if told else ""
        except (LvbuildError, ValueError) as error:
            status, message = _status(error), speech.error(error)
            if isinstance(error, UnacceptedError) and not error.is_final:
                despite = frozenset(error.found)
        told_of = {"message": message, "done": status == 200, "despite": despite}
        response = self._answer(request, annotator, q, status, **told_of)
        response.headers["HX-Trigger"] = "listed"
        return response

    def _decide(self, form: Form, **by: Any) -> None:
        """Accept or reject rows, with commas between them, as one; or reopen them."""
        reason = form["own_reason"].strip() or form["reason"]
        told: dict[str, Any] = {"reason": reason, "despite": bool(form["despite"])}
        self._review.decide(_rows(form), form["decision"], **told, **by)

    def _edit(self, form: Form, **by: Any) -> None:
        """Change the fields of a row, and accept it where that is asked for."""
        accept = bool(form["accept"])
        self._review.edit(form["rows"], self._row_fields(form), accept=accept, **by)

    def _alternative(self, form: Form, **by: Any) -> None:
        """Let the replacements of rows change places with one of their alternatives."""
        number = re.fullmatch("[1-9]", form["number"])
        self._review.take_alternative(_rows(form), int(number[0]) if number else 0, **by)

    def _flag(self, form: Form, **by: Any) -> None:
        """Ask for a word on a row."""
        self._review.flag(form["rows"], form["comment"], **by)

    def _add(self, form: Form, **by: Any) -> None:
        """Add a row to a question."""
        self._review.add(form["q"], [(form["table"], self._row_fields(form))], **by)

    def _cover(self, form: Form, **by: Any) -> None:
        """Add rows for all forms of what a text of the question names."""
        found = self._suggester.cover(form["q"], form["form"]) if self._suggester else ()
        if not found:
            raise UsageError("no words were found for it; write a row yourself")
        self._review.add(form["q"], [("replacements", row.model_dump()) for row in found], **by)

    def _select(self, form: Form, **by: Any) -> None:
        """Keep, drop or correct a question."""
        self._review.select(form["q"], row_fields(form, SelectionRow), **by)

    def _undo(self, form: Form, *, annotator: str, **_: Any) -> str:
        """Take back the last change of who asks; return what is said of it."""
        return "undone" if self._review.undo(annotator) else "nothing_to_undo"

    def failure(self, request: Request, error: Exception) -> Response:
        """Say what went wrong, such as that the tables or the ledger cannot be read."""
        return self._message(self._speech(request).error(error), _status(error))

    def _answer(
        self, request: Request, annotator: str, q: str, status: int = 200, **told: Any
    ) -> Response:
        if (shown := self._seen.question(q, annotator)) is None:
            return self._message("there is no such question", 404)
        values = self._values(shown, annotator) | told
        return self._render(request, "question.html", status, **values)

    def _values(self, shown: ReviewQuestion, annotator: str) -> dict[str, Any]:
        entities = self._entities(shown.question_id)
        values = question_values(self._review, entities, shown, annotator)
        values["selected"] = self._bench.selected(shown.question_id)
        return {**values, "despite": (), "now": shown.question_id}

    def _row_fields(self, form: Form) -> dict[str, Any]:
        if form["table"] not in self._shown:
            raise UsageError("no such table")
        row_type = row_types(self._bench.recipe)[form["table"]]
        fields = row_fields(form, row_type)
        return {name: fields.get(name, "") for name in row_type.model_fields.keys() - _KEPT}

    @cached_property
    def _suggester(self) -> Suggester | None:
        try:
            return Suggester(self._bench)
        except LvbuildError:  # no rules for the language, or what they need is not installed
            return None

    def _named(self, question_id: str) -> Sequence[Entity]:
        """Return what the texts of a question name, none where nothing finds it."""
        return self._suggester.named(question_id) if self._suggester else ()

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


def _status(error: Exception) -> int:
    return 409 if isinstance(error, ConflictError | GoneError) else 422


def _rows(form: Form) -> list[str]:
    return form["rows"].split(",")


def _spent(form: Form) -> float:
    """Return the seconds that a decision took, as the page counted them: a day at most."""
    counted = re.fullmatch(r"\d{1,9}(?:\.\d+)?", form["seconds"], re.ASCII)
    return min(float(counted[0]), 86_400.0) if counted else 0.0
